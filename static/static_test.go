package static

import (
	"bytes"
	"compress/gzip"
	"testing"
)

// TestScriptsAreSmall holds the weights that the design allows: the script that
// blocks the first paint in bytes, the deferred one compressed (gzip is never
// smaller than the Brotli that browsers get).
func TestScriptsAreSmall(t *testing.T) {
	for name, most := range map[string]int{"theme.js": 399, "site.js": 4 << 10} {
		content, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		size := len(content)
		if name != "theme.js" {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			if _, err := w.Write(content); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			size = b.Len()
		}
		if size > most {
			t.Errorf("%s has %d bytes, at most %d are allowed", name, size, most)
		}
	}
}
