package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/static"
)

// routes is the route table. Every page stands at three addresses: without
// prefix and under each language (chooseLanguage tells which was asked for).
// The language groups are literal and carry no middleware: "/:lang" would
// swallow "/robots.txt", and a group's middleware would turn 405 into 404.
func (s *Site) routes(e *echo.Echo) {
	page := func(path string, h pageHandler) {
		handler := s.page(h)
		get(e, path, handler)
		for _, l := range i18n.Langs {
			get(e, i18n.Locale{Lang: l, Prefixed: true}.Path(path), handler)
		}
	}
	page("/", home)
	for _, l := range i18n.Langs { // home without its slash, as people type it
		get(e, "/"+string(l), s.page(home))
	}
	page("/cases", listCases)
	page("/cases/:id", showCase)
	for _, kind := range incident.Kinds {
		page("/"+kind.Path(), indexTerms(kind))
		page("/"+kind.Path()+"/:slug", showTerm(kind))
	}
	page("/about", about)

	get(e, static.Prefix+":file", serveStatic)
	get(e, "/favicon.ico", func(c echo.Context) error {
		return c.Redirect(http.StatusPermanentRedirect, s.root+static.URL("favicon.svg"))
	})
}

// get routes GET and HEAD. net/http drops the body of an answer to HEAD.
func get(e *echo.Echo, path string, h echo.HandlerFunc) {
	e.Match([]string{http.MethodGet, http.MethodHead}, path, h)
}
