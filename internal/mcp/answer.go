package mcp

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// An answer is given twice, as Markdown and as an object, because clients
// differ in which of the two they show to their agent. Both together stay
// within maxAnswer: parts are added in order while they fit, and what does not
// fit is named, with the cursor that goes on from there.
const (
	maxAnswer = 24_000 // bytes of a result in JSON: under 8,000 tokens
	envelope  = 1_500  // kept for what stands round the parts
	maxPart   = 2_000  // bytes of one part; a longer text is several
)

// answer is what a tool answers.
type answer struct {
	data any // marshals to an object
	text string
}

func (a *answer) result() *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: a.text}}, StructuredContent: a.data}
}

// budget is how many bytes an answer may still take.
type budget struct {
	left  int
	twice bool // as text and as an object, otherwise as text alone
	begun bool
}

func newBudget() *budget { return &budget{left: maxAnswer - envelope, twice: true} }

// take reports whether a part fits, and counts it if so. The first one always
// fits: parts are short.
func (b *budget) take(text string, data any) bool {
	n := len(quote(text))
	if b.twice {
		n += len(quote(data)) + 2
	}
	if n > b.left && b.begun {
		return false
	}
	b.left -= n
	b.begun = true
	return true
}

// more says what an answer lacks and how to get it. Every answer that can lack
// something embeds it.
type more struct {
	LeftOut    []leftOut `json:"left_out,omitempty"`
	NextCursor string    `json:"next_cursor,omitempty"`
	How        string    `json:"how_to_get_more,omitempty"`
}

// leftOut is a field that an answer lacks, wholly or from some part on.
type leftOut struct {
	Field string `json:"field"`
	Parts int    `json:"parts"` // paragraphs or entries that are missing
}

// missing adds parts of a field to what is left out.
func (m *more) missing(field string, parts int) {
	if parts <= 0 {
		return
	}
	i := slices.IndexFunc(m.LeftOut, func(l leftOut) bool { return l.Field == field })
	if i < 0 {
		m.LeftOut = append(m.LeftOut, leftOut{field, parts})
		return
	}
	m.LeftOut[i].Parts += parts
}

// close words what is missing. next is the position to go on from, 0 at the end.
func (m *more) close(c *call, next int) string {
	var lines []string
	if m.LeftOut != nil {
		var names []string
		for _, l := range m.LeftOut {
			names = append(names, l.Field+" ("+itoa(l.Parts)+")")
		}
		lines = append(lines, c.word("left_out")+": "+strings.Join(names, ", ")+".")
	}
	if next > 0 {
		m.NextCursor = c.cursor(next)
		m.How = c.word("how_cursor")
		lines = append(lines, m.How, "next_cursor: "+m.NextCursor)
	} else if m.LeftOut != nil {
		m.How = c.word("how_fields")
		lines = append(lines, m.How)
	}
	if lines == nil {
		return ""
	}
	return "\n---\n" + strings.Join(lines, "\n") + "\n"
}

// A cursor names a position and the call that it belongs to: the tool, its
// arguments and the edition, as the first bytes of their hash.
const cursorHash = 8

func (c *call) hash() []byte {
	for _, v := range c.values {
		slices.Sort(v)
	}
	sum := sha256.Sum256([]byte(c.tool.name + "\n" + c.edition.Hash() + "\n" + c.values.Encode()))
	return sum[:cursorHash]
}

func (c *call) cursor(position int) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(c.hash(), uint64(position)))
}

// maxPosition bounds the position that a cursor may name.
const maxPosition = 1 << 24

// position reads a cursor of this call.
func (c *call) position(cursor string) (n int, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) <= cursorHash || string(b[:cursorHash]) != string(c.hash()) {
		return 0, false
	}
	v, size := binary.Uvarint(b[cursorHash:])
	return int(min(v, maxPosition)), size == len(b)-cursorHash && v > 0 && v < maxPosition
}

// paragraphs splits prose into parts.
func paragraphs(s string) []string {
	var out []string
	for _, p := range incident.Paragraphs(s) {
		for len(p) > maxPart {
			at := strings.LastIndexByte(p[:maxPart], ' ')
			if at <= 0 {
				at = len(strings.ToValidUTF8(p[:maxPart], ""))
			}
			out, p = append(out, p[:at]), strings.TrimSpace(p[at:])
		}
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
