// What script adds to pages that work without it. It makes its controls itself,
// so that a page without script has none that do nothing; the words come from
// the script element. Room for them is kept by the style sheet.
"use strict"
{
  const words = document.currentScript.dataset
  const all = selector => [...document.querySelectorAll(selector)]
  const one = selector => document.querySelector(selector)

  function make(name, properties, ...children) {
    const e = Object.assign(document.createElement(name), properties)
    e.append(...children)
    return e
  }

  const button = (text, onclick) => make("button", { type: "button", onclick }, text)

  // Settings outlive the page where the browser lets them.
  const kept = {
    get(name) { try { return localStorage["il-" + name] ?? "" } catch { return "" } },
    set(name, value) { try { localStorage["il-" + name] = value } catch { /* this page only */ } },
  }

  // say tells a screen reader what happened.
  const live = make("p", { className: "unseen" })
  live.setAttribute("role", "status")
  document.body.append(live)
  function say(text) {
    live.textContent = ""
    setTimeout(() => { live.textContent = text }, 50)
  }

  // Theme: each press shows the next one, beginning with the one that is not
  // seen now.
  function themeSwitch(slot) {
    let theme = document.documentElement.dataset.theme
    const b = button("", () => {
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
      const other = system == "dark" ? "light" : "dark"
      theme = { "": other, [other]: system, [system]: "" }[theme]
      kept.set("theme", theme)
      show()
      say(b.title)
    })
    function show() {
      setTheme(theme)
      b.title = { light: words.themeLight, dark: words.themeDark }[theme] ?? words.themeSystem
      b.setAttribute("aria-label", b.title)
    }
    const follow = () => { theme = kept.get("theme"); show() }
    addEventListener("storage", follow) // changed in another tab
    addEventListener("pageshow", e => { if (e.persisted) follow() })
    show()
    slot.append(b)
  }

  // copy puts text on the clipboard; where the browser refuses (a page without
  // TLS), through a selection.
  async function copy(text, b, done) {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      const field = make("textarea", { value: text, className: "unseen" })
      b.after(field)
      field.focus({ preventScroll: true })
      field.select()
      const copied = document.execCommand("copy")
      field.remove()
      b.focus({ preventScroll: true })
      if (!copied) return say(words.copyFailed)
    }
    say(done)
    b.dataset.done = ""
    setTimeout(() => delete b.dataset.done, 2000)
  }

  function copyCommand(code) {
    const text = code.textContent
    const b = button(words.copy, () => copy(text, b, words.copied))
    b.className = "copy"
    b.setAttribute("aria-label", `${words.copy}: ${text.slice(0, 40)}`)
    code.after(b)
  }

  // Share: the link, and a text for chat tools.
  function share(place) {
    const { text } = place.dataset
    const url = place.querySelector("a").href
    const link = button(words.copyLink, () => copy(url, link, words.linkCopied))
    const send = navigator.share
      ? button(words.share, () => navigator.share({ text, url }).catch(() => {}))
      : button(words.copyText, () => copy(`${text}\n${url}`, send, words.copied))
    place.append(link, send)
  }

  // The contents list follows the reader.
  function follow(nav) {
    const links = new Map()
    for (const a of nav.querySelectorAll("a")) links.set(document.getElementById(a.hash.slice(1)), a)
    let current
    function mark() {
      const line = innerHeight / 3
      let now = [...links.keys()].findLast(s => s.getBoundingClientRect().top < line)
      if (innerHeight + scrollY >= document.documentElement.scrollHeight - 2) now = [...links.keys()].at(-1)
      if (now == current) return
      links.get(current)?.removeAttribute("aria-current")
      current = now
      const a = links.get(now)
      if (!a) return
      a.setAttribute("aria-current", "location")
      nav.scrollTop = a.offsetTop - nav.clientHeight / 2
    }
    const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66%", threshold: [0, 1] })
    for (const s of links.keys()) observer.observe(s)
    addEventListener("scrollend", mark) // the last sections never reach the line
  }

  // Keys.
  const keys = {
    "/": [words.keySearch, search],
    "[": [words.keyPrevious, () => go("prev")],
    "]": [words.keyNext, () => go("next")],
    "?": [words.keyList, list],
  }

  function search() {
    const field = one("#q") ?? one("#find-q")
    if (!field) return
    if (!field.checkVisibility()) field.form.showPopover()
    field.focus()
    field.select()
  }

  function go(rel) { one(`main a[rel=${rel}]`)?.click() }

  let dialog
  function list() {
    dialog ??= makeDialog()
    dialog.showModal()
  }

  function makeDialog() {
    const rows = Object.entries(keys).map(([key, [text]]) =>
      make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)))
    const on = make("input", { type: "checkbox", checked: kept.get("keys") != "off" })
    on.onchange = () => kept.set("keys", on.checked ? "" : "off")
    const d = make("dialog", { className: "keys" },
      make("h2", { id: "keys" }, words.keys),
      make("dl", {}, ...rows),
      make("label", {}, on, " " + words.keysOn),
      button(words.close, () => d.close()))
    d.setAttribute("aria-labelledby", "keys")
    d.onclick = e => { if (e.target == d) d.close() }
    document.body.append(d)
    return d
  }

  addEventListener("keydown", e => {
    const key = keys[e.key]
    if (!key || e.defaultPrevented || e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.isComposing || e.keyCode == 229) return
    if (kept.get("keys") == "off" || one("dialog[open]")) return
    if (e.composedPath()[0].closest?.("input, textarea, select, [contenteditable]")) return
    e.preventDefault()
    key[1]()
  })

  // The controls are added in a task of their own: this one ends with laying out
  // the page, and together they would hold up a press for longer.
  setTimeout(() => {
    all(".theme").forEach(themeSwitch)
    all("pre > code").forEach(copyCommand)
    all(".share").forEach(share)
    all(".contents").forEach(follow)
    for (const rel of ["prev", "next"]) one(`main a[rel=${rel}]`)?.setAttribute("aria-keyshortcuts", rel == "prev" ? "[" : "]")
    all(".keys-slot").forEach(slot => slot.append(button(words.keys, list)))
  })
}
