package testkit

import (
	"fmt"
	"strings"
	"testing"
)

// good is a page that keeps every rule.
const good = `<!doctype html>
<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cases</title>
<meta name="description" content="All cases">
<link rel="canonical" href="https://example.org/en/cases">
<link rel="alternate" hreflang="en" href="https://example.org/en/cases">
<link rel="alternate" hreflang="ko" href="https://example.org/ko/cases">
<link rel="alternate" hreflang="x-default" href="https://example.org/cases">
<link rel="stylesheet" href="/static/site.css"><script src="/static/theme.js"></script>
</head><body>
<a href="#main">Skip</a> <a href="/ko/cases" lang="ko" hreflang="ko">한국어</a>
<main id="main"><h1>Cases</h1><h2 id="new">New</h2>
<form action="/en/cases"><label for="q">Search</label><input id="q" name="q" value="캐시"><button>Go</button></form>
<p>You searched for <q lang="">캐시</q>.<br></p>
<table><tr><th id="a">A</th></tr><tr><td headers="a">1</td></tr></table>
<svg role="img" aria-labelledby="new"><g><path d="M0 0"/></g></svg>
<noscript><p>No script.</p></noscript>
<section aria-labelledby="new"><p>Text</p></section></main></body></html>`

func TestAGoodPageHasNoProblems(t *testing.T) {
	CheckPage(t, good)
	CheckPage(t, []byte(good))
}

func TestCheckPageFindsEachFault(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"no language", `<html lang="en">`, `<html>`, `<html lang="">`},
		{"no title", `<title>Cases</title>`, `<title> </title>`, "<title>"},
		{"no charset", `<meta charset="utf-8">`, ``, "charset"},
		{"no description", `content="All cases"`, `content=""`, "description"},
		{"no canonical", `<link rel="canonical" href="https://example.org/en/cases">`, ``, "canonical"},
		{"canonical elsewhere", `rel="canonical" href="https://example.org/en/cases"`, `rel="canonical" href="https://example.org/"`, "none of the page's three"},
		{"relative alternate", `hreflang="ko" href="https://example.org/ko/cases"`, `hreflang="ko" href="/ko/cases"`, "want an absolute address"},
		{"missing alternate", `hreflang="x-default"`, `hreflang="fr"`, `no hreflang "x-default"`},
		{"two h1", `<h2 id="new">New</h2>`, `<h1 id="new">New</h1>`, "2 <h1>"},
		{"level left out", `<h2 id="new">New</h2>`, `<h3 id="new">New</h3>`, "a level is left out"},
		{"empty heading", `<h2 id="new">New</h2>`, `<h2 id="new"></h2>`, "without words"},
		{"style attribute", `<p>Text</p>`, `<p style="color:red">Text</p>`, "inline style"},
		{"style element", `<p>Text</p>`, `<p>Text</p><style>p{}</style>`, "inline style"},
		{"inline script", `<p>Text</p>`, `<script>x()</script>`, "inline style or script"},
		{"event handler", `<button>`, `<button onclick="x()">`, "event handler"},
		{"id twice", `<p>Text</p>`, `<p id="q">Text</p>`, "given twice"},
		{"label of nothing", `for="q"`, `for="nothing"`, `"nothing", which no element has`},
		{"labelledby of nothing", `<section aria-labelledby="new">`, `<section aria-labelledby="new old">`, `"old", which no element has`},
		{"fragment of nothing", `href="#main"`, `href="#content"`, "leads to no element"},
		{"empty link", `<p>Text</p>`, `<p><a href="">Text</a></p>`, "a link without address"},
		{"script link", `<p>Text</p>`, `<p><a href="javascript:x()">Text</a></p>`, "neither http"},
		{"link without words", `<p>Text</p>`, `<p><a href="/"></a></p>`, "a link without words"},
		{"button without name", `<button>Go</button>`, `<button></button>`, "a control without a name"},
		{"button named by nothing", `<button>Go</button>`, `<button aria-labelledby="none"></button><i id="none"></i>`, "a control without a name"},
		{"field without label", `<label for="q">Search</label>`, ``, "a control without a name"},
		{"image without alt", `<p>Text</p>`, `<img src="/a.png">`, "without alt"},
		{"nameless drawing", ` role="img" aria-labelledby="new"`, ``, "an <svg>"},
		{"unmarked Korean", `<p>Text</p>`, `<p>장애</p>`, "Korean text"},
		{"unmarked Korean attribute", `<button>`, `<button aria-label="검색">`, "Korean in the attribute aria-label"},
		{"block in p", `<p>Text</p>`, `<p><div>Text</div></p>`, "<div> in <p> is not allowed"},
		{"nested links", `<p>Text</p>`, `<a href="/"><span><a href="/">b</a></span></a>`, "<a> in <span> is not allowed"},
		{"text-only table", `<tr><td headers="a">1</td></tr>`, `<div>1</div>`, "is not allowed"},
		{"not closed", `<p>Text</p>`, `<p>Text`, "</section> closes <p>"},
		{"never closed", `</body></html>`, ``, "line 2: <html> is not closed"},
		{"no main", `<main id="main">`, `<div id="main">`, "</main> closes <div>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body := strings.Replace(good, tt.old, tt.new, 1)
			if body == good {
				t.Fatalf("the page does not contain %q", tt.old)
			}
			r := &recorder{TB: t}
			CheckPage(r, body)
			if !strings.Contains(r.log.String(), tt.want) {
				t.Errorf("problems:\n%s\nwant one with %q", r.log.String(), tt.want)
			}
		})
	}
}

func TestCheckErrorPageAllowsNoAddress(t *testing.T) {
	var lines []string
	for line := range strings.Lines(good) {
		if !strings.Contains(line, "canonical") && !strings.Contains(line, "alternate") && !strings.Contains(line, "description") {
			lines = append(lines, line)
		}
	}
	CheckErrorPage(t, strings.Join(lines, ""))
}

// recorder keeps the errors of a test instead of failing it.
type recorder struct {
	testing.TB
	log strings.Builder
}

func (r *recorder) Error(args ...any) {
	for _, a := range args {
		r.log.WriteString(a.(string) + "\n")
	}
}

func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }
