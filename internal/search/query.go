package search

import (
	"slices"
	"strings"
)

// MaxWords and MaxHints bound the words of a query that constrain and those that only rank.
const (
	MaxWords = 16
	MaxHints = 8
)

// maxText is how much of a text is read for a query, in bytes.
const maxText = 32 << 10

// Query is what a reader typed or pasted, understood.
type Query struct {
	// Words in the order typed, at most MaxWords that constrain and MaxHints that only rank.
	Words []Word
	// Terms of the vocabulary that were recognised, in the order typed.
	Terms []Term
	// Whole reports that all of the text constrains but stop words: it was typed, and nothing in it only ranks.
	Whole bool
	// Pairs are neighbouring words as they were typed. A case that has them together ranks above one that has them
	// apart.
	Pairs []Phrase

	targets map[string][]target // first term of a phrase -> what to mark
}

// Word is one word of a query, or the words of one recognised term.
type Word struct {
	Text     string // as typed, for messages
	Match    Match
	Required bool // it constrains; otherwise it only ranks
	Helps    bool // it counts where no case has every word that constrains
}

// Match is what a word asks of a case: any of Phrases or, if there are any, every one of All.
type Match struct {
	Phrases []Phrase
	All     []Match
}

// Phrase is terms of the index that follow each other; with Prefix, the last one need only begin so.
type Phrase struct {
	Terms  []string
	Prefix bool
	Akin   bool   // a synonym, which tells less
	Spaced uint16 // a bit for each term, the first one's lowest: a bigram that may also be Apart
}

// MayPart reports whether the syllables of a term may also stand apart.
func (p Phrase) MayPart(term int) bool { return p.Spaced&(1<<term) != 0 }

// Parse understands a text of either language: a question, a symptom or a pasted log line. Any bytes are allowed.
// Words constrain, save particles and stop words, which are dropped, and numbers and names that a machine made,
// which only rank unless there is nothing else. With a lexicon, vocabulary in the text is recognised and matches
// any phrase of the same key; the lexicon may be nil.
func Parse(text string, l *Lexicon) Query { return parse(text, l, func([]item) {}) }

func parse(text string, l *Lexicon, widen func([]item)) Query {
	text = clean(text, maxText)
	items, pasted := read(text)
	if pasted {
		demote(items)
	} else {
		respell(items)
	}
	items = settle(items)
	whole := !pasted && !slices.ContainsFunc(items, func(it item) bool { return it.role != telling })
	widen(items)
	q := limit(text, l.widen(text, items))
	q.Whole = whole
	return q
}

// Empty reports whether there is nothing to search for.
func (q Query) Empty() bool { return len(q.Words) == 0 }

// Each calls yield for every phrase of a match.
func (m Match) Each(yield func(Phrase)) {
	for _, p := range m.Phrases {
		yield(p)
	}
	for _, part := range m.All {
		part.Each(yield)
	}
}

// Apart gives the match without the synonyms, and these.
func (m Match) Apart() (itself, akin Match) {
	itself.All = m.All
	for _, p := range m.Phrases {
		if p.Akin {
			akin.Phrases = append(akin.Phrases, p)
		} else {
			itself.Phrases = append(itself.Phrases, p)
		}
	}
	return itself, akin
}

// anyOf is the match that any of the phrases fulfils, each once and in the terms of the index.
func anyOf(phrases []Phrase) Match {
	var m Match
	for _, p := range phrases {
		p.Terms = slices.Clone(p.Terms)
		for i, term := range p.Terms {
			p.Terms[i] = normal(term)
		}
		if !slices.ContainsFunc(m.Phrases, p.same) {
			m.Phrases = append(m.Phrases, p)
		}
	}
	return m
}

// same reports whether two phrases ask for the same.
func (p Phrase) same(o Phrase) bool {
	return p.Prefix == o.Prefix && p.Spaced == o.Spaced && slices.Equal(p.Terms, o.Terms)
}

// demote decides what only ranks in pasted text.
func demote(items []item) {
	for i := range items {
		it := &items[i]
		switch {
		case it.role == typedOnly && !codeAt(items, i):
			it.role = noise
		case it.role == telling && logWords.has(it.name()):
			it.role = noise
		case it.role == telling:
			it.dropInstance()
		}
	}
}

// codeAt reports whether the number items[i] stands beside a word such as code or status.
func codeAt(items []item, i int) bool {
	if !items[i].number() {
		return false
	}
	beside := func(step int, of words) bool {
		j := i + step
		for j >= 0 && j < len(items) && (items[j].role == stop || items[j].role == noise && items[j].number()) {
			j += step // over "is", and the version in "HTTP/1.1 503"
		}
		return j >= 0 && j < len(items) && (of.has(items[j].name()) || of.has(stem(items[j].name())))
	}
	return beside(-1, codeBefore) || beside(+1, codeAfter)
}

// number reports a number or version.
func (it item) number() bool {
	return !slices.ContainsFunc(it.phrases[0].Terms, func(t string) bool { return !isNumber(t) })
}

func (it item) name() string { return strings.Join(it.units, "") }

// dropInstance takes the number of an instance off a compound, HikariPool-1, but not off CVE-2021-44228. A compound
// with several numbers is the name of a thread or the like.
func (it *item) dropInstance() {
	parts := it.phrases[0].Terms
	n := slices.IndexFunc(parts, isNumber)
	switch {
	case n < 1 || acronym.MatchString(parts[0]):
	case slices.ContainsFunc(parts[n+1:], isNumber):
		it.role, it.units = noise, nil
	default:
		it.phrases, it.units = spellings(parts[:n]), units(parts[:n])
	}
}

// Other spellings are tried for words of minRespelled to maxRespelled letters, in queries of few words: each costs
// a look-up.
const (
	minRespelled = 6
	maxRespelled = 20
	fewWords     = 6
)

// respell adds to what a person typed the ways in which the same compound is written: ratelimit as rate limit,
// and rate limit as ratelimit.
func respell(items []item) {
	if len(items) > fewWords {
		return
	}
	for i := range items {
		if !items[i].simple() {
			continue
		}
		word := items[i].units[0]
		items[i].phrases = append(items[i].phrases, cuts(word)...)
		if i+1 < len(items) && items[i+1].simple() && items[i+1].first == items[i].last {
			if whole := word + items[i+1].units[0]; len(whole) <= maxRespelled {
				join := Phrase{Terms: []string{whole}}
				items[i].phrases = append(items[i].phrases, join)
				items[i+1].phrases = append(items[i+1].phrases, join)
			}
		}
	}
}

// simple reports a single word of ASCII letters that tells or ranks as a word does.
func (it item) simple() bool {
	if it.role != telling && it.role != verbal || it.last-it.first != 1 || len(it.units) != 1 {
		return false
	}
	return strings.IndexFunc(it.units[0], func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

// cuts are the ways of writing a word as two, of which only real ones will be found.
func cuts(word string) []Phrase {
	if len(word) < minRespelled || len(word) > maxRespelled {
		return nil
	}
	var all []Phrase
	for at := 2; at <= len(word)-2; at++ {
		if head := word[:at]; head == "on" || !englishStops.has(head) {
			all = append(all, Phrase{Terms: []string{head, word[at:]}})
		}
	}
	return all
}

// settle drops stop words. Where nothing would constrain, what is there does.
func settle(items []item) []item {
	lowest := stop
	for _, it := range items {
		lowest = min(lowest, it.role)
	}
	kept := items[:0:0]
	for _, it := range items {
		if it.role == lowest || it.role == typedOnly {
			it.role = telling
		}
		if it.role != stop {
			kept = append(kept, it)
		}
	}
	return kept
}

// candidate is a word with what decides whether a long query keeps it.
type candidate struct {
	Word
	from, to int      // bytes of the query
	keys     []string // of the terms recognised in it
	negated  bool     // as in Term
	id       string   // the same for two inflections of a word
	score    int
}

// limit keeps each word once, and of a long text the words that tell most.
func limit(text string, all []candidate) Query {
	kept := append(best(all, true, MaxWords), best(all, false, MaxHints)...)
	slices.Sort(kept)
	var q Query
	for i, at := range kept {
		q.Words = append(q.Words, all[at].Word)
		for _, key := range all[at].keys {
			q.Terms = append(q.Terms, Term{Key: key, Word: i, Negated: all[at].negated})
		}
		if i > 0 && kept[i-1] == at-1 {
			q.Pairs = append(q.Pairs, pairOf(text, all[at-1], all[at])...)
		}
	}
	q.targets = targets(q.Words)
	return q
}

// pairOf is the phrase of two words that stand beside each other in a line, the second without its particles.
func pairOf(text string, a, b candidate) []Phrase {
	const most = 64 // bytes
	if b.from < a.to || b.to-a.from > most || strings.ContainsAny(text[a.to:b.from], "\n.,;:!?()[]{}\"") {
		return nil
	}
	to := b.to
	if !strings.ContainsFunc(b.Text, notHangul) {
		to = b.from + len(stem(b.Text))
	}
	return anyOf([]Phrase{indexed(text[a.from:to])}).Phrases
}

// best are the positions of the candidates of a kind with the highest scores, the first of equal ones.
func best(all []candidate, required bool, most int) []int {
	var at []int
	seen := map[string]bool{}
	for i, c := range all {
		if c.Required == required && !seen[c.id] {
			seen[c.id] = true
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return all[b].score - all[a].score })
	return at[:min(len(at), most)]
}
