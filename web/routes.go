package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/api"
)

// routes is the route table. Every page stands at three addresses: without
// prefix and under each language (chooseLanguage tells which was asked for).
// The language groups are literal and carry no middleware: "/:lang" would
// swallow "/robots.txt", and a group's middleware would turn 405 into 404.
func (s *Site) routes(e *echo.Echo) {
	everywhere := func(path string, h echo.HandlerFunc) {
		get(e, path, h)
		for _, l := range i18n.Langs {
			get(e, i18n.Locale{Lang: l, Prefixed: true}.Path(path), h)
		}
	}
	page := func(path string, h pageHandler) { everywhere(path, s.page(h)) }
	page("/", home)
	for _, l := range i18n.Langs { // home without its slash, as people type it
		get(e, "/"+string(l), s.page(home))
	}
	list := listCases
	if s.config.Static {
		list = listAllCases
		page(notFoundPath, notFound)
		get(e, lookupPrefix+":shard", s.serveLookup)
	}
	page("/cases", list)
	everywhere("/cases/:id", s.caseForms) // a page; JSON and Markdown with an ending
	for _, kind := range incident.Kinds {
		page("/"+kind.Path(), indexTerms(kind))
		page("/"+kind.Path()+"/:slug", showTerm(kind))
	}
	page("/stats", showStats)
	page("/about", about)
	page("/api", apiPage)

	everywhere(cardPath, showCard)
	everywhere(manifestPath, s.showManifest)
	everywhere("/feed.atom", s.feed(s.feeds.Atom))
	everywhere("/feed.json", s.feed(s.feeds.JSON))
	everywhere("/opensearch.xml", s.feed(s.feeds.OpenSearch))
	get(e, "/sitemap.xml", s.feed(s.feeds.Sitemap))
	get(e, "/sitemap-:part", s.feed(s.feeds.SitemapPart))
	get(e, "/robots.txt", s.feed(s.feeds.Robots))
	get(e, "/llms.txt", s.feed(s.feeds.LLMs))

	get(e, "/openapi.yaml", s.data(s.api.Spec))
	get(e, api.Prefix+"/cases", s.data(s.api.ListCases))
	get(e, api.Prefix+"/cases/:id", s.data(s.api.ShowCase))
	get(e, api.Prefix+"/cases/:id/similar", s.data(s.api.ListSimilar))
	get(e, api.Prefix+"/topics/:kind", s.data(s.api.ListTopics))
	get(e, api.Prefix+"/topics/:kind/:slug", s.data(s.api.ShowTopic))
	get(e, api.Prefix+"/vocab", s.data(s.api.FindTerms))
	get(e, api.Prefix+"/changes", s.data(s.api.ListChanges))
	get(e, api.Prefix+"/export.jsonl", s.data(s.api.ExportJSONL))
	get(e, api.Prefix+"/export.csv", s.data(s.api.ExportCSV))
	get(e, api.Prefix+"/export.sqlite", s.data(s.api.ExportSQLite))

	e.Any("/mcp", s.serveMCP())
	e.Any("/.well-known/*", wellKnown)

	get(e, static.Prefix+":file", serveStatic)
	for _, name := range []string{"favicon.ico", "apple-touch-icon.png"} { // where browsers look without being told
		get(e, "/"+name, func(c echo.Context) error {
			return c.Redirect(http.StatusPermanentRedirect, s.root+static.URL(name))
		})
	}
}

// get routes GET and HEAD. net/http drops the body of an answer to HEAD.
func get(e *echo.Echo, path string, h echo.HandlerFunc) {
	e.Match([]string{http.MethodGet, http.MethodHead}, path, h)
}
