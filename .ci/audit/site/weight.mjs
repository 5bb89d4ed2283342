// Holds what a page weighs and does while it loads:
//   - the first HTML of the median case page, and of the largest with its style
//     sheets and scripts, compressed as the server sends them
//   - no request to another host, no error on the console, no shift of the
//     layout, on every kind of page at two widths
//
//   node weight.mjs
import { get } from "node:http";
import { Parser } from "htmlparser2";
import { launch } from "./browser.mjs";
import { Report, languages, pages, serve } from "./site.mjs";

// Limits in bytes: a first answer of 14 kB arrives in one round trip.
const maxMedian = 14_000;
const maxSum = 50_000;
const maxScript = 4_000 + 400; // the deferred one and the theme's

const report = new Report();
await weigh(await serve({ extra: false }));
const summary = await watch(await serve());
report.end(summary);

async function weigh(address) {
  const export_ = await (await fetch(`${address}/api/v1/export.jsonl`)).text();
  const ids = export_.trim().split("\n").map((line) => JSON.parse(line).id);
  const html = [];
  const assets = new Map(); // address -> {type, bytes}
  for (const id of ids) {
    for (const lang of languages) {
      const path = `/${lang}/cases/${id}`;
      const page = await load(address + path);
      html.push({ path, bytes: page.bytes, encoding: page.encoding });
      for (const [url, type] of assetsOf((await (await fetch(address + path)).text()), address)) {
        if (!assets.has(url)) assets.set(url, { type, ...(await load(url)) });
      }
    }
  }
  html.sort((a, b) => a.bytes - b.bytes);
  const sum = (type) => [...assets.values()].filter((a) => a.type === type).reduce((n, a) => n + a.bytes, 0);
  const median = html[html.length >> 1];
  const largest = html.at(-1);
  const total = largest.bytes + sum("style") + sum("script");
  const row = (name, bytes, limit, note = "") => {
    console.log(`  ${name.padEnd(44)}${String(bytes).padStart(7)} B${limit ? `  of ${limit}` : ""}${note}`);
    if (limit && bytes > limit) report.fault("weight", `${name}: ${bytes} bytes, over ${limit}`);
  };
  row(`first HTML, median of ${html.length} case pages`, median.bytes, maxMedian, `  ${median.encoding}`);
  row("first HTML, largest", largest.bytes, undefined, `  ${largest.path}`);
  row("style sheets", sum("style"));
  row("scripts", sum("script"), maxScript);
  row("largest with style sheets and scripts", total, maxSum);
  for (const { path, encoding } of html.filter((h) => h.encoding !== "br").slice(0, 1)) report.fault(path, `is sent as ${encoding}, not br`);
}

// load asks as a browser does and counts the bytes of the body as they come.
function load(url) {
  return new Promise((done, failed) => {
    get(url, { headers: { "accept-encoding": "gzip, deflate, br" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk) => (bytes += chunk.length));
      answer.on("end", () => done({ bytes, encoding: answer.headers["content-encoding"] ?? "identity" }));
    }).on("error", failed);
  });
}

function assetsOf(text, address) {
  const found = [];
  const parser = new Parser({
    onopentag(name, a) {
      if (name === "link" && a.rel === "stylesheet") found.push([new URL(a.href, address).href, "style"]);
      if (name === "script" && a.src) found.push([new URL(a.src, address).href, "script"]);
    },
  });
  parser.end(text);
  return found;
}

async function watch(address) {
  const browser = await launch();
  const kinds = await pages(address);
  const tab = await browser.newPage();
  await tab.setCacheEnabled(false);
  await tab.evaluateOnNewDocument(observeShifts);
  let where; // the page that is being loaded
  let expected; // what the console says of a page that is an error
  tab.on("request", (r) => isElsewhere(r.url(), address) && report.fault(where, `asks for ${r.url()}`));
  tab.on("requestfailed", (r) => report.fault(where, `${r.url()} failed: ${r.failure()?.errorText}`));
  tab.on("pageerror", (e) => report.fault(where, `throws ${e.message}`));
  tab.on("console", (m) => {
    if (["error", "warn"].includes(m.type()) && !m.text().includes(expected)) report.fault(where, `the console says ${m.text()}`);
  });
  let states = 0;
  for (const { width, height } of [{ width: 360, height: 640 }, { width: 1280, height: 800 }]) {
    await tab.setViewport({ width, height });
    for (const { name, path, status } of kinds) {
      for (const lang of languages) {
        states++;
        where = `${name} (${lang}, ${width} px) ${path}`;
        expected = `status of ${status}`;
        await tab.goto(`${address}/${lang}${path}`, { waitUntil: "networkidle0" });
        for (const shift of await tab.evaluate(readShifts)) report.fault(where, `the layout shifts by ${shift.value}: ${shift.nodes.join(", ")}`);
      }
    }
  }
  await browser.close();
  return `weight: ${kinds.length} kinds of page, ${states} states loaded`;
}

function isElsewhere(url, address) {
  return /^(https?|wss?):/.test(url) && !url.startsWith(`${address}/`);
}

// Both run in the page.
function observeShifts() {
  window.shifts = [];
  window.shiftObserver = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()));
  window.shiftObserver.observe({ type: "layout-shift", buffered: true });
}

// readShifts scrolls to the end, so that what comes late is seen too.
async function readShifts() {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await frame();
  }
  window.shifts.push(...window.shiftObserver.takeRecords());
  return window.shifts.map((s) => ({ value: s.value, nodes: s.sources.map((n) => n.node?.outerHTML?.slice(0, 120) ?? n.node?.nodeName) }));
}
