package library

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// kindOf is the kind of an error that a reader can be told about; Internal for
// any other.
func kindOf(err error) incident.ErrorKind {
	if e, ok := errors.AsType[*incident.Error](err); ok {
		return e.Kind
	}
	return incident.Internal
}

// files writes the first cases of the synthetic corpus, and its vocabularies,
// as a data folder.
func files(t *testing.T, n int) fstest.MapFS {
	t.Helper()
	corpus := testkit.Corpus(30)
	out := fstest.MapFS{}
	for i := range corpus.Cases[:n] {
		c := corpus.Cases[i]
		c.Status, c.Withdrawn, c.MergedInto, c.Related, c.RecurrenceOf = incident.StatusPublished, incident.Text{}, "", nil, ""
		b, err := casefile.Marshal(&c)
		if err != nil {
			t.Fatal(err)
		}
		out["cases/"+c.ID+".yaml"] = &fstest.MapFile{Data: b}
	}
	for kind, v := range corpus.Vocabularies {
		var groups, terms []map[string]any
		for _, g := range v.Groups {
			groups = append(groups, map[string]any{"slug": g.Slug, "label": g.Label})
		}
		for _, term := range v.Terms {
			m := map[string]any{"slug": term.Slug, "label": term.Label, "aliases": map[string]any{"en": term.AliasesEN, "ko": term.AliasesKO}}
			for key, value := range map[string]string{"name": term.Name, "group": term.Group, "replaced_by": term.ReplacedBy} {
				if value != "" {
					m[key] = value
				}
			}
			if !term.Definition.IsZero() {
				m["definition"] = term.Definition
			}
			terms = append(terms, m)
		}
		// YAML reads JSON.
		b, err := json.Marshal(map[string]any{"kind": kind, "groups": groups, "terms": terms})
		if err != nil {
			t.Fatal(err)
		}
		out["vocab/"+kind.Path()+".yaml"] = &fstest.MapFile{Data: b}
	}
	return out
}

func open(t *testing.T, o Options) *Library {
	t.Helper()
	if o.DBDir == "" {
		o.DBDir = t.TempDir()
	}
	if o.DataName == "" {
		o.DataName = t.Name()
	}
	l, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func TestOpenBuildsOnce(t *testing.T) {
	var log bytes.Buffer
	o := Options{Data: files(t, 10), DBDir: t.TempDir(), Logger: slog.New(slog.NewTextHandler(&log, nil))}
	l := open(t, o)
	if l.Edition().Total() != 10 {
		t.Errorf("%d cases", l.Edition().Total())
	}
	again := open(t, o)
	if again.Edition().Hash() != l.Edition().Hash() || again.Edition().Total() != 10 {
		t.Error("another edition of the same files")
	}
	if n := strings.Count(log.String(), "database built"); n != 1 {
		t.Errorf("built %d times:\n%s", n, log.String())
	}
}

func TestOpenReportsEveryProblemOfTheData(t *testing.T) {
	data := files(t, 5)
	for _, id := range []string{"IL-1001", "IL-1003"} {
		f := data["cases/"+id+".yaml"]
		f.Data = bytes.Replace(f.Data, []byte("severity: "), []byte("severity: terrible # "), 1)
	}
	_, err := Open(t.Context(), Options{Data: data, DataName: "broken", DBDir: t.TempDir()})
	wrong, ok := errors.AsType[*LoadError](err)
	if !ok || len(wrong.Issues.Errors()) != 2 {
		t.Fatalf("%v", err)
	}
	for _, part := range []string{"broken", "cases/IL-1001.yaml:", "cases/IL-1003.yaml:", "severity"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %q", part, err)
		}
	}
	_, err = Open(t.Context(), Options{Data: fstest.MapFS{}, DataName: "nothing", DBDir: t.TempDir()})
	if _, ok := errors.AsType[*LoadError](err); !ok {
		t.Errorf("no folder at all: %v", err)
	}
}

func TestReload(t *testing.T) {
	data := files(t, 20)
	l := open(t, Options{Data: data})
	first := l.Acquire()
	defer first.Release()
	if changed, err := l.Reload(t.Context()); changed || err != nil || l.Edition() != first {
		t.Errorf("nothing changed, yet: %v, %v", changed, err)
	}

	f := data["cases/IL-1002.yaml"]
	good := f.Data
	f.Data = []byte("id: [")
	if changed, err := l.Reload(t.Context()); changed || !isLoadError(err) || l.Edition() != first {
		t.Errorf("a bad reload: %v, %v", changed, err)
	}

	f.Data = bytes.Replace(good, []byte("severity: "), []byte("severity: minor # "), 1)
	if changed, err := l.Reload(t.Context()); !changed || err != nil {
		t.Fatalf("a good reload: %v, %v", changed, err)
	}
	second := l.Edition()
	c, err := second.Case(t.Context(), "IL-1002")
	if err != nil || c.Case.Severity != incident.Minor || second.Hash() == first.Hash() {
		t.Errorf("after the reload: %v, %v", c, err)
	}
	if _, err := first.Case(t.Context(), "IL-1002"); err != nil {
		t.Errorf("a request that holds the edition before: %v", err)
	}

	for _, id := range []string{"IL-1003", "IL-1004", "IL-1005"} {
		delete(data, "cases/"+id+".yaml")
	}
	_, err = l.Reload(t.Context())
	if shrinking, ok := errors.AsType[*Shrinking](err); !ok || shrinking.From != 20 || shrinking.To != 17 || l.Edition() != second {
		t.Fatalf("a reload that loses 15 %%: %v", err)
	}
	// The database of the refused edition is there now; it is refused all the same.
	if _, err := l.Reload(t.Context()); err == nil {
		t.Error("refused once, taken the second time")
	}
	l.options.Force = true
	if changed, err := l.Reload(t.Context()); !changed || err != nil || l.Edition().Total() != 17 {
		t.Errorf("forced: %v, %v", changed, err)
	}
	l.options.Force = false
	delete(data, "cases/IL-1006.yaml")
	if changed, err := l.Reload(t.Context()); !changed || err != nil || l.Edition().Total() != 16 {
		t.Errorf("a reload that loses 6 %%: %v, %v", changed, err)
	}
}

// TestReloadBuildsWhatAStartWould: what is taken from the edition before is,
// to the byte, what its files say.
func TestReloadBuildsWhatAStartWould(t *testing.T) {
	data := files(t, 30)
	edit := func(id, old, new string) {
		before := data["cases/"+id+".yaml"].Data
		data["cases/"+id+".yaml"] = &fstest.MapFile{Data: bytes.Replace(before, []byte(old), []byte(new), 1)}
	}
	edit("IL-1001", "related: []", "related: [IL-1002, IL-1005]")
	l := open(t, Options{Data: data})
	for step, change := range []func(){
		func() { edit("IL-1002", "severity: ", "severity: minor # ") },
		func() { edit("IL-1001", "related: [IL-1002, IL-1005]", "related: []") },
		func() { delete(data, "cases/IL-1003.yaml") },
	} {
		change()
		if l.Edition().files == nil {
			t.Error("nothing is remembered of the files")
		}
		if changed, err := l.Reload(t.Context()); err != nil || !changed {
			t.Fatalf("step %d: %v, %v", step, changed, err)
		}
		got, want := l.Edition().db.Path(), open(t, Options{Data: data}).Edition().db.Path()
		if filepath.Base(got) != filepath.Base(want) { // which has the sum over the bytes
			t.Errorf("step %d: %s, but a start builds %s", step, got, want)
		}
	}
}

func isLoadError(err error) bool {
	_, ok := errors.AsType[*LoadError](err)
	return ok
}

// A request reads its edition to the end, and what no one holds is closed.
func TestReloadUnderLoad(t *testing.T) {
	const reloads = 30
	data := files(t, 10)
	l := open(t, Options{Data: data})
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				e := l.Acquire()
				if _, err := e.Case(t.Context(), "IL-1001"); err != nil {
					t.Errorf("during a reload: %v", err)
				}
				e.Release()
			}
		})
	}
	f := data["cases/IL-1002.yaml"].Data
	var past []*Edition
	for i := range reloads {
		next := bytes.Replace(f, []byte("severity: "), fmt.Appendf(nil, "severity: %s # %d ", []string{"minor", "major"}[i%2], i), 1)
		data = maps.Clone(data)
		data["cases/IL-1002.yaml"] = &fstest.MapFile{Data: next}
		l.options.Data = data
		past = append(past, l.Edition())
		if changed, err := l.Reload(ctx); err != nil || !changed {
			t.Errorf("reload %d: %v, %v", i, changed, err)
		}
	}
	stop()
	readers.Wait()
	for i, e := range past {
		if _, err := e.Case(t.Context(), "IL-1003"); err == nil { // IL-1001 was read and is kept
			t.Errorf("edition %d is still open", i)
		}
	}
}

// A stale library answers from the database that is there and catches up.
func TestStale(t *testing.T) {
	dir := t.TempDir()
	before := open(t, Options{Data: files(t, 10), DBDir: dir, DataName: "x"}).Edition()
	stale := func(data fstest.MapFS, force bool) *Library {
		return open(t, Options{Data: data, DBDir: dir, DataName: "x", Stale: true, Force: force})
	}
	l := stale(files(t, 12), false)
	if l.Edition().Hash() != before.Hash() {
		t.Errorf("opened with %d cases", l.Edition().Total())
	}
	if changed, err := l.Reload(t.Context()); err != nil || !changed || l.Edition().Total() != 12 {
		t.Errorf("%d cases after a reload, %v", l.Edition().Total(), err)
	}
	broken := files(t, 12)
	broken["cases/IL-1001.yaml"].Data = []byte("id: [")
	l = stale(broken, false)
	if _, err := l.Reload(t.Context()); !isLoadError(err) || l.Edition().Total() != 12 {
		t.Errorf("%d cases while the files are broken, %v", l.Edition().Total(), err)
	}
	// A restart is no way round the refusal of a mass deletion.
	for range 2 {
		l = stale(files(t, 9), false)
		if _, err := l.Reload(t.Context()); err == nil || l.Edition().Total() != 12 {
			t.Errorf("%d cases after a mass deletion, %v", l.Edition().Total(), err)
		}
	}
	l = stale(files(t, 9), true)
	if _, err := l.Reload(t.Context()); err != nil || l.Edition().Total() != 9 {
		t.Errorf("%d cases after a forced mass deletion, %v", l.Edition().Total(), err)
	}
	if l := open(t, Options{Data: files(t, 5), DBDir: dir, DataName: "y", Stale: true}); l.Edition().Total() != 5 {
		t.Errorf("%d cases of another data path", l.Edition().Total())
	}
}

func TestDatabaseFolderOfLastResort(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", blocked)
	t.Setenv("TMPDIR", temp)
	l, err := Open(t.Context(), Options{Data: files(t, 3), DataName: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if path := l.Edition().db.Path(); !strings.HasPrefix(path, temp) {
		t.Errorf("built %s", path)
	}
	// A folder that is named is the one, writable or not.
	_, err = Open(t.Context(), Options{Data: files(t, 3), DBDir: filepath.Join(blocked, "db"), DataName: "test"})
	if err == nil || !strings.Contains(err.Error(), "--db-dir") {
		t.Errorf("no folder can be written: %v", err)
	}
}
