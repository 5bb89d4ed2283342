package search

import "slices"

// What is read of words that are not Hangul: most are English, or names.

// joined reports whether runs[i] is part of a compound or number.
func (rd *reader) joined(i int) bool {
	return joins(rd.text, rd.runs, i+1) || i+1 < len(rd.runs) && rd.runs[i+1].gap == gapNone
}

// next is runs[i] folded, or "" after the last.
func (rd *reader) next(i int) string {
	if i >= len(rd.runs) {
		return ""
	}
	return fold(rd.raw(i, i+1))
}

// compound reads runs[i:end], one word or several with a sign between each two: timeout, rate-limit, HikariPool-1.
func (rd *reader) compound(i, end int) {
	parts := rd.terms(i, end)
	it := item{phrases: spellings(parts), units: units(parts)}
	if len(parts) == 1 {
		it.phrases = append(it.phrases, otherwise(parts[0])...)
	}
	switch {
	case slices.ContainsFunc(parts, isID):
		rd.pasted = true
		it.role, it.units = noise, nil
		if n := slices.IndexFunc(parts, isID); n > 0 {
			it.phrases = spellings(parts[:n]) // the name of what has the id
		}
	case len(parts) == 1 && isStop(parts[0]):
		it.role = stop
	case rd.state(i) && len(parts) == 1:
		it.role = verbal
		if rd.next(i) == "up" {
			it.units = nil // also the stem of UPS
		}
	case rd.question && len(parts) == 1 && englishAsking.has(fold(parts[0])):
		it.role = noise
	}
	rd.add(it, i, end)
	if neighbours := adjoining(parts); neighbours != nil && it.role == telling {
		rd.add(item{role: noise, phrases: neighbours}, i, end)
	}
}

// adjoining gives the neighbouring parts of a CamelCase word of three parts or more, as the name that it was made of:
// managed identity of ManagedIdentityCredential.
func adjoining(parts []string) (pairs []Phrase) {
	if len(parts) != 1 {
		return nil
	}
	humps := humps(parts[0])
	if len(humps) < 3 {
		return nil
	}
	for i := range len(humps) - 1 {
		pairs = append(pairs, Phrase{Terms: humps[i : i+2]})
	}
	return pairs
}

// spellings are the phrases that a compound or a CamelCase word is written as.
func spellings(parts []string) []Phrase {
	all := []Phrase{{Terms: parts}}
	if whole := oneWord(parts); whole != "" {
		all = append(all, Phrase{Terms: []string{whole}})
	}
	if len(parts) == 1 {
		for _, words := range written(humps(parts[0])) {
			all = append(all, Phrase{Terms: words})
		}
	}
	return all
}

// written are the ways of writing the parts of a CamelCase word as two words or more: Droplet Workflow Manager,
// DropletWorkflow Manager, Droplet WorkflowManager. Many parts are only written apart.
func written(parts []string) [][]string {
	const most = 4
	if len(parts) < 2 || len(parts) > most {
		return [][]string{parts}[:min(1, len(parts))]
	}
	var all [][]string
	for cuts := 1; cuts < 1<<(len(parts)-1); cuts++ { // a bit for each place between two parts
		words := []string{parts[0]}
		for i, part := range parts[1:] {
			if cuts&(1<<i) != 0 {
				words = append(words, part)
			} else {
				words[len(words)-1] += part
			}
		}
		all = append(all, words)
	}
	return all
}

// units are the parts of a compound folded, CamelCase taken apart and stop words left out where others remain.
func units(parts []string) []string {
	var all, telling []string
	for _, part := range parts {
		h := humps(part)
		if h == nil {
			h = []string{part}
		}
		for _, word := range h {
			word = fold(word)
			if word == "nil" {
				word = "null" // as the vocabulary has it
			}
			all = append(all, word)
		}
	}
	for _, word := range all {
		if !englishStops.has(word) {
			telling = append(telling, word)
		}
	}
	if telling == nil {
		return all
	}
	return telling
}
