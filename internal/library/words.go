package library

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/store"
)

// WordIndex is what each single word finds, for readers that cannot ask a
// server. A word is looked up as it was typed, then in the form of search.Fold,
// then as search.Stem gives it or, if it is Korean, search.Noun.
type WordIndex struct {
	// Words holds, for each form, the index of what it finds.
	Words map[string]int
	// Finds holds lists of cases, best first, each once. A case is its place in
	// the list of all cases, of which the newest is 0.
	Finds [][]int
	// Stops are words that are left out of a text that has others.
	Stops []string
	// Korean is what search.Noun takes words apart by.
	Korean search.Inflection
}

// WordIndex searches for every word of the cases and of the names of terms, so
// that looking a word up gives the cases that List gives for it, in its order.
func (e *Edition) WordIndex(ctx context.Context) (*WordIndex, error) {
	known, err := e.db.Terms(ctx)
	if err != nil {
		return nil, err
	}
	words, err := e.words(ctx)
	if err != nil {
		return nil, err
	}
	b := wordIndexer{e: e, known: known, asked: map[string]*finding{}, answers: map[string]*finding{}}
	b.ask(words)
	if err := b.search(ctx); err != nil {
		return nil, err
	}
	return b.index(words), nil
}

// words counts the words of the published cases and of the names of terms.
func (e *Edition) words(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	count := func(word string) { out[strings.Clone(word)]++ }
	pairs := map[string]int{}
	pair := func(joined string) { pairs[joined]++ }
	for c, err := range e.All(ctx) {
		if err != nil {
			return nil, err
		}
		for _, field := range c.Prose() {
			for _, text := range []string{field.Text.EN, field.Text.KO} {
				search.Words(text, count)
				search.Pairs(text, pair)
			}
		}
		for _, name := range append(c.Aliases, c.ID, c.Date.Year(), c.Date.Year()+"년") {
			search.Words(name, count)
			count(name)
		}
	}
	for _, k := range incident.Kinds {
		for i := range e.Vocabulary(k).Terms {
			for _, name := range store.Names(&e.Vocabulary(k).Terms[i]) {
				search.Words(name, count)
				for _, sign := range []string{"", "-"} { // a name of several words, typed as one
					count(strings.ReplaceAll(name, " ", sign))
				}
			}
		}
	}
	for _, word := range search.Synonyms() {
		count(word)
	}
	for joined, n := range pairs {
		if n >= commonPair {
			out[joined] += n
		}
	}
	maps.DeleteFunc(out, func(word string, _ int) bool {
		return len(word) > maxWord || strings.ContainsAny(word, " \t\r\n")
	})
	return out, nil
}

// commonPair is how often two words stand together in the cases from which on
// they are expected to be typed as one.
const commonPair = 3

// maxWord is the longest word that is looked up, in bytes.
const maxWord = 60

// wordIndexer searches for words. Words for which the same is asked of the index are
// searched for once.
type wordIndexer struct {
	e       *Edition
	known   map[string]bool     // terms of the index
	asked   map[string]*finding // by word
	answers map[string]*finding // by what is asked
}

type finding struct {
	text  string // a word that asks for it
	cases []int
}

// ask finds out what each word and its forms ask of the index.
func (b *wordIndexer) ask(words map[string]int) {
	for _, word := range slices.Sorted(maps.Keys(words)) {
		for _, form := range []string{word, search.Fold(word)} {
			if b.asked[form] != nil {
				continue
			}
			key := b.signature(form)
			a := b.answers[key]
			if a == nil {
				a = &finding{text: form}
				b.answers[key] = a
			}
			b.asked[form] = a
		}
	}
}

// signature is the same for texts that find the same in the same order: what
// their query asks of terms that the index has.
func (b *wordIndexer) signature(text string) string {
	var out strings.Builder
	if named, ok := b.e.named(text); ok && b.e.published.Contains(named) {
		fmt.Fprint(&out, named)
	}
	q := search.Parse(text, b.e.lexicon())
	for _, w := range q.Words {
		fmt.Fprint(&out, "\n", w.Required)
		b.describe(&out, w.Match)
	}
	b.describe(&out, search.Match{Phrases: q.Pairs})
	return out.String()
}

func (b *wordIndexer) describe(out *strings.Builder, m search.Match) {
	var phrases []string
	for _, p := range m.Phrases {
		if b.present(p) {
			phrases = append(phrases, fmt.Sprint(strings.Join(p.Terms, " "), p.Prefix, p.Spaced, p.Akin))
		}
	}
	slices.Sort(phrases)
	out.WriteString(strings.Join(phrases, "|"))
	for _, part := range m.All {
		out.WriteString("(")
		b.describe(out, part)
		out.WriteString(")")
	}
}

func (b *wordIndexer) present(p search.Phrase) bool {
	for i, term := range p.Terms {
		known := b.known[term] || p.MayPart(i) && b.known[search.Apart(term)]
		if !known && !(p.Prefix && i == len(p.Terms)-1) {
			return false
		}
	}
	return true
}

// search fills the answers, on all cores.
func (b *wordIndexer) search(ctx context.Context) error {
	place := map[uint32]int{}
	for i, p := range newest(b.e.published, 0, b.e.Total()) {
		place[p] = i
	}
	var all []*finding
	for _, key := range slices.Sorted(maps.Keys(b.answers)) {
		all = append(all, b.answers[key])
	}
	var group sync.WaitGroup
	errs := make([]error, runtime.GOMAXPROCS(0))
	for worker := range errs {
		group.Go(func() {
			for i := worker; i < len(all) && errs[worker] == nil; i += len(errs) {
				errs[worker] = b.answer(ctx, all[i], place)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *wordIndexer) answer(ctx context.Context, a *finding, place map[uint32]int) error {
	f, err := b.e.find(ctx, a.text, true)
	several := f != nil && f.relaxed && len(constraining(f.query)) > 1 // of a word in several parts, cases with some of them
	if err != nil || several || f.slips != nil {
		return err
	}
	for _, p := range f.order {
		a.cases = append(a.cases, place[p])
	}
	return nil
}

// index keeps the words that are needed: what a form finds is left out where
// the form that is looked up after it finds the same.
func (b *wordIndexer) index(words map[string]int) *WordIndex {
	out := &WordIndex{Words: map[string]int{}, Stops: search.StopWords(), Korean: search.Inflections()}
	at := map[string]int{} // lists, which many words have in common
	keep := func(form string, a *finding) {
		if key := fmt.Sprint(a.cases); at[key] == 0 {
			out.Finds = append(out.Finds, a.cases)
			at[key] = len(out.Finds)
		}
		out.Words[form] = at[fmt.Sprint(a.cases)] - 1
	}
	// The forms that are looked up last come first.
	stems := b.stems(words)
	for _, stem := range slices.Sorted(maps.Keys(stems)) {
		if a := stems[stem]; len(a.cases) > 0 {
			keep(stem, a)
		}
	}
	forms := slices.Sorted(maps.Keys(b.asked))
	for _, last := range []func(form string) bool{
		func(form string) bool { return search.IsKorean(form) && search.Noun(form) == form },
		func(form string) bool { return search.Fold(form) == form },
		func(string) bool { return true },
	} {
		for _, form := range forms {
			if a := b.asked[form]; last(form) && !out.gives(form, a) {
				keep(form, a)
			}
		}
	}
	return out
}

// stems gives what each stem stands for: what its most frequent word finds.
func (b *wordIndexer) stems(words map[string]int) map[string]*finding {
	out, most := map[string]*finding{}, map[string]int{}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		folded := search.Fold(word)
		stem := search.Stem(word)
		if search.IsKorean(word) || !utf8.ValidString(word) || words[word] <= most[stem] {
			continue
		}
		out[stem], most[stem] = b.asked[folded], words[word]
	}
	return out
}

// FoldWord is search.Fold.
func FoldWord(word string) string { return search.Fold(word) }

// look finds a word as a reader does.
func (x *WordIndex) look(word string) (int, bool) {
	forms := []string{word, search.Fold(word), search.Stem(word)}
	if search.IsKorean(word) {
		forms[2] = search.Noun(word)
	}
	for _, form := range forms {
		if at, ok := x.Words[form]; ok {
			return at, true
		}
	}
	return 0, false
}

// gives reports whether looking a form up gives an answer already.
func (x *WordIndex) gives(form string, a *finding) bool {
	at, ok := x.look(form)
	return ok && slices.Equal(x.Finds[at], a.cases) || !ok && len(a.cases) == 0
}
