package search

import (
	"slices"
	"strings"
)

// role is the part that a word plays in a query.
type role uint8

const (
	telling   role = iota // constrains
	typedOnly             // constrains what a person typed, only ranks in pasted output: numbers, host names
	verbal                // ranks, and counts where no case has all that constrains: verbs, as many name one thing
	noise                 // only ranks: addresses, times, ids, paths, measures
	stop                  // dropped, unless there is nothing else
)

// item is a word of a query before it is decided which words constrain.
type item struct {
	start, end  int // bytes of the query
	role        role
	phrases     []Phrase // any of them is the word
	units       []string // folded, for recognising vocabulary: one per word, CamelCase taken apart
	inflected   [][ways]string
	first, last int // runs[first:last]
	line        int
}

// maxTerms bounds a phrase, maxItems the words of a text that are looked at.
const (
	maxTerms = 12
	maxItems = 512
)

// reader cuts a text into items. Pasted turns true at the first sign that a machine wrote it.
type reader struct {
	text   string
	runs   []run
	items  []item
	pasted bool
	line   int
	frame  bool // the line is a frame of a stack trace

	done     int  // runs before it are read
	question bool // the text asks
}

// read cuts NFC text into the items of a query.
func read(text string) ([]item, bool) {
	rd := &reader{text: text, runs: split(text, nil)}
	rd.question = len(rd.runs) > 0 && isQuestion(text, rd.raw(0, 1))
	end := 0
	for i := 0; i < len(rd.runs) && len(rd.items) < maxItems; {
		j := i + 1
		url := strings.HasPrefix(rd.text[rd.runs[i].end:], "://")
		for j < len(rd.runs) && !rd.apart(j, url) {
			j++
		}
		rd.startLine(end, rd.runs[i].start)
		end = rd.runs[j-1].end
		rd.piece(i, j)
		i = max(j, rd.done)
	}
	words := 0
	for _, it := range rd.items {
		if it.role != stop {
			words++
		}
	}
	return rd.items, rd.pasted || rd.line > 0 || words > maxTyped
}

// maxTyped is the number of words above which a text counts as pasted.
const maxTyped = 12

// apart reports whether something other than the signs inside names, numbers and paths stands before runs[i].
func (rd *reader) apart(i int, url bool) bool {
	sep := rd.text[rd.runs[i-1].end:rd.runs[i].start]
	switch {
	case url:
		return strings.ContainsAny(sep, " \t\r\n\"'<>")
	case sep == ",":
		return !digit(rd.text[rd.runs[i-1].end-1]) || !digit(rd.text[rd.runs[i].start])
	}
	return strings.Trim(sep, `-_./\&+:@`+"\u2010\u2011") != ""
}

func (rd *reader) startLine(from, to int) {
	n := strings.Count(rd.text[from:to], "\n")
	if n == 0 && from > 0 {
		return
	}
	rd.line += n
	start := strings.LastIndexByte(rd.text[:to], '\n') + 1
	rd.frame = stackFrame(rd.text[start:])
}

// piece reads runs[i:j], between which only the signs of names, numbers and paths stand.
func (rd *reader) piece(i, j int) {
	raw := rd.text[rd.runs[i].start:rd.runs[j-1].end]
	switch {
	case rd.frame:
		rd.literal(stop, i, j)
	case rd.key(j) || rd.value(i, j):
		rd.pasted = true
		rd.literal(noise, i, j)
	case machineMade(raw, rd.byteBefore(i)):
		rd.pasted = true
		rd.literal(noise, i, j)
		rd.host(i, j)
	case isMeasure(raw) || isNumber(raw) && rd.byteAfter(j) == '%':
		rd.literal(noise, i, j)
	case level.MatchString(raw):
		rd.pasted = true
		rd.words(i, j)
	case isNumber(raw):
		rd.literal(typedOnly, i, j)
	case isHost(raw):
		rd.literal(typedOnly, i, j)
		rd.host(i, j)
	case isProduct(raw):
		rd.words(i, i+1)
		rd.literal(noise, i+1, j)
	case isQualified(raw):
		rd.words(j-1, j)
	default:
		rd.words(i, j)
	}
}

// key reports whether what ends before runs[j] is the key of a pair such as attempt=3 or "id":7, a label such as
// those of kubectl describe ("Reason:     OOMKilled"), or the program in "app[2211]:". Keys beside which a number
// tells are left to demote.
func (rd *reader) key(j int) bool {
	last := rd.raw(j-1, j)
	if codeBefore.has(fold(last)) || isNumber(last) {
		return false
	}
	return pair.MatchString(rd.text[rd.runs[j-1].end:])
}

// value reports whether runs[i:j] is the value of a pair that tells nothing by itself. Several words are a message,
// and the value of keys such as reason is what went wrong.
func (rd *reader) value(i, j int) bool {
	if i == 0 {
		return false
	}
	gap, key := rd.text[rd.runs[i-1].end:rd.runs[i].start], fold(rd.raw(i-1, i))
	if codeBefore.has(key) || tellingKeys.has(key) || !pairGap.MatchString(gap) {
		return false
	}
	return rd.byteAfter(j) == '"' || !strings.HasSuffix(gap, `"`)
}

// host reads the labels of the host name in runs[i:j], a name or a URL, which rank one by one: dynamodb, us-east-1
// and amazonaws of dynamodb.us-east-1.amazonaws.com.
func (rd *reader) host(i, j int) {
	end := j
	if at := strings.Index(rd.text[rd.runs[i].end:rd.runs[j-1].end], "://"); at >= 0 {
		for i++; end > i+1 && strings.ContainsAny(rd.text[rd.runs[i].start:rd.runs[end-1].start], "/"); end-- {
		}
	} else if !isHost(rd.raw(i, j)) {
		return
	}
	for i < end {
		to := i + 1
		for to < end && rd.text[rd.runs[to-1].end] == '-' {
			to++
		}
		if label := rd.raw(i, to); len(label) > 2 && !plainLabels.has(fold(label)) && !isNumber(label) && !isID(label) {
			rd.literal(noise, i, to)
		}
		i = to
	}
}

// words reads runs[i:j] as words and compounds.
func (rd *reader) words(i, j int) {
	for i < j {
		if rd.runs[i].hangul {
			rd.hangul(i)
			i++
			continue
		}
		end := min(compoundEnd(rd.text, rd.runs, i), j)
		if rd.phrasal(i, end) {
			i = end + 1
			continue
		}
		if rd.counted(i, end) {
			i = end + 1
			continue
		}
		rd.compound(i, end)
		i = end
	}
}

// adverbs make one word with the verb before them.
var adverbs = wordSet(`out up down off over back away`)

// phrasal reads an English verb with its adverb, as it is written in two words or one: timed out is timeout, rolled
// back rollback.
func (rd *reader) phrasal(i, end int) bool {
	if end != i+1 || end == len(rd.runs) || rd.runs[end].gap != gapSpace || !adverbs.has(fold(rd.raw(end, end+1))) {
		return false
	}
	verb, adverb := rd.runs[i].term(rd.text), fold(rd.raw(end, end+1))
	if isStop(verb) || number.MatchString(verb) || humps(verb) != nil || verb == strings.ToUpper(verb) || rd.joined(end) || rd.next(end+1) == "of" {
		return false
	}
	phrases := []Phrase{{Terms: []string{verb, adverb}}, {Terms: []string{porter(fold(verb)) + adverb}}}
	rd.add(item{phrases: phrases, units: []string{fold(verb), adverb}}, i, end+1)
	rd.done = end + 1
	return true
}

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

// literal reads runs[i:j] as one phrase. Of noise, no vocabulary is recognised.
func (rd *reader) literal(r role, i, j int) {
	parts := rd.terms(i, j)
	it := item{role: r, phrases: []Phrase{{Terms: parts}}}
	if r != noise {
		it.units = units(parts)
	}
	rd.add(it, i, j)
}

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

// hangul reads a run of Hangul. Particles are no words; what has no spaces at all is cut into words of
// bounded length.
func (rd *reader) hangul(i int) {
	word := rd.raw(i, i+1)
	if grammatical(word) {
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
	case koreanAsking.has(word), koreanAsking.has(naked(word)):
		rd.add(item{role: noise, phrases: rd.syllables(i, word)}, i, i+1)
		return
	}
	const longest = maxTerms * syllable
	for len(word) > longest {
		rd.add(item{phrases: []Phrase{whole(word[:longest], true)}, units: []string{word[:longest]}}, i, i+1)
		word = word[longest:]
	}
	standard, others := respelt(word)
	it := item{phrases: rd.syllables(i, standard), units: []string{standard}}
	for _, other := range others {
		it.phrases = append(it.phrases, whole(stem(other), len(stem(other)) >= leastSpaced))
	}
	it.phrases = append(it.phrases, otherwise(stem(standard))...)
	if isVerb && v.noun() == "" {
		it.role = verbal
	}
	rd.add(it, i, i+1)
}

// denied takes 안 or 못 off a verb that is written together with it: 안켜져요, 안됨.
func denied(word string) (positive string, ok bool) {
	for _, not := range []string{"안", "못"} {
		if positive, ok = strings.CutPrefix(word, not); ok && positive != "" {
			v, isVerb := readVerb(positive)
			return positive, isVerb && (stopVerbs.has(v.stem) || v.sure && v.noun() == "" && !strings.ContainsAny(v.stem, "하되해돼"))
		}
	}
	return word, false
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
	phrases := []Phrase{whole(word, spaced)}
	if s != word {
		phrases = append(phrases, whole(s, spaced))
	}
	v, ok := readVerb(word)
	if noun := v.noun(); noun != "" {
		v, ok = fromInfinitive(noun)
		ok = ok && v.made()
	}
	if ok {
		for _, spelling := range v.spellings() {
			phrases = append(phrases, whole(spelling, false))
		}
	}
	return phrases
}

// leastSpaced is the length of the shortest Hangul word that may as well be written with spaces, 헬스체크 as 헬스 체크.
// In the two or three syllables of shorter ones, two other words may merely meet.
const leastSpaced = 4 * syllable

// whole is the phrase of a Hangul word.
func whole(word string, spaced bool) Phrase {
	p := Phrase{Terms: bigrams(word)}
	if spaced {
		p.Spaced = 1<<len(p.Terms) - 1
	}
	return p
}

func (rd *reader) add(it item, i, j int) {
	it.first, it.last, it.line = i, j, rd.line
	it.start, it.end = rd.runs[i].start, rd.runs[j-1].end
	rd.items = append(rd.items, it)
}

func (rd *reader) raw(i, j int) string { return rd.text[rd.runs[i].start:rd.runs[j-1].end] }

func (rd *reader) byteBefore(i int) byte {
	if start := rd.runs[i].start; start > 0 {
		return rd.text[start-1]
	}
	return 0
}

func (rd *reader) byteAfter(j int) byte {
	if end := rd.runs[j-1].end; end < len(rd.text) {
		return rd.text[end]
	}
	return 0
}

func (rd *reader) terms(i, j int) []string {
	all := terms(rd.text, rd.runs[i:min(j, i+maxTerms)])
	return all[:min(len(all), maxTerms)]
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
			all = append(all, fold(word))
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
