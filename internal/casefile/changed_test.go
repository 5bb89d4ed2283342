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
	corpus, files, issues := LoadChanged(fsys, nil, nil)
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
		next, now, issues := LoadChanged(fsys, files, func(ids []string) (out []incident.Case, err error) {
			asked = ids
			return casesBy(corpus, ids), nil
		})
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
	corpus, files, _ := LoadChanged(fsys, nil, nil)
	delete(fsys, "cases/IL-1002.yaml")
	edit(t, fsys, "cases/IL-1001.yaml", "severity: major", "severity: terrible")
	_, want := Load(fsys)
	got, next, issues := LoadChanged(fsys, files, func(ids []string) ([]incident.Case, error) { return casesBy(corpus, ids), nil })
	if got != nil || next != nil || len(want.Errors()) < 3 || lines(issues) != lines(want) {
		t.Errorf("issues\n%s\nwant\n%s", lines(issues), lines(want))
	}
}

func TestCasesThatCannotBeKeptAreRead(t *testing.T) {
	fsys := fixture()
	want, files, _ := LoadChanged(fsys, nil, nil)
	got, _, _ := LoadChanged(fsys, files, func([]string) ([]incident.Case, error) { return nil, errors.New("closed") })
	if !reflect.DeepEqual(got, want) {
		t.Error("another corpus")
	}
}
