package testkit

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestMain(m *testing.M) { MainWithBrowser(m) }

// mirror is a page that shows how the browser presents itself.
func mirror(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Mirror</title><p id="languages">%s</p><p id="script">off</p><script src="/on.js"></script>`, r.Header.Get("Accept-Language"))
	})
	mux.HandleFunc("/on.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `document.getElementById("script").textContent = "on"; localStorage.visits = 1 + Number(localStorage.visits || 0)`)
	})
	mux.HandleFunc("/throws.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `throw new Error("broken script")`)
	})
	mux.HandleFunc("/throws", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<!doctype html><script src="/throws.js"></script>`)
	})
	mux.HandleFunc("/inline", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		fmt.Fprint(w, `<!doctype html><script>1</script>`)
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestBrowserOptions(t *testing.T) {
	site := mirror(t)
	const state = `[document.getElementById("languages").textContent, document.getElementById("script").textContent,
		innerWidth + "x" + innerHeight, matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
		document.documentElement.scrollWidth <= innerWidth ? "fits" : "too wide"].join(" ")`
	tests := []struct {
		name    string
		options []BrowserOption
		want    string
	}{
		{"plain", nil, "en-US,en;q=0.9 on 1280x900 light fits"},
		{"all", []BrowserOption{AcceptLanguage("ko-KR,ko;q=0.9"), Viewport(360, 740), Dark(), NoScript()}, "ko-KR,ko;q=0.9 off 360x740 dark fits"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := Browser(t, tt.options...)
			if err := chromedp.Do(ctx, chromedp.Navigate(site)); err != nil {
				t.Fatal(err)
			}
			got, err := chromedp.Run(ctx, chromedp.Evaluate[string](state))
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestTabsShareNothing(t *testing.T) {
	site := mirror(t)
	for range 2 {
		ctx := Browser(t)
		if err := chromedp.Do(ctx, chromedp.Navigate(site)); err != nil {
			t.Fatal(err)
		}
		if n, err := chromedp.Run(ctx, chromedp.Evaluate[string](`localStorage.visits`)); n != "1" || err != nil {
			t.Errorf("visits %q, %v, want 1", n, err)
		}
	}
}

// TestBackEnds fails by its time limit if a page that a tab goes back to comes
// from a cache: then it does not load again, which chromedp waits for.
func TestBackEnds(t *testing.T) {
	site := mirror(t)
	for _, options := range [][]BrowserOption{nil, {NoScript()}} {
		ctx := Browser(t, options...)
		err := chromedp.Do(ctx, chromedp.Navigate(site+"/"), chromedp.Navigate(site+"/second"), chromedp.NavigateBack())
		if err != nil {
			t.Fatal(err)
		}
		if path, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.pathname")); path != "/" || err != nil {
			t.Errorf("back is at %q, %v", path, err)
		}
	}
}

func TestBrowserReportsFaultsOfThePage(t *testing.T) {
	site := mirror(t)
	for path, want := range map[string]string{"/throws": "broken script", "/inline": "Content Security Policy"} {
		r := &recorder{TB: t}
		ctx := Browser(r)
		if err := chromedp.Do(ctx, chromedp.Navigate(site+path)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.log.String(), want) {
			t.Errorf("%s: reported %q, want %q", path, r.log.String(), want)
		}
	}
}

func TestFindBrowser(t *testing.T) {
	installed := func(names ...string) func(string) (string, error) {
		return func(s string) (string, error) {
			for _, n := range names {
				if s == n {
					return "/bin/" + n, nil
				}
			}
			return "", errors.New("not found")
		}
	}
	if got, err := findBrowser("", installed("google-chrome", "chromium")); got != "/bin/chromium" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := findBrowser("mine", installed("mine", "chromium")); got != "/bin/mine" || err != nil {
		t.Errorf("CHROME=mine: got %q, %v", got, err)
	}
	if _, err := findBrowser("mine", installed("chromium")); err == nil || !strings.Contains(err.Error(), "CHROME=mine") {
		t.Errorf("CHROME=mine, which is not installed: %v", err)
	}
	if _, err := findBrowser("", installed()); err == nil || !strings.Contains(err.Error(), "install one") {
		t.Errorf("none installed: %v", err)
	}
}
