package card

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"

	"golang.org/x/image/vector"
)

// shades are how many steps lead from paper to each colour: the edges of
// letters need no more, and a palette makes a file a quarter of the size.
const shades = 15

var palette = func() color.Palette {
	p := color.Palette{paper}
	for _, c := range []color.RGBA{ink, soft, accent, rule} {
		for i := 1; i <= shades; i++ {
			p = append(p, color.RGBA{mix(paper.R, c.R, i), mix(paper.G, c.G, i), mix(paper.B, c.B, i), 0xff})
		}
	}
	return p
}()

func mix(from, to uint8, step int) uint8 {
	return uint8(int(from) + (int(to)-int(from))*step/shades)
}

// encode writes the drawing as a PNG with a palette.
func (s *sheet) encode() ([]byte, error) {
	known := map[[3]byte]uint8{}
	last, index := [3]byte{paper.R, paper.G, paper.B}, uint8(0)
	for i := range s.indexed.Pix {
		if p := [3]byte(s.img.Pix[4*i : 4*i+3]); p != last { // most are as the one before
			var ok bool
			if index, ok = known[p]; !ok {
				index = uint8(palette.Index(color.RGBA{p[0], p[1], p[2], 0xff}))
				known[p] = index
			}
			last = p
		}
		s.indexed.Pix[i] = index
	}
	return encode(s.indexed, png.DefaultCompression)
}

// buffers are the compressor's, half a megabyte each.
var buffers encoderBuffers

type encoderBuffers struct{ pool sync.Pool }

func (b *encoderBuffers) Get() *png.EncoderBuffer {
	e, _ := b.pool.Get().(*png.EncoderBuffer)
	return e
}

func (b *encoderBuffers) Put(e *png.EncoderBuffer) { b.pool.Put(e) }

func encode(img image.Image, level png.CompressionLevel) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: level, BufferPool: &buffers}
	if err := e.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// drawDiamond draws a filled diamond around a point.
func drawDiamond(img *image.RGBA, x, y, radius int, c color.RGBA) {
	size := float32(2 * radius)
	r := vector.NewRasterizer(2*radius, 2*radius)
	r.MoveTo(size/2, 0)
	r.LineTo(size, size/2)
	r.LineTo(size/2, size)
	r.LineTo(0, size/2)
	r.ClosePath()
	r.Draw(img, image.Rect(x-radius, y-radius, x+radius, y+radius), image.NewUniform(c), image.Point{})
}
