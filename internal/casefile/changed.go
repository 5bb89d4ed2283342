package casefile

import (
	"crypto/sha256"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

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

// Loader loads a folder in other ways than Load.
type Loader struct {
	FS fs.FS
	// Before, if not nil, are the files that an earlier corpus was read from,
	// and Cases gives its cases by id. Of a file that has not changed since the
	// case is asked for instead of read and checked again, and the warnings about
	// it are left out.
	Before *Files
	Cases  func(ids []string) ([]incident.Case, error)
	// Progress, if not nil, is told how many cases are read.
	Progress func(step string, done, total int)
}

// Reading is the step of which Progress is told.
const Reading = "reading the cases"

// Load loads the folder. The corpus is that of the function Load; the files are
// for the next time.
func (l Loader) Load() (*incident.Corpus, *Files, Issues) {
	files, found := readFiles(l.FS)
	kept := l.Before.keep(files, l.Cases)
	corpus, sums, issues := files.load(found, kept, newProgress(l.Progress))
	if corpus == nil && kept != nil { // what is wrong is said of every file, with its place
		corpus, sums, issues = files.load(found, nil, newProgress(l.Progress))
	}
	return corpus, sums, issues
}

// progress counts the cases that are read. It may be nil.
type progress struct {
	mu   sync.Mutex
	done int
	tell func(step string, done, total int)
}

func newProgress(tell func(step string, done, total int)) *progress {
	if tell == nil {
		return nil
	}
	return &progress{tell: tell}
}

func (p *progress) step(total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.tell(Reading, p.done, total)
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
