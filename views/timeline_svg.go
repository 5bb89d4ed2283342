package views

import (
	"strconv"

	"github.com/a-h/templ"
)

// picture writes what the drawing shows as SVG. A drawing is many small shapes
// at computed places: written without a template it takes half of the time.
func (d drawing) picture() templ.Component {
	s := make(markup, 0, 8<<10)
	s.add(`<g transform="translate(0 `).number(d.BarY).add(`)"><path class="axis" d="`)
	for _, l := range d.Lines {
		s.add("M").number(l[0]).add(" 7H").number(l[1])
	}
	s.add(`"></path>`)
	for _, b := range d.Bars {
		s.add(`<rect class="`, string(b.Stage), `" x="`).number(b.X).add(`" width="`).number(b.Width)
		if b.Stage == stageUnsure {
			s.add(`" y="4" height="6"></rect>`)
		} else {
			s.add(`" height="14"></rect>`)
		}
	}
	for _, b := range d.Breaks {
		s.add(`<g transform="translate(`).number(b.X).add(` 7)"><path class="break" d="M-9 10 -1-10H9L1 10Z"></path><path class="break-edge" d="M-9 10-1-10M1 10 9-10"></path>`)
		if b.Text != "" {
			s.add(`<text class="ruler left-out" y="33">`).text(b.Text).add(`</text>`)
		}
		s.add(`</g>`)
	}
	s.add(`<path class="axis" d="`)
	for _, m := range d.Ruler {
		s.add("M").number(m.X).add(" 14v").number(m.length())
	}
	for _, x := range d.Ticks {
		s.add("M").number(x).add(" 0v14")
	}
	s.add(`"></path>`)
	for _, m := range d.Ruler {
		if m.Text != "" {
			s.add(`<text class="ruler" x="`).number(m.X).add(`" y="40">`).text(m.Text).add(`</text>`)
		}
	}
	s.add(`</g>`)
	for _, f := range d.Flags {
		s.add(`<path class="pole`, class(f.Approx, " approx"), `" d="M`).number(f.X).add(" ").number(f.Y).add("V").number(d.BarY + drawBar).add(`"></path>`)
	}
	for _, f := range d.Flags {
		s.add(`<g class="`, f.Phase, `" transform="translate(`).number(f.X).add(" ").number(f.Y-5).add(`)">`, phaseShapes[f.Phase], `</g>`)
		s.add(`<text class="flag`, class(f.Left, " left"), `" x="`).number(f.TextX()).add(`" y="`).number(f.Y).add(`">`).text(f.Name)
		if f.Clock != "" {
			s.add(` <tspan>`).text(f.Clock).add(`</tspan>`)
		}
		s.add(`</text>`)
	}
	return templ.Raw(string(s))
}

// phaseShapes are the shapes of the phases round the origin, ten units wide.
var phaseShapes = map[string]string{
	"trigger":   `<path class="phase" d="M-4-4 4 4M-4 4 4-4"></path>`,
	"impact":    `<path class="phase full" d="M-5-4.5H5L0 4.5Z"></path>`,
	"detected":  `<path class="phase" d="M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z"></path><path class="phase full" d="M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z"></path>`,
	"diagnosed": `<path class="phase" d="M0-5 5 0 0 5-5 0Z"></path>`,
	"mitigated": `<path class="phase" d="M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z"></path><path class="phase full" d="M-4.5 0a4.5 4.5 0 1 0 9 0Z"></path>`,
	"resolved":  `<path class="phase full" d="M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z"></path>`,
}

// markup is HTML or SVG in the making.
type markup []byte

// add writes markup as it stands.
func (m *markup) add(parts ...string) *markup {
	for _, p := range parts {
		*m = append(*m, p...)
	}
	return m
}

// text writes text.
func (m *markup) text(s string) *markup { return m.add(templ.EscapeString(s)) }

// number writes a coordinate.
func (m *markup) number(f float64) *markup {
	*m = strconv.AppendFloat(*m, f, 'f', -1, 64)
	return m
}

// class returns a class that an element has if on is true.
func class(on bool, name string) string {
	if on {
		return name
	}
	return ""
}
