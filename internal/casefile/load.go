// Package casefile reads case and vocabulary files strictly, reports every
// problem of every file at once, and writes cases in the same form.
package casefile

import (
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// Load reads the cases and vocabularies of a folder laid out like data/. It
// returns every issue of every file, by file, line and column, and the corpus
// if none of them is an error: cases by id, related ids symmetric, durations
// filled in from the events where none is given.
func Load(fsys fs.FS) (*incident.Corpus, Issues) {
	corpus, _, issues := Loader{FS: fsys}.Load()
	return corpus, issues
}

// load makes a corpus of the files, adding to the issues that were found on the
// way. Cases that are kept, by file, are not read again. now is told what the
// files say.
func (f folder) load(issues Issues, kept map[string]incident.Case, now *Files, progress *progress) (*incident.Corpus, Issues) {
	vocabularies, more := readVocabularies(f.vocab)
	issues = slices.Concat(issues, more)
	records, more := readOtherCases(f.cases, vocabularies, kept, progress)
	issues = append(issues, more...)
	issues.sort()
	if len(issues.Errors()) > 0 {
		return nil, issues
	}
	now.relate(records)
	corpus := &incident.Corpus{Cases: casesOf(records), Vocabularies: vocabularies, Hash: hashOf(f.cases, f.vocab)}
	link(corpus.Cases)
	return corpus, issues
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
				didYouMean(spelling.Nearest(f.name, names, 1), "move it out of the folder")))
		}
	}
	return vocabularies, issues
}

// readCases reads the case files, several at a time, and holds them against
// each other.
func readCases(files []file, vocabularies map[incident.Kind]*incident.Vocabulary) ([]record, Issues) {
	return readOtherCases(files, vocabularies, nil, nil)
}

// readOtherCases is readCases where some are kept, by file: they are not read.
func readOtherCases(files []file, vocabularies map[incident.Kind]*incident.Vocabulary, kept map[string]incident.Case, progress *progress) ([]record, Issues) {
	all := make([]record, len(files))
	var wait sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := worker; i < len(files); i += runtime.GOMAXPROCS(0) {
				if c, ok := kept[files[i].name]; ok {
					all[i] = record{Case: c, doc: newDocument(files[i].name)}
				} else {
					all[i] = readCase(parseYAML(files[i].name, files[i].data), vocabularies)
					all[i].doc.shed(files[i].data)
				}
				progress.step(len(files))
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
			if _, isKept := kept[r.doc.file]; isKept || r.doc.isParsed() {
				records = append(records, r)
			}
		}
	}
	checkCorpus(records, known, time.Now())
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
	out := make([]incident.Case, len(records))
	for i := range records {
		out[i] = records[i].Case
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
