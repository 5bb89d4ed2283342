package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/incidentlib/incidentlib/data"
)

// allCases copies the cases in the program into a folder that a test may change.
func allCases(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, data.FS); err != nil {
		t.Fatal(err)
	}
	return dir
}

func title(t *testing.T, s *running, id string) string {
	t.Helper()
	status, body, _ := get(t, s.url+"/api/v1/cases/"+id)
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	_, rest, _ := strings.Cut(body, `"title":`)
	title, _, _ := strings.Cut(rest, `"summary"`)
	return title
}

// TestWatch holds that a change is live, a broken file is reported and changes
// nothing, and mending it is seen.
func TestWatch(t *testing.T) {
	dir := dataFolder(t)
	file := filepath.Join(dir, "cases", "IL-0136.yaml")
	s := start(t, "--data", dir, "--watch")
	edit(t, file, "\n  en: ", "\n  en: Changed once. ")
	s.await("msg=reloaded")
	if got := title(t, s, "IL-0136"); !strings.Contains(got, "Changed once.") {
		t.Errorf("title %s", got)
	}

	edit(t, file, "severity: ", "severity: terrible # ")
	line := s.await("wrong data")
	for _, want := range []string{"file=" + file, "line=", "column=", "field=severity", "terrible", "fix=", "level=ERROR"} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	s.await(`not reloaded: the edition in use stays.*the data have 1 error`)
	if got := title(t, s, "IL-0136"); !strings.Contains(got, "Changed once.") {
		t.Errorf("title %s", got)
	}
	edit(t, file, "severity: terrible # ", "severity: ")
	s.await("the data are again as they are served")

	// As editors do: written beside, and renamed into place.
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+".new", []byte(strings.Replace(string(content), "Changed once.", "Changed twice.", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
	s.await("msg=reloaded")
	if got := title(t, s, "IL-0136"); !strings.Contains(got, "Changed twice.") {
		t.Errorf("title %s", got)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit status %d", code)
	}
}

// TestHangup sends the signal to a process, which must outlive it.
func TestHangup(t *testing.T) {
	dir := allCases(t)
	p := startProcess(t, "--data", dir)
	hangup := func() {
		t.Helper()
		if err := p.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	hangup()
	p.await("not reloaded: nothing has changed")
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "\n  en: ", "\n  en: Changed once. ")
	hangup()
	p.await("msg=reloaded.* reason=signal")
	if got := title(t, p.running, "IL-0136"); !strings.Contains(got, "Changed once.") {
		t.Errorf("title %s", got)
	}
}

func TestHangupWithoutFolder(t *testing.T) {
	p := startProcess(t)
	if err := p.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	p.await("there is nothing to reload.*--data")
	if code := p.stop(); code != exitOK {
		t.Errorf("exit status %d", code)
	}
}

// TestMassDeletion holds that neither a reload nor a restart takes data from
// which a tenth has vanished, but --force does.
func TestMassDeletion(t *testing.T) {
	dir, db := dataFolder(t), t.TempDir()
	s := start(t, "--data", dir, "--db-dir", db, "--watch")
	if err := os.Remove(filepath.Join(dir, "cases", "IL-0248.yaml")); err != nil {
		t.Fatal(err)
	}
	const refused = "1 published cases, the library 2: refused.*--force"
	s.await(refused)
	s.stop()
	s = start(t, "--data", dir, "--db-dir", db)
	s.await(refused)
	if !strings.Contains(s.log.String(), "(2 cases)") {
		t.Errorf("the restart did not serve both cases:\n%s", s.log)
	}
	s.stop()
	s = start(t, "--data", dir, "--db-dir", db, "--force")
	s.await("msg=reloaded")
}
