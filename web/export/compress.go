package export

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
)

// form is a compressed form of a file, beside it under its name with an ending.
type form struct {
	ending string
	make   func(w io.Writer, size int) (io.WriteCloser, error)
}

// forms are the compressed forms, at high levels: it is done once, and read
// often.
var forms = []form{
	{".br", func(w io.Writer, size int) (io.WriteCloser, error) {
		return brotli.NewWriterLevel(w, brotliLevel(size)), nil
	}},
	{".gz", func(w io.Writer, _ int) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) }},
}

// Brotli's levels. Its highest, 11, makes a page 2 % smaller than 10 and takes
// two to five times as long, which for some thousands of cases is the better
// part of an hour; of 4 MB it takes half a minute, and 9 three seconds for 17 %
// more.
const (
	levelOfPages = 10
	levelOfLong  = 9
	long         = 256 << 10 // bytes
)

func brotliLevel(size int) int {
	if size > long {
		return levelOfLong
	}
	return levelOfPages
}

// smallest is the size in bytes below which a file is not compressed: it fits
// into the first packet as it is.
const smallest = 1024

// compresses reports whether files of a type become smaller.
func compresses(mediaType string) bool {
	if strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "json") || strings.HasSuffix(mediaType, "xml") {
		return true
	}
	switch mediaType {
	case "application/jsonl", "application/javascript", "application/yaml":
		return true
	}
	return false
}

// compress gives a file's compressed form, nil if that is not smaller.
func (f form) compress(content []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := f.make(&out, len(content))
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(content); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	if out.Len() >= len(content) {
		return nil, nil
	}
	return out.Bytes(), nil
}
