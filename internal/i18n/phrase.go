package i18n

import (
	"fmt"
	"strconv"
	"strings"
)

// phrase is a message taken apart at its placeholders.
type phrase struct {
	first string // up to the first placeholder
	slots []slot
}

// slot is a placeholder and the text up to the next one.
type slot struct{ name, after string }

// parsePhrase reads a message whose placeholders are written {{.Name}}. What
// text/template offers beyond that no message may use.
func parsePhrase(s string) (phrase, error) {
	first, rest, more := strings.Cut(s, "{{")
	p := phrase{first: first}
	for more {
		inside, after, closed := strings.Cut(rest, "}}")
		name, named := strings.CutPrefix(inside, ".")
		if !closed || !named || name == "" || strings.ContainsFunc(name, notOfName) {
			return phrase{}, fmt.Errorf("%q: a placeholder is written {{.Name}}", s)
		}
		after, rest, more = strings.Cut(after, "{{")
		p.slots = append(p.slots, slot{name, after})
	}
	return p, nil
}

func notOfName(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '_'
}

// fill writes the phrase. The placeholder Count stands for count unless args
// has another; one that nothing fills stays as it is, to be seen.
func (p phrase) fill(args Args, count string) string {
	if p.slots == nil {
		return p.first
	}
	var room [256]byte // on the stack, and enough for nearly all
	out := append(room[:0], p.first...)
	for _, s := range p.slots {
		switch v := args[s.name].(type) {
		case string:
			out = append(out, v...)
		case int:
			out = strconv.AppendInt(out, int64(v), 10)
		case nil:
			if s.name == "Count" && count != "" {
				out = append(out, count...)
			} else {
				out = append(out, "{{."+s.name+"}}"...)
			}
		default:
			out = fmt.Append(out, v)
		}
		out = append(out, s.after...)
	}
	return string(out)
}
