package library

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/store"
)

// found is what a text finds. It depends on the text alone, not on the filters
// beside it, so that every count of a list agrees with every other.
type found struct {
	query   search.Query
	set     *roaring.Bitmap
	order   []uint32 // the members of set, best first
	words   int      // how many of the words that constrain each member has
	relaxed bool     // not all of them
	suggest []string
}

// find searches the published cases. A case must have every word that
// constrains; if none has, those with the most words are found. A case whose
// id or alias the text is comes first.
func (e *Edition) find(ctx context.Context, text string) (*found, error) {
	f := &found{query: search.Parse(text, e.lexicon), set: roaring.New()}
	f.words = len(constraining(f.query))
	if p, ok := e.named(text); ok && e.published.Contains(p) {
		f.add(p)
	}
	matches, err := e.db.Match(ctx, f.query.Match())
	if err == nil && len(matches) == 0 && f.set.IsEmpty() {
		matches, f.words, err = e.withMostWords(ctx, f.query)
		f.relaxed = len(matches) > 0
	}
	for _, m := range matches {
		f.add(m.Position)
	}
	if err == nil && (f.relaxed || f.set.IsEmpty()) {
		f.suggest, err = e.suggest(ctx, text, f.query)
	}
	return f, err
}

func (f *found) add(position uint32) {
	if f.set.CheckedAdd(position) {
		f.order = append(f.order, position)
	}
}

// withMostWords returns the cases that have the most of the words that
// constrain, at least one of several, and how many they have.
func (e *Edition) withMostWords(ctx context.Context, q search.Query) (ranked []store.Match, most int, err error) {
	required := constraining(q)
	if len(required) < 2 {
		return nil, 0, nil
	}
	// having[n] is the cases with n+1 of the words or more.
	having := make([]*roaring.Bitmap, len(required))
	for i, w := range required {
		with, err := e.db.Having(ctx, w.Match, -1)
		if err != nil {
			return nil, 0, err
		}
		having[i] = roaring.New()
		for n := i; n > 0; n-- {
			having[n].Or(roaring.And(having[n-1], with))
		}
		having[0].Or(with)
	}
	for most = len(required); most > 0 && having[most-1].IsEmpty(); most-- {
	}
	if most == 0 {
		return nil, 0, nil
	}
	ranked, err = e.db.Match(ctx, q.Any())
	return slices.DeleteFunc(ranked, func(m store.Match) bool { return !having[most-1].Contains(m.Position) }), most, err
}

func (f *found) note() *SearchNote {
	n := &SearchNote{Relaxed: f.relaxed, Suggest: f.suggest, found: f}
	for _, t := range f.query.Terms {
		if ref := refOf(t.Key); !slices.Contains(n.Also, ref) {
			n.Also = append(n.Also, ref)
		}
	}
	for _, w := range constraining(f.query) {
		n.Words = append(n.Words, w.Text)
	}
	return n
}

// constraining returns the words that a case must have.
func constraining(q search.Query) []search.Word {
	return slices.DeleteFunc(slices.Clone(q.Words), func(w search.Word) bool { return !w.Required })
}

// newLexicon recognises the names of terms, replaced ones as the current term.
// Severities are left out: their names are everyday words.
func (e *Edition) newLexicon() *search.Lexicon {
	var phrases []search.Phrase
	for _, k := range incident.Kinds {
		for i := range e.Vocabulary(k).Terms {
			t := &e.Vocabulary(k).Terms[i]
			current, ok := e.Resolve(k, t.Slug)
			if !ok {
				continue
			}
			for _, name := range store.Names(t) {
				phrases = append(phrases, search.Phrase{Key: keyOf(TermRef{k, current}), Text: name})
			}
		}
	}
	return search.NewLexicon(phrases)
}

// keyOf and refOf convert between a term and its key in the lexicon.
func keyOf(t TermRef) string { return string(t.Kind) + "/" + t.Slug }

func refOf(key string) TermRef {
	kind, slug, _ := strings.Cut(key, "/")
	return TermRef{incident.Kind(kind), slug}
}
