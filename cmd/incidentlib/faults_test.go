package main

import (
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fileLimit bounds the files that a process of a test may write, in bytes: the
// disk is full beyond.
const fileLimit = "LIMIT_OF_FILES"

func limitFiles(bytes string) {
	limit, err := strconv.ParseUint(bytes, 10, 64)
	if err != nil {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		panic(err)
	}
}

func TestFullDisk(t *testing.T) {
	db := t.TempDir()
	cmd := exec.Command(os.Args[0], serveArgs(t, []string{"--data", dataFolder(t), "--db-dir", db})...)
	cmd.Env = append(os.Environ(), asProgram+"=1", fileLimit+"=100000")
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(string(out), "make room") || !strings.Contains(string(out), "--db-dir") || !strings.Contains(string(out), db) {
		t.Errorf("exit status %d, %v:\n%s", code, err, out)
	}
	empty(t, db)
}

func empty(t *testing.T, dir string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestKilledWhileBuilding kills builds of a changed library at any moment. What
// starts next serves, the edition before or the new one, and then the new one.
func TestKilledWhileBuilding(t *testing.T) {
	dir, db := dataFolder(t), t.TempDir()
	start(t, "--data", dir, "--db-dir", db).stop()
	write(t, dir, 0)
	began := time.Now()
	p := startProcess(t, "--data", dir)
	p.stop()
	usual := time.Since(began)
	for n := range 6 {
		write(t, dir, n+1)
		cmd := exec.Command(os.Args[0], serveArgs(t, []string{"--data", dir, "--db-dir", db})...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		after := rand.N(usual)
		time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		s := start(t, "--data", dir, "--db-dir", db)
		version := "Version " + strconv.Itoa(n+1) + "."
		if got := title(t, s, "IL-0136"); !strings.Contains(got, version) {
			s.await("msg=reloaded")
		}
		if got := title(t, s, "IL-0136"); !strings.Contains(got, version) {
			t.Errorf("killed after %v: title %s", after, got)
		}
		if strings.Contains(s.log.String(), "level=ERROR") || strings.Contains(s.log.String(), "level=WARN") {
			t.Errorf("killed after %v, then:\n%s", after, s.log)
		}
		s.stop()
	}
}

// TestProcessesThatStartAtOnce share one folder.
func TestProcessesThatStartAtOnce(t *testing.T) {
	dir, db := dataFolder(t), t.TempDir()
	var ready []func() process
	for range 3 {
		ready = append(ready, launch(t, "--data", dir, "--db-dir", db))
	}
	for _, ready := range ready {
		if status, _, _ := get(t, ready().url+"/en/cases/IL-0136"); status != http.StatusOK {
			t.Errorf("status %d", status)
		}
	}
	left, err := filepath.Glob(filepath.Join(db, "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}

// TestFolderGoneWhileServing takes the folder of the database away.
func TestFolderGoneWhileServing(t *testing.T) {
	dir, db := dataFolder(t), filepath.Join(t.TempDir(), "db")
	s := start(t, "--data", dir, "--db-dir", db, "--watch")
	if err := os.RemoveAll(db); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/en/cases/IL-0136", "/ko/cases?q=cache", "/api/v1/export.jsonl", "/api/v1/export.sqlite"} {
		if status, _, _ := get(t, s.url+path); status != http.StatusOK {
			t.Errorf("%s: status %d", path, status)
		}
	}
	write(t, dir, 0)
	s.await("msg=reloaded")
	if got := title(t, s, "IL-0136"); !strings.Contains(got, "Version 0.") {
		t.Errorf("title %s", got)
	}
}
