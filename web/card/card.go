// Package card draws the image that chat tools and social sites show of a link:
// a catalogue card with the call number, the title and the answer in short.
package card

import (
	"image"
	"image/color"
	"image/draw"
	"sync"
)

// The size of a card in pixels, which the Open Graph protocol's readers expect.
const (
	Width  = 1200
	Height = 630
)

// Card is what a case's image says. Zero fields are left out.
type Card struct {
	Library   string // the site's name
	Call      string // call number, "IL-0136"
	Org, Date string
	Title     string
	Cause     string // the term
	CauseText string // the half sentence that makes it concrete
	Took      string // "5 h 55 min"
	TookLabel string // "Time to resolve"
}

// Site is what the image of any other page says.
type Site struct {
	Library string
	Title   string
	Text    string
	Counted string // "62 cases, 31 organisations"
}

// The light theme of the style sheet.
var (
	paper  = color.RGBA{0xfb, 0xfa, 0xf6, 0xff}
	ink    = color.RGBA{0x1b, 0x1a, 0x17, 0xff}
	soft   = color.RGBA{0x5c, 0x58, 0x50, 0xff}
	rule   = color.RGBA{0xdc, 0xd7, 0xca, 0xff}
	accent = color.RGBA{0xa8, 0x32, 0x1f, 0xff}
)

// The measures of the drawing, in pixels.
const (
	margin    = 72
	column    = Width - 2*margin
	small     = 30  // font sizes
	figure    = 46  //
	callLine  = 96  // baselines
	footRule  = 446 // top of the heavy rule
	footLine  = footRule + 58
	lineOf    = 1.28 // line height in parts of the font size
	titleTop  = 136
	titleRoom = footRule - 36 - titleTop
)

// titleSizes are tried from the largest; a title gets the first at which it has
// room.
var titleSizes = []float64{72, 64, 58, 52, 46, 40, 35}

// PNG draws the card of a case.
func (c Card) PNG() ([]byte, error) {
	for _, t := range []*string{&c.Library, &c.Call, &c.Org, &c.Date, &c.Title, &c.Cause, &c.CauseText, &c.Took, &c.TookLabel} {
		*t = drawable(*t)
	}
	s := newSheet()
	defer s.end()
	x := s.write(margin, callLine, words{c.Call, bold, small, accent})
	for _, t := range []string{c.Org, c.Date} {
		if t != "" {
			x += 28
			x = s.write(x, callLine, s.fit(words{t, regular, small, soft}, Width-margin-x))
		}
	}
	s.brand(c.Library, callLine, x+28)
	s.title(c.Title, titleTop, titleRoom)
	s.fill(image.Rect(margin, footRule, Width-margin, footRule+3), ink)

	right := Width - margin
	if c.Took != "" {
		right -= max(s.width(words{c.Took, bold, figure, ink}), s.width(words{c.TookLabel, regular, small, soft}))
		s.write(right, footLine, words{c.TookLabel, regular, small, soft})
		s.write(right, footLine+56, words{c.Took, bold, figure, ink})
		right -= 56
	}
	if c.Cause != "" {
		s.cause(c, right)
	}
	return s.encode()
}

// cause writes the term behind its shape, and the half sentence after it.
func (s *sheet) cause(c Card, right int) {
	const size = 15
	s.diamond(margin+size, footLine-11, size)
	x := margin + 2*size + 16
	s.write(x, footLine, s.fit(words{c.Cause, bold, small + 2, accent}, right-x))
	text := words{c.CauseText, regular, small, ink}
	for i, line := range cut(s.balance(text, right-x), 2) {
		text.text = line
		s.write(x, footLine+46+i*41, text)
	}
}

// cut leaves out the lines for which there is no room.
func cut(lines []string, most int) []string {
	if len(lines) <= most {
		return lines
	}
	return append(lines[:most-1:most-1], lines[most-1]+"…")
}

// PNG draws the card of the site.
func (c Site) PNG() ([]byte, error) {
	for _, t := range []*string{&c.Library, &c.Title, &c.Text, &c.Counted} {
		*t = drawable(*t)
	}
	s := newSheet()
	defer s.end()
	s.brand(c.Library, callLine, 0)
	s.diamond(margin+14, callLine-11, 14)
	y := s.title(c.Title, titleTop, titleRoom/2)
	text := words{c.Text, regular, small + 2, soft}
	for i, line := range s.balance(text, column) {
		text.text = line
		s.write(margin, y+56+i*46, text)
	}
	s.fill(image.Rect(margin, footRule, Width-margin, footRule+3), ink)
	s.write(margin, footLine+24, words{c.Counted, bold, figure, ink})
	return s.encode()
}

// brand writes the site's name at the right, unless it would touch what ends
// at left.
func (s *sheet) brand(name string, y, left int) {
	n, dot := words{name, bold, small, ink}, words{".", bold, small, accent}
	x := Width - margin - s.width(n) - s.width(dot)
	if x < left {
		return
	}
	s.write(s.write(x, y, n), y, dot)
}

// title writes a title as large as there is room for, in lines of about the
// same length, and returns where it ends. One that is too long for the smallest
// size is cut.
func (s *sheet) title(text string, top, room int) (bottom int) {
	for i, size := range titleSizes {
		w := words{text, bold, size, ink}
		height := int(size * lineOf)
		lines, most := s.balance(w, column), max(room/height, 1)
		if len(lines) > most && i < len(titleSizes)-1 {
			continue
		}
		for _, line := range cut(lines, most) {
			w.text = line
			s.write(margin, top+int(size), w)
			top += height
		}
		return top
	}
	return top
}

// sheet is a drawing on paper.
type sheet struct {
	img     *image.RGBA
	indexed *image.Paletted // the same in the palette, for the file
	faces   map[faceKey]*face
}

// sheets are kept for the next drawing: the memory and the measures of letters
// are a third of the work.
var sheets = sync.Pool{New: func() any {
	all := image.Rect(0, 0, Width, Height)
	return &sheet{img: image.NewRGBA(all), indexed: image.NewPaletted(all, palette), faces: map[faceKey]*face{}}
}}

// newSheet gives clean paper. Whoever is done with it gives it back with end.
func newSheet() *sheet {
	s := sheets.Get().(*sheet)
	s.fill(s.img.Bounds(), paper)
	return s
}

func (s *sheet) end() { sheets.Put(s) }

func (s *sheet) fill(r image.Rectangle, c color.RGBA) {
	draw.Draw(s.img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// diamond draws the shape of a root cause around a point.
func (s *sheet) diamond(x, y, radius int) { drawDiamond(s.img, x, y, radius, accent) }
