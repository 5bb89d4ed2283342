// Searches and filters the list of all cases on a copy of the site that has no
// server. It only looks up: what each word finds was searched for when the copy
// was made. The steps below do what package search does with one word.
(() => {
  const form = document.getElementById("lookup");
  const years = document.getElementById("years");
  const found = document.getElementById("found");
  const heading = document.getElementById("found-count");
  const list = found.querySelector("ol");
  const rows = [...years.querySelectorAll(".case-row")]; // the newest is 0
  const homes = rows.map((row) => row.parentNode);
  const ids = new Map(rows.map((row, at) => [row.querySelector(".id").textContent, at]));
  const { index, shards } = form.dataset;

  const files = new Map();
  const load = (name) => {
    if (!files.has(name)) {
      files.set(name, fetch(index + name + ".json").then((r) => (r.ok ? r.json() : Promise.reject(new Error(r.status)))));
    }
    return files.get(name);
  };

  const HANGUL = /^[가-힣]/;
  const fold = (word) => word.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase().normalize("NFC");

  // M. F. Porter, "An algorithm for suffix stripping", 1980.
  const C = "[^aeiou](?:[^aeiouy])*", V = "[aeiouy][aeiou]*";
  const S = `^(?:${C}|(?!y))`; // a y at the start is a consonant
  const m0 = new RegExp(S + V + C), m1 = new RegExp(`${S}${V}${C}(?:${V})?$`), m2 = new RegExp(S + V + C + V + C);
  const hasVowel = (w) => /[aeiou]/.test(w) || w.lastIndexOf("y") > 0;
  const cvc = new RegExp(`^${C}[aeiouy][^aeiouwxy]$`);
  const STEP2 = "ational ate tional tion enci ence anci ance izer ize logi log bli ble alli al entli ent eli e ousli ous ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble".split(" ");
  const STEP3 = "icate ic ative  alize al iciti ic ical ic ful  ness ".split(" ");
  const STEP4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;
  const replace = (w, rules) => {
    for (let i = 0; i < rules.length; i += 2) {
      if (w.endsWith(rules[i])) {
        const stem = w.slice(0, -rules[i].length);
        return m0.test(stem) ? stem + rules[i + 1] : w;
      }
    }
    return w;
  };
  const porter = (w) => {
    if (w.length < 3 || w.length > 64) return w;
    if (w.endsWith("sses") || (w.endsWith("ies") && w.length > 3)) w = w.slice(0, -2);
    else if (w.endsWith("s") && !w.endsWith("ss")) w = w.slice(0, -1);
    let past;
    if (w.length > 3 && w.endsWith("eed")) {
      if (m0.test(w.slice(0, -3))) w = w.slice(0, -1);
    } else if ((past = /^(.+)(?:ed|ing)$/.exec(w)) && hasVowel(past[1])) {
      w = past[1];
      if (/(?:at|bl|iz)$/.test(w)) w += "e";
      else if (/([^aeioulsz])\1$/.test(w)) w = w.slice(0, -1);
      else if (m1.test(w) && cvc.test(w)) w += "e";
    }
    if (w.endsWith("y") && hasVowel(w.slice(0, -1))) w = w.slice(0, -1) + "i";
    w = replace(replace(w, STEP2), STEP3);
    const end = STEP4.exec(w);
    if (end && m2.test(end[1])) w = end[1];
    if (w.endsWith("e")) {
      const stem = w.slice(0, -1);
      if (m2.test(stem) || (m1.test(stem) && !cvc.test(stem))) w = stem;
    }
    return w.endsWith("ll") && m2.test(w.slice(0, -1)) ? w.slice(0, -1) : w;
  };
  // A stem of two letters keeps its e: one is not on.
  const stemmed = (w) => {
    const stem = porter(w);
    return stem.length === 2 && (w.startsWith(stem + "e") || w === stem + "ing") ? stem + "e" : stem;
  };

  // A Hangul word without its particles and endings.
  const noun = (word, { endings, kept, single }) => {
    const mayStand = (group, rest) => {
      const before = rest[rest.length - 1];
      if (group.syllables) return group.syllables.includes(before);
      return !group.finals || group.finals.includes((before.charCodeAt(0) - 0xac00) % 28);
    };
    const strip = (w, allowed) => {
      for (;;) {
        if (w.length < 2 || kept.some((k) => w.endsWith(k) && k.length > 1)) return w;
        let rest = w;
        for (let n = Math.min(5, w.length - 1); n > 0 && rest === w; n--) {
          const text = w.slice(-n), before = w.slice(0, -n);
          if (allowed(before, text) && endings.some((g) => g.texts.includes(text) && mayStand(g, before))) rest = before;
        }
        if (rest === w) return w;
        w = rest;
      }
    };
    const one = strip(word, (rest, text) => single.includes(text));
    return one.length === 1 && one !== word ? one : strip(word, (rest) => rest.length > 1);
  };

  const shard = (word) => {
    word = fold(word);
    let h = 2166136261;
    for (let i = 0; i < Math.min(HANGUL.test(word) ? 1 : 2, word.length); i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
    return (h >>> 0) % shards;
  };
  const find = async (word) => {
    const { words, finds } = await load(shard(word));
    return Object.hasOwn(words ?? {}, word) ? finds[words[word]] : null;
  };
  const both = (lists) => lists.reduce((a, b) => a.filter((at) => b.includes(at)));

  // The cases that a word finds, best first.
  const look = async (word, korean) => {
    const isHangul = HANGUL.test(word);
    for (const form of new Set([word, fold(word), isHangul ? noun(word, korean) : stemmed(fold(word))])) {
      const cases = await find(form);
      if (cases) return cases;
    }
    // A word that no report has like this: by its parts.
    const stem = isHangul ? noun(word, korean) : word;
    const parts = (word.match(/[가-힣]+|(?:(?![가-힣])[\p{L}\p{N}\p{M}])+/gu) ?? []).filter((part, at) => !at || !korean.endings.some((g) => g.texts.includes(part)));
    if (parts.length > 1 || (parts.length && parts[0] !== word)) return both(await Promise.all(parts.map((part) => look(part, korean))));
    if (!/^[가-힣]{3,}$/.test(stem)) return [];
    const pairs = [...stem].slice(1).map((second, at) => stem[at] + second);
    return both(await Promise.all(pairs.map(async (pair) => (await find(pair)) ?? [])));
  };

  // The cases that have every word, those first that come first for each.
  const search = async (text, { stops, korean }) => {
    const typed = text.normalize("NFC").split(/\s+/).map((w) => w.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")).filter(Boolean).slice(0, 16);
    const telling = typed.filter((w) => !stops.includes(fold(w)));
    const lists = await Promise.all((telling.length ? telling : typed).map((w) => look(w, korean)));
    if (!lists.length) return [];
    const places = new Map(both(lists).map((at) => [at, lists.reduce((sum, cases) => sum + cases.indexOf(at), 0)]));
    const cases = [...places.keys()].sort((a, b) => places.get(a) - places.get(b) || a - b);
    const id = /^(?:il[-_ ]?)?0*(\d{1,6})$/i.exec(text.trim());
    const named = id && ids.get("IL-" + id[1].padStart(4, "0"));
    return named == null ? cases : [named, ...cases.filter((at) => at !== named)];
  };

  // What the address asks for: after "?" from a form, after "#" from a link.
  const asked = () => {
    const all = new URLSearchParams(location.search);
    const query = location.hash.slice(1);
    if (/^[a-z_]+=/.test(query)) new URLSearchParams(query).forEach((value, name) => all.append(name, value));
    return all;
  };

  const days = rows.map((row) => row.querySelector("time").dateTime);
  const firstDay = (date) => date + "0000-01-01".slice(date.length); // of a year or month its first

  const filter = (cases, all, { any, facets }) => {
    const from = all.get("from") ?? "", to = all.get("to") ?? "";
    cases = cases.filter((at) => firstDay(days[at]) >= firstDay(from) && firstDay(days[at]).slice(0, to.length) <= to);
    for (const [name, values] of Object.entries(facets)) {
      const chosen = all.getAll(name).filter(Boolean).map((value) => new Set(values[value] ?? []));
      if (chosen.length) cases = cases.filter((at) => (any.includes(name) ? chosen.some((s) => s.has(at)) : chosen.every((s) => s.has(at))));
    }
    return cases;
  };

  let turn = 0; // of show: what is asked for last is shown
  const show = async () => {
    const mine = ++turn;
    const all = asked();
    const text = (all.get("q") ?? "").trim();
    form.elements.q.value = text;
    for (const select of form.querySelectorAll("select")) select.value = all.get(select.name) ?? "";
    rows.forEach((row, at) => homes[at].append(row));
    const chosen = [...form.querySelectorAll("select")].some((s) => all.getAll(s.name).some(Boolean));
    const dated = all.get("from") || all.get("to");
    found.hidden = !text && !chosen && !dated;
    years.hidden = !found.hidden;
    form.querySelector("details").open = chosen;
    if (found.hidden) return;
    found.ariaBusy = "true";
    let cases = [], { failed: words } = form.dataset;
    try {
      const common = await load("common");
      cases = filter(text ? await search(text, common) : [...rows.keys()], all, common);
      words = cases.length ? form.dataset.found.replace("{n}", () => cases.length) : form.dataset.nothing.replace("{q}", () => text);
    } catch {
      files.clear(); // what could not be loaded is tried again
    }
    if (mine !== turn) return;
    list.replaceChildren(...cases.map((at) => rows[at]));
    heading.textContent = words;
    found.ariaBusy = "false";
  };

  form.addEventListener("formdata", (e) => {
    for (const name of new Set(e.formData.keys())) if (!e.formData.get(name)) e.formData.delete(name);
  });
  addEventListener("hashchange", show);
  form.hidden = false;
  show();
})();
