package casefile

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// TestOnlyWhatHasChangedIsReadAgain and all else is as a full load gives it.
func TestOnlyWhatHasChangedIsReadAgain(t *testing.T) {
	fsys := fixture()
	corpus, files, issues := Loader{FS: fsys}.Load()
	if corpus == nil || files == nil {
		t.Fatal(lines(issues))
	}
	for _, step := range []struct {
		name           string
		file, old, new string
		asked          []string
	}{
		{"nothing", "", "", "", []string{"IL-1001", "IL-1002", "IL-1003"}},
		{"a text", "cases/IL-1001.yaml", "severity: major", "severity: minor", []string{"IL-1002", "IL-1003"}},
		{"a reference that went both ways", "cases/IL-1001.yaml", "related: [IL-1002]\n", "", []string{"IL-1002", "IL-1003"}},
		{"a vocabulary", "vocab/factors.yaml", "", string(fsys["vocab/factors.yaml"].Data) + "\n", nil},
	} {
		if step.file != "" {
			edit(t, fsys, step.file, step.old, step.new)
		}
		var asked []string
		next, now, issues := Loader{FS: fsys, Before: files, Cases: func(ids []string) (out []incident.Case, err error) {
			asked = ids
			return casesBy(corpus, ids), nil
		}}.Load()
		want, _ := Load(fsys)
		if want == nil || !reflect.DeepEqual(next, want) {
			t.Fatalf("%s: another corpus than that of a full load\n%s", step.name, lines(issues))
		}
		if !slices.Equal(asked, step.asked) {
			t.Errorf("%s: kept %v, want %v", step.name, asked, step.asked)
		}
		corpus, files = next, now
	}
}

func casesBy(corpus *incident.Corpus, ids []string) []incident.Case {
	var out []incident.Case
	for _, c := range corpus.Cases {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// TestWhatIsWrongIsSaidInFull, of files that have not changed too, as when
// another one is gone.
func TestWhatIsWrongIsSaidInFull(t *testing.T) {
	fsys := fixture()
	corpus, files, _ := Loader{FS: fsys}.Load()
	delete(fsys, "cases/IL-1002.yaml")
	edit(t, fsys, "cases/IL-1001.yaml", "severity: major", "severity: terrible")
	_, want := Load(fsys)
	got, next, issues := Loader{FS: fsys, Before: files, Cases: func(ids []string) ([]incident.Case, error) { return casesBy(corpus, ids), nil }}.Load()
	if got != nil || next != nil || len(want.Errors()) < 3 || lines(issues) != lines(want) {
		t.Errorf("issues\n%s\nwant\n%s", lines(issues), lines(want))
	}
}

func TestCasesThatCannotBeKeptAreRead(t *testing.T) {
	fsys := fixture()
	want, files, _ := Loader{FS: fsys}.Load()
	got, _, _ := Loader{FS: fsys, Before: files, Cases: func([]string) ([]incident.Case, error) { return nil, errors.New("closed") }}.Load()
	if !reflect.DeepEqual(got, want) {
		t.Error("another corpus")
	}
}

func TestProgressCountsKeptCasesToo(t *testing.T) {
	fsys := fixture()
	var told []int
	l := Loader{FS: fsys, Progress: func(step string, done, total int) { told = append(told, done, total) }}
	corpus, files, _ := l.Load()
	l.Before, l.Cases = files, func(ids []string) ([]incident.Case, error) { return casesBy(corpus, ids), nil }
	l.Load()
	if want := []int{1, 3, 2, 3, 3, 3, 1, 3, 2, 3, 3, 3}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}
