// The theme, before the first paint: light, dark or "" (system).
function setTheme(t) {
  document.documentElement.dataset.theme = t
  document.querySelectorAll("[name=theme-color]").forEach((m, i) => {
    let s = ["light", "dark"][i]
    m.media = t ? (t == s ? "all" : "not all") : `(prefers-color-scheme:${s})`
  })
}
try { setTheme(localStorage["il-theme"] ?? "") } catch { setTheme("") }
