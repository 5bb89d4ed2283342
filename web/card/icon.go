package card

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// mark is the colour of the site's mark: it stands out from light and dark
// tabs.
var mark = color.RGBA{0xc0, 0x44, 0x2f, 0xff}

// Icon draws the site's mark, a diamond, as a square PNG. share is how much of
// the square's width it takes. On paper the icon is opaque, as home screens
// want it; else it is transparent around the mark.
func Icon(size int, share float64, onPaper bool) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	if onPaper {
		draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	}
	drawDiamond(img, size/2, size/2, int(float64(size)*share/2), mark)
	return encode(img, png.BestCompression)
}

// ICO packs PNGs of at most 256 pixels, with their sizes, into one icon file
// (https://learn.microsoft.com/previous-versions/ms997538).
func ICO(sizes []int, images [][]byte) []byte {
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
