package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// view is what matters in a folder that is watched: some names, on the way to a
// folder that was asked for, or all.
type view struct {
	names map[string]bool
	all   bool
}

// maxLinks bounds the links on one way, as the system does.
const maxLinks = 40

// look adds what is to be watched for the files of one folder: every folder on
// the way to it for the next name, through links, and the last one for all.
func look(views map[string]view, path string) error {
	separator := string(filepath.Separator)
	root := filepath.VolumeName(path) + separator
	at, rest := root, parts(path)
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == ".." {
			at = filepath.Dir(at)
			continue
		}
		v := views[at]
		if v.names == nil {
			v.names = map[string]bool{}
		}
		v.names[name] = true
		views[at] = v

		next := filepath.Join(at, name)
		info, err := os.Lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // until it is there
		}
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return fmt.Errorf("cannot watch %s: its links lead in a circle", path)
		}
		target, err := os.Readlink(next)
		if err != nil {
			return err
		}
		if filepath.IsAbs(target) {
			at = root
		}
		rest = append(parts(target), rest...)
	}
	v := views[at]
	v.all = true
	views[at] = v
	return nil
}

// parts splits a path into its names.
func parts(path string) []string {
	path = filepath.ToSlash(strings.TrimPrefix(path, filepath.VolumeName(path)))
	var out []string
	for name := range strings.SplitSeq(path, "/") {
		if name != "" && name != "." {
			out = append(out, name)
		}
	}
	return out
}
