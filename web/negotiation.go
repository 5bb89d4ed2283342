package web

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// Bounds of what negotiations remembers. Browsers send a few hundred different
// fields in all, none of them long.
const (
	maxNegotiations = 1000
	maxRemembered   = 100 // bytes of a field
)

// negotiations remembers which language an Accept-Language field chose: to read
// one takes longer than to find a page.
type negotiations struct {
	known sync.Map // string -> i18n.Lang
	count atomic.Int32
}

// negotiate chooses the language for the Accept-Language fields of a request.
func (s *Site) negotiate(fields []string) i18n.Lang {
	if len(fields) == 0 {
		return s.config.DefaultLang
	}
	if len(fields) > 1 || len(fields[0]) > maxRemembered {
		return i18n.Negotiate(strings.Join(fields, ","), s.config.DefaultLang)
	}
	if lang, ok := s.negotiations.known.Load(fields[0]); ok {
		return lang.(i18n.Lang)
	}
	lang := i18n.Negotiate(fields[0], s.config.DefaultLang)
	if s.negotiations.count.Add(1) <= maxNegotiations {
		s.negotiations.known.Store(strings.Clone(fields[0]), lang)
	}
	return lang
}
