package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

var small = sync.OnceValue(func() *incident.Corpus { return testkit.Corpus(12) })

func shelf(t testing.TB, dirs ...string) *Shelf {
	t.Helper()
	if dirs == nil {
		dirs = []string{filepath.Join(t.TempDir(), "made", "when needed")}
	}
	return &Shelf{Dirs: dirs, Data: "data", Warn: func(err error) { t.Log("warning:", err) }}
}

func built(t *testing.T, s *Shelf) *DB {
	t.Helper()
	db, err := s.Build(t.Context(), small())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// whole reads everything there is and fails the test where it is not the corpus.
func whole(t *testing.T, db *DB) {
	t.Helper()
	x, err := db.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []uint32
	for i := range x.IDs {
		all = append(all, uint32(i))
	}
	cases, err := db.Cases(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != len(small().Cases) || db.Hash != small().Hash {
		t.Fatalf("%d cases, hash %s", len(cases), db.Hash)
	}
	if lines, err := db.Summaries(t.Context(), all); err != nil || len(lines) != len(all) {
		t.Fatalf("%d summaries, %v", len(lines), err)
	}
}

func TestABuiltFileIsFoundAgain(t *testing.T) {
	s := shelf(t)
	if _, err := s.Open(t.Context(), ""); !errors.Is(err, ErrNone) {
		t.Fatalf("an empty shelf: %v", err)
	}
	first := built(t, s)
	whole(t, first)
	for _, hash := range []string{small().Hash, ""} {
		again, err := s.Open(t.Context(), hash)
		if err != nil {
			t.Fatal(err)
		}
		whole(t, again)
		if again.Path() != first.Path() {
			t.Errorf("opened %s, built %s", again.Path(), first.Path())
		}
		_ = again.Close()
	}
	if _, err := s.Open(t.Context(), "another"); !errors.Is(err, ErrNone) {
		t.Errorf("another hash: %v", err)
	}
	other := shelf(t, s.Dirs...)
	other.Data = "other data"
	if _, err := other.Open(t.Context(), ""); !errors.Is(err, ErrNone) {
		t.Errorf("another data path: %v", err)
	}
}

func TestAnOpenFileCannotBeWritten(t *testing.T) {
	db := built(t, shelf(t))
	if _, err := db.db.ExecContext(t.Context(), "DELETE FROM cases"); err == nil {
		t.Error("a row was deleted")
	}
	var mode string
	if err := db.db.QueryRowContext(t.Context(), "PRAGMA journal_mode").Scan(&mode); err != nil || mode != "delete" {
		t.Errorf("journal mode %q, %v", mode, err)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(db.Path()), "*"))
	if len(left) != 1 {
		t.Errorf("beside the database: %v", left)
	}
}

func TestBuildsOfOneCorpusAreAlike(t *testing.T) {
	a, b := built(t, shelf(t)), built(t, shelf(t))
	if filepath.Base(a.Path()) != filepath.Base(b.Path()) {
		t.Errorf("%s and %s", a.Path(), b.Path())
	}
}

func TestALibraryWithoutAliases(t *testing.T) {
	corpus := testkit.Corpus(12)
	for i := range corpus.Cases {
		corpus.Cases[i].Aliases = nil
	}
	db, err := shelf(t).Build(t.Context(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	x, err := db.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := x.Alias("7QL5-Z50"); ok {
		t.Errorf("an alias of case %d", p)
	}
	if p, ok := x.Position(x.IDs[3]); !ok || p != 3 {
		t.Errorf("%s is at %d, %v", x.IDs[3], p, ok)
	}
}

func TestDamagedFilesAreRebuilt(t *testing.T) {
	pristine := built(t, shelf(t)).Path()
	good, err := os.ReadFile(pristine)
	if err != nil {
		t.Fatal(err)
	}
	flip := func(at int) []byte {
		bad := bytes.Clone(good)
		bad[at] ^= 0x40
		return bad
	}
	for name, bad := range map[string][]byte{
		"empty":                 {},
		"half":                  good[:len(good)/2],
		"a byte short":          good[:len(good)-1],
		"a page short":          good[:len(good)-4096],
		"a byte longer":         append(bytes.Clone(good), 0),
		"zeros":                 make([]byte, len(good)),
		"text":                  []byte("not a database"),
		"header flipped":        flip(3),
		"version flipped":       flip(63),
		"a page header flipped": flip(4096 * 5),
		"content flipped":       flip(len(good) / 2),
		"last byte flipped":     flip(len(good) - 1),
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t, t.TempDir())
			path := filepath.Join(s.Dirs[0], filepath.Base(pristine))
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, hash := range []string{"", small().Hash} {
				if db, err := s.Open(t.Context(), hash); !errors.Is(err, ErrNone) {
					t.Fatalf("opened %v, %v", db, err)
				}
			}
			whole(t, built(t, s))
			again, err := s.Open(t.Context(), small().Hash)
			if err != nil {
				t.Fatal(err)
			}
			whole(t, again)
			_ = again.Close()
		})
	}
}

// A file whose bytes are as named but which is no finished database of ours.
func TestFilesThatAreNotOurs(t *testing.T) {
	for name, change := range map[string]string{
		"another application": "PRAGMA application_id = 1",
		"another version":     "PRAGMA user_version = 999",
		"unfinished":          "DELETE FROM meta WHERE key = 'complete'",
		"another corpus":      "UPDATE meta SET value = 'other' WHERE key = 'hash'",
		"no table":            "DROP TABLE case_body",
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t)
			path := built(t, s).Path()
			db, err := connect(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.ExecContext(t.Context(), change); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			sum, err := seal(path)
			if err != nil {
				t.Fatal(err)
			}
			stem := path[:strings.LastIndex(path, "-")]
			if err := os.Rename(path, stem+"-"+fmt.Sprintf("%08x", sum)+".db"); err != nil {
				t.Fatal(err)
			}
			if db, err := s.Open(t.Context(), small().Hash); !errors.Is(err, ErrNone) {
				t.Fatalf("opened %v, %v", db, err)
			}
			whole(t, built(t, s))
		})
	}
}

func TestANewerSchemaIsLeftAlone(t *testing.T) {
	s := shelf(t)
	path := built(t, s).Path()
	newer := strings.Replace(path, "-v"+format(), "-v2.00000000", 1)
	if err := os.Rename(path, newer); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(t.Context(), ""); !errors.Is(err, ErrNone) {
		t.Errorf("opened a file of another schema: %v", err)
	}
	whole(t, built(t, s))
	if _, err := os.Stat(newer); err != nil {
		t.Error(err)
	}
}

func TestNextFolderIfOneCannotBeWritten(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "a file, no folder")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	next := t.TempDir()
	db := built(t, shelf(t, blocked, next))
	if filepath.Dir(db.Path()) != next {
		t.Errorf("built %s", db.Path())
	}
	_, err := shelf(t, blocked, filepath.Join(blocked, "below")).Build(t.Context(), small())
	if err == nil || !strings.Contains(err.Error(), "--db-dir") || !strings.Contains(err.Error(), blocked) {
		t.Errorf("no folder left: %v", err)
	}
}

func TestOddPaths(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "100% odd? #name & 장애 사례")
	whole(t, built(t, shelf(t, dir)))
}

// TestProgress is told of both steps, to their ends.
func TestProgress(t *testing.T) {
	s := shelf(t, t.TempDir())
	last := map[string]int{}
	s.Progress = func(step string, done, total int) {
		if last[step]++; done != last[step] || done > total {
			t.Errorf("%s: %d of %d", step, done, total)
		}
		if done == total {
			last[step+" ended"] = total
		}
	}
	whole(t, built(t, s))
	if last[Building+" ended"] != 12 || last[Indexing+" ended"] < 100 {
		t.Errorf("%v", last)
	}
}

func TestACancelledBuildLeavesNothing(t *testing.T) {
	s := shelf(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	s.Progress = func(step string, done, total int) {
		if step != Building || total != 12 {
			t.Errorf("%s: %d of %d", step, done, total)
		}
		if done == 6 {
			cancel()
		}
	}
	if db, err := s.Build(ctx, small()); err == nil {
		t.Fatalf("built %v", db)
	}
	left, _ := filepath.Glob(filepath.Join(s.Dirs[0], "*"))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Processes that start at once build beside each other and all serve.
func TestBuildsAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { whole(t, built(t, shelf(t, dir))) })
	}
	all.Wait()
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(left) != 1 {
		t.Errorf("in the folder: %v", left)
	}
}

func TestCleanIsConservative(t *testing.T) {
	s := shelf(t, t.TempDir())
	db := built(t, s)
	put := func(name string, age time.Duration) string {
		path := filepath.Join(s.Dirs[0], name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	name := func(data, hash string) string {
		return "incidentlib-" + data + "-" + hash + "-v" + format() + "-00000000.db"
	}
	stay := []string{
		db.Path(),
		put(name(s.key(), "0000000000000001"), time.Minute),                                    // the newest other one
		put("incidentlib-"+s.key()+"-0000000000000001-v1.00000000-00000000.db", 2*time.Minute), // another program's
		put("incidentlib-export-1.tmp", time.Minute),
		put(name("ffffffff", "0000000000000001"), 99*time.Hour),
		put("notes.txt", 99*time.Hour),
		put("incidentlib-notes.db", 99*time.Hour),
	}
	gone := []string{
		put(name(s.key(), "0000000000000002"), 2*time.Minute),
		put(name(s.key(), "0000000000000003"), 30*time.Hour),
		put("incidentlib-"+s.key()+"-0000000000000002-v1.00000000-00000000.db", 3*time.Hour),
		put("incidentlib-export-2.tmp", 2*time.Hour),
	}
	s.Clean(db)
	for _, path := range stay {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	for _, path := range gone {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
	whole(t, db)
}

// The workshop of a process that is no more is removed, whoever finds it; one
// in use, by this process or another, is not.
func TestWorkshopsLeftBehind(t *testing.T) {
	s := shelf(t, t.TempDir())
	workshopIn := func(age time.Duration) *workshop {
		w, err := newWorkshop(s.Dirs[0])
		if err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(w.dir, at, at); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = w.remove() })
		return w
	}
	inUse, young, dead, unlocked := workshopIn(2*time.Hour), workshopIn(0), workshopIn(time.Minute), workshopIn(time.Minute)
	for _, w := range []*workshop{young, dead, unlocked} {
		if err := w.lock.Close(); err != nil { // as its process ends
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(unlocked.dir, lockName)); err != nil { // ended before it came to the lock
		t.Fatal(err)
	}
	at := time.Now().Add(-time.Minute)
	if err := os.Chtimes(unlocked.dir, at, at); err != nil {
		t.Fatal(err)
	}
	s.Clean(built(t, s))
	for w, want := range map[*workshop]bool{inUse: true, young: true, dead: false, unlocked: false} {
		if _, err := os.Stat(w.dir); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %t", w.dir, err, want)
		}
	}
}

// A large file is opened at once and held against its checksum afterwards.
func TestVerifyALargeFile(t *testing.T) {
	checkedAtOnce = 0
	t.Cleanup(func() { checkedAtOnce = 16 << 20 })
	s := shelf(t)
	path := built(t, s).Path()
	opened := func() *DB {
		db, err := s.Open(t.Context(), small().Hash)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	if err := opened().Verify(); err != nil {
		t.Error(err)
	}
	gone := opened()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("damage"), info.Size()/2); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	db := opened()
	if damage := (*Damage)(nil); !errors.As(db.Verify(), &damage) || damage.Path != path {
		t.Errorf("a damaged file: %v", db.Verify())
	}
	s.Discard(db)
	if _, err := s.Open(t.Context(), ""); !errors.Is(err, ErrNone) {
		t.Errorf("a discarded file: %v", err)
	}
	if err := gone.Verify(); err != nil {
		t.Errorf("a file that is gone: %v", err)
	}
	whole(t, built(t, s))
}

// A database serves on after its file is gone: every connection is open.
func TestServesAfterRemoval(t *testing.T) {
	db := built(t, shelf(t))
	db.filling.Wait()
	if err := os.Remove(db.Path()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 2 * connections {
		all.Go(func() { whole(t, db) })
	}
	all.Wait()
}

func TestContextEndsAQuery(t *testing.T) {
	db := built(t, shelf(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Summaries(ctx, []uint32{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := db.Cases(t.Context(), []uint32{9999}); err == nil {
		t.Error("a case that is not there was read")
	}
}
