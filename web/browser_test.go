package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// withAndWithoutScript runs a journey in a tab with JavaScript and in one
// without.
func withAndWithoutScript(t *testing.T, journey func(t *testing.T, options ...testkit.BrowserOption)) {
	t.Run("script", func(t *testing.T) { journey(t) })
	t.Run("no script", func(t *testing.T) { journey(t, testkit.NoScript()) })
}

// openSite serves the site on a port of this machine, which its absolute links
// name too.
func openSite(t *testing.T) string {
	t.Helper()
	return serveAt(t, func(base string) http.Handler { return newSite(t, base).handler })
}

// serveAt serves a site that knows the address at which it is served.
func serveAt(t *testing.T, site func(base string) http.Handler) (base string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	base = "http://" + server.Listener.Addr().String()
	server.Config.Handler = site(base)
	server.Start()
	t.Cleanup(server.Close)
	return base
}

// tab is a browser's tab that a journey drives.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func newTab(t *testing.T, options ...testkit.BrowserOption) tab {
	return tab{t, testkit.Browser(t, options...)}
}

func (b tab) open(address string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Navigate(address)); err != nil {
		b.t.Fatalf("opening %s: %v", address, err)
	}
	b.settle()
}

// settle waits until a page's script has added its controls, which it does in
// the task after its own: timers end in the order in which they were set.
func (b tab) settle() {
	b.t.Helper()
	const script = `"theme" in document.documentElement.dataset`
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](script+` ? new Promise(done => setTimeout(done)) : null`, chromedp.EvalAwaitPromise)); err != nil {
		b.t.Fatalf("waiting for the controls: %v", err)
	}
}

// click follows a link and waits until the page that it leads to has loaded.
func (b tab) click(selector, address string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.WaitEvent(page.LoadEventFired, nil, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))); err != nil {
		b.t.Fatalf("clicking %s: %v", selector, err)
	}
	if got := eval[string](b, "location.pathname + location.search"); got != address {
		b.t.Fatalf("clicking %s leads to %s, want %s", selector, got, address)
	}
	b.settle()
}

func (b tab) back() {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.NavigateBack()); err != nil {
		b.t.Fatalf("going back: %v", err)
	}
	b.settle()
}

func eval[T any](b tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("evaluating %s: %v", expression, err)
	}
	return v
}

const headline = `document.querySelector("h1").textContent`

func TestJourneyByCauseToACaseAndBack(t *testing.T) {
	base := openSite(t)
	withAndWithoutScript(t, func(t *testing.T, options ...testkit.BrowserOption) {
		b := newTab(t, options...)
		b.open(base + "/ko/")
		b.click(`header a[href="/ko/causes"]`, "/ko/causes")
		b.click(`main a[href="/ko/causes/deploy-rollout"]`, "/ko/causes/deploy-rollout")
		b.click(`main a[href="/ko/cases/IL-0136"]`, "/ko/cases/IL-0136")
		if title := eval[string](b, headline); !strings.Contains(title, "캐시") {
			t.Errorf("the case's title is %q", title)
		}
		b.back()
		if title := eval[string](b, headline); !strings.Contains(title, "배포 오류") {
			t.Errorf("back leads to %q", title)
		}
	})
}

func TestJourneySwitchLanguageOnAFilteredSecondPage(t *testing.T) {
	base := openSite(t)
	const query = "?severity=critical&severity=major&severity=minor&severity=unknown&page=2&per_page=4"
	const ids = `[...document.querySelectorAll("main .case-row")].map(r => r.querySelector("a[href*='/cases/IL-']").href.split("/").pop())`
	withAndWithoutScript(t, func(t *testing.T, options ...testkit.BrowserOption) {
		b := newTab(t, options...)
		b.open(base + "/en/cases" + query)
		before := eval[[]string](b, ids)
		b.click(`header a[hreflang="ko"]`, "/ko/cases"+query)
		after := eval[[]string](b, ids)
		if lang := eval[string](b, "document.documentElement.lang"); lang != "ko" {
			t.Errorf("lang %q", lang)
		}
		if text := eval[string](b, `document.querySelector("main").textContent`); !strings.Contains(text, "5~8번째") {
			t.Error("the page is not the second")
		}
		if len(before) != 4 || !slices.Equal(before, after) {
			t.Errorf("the page holds %v in English and %v in Korean", before, after)
		}
	})
}

func TestJourneyPermalinkOpensInTheReadersLanguage(t *testing.T) {
	base := openSite(t)
	withAndWithoutScript(t, func(t *testing.T, options ...testkit.BrowserOption) {
		for accept, want := range map[string]string{"ko-KR,ko": "ko", "en-US,en": "en"} {
			b := newTab(t, append(options, testkit.AcceptLanguage(accept))...)
			b.open(base + "/cases/IL-0136")
			if lang := eval[string](b, "document.documentElement.lang"); lang != want {
				t.Errorf("Accept-Language %s: lang %q", accept, lang)
			}
			if path := eval[string](b, "location.pathname"); path != "/cases/IL-0136" {
				t.Errorf("Accept-Language %s: at %s", accept, path)
			}
		}
	})
}

// TestNoPageScrollsSideways looks at every kind of page at the widths of
// phones, tablets and desks, in both languages.
func TestNoPageScrollsSideways(t *testing.T) {
	base := openSite(t)
	pages := append(paths(newSite(t, base)), "/nowhere", "/cases?cause=nope", "/cases?page=2&per_page=5", "/cases?q=retry+storm&cause=deploy-rollout")
	b := newTab(t)
	for _, path := range pages {
		for _, lang := range []string{"en", "ko"} {
			b.open(base + "/" + lang + path)
			for _, width := range []int64{320, 360, 768, 1280, 2560} {
				if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(width, 900)); err != nil {
					t.Fatal(err)
				}
				overflow := eval[[]string](b, `document.documentElement.scrollWidth <= innerWidth ? [] :
					[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e => e.outerHTML.slice(0, 120))`)
				if len(overflow) > 0 {
					t.Errorf("/%s%s at %d px scrolls sideways: %s", lang, path, width, overflow)
				}
			}
		}
	}
}
