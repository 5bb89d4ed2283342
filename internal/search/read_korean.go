package search

import "strings"

// counted reads a number with its Korean counter, as 30초마다 and 2026년, which only ranks.
func (rd *reader) counted(i, end int) bool {
	if end == len(rd.runs) || !rd.runs[end].hangul || rd.runs[end].gap != gapNone || !isNumber(rd.raw(i, end)) {
		return false
	}
	counter := bare(rd.raw(end, end+1))
	if !counters.has(counter) {
		return false
	}
	terms := append(rd.terms(i, end), bigrams(counter)...)
	rd.add(item{role: noise, phrases: []Phrase{{Terms: terms, Prefix: len(counter) == syllable}}}, i, end+1)
	return true
}

// hangul reads a run of Hangul. Particles are no words; what has no spaces at all is cut into words of
// bounded length.
func (rd *reader) hangul(i int) {
	word := rd.raw(i, i+1)
	if grammatical(word) && !rd.stands(i) {
		return
	}
	if positive, ok := denied(word); ok {
		word = positive
	}
	v, isVerb := readVerb(word)
	switch {
	case koreanStops.has(word), koreanStops.has(naked(word)), isVerb && stopVerbs.has(v.stem):
		rd.add(item{role: stop, phrases: rd.syllables(i, word)}, i, i+1)
		return
	case koreanAsking.has(word), koreanAsking.has(naked(word)), koreanAdverbs.has(word):
		rd.add(item{role: noise, phrases: rd.syllables(i, word)}, i, i+1)
		return
	}
	const longest = maxTerms * syllable
	for len(word) > longest {
		rd.add(item{phrases: whole(word[:longest], true), units: []string{word[:longest]}}, i, i+1)
		word = word[longest:]
	}
	standard, others := respelt(word)
	it := item{phrases: rd.syllables(i, standard), units: []string{standard}}
	for _, other := range others {
		it.phrases = append(it.phrases, whole(stem(other), len(stem(other)) >= leastSpaced)...)
	}
	it.phrases = append(it.phrases, otherwise(stem(standard))...)
	if isVerb && v.noun() == "" {
		it.role = verbal
	}
	rd.add(it, i, i+1)
}

// nouns are endings that are nouns as well: 인가 is authorization.
var nouns = wordSet(`인가`)

// stands reports whether runs[i] is a noun that only looks like an ending: no Hangul that it could end stands before it.
func (rd *reader) stands(i int) bool {
	gap := rd.runs[i].gap // gapOther at the beginning of a text
	return nouns.has(rd.raw(i, i+1)) && (gap == gapOther || gap != gapNone && !rd.runs[i-1].hangul)
}

// denied takes 안 or 못 off a verb that is written together with it: 안켜져요, 안됨.
func denied(word string) (positive string, ok bool) {
	for _, not := range []string{"안", "못"} {
		if positive, ok = strings.CutPrefix(word, not); ok && positive != "" {
			v, isVerb := readVerb(positive)
			return positive, isVerb && v.deniable(v.sure)
		}
	}
	return word, false
}

// endsInNot are nouns that end in 안 or 못, before which no word ends.
var endsInNot = wordSet(`방안 동안 보안 제안 불안 현안 법안 초안 편안 감안 미안 잘못`)

// beforeDenied are nouns behind which 안 is no part of such a noun: 작동안됨, 결제안됨, 환불안됨.
var beforeDenied = wordSet(`작동 자동 연동 구동 이동 가동 기동 활동 변동 수동 유동 결제 삭제 해제 통제 복제 공제 정보 확보 통보 경보 개방 예방
	환불 지불 구현 재현 표현 실현 마감`)

// longestNot is the length of the longest verb with 안 or 못 that is looked for, in bytes: a text may be one long word.
const longestNot = 10 * syllable

// beforeNot gives where in a Hangul word the verb with 안 or 못 begins that is written together with the word before
// it, or 0: 로그인|안됨, 페이지가|안열려요.
func beforeNot(word string) int {
	for at := max(2*syllable, len(word)-longestNot); at+2*syllable <= len(word); at += syllable {
		if not := word[at : at+syllable]; not != "안" && not != "못" {
			continue
		}
		if endsInNot.has(word[at-syllable:at+syllable]) && !beforeDenied.has(word[at-2*syllable:at]) {
			continue
		}
		if v, isVerb := readVerb(word[at+syllable:]); isVerb && v.deniable(v.sure || v.made()) {
			return at
		}
	}
	return 0
}

// deniable reports whether a verb behind 안 or 못 is denied by it, rather than the end of a noun that begins so. Sure
// says that it is a verb and nothing else.
func (v verb) deniable(sure bool) bool {
	return stopVerbs.has(v.stem) || sure && v.noun() == "" && !strings.ContainsAny(v.stem, "하되해돼")
}

// partNots parts each run of Hangul where beforeNot does.
func partNots(text string, runs []run) []run {
	out := runs[:0:0]
	for _, r := range runs {
		for r.hangul {
			at := beforeNot(text[r.start:r.end])
			if at == 0 {
				break
			}
			head := r
			head.end = r.start + at
			out = append(out, head)
			r.start, r.gap = head.end, gapSpace
		}
		out = append(out, r)
	}
	return out
}

// syllables gives the phrases that a Hangul word is searched as: all of it, without its particles and endings, and
// where one syllable is left, that syllable at the end of a run or joined to its neighbour in the query, so that
// "커넥션 풀" finds 커넥션풀고갈.
func (rd *reader) syllables(i int, word string) []Phrase {
	phrases := inflected(word)
	one := word
	if len(word) > syllable {
		if one = single(word); one == "" {
			return phrases
		}
		phrases = append(phrases, Phrase{Terms: []string{one}})
	}
	if follows(rd.runs, i) && !grammatical(rd.raw(i-1, i)) {
		end := rd.runs[i-1].end
		phrases = append(phrases, Phrase{Terms: []string{rd.text[end-syllable:end] + one}})
	}
	if one == word && follows(rd.runs, i+1) && !grammatical(rd.raw(i+1, i+2)) {
		next := rd.runs[i+1].start
		phrases = append(phrases, Phrase{Terms: []string{one + rd.text[next:next+syllable]}})
	}
	return phrases
}

// inflected gives the phrases of a Hangul word with and without its particles and endings, and of a verb those of its
// other forms.
func inflected(word string) []Phrase {
	s := stem(word)
	spaced := len(s) >= leastSpaced
	phrases := whole(word, spaced)
	if s != word {
		phrases = append(phrases, whole(s, spaced)...)
	}
	v, ok := readVerb(word)
	if noun := v.noun(); noun != "" {
		v, ok = fromInfinitive(noun)
		ok = ok && v.made()
	}
	if ok {
		for _, spelling := range v.spellings() {
			phrases = append(phrases, whole(spelling, false)...)
		}
	}
	return phrases
}

// leastSpaced is the length of the shortest Hangul word that may as well be written with spaces, 헬스체크 as 헬스 체크.
// In the two or three syllables of shorter ones, two other words may merely meet.
const leastSpaced = 4 * syllable

// whole gives the phrases of a Hangul word: as it begins a run and, where a simplex word has it spelt otherwise, as it
// stands inside one, and with a space before that word.
func whole(word string, spaced bool) []Phrase {
	phrases := []Phrase{asRun(word, spaced)}
	if simplexIn(word) > 0 {
		inside := Phrase{Terms: bigrams(word)}
		if spaced {
			inside.Spaced = 1<<len(inside.Terms) - 1
		}
		phrases = append(phrases, inside)
	}
	for at := syllable; spaced && at < len(word); at += syllable {
		if simplexIn(word[at:]) > 0 {
			return append(phrases, parted(word, at))
		}
	}
	return phrases
}

// asRun is the phrase of a Hangul word that begins a run.
func asRun(word string, spaced bool) (p Phrase) {
	if len(word) <= syllable {
		return Phrase{Terms: []string{word}}
	}
	indexedBigrams(word, func(term string, _ int, simplex bool) {
		if spaced && !simplex {
			p.Spaced |= 1 << len(p.Terms)
		}
		p.Terms = append(p.Terms, term)
	})
	return p
}

// parted is the phrase of a Hangul word with a space in it.
func parted(word string, at int) Phrase {
	var p Phrase
	if at > syllable {
		p = asRun(word[:at], true)
	}
	before := len(p.Terms) + 1
	after := asRun(word[at:], true)
	p.Terms = append(append(p.Terms, Apart(word[at-syllable:at+syllable])), after.Terms...)
	p.Spaced |= after.Spaced << before
	return p
}
