package i18n

import "strings"

// Locale is the language of a page and whether its address names it: a page
// stands at /en/..., /ko/... and, in the negotiated language, without prefix.
type Locale struct {
	Lang     Lang
	Prefixed bool
}

// Path returns the address of a site path ("/cases") in the locale: links in a
// prefixed page keep the prefix, links in an unprefixed page have none.
func (l Locale) Path(path string) string {
	if !l.Prefixed {
		return path
	}
	return "/" + string(l.Lang) + path
}

// SplitPath takes the language prefix off an address. For an address without
// one, ok is false and rest is the address.
func SplitPath(path string) (lang Lang, rest string, ok bool) {
	if !strings.HasPrefix(path, "/") {
		return "", path, false
	}
	first, tail, more := strings.Cut(path[1:], "/")
	lang, ok = ParseLang(first)
	switch {
	case !ok:
		return "", path, false
	case !more:
		return lang, "/", true
	}
	return lang, "/" + tail, true
}
