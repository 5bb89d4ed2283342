// The site under audit: a server of its own over the cases of data/ and a few
// that have what those may lack, and the list of its kinds of page.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const root = join(here, "../../..");
const program = join(root, "bin/incidentlib");

export const languages = ["en", "ko"];

// serve starts the server and returns its address, without a slash at the end.
// prefix is a path that the base URL carries; extra are cases of cases/ added
// to those of data/.
export async function serve({ prefix = "", extra = true } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "incidentlib-audit-"));
  const port = await freePort();
  const address = `http://localhost:${port}${prefix}`;
  const args = ["serve", "--addr", `localhost:${port}`, "--base-url", address, "--db-dir", join(dir, "db")];
  if (extra) {
    cpSync(join(root, "data"), join(dir, "data"), { recursive: true });
    cpSync(join(here, "cases"), join(dir, "data/cases"), { recursive: true });
    args.push("--data", join(dir, "data"));
  }
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  process.on("exit", () => {
    child.kill();
    rmSync(dir, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  await new Promise((ready, failed) => {
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
      if (/msg="serving http/.test(log)) ready();
    });
    child.on("exit", () => failed(new Error(`the server ended:\n${log}`)));
    child.on("error", failed);
  });
  return address;
}

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().on("error", failed);
    server.listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

// pages lists one page of every kind, as {name, path, status}, without the
// prefix of a language. What it names it found in the site's own answers.
export async function pages(address) {
  const api = async (path) => {
    const answer = await fetch(`${address}/api/v1/${path}`);
    if (!answer.ok) throw new Error(`/api/v1/${path} answers ${answer.status}`);
    return answer;
  };
  const cases = (await (await api("export.jsonl")).text()).trim().split("\n").map((line) => JSON.parse(line));
  const bySize = cases.map((c) => ({ id: c.id, size: JSON.stringify(c).length })).sort((a, b) => a.size - b.size);
  const oneLanguage = cases.find((c) => !c.title.ko || !c.title.en);
  const changes = await (await api("changes")).json();
  const withdrawn = changes.changes.find((c) => c.change === "withdrawn" && !c.merged_into);
  const facets = (await (await api("cases?per_page=1")).json()).facets;
  const causes = facets.cause.map((f) => f.value);
  const list = [
    ["home", "/"],
    ["list", "/cases"],
    ["list, page 2", "/cases?page=2"],
    ["list, detailed", "/cases?view=detailed"],
    ["list, filtered", `/cases?cause=${causes[0]}&symptom=${facets.symptom[0].value}&sort=oldest`],
    ["list, empty", `/cases?cause=${causes[0]}&from=1990-01-01&to=1990-12-31`],
    ["search, Korean", `/cases?q=${encodeURIComponent("재시도 폭풍")}`],
    ["search, log line", `/cases?q=${encodeURIComponent("FATAL: sorry, too many clients already (SQLSTATE 53300)")}`],
    ["search, relaxed", `/cases?q=${encodeURIComponent("database xyzzy")}`],
    ["search, nothing", "/cases?q=xyzzyplugh"],
    ["search, suggestion", `/cases?q=${encodeURIComponent("ㅋㅅ")}`],
    ["case, much", `/cases/${bySize.at(-1).id}`],
    ["case, median", `/cases/${bySize[bySize.length >> 1].id}`],
    ["case, little", `/cases/${bySize[0].id}`],
    ["case, one language", oneLanguage && `/cases/${oneLanguage.id}`],
    ["case, withdrawn", withdrawn && `/cases/${withdrawn.id}`],
  ];
  for (const kind of ["causes", "components", "symptoms", "factors", "domains", "orgs"]) {
    const { terms } = await (await api(`topics/${kind}`)).json();
    const byUse = terms.toSorted((a, b) => b.count - a.count);
    list.push([`${kind}`, `/${kind}`], [`${kind}, a term`, `/${kind}/${byUse[0].slug}`]);
    if (byUse.at(-1).count === 0) list.push([`${kind}, an unused term`, `/${kind}/${byUse.at(-1).slug}`]);
  }
  list.push(
    ["stats", "/stats"],
    ["about", "/about"],
    ["api", "/api"],
    ["no such case", "/cases/IL-8999", 404],
    ["no such term", `/causes/${causes[0]}x`, 404],
    ["no such page", "/no/such/page", 404],
    ["past the last page", "/cases?page=999", 404],
    ["bad filters", `/cases?cause=${causes[0]}x&year=20x&from=yesterday`, 400],
  );
  return list.filter(([, path]) => path).map(([name, path, status = 200]) => ({ name, path, status }));
}

// Report collects faults, says each as it is found and ends the process with
// status 1 if there is any.
export class Report {
  faults = 0;

  fault(where, what) {
    this.faults++;
    console.log(`FAULT ${where}: ${what}`);
  }

  end(summary) {
    console.log(`${summary}; ${this.faults} ${this.faults === 1 ? "fault" : "faults"}`);
    process.exit(this.faults ? 1 : 0);
  }
}
