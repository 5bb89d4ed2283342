package library

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/store"
	"golang.org/x/text/unicode/norm"
)

// The oracle reads every text of every case. It knows no index: a Hangul word is
// a substring of a text, of four syllables or more also of the text without its
// spaces; an English word is a token whose stem is the same.

var (
	hangulGap    = regexp.MustCompile(`([가-힣])(?: |[ \t]*\n[ \t]*)([가-힣])`)
	hangulWord   = regexp.MustCompile(`[가-힣]+`)
	latinWord    = regexp.MustCompile(`[A-Za-z0-9]+`)
	compoundWord = regexp.MustCompile(`[A-Za-z0-9]+(?:[-_./&+‐‑][A-Za-z0-9]+)+`)
	hump         = regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+|[0-9]+`)
)

// read is what the oracle knows of a case.
type read struct {
	hangul string           // texts as they are
	joined string           // without the spaces between Hangul
	tokens []string         // stems, in order
	places map[string][]int // of each stem in tokens
	parts  map[string]bool  // stems of parts of words, and of compounds as one word
}

func readAll(corpus *incident.Corpus, e *Edition) map[uint32]*read {
	out := map[uint32]*read{}
	stems := stemmer{}
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		if !c.Published() {
			continue
		}
		texts := append([]string{c.ID, c.Date.Year() + "년"}, c.Aliases...)
		for _, f := range c.Prose() {
			texts = append(texts, f.Text.EN, f.Text.KO)
		}
		for _, k := range incident.Kinds {
			for j := range e.Vocabulary(k).Terms {
				t := &e.Vocabulary(k).Terms[j]
				if current, _ := e.Resolve(k, t.Slug); slices.Contains(c.Terms(k), current) {
					texts = append(texts, store.Names(t)...)
				}
			}
		}
		r := &read{parts: map[string]bool{}, places: map[string][]int{}}
		for _, text := range texts {
			r.add(norm.NFC.String(text), stems)
		}
		for i, stem := range r.tokens {
			r.places[stem] = append(r.places[stem], i)
		}
		position, ok := e.x.Position(c.ID)
		if !ok {
			panic("no position for " + c.ID)
		}
		out[position] = r
	}
	return out
}

func (r *read) add(text string, stems stemmer) {
	text = hangulWord.ReplaceAllStringFunc(text, sealed)
	r.hangul += "|" + text
	r.joined += "|" + joined(text)
	r.tokens = append(r.tokens, "|")
	text = strings.NewReplacer("'s", "", "’s", "", "'", "", "’", "").Replace(text)
	for _, word := range latinWord.FindAllString(text, -1) {
		r.tokens = append(r.tokens, stems.of(word))
		for _, part := range hump.FindAllString(word, -1) {
			r.parts[stems.of(part)] = true
		}
	}
	for _, compound := range compoundWord.FindAllString(text, -1) {
		r.parts[stems.of(strings.Join(latinWord.FindAllString(compound, -1), ""))] = true
	}
}

// seal stands between the syllables of a simplex word that begins a run, in which
// no other word is to be found.
const seal = 'ㆍ'

var simplex = search.Simplex()

func sealed(run string) string {
	longest := ""
	for _, word := range simplex {
		if strings.HasPrefix(run, word) && len(word) > len(longest) {
			longest = word
		}
	}
	var out []rune
	for i, syllable := range []rune(longest) {
		if i > 0 {
			out = append(out, seal)
		}
		out = append(out, syllable)
	}
	return string(out) + run[len(longest):]
}

// joined is a text without the spaces between Hangul.
func joined(text string) string {
	for {
		next := hangulGap.ReplaceAllString(text, "$1$2")
		if next == text {
			return text
		}
		text = next
	}
}

// stemmer remembers the stem of each word.
type stemmer map[string]string

func (s stemmer) of(word string) string {
	if stem, ok := s[word]; ok {
		return stem
	}
	var stem string
	x := search.NewIndexer()
	x.Index(word, func(number uint32, part bool) {
		if !part {
			stem += x.Terms()[number]
		}
	})
	s[word] = stem
	return stem
}

// syllables is the Hangul that bigrams are made of.
func syllables(bigrams []string) string {
	var out []rune
	for _, b := range bigrams {
		term := []rune(b)
		out = append(out, term[0])
		if len(term) == 3 {
			out = append(out, seal)
		}
	}
	if last := []rune(bigrams[len(bigrams)-1]); len(last) > 1 {
		out = append(out, last[1])
	}
	return string(out)
}

// has reports whether a case has what a phrase claims.
func (r *read) has(p search.Phrase) bool {
	if hangulWord.MatchString(p.Terms[0]) {
		word := syllables(p.Terms)
		return strings.Contains(r.hangul, word) || len([]rune(word)) >= 4 && strings.Contains(r.joined, word)
	}
	for _, i := range r.places[p.Terms[0]] {
		if i+len(p.Terms) <= len(r.tokens) && slices.Equal(r.tokens[i:i+len(p.Terms)], p.Terms) {
			return true
		}
	}
	return !slices.ContainsFunc(p.Terms, func(term string) bool { return !r.parts[term] })
}

func (r *read) fulfils(m search.Match) bool {
	return slices.ContainsFunc(m.Phrases, r.has) ||
		len(m.All) > 0 && !slices.ContainsFunc(m.All, func(part search.Match) bool { return !r.fulfils(part) })
}

// stemIn is what a word of a query must be found by: a Hangul one by its stem of
// two syllables or more, the last of its phrases that it begins with; an English
// one as it is, by the first.
func stemIn(w search.Word) search.Phrase {
	stem := w.Match.Phrases[0]
	for _, p := range w.Match.Phrases {
		if hangulWord.MatchString(p.Terms[0]) && len([]rune(p.Terms[0])) == 2 &&
			strings.HasPrefix(norm.NFC.String(w.Text), syllables(p.Terms)) {
			stem = p
		}
	}
	return stem
}

// oracleQueries makes queries of the words of the cases.
type oracleQueries struct {
	*rand.Rand
	words []string
}

func (g *oracleQueries) pick() string { return g.words[g.IntN(len(g.words))] }

// hangul is one to three words as they stand, with another particle, cut short,
// run together or decomposed.
func (g *oracleQueries) hangul() string {
	var words []string
	for range 1 + g.IntN(3) {
		w := g.pick()
		switch g.IntN(6) {
		case 0:
			w += []string{"를", "에서", "이", "은", "으로", "까지", "되면서", "했다"}[g.IntN(8)]
		case 1:
			if r := []rune(w); len(r) > 2 {
				w = string(r[:2])
			}
		case 2:
			w += g.pick()
		}
		words = append(words, w)
	}
	text := strings.Join(words, " ")
	if g.IntN(10) == 0 {
		text = norm.NFD.String(text)
	}
	return text
}

func (g *oracleQueries) english() string {
	var words []string
	for range 1 + g.IntN(3) {
		words = append(words, g.pick()+[]string{"", "", "s", "ed", "ing"}[g.IntN(5)])
	}
	return strings.Join(words, []string{" ", " ", "-"}[g.IntN(3)])
}

// Every result has every word of the query, and of a query of one word no case
// that has it is missed. Vocabulary is set aside.
func TestSearchAgainstOracle(t *testing.T) {
	corpus, e := embedded(t)
	cases := readAll(corpus, e)
	g := &oracleQueries{Rand: rand.New(rand.NewPCG(4, 4))}
	for _, lang := range []incident.Lang{incident.KO, incident.EN} {
		g.words = wordsOf(corpus, lang)
		single, hits := 0, 0
		for range 800 {
			text := g.hangul()
			if lang == incident.EN {
				text = g.english()
			}
			q := search.Parse(text, nil)
			asked := e.db.Text(context.Background(), q)
			found := asked.All()
			if err := asked.Err(); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			required := constraining(q)
			if len(required) == 0 {
				continue
			}
			stem := stemIn(required[0])
			alone := len(required) == 1 && (lang == incident.KO || len(stem.Terms) == 1)
			if alone {
				single++
			}
			if !found.IsEmpty() {
				hits++
			}
			for position, r := range cases {
				lacks := slices.IndexFunc(required, func(w search.Word) bool { return !r.fulfils(w.Match) })
				if found.Contains(position) && lacks >= 0 {
					t.Errorf("%q finds %s, which has no %q", text, e.x.IDs[position], required[lacks].Text)
				}
				if alone && !found.Contains(position) && r.has(stem) {
					t.Errorf("%q misses %s, which has %v", text, e.x.IDs[position], stem)
				}
			}
		}
		if single < 200 || hits < 200 {
			t.Errorf("%s: %d queries of one word and %d that find something are too few to tell", lang, single, hits)
		}
		t.Logf("%s: %d queries of one word, %d find something", lang, single, hits)
	}
}

// wordsOf lists the words of the cases: Hangul of two syllables or more, Latin
// ones of three letters or more.
func wordsOf(corpus *incident.Corpus, lang incident.Lang) []string {
	form, least := hangulWord, 2
	if lang == incident.EN {
		form, least = regexp.MustCompile(`\b[a-z]+\b`), 3
	}
	var out []string
	for i := range corpus.Cases {
		for _, f := range corpus.Cases[i].Prose() {
			for _, w := range form.FindAllString(f.Text.In(lang), -1) {
				if len([]rune(w)) >= least {
					out = append(out, w)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
