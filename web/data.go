package web

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/feed"
)

// This file is what addresses for programs have in common.

// dataEndings are the endings of the addresses that answer programs.
var dataEndings = []string{".json", ".md", ".atom", ".xml", ".txt", ".yaml", ".png", ".webmanifest"}

// isData reports whether an address, without language, answers programs: an
// error there is problem details, and scripts of any origin may read it.
func isData(address string) bool {
	if strings.HasPrefix(address, static.Prefix) {
		return false
	}
	return address == api.Prefix || strings.HasPrefix(address, api.Prefix+"/") || slices.Contains(dataEndings, path.Ext(address))
}

// speaks reports whether the answer of an address for programs is in one
// language, so that Accept-Language is asked where the address names none.
func speaks(address string) bool {
	switch path.Ext(address) {
	case ".md":
		return true
	case ".png":
		return address == cardPath || strings.HasPrefix(address, "/cases/")
	}
	return slices.Contains([]string{"/feed.atom", "/feed.json", "/opensearch.xml", manifestPath}, address)
}

// openToAll lets scripts of any origin read an address for programs (the CORS
// protocol, https://fetch.spec.whatwg.org/#http-cors-protocol).
func openToAll(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "Link, ETag, Content-Disposition, Retry-After, X-Request-Id")
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "*")
	h.Set("Access-Control-Max-Age", "86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// dataHandler is a handler of the API.
type dataHandler func(echo.Context, *library.Edition) error

// data makes a handler of the API Echo's.
func (s *Site) data(h dataHandler) echo.HandlerFunc {
	return func(c echo.Context) error { return h(c, visitOf(c.Request().Context()).edition) }
}

// feed makes a handler of the feeds Echo's.
func (s *Site) feed(h func(echo.Context, feed.Visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v := visitOf(c.Request().Context())
		return h(c, feed.Visit{Edition: v.edition, Printer: v.printer, Locale: v.locale})
	}
}
