package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// problems is what is wrong with a call and that its caller can mend. Each names
// the argument, the nearest valid values and the fix.
type problems incident.Errors

// problemsOf returns what a caller can be told of an error, nil if it is a
// fault of ours.
func problemsOf(err error) problems { return problems(incident.Told(err)) }

func invalid(param, value string, why incident.Problem, nearest []string, message string) *incident.Error {
	return &incident.Error{Kind: incident.Invalid, Param: param, Value: value, Problem: why, Nearest: nearest, Message: message}
}

func badCursor(cursor string) *incident.Error {
	return invalid("cursor", cursor, incident.ProblemForm, nil, "the cursor does not belong to these arguments, or the library has changed since it was given")
}

// maxProblems is how many problems are told at once.
const maxProblems = 10

// problemOut is a problem as a program reads it.
type problemOut struct {
	Kind    incident.ErrorKind `json:"kind"`
	Param   string             `json:"param,omitempty"`
	Value   string             `json:"value,omitempty"`
	Problem incident.Problem   `json:"problem"`
	Message string             `json:"message"`
	Nearest []string           `json:"nearest,omitempty"`
	Fix     string             `json:"fix,omitempty"`
}

// out shortens what the caller sent.
func (p problems) out(t tool) []problemOut {
	var out []problemOut
	for _, e := range p[:min(len(p), maxProblems)] {
		o := problemOut{Kind: e.Kind, Param: clip(e.Param), Value: clip(e.Value), Problem: e.Problem, Message: cut(e.Message, 300), Fix: fix(t, e)}
		for _, n := range e.Nearest {
			o.Nearest = append(o.Nearest, clip(n))
		}
		out = append(out, o)
	}
	return out
}

// result is the problems as a tool error.
func (p problems) result(t tool) *sdk.CallToolResult {
	all := p.out(t)
	return &sdk.CallToolResult{
		IsError:           true,
		Content:           []sdk.Content{&sdk.TextContent{Text: p.text(t)}},
		StructuredContent: map[string]any{"problems": all, "more_problems": len(p) - len(all)},
	}
}

// text is the problems a line each.
func (p problems) text(t tool) string {
	var b strings.Builder
	for _, e := range p.out(t) {
		fmt.Fprintf(&b, "- %s.", strings.TrimSuffix(e.Message, "."))
		if e.Nearest != nil {
			fmt.Fprintf(&b, " Nearest: %s.", strings.Join(e.Nearest, ", "))
		}
		if e.Fix != "" {
			fmt.Fprintf(&b, " %s", e.Fix)
		}
		b.WriteString("\n")
	}
	if n := len(p) - maxProblems; n > 0 {
		fmt.Fprintf(&b, "- and %d more\n", n)
	}
	return b.String()
}

// fix says what to do about a problem.
func fix(t tool, e *incident.Error) string {
	switch {
	case e.TermKind == incident.SeverityKind:
		return "Severities: " + strings.Join(severities, ", ") + "."
	case e.TermKind != "":
		return fmt.Sprintf(`To find the slug call vocab with {"kind":%s,"q":%s}; without q it lists all.`, quote(e.TermKind.Path()), quote(clip(e.Value)))
	case e.Problem == incident.ProblemNoParam:
		return "Arguments: " + strings.Join(t.names(), ", ") + "."
	case e.Problem == incident.ProblemTooLong:
		return "Shorten it to the words that matter."
	}
	switch e.Param {
	case "id", "not", "case":
		return "Ids look like IL-0136; search_incidents and list_incidents give them."
	case "from", "to":
		return "Write YYYY-MM-DD, YYYY-MM or YYYY."
	case "year":
		return `Write ["2026"].`
	case "cursor":
		return "Start again without a cursor."
	}
	return ""
}

// clip shortens a value that a caller sent.
func clip(s string) string { return cut(s, 80) }

// cut shortens a text to about n bytes, at the end of a character.
func cut(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// quote writes a value as JSON.
func quote(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only our own types are written
	}
	return string(b)
}
