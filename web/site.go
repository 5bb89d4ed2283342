// Package web is the site's HTTP server: Echo routes, the handlers of the HTML
// pages and the one error handler. It asks the library, shapes what comes back
// into a view model in the reader's language, and lets views render it. Echo's
// types stay inside this package.
package web

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/client"
	"github.com/incidentlib/incidentlib/web/feed"
	"github.com/incidentlib/incidentlib/web/pagecache"
)

// Config is what the site is told from outside. BaseURL is the absolute
// address under which readers reach it, without a trailing slash; every
// absolute link is made from it, never from a request's Host.
type Config struct {
	BaseURL     *url.URL
	DefaultLang i18n.Lang // of an unprefixed page whose reader states no preference
	// Static makes the site one that can be written out as files: no address has
	// a query, a list holds all its cases, and what only a running server can
	// answer is neither linked nor promised. See static_site.go.
	Static    bool
	Logger    *slog.Logger
	AccessLog AccessLog

	PageCache int64                 // bytes of pages that are kept; 0 keeps none
	Metrics   prometheus.Registerer // nil: nothing is counted
	Ready     func() error          // why no requests are to be sent here, nil for none; nil: they always are

	TrustedProxies client.Proxies // whose word on the reader's address and the request's id is taken
	SearchRate     float64        // searches a second that a client may ask for; 0: no limit
	ExportRate     float64        // exports a minute that a client may ask for; 0: no limit
}

// Site answers requests for pages.
type Site struct {
	library *library.Library
	catalog i18n.Catalog
	config  Config
	root    string // path of the base URL, "" or "/library"
	api     *api.API
	feeds   *feed.Feeds
	terms   termTables
	lookups lookupCache // of a static site
	router  *echo.Echo
	handler http.Handler

	security     http.Header      // fields of every answer
	cache        *pagecache.Cache // nil keeps nothing
	metrics      *metrics         // nil counts nothing
	negotiations negotiations
	searches     *client.Limit // nil limits nothing, as does exports
	exports      *client.Limit
	heavy        chan struct{} // has as many places as searches may run at once
}

// New returns the handler of the whole site. It answers under the path of the
// base URL and, for proxies that take that path off, without it too.
func New(lib *library.Library, config Config) (*Site, error) {
	catalog, err := i18n.Load()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	s := &Site{library: lib, catalog: catalog, config: config, root: strings.TrimSuffix(config.BaseURL.Path, "/")}
	s.api = api.New(api.Config{BaseURL: config.BaseURL, Static: config.Static})
	s.feeds = feed.New(feed.Config{BaseURL: config.BaseURL, Static: config.Static})

	s.security = securityFields(config.BaseURL)
	s.newLimits()
	if config.PageCache > 0 {
		s.cache = pagecache.New(pagecache.Options{Bytes: config.PageCache, Edition: func() string { return lib.Edition().Hash() }})
	}

	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.Logger.SetOutput(discard{})
	e.HTTPErrorHandler = s.handleError
	e.Pre(s.observe, s.fromCache)
	e.Use(s.beginVisit, s.recoverPanics, s.setHeaders, s.chooseLanguage, refuseOversize)
	s.routes(e)
	if err := s.newMetrics(config.Metrics, e.Routes()); err != nil {
		return nil, fmt.Errorf("web: metrics: %w", err)
	}
	s.router, s.handler = e, s.stripRoot(e)
	return s, nil
}

func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// discard takes what Echo would log itself: our own handlers log, through slog.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// absolute returns the absolute address of a path that already carries root.
func (s *Site) absolute(pathAndQuery string) string {
	return s.config.BaseURL.Scheme + "://" + s.config.BaseURL.Host + pathAndQuery
}

// stripRoot takes the base URL's path off the request's path.
func (s *Site) stripRoot(next http.Handler) http.Handler {
	if s.root == "" {
		return next
	}
	stripped := http.StripPrefix(s.root, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == s.root:
			maps.Copy(w.Header(), s.security)
			http.Redirect(w, r, (&url.URL{Path: s.root + "/", RawQuery: r.URL.RawQuery}).String(), http.StatusPermanentRedirect)
		case strings.HasPrefix(r.URL.Path, s.root+"/"):
			stripped.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
