package casefile

import (
	"crypto/sha256"
	"io/fs"
	"maps"
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
	now := files.sums()
	kept := l.Before.keep(now, l.Cases)
	corpus, issues := files.load(found, kept, now, newProgress(l.Progress))
	if corpus == nil && kept != nil { // what is wrong is said of every file, with its place
		corpus, issues = files.load(found, nil, now, newProgress(l.Progress))
	}
	if corpus == nil {
		return nil, nil, issues
	}
	return corpus, now, issues
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
func (b *Files) keep(now *Files, cases func(ids []string) ([]incident.Case, error)) map[string]incident.Case {
	if b == nil || b.vocabularies != now.vocabularies {
		return nil
	}
	var names, ids []string
	for _, name := range slices.Sorted(maps.Keys(now.cases)) {
		if before, known := b.cases[name]; known && now.cases[name].bytes == before.bytes {
			names, ids = append(names, name), append(ids, strings.TrimSuffix(path.Base(name), extension))
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

// sums takes note of the files. What they say is added by relate.
func (f folder) sums() *Files {
	out := &Files{vocabularies: hashOf(f.vocab), cases: make(map[string]caseSum, len(f.cases))}
	for _, file := range f.cases {
		out.cases[file.name] = caseSum{bytes: sha256.Sum256(file.data)}
	}
	return out
}

// relate takes note of the related ids of records that are not linked yet.
func (b *Files) relate(records []record) {
	for i := range records {
		sum := b.cases[records[i].doc.file]
		sum.related = slices.Clone(records[i].Related)
		b.cases[records[i].doc.file] = sum
	}
}
