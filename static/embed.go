// Package static holds the files that pages load: the style sheet, scripts and
// icons. Each is served under an address that carries a hash of its content,
// so that it may be cached for ever.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed *.css *.js *.svg *.png *.ico
var files embed.FS

// Prefix is the path under which the files are served.
const Prefix = "/static/"

var (
	addresses = map[string]string{} // file name -> hashed name
	names     = map[string]string{} // hashed name -> file name
)

func init() {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	for _, e := range entries {
		content, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		ext := path.Ext(e.Name())
		hashed := strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext
		addresses[e.Name()] = Prefix + hashed
		names[hashed] = e.Name()
	}
}

// URL returns the address of a file, without the base URL's path prefix. A
// name that is not embedded gives "".
func URL(name string) string { return addresses[name] }

// Hashed lists the names that addresses of the files end in, sorted.
func Hashed() []string { return slices.Sorted(maps.Keys(names)) }

// Open finds the content behind the last element of an address that URL gave.
func Open(hashed string) (name string, content []byte, err error) {
	name, ok := names[hashed]
	if !ok {
		return "", nil, fs.ErrNotExist
	}
	content, err = files.ReadFile(name)
	return name, content, err
}
