// Checks every kind of page in both languages, and the style sheets and SVG
// files that they load, with the W3C's checker (vnu). An error is a fault.
//
//   node html.mjs
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import vnu from "vnu-jar";
import { Report, languages, pages, serve } from "./site.mjs";

// What of CSS the checker does not know yet, each with its place.
const unknownToChecker = [
  [/“(position-area|position-try-fallbacks)”: Property/, "CSS Anchor Positioning, sections 3 and 5"],
  [/“(x|y|r|cx|cy|rx|ry)”: Property/, "SVG 2, section 7: geometry properties"],
  [/“(vector-effect)”: Property/, "SVG 2, section 8: vector effects"],
  [/“(reading-flow)”: Property/, "CSS Display 4, section 4"],
  [/“(container-type|@container)”/, "CSS Conditional Rules 5, section 5"],
  [/“background”: “(var\(--[\w-]+\))” is not/, "CSS Color 5, section 3: a variable as a share of color-mix()"],
];

if (spawnSync("java", ["-version"]).status !== 0) {
  console.log("The HTML checker needs Java, 17 or newer: install it (Debian: apt-get install default-jre-headless).");
  process.exit(1);
}

const address = await serve();
const report = new Report();
const dir = mkdtempSync(join(tmpdir(), "incidentlib-html-"));
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));

const names = new Map(); // file -> what it holds
const loaded = new Set(); // addresses of style sheets and pictures
for (const { name, path, status } of await pages(address)) {
  for (const lang of languages) {
    const answer = await fetch(`${address}/${lang}${path}`);
    const text = await answer.text();
    if (answer.status !== status) report.fault(`${name} (${lang})`, `${path} answers ${answer.status}, not ${status}`);
    save("html", `${name} (${lang})`, text);
    readLoaded(text);
  }
}
for (const url of loaded) {
  const answer = await fetch(url);
  const extension = { "text/css": "css", "image/svg+xml": "svg" }[(answer.headers.get("content-type") ?? "").split(";")[0]];
  if (extension) save(extension, new URL(url).pathname, await answer.text());
}

const run = spawnSync("java", ["-jar", vnu, "--format", "json", "--stdout", "--exit-zero-always", "--also-check-css", "--also-check-svg", dir], { encoding: "utf8", maxBuffer: 1 << 28 });
if (run.status !== 0) throw new Error(`vnu ended with ${run.status}: ${run.stderr}`);
let warnings = 0;
const passed = new Map();
for (const m of JSON.parse(run.stdout).messages) {
  const text = `${m.message}${m.extract ? ` | ${m.extract.replace(/\s+/g, " ")}` : ""} (line ${m.lastLine})`;
  const where = names.get(m.url?.split("/").pop()) ?? m.url;
  const unknown = unknownToChecker.find(([pattern]) => m.message.startsWith("CSS:") && pattern.test(m.message));
  if (unknown) {
    passed.set(unknown[0].exec(m.message)[1], unknown[1]);
  } else if (m.type === "info") {
    warnings++;
    console.log(`${m.subType ?? "note"} ${where}: ${text}`);
  } else {
    report.fault(where, text);
  }
}
for (const [name, place] of passed) console.log(`passed over, as the checker does not know it: ${name} (${place})`);
report.end(`html: ${names.size} files checked, ${warnings} warnings`);

function save(extension, name, text) {
  const file = `${names.size}.${extension}`;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, file), text);
  names.set(file, name);
}

function readLoaded(text) {
  const parser = new Parser({
    onopentag(name, a) {
      const link = name === "link" && /icon|stylesheet/.test(a.rel) ? a.href : name === "img" ? a.src : undefined;
      if (link) loaded.add(new URL(link, `${address}/`).href);
    },
  });
  parser.end(text);
}
