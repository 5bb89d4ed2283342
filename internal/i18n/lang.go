// Package i18n gives the interface its words: the languages and how a request
// chooses one, the addresses in each, and messages, dates, durations and
// counts written as each language writes them.
package i18n

import (
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// Lang is a language of the interface, as in addresses and "lang" attributes.
type Lang string

// The languages of the interface.
const (
	EN Lang = "en"
	KO Lang = "ko"
)

// Langs lists the languages in the order in which pages name them.
var Langs = []Lang{KO, EN}

// ParseLang reads a language's code; ok is false for any other string.
func ParseLang(s string) (Lang, bool) {
	l := Lang(s)
	return l, l == EN || l == KO
}

// Other returns the other language.
func (l Lang) Other() Lang {
	if l == KO {
		return EN
	}
	return KO
}

// maxAccept bounds how much of an Accept-Language field is read.
const maxAccept = 512

// Negotiate chooses the language for an Accept-Language field (RFC 9110,
// section 12.5.4): the language range of highest weight that is one of ours,
// else, of the languages that are not excluded, fallback first. A malformed field
// counts as absent.
func Negotiate(accept string, fallback Lang) Lang {
	if len(accept) > maxAccept {
		accept = accept[:strings.LastIndexByte(accept[:maxAccept], ',')+1]
		accept = strings.TrimSuffix(accept, ",")
	}
	tags, weights, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return fallback
	}
	for i, tag := range tags {
		if weights[i] == 0 {
			continue
		}
		base, confidence := tag.Base()
		if confidence == language.No {
			continue
		}
		if l, ok := ParseLang(base.String()); ok {
			return l
		}
	}
	if excludes(accept, fallback) && !excludes(accept, fallback.Other()) {
		return fallback.Other()
	}
	return fallback
}

// excludes reports whether a well-formed Accept-Language field gives a language
// the weight 0, which language.ParseAcceptLanguage leaves out.
func excludes(accept string, l Lang) bool {
	for part := range strings.SplitSeq(accept, ",") {
		tag, weight, ok := strings.Cut(part, ";")
		_, value, _ := strings.Cut(weight, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 32)
		if ok && err == nil && q == 0 && strings.EqualFold(strings.TrimSpace(tag), string(l)) {
			return true
		}
	}
	return false
}
