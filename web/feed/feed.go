// Package feed is what the site offers to feed readers, search engines and
// browsers: Atom and JSON feeds of any list, the sitemap, robots.txt, llms.txt
// and the OpenSearch description. Every address in them is absolute and made
// from the base URL.
package feed

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
)

// Config is what the feeds are told from outside: the base URL of the site, and
// whether it is written out as files, so that no address has a query.
type Config struct {
	BaseURL *url.URL
	Static  bool
}

// Feeds answers requests for the site under a base URL.
type Feeds struct {
	base   *url.URL
	static bool
}

// New returns the feeds of a site.
func New(config Config) *Feeds { return &Feeds{base: config.BaseURL, static: config.Static} }

// Visit is one request: the edition it reads and the language it is answered in.
type Visit struct {
	Edition *library.Edition
	Printer *i18n.Printer
	Locale  i18n.Locale
}

// address returns the absolute address of a site path, without language.
func (f *Feeds) address(path string) string { return strings.TrimSuffix(f.base.String(), "/") + path }

// addressIn is address in the locale of a visit.
func (f *Feeds) addressIn(v Visit, path, query string) string {
	s := f.address(v.Locale.Path(path))
	if query != "" {
		s += "?" + query
	}
	return s
}

// feed is a page of a list, ready to be written in either format.
type feed struct {
	visit              Visit
	id                 string
	title, description string
	home, self         string            // addresses of the list and of this page of the feed
	pages              map[string]string // first, previous, next, last (RFC 5005)
	updated            time.Time
	entries            []entry
}

// entry is a case in the feed's language.
type entry struct {
	id, url            string
	title, summary     string
	content            string // HTML
	titleLang          string // where it is not the feed's
	contentLang        string
	published, updated time.Time
	org                string
	terms              []category
	source             string // address of the first source
}

type category struct{ term, scheme, label string }

// readFeed reads the page of a list that a request asks for. Parameters are
// those of the list; without sort, what was last changed comes first, so that
// an old incident that is added shows up. Unknown names are ignored: readers
// and trackers add their own.
func (f *Feeds) readFeed(c echo.Context, v Visit, path string) (*feed, error) {
	q, errs := query.Parse(c.QueryParams(), v.Edition)
	if len(errs) > 0 {
		return nil, errs
	}
	asked := q
	if q.Sort == "" {
		q.Sort = query.Updated
	}
	ctx := c.Request().Context()
	l, err := v.Edition.List(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &feed{
		visit:       v,
		id:          f.tag(string(v.Locale.Lang) + "/feed" + suffix(Canonical(asked.AtPage(0)))),
		title:       f.title(v, asked),
		description: v.Printer.T("about.description"),
		home:        f.addressIn(v, "/cases", asked.AtPage(0).Encode()),
		self:        f.addressIn(v, path, Canonical(asked)),
		pages:       map[string]string{},
	}
	page := func(rel string, n int) { out.pages[rel] = f.addressIn(v, path, Canonical(asked.AtPage(n))) }
	if l.Pages > 1 && !f.static {
		page("first", 1)
		page("last", l.Pages)
		if l.Page > 1 {
			page("previous", l.Page-1)
		}
		if l.Page < l.Pages {
			page("next", l.Page+1)
		}
	}
	var ids []string
	for _, s := range l.Cases {
		ids = append(ids, s.ID)
	}
	cases, err := v.Edition.Cases(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		out.entries = append(out.entries, f.entry(v, &cases[i]))
	}
	out.updated, err = updated(ctx, v.Edition, cases)
	return out, err
}

// Canonical writes the query of a feed in one form. Feeds have a default order of
// their own, so one that is a list's default must be said.
func Canonical(q query.Query) string {
	if q.Sort == query.Updated {
		q.Sort = ""
	}
	s := q.Encode()
	if q.Sort != "" && !strings.Contains(s, "sort=") { // "=" in a value is encoded
		s = strings.TrimPrefix(s+"&sort="+string(q.Sort), "&")
	}
	return s
}

// updated is the time of the last change of the cases or, if there are none, of
// the library.
func updated(ctx context.Context, e *library.Edition, cases []incident.Case) (time.Time, error) {
	if len(cases) == 0 {
		l, err := e.List(ctx, query.Query{Sort: query.Updated, PerPage: 1})
		if err != nil || len(l.Cases) == 0 {
			return time.Unix(0, 0).UTC(), err
		}
		if cases, err = e.Cases(ctx, []string{l.Cases[0].ID}); err != nil {
			return time.Time{}, err
		}
	}
	return slices.MaxFunc(cases, func(a, b incident.Case) int { return a.UpdatedAt.Compare(b.UpdatedAt) }).UpdatedAt, nil
}

func suffix(query string) string {
	if query == "" {
		return ""
	}
	return "?" + query
}

// tag is a tag URI (RFC 4151) under the site's host: it names a thing for good,
// however its address changes.
func (f *Feeds) tag(thing string) string {
	return fmt.Sprintf("tag:%s,2026:%s", f.base.Hostname(), thing)
}

// title names the feed by what was chosen: "Deployment, Cache · Incident Library".
func (f *Feeds) title(v Visit, q query.Query) string {
	var names []string
	if q.Text != "" {
		names = append(names, fmt.Sprintf("“%s”", q.Text))
	}
	for _, facet := range query.Facets {
		for _, slug := range q.Terms[facet.Kind] {
			names = append(names, v.label(facet.Kind, slug))
		}
	}
	names = append(names, q.Years...)
	site := v.Printer.T("site.name")
	if names == nil {
		return site
	}
	return strings.Join(names, ", ") + " · " + site
}

// label is what a term is called in the visit's language.
func (v Visit) label(k incident.Kind, slug string) string {
	if t, ok := v.Edition.Term(k, slug); ok {
		s, _ := t.Label.Pick(v.lang())
		return s
	}
	return slug
}

func (v Visit) lang() incident.Lang { return incident.Lang(v.Locale.Lang) }

// foreign is the code of a language that is not the visit's, else "".
func (v Visit) foreign(l incident.Lang) string {
	if l == v.lang() {
		return ""
	}
	return string(l)
}

// entry writes a case in the visit's language. Its id is that of the case in
// that language, whichever address the feed was read from.
func (f *Feeds) entry(v Visit, c *incident.Case) entry {
	title, titleLang := c.Title.Pick(v.lang())
	summary, summaryLang := c.Summary.Pick(v.lang())
	cause, _ := c.RootCauseText.Pick(v.lang())
	out := entry{
		id:          f.tag(string(v.Locale.Lang) + "/cases/" + c.ID),
		url:         f.addressIn(v, "/cases/"+c.ID, ""),
		title:       incident.OneLine(title),
		titleLang:   v.foreign(titleLang),
		summary:     incident.OneLine(cause),
		contentLang: v.foreign(summaryLang),
		published:   c.CreatedAt,
		updated:     c.UpdatedAt,
		org:         v.label(incident.Org, c.OrgSlug),
	}
	var content strings.Builder
	for _, p := range incident.Paragraphs(summary) {
		content.WriteString("<p>" + html.EscapeString(p) + "</p>\n")
	}
	out.content = content.String()
	for _, k := range []incident.Kind{incident.Cause, incident.Component, incident.Symptom, incident.Factor, incident.Domain} {
		for _, slug := range c.Terms(k) {
			out.terms = append(out.terms, category{slug, f.addressIn(v, "/"+k.Path(), ""), v.label(k, slug)})
		}
	}
	if len(c.Sources) > 0 {
		out.source = c.Sources[0].URL
	}
	return out
}
