package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// serverFolder holds what web servers and the next export need to know.
const serverFolder = ".export"

// sumsFile lists every file of the export in the form of sha256sum: what is not
// in it, no export has written.
const sumsFile = serverFolder + "/SHA256SUMS"

// folder is an export's folder: the earlier one, if there is one, and the new
// one beside it until that is finished.
type folder struct {
	dir       string // as asked for, links resolved
	partial   string
	compress  bool
	release   func()
	published bool
	earlier   map[string]string // file -> SHA-256 of the earlier export

	mu     sync.Mutex
	sums   map[string]string // file -> SHA-256
	made   map[string]bool   // folders
	files  int
	bytes  int64
	reused int
}

// openFolder looks whether a folder may be written, and begins a new one
// beside it. What an export that was killed has left there is removed; one
// that is under way is an error.
func openFolder(dir string, compress bool) (*folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	f := &folder{dir: dir, compress: compress, sums: map[string]string{}, made: map[string]bool{}}
	if f.earlier, err = earlierExport(dir); err != nil {
		return nil, explain(err)
	}
	parent, base := filepath.Split(dir)
	if base == "" {
		return nil, fmt.Errorf("%s has no folder above it in which the export can be made: name a folder inside it", dir)
	}
	f.partial = filepath.Join(parent, "."+base+".partial")
	if err := os.MkdirAll(f.partial, 0o755); err != nil {
		return nil, explain(err)
	}
	if f.release, err = lock(f.partial); err != nil {
		return nil, fmt.Errorf("another export to %s is under way (%s): wait for it, or stop it", dir, f.partial)
	}
	if err := empty(f.partial); err != nil {
		f.release()
		return nil, explain(err)
	}
	return f, nil
}

// earlierExport reads what an earlier export has left in a folder, nothing for
// one that is empty or does not exist. Any file beyond that is an error.
func earlierExport(dir string) (map[string]string, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is a file: name a folder", dir)
	}
	sums, err := readSums(filepath.Join(dir, filepath.FromSlash(sumsFile)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if name = filepath.ToSlash(name); sums[name] == "" && name != sumsFile {
			return fmt.Errorf("%s holds %s, which no export has written: name a folder that is empty or that an export has made", dir, name)
		}
		return nil
	})
	return sums, err
}

func readSums(path string) (map[string]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(content)) {
		if sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  "); ok {
			sums[name] = sum
		}
	}
	return sums, nil
}

// empty removes all that is in a folder.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
	}
	return err
}

// write adds a file and, if its type compresses, its compressed forms.
func (f *folder) write(name, mediaType string, content []byte) error {
	sum := digest(content)
	same := f.earlier[name] == sum
	if err := f.put(name, content, sum, same); err != nil {
		return err
	}
	if !f.compress || !compresses(mediaType) || len(content) < smallest {
		return nil
	}
	for _, form := range forms {
		packed, reused := f.before(name+form.ending, same)
		if !reused {
			var err error
			if packed, err = form.compress(content); err != nil {
				return err
			}
		}
		if packed == nil {
			continue
		}
		if err := f.put(name+form.ending, packed, digest(packed), reused); err != nil {
			return err
		}
	}
	return nil
}

// before returns a compressed file of the earlier export, if that was of the
// same content and is as it was written. To compress takes most of the time.
func (f *folder) before(name string, same bool) ([]byte, bool) {
	if !same || f.earlier[name] == "" || f.earlier[versionFile] != digest([]byte(version())) {
		return nil, false
	}
	content, err := os.ReadFile(filepath.Join(f.dir, filepath.FromSlash(name)))
	if err != nil || digest(content) != f.earlier[name] {
		return nil, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reused++
	return content, true
}

// put writes a file. One that is the same as in the earlier export keeps its
// time, by which servers tell whether it has changed.
func (f *folder) put(name string, content []byte, sum string, same bool) error {
	path := filepath.Join(f.partial, filepath.FromSlash(name))
	if err := f.mkdir(filepath.Dir(path)); err != nil {
		return explain(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return explain(err)
	}
	if same {
		if info, err := os.Stat(filepath.Join(f.dir, filepath.FromSlash(name))); err == nil {
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				return explain(err)
			}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sums[name] = sum
	f.files++
	f.bytes += int64(len(content))
	return nil
}

func (f *folder) mkdir(path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.made[path] {
		return nil
	}
	f.made[path] = true
	return os.MkdirAll(path, 0o755)
}

// publish puts the new folder in the place of the earlier one.
func (f *folder) publish() error {
	var sums bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(f.sums)) {
		fmt.Fprintf(&sums, "%s  %s\n", f.sums[name], name)
	}
	path := filepath.Join(f.partial, filepath.FromSlash(sumsFile))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, sums.Bytes(), 0o644)); err != nil {
		return explain(err)
	}
	if err := flush(f.partial); err != nil {
		return explain(err)
	}
	if err := swap(f.partial, f.dir); err != nil {
		return fmt.Errorf("%s is written, but cannot be put in its place; name a folder that is no mount point: %w", f.dir, explain(err))
	}
	f.published = true
	return nil
}

// close ends the work: what is beside the folder now, an earlier export or one
// that failed, is removed.
func (f *folder) close(err error) error {
	defer func() { f.release() }()
	if f.published { // another export may have taken what is there for its own
		release, locked := lock(f.partial)
		if locked != nil {
			return err
		}
		defer release()
	}
	return errors.Join(err, os.RemoveAll(f.partial))
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
