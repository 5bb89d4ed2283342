package card

import (
	"bytes"
	"flag"
	"image"
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
		content, err := Icon(size, share, onPaper)
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
		"favicon.ico":          ICO(sizes, small),
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
