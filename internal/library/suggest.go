package library

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/store"
)

// suggestLimit is how many texts are suggested.
const suggestLimit = 5

// suggest returns texts of which every word finds something, for one of which
// not every word does: what the keyboard would have written in the other layout,
// names that have these initial consonants, names that may have been misspelt. A
// word that is a term is not misspelt, though no case may have it.
func (e *Edition) suggest(ctx context.Context, text string, q search.Query) ([]string, error) {
	var candidates []string
	if typed, ok := search.FromKeyboard(text); ok {
		candidates = append(candidates, typed)
	}
	if initials, ok := search.Initials(text); ok {
		candidates = append(candidates, abbreviated(initials, e.names())...)
	}
	if len(q.Words) != 1 || !q.Named(0) {
		candidates = append(candidates, e.speller().Nearest(text, suggestLimit)...)
	}
	for i, w := range q.Words {
		if !w.Required || q.Named(i) {
			continue
		}
		if some, err := e.finds(ctx, search.Query{Words: []search.Word{w}}); err != nil || some {
			continue
		}
		for _, name := range e.speller().Nearest(w.Text, 2) {
			candidates = append(candidates, strings.Replace(text, w.Text, name, 1))
		}
	}
	return e.finding(ctx, candidates)
}

// slipWords is the number of words up to which a text is mended. A longer one
// has others to go by, and words that no report has without being misspelt.
const slipWords = 6

// mend takes each word that no case has, but for terms, for the name nearest to
// it. It puts the text so mended in place of f's and returns it; otherwise it
// returns what it got.
func (e *Edition) mend(ctx context.Context, text string, t *store.Text, f *found) (string, *store.Text) {
	if words := constraining(f.query); len(words) > slipWords {
		return text, t
	}
	for i, w := range f.query.Words {
		if !w.Required || f.query.Named(i) || !t.Having(i).IsEmpty() {
			continue
		}
		if meant, ok := e.speller().Slip(search.Noun(w.Text)); ok {
			f.slips = append(f.slips, Slip{w.Text, meant})
			text = strings.Replace(text, w.Text, meant, 1)
		}
	}
	if f.slips == nil {
		return text, t
	}
	return text, e.strict(ctx, text, f)
}

// finding keeps the candidates that find a case with all their words, as many
// as are suggested, each once.
func (e *Edition) finding(ctx context.Context, candidates []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	spelling := strings.NewReplacer(" ", "", "-", "")
	for _, text := range candidates[:min(len(candidates), 4*suggestLimit)] {
		if len(out) == suggestLimit {
			break
		}
		key := spelling.Replace(strings.ToLower(text))
		if seen[key] {
			continue
		}
		seen[key] = true
		some, err := e.finds(ctx, search.Parse(text, e.lexicon()))
		if err != nil {
			return nil, err
		}
		if some {
			out = append(out, text)
		}
	}
	return out, nil
}

// finds reports whether a case has every word of a query that constrains.
func (e *Edition) finds(ctx context.Context, q search.Query) (bool, error) {
	t := e.db.Text(ctx, q)
	return t.Some(), t.Err()
}

// listNames lists the labels and aliases of the terms that have cases, within each
// kind those of the terms with most cases first, then the words in them.
func (e *Edition) listNames() []string {
	var out []string
	for _, k := range incident.Kinds {
		for _, c := range e.Terms(k) {
			t, _ := e.Term(k, c.Slug)
			out = slices.Concat(out, []string{t.Label.EN, t.Label.KO}, t.AliasesEN, t.AliasesKO)
		}
	}
	seen := map[string]bool{}
	for _, name := range out {
		for _, w := range strings.Fields(name) {
			if len(w) > len("the") && w != name && !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

// abbreviated returns the names that begin with initial consonants, the
// shortest first: it has the least that was left out.
func abbreviated(initials string, names []string) []string {
	var out []string
	for _, name := range names {
		if search.MatchesInitials(initials, name) {
			out = append(out, name)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	})
	return out
}
