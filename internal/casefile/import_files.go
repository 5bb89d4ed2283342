package casefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// ImportFiles reads records in the API's shape from files and writes each as a
// case file into dir, a folder laid out like data/. It writes all of them or,
// if any issue is an error, none: records that hold an error, a case that
// exists (unless force is set), and cases with which the folder as a whole
// would no longer load. Errors that the folder holds already do not count.
// written names the files; err is a failure of the file system.
func ImportFiles(dir string, files []string, force bool) (written []string, issues Issues, err error) {
	defer incident.Wrap(&err, "importing into %s", dir)
	current, _ := readFiles(os.DirFS(dir))
	vocabularies, issues := readVocabularies(current.vocab)
	if len(issues.Errors()) > 0 {
		return nil, issues, nil
	}
	records, more, err := readInputs(files, vocabularies)
	if err != nil {
		return nil, nil, err
	}
	issues = append(issues, more...)
	if !force {
		issues = append(issues, checkExisting(dir, records)...)
	}
	if len(issues.Errors()) == 0 {
		issues = append(issues, newErrors(records, current.cases, vocabularies)...)
	}
	issues.sort()
	if len(issues.Errors()) > 0 {
		return nil, issues, nil
	}
	written, err = writeAll(dir, records)
	return written, issues, err
}

func caseFile(id string) string { return casesFolder + "/" + id + extension }

// readInputs reads the records of every file.
func readInputs(files []string, vocabularies map[incident.Kind]*incident.Vocabulary) ([]record, Issues, error) {
	var records []record
	var issues Issues
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		more, moreIssues := readRecords(f, name, vocabularies)
		f.Close()
		issues = append(issues, moreIssues...)
		for _, r := range more {
			if i := slices.IndexFunc(records, func(other record) bool { return other.ID == r.ID }); i >= 0 && r.ID != "" {
				issues = append(issues, r.issue("id", fmt.Sprintf("the record %s stands in %s already", r.ID, records[i].doc.file), "import one of the two"))
			}
		}
		records = append(records, more...)
	}
	return records, issues, nil
}

// issue is an error at a field of the record's own input.
func (r record) issue(field, message, fix string) Issue {
	_, n := r.doc.at(splitField(field))
	return Issue{r.doc.file, n.Line, n.Column, field, Error, message, fix}
}

func checkExisting(dir string, records []record) Issues {
	var issues Issues
	for _, r := range records {
		if _, err := os.Lstat(target(dir, r)); r.ID != "" && err == nil {
			issues = append(issues, r.issue("id", caseFile(r.ID)+" exists already", "use --force to overwrite it"))
		}
	}
	return issues
}

// target is where a record will stand.
func target(dir string, r record) string {
	return filepath.Join(dir, filepath.FromSlash(caseFile(r.ID)))
}

// newErrors reads the folder as it would be and returns the errors that it has
// not now, those of an imported case at their place in the input.
func newErrors(records []record, existing []file, vocabularies map[incident.Kind]*incident.Vocabulary) Issues {
	merged := slices.Clone(existing)
	imported := map[string]record{}
	for _, r := range records {
		name := caseFile(r.ID)
		data, err := Marshal(&r.Case)
		if err != nil {
			return Issues{r.issue("", err.Error(), "")}
		}
		if len(data) > maxBytes {
			return Issues{r.issue("", fmt.Sprintf("the case would be a file of %d KiB, but case files hold at most %d KiB", kib(len(data)), kib(maxBytes)),
				"shorten its texts")}
		}
		imported[name] = r
		merged = slices.DeleteFunc(merged, func(f file) bool { return f.name == name })
		merged = append(merged, file{name, data})
	}
	_, before := readCases(existing, vocabularies)
	_, after := readCases(merged, vocabularies)
	var issues Issues
	for _, i := range after.Errors() {
		if r, ok := imported[i.File]; ok {
			issues = append(issues, r.issue(i.Field, i.Message, i.Fix))
		} else if !slices.Contains(before, i) {
			issues = append(issues, i)
		}
	}
	return issues
}

// kib is a size in KiB, rounded up.
func kib(bytes int) int { return (bytes + 1<<10 - 1) >> 10 }

// writeAll writes the cases beside their places first, so that only renaming
// is left once all are safely on disk. If one of that fails too, it takes back
// those before it.
func writeAll(dir string, records []record) (written []string, err error) {
	folder := filepath.Join(dir, casesFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var temporary []string
	defer func() {
		for _, name := range temporary {
			err = errors.Join(err, ignoreMissing(os.Remove(name)))
		}
	}()
	for _, r := range records {
		data, err := Marshal(&r.Case)
		if err != nil {
			return nil, err
		}
		name, err := writeTemporary(folder, data)
		if err != nil {
			return nil, err
		}
		temporary = append(temporary, name)
	}
	var undo []func() error
	for i, r := range records {
		name := target(dir, r)
		old, readErr := os.ReadFile(name)
		if err := os.Rename(temporary[i], name); err != nil {
			for _, f := range slices.Backward(undo) {
				err = errors.Join(err, f())
			}
			return nil, err
		}
		undo = append(undo, func() error {
			if readErr != nil {
				return os.Remove(name)
			}
			return os.WriteFile(name, old, 0o644)
		})
		written = append(written, name)
	}
	return written, nil
}

// writeTemporary writes a file under a hidden name, which Load passes over.
func writeTemporary(folder string, data []byte) (name string, err error) {
	f, err := os.CreateTemp(folder, ".import-*")
	if err != nil {
		return "", err
	}
	_, writeErr := f.Write(data)
	err = errors.Join(writeErr, f.Chmod(0o644), f.Sync(), f.Close())
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
