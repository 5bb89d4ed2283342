package library

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
)

// passageLength is how long a passage is at most, in characters.
const passageLength = 200

// briefLength is how long a passage for a list on a screen is, by its language:
// a line on a desk, three on a phone. A syllable of Hangul is twice as wide
// as a Latin letter.
var briefLength = map[incident.Lang]int{incident.EN: 120, incident.KO: 76}

// Mark fills l.Search.Hits: where the text matched in each case of the page.
// The title is in the language want if it is written in that; the passage is in
// want if one matched in it, otherwise in the other language. A list without a
// text stays as it is. A list and its notes belong to one request.
func (e *Edition) Mark(ctx context.Context, l *List, want incident.Lang) error {
	return e.mark(ctx, l, want, nil)
}

// MarkBriefly does the same for a screen: a passage is shorter where that
// leaves out none of the different words that matched in it.
func (e *Edition) MarkBriefly(ctx context.Context, l *List, want incident.Lang) error {
	return e.mark(ctx, l, want, briefLength)
}

func (e *Edition) mark(ctx context.Context, l *List, want incident.Lang, brief map[incident.Lang]int) error {
	if l.Search == nil {
		return nil
	}
	var ids []string
	for _, s := range l.Cases {
		ids = append(ids, s.ID)
	}
	cases, err := e.Cases(ctx, ids)
	if err != nil {
		return err
	}
	l.Search.Hits = make(map[string]Hit, len(cases))
	for i := range cases {
		hit := e.hit(&cases[i], l.Search.found, want, brief)
		if !hit.shown() { // the words stand, but not as one name
			loose := *l.Search.found
			loose.query = loose.query.Loosely()
			hit = e.hit(&cases[i], &loose, want, brief)
		}
		l.Search.Hits[cases[i].ID] = hit
	}
	return nil
}

// hit is where a text matched in a case: in its prose or else in a name of one
// of its terms.
func (e *Edition) hit(c *incident.Case, f *found, want incident.Lang, brief map[incident.Lang]int) Hit {
	hit := mark(c, f, want, brief)
	if !hit.shown() {
		hit.Passage, hit.Field = e.termHit(c, f, want)
	}
	return hit
}

// shown reports whether a hit shows anything of what matched.
func (h Hit) shown() bool { return h.Field != "" || len(h.Title.Spans) > 0 }

func mark(c *incident.Case, f *found, want incident.Lang, brief map[incident.Lang]int) Hit {
	title, lang := c.Title.Pick(want)
	title = search.Canonical(title)
	hit := Hit{Title: Marked{Lang: lang, Text: title, Spans: offsets(f.query.Marks(title))}}
	for _, lang := range []incident.Lang{want, want.Other()} {
		if hit.Passage, hit.Field = bestPassage(c, f, lang, brief[lang]); hit.Field != "" {
			break
		}
	}
	return hit
}

// bestPassage returns the passage in which most words of the query are marked,
// and its field: the first such, what was seen before the rest. With brief it is
// at most that many characters long where that has as many words.
func bestPassage(c *incident.Case, found *found, lang incident.Lang, brief int) (best Marked, field string) {
	fields := slices.Concat([]incident.Field{{Path: "symptoms_text", Text: c.SymptomsText}}, c.Prose())
	most, source := 0, incident.Field{}
	for _, f := range fields {
		if most >= found.words && most > 0 {
			break // no passage has more
		}
		if f.Path == "title" {
			continue
		}
		text, spans, words := found.query.Passage(f.Text.In(lang), passageLength)
		if words > most {
			most, source = words, f
			best, field = Marked{Lang: lang, Text: text, Spans: offsets(spans)}, f.Path
		}
	}
	if brief > 0 && utf8.RuneCountInString(best.Text) > brief {
		if text, spans, words := found.query.Passage(source.Text.In(lang), brief); words == most {
			best = Marked{Lang: lang, Text: text, Spans: offsets(spans)}
		}
	}
	return best, field
}

// termHit finds the term of a case whose name matched, for a case of which no
// prose did: its label and, if that is where the text matched, another name.
func (e *Edition) termHit(c *incident.Case, found *found, want incident.Lang) (Marked, string) {
	for _, kind := range append(slices.Clone(incident.Kinds), incident.SeverityKind) {
		for _, slug := range c.Terms(kind) {
			term, ok := e.Term(kind, slug)
			if !ok {
				continue
			}
			for _, lang := range []incident.Lang{want, want.Other()} {
				label := search.Canonical(term.Label.In(lang))
				for _, name := range append([]string{""}, term.Aliases(lang)...) {
					text := label
					if name != "" {
						text += " (" + search.Canonical(name) + ")"
					}
					if spans := found.query.Marks(text); len(spans) > 0 {
						return Marked{Lang: lang, Text: text, Spans: offsets(spans)}, string(kind)
					}
				}
			}
		}
	}
	return Marked{}, ""
}

func offsets(spans []search.Span) [][2]int {
	var out [][2]int
	for _, s := range spans {
		out = append(out, [2]int{s.Start, s.End})
	}
	return out
}
