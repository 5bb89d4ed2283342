package feed

import (
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
)

// The elements of the sitemap protocol (https://www.sitemaps.org/protocol.html),
// with the language alternates that search engines read.
type (
	urlSet struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		XHTML   string    `xml:"xmlns:xhtml,attr"`
		URLs    []siteURL `xml:"url"`
	}
	siteURL struct {
		Loc        string      `xml:"loc"`
		LastMod    string      `xml:"lastmod,omitempty"`
		Alternates []alternate `xml:"xhtml:link"`
	}
	alternate struct {
		Rel      string `xml:"rel,attr"`
		Hreflang string `xml:"hreflang,attr"`
		Href     string `xml:"href,attr"`
	}
	siteIndex struct {
		XMLName  xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Sitemaps []siteSection `xml:"sitemap"`
	}
	siteSection struct {
		Loc string `xml:"loc"`
	}
)

// maxAddresses is how many addresses one sitemap may hold.
const maxAddresses = 50_000

const xmlType = "application/xml; charset=utf-8"

// sitePage is a page of the site; each stands at three addresses.
type sitePage struct {
	path    string
	changed time.Time
}

// locales are the addresses of a page, as hreflang names them.
var locales = []struct {
	hreflang string
	locale   i18n.Locale
}{
	{"en", i18n.Locale{Lang: i18n.EN, Prefixed: true}},
	{"ko", i18n.Locale{Lang: i18n.KO, Prefixed: true}},
	{"x-default", i18n.Locale{}},
}

// Sitemap answers /sitemap.xml: every page or, if there are too many addresses
// for one file, the index of the files that hold them.
func (f *Feeds) Sitemap(c echo.Context, v Visit) error {
	pages, err := sitePages(c.Request().Context(), v.Edition)
	if err != nil {
		return err
	}
	return replyXML(c, xmlType, f.sitemap(pages, maxAddresses))
}

// SitemapPart answers /sitemap-{n}.xml, a part of a sitemap that has several.
func (f *Feeds) SitemapPart(c echo.Context, v Visit) error {
	pages, err := sitePages(c.Request().Context(), v.Edition)
	if err != nil {
		return err
	}
	parts := split(pages, maxAddresses)
	n, err := strconv.Atoi(strings.TrimSuffix(c.Param("part"), ".xml"))
	if err != nil || n < 1 || n > len(parts) || len(parts) < 2 || c.Param("part") != strconv.Itoa(n)+".xml" {
		return echo.ErrNotFound
	}
	return replyXML(c, xmlType, f.urlSet(parts[n-1]))
}

func (f *Feeds) sitemap(pages []sitePage, most int) any {
	parts := split(pages, most)
	if len(parts) == 1 {
		return f.urlSet(pages)
	}
	var index siteIndex
	for i := range parts {
		index.Sitemaps = append(index.Sitemaps, siteSection{Loc: f.address(fmt.Sprintf("/sitemap-%d.xml", i+1))})
	}
	return index
}

// split cuts the pages into parts of at most so many addresses.
func split(pages []sitePage, most int) [][]sitePage {
	n := most / len(locales)
	var parts [][]sitePage
	for len(pages) > n {
		parts, pages = append(parts, pages[:n]), pages[n:]
	}
	return append(parts, pages)
}

func (f *Feeds) urlSet(pages []sitePage) urlSet {
	out := urlSet{XHTML: "http://www.w3.org/1999/xhtml"}
	for _, p := range pages {
		var all []alternate
		for _, l := range locales {
			all = append(all, alternate{Rel: "alternate", Hreflang: l.hreflang, Href: f.address(l.locale.Path(p.path))})
		}
		for _, a := range all {
			u := siteURL{Loc: a.Href, Alternates: all}
			if !p.changed.IsZero() {
				u.LastMod = p.changed.UTC().Format(time.RFC3339)
			}
			out.URLs = append(out.URLs, u)
		}
	}
	return out
}

// sitePages lists the pages that a search engine should know: those of a list
// with filters, and of what is withdrawn or unused, are left out.
func sitePages(ctx context.Context, e *library.Edition) ([]sitePage, error) {
	pages := []sitePage{{path: "/"}, {path: "/cases"}, {path: "/stats"}, {path: "/about"}, {path: "/api"}}
	for _, k := range incident.Kinds {
		pages = append(pages, sitePage{path: "/" + k.Path()})
		for _, t := range e.Terms(k) {
			pages = append(pages, sitePage{path: "/" + k.Path() + "/" + t.Slug})
		}
	}
	changes, err := e.Changes(ctx, time.Time{}, -1)
	for _, c := range changes {
		if c.Status == incident.StatusPublished {
			pages = append(pages, sitePage{"/cases/" + c.ID, c.UpdatedAt})
		}
	}
	return pages, err
}
