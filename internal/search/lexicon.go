package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Name is one label or alias of a vocabulary term, in either language.
type Name struct {
	Key  string // of the term, the caller's own
	Text string
}

// Lexicon recognises the phrases of a vocabulary in a query. It is immutable and safe for concurrent use.
type Lexicon struct {
	keys    map[string][]string // form of a name, see formOf -> keys of the terms that have it
	phrases map[string][]Phrase // key -> all its names, as the index has them
	longest int                 // form, in bytes
	begins  map[string]bool     // how forms begin, see beginning
}

// Term is a vocabulary term recognised in a query.
type Term struct {
	Key     string
	Word    int  // index into Query.Words
	Negated bool // a negation is part of it or turns it: its words one by one mean the opposite
}

// Named reports whether all of Words[i] is a recognised term, of which the text needs no mending. In a long Hangul word
// that was taken apart, 캐시장애, a term may be but a part.
func (q Query) Named(i int) bool {
	divided := len(q.Words[i].Match.All) > 0 && !strings.ContainsFunc(q.Words[i].Text, notHangul)
	return !divided && slices.ContainsFunc(q.Terms, func(t Term) bool { return t.Word == i })
}

// maxTermWords bounds the words that are tried as one term. Without it the search for the longest term takes a time
// that grows with the cube of a text's words.
const maxTermWords = 8

// maxAlternatives bounds the phrases that one recognised term adds to a query.
const maxAlternatives = 32

// NewLexicon builds a lexicon. Names without a letter or digit are left out.
func NewLexicon(names []Name) *Lexicon {
	l := &Lexicon{keys: map[string][]string{}, phrases: map[string][]Phrase{}, begins: map[string]bool{}}
	for _, name := range names {
		text := Canonical(name.Text)
		items, _ := read(text)
		if items = distinct(settle(items)); len(items) > 0 {
			l.recogniseAs(name.Key, text, items)
			l.findBy(name.Key, text, items)
		}
	}
	return l
}

// distinct leaves out what only ranks beside the CamelCase word whose parts it is.
func distinct(items []item) []item {
	var all []item
	for i, it := range items {
		if i == 0 || it.first != items[i-1].first || it.role != noise {
			all = append(all, it)
		}
	}
	return all
}

// recogniseAs adds the forms of a name.
func (l *Lexicon) recogniseAs(key, text string, items []item) {
	turned := negated(text, items, 0, len(items))
	add := func(form string, turned bool) {
		l.longest = max(l.longest, len(form))
		l.begins[beginning(form)] = true
		if form = formOf(form, turned); !slices.Contains(l.keys[form], key) {
			l.keys[form] = append(l.keys[form], key)
		}
	}
	for _, form := range forms(items) {
		add(form, turned)
	}
	if turned && len(humps(text)) > 0 {
		add(porter(fold(text)), false) // nodenotready, in which no word is seen
	}
}

// findBy adds the phrases of a name: those of its word or, if words that are no item belong to it, the whole.
func (l *Lexicon) findBy(key, text string, items []item) {
	alternatives := items[0].phrases
	if len(items) > 1 || items[0].last-items[0].first < len(split(text, nil)) {
		alternatives = []Phrase{indexed(text)}
	}
	for _, alternative := range alternatives {
		if !slices.ContainsFunc(l.phrases[key], alternative.same) {
			l.phrases[key] = append(l.phrases[key], alternative)
		}
	}
}

// Find recognises terms in a text: the longest phrases first, whatever their case, spacing, hyphens, inflection or
// particles. Term.Word indexes the words of Parse(text, l).
func (l *Lexicon) Find(text string) []Term { return Parse(text, l).Terms }

// indexed is a text as the phrase that the index has of it. Where it has a space, and inside long Hangul words, a
// stored text may have one or not.
func indexed(text string) Phrase {
	var p Phrase
	scan(text, func(t token) {
		if t.part || len(p.Terms) == maxTerms {
			return
		}
		if t.spaced {
			p.Spaced |= 1 << len(p.Terms)
		}
		p.Terms = append(p.Terms, together(t.term))
	})
	// A lone syllable at the end forms a bigram with what follows it in a stored text.
	last := p.Terms[len(p.Terms)-1]
	r, size := utf8.DecodeRuneInString(last)
	p.Prefix = len(p.Terms) > 1 && size == len(last) && isHangul(r)
	return p
}

// widen makes items candidates. Neighbouring items that are a term become one candidate that any phrase of the
// term fulfils too.
func (l *Lexicon) widen(text string, items []item) []candidate {
	var all []candidate
	for i := 0; i < len(items); {
		keys, n := l.longestAt(text, items, i)
		n = max(n, 1)
		c := l.candidate(items[i:i+n], keys)
		if c.negated = keys != nil && negated(text, items, i, i+n); keys == nil {
			c = l.orParts(c, l.divide(items[i]))
		}
		c.from, c.to = items[i].start, items[i+n-1].end
		c.Text = text[c.from:c.to]
		all = append(all, c)
		i += n
	}
	return all
}

// divide takes a Hangul word written without spaces into the terms in it and the rest: 캐시장애 is 캐시 and 장애. It
// gives nil where no term is in it.
func (l *Lexicon) divide(it item) []item {
	if l == nil || len(it.units) != 1 || !korean(it.units[0]) {
		return nil
	}
	const least = 2 * syllable
	word := it.units[0]
	part := func(word string) item {
		return item{phrases: inflected(word), units: []string{word}, role: it.role, line: it.line}
	}
	for at := len(word) - least; at >= least && l.begins[beginning(word)]; at -= syllable {
		if head, tail := part(word[:at]), part(word[at:]); l.recognise([]item{head}, never) != nil {
			if more := l.divide(tail); more != nil {
				return append([]item{head}, more...)
			}
			return []item{head, tail}
		}
	}
	for at := least; at <= len(word)-least; at += syllable {
		if tail := part(word[at:]); l.begins[beginning(word[at:])] && l.recognise([]item{tail}, never) != nil {
			return []item{part(word[:at]), tail}
		}
	}
	return nil
}

// orParts lets the parts of a word, each widened, stand for the word.
func (l *Lexicon) orParts(whole candidate, parts []item) candidate {
	for _, part := range parts {
		c := l.candidate([]item{part}, l.recognise([]item{part}, never))
		whole.Match.All = append(whole.Match.All, c.Match)
		whole.keys = append(whole.keys, c.keys...)
	}
	return whole
}

// recognise gives the keys of the terms that items are, as a whole. It asks whether they are negated only where a
// term is their negation.
func (l *Lexicon) recognise(items []item, negated func() bool) []string {
	var found []string
	add := func(keys []string) {
		for _, key := range keys {
			if !slices.Contains(found, key) {
				found = append(found, key)
			}
		}
	}
	for _, form := range forms(items) {
		add(l.keys[form])
		if turned := l.keys[formOf(form, true)]; turned != nil && negated() {
			add(turned)
		}
	}
	return found
}

// never says that items are not negated.
func never() bool { return false }

// longestAt recognises the longest phrase that begins with items[at] and says how many items it covers.
func (l *Lexicon) longestAt(text string, items []item, at int) (keys []string, n int) {
	if l == nil || !slices.ContainsFunc(forms(items[at:at+1]), func(form string) bool { return l.begins[beginning(form)] }) {
		return nil, 0
	}
	length := 0
	for i, it := range items[at:min(len(items), at+maxTermWords)] {
		if length += len(it.name()); len(it.units) == 0 || length > l.longest+(i+1)*longestEnding {
			break
		}
		end := at + i + 1
		if found := l.recognise(items[at:end], func() bool { return negated(text, items, at, end) }); found != nil {
			keys, n = found, i+1
		}
	}
	return keys, n
}

// beginning is as much of a word as no inflection changes.
func beginning(form string) string {
	if korean(form) {
		return form[:syllable]
	}
	return form[:min(len(form), 2)]
}

// candidate makes one word of items, which is more than one only for a term.
func (l *Lexicon) candidate(items []item, keys []string) candidate {
	c := candidate{keys: keys, id: identity(items), score: 20 * len(keys)}
	for _, it := range items {
		c.Match.All = append(c.Match.All, anyOf(it.phrases))
		c.Required = c.Required || it.role == telling || it.role == verbal && keys != nil
		c.Helps = c.Helps || it.role == verbal
		c.score += it.score()
	}
	if len(items) == 1 {
		c.Match = c.Match.All[0]
	}
	var more []Phrase
	for _, key := range keys {
		more = append(more, l.phrases[key]...)
	}
	more = more[:min(len(more), maxAlternatives)]
	// Who pastes the name of an exception means that one before what else it is called.
	exact := len(items) == 1 && adjoining(items[0].phrases[0].Terms) != nil
	for _, p := range anyOf(more).Phrases {
		if p.Akin = exact; exact && slices.ContainsFunc(c.Match.Phrases, p.same) {
			continue
		}
		c.Match.Phrases = append(c.Match.Phrases, p)
	}
	return c
}

// identity is the same for inflections of the same words, and for what is no word its phrase.
func identity(items []item) string {
	if f := forms(items); len(f) > 0 {
		return f[len(f)-1]
	}
	return strings.Join(items[0].phrases[0].Terms, " ")
}

// score is how much a word is expected to tell: names and long words more than short ones, the first line, which
// has the message of a stack trace, more than the rest.
func (it item) score() int {
	n := 0
	for _, u := range it.units {
		if korean(u) {
			n += len(u) // a syllable tells as much as three letters
		} else {
			n += utf8.RuneCountInString(u)
		}
	}
	n = min(n, 12)
	if len(it.units) > 1 {
		n += 6
	}
	if it.line == 0 {
		n += 4
	}
	return n
}

// forms are the spellings under which neighbouring items are recognised, without spaces and hyphens: English words
// stemmed one by one and as one word (OOMKilled is oom killed), Korean words with and without particles and endings
// (메모리가 부족해서 is 메모리 부족, 느려요 is 느림). There are none for items that are no words.
func forms(items []item) []string {
	for i := range items {
		if len(items[i].units) == 0 {
			return nil
		}
		items[i].inflect()
	}
	var all []string
	for _, apart := range []bool{true, false} {
		for way := range ways {
			if form := form(items, apart, way); !slices.Contains(all, form) {
				all = append(all, form)
			}
		}
	}
	return all
}

// The ways in which a unit is recognised.
const (
	asWritten = iota
	asNoun
	asVerb // a form that all forms of a verb share
	ways
)

// inflect fills it.inflected.
func (it *item) inflect() {
	if it.inflected != nil {
		return
	}
	it.inflected = make([][ways]string, len(it.units))
	for i, u := range it.units {
		forms := [ways]string{u, u, u}
		if korean(u) {
			forms[asNoun] = noun(u)
			forms[asVerb] = forms[asNoun]
			if v, ok := readVerb(u); ok && v.noun() == "" {
				forms[asVerb] = v.infinitive
			}
		}
		it.inflected[i] = forms
	}
}

// form joins the units of items: English ones stemmed apart or as one word, Korean ones in one of the ways.
func form(items []item, apart bool, way int) string {
	var b strings.Builder
	english := ""
	for _, it := range items {
		for i, u := range it.units {
			if apart || korean(u) {
				b.WriteString(porter(english))
				english = ""
			}
			if korean(u) {
				b.WriteString(it.inflected[i][way])
			} else {
				english += u
			}
		}
	}
	b.WriteString(porter(english))
	return b.String()
}

func korean(unit string) bool {
	r, _ := utf8.DecodeRuneInString(unit)
	return isHangul(r)
}
