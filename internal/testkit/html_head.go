package testkit

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// headProblems looks at what every document says of itself.
func headProblems(doc *goquery.Document) (out []string) {
	if lang := doc.Find("html").AttrOr("lang", ""); lang != "en" && lang != "ko" {
		out = append(out, fmt.Sprintf("<html lang=%q>: want en or ko", lang))
	}
	if title := doc.Find("head > title"); title.Length() != 1 || strings.TrimSpace(title.Text()) == "" {
		out = append(out, fmt.Sprintf("%d <title>, text %q: want one that is not empty", title.Length(), title.Text()))
	}
	if doc.Find(`head > meta[charset="utf-8" i]`).Length() != 1 {
		out = append(out, `no <meta charset="utf-8">`)
	}
	if doc.Find(`head > meta[name="viewport"]`).Length() != 1 {
		out = append(out, `no <meta name="viewport">`)
	}
	if n := doc.Find("main").Length(); n != 1 {
		out = append(out, fmt.Sprintf("%d <main>: want one", n))
	}
	return out
}

// addressProblems looks at what a page says of its address and of its other
// languages.
func addressProblems(doc *goquery.Document) (out []string) {
	if strings.TrimSpace(doc.Find(`head > meta[name="description"]`).AttrOr("content", "")) == "" {
		out = append(out, `no <meta name="description"> with content`)
	}
	canonical := doc.Find(`head > link[rel="canonical"]`)
	if canonical.Length() != 1 || !isAbsolute(canonical.AttrOr("href", "")) {
		out = append(out, fmt.Sprintf("%d canonical links, %q: want one absolute address", canonical.Length(), canonical.AttrOr("href", "")))
	}
	seen := map[string]string{}
	doc.Find(`head > link[rel="alternate"][hreflang]`).Each(func(_ int, s *goquery.Selection) {
		lang, href := s.AttrOr("hreflang", ""), s.AttrOr("href", "")
		if seen[lang] != "" {
			out = append(out, fmt.Sprintf("hreflang %q is given twice", lang))
		}
		if !isAbsolute(href) {
			out = append(out, fmt.Sprintf("hreflang %q leads to %q: want an absolute address", lang, href))
		}
		seen[lang] = href
	})
	for _, lang := range []string{"en", "ko", "x-default"} {
		if seen[lang] == "" {
			out = append(out, fmt.Sprintf("no hreflang %q", lang))
		}
	}
	if href := canonical.AttrOr("href", ""); seen["en"] != "" && !slices.Contains([]string{seen["en"], seen["ko"], seen["x-default"]}, href) {
		out = append(out, fmt.Sprintf("the canonical address %q is none of the page's three", href))
	}
	return out
}

func isAbsolute(href string) bool {
	u, err := url.Parse(href)
	return err == nil && u.IsAbs() && u.Host != ""
}
