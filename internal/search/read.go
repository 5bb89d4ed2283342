package search

import "strings"

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
	phrases     []Phrase       // any of them is the word
	units       []string       // folded, for recognising vocabulary: one per word, CamelCase taken apart
	inflected   [][ways]string // the forms of each unit; see inflect
	first, last int            // runs[first:last]
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

	done     int  // runs before it are read, also by a word that goes on after its piece
	question bool // the text asks
}

// read cuts NFC text into the items of a query, and reports whether it was pasted rather than typed.
func read(text string) (items []item, pasted bool) {
	rd := &reader{text: text, runs: partNots(text, split(text, nil))}
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

// startLine counts the lines up to text[to:] and, in a new one, sees whether it is a frame of a stack trace.
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

// literal reads runs[i:j] as one phrase. Of noise, no vocabulary is recognised.
func (rd *reader) literal(r role, i, j int) {
	parts := rd.terms(i, j)
	it := item{role: r, phrases: []Phrase{{Terms: parts}}}
	if r != noise {
		it.units = units(parts)
	}
	rd.add(it, i, j)
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
