package casefile

import (
	"crypto/sha256"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// Files is what is remembered of the files that a corpus was read from: enough
// to tell which of them have changed since.
type Files struct {
	vocabularies string // hash over them: they decide which cases are right
	cases        map[string]caseSum
}

// caseSum stands for a case file without an error. All else that the file says
// is in the case of the corpus.
type caseSum struct {
	bytes   [sha256.Size]byte
	related []string // by the file: in the corpus are those too that name the case
}

// LoadChanged is Load for a folder of which an earlier corpus was read: a case
// whose file has not changed since is not parsed and checked again, but asked
// for by its id, and the warnings about it are left out. before may be nil.
// The Files that are returned are for the next time.
func LoadChanged(fsys fs.FS, before *Files, cases func(ids []string) ([]incident.Case, error)) (*incident.Corpus, *Files, Issues) {
	files, found := readFiles(fsys)
	kept := before.keep(files, cases)
	corpus, sums, issues := files.load(found, kept)
	if corpus == nil && kept != nil { // what is wrong is said of every file, with its place
		corpus, sums, issues = files.load(found, nil)
	}
	return corpus, sums, issues
}

// keep returns the cases that need not be read again, by file; nil if all must.
func (b *Files) keep(now folder, cases func(ids []string) ([]incident.Case, error)) map[string]incident.Case {
	if b == nil || b.vocabularies != hashOf(now.vocab) {
		return nil
	}
	var names, ids []string
	for _, f := range now.cases {
		if sum, known := b.cases[f.name]; known && sum.bytes == sha256.Sum256(f.data) {
			names, ids = append(names, f.name), append(ids, strings.TrimSuffix(path.Base(f.name), extension))
		}
	}
	same, err := cases(ids)
	if err != nil || len(same) != len(ids) {
		return nil
	}
	kept := make(map[string]incident.Case, len(names))
	for i, name := range names {
		same[i].Related = slices.Clone(b.cases[name].related)
		kept[name] = same[i]
	}
	return kept
}

// sums remembers the files of records that hold no error and are not linked yet.
func (f folder) sums(records []record) *Files {
	out := &Files{vocabularies: hashOf(f.vocab), cases: make(map[string]caseSum, len(records))}
	related := map[string][]string{}
	for i := range records {
		related[records[i].doc.file] = records[i].Related
	}
	for _, file := range f.cases {
		out.cases[file.name] = caseSum{sha256.Sum256(file.data), slices.Clone(related[file.name])}
	}
	return out
}
