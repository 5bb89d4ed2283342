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
	terms   []search.Term // recognised
	set     *roaring.Bitmap
	order   []uint32 // the members of set, best first; nil unless ranked
	words   int      // how many of the words that constrain a member has at most
	relaxed bool     // not all of them
	suggest []string
	slips   []Slip
	named   *Ref // the withdrawn case whose id or alias the text is
}

// find searches the published cases. A case must have every word that
// constrains; if none has, those with the most words are found. Ranked, they
// are put in the order of relevance, where a case whose id or alias the text is
// comes first.
func (e *Edition) find(ctx context.Context, text string, ranked bool) (*found, error) {
	f := &found{}
	t := e.strict(ctx, text, f)
	named, isName := e.named(text)
	if isName && !e.published.Contains(named) {
		ref := e.ref(named)
		f.named, isName = &ref, false
	}
	if isName {
		f.set.Add(named)
	}
	if f.set.IsEmpty() {
		var meant string
		if meant, t = e.mend(ctx, text, t, f); f.set.IsEmpty() {
			t = e.relax(ctx, meant, f)
		}
	}
	if ranked {
		f.order = t.Order(f.set)
		if at := slices.Index(f.order, named); isName && at > 0 {
			f.order = slices.Insert(slices.Delete(f.order, at, at+1), 0, named)
		}
	}
	if err := t.Err(); err != nil {
		return nil, err
	}
	var err error
	if f.relaxed || f.set.IsEmpty() {
		f.suggest, err = e.suggest(ctx, text, search.ParseAlike(text, e.lexicon()))
	}
	return f, err
}

// strict finds the cases with every word that constrains.
func (e *Edition) strict(ctx context.Context, text string, f *found) *store.Text {
	f.query = search.Parse(text, e.lexicon())
	f.terms, f.words = f.query.Terms, len(constraining(f.query))
	t := e.db.Text(ctx, f.query)
	f.set = t.All()
	return t
}

// relax finds the cases with most words, a synonym being as good as the word. The
// words of a name, such as that of a term without cases, are one word until
// nothing has it; then each counts that tells something by itself. Those of a
// negation do not: what has space left on a device is no case of "no space left".
func (e *Edition) relax(ctx context.Context, text string, f *found) *store.Text {
	t := e.most(ctx, search.ParseAlike(text, e.lexicon()), f)
	if f.set.IsEmpty() && len(f.terms) > 0 && !slices.ContainsFunc(f.terms, func(t search.Term) bool { return t.Negated }) {
		whole := *f
		if apart := e.most(ctx, e.withoutCommon(ctx, text), f); !f.set.IsEmpty() {
			t = apart
		} else {
			*f = whole
		}
	}
	f.relaxed = !f.set.IsEmpty()
	return t
}

// most finds the cases with most words of a query.
func (e *Edition) most(ctx context.Context, q search.Query, f *found) *store.Text {
	t := e.db.Text(ctx, q)
	f.query = q
	f.set, f.words = withMostWords(t, q)
	return t
}

// withoutCommon reads a text word by word. Words that more than half of the cases
// have, synonyms apart, only rank.
func (e *Edition) withoutCommon(ctx context.Context, text string) search.Query {
	q := search.ParseAlike(text, nil)
	itself := search.Query{Words: slices.Clone(q.Words)}
	for i := range itself.Words {
		itself.Words[i].Match, _ = q.Words[i].Match.Apart()
	}
	t := e.db.Text(ctx, itself)
	for i := range q.Words {
		if 2*size(t.Having(i)) > e.Total() {
			q.Words[i].Required, q.Words[i].Helps = false, false
		}
	}
	return q
}

// withMostWords returns the cases that have the most of the words that
// constrain, at least one of several, and how many those are. A long text has
// words that no report would use, and the case with most of its words is not
// always the one with those that tell; so cases with half as many are among
// them, and ranking decides.
func withMostWords(t *store.Text, q search.Query) (set *roaring.Bitmap, most int) {
	// having[n] is the cases with n+1 of the words or more.
	var having []*roaring.Bitmap
	for i, w := range q.Words {
		if !w.Required && !w.Helps {
			continue
		}
		with := t.Having(i)
		having = append(having, roaring.New())
		for n := len(having) - 1; n > 0; n-- {
			having[n].Or(roaring.And(having[n-1], with))
		}
		having[0].Or(with)
	}
	if len(having) == 0 {
		return roaring.New(), 0
	}
	for most = len(having); most > 1 && having[most-1].IsEmpty(); most-- {
	}
	shown := max(min(most, 2), (most+1)/2)
	return having[shown-1], most
}

func (f *found) note() *SearchNote {
	n := &SearchNote{Whole: f.query.Whole, Relaxed: f.relaxed, Suggest: f.suggest, Slips: f.slips, Named: f.named, found: f}
	for _, t := range f.terms {
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
	var names []search.Name
	for current, name := range e.termNames(incident.Kinds...) {
		names = append(names, search.Name{Key: keyOf(current), Text: name})
	}
	return search.NewLexicon(names)
}

// keyOf and refOf convert between a term and its key in the lexicon.
func keyOf(t TermRef) string { return string(t.Kind) + "/" + t.Slug }

func refOf(key string) TermRef {
	kind, slug, _ := strings.Cut(key, "/")
	return TermRef{incident.Kind(kind), slug}
}
