package web_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
)

// newStaticSite is the site as it is written out.
func newStaticSite(t testing.TB, base string) *web.Site {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	s, err := web.New(openLibrary(t, "embedded", data.FS), web.Config{BaseURL: u, DefaultLang: i18n.EN, Static: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openStaticSite serves it, at the address that is returned.
func openStaticSite(t *testing.T) string {
	t.Helper()
	return serveAt(t, func(base string) http.Handler { return newStaticSite(t, base) })
}

// typedWords are words as people type them, some of which no report has.
var typedWords = []string{
	"timeouts", "retrying", "caches", "deployed", "failures", "Kubernetes", "kubernetes", "OOMKilled", "oomkilled", "loadbalancer", "load-balancer", "ECONNREFUSED",
	"503", "DNS", "IL-0136", "136", "il0136", "7ql5-z50", "node.js", "café", "the", "xyzzyplugh", "relational", "replicas", "yields", "eyes", "agreed", "retries", "ones", "used", "using",
	"캐시", "캐시를", "캐시에서는", "락", "락을", "헬스체크", "재시도", "재시도가", "폭주", "배포했다", "느려졌다", "데이터베이스의", "디스크", "장애", "카카오", "카카오에서",
	"큐", "없는낱말", "메모리", "평가", "메시지는", "속도", "2026년",
}

// someWords adds to typedWords about so many of the words of titles.
func someWords(t *testing.T, e *library.Edition, most int) []string {
	t.Helper()
	var words []string
	for c, err := range e.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, strings.FieldsFunc(c.Title.EN+" "+c.Title.KO, func(r rune) bool { return strings.ContainsRune(" ,;:'’·().“”", r) })...)
	}
	slices.Sort(words)
	words = slices.Compact(words)
	out := slices.Clone(typedWords)
	for i := 0; i < len(words); i += max(1, len(words)/most) {
		out = append(out, words[i])
	}
	return out
}

// TestTheListOfAnExportLooksLikeTheServers: its search field stands beside the
// heading, its rows show what those of the server's list do, and the first of
// them is within the screen; without script there is no field.
func TestTheListOfAnExportLooksLikeTheServers(t *testing.T) {
	base := openStaticSite(t)
	const top = `document.querySelector(%q).getBoundingClientRect().top`
	b := newTab(t, testkit.Viewport(1280, 800))
	for _, lang := range []string{"en", "ko"} {
		b.open(base + "/" + lang + "/cases")
		heading := eval[float64](b, fmt.Sprintf(top, "h1"))
		if field := eval[float64](b, fmt.Sprintf(top, "#lookup .search")); field > heading+10 {
			t.Errorf("%s: the field begins at %.0f, the heading at %.0f", lang, field, heading)
		}
		if n := eval[int](b, `document.querySelectorAll(".case-row:has(.severity):has(.cause):has(.took)").length`); n == 0 {
			t.Errorf("%s: no row shows severity, cause and time to resolve", lang)
		}
		if n := eval[int](b, `[...document.querySelectorAll(".case-row")].filter(r => r.getBoundingClientRect().bottom <= innerHeight).length`); n < 7 {
			t.Errorf("%s: %d rows in the first screen", lang, n)
		}
	}
	b = newTab(t, testkit.NoScript())
	b.open(base + "/en/cases")
	if shown := eval[bool](b, `document.querySelector("#lookup .search").checkVisibility()`); shown {
		t.Error("a search that needs a script is shown without one")
	}
}

// TestLookupAnswersAsTheServer types single words into the page that searches
// without a server, and compares what it shows with the server's list.
func TestLookupAnswersAsTheServer(t *testing.T) {
	base := openStaticSite(t)
	e := newSite(t, base).edition

	b := newTab(t)
	b.open(base + "/ko/cases?q=" + url.QueryEscape("캐시"))
	words := someWords(t, e, 300)
	asked, err := json.Marshal(words)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := chromedp.Run(b.ctx, chromedp.Evaluate[[][]string](`(async () => {
		const found = document.getElementById("found"), all = []
		history.replaceState(null, "", location.pathname)
		for (const word of `+string(asked)+`) {
			location.hash = "q=" + encodeURIComponent(word)
			await new Promise((done) => {
				const look = () => document.getElementById("lookup").elements.q.value === word && found.ariaBusy === "false" ? done() : setTimeout(look, 1)
				look()
			})
			all.push([...found.querySelectorAll(".id")].map((id) => id.textContent))
		}
		return all
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	for i, word := range words {
		l, err := e.List(t.Context(), query.Query{Text: word, PerPage: 1000})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, c := range l.Cases {
			want = append(want, c.ID)
		}
		if !slices.Equal(shown[i], want) {
			t.Errorf("%q: the page shows\n%v, the server\n%v", word, shown[i], want)
		}
	}
}

// TestLookupOfMonths follows what links of plots ask for: from and to, which
// count as on the server, also beside a term.
func TestLookupOfMonths(t *testing.T) {
	base := openStaticSite(t)
	e := newSite(t, base).edition
	b := newTab(t)
	for i, asked := range []string{
		"from=2022-12&to=2022-12", "from=2019-12&to=2019-12", "from=2019&to=2021", "from=2019-12-01&to=2019-12-02", "from=2026", "to=2019",
		"cause=software-bug&from=2019&to=2023", "from=1990&to=1991",
	} {
		values, err := url.ParseQuery(asked)
		if err != nil {
			t.Fatal(err)
		}
		q, errs := query.Parse(values, e)
		if errs != nil {
			t.Fatal(errs)
		}
		q.PerPage = 1000
		l, err := e.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{}
		for _, c := range l.Cases {
			want = append(want, c.ID)
		}
		b.open(fmt.Sprintf("%s/en/cases?turn=%d#%s", base, i, asked))
		shown, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`new Promise((done) => {
			const found = document.getElementById("found")
			const look = () => found.ariaBusy === "false" ? done([...found.querySelectorAll(".id")].map((id) => id.textContent)) : setTimeout(look, 1)
			look()
		})`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(shown, want) {
			t.Errorf("%s: the page shows %v, the server %v", asked, shown, want)
		}
	}
}
