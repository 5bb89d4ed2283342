package card

import (
	_ "embed"
	"image"
	"image/color"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Pretendard 1.3.9 by Kil Hyung-jin, unmodified (npm package "pretendard"), has
// every Hangul syllable. Pretendard-LICENSE.txt: SIL Open Font License 1.1.
var (
	//go:embed Pretendard-Regular.otf
	regularOTF []byte
	//go:embed Pretendard-Bold.otf
	boldOTF []byte
)

type weight int

const (
	regular weight = iota
	bold
)

// fonts parses the two weights at first use.
var fonts = sync.OnceValue(func() (f [2]*sfnt.Font) {
	for w, content := range [][]byte{regularOTF, boldOTF} {
		parsed, err := opentype.Parse(content)
		if err != nil {
			panic(err) // the files are compiled in
		}
		f[w] = parsed
	}
	return f
})

// words is a text as it is written.
type words struct {
	text   string
	weight weight
	size   float64
	color  color.RGBA
}

// tracking is the space between letters, in em: titles stand tight.
func (w words) tracking() fixed.Int26_6 {
	if w.weight == bold && w.size > small {
		return fixed.Int26_6(-.015 * w.size * 64)
	}
	return 0
}

type faceKey struct {
	weight weight
	size   float64
}

// face is a font at a size, with the measures of letters and pairs kept, but
// not of more than mostKept: what a text may hold has no bounds.
type face struct {
	font.Face
	advances map[rune]fixed.Int26_6
	kerns    map[[2]rune]fixed.Int26_6
}

const mostKept = 4096

func (s *sheet) face(w words) *face {
	key := faceKey{w.weight, w.size}
	if f, ok := s.faces[key]; ok {
		return f
	}
	parsed, err := opentype.NewFace(fonts()[w.weight], &opentype.FaceOptions{Size: w.size, DPI: 72})
	if err != nil {
		panic(err) // only for a size that is none
	}
	f := &face{parsed, map[rune]fixed.Int26_6{}, map[[2]rune]fixed.Int26_6{}}
	s.faces[key] = f
	return f
}

func (f *face) advance(r rune) fixed.Int26_6 {
	a, ok := f.advances[r]
	if !ok {
		a, _ = f.GlyphAdvance(r)
		if len(f.advances) < mostKept {
			f.advances[r] = a
		}
	}
	return a
}

func (f *face) kern(a, b rune) fixed.Int26_6 {
	pair := [2]rune{a, b}
	k, ok := f.kerns[pair]
	if !ok {
		k = f.Kern(a, b)
		if len(f.kerns) < mostKept {
			f.kerns[pair] = k
		}
	}
	return k
}

// each calls visit with every letter and where it begins, and returns where the
// last one ends.
func (s *sheet) each(w words, visit func(r rune, at fixed.Int26_6)) fixed.Int26_6 {
	f, x, previous := s.face(w), fixed.Int26_6(0), rune(-1)
	for _, r := range w.text {
		if previous >= 0 {
			x += f.kern(previous, r) + w.tracking()
		}
		if visit != nil {
			visit(r, x)
		}
		x += f.advance(r)
		previous = r
	}
	return x
}

// width returns how wide a text is, in pixels.
func (s *sheet) width(w words) int { return s.each(w, nil).Ceil() }

// fit cuts a text that is wider than there is room for.
func (s *sheet) fit(w words, most int) words {
	if s.width(w) <= most {
		return w
	}
	letters := []rune(w.text)
	for len(letters) > 0 && s.width(w) > most {
		letters = letters[:len(letters)-1]
		w.text = strings.TrimSpace(string(letters)) + "…"
	}
	return w
}

// write writes a text on a baseline and returns where it ends.
func (s *sheet) write(x, y int, w words) int {
	d := font.Drawer{Dst: s.img, Src: image.NewUniform(w.color), Face: s.face(w)}
	end := s.each(w, func(r rune, at fixed.Int26_6) {
		d.Dot = fixed.Point26_6{X: fixed.I(x) + at, Y: fixed.I(y)}
		d.DrawString(string(r))
	})
	return x + end.Ceil()
}

// longest is how much of a text is drawn, in bytes: more than there is room for.
const longest = 1200

// drawable gives a text in letters that both weights have. A letter that they
// lack is written as what it stands for (NFKC) or left out, as are marks that
// only steer text: no card shows an empty box.
func drawable(s string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		if b.Len() >= longest {
			break
		}
		if unicode.In(r, unicode.Cc, unicode.Cf) && !unicode.IsSpace(r) {
			continue
		}
		if has(r) {
			b.WriteRune(r)
			continue
		}
		for _, plain := range norm.NFKC.String(string(r)) {
			if has(plain) {
				b.WriteRune(plain)
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func has(r rune) bool {
	var buffer sfnt.Buffer
	for _, f := range fonts() {
		if i, err := f.GlyphIndex(&buffer, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}
