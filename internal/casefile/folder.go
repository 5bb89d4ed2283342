package casefile

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// The layout of a data folder.
const (
	casesFolder = "cases"
	vocabFolder = "vocab"
	extension   = ".yaml"
)

func vocabFile(k incident.Kind) string { return vocabFolder + "/" + k.Path() + extension }

// file is a file that was read.
type file struct {
	name string // below the data folder
	data []byte
}

// folder is a data folder that was read.
type folder struct {
	cases, vocab []file // by name
	failed       bool   // one could not be read
}

// names are the files of a data folder, by name.
type names struct {
	cases, vocab []string
	failed       bool // a folder could not be read
}

// findFiles lists every case and vocabulary file, and reports what else stands
// in their folders.
func findFiles(fsys fs.FS) (names, Issues) {
	var out names
	var issues Issues
	for _, part := range []struct {
		name string
		into *[]string
	}{{casesFolder, &out.cases}, {vocabFolder, &out.vocab}} {
		entries, err := fs.ReadDir(fsys, part.name)
		if err != nil {
			issues = append(issues, fileIssue(part.name, "the folder cannot be read: "+reason(err), "point to a folder laid out like data/"))
			out.failed = true
		}
		for _, e := range entries {
			name := path.Join(part.name, e.Name())
			switch {
			case strings.HasPrefix(e.Name(), "."):
			case path.Ext(name) != extension:
				issues = append(issues, fileIssue(name, "this is not a "+extension+" file", "move it out of the folder"))
			default:
				*part.into = append(*part.into, name)
			}
		}
	}
	return out, issues
}

// readFiles reads every case and vocabulary file.
func readFiles(fsys fs.FS) (folder, Issues) {
	found, issues := findFiles(fsys)
	out := folder{failed: found.failed}
	read := func(names []string) (files []file) {
		for _, name := range names {
			data, err := readFile(fsys, name)
			if err != nil {
				issues = append(issues, fileIssue(name, "the file cannot be read: "+reason(err), ""))
				out.failed = true
				continue
			}
			files = append(files, file{name, data})
		}
		return files
	}
	out.cases, out.vocab = read(found.cases), read(found.vocab)
	if len(out.cases) == 0 && !out.failed {
		issues = append(issues, fileIssue(casesFolder, "the folder holds no case", "write one as cases/<ID>.yaml"))
	}
	return out, issues
}

// readFile reads a regular file of at most maxBytes.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if err := checkFile(info); err != nil {
		return nil, err
	}
	return fs.ReadFile(fsys, name)
}

// checkFile refuses what is no file, and a file that is no case for its size.
func checkFile(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	if info.Size() > maxBytes {
		return errors.New("it is larger than 1 MiB")
	}
	return nil
}

// reason is an error without the name of the operation and the file.
func reason(err error) string {
	if pathError, ok := err.(*fs.PathError); ok {
		err = pathError.Err
	}
	return err.Error()
}
