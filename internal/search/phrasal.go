package search

import (
	"strings"
	"sync"
)

// phrasalVerbs lists, after each adverb, the verbs that make one word with it in operations: time out, roll back. Any
// other word before an adverb is a word of its own, as github is in "github down".
const phrasalVerbs = `
out: time log sign roll page run fade ship fall drop scale leak fill max back swap burn black brown lock wear knock opt kick boot
	throttle phase wipe pull push check starve
up: back spin scale boot ramp speed pile stack lock set warm catch fill wake power build hang start split tie open clean free
down: shut scale take bring break tear spin wind ramp cool drain slow lock power step burn melt cut narrow run crash fall
off: back cut kick fall switch turn shut drop hand trip sign take power log peel
over: fail cut hand roll switch take turn fall spill carry flip swap
back: roll fall fail push pull scale switch cut bring revert hold read write set turn
away: take throw drop fall
`

// phrasalStates say with an adverb that something is in a state, which reports say in many ways: they only rank.
const phrasalStates = `go come get stay keep`

// irregularVerbs lists, a line each, the forms of verbs that no rule makes, the infinitive first.
const irregularVerbs = `
run ran
take took taken
bring brought
break broke broken
tear tore torn
wind wound
spin spun
fall fell fallen
wake woke woken
build built
catch caught
hang hung
hold held
burn burnt
wear wore worn
throw threw thrown
write wrote written
freeze froze frozen
go goes went gone
come came
get got gotten
keep kept
`

// adverbs make one word with the verb before them.
var adverbs = wordSet(`out up down off over back away`)

// phrasal is a verb that makes one word with an adverb: its forms, the infinitive first, and whether it only says that
// something is in a state.
type phrasal struct {
	forms []string
	state bool
}

// phrasals gives the verbs before each adverb, by the stems of their forms.
var phrasals = sync.OnceValue(func() map[string]map[string]phrasal {
	irregular := groups(irregularVerbs, func(s string) string { return s })
	all := map[string]map[string]phrasal{}
	add := func(adverb, verb string, state bool) {
		v := phrasal{[]string{verb}, state}
		if forms := irregular[verb]; forms != nil {
			v.forms = forms
		}
		for _, form := range v.forms {
			all[adverb][porter(form)] = v
		}
	}
	adverb := ""
	for _, word := range strings.Fields(phrasalVerbs) {
		if name, ok := strings.CutSuffix(word, ":"); ok {
			adverb = name
			all[adverb] = map[string]phrasal{}
			for _, verb := range strings.Fields(phrasalStates) {
				add(adverb, verb, true)
			}
			continue
		}
		add(adverb, word, false)
	}
	return all
})

// phrasal reads an English verb with its adverb, as it is written in two words or one: timed out is timeout, rolled
// back rollback.
func (rd *reader) phrasal(i, end int) bool {
	if end != i+1 || !rd.adverb(end) || rd.next(end+1) == "of" {
		return false
	}
	adverb, typed := rd.next(end), rd.runs[i].term(rd.text)
	v, ok := phrasals()[adverb][porter(fold(typed))]
	if !ok {
		return false
	}
	phrases := []Phrase{{Terms: []string{typed, adverb}}, {Terms: []string{v.forms[0] + adverb}}}
	for _, form := range v.forms {
		if form != fold(typed) {
			phrases = append(phrases, Phrase{Terms: []string{form, adverb}})
		}
	}
	it := item{phrases: phrases, units: []string{fold(typed), adverb}}
	if v.state {
		it.role = verbal
	}
	rd.add(it, i, end+1)
	rd.done = end + 1
	return true
}

// adverb reports whether runs[i] is an adverb by itself behind another word: not the first part of a compound.
func (rd *reader) adverb(i int) bool {
	return i > 0 && adverbs.has(rd.next(i)) && rd.runs[i].gap == gapSpace && !rd.joined(i)
}

// state reports whether runs[i] is an adverb that says in what state the word before it is: github down, cpu up, is back.
func (rd *reader) state(i int) bool {
	return rd.adverb(i) && !rd.runs[i-1].hangul && rd.next(i+1) != "of"
}
