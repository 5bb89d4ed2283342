package card

import (
	"bytes"
	"encoding/binary"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the icons again")

// TestIconsAreAsDrawn holds the committed icons equal to what the code draws;
// "go test ./web/card -run Icons -update" writes them.
func TestIconsAreAsDrawn(t *testing.T) {
	draw := func(size int, share float64, onPaper bool) []byte {
		content, err := icon(size, share, onPaper)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	sizes := []int{16, 32, 48}
	var small [][]byte
	for _, size := range sizes {
		small = append(small, draw(size, 1, false))
	}
	for name, want := range map[string][]byte{
		"favicon.ico":          ico(sizes, small),
		"apple-touch-icon.png": draw(180, .62, true),
		"icon-192.png":         draw(192, .94, false),
		"icon-512.png":         draw(512, .94, false),
		"icon-maskable.png":    draw(512, .5, true),
	} {
		path := filepath.Join("..", "..", "static", name)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(images(t, got), images(t, want), sameImage) {
			t.Errorf("%s is not what the code draws: run this test with -update", name)
		}
	}
}

// mark is the colour of the site's mark: it stands out from light and dark
// tabs.
var mark = color.RGBA{0xc0, 0x44, 0x2f, 0xff}

// icon draws the site's mark, a diamond, as a square PNG. share is how much of
// the square's width it takes. On paper the icon is opaque, as home screens
// want it; else it is transparent around the mark.
func icon(size int, share float64, onPaper bool) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	if onPaper {
		draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	}
	drawDiamond(img, size/2, size/2, int(float64(size)*share/2), mark)
	return encode(img, png.BestCompression)
}

// ico packs PNGs of at most 256 pixels, with their sizes, into one icon file
// (https://learn.microsoft.com/previous-versions/ms997538).
func ico(sizes []int, images [][]byte) []byte {
	const header, entry = 6, 16
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, binary.LittleEndian, v) // a buffer takes everything
		}
	}
	put(uint16(0), uint16(1), uint16(len(images)))
	offset := header + entry*len(images)
	for i, content := range images {
		put(uint8(sizes[i]), uint8(sizes[i]), uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(content)), uint32(offset))
		offset += len(content)
	}
	for _, content := range images {
		b.Write(content)
	}
	return b.Bytes()
}

// images decodes the PNGs of a file, of which an ICO has several. How a PNG is
// compressed differs between versions of Go; its pixels do not.
func images(t *testing.T, file []byte) (out []image.Image) {
	t.Helper()
	const signature = "\x89PNG\r\n\x1a\n"
	for _, part := range bytes.Split(file, []byte(signature))[1:] {
		img, err := png.Decode(io.MultiReader(strings.NewReader(signature), bytes.NewReader(part)))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, img)
	}
	return out
}

func sameImage(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}
