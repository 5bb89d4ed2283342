package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// measureDrawings returns what is wrong with each drawing of a page, as a
// browser lays it out: words or shapes that overlap, a pole through words, and
// what leaves the picture.
const measureDrawings = `[...document.querySelectorAll("main svg")].flatMap(svg => {
  const box = e => { const b = e.getBoundingClientRect(); return {l: b.left, r: b.right, t: b.top, b: b.bottom, what: e.textContent.trim().replace(/\s+/g, " ") || e.getAttribute("class")} }
  const meet = (a, b) => a.l < b.r - .5 && b.l < a.r - .5 && a.t < b.b - .5 && b.t < a.b - .5
  const frame = box(svg), out = [], say = s => out.push(svg.dataset.case + ": " + s)
  const words = [...svg.querySelectorAll("text")].map(box), shapes = [...svg.querySelectorAll("g[class]")].map(box)
  const all = words.concat(shapes), poles = [...svg.querySelectorAll(".pole")].map(box)
  all.forEach((a, i) => {
    if (a.l < frame.l - .5 || a.r > frame.r + .5 || a.t < frame.t - .5 || a.b > frame.b + .5) say(a.what + " leaves the picture")
    all.slice(i + 1).forEach(b => { if (meet(a, b)) say(a.what + " overlaps " + b.what) })
  })
  words.forEach(w => poles.forEach(p => { if (p.l > w.l + .5 && p.l < w.r - .5 && meet(w, {...p, l: p.l - 1, r: p.r + 1})) say("a pole crosses " + w.what) }))
  return out
})`

// TestTimelinesAreLegible lays out the drawing of every case, in both languages,
// in a real browser and measures it.
func TestTimelinesAreLegible(t *testing.T) {
	base := openSite(t)
	s := newSite(t, base)
	files, err := data.FS.ReadDir("cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ko"} {
		b := newTab(t, testkit.AcceptLanguage(lang))
		b.open(base + "/" + lang + "/cases/IL-0136")
		var figures strings.Builder
		drawn := 0
		for _, f := range files {
			id := strings.TrimSuffix(f.Name(), ".yaml")
			_, rest, ok := strings.Cut(body(t, s.get("/"+lang+"/cases/"+id)), `<figure class="timeline"><svg `)
			if !ok {
				continue
			}
			picture, _, _ := strings.Cut(rest, "</figure>")
			fmt.Fprintf(&figures, `<figure class="timeline"><svg data-case="%s/%s" %s</figure>`, lang, id, picture)
			drawn++
		}
		html, err := json.Marshal(figures.String())
		if err != nil {
			t.Fatal(err)
		}
		if n := eval[int](b, fmt.Sprintf(`document.querySelector("main").innerHTML = %s, document.querySelectorAll("main svg").length`, html)); n != drawn || n < 50 {
			t.Fatalf("%s: %d drawings of %d cases, %d are laid out", lang, drawn, len(files), n)
		}
		for _, fault := range eval[[]string](b, measureDrawings) {
			t.Error(fault)
		}
	}
}
