// Crawls the whole site, in both languages and without prefix, under a base URL
// with a path, and holds of every page:
//   - each link inside the site answers 200 without a redirect, and stays below
//     the path of the base URL
//   - the part of a page that a link names (#part) is there
//   - its canonical address is its own; its alternates name one another
//   - it is in the sitemap, unless it is not to be indexed
//   - the links to other sites are http or https
// Pages without a query, and those that differ from them in the page number
// only, are followed; other addresses with a query are asked for, not followed.
//
//   node links.mjs
import { Parser } from "htmlparser2";
import { Report, serve } from "./site.mjs";

const connections = 4;
const prefix = "/library";
const address = await serve({ prefix });
const origin = new URL(address).origin;
const report = new Report();

// Addresses that a text for programs names, though they are not for GET.
const notForGet = new Set([`${address}/mcp`]);

// addressed are the attributes that hold an address.
const addressed = ["href", "src", "action", "poster", "data", "xlink:href"];

const seen = new Map(); // address without fragment -> what answered
const wanted = []; // fragments: {from, to, part}
const inSitemap = new Set();
const counts = { links: 0, external: new Set() };

const queue = [];
let busy = 0; // visits under way
const idle = []; // connections that wait for what those find
want(`${address}/`, "the start");
want(`${address}/sitemap.xml`, "the start");
want(`${address}/robots.txt`, "the start");
await Promise.all(Array.from({ length: connections }, work));
checkFragments();
checkAlternates();
checkSitemap();
const pages = [...seen.values()].filter((s) => s.html);
report.end(
  `links: ${seen.size} addresses answered (${pages.length} pages, ${pages.filter((p) => p.follow).length} of them followed), ` +
    `${counts.links} links, ${wanted.length} to parts of pages, ${counts.external.size} other addresses outside`,
);

// want queues an address that from links to, and notes the part that it names.
function want(target, from) {
  counts.links++;
  let url;
  try {
    url = new URL(target, from.startsWith("http") ? from : undefined);
  } catch {
    return report.fault(from, `links to ${target}, which is no address`);
  }
  if (url.protocol === "mailto:") return;
  if (url.protocol !== "http:" && url.protocol !== "https:") return report.fault(from, `links to ${target}`);
  if (url.origin !== origin) return counts.external.add(url.href);
  const part = decodeURIComponent(url.hash.slice(1));
  url.hash = "";
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return report.fault(from, `links to ${target}, which is not below ${prefix}`);
  if (part) wanted.push({ from, to: url.href, part });
  if (seen.has(url.href) || notForGet.has(url.href)) return;
  seen.set(url.href, { from, ids: new Set(), alternates: new Map() });
  queue.push(url.href);
}

async function work() {
  for (;;) {
    const next = queue.shift();
    if (next) {
      busy++;
      await visit(next);
      busy--;
      idle.splice(0).forEach((f) => f());
    } else if (busy > 0) {
      await new Promise((f) => idle.push(f));
    } else {
      return;
    }
  }
}

async function visit(url) {
  const page = seen.get(url);
  const answer = await ask(url);
  const type = answer.headers.get("content-type") ?? "";
  const text = /^(text|application)\//.test(type) ? await answer.text() : await answer.arrayBuffer().then(() => "");
  if (answer.status !== 200) {
    const where = answer.headers.get("location");
    report.fault(page.from, `links to ${url}, which answers ${answer.status}${where ? ` (to ${where})` : ""}`);
    return;
  }
  page.follow = follows(url);
  if (type.startsWith("text/html")) {
    page.html = true;
    readPage(url, text, page);
  } else if (page.follow) {
    const links = inText(text);
    if (/\/sitemap[^/]*\.xml$/.test(url)) links.forEach((link) => inSitemap.add(link));
    links.forEach((link) => want(link, url));
  }
}

// ask waits as long as a server that is asked too often tells it to.
async function ask(url) {
  for (;;) {
    const answer = await fetch(url, { redirect: "manual" });
    if (answer.status !== 429) return answer;
    await answer.arrayBuffer();
    await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("retry-after") || 1)));
  }
}

function follows(url) {
  return [...new URL(url).searchParams.keys()].every((key) => key === "page");
}

// inText finds the addresses of the site in a text for programs: without the
// escape that they have in XML, and with the blanks of templates filled in.
function inText(text) {
  const links = text.match(new RegExp(`${address}[^\\s"'<>()\`\\\\\\]]*`, "g")) ?? [];
  return links.map((link) => {
    const plain = link.replaceAll("&amp;", "&").replace(/[.,;:]$/, "");
    return plain.replace("{searchTerms}", "cache").replace("{startPage?}", "1");
  });
}

function readPage(url, text, page) {
  const links = [];
  let data = false; // inside JSON-LD
  const parser = new Parser({
    ontext: (text) => data && links.push(...inText(text)),
    onclosetag: () => (data = false),
    onopentag(name, a) {
      data = a.type === "application/ld+json";
      if (a.id) page.ids.add(a.id);
      if (name === "meta" && /^(og:(image|url)|twitter:image)$/.test(a.property ?? a.name ?? "")) links.push(a.content);
      if (name === "meta" && a.name === "robots" && a.content.includes("noindex")) page.hidden = true;
      if (name === "link" && a.rel === "canonical") page.canonical = a.href;
      if (name === "link" && a.rel === "alternate" && a.hreflang) page.alternates.set(a.hreflang, a.href);
      for (const key of addressed) if (a[key] !== undefined) links.push(a[key]);
      for (const candidate of (a.srcset ?? "").split(",").filter((s) => s.trim())) links.push(candidate.trim().split(/\s+/)[0]);
    },
  });
  parser.end(text);
  for (const link of links) {
    if (page.follow) want(link, url);
    else if (link.startsWith("#")) wanted.push({ from: url, to: url, part: decodeURIComponent(link.slice(1)) });
  }
  if (page.canonical !== url) report.fault(url, `names ${page.canonical} as its canonical address`);
}

function checkFragments() {
  for (const { from, to, part } of wanted) {
    const page = seen.get(to);
    if (page?.html && !page.ids.has(part)) report.fault(from, `links to #${part} of ${to}, which has no such part`);
  }
}

// checkAlternates holds that the three forms of a page name the same three, the
// page itself among them.
function checkAlternates() {
  const named = (page) => [...page.alternates].map((pair) => pair.join(" ")).sort().join(", ");
  for (const [url, page] of seen) {
    if (!page.html) continue;
    if ([...page.alternates.keys()].sort().join() !== "en,ko,x-default") report.fault(url, `has the alternates ${[...page.alternates.keys()]}`);
    if (![...page.alternates.values()].includes(url)) report.fault(url, "is not among its alternates");
    for (const other of page.alternates.values()) {
      const there = seen.get(other);
      if (there?.html && named(there) !== named(page)) report.fault(url, `and its alternate ${other} name different alternates`);
      if (!there && page.follow) report.fault(url, `its alternate ${other} was not linked`);
    }
  }
}

function checkSitemap() {
  for (const [url, page] of seen) {
    if (page.html && !page.hidden && !new URL(url).search && !inSitemap.has(url)) report.fault(url, "is not in the sitemap");
  }
}
