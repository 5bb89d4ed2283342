package search

import "strings"

// formOf is a form as the lexicon has it. The words of negation are stop words, so that "no canary" and "canary" have
// the same items; but a name that is a negation means the opposite of what is left of it.
func formOf(form string, negated bool) string {
	if negated {
		return form + "\x00"
	}
	return form
}

// englishNegations stand before what they turn into its opposite, or in it.
var englishNegations = wordSet(`no not nor cannot cant dont doesnt didnt couldnt wont wouldnt isnt arent wasnt werent hasnt havent hadnt shouldnt`)

// negated reports whether a word turns items[from:to] into the opposite: an English one that stands among them or
// right before them, a Korean one that stands among them or right after them.
func negated(text string, items []item, from, to int) bool {
	const clause = ".,;:!?\n"
	start, end := items[from].start, items[to-1].end
	before, after := text[:start], text[end:]
	if from > 0 {
		before = text[min(items[from-1].end, start):start]
	}
	if to < len(items) {
		after = text[end:max(items[to].start, end)]
	}
	before = before[strings.LastIndexAny(before, clause)+1:]
	if at := strings.IndexAny(after, clause); at >= 0 {
		after = after[:at]
	}
	among := text[start:end]
	return hasNegation(before, false) || hasNegation(among, false) || hasNegation(among, true) || hasNegation(after, true)
}

// hasNegation reports whether a text has a word of negation in English or in Korean.
func hasNegation(text string, inKorean bool) bool {
	for _, r := range split(text, nil) {
		if r.hangul != inKorean {
			continue
		}
		if word := r.term(text); r.hangul && negatesKorean(word) || !r.hangul && negatesEnglish(word) {
			return true
		}
	}
	return false
}

// negatesEnglish reports a negation, or one in CamelCase: NodeNotReady.
func negatesEnglish(word string) bool {
	for _, part := range humps(word) {
		if englishNegations.has(fold(part)) {
			return true
		}
	}
	return englishNegations.has(fold(word))
}

// negatesKorean reports 안, 못 and the forms of 않다, and a verb with them: 안됨.
func negatesKorean(word string) bool {
	_, joined := denied(word)
	return word == "안" || word == "못" || strings.HasPrefix(word, "않") || joined
}
