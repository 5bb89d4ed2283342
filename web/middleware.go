package web

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/reply"
)

// maxAddress is the longest request target that is read, in bytes: room for a
// pasted text of 4,000 Hangul syllables, percent-encoded.
const maxAddress = 64 << 10

// securityPolicy lets a page load nothing but the site's own files, run no
// inline script or style and stand in no frame.
const securityPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// securityFields are the header fields of every answer of a site.
func securityFields(base *url.URL) http.Header {
	h := http.Header{}
	h.Set("Content-Security-Policy", securityPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	if base.Scheme == "https" {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	return h
}

// setHeaders sets what every answer carries, and how long it may be kept where
// the handler says nothing else.
func (s *Site) setHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		maps.Copy(h, s.security)
		h.Set("Cache-Control", reply.Shared)
		return next(c)
	}
}

// chooseLanguage puts the page's language and its path without prefix into the
// visit: the language of the prefix, else the one negotiated. An
// unprefixed page asked for with ?lang= is redirected once to that prefix.
func (s *Site) chooseLanguage(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		v := visitOf(r.Context())
		lang, how, path := s.choose(r)
		v.locale, v.chosen, v.path, v.printer = i18n.Locale{Lang: lang, Prefixed: how == named}, how, path, s.catalog[lang]
		if isData(path) {
			openToAll(c.Response().Header())
		}
		if free := isData(path) && !speaks(path); free || strings.HasPrefix(path, static.Prefix) {
			return next(c)
		}

		c.Response().Header().Set("Content-Language", string(lang))
		if how != negotiated {
			return next(c)
		}
		c.Response().Header().Add("Vary", "Accept-Language")
		if wanted, ok := i18n.ParseLang(r.URL.Query().Get("lang")); ok && isRead(r.Method) && safePath(path) {
			return c.Redirect(http.StatusFound, s.root+i18n.Locale{Lang: wanted, Prefixed: true}.Path(escapedPath(path))+withoutLang(r.URL.Query()))
		}
		return next(c)
	}
}

func isRead(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// safePath reports whether a redirect to path stays on this site: browsers read
// "//host" and "/\host" as another one.
func safePath(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.ContainsAny(path, "\\\r\n")
}

func escapedPath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

func withoutLang(v url.Values) string {
	v.Del("lang")
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}

// maxBody is the longest body of a request that is read, in bytes.
const maxBody = 64 << 10

// refuseOversize answers 414 to a target that no page has use for, 413 to a body
// that nothing reads, and 400 to a query that is not percent-encoded (RFC 3986,
// section 2.1).
func refuseOversize(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		u := r.URL
		if r.ContentLength > maxBody {
			c.Response().Header().Set("Connection", "close")
			return echo.NewHTTPError(http.StatusRequestEntityTooLarge)
		}
		if r.ContentLength != 0 && (u.Path != mcpPath || r.ContentLength < 0) {
			// What follows a body that nobody reads, or whose length proxies
			// may see otherwise, is not taken for a request (RFC 9112,
			// sections 6.1 and 11.2).
			c.Response().Header().Set("Connection", "close")
		}
		if len(u.RawQuery)+len(u.Path) > maxAddress {
			return echo.NewHTTPError(http.StatusRequestURITooLong)
		}
		if _, err := url.ParseQuery(u.RawQuery); err != nil {
			return echo.NewHTTPError(http.StatusBadRequest).SetInternal(err)
		}
		return next(c)
	}
}

// recoverPanics turns a panic into an error that is logged with its stack.
func (s *Site) recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.config.Logger.Error("panic", idOf(c), slog.Any("value", p), slog.String("stack", string(debug.Stack())))
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return next(c)
	}
}
