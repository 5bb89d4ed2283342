// Package casefile reads case and vocabulary files strictly, reports every
// problem of every file at once, and writes cases in the same form.
package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/incidentlib/incidentlib/internal/incident"
)

const (
	casesFolder = "cases"
	vocabFolder = "vocab"
	extension   = ".yaml"
)

// Load reads the cases and vocabularies of a folder laid out like data/. It
// returns every issue of every file, by file, line and column, and the corpus
// if none of them is an error: cases by id, related ids symmetric, durations
// filled in from the events where none is given.
func Load(fsys fs.FS) (*incident.Corpus, Issues) {
	files, issues := readFiles(fsys)
	vocabularies, more := readVocabularies(files.vocab)
	issues = append(issues, more...)
	records, more := readCases(files.cases, vocabularies)
	issues = append(issues, more...)
	issues.sort()
	if len(issues.Errors()) > 0 {
		return nil, issues
	}
	corpus := &incident.Corpus{Cases: casesOf(records), Vocabularies: vocabularies, Hash: files.hash()}
	link(corpus.Cases)
	return corpus, issues
}

// Hash gives the hex SHA-256 over the names and bytes of the files that Load
// reads, without parsing them. It fails only if one cannot be read.
func Hash(fsys fs.FS) (string, error) {
	files, issues := readFiles(fsys)
	if files.failed {
		return "", issues.Err()
	}
	return files.hash(), nil
}

type file struct {
	name string // below the data folder
	data []byte
}

type folder struct {
	cases, vocab []file // by name
	failed       bool   // one could not be read
}

func (f folder) hash() string {
	sum := sha256.New()
	for _, files := range [][]file{f.cases, f.vocab} {
		for _, file := range files {
			fmt.Fprintf(sum, "%s\n%d\n", file.name, len(file.data))
			sum.Write(file.data)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// readFiles reads every case and vocabulary file, and reports what else stands
// in their folders.
func readFiles(fsys fs.FS) (folder, Issues) {
	var out folder
	var issues Issues
	for _, part := range []struct {
		name string
		into *[]file
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
				data, err := readFile(fsys, name)
				if err != nil {
					issues = append(issues, fileIssue(name, "the file cannot be read: "+reason(err), ""))
					out.failed = true
					continue
				}
				*part.into = append(*part.into, file{name, data})
			}
		}
	}
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
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is not a regular file")
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = fmt.Errorf("it is larger than 1 MiB")
	}
	return data, err
}

// reason is an error without the name of the operation and the file.
func reason(err error) string {
	if pathError, ok := err.(*fs.PathError); ok {
		err = pathError.Err
	}
	return err.Error()
}

// readVocabularies reads the file of each kind. A vocabulary that could not be
// read is absent.
func readVocabularies(files []file) (map[incident.Kind]*incident.Vocabulary, Issues) {
	vocabularies := map[incident.Kind]*incident.Vocabulary{}
	var issues Issues
	var names []string
	for _, k := range vocabularyKinds {
		name := vocabFile(k)
		names = append(names, name)
		i := slices.IndexFunc(files, func(f file) bool { return f.name == name })
		if i < 0 {
			issues = append(issues, fileIssue(name, "this vocabulary is missing", "write it: data/README.md says how"))
			continue
		}
		d := parseYAML(name, files[i].data)
		if v := readVocabulary(d, k); v != nil {
			vocabularies[k] = v
		}
		issues = append(issues, d.issues...)
	}
	for _, f := range files {
		if !slices.Contains(names, f.name) {
			issues = append(issues, fileIssue(f.name, "no vocabulary has this name",
				didYouMean(incident.Nearest(f.name, names, 1), "move it out of the folder")))
		}
	}
	return vocabularies, issues
}

// readCases reads the case files, several at a time, and holds them against
// each other.
func readCases(files []file, vocabularies map[incident.Kind]*incident.Vocabulary) ([]record, Issues) {
	all := make([]record, len(files))
	var wait sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := worker; i < len(files); i += runtime.GOMAXPROCS(0) {
				all[i] = readCase(parseYAML(files[i].name, files[i].data), vocabularies)
			}
		})
	}
	wait.Wait()

	known := map[string]bool{}
	var records []record // those whose id is known
	for _, r := range all {
		if id := checkFileName(&r, known); id != "" {
			known[id] = true
			r.ID = id
			if r.doc.root != nil {
				records = append(records, r)
			}
		}
	}
	checkCorpus(records, known)
	var issues Issues
	for _, r := range all {
		issues = append(issues, r.doc.issues...)
	}
	return records, issues
}

// checkFileName wants a file to be named by its case's id, and returns the id
// by the name, "" if it has none or one that another file has.
func checkFileName(r *record, known map[string]bool) string {
	name := strings.TrimSuffix(path.Base(r.doc.file), extension)
	id, ok := incident.CanonicalID(name)
	wrongName := func(message, fix string) { r.doc.add(Error, nil, "", message, fix) }
	switch {
	case !ok:
		wrongName("a case file is named by its id", "rename it to <ID>.yaml, such as IL-0136.yaml")
		return ""
	case known[id]:
		wrongName(fmt.Sprintf("another file is the case %s already", id), "remove one of them")
		return ""
	case name != id:
		wrongName("a case file is named by its id", fmt.Sprintf("rename it to %s.yaml", id))
	case r.ID != "" && r.ID != id:
		r.doc.fail("id", fmt.Sprintf("the id is %s, but the file is named %s.yaml", r.ID, name), fmt.Sprintf("write %s, or rename the file", id))
	}
	return id
}

func casesOf(records []record) []incident.Case {
	var out []incident.Case
	for _, r := range records {
		out = append(out, r.Case)
	}
	return out
}

// link completes cases that hold no error: related ids go both ways, and
// durations that no source states are those of the events.
func link(cases []incident.Case) {
	slices.SortFunc(cases, func(a, b incident.Case) int { return strings.Compare(a.ID, b.ID) })
	position := map[string]int{}
	for i, c := range cases {
		position[c.ID] = i
	}
	for _, c := range cases {
		for _, id := range c.Related {
			other := &cases[position[id]]
			other.Related = append(other.Related, c.ID)
		}
	}
	for i := range cases {
		slices.Sort(cases[i].Related)
		cases[i].Related = slices.Compact(cases[i].Related)
		fillDurations(&cases[i].Timeline)
	}
}

func fillDurations(t *incident.Timeline) {
	detected, resolved := t.Derived()
	if t.DetectedAfter == nil {
		t.DetectedAfter = detected
	}
	if t.ResolvedAfter == nil {
		t.ResolvedAfter = resolved
	}
}
