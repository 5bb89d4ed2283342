package search

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Words hands over what a person would type to search for a word of a text: each run of letters in one script, and
// compounds as they are written (rate-limit, node.js, DB연결). Hangul also comes without its particles and endings, and
// in parts of two syllables, of which most Korean words inside a compound are one.
func Words(text string, yield func(word string)) {
	text = Canonical(text)
	runs := split(text, nil)
	for i := range runs {
		word := text[runs[i].start:runs[i].end]
		yield(word)
		if runs[i].hangul {
			for _, form := range slices.Concat([]string{Noun(word), stem(word), bare(word)}, halves(Noun(word))) {
				if form != word {
					yield(form)
				}
			}
		}
		if i == 0 || !asOne(runs, i) {
			if end := asOneEnd(runs, i); end > i+1 {
				yield(text[runs[i].start:runs[end-1].end])
			}
		}
	}
}

// halves are the parts of a Hangul noun of two syllables each, none of a simplex word.
func halves(noun string) []string {
	if simplexIn(noun) > 0 {
		return nil
	}
	return bigrams(noun)
}

// Pairs hands over neighbouring words as one word, as people also type them: 헬스 체크 as 헬스체크, load balancer as
// loadbalancer. What follows the second one in Korean is left out.
func Pairs(text string, yield func(joined string)) {
	text = Canonical(text)
	runs := split(text, nil)
	for i := 1; i < len(runs); i++ {
		if runs[i].gap != gapSpace || runs[i].hangul != runs[i-1].hangul {
			continue
		}
		first, second := text[runs[i-1].start:runs[i-1].end], text[runs[i].start:runs[i].end]
		if runs[i].hangul {
			second = Noun(second)
		}
		if len(first)+len(second) <= maxPair {
			yield(first + second)
		}
	}
}

// maxPair is the longest word that Pairs makes, in bytes.
const maxPair = 24

// maxWritten bounds the runs of what Words takes for one compound.
const maxWritten = 5

// asOne reports whether runs[i] is written as one with the run before it.
func asOne(runs []run, i int) bool {
	return 0 < i && i < len(runs) && (runs[i].gap == gapNone || runs[i].gap == gapJoin)
}

func asOneEnd(runs []run, i int) int {
	end := i + 1
	for asOne(runs, end) {
		end++
	}
	if end-i > maxWritten {
		return i
	}
	return end
}

// Noun is a Hangul word without its particles and endings, as far as the tables of Inflections tell.
func Noun(word string) string {
	if one := single(word); one != "" {
		return one
	}
	return stripBy(inflections(), word, func(rest string, _ ending) bool { return len(rest) >= 2*syllable })
}

// inflections are endings with the forms of verbs that are made of nouns, which a query reads by rule.
var inflections = sync.OnceValue(func() map[string]ending {
	all := maps.Clone(endings())
	for stem, after := range map[string]condition{"하": anywhere, "되": anywhere, "시키": anywhere, "지": after(connective), "나": after(connective)} {
		for _, form := range fromStem(stem).all() {
			if _, ok := endings()[form]; !ok && len(form) <= longestEnding {
				all[form] = ending{form, after, false}
			}
		}
	}
	return all
})

// Stem is the term of the index for a word that is not Hangul.
func Stem(word string) string { return normal(Canonical(word)) }

// Fold is a word without case and diacritics.
func Fold(word string) string { return fold(Canonical(word)) }

// IsKorean reports whether a word begins with a Hangul syllable.
func IsKorean(word string) bool { return korean(word) }

// Endings are particles and endings that stand after the same syllables.
type Endings struct {
	Texts     []string `json:"texts"`     // sorted
	Particles []bool   `json:"particles"` // of each text, whether it is a particle
	Finals    []int    `json:"finals"`    // final consonants after which they stand (Unicode 3.12), nil for any
	Syllables string   `json:"syllables"` // the only syllables after which they stand, "" for any
}

// Inflection is what a Hangul word is taken apart by, for a program that has to do it elsewhere.
type Inflection struct {
	Endings []Endings `json:"endings"`
	Kept    []string  `json:"kept"`   // ends of words that only look like an ending
	Single  []string  `json:"single"` // the particles that are taken off even where one syllable is left
}

// Inflections gives the tables of the words' endings.
func Inflections() Inflection {
	groups := map[string]*Endings{}
	for _, text := range slices.Sorted(maps.Keys(inflections())) {
		finals, syllables := standsAfter(inflections()[text].after)
		key := fmt.Sprint(finals, syllables)
		g := groups[key]
		if g == nil {
			g = &Endings{Finals: finals, Syllables: syllables}
			groups[key] = g
		}
		g.Texts, g.Particles = append(g.Texts, text), append(g.Particles, inflections()[text].particle)
	}
	out := Inflection{Kept: slices.Sorted(kept.all()), Single: slices.Sorted(particleMay.all())}
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		out.Endings = append(out.Endings, *groups[key])
	}
	return out
}

// finalForms is the number of final consonants, none counted as one.
const finalForms = 28

// standsAfter finds what a condition asks for: final consonants or, if that does not tell, syllables.
func standsAfter(c condition) (after []int, syllables string) {
	var count [finalForms]int
	var stands []rune
	all := 0
	for r := '가'; r <= '힣'; r++ {
		all++
		if c(r) {
			count[finalConsonant(r)]++
			stands = append(stands, r)
		}
	}
	for final, n := range count {
		switch n {
		case 0:
		case all / finalForms:
			after = append(after, final)
		default:
			return nil, string(stands)
		}
	}
	if len(after) == finalForms {
		after = nil
	}
	return after, ""
}

// StopWords lists the words that are left out of a query that has others, sorted.
func StopWords() []string {
	all := slices.Collect(englishStops.all())
	return slices.Sorted(slices.Values(slices.AppendSeq(all, koreanStops.all())))
}
