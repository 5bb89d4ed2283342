package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// This file leads from other spellings of an address to the one that has a page.

// elsewhere answers a request for an address that has no page, if what was meant
// is plain: a redirect for who reads and, as no preflight follows one, what may
// be done there for who asks with OPTIONS.
func (s *Site) elsewhere(v *visit, c echo.Context) bool {
	r := c.Request()
	to := spelled(r.URL)
	if to == r.URL.EscapedPath() || to == "" || !safePath(to) {
		return false
	}
	switch {
	case isRead(r.Method):
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		_ = c.Redirect(http.StatusPermanentRedirect, s.root+to)
		return true
	case r.Method == http.MethodOptions:
		return s.allow(c, to)
	}
	return false
}

// allow answers OPTIONS as the route of another path would.
func (s *Site) allow(c echo.Context, path string) bool {
	at := s.router.NewContext(c.Request(), c.Response())
	s.router.Router().Find(http.MethodOptions, path, at)
	allowed, ok := at.Get(echo.ContextKeyHeaderAllow).(string)
	if !ok {
		return false
	}
	c.Response().Header().Set(echo.HeaderAllow, allowed)
	_ = c.NoContent(http.StatusNoContent)
	return true
}

// spelled writes the path of an address as links on the site do: without a
// slash at its end, with the language in small letters, and with nothing
// percent-encoded that need not be (RFC 3986, section 6.2.2).
func spelled(u *url.URL) string {
	path := u.EscapedPath()
	if strings.Contains(path, "%") {
		path = normalEscapes(path)
	}
	if trimmed := strings.TrimRight(path, "/"); trimmed != "" {
		path = trimmed
	}
	first, rest, more := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if lang, ok := i18n.ParseLang(strings.ToLower(first)); ok && string(lang) != first {
		path = "/" + string(lang)
		if more {
			path += "/" + rest
		}
	}
	return path
}

// normalEscapes decodes what is percent-encoded without need.
func normalEscapes(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			if c, err := url.PathUnescape(path[i : i+3]); err == nil && unreserved(c[0]) {
				b.WriteByte(c[0])
				i += 2
				continue
			}
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

// unreserved reports whether a character stands for itself (RFC 3986, section 2.3).
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// unprefixed takes further languages off the path of an address that names
// several, and lists those that it may mean: the last and the first.
func (v *visit) unprefixed() (path string, langs []i18n.Lang) {
	path = v.path
	for {
		lang, shorter, ok := i18n.SplitPath(path)
		if !ok || v.chosen != named {
			return path, slices.Compact(langs)
		}
		path, langs = shorter, []i18n.Lang{lang, v.locale.Lang}
	}
}
