package web_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// TestAListShowsItsCasesWithoutScrolling holds how many whole rows stand in the
// first screen.
func TestAListShowsItsCasesWithoutScrolling(t *testing.T) {
	base := openSite(t)
	const whole = `[...document.querySelectorAll(".case-row")].filter(r => r.getBoundingClientRect().bottom <= innerHeight).length`
	for _, x := range []struct{ width, height, list, found int }{
		{1280, 800, 8, 6},
		{360, 640, 2, 1},
	} {
		b := newTab(t, testkit.Viewport(x.width, x.height))
		for lang, text := range map[string]string{"en": "retry storm", "ko": "재시도 폭풍"} {
			for path, least := range map[string]int{"/cases": x.list, "/cases?q=" + url.QueryEscape(text): x.found} {
				b.open(base + "/" + lang + path)
				if n := eval[int](b, whole); n < least {
					t.Errorf("/%s%s at %d×%d shows %d whole rows, want at least %d", lang, path, x.width, x.height, n, least)
				}
			}
		}
	}
}

// TestARowIsTwoLines: on a desk no date, organisation or cause takes a second
// line, not even where only the day of the report is known, and no cause is cut.
func TestARowIsTwoLines(t *testing.T) {
	base := openSite(t)
	const faults = `[...document.querySelectorAll(".case-row")].flatMap(row => {
		const id = row.querySelector(".id").textContent, facts = row.querySelector(".row-facts"), cause = facts.querySelector(".cause"), out = []
		if (row.querySelector("h3").clientHeight > 30 || facts.clientHeight > 30) out.push(id + " takes more than two lines")
		if (cause && cause.scrollWidth > cause.clientWidth) out.push(id + " cuts " + cause.textContent)
		for (const e of facts.querySelectorAll(":scope > a")) if (e.scrollWidth > e.clientWidth && !e.title) out.push(id + " cuts " + e.textContent)
		return out
	})`
	b := newTab(t, testkit.Viewport(1280, 800))
	for _, path := range []string{"/en/cases?per_page=100", "/ko/cases?per_page=100", "/en/domains/aws", "/ko/domains/aws"} {
		b.open(base + path)
		if strings.Contains(path, "per_page") && eval[int](b, `document.querySelectorAll(".report").length`) == 0 {
			t.Fatal("no case is dated by its report")
		}
		for _, fault := range eval[[]string](b, faults) {
			t.Errorf("%s: %s", path, fault)
		}
	}
}

// TestTheOrderAndTheViewStandInLines: at no width do the words above the rows
// break, or push the page wider than the screen.
func TestTheOrderAndTheViewStandInLines(t *testing.T) {
	base := openSite(t)
	const broken = `[...document.querySelectorAll(".choices li")].filter(li => li.getBoundingClientRect().height > 30).map(li => li.textContent)`
	b := newTab(t)
	for _, path := range []string{"/en/cases?q=dns", "/ko/cases?q=dns", "/en/cases?cause=config-change&severity=major"} {
		b.open(base + path)
		for width := int64(320); width <= 1040; width += 40 {
			if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(width, 800)); err != nil {
				t.Fatal(err)
			}
			if words := eval[[]string](b, broken); len(words) > 0 {
				t.Errorf("%s at %d px breaks %q", path, width, words)
			}
			if wide := eval[int64](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s at %d px is %d px wide", path, width, wide)
			}
			if far := eval[float64](b, `document.querySelector(".rows").getBoundingClientRect().top - document.querySelector(".choices").getBoundingClientRect().top`); far > 110 {
				t.Errorf("%s at %d px: the rows begin %.0f px below the choices", path, width, far)
			}
		}
	}
}

// TestARowShowsWhatOneCompares: date, organisation, severity, cause and time to
// resolve can be seen beside the title, within the row and clear of each other;
// what can be pressed is 24 pixels wide and high (WCAG 2.2, success criterion
// 2.5.8).
func TestARowShowsWhatOneCompares(t *testing.T) {
	base := openSite(t)
	const faults = `[...document.querySelectorAll(".case-row")].flatMap(row => {
		const box = e => e.getBoundingClientRect(), out = [], all = box(row)
		const seen = [...row.querySelectorAll("h3 a, .row-facts > *")].filter(e => box(e).width > 0)
		for (const e of seen) {
			const r = box(e), what = e.textContent.trim().replace(/\s+/g, " ")
			if (r.left < all.left - .5 || r.right > all.right + .5 || r.top < all.top || r.bottom > all.bottom) out.push(what + " leaves its row")
			if (e.matches("a") && (r.width < 24 || r.height < 24)) out.push(what + " is " + r.width + "×" + r.height)
			for (const other of seen.slice(0, seen.indexOf(e))) {
				const o = box(other)
				if (r.left < o.right - .5 && o.left < r.right - .5 && r.top < o.bottom - 2 && o.top < r.bottom - 2) out.push(what + " lies over " + other.textContent.trim())
			}
		}
		return out
	})`
	// The facts of the rows that have all of them.
	const full = `[...document.querySelectorAll(".case-row:has(.severity):has(.took)")].map(row =>
		["h3 a", ".row-facts > time", ".row-facts > a:not(.term)", ".severity", ".cause", ".took time", ".took rect"].filter(s => !row.querySelector(s)?.getClientRects().length)).flat()`
	b := newTab(t)
	for _, lang := range []string{"en", "ko"} {
		b.open(base + "/" + lang + "/cases?per_page=100")
		if n := eval[int](b, `document.querySelectorAll(".case-row:has(.severity):has(.took)").length`); n == 0 {
			t.Fatal("no case has a severity and a time to resolve")
		}
		for _, width := range []int64{320, 360, 768, 1024, 1280, 1920} {
			if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(width, 800)); err != nil {
				t.Fatal(err)
			}
			for _, fault := range eval[[]string](b, faults) {
				t.Errorf("%s at %d px: %s", lang, width, fault)
			}
			if missing := eval[[]string](b, full); len(missing) > 0 {
				t.Errorf("%s at %d px: not to be seen: %v", lang, width, missing)
			}
		}
	}
}
