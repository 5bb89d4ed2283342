// Runs Lighthouse as on a phone, three times for each page, and holds the median
// of each score. The processor is taken to be four times as fast as a phone's,
// which holds from a benchmark index of about 1500: with a lower one a page seems
// to block for longer than it would (docs/throttling.md of Lighthouse).
//
//   node lighthouse.mjs [PART OF A PAGE'S NAME]
import lighthouse from "lighthouse";
import { launch } from "./browser.mjs";
import { Report, languages, pages, serve } from "./site.mjs";

const runs = 3;
const least = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const audited = ["home", "list", "search, Korean", "case, much", "case, median", "stats"];

const address = await serve({ extra: false });
const browser = await launch();
const report = new Report();
const port = Number(new URL(browser.wsEndpoint()).port);
const power = []; // the benchmark index of each run
const kinds = (await pages(address)).filter((p) => audited.includes(p.name) && p.name.includes(process.argv[2] ?? ""));

console.log(`${"".padEnd(22)}${Object.keys(least).map((c) => c.padStart(16)).join("")}     LCP ms     TBT ms       CLS`);
for (const { name, path } of kinds) {
  for (const lang of languages) await audit(`${name} (${lang})`, `${address}/${lang}${path}`);
}
await browser.close();
report.end(`lighthouse: ${kinds.length * languages.length} pages, ${runs} runs each, benchmark index ${Math.min(...power)} to ${Math.max(...power)}, median ${median(power)}`);

async function audit(name, url) {
  const results = [];
  for (let i = 0; i < runs; i++) {
    const result = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: Object.keys(least) });
    if (result.lhr.runtimeError) throw new Error(`${url}: ${result.lhr.runtimeError.message}`);
    results.push(result.lhr);
    power.push(result.lhr.environment.benchmarkIndex);
  }
  const scores = {};
  for (const category of Object.keys(least)) scores[category] = median(results.map((r) => Math.round(r.categories[category].score * 100)));
  const figure = (id) => median(results.map((r) => r.audits[id].numericValue));
  console.log(
    `${name.padEnd(22)}${Object.values(scores).map((s) => String(s).padStart(16)).join("")}` +
      `${figure("largest-contentful-paint").toFixed(0).padStart(11)}${figure("total-blocking-time").toFixed(0).padStart(11)}${figure("cumulative-layout-shift").toFixed(3).padStart(10)}`,
  );
  for (const [category, limit] of Object.entries(least)) {
    if (scores[category] < limit) report.fault(name, `${category} ${scores[category]}, less than ${limit}: ${reasons(results, category)}`);
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

// reasons names the audits that took from a score, from the run with the least.
function reasons(results, category) {
  const worst = results.toSorted((a, b) => a.categories[category].score - b.categories[category].score)[0];
  const lost = worst.categories[category].auditRefs.filter((ref) => ref.weight > 0 && (worst.audits[ref.id].score ?? 1) < 1);
  return lost.map((ref) => `${ref.id} (${worst.audits[ref.id].displayValue || worst.audits[ref.id].title})`).join(", ");
}
