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
	// page is one that takes no parameters; any that are given change nothing.
	page := func(path string, h pageHandler) { everywhere(path, s.keep(alone, s.page(h))) }
	page("/", home)
	for _, l := range i18n.Langs { // home without its slash, as people type it
		get(e, "/"+string(l), s.keep(alone, s.page(home)))
	}
	list := listCases
	if s.config.Static {
		list = listAllCases
		page(notFoundPath, notFound)
		get(e, lookupPrefix+":shard", s.keep(alone, s.serveLookup))
	}
	everywhere("/cases", s.keep(viewed, s.page(list)))
	everywhere("/cases/:id", s.keep(alone, s.caseForms)) // a page; JSON and Markdown with an ending
	for _, kind := range incident.Kinds {
		page("/"+kind.Path(), indexTerms(kind))
		page("/"+kind.Path()+"/:slug", showTerm(kind))
	}
	everywhere("/stats", s.keep(selected, s.page(showStats)))
	page("/about", about)
	page("/api", apiPage)

	everywhere(cardPath, s.keep(alone, showCard))
	everywhere(manifestPath, s.keep(alone, s.showManifest))
	everywhere("/feed.atom", s.keep(fed, s.feed(s.feeds.Atom)))
	everywhere("/feed.json", s.keep(fed, s.feed(s.feeds.JSON)))
	everywhere("/opensearch.xml", s.keep(alone, s.feed(s.feeds.OpenSearch)))
	get(e, "/sitemap.xml", s.keep(alone, s.feed(s.feeds.Sitemap)))
	get(e, "/sitemap-:part", s.keep(alone, s.feed(s.feeds.SitemapPart)))
	get(e, "/robots.txt", s.keep(alone, s.feed(s.feeds.Robots)))
	get(e, "/llms.txt", s.keep(alone, s.feed(s.feeds.LLMs)))

	// data is of an address of the API, which refuses parameters that it does
	// not know.
	data := func(path string, of canonical, h dataHandler) { get(e, api.Prefix+path, s.keep(of, s.data(h))) }
	get(e, "/openapi.yaml", s.keep(alone, s.data(s.api.Spec)))
	data("/cases", strictlyListed, s.api.ListCases)
	data("/cases/:id", bare, s.api.ShowCase)
	data("/cases/:id/similar", bare, s.api.ListSimilar)
	data("/topics/:kind", bare, s.api.ListTopics)
	data("/topics/:kind/:slug", bare, s.api.ShowTopic)
	data("/vocab", bare, s.api.FindTerms)
	data("/changes", bare, s.api.ListChanges)
	for name, h := range map[string]dataHandler{"jsonl": s.api.ExportJSONL, "csv": s.api.ExportCSV, "sqlite": s.api.ExportSQLite} {
		get(e, api.Prefix+"/export."+name, s.exported(s.data(h)))
	}

	e.Any(mcpPath, s.serveMCP())
	get(e, "/healthz", alive)
	get(e, "/readyz", s.ready)
	e.Any("/.well-known/*", wellKnown)

	get(e, static.Prefix+":file", s.keep(alone, serveStatic))
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
