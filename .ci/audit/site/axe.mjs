// Runs axe-core on every kind of page, in both languages, both themes and at
// two widths, with all that is folded open. Any violation is a fault, best practices included.
//
//   node axe.mjs [PART OF A PAGE'S NAME]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { launch } from "./browser.mjs";
import { Report, languages, pages, serve } from "./site.mjs";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const views = [1280, 360].flatMap((width) => ["light", "dark"].map((scheme) => ({ width, scheme })));
const rules = { "target-size": { enabled: true } }; // WCAG 2.2, off by default

const address = await serve();
const browser = await launch();
const report = new Report();
const kinds = (await pages(address)).filter((p) => p.name.includes(process.argv[2] ?? ""));
const unsure = new Map(); // rule -> places that axe could not judge
let states = 0;

const tab = await browser.newPage();
for (const { name, path, status } of kinds) {
  for (const lang of languages) {
    const answer = await tab.goto(`${address}/${lang}${path}`, { waitUntil: "load" });
    if (answer.status() !== status) report.fault(`${name} (${lang})`, `${path} answers ${answer.status()}, not ${status}`);
    await tab.waitForSelector(".theme button"); // which script adds once the page has loaded
    await tab.evaluate(source);
    await tab.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    for (const { width, scheme } of views) {
      await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await tab.setViewport({ width, height: 900 });
      await audit(`${name} (${lang}, ${scheme}, ${width} px)`, path);
    }
  }
}
for (const [rule, { count, where }] of unsure) console.log(`not judged: ${rule}, ${count} times, first on ${where}`);
await browser.close();
report.end(`axe: ${kinds.length} kinds of page, ${states} states`);

async function audit(where, path) {
  states++;
  const found = await tab.evaluate((options) => axe.run(document, options), { rules, resultTypes: ["violations", "incomplete"] });
  for (const { id, help, nodes } of found.violations) {
    const examples = nodes.slice(0, 3).map((n) => `${n.target.join(" ")} ${n.failureSummary.split("\n").slice(1).join(";").trim()}`);
    report.fault(where, `${path}: ${id}: ${help}, ${nodes.length} times:\n    ${examples.join("\n    ")}`);
  }
  for (const { id, nodes } of found.incomplete) {
    const seen = unsure.get(id) ?? { count: 0, where: `${where}: ${nodes[0].target.join(" ")} ${nodes[0].any[0]?.message ?? ""}` };
    seen.count += nodes.length;
    unsure.set(id, seen);
  }
}
