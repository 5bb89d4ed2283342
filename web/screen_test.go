package web_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// bilingual is a text of the API.
type bilingual struct{ EN, KO string }

func (b bilingual) in(lang string) string {
	if lang == "ko" {
		return b.KO
	}
	return b.EN
}

// longestCases gives the ids of the cases whose answers are the longest texts
// in a language.
func longestCases(t *testing.T, s site, lang string, n int) []string {
	t.Helper()
	type step struct{ Text bilingual }
	var all []string
	length := map[string]int{}
	d := json.NewDecoder(s.get("/api/v1/export.jsonl").Body)
	for d.More() {
		var c struct {
			ID                 string
			Title              bilingual
			RootCauseText      bilingual `json:"root_cause_text"`
			Remediation, Tried []step
		}
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c.ID)
		length[c.ID] = 2*len(c.Title.in(lang)) + len(c.RootCauseText.in(lang))
		for _, steps := range [][]step{c.Remediation, c.Tried} {
			if len(steps) > 0 {
				length[c.ID] += len(steps[0].Text.in(lang))
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(length[b], length[a]) })
	return all[:n]
}

// TestACaseAnswersWithinOneScreen measures where the answers end: what happened
// (the title), how long, why, what fixed it and what did not.
func TestACaseAnswersWithinOneScreen(t *testing.T) {
	base := openSite(t)
	s := newSite(t, base)
	for _, screen := range [][2]int{{360, 640}, {1280, 800}} {
		b := newTab(t, testkit.Viewport(screen[0], screen[1]))
		for _, lang := range []string{"en", "ko"} {
			for _, id := range longestCases(t, s, lang, 6) {
				b.open(base + "/" + lang + "/cases/" + id)
				bottoms := eval[map[string]int](b, `Object.fromEntries(["h1", ".spans", "[data-row=cause]", "[data-row=worked]", "[data-row=tried]"]
					.map(s => [s, Math.round(document.querySelector(s)?.getBoundingClientRect().bottom ?? 0)]))`)
				for what, bottom := range bottoms {
					if bottom > screen[1] {
						t.Errorf("%s in %s at %d×%d: %s ends at %d", id, lang, screen[0], screen[1], what, bottom)
					}
				}
				if bottoms["h1"] == 0 || bottoms["[data-row=cause]"] == 0 || bottoms["[data-row=worked]"] == 0 {
					t.Errorf("%s: an answer is missing: %v", id, bottoms)
				}
			}
		}
	}
}

// textSpacing is what a reader may set (WCAG 2.2, success criterion 1.4.12).
const textSpacing = `(() => {
	const s = new CSSStyleSheet()
	s.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }")
	document.adoptedStyleSheets = [s]
})()`

// TestWideTextSpacingScrollsAndCutsNothing looks at pages on a narrow screen
// with the text spacing that readers may set.
func TestWideTextSpacingScrollsAndCutsNothing(t *testing.T) {
	base := openSite(t)
	b := newTab(t, testkit.Viewport(320, 800))
	for _, path := range []string{"/", "/cases?view=detailed&per_page=100", "/cases/IL-0136", "/cases/IL-1024", "/causes", "/causes/deploy-rollout", "/orgs", "/api", "/about", "/nowhere"} {
		for _, lang := range []string{"en", "ko"} {
			b.open(base + "/" + lang + path)
			eval[any](b, textSpacing)
			wide := eval[[]string](b, `document.documentElement.scrollWidth <= innerWidth ? [] :
				[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e => e.outerHTML.slice(0, 120))`)
			if len(wide) > 0 {
				t.Errorf("/%s%s scrolls sideways: %s", lang, path, wide)
			}
			cut := eval[[]string](b, `[...document.querySelectorAll("body *")].filter(e => {
				const c = getComputedStyle(e)
				return /hidden|clip/.test(c.overflowX + c.overflowY) && !e.closest(".unseen, .find, svg") &&
					e.offsetWidth > 0 && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
			}).slice(0, 3).map(e => e.outerHTML.slice(0, 120))`)
			if len(cut) > 0 {
				t.Errorf("/%s%s cuts text: %s", lang, path, cut)
			}
		}
	}
}

// TestHeaderKeepsItsRows: on a phone the name, the search, the theme and the
// language stand in one row.
func TestHeaderKeepsItsRows(t *testing.T) {
	base := openSite(t)
	for _, width := range []int{320, 360, 390} {
		b := newTab(t, testkit.Viewport(width, 640))
		for _, lang := range []string{"en", "ko"} {
			b.open(fmt.Sprint(base, "/", lang, "/cases/IL-0136"))
			b.until(`document.querySelector(".theme button")`)
			tops := eval[[]int](b, `[".brand", ".find-open", ".theme button", ".langs a:not([aria-current])"].map(s => {
				const r = document.querySelector(s).getBoundingClientRect(); return Math.round(r.top + r.height / 2) })`)
			for _, y := range tops {
				if y < tops[0]-4 || y > tops[0]+4 {
					t.Errorf("%s at %d px: brand, search, theme and language stand at %v", lang, width, tops)
					break
				}
			}
		}
	}
}

// TestHeaderOnAPhoneIsPressedWithAFinger: what the header holds is at least 24
// pixels wide and high (WCAG 2.2, success criterion 2.5.8) and clear of each
// other, and the language switch leads to the same page in the other language.
func TestHeaderOnAPhoneIsPressedWithAFinger(t *testing.T) {
	base := openSite(t)
	const faults = `(() => {
		const box = e => e.getBoundingClientRect(), name = e => e.textContent.trim() || e.getAttribute("aria-label")
		const seen = [...document.querySelectorAll("header.site :is(a, button)")].filter(e => e.getClientRects().length && e.checkVisibility({ visibilityProperty: true }))
		return seen.flatMap((e, i) => {
			const r = box(e), out = []
			if (r.width < 24 || r.height < 24) out.push(name(e) + " is " + r.width + "×" + r.height)
			if (r.left < 0 || r.right > innerWidth) out.push(name(e) + " leaves the screen")
			for (const other of seen.slice(0, i)) {
				const o = box(other)
				if (r.left < o.right && o.left < r.right && r.top < o.bottom && o.top < r.bottom) out.push(name(e) + " lies over " + name(other))
			}
			return out
		}).concat(seen.length < 8 ? ["only " + seen.length + " can be seen"] : [])
	})()`
	withAndWithoutScript(t, func(t *testing.T, options ...testkit.BrowserOption) {
		b := newTab(t, append(options, testkit.Viewport(360, 640))...)
		for lang, other := range map[string]string{"en": "ko", "ko": "en"} {
			for _, path := range []string{"/", "/cases?cause=deploy-rollout", "/cases/IL-0136"} {
				b.open(base + "/" + lang + path)
				for _, fault := range eval[[]string](b, faults) {
					t.Errorf("/%s%s: %s", lang, path, fault)
				}
				b.click(`header .langs a:not([aria-current])`, "/"+other+path)
				if got := eval[string](b, "document.documentElement.lang"); got != other {
					t.Errorf("the switch of /%s%s leads to a page in %q", lang, path, got)
				}
			}
		}
	})
}
