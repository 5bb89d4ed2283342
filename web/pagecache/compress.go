package pagecache

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Qualities of Brotli: the one at which a page is first kept, and the one at
// which it is kept once the server has had the time.
const (
	quick = 5
	best  = 11
)

// The window of Brotli, as a power of two. One as long as the page compresses
// as well as a longer one and takes a fraction of the memory.
const (
	minWindow = 16
	maxWindow = 20
)

func window(size int) int { return min(max(bits.Len(uint(size)), minWindow), maxWindow) }

// compressors are reused: each holds about two megabytes.
var (
	brotlis sync.Pool // of *brotli.Writer of quick quality and the smallest window
	gzips   = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
)

// encode writes a body in an encoding; quality is that of Brotli.
func encode(e Encoding, quality int, body []byte) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(len(body)/4 + 64)
	var w io.WriteCloser
	switch e {
	case Identity:
		return body, nil
	case Gzip:
		g := gzips.Get().(*gzip.Writer)
		defer gzips.Put(g)
		g.Reset(&out)
		w = g
	case Brotli:
		b := newBrotli(&out, quality, window(len(body)))
		defer putBrotli(b, quality, window(len(body)))
		w = b
	}
	if _, err := w.Write(body); err != nil {
		return nil, fmt.Errorf("pagecache: compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pagecache: compress: %w", err)
	}
	return bytes.Clone(out.Bytes()), nil // without what was grown too much
}

func newBrotli(out io.Writer, quality, window int) *brotli.Writer {
	if quality == quick && window == minWindow {
		if b, ok := brotlis.Get().(*brotli.Writer); ok {
			b.Reset(out)
			return b
		}
	}
	return brotli.NewWriterOptions(out, brotli.WriterOptions{Quality: quality, LGWin: window})
}

func putBrotli(b *brotli.Writer, quality, window int) {
	if quality == quick && window == minWindow {
		brotlis.Put(b)
	}
}

// decode is the body behind an encoded one of ours.
func decode(e Encoding, encoded []byte) ([]byte, error) {
	var r io.Reader
	switch e {
	case Gzip:
		g, err := gzip.NewReader(bytes.NewReader(encoded))
		if err != nil {
			return nil, fmt.Errorf("pagecache: decompress: %w", err)
		}
		r = g
	case Brotli:
		r = brotli.NewReader(bytes.NewReader(encoded))
	default:
		return encoded, nil
	}
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("pagecache: decompress: %w", err)
	}
	return body, nil
}
