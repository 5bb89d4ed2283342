package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"slices"
)

// Hash gives the hex SHA-256 over the names and bytes of the files that Load
// reads, without parsing them. It fails only if one cannot be read.
func Hash(fsys fs.FS) (string, error) {
	names, issues := findFiles(fsys)
	if names.failed {
		return "", issues.Err()
	}
	d := newDigest()
	buffer := make([]byte, 32<<10)
	for _, name := range slices.Concat(names.cases, names.vocab) {
		if err := d.read(fsys, name, buffer); err != nil {
			return "", err
		}
	}
	return d.String(), nil
}

// digest is the sum over files: the name of each, its length and its bytes.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) begin(name string, length int64) { fmt.Fprintf(d, "%s\n%d\n", name, length) }

// read adds a file without holding it in memory.
func (d digest) read(fsys fs.FS, name string, buffer []byte) error {
	info, err := fs.Stat(fsys, name) // before it is opened: it may be no file
	if err != nil {
		return err
	}
	if err := checkFile(info); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	d.begin(name, info.Size())
	_, err = io.CopyBuffer(struct{ io.Writer }{d}, struct{ io.Reader }{f}, buffer)
	return err
}

func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)) }

func hashOf(files ...[]file) string {
	d := newDigest()
	for _, file := range slices.Concat(files...) {
		d.begin(file.name, int64(len(file.data)))
		d.Write(file.data)
	}
	return d.String()
}
