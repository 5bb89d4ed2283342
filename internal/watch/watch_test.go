package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// watching watches folders until the test ends. Each change told is one value
// on the channel.
func watching(t *testing.T, folders ...string) <-chan struct{} {
	t.Helper()
	f, err := New(folders...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	changes, ended := make(chan struct{}, 1000), make(chan struct{})
	go func() {
		defer close(ended)
		f.Run(ctx, func() { changes <- struct{}{} }, func(err error) { t.Error(err) })
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return changes
}

func told(t *testing.T, changes <-chan struct{}) {
	t.Helper()
	select {
	case <-changes:
	case <-time.After(20 * time.Second):
		t.Fatal("the change was not told")
	}
}

func do(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func write(name, content string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(content), 0o644)
}

// turn makes a link lead elsewhere in one step.
func turn(link, target string) error {
	if err := os.Symlink(target, link+"_tmp"); err != nil {
		return err
	}
	return os.Rename(link+"_tmp", link)
}

func TestChangesOfFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.yaml")
	do(t, write(file, "1"))
	changes := watching(t, dir)
	for name, change := range map[string]func() error{
		"written":  func() error { return write(file, "2") },
		"added":    func() error { return write(filepath.Join(dir, "b.yaml"), "1") },
		"removed":  func() error { return os.Remove(filepath.Join(dir, "b.yaml")) },
		"readable": func() error { return os.Chmod(file, 0o600) },
		"replaced, as editors do": func() error {
			if err := write(filepath.Join(dir, ".a.yaml.swp"), "3"); err != nil {
				return err
			}
			return os.Rename(filepath.Join(dir, ".a.yaml.swp"), file)
		},
	} {
		if name == "removed" {
			do(t, write(filepath.Join(dir, "b.yaml"), "1"))
			told(t, changes)
		}
		do(t, change())
		t.Log(name)
		told(t, changes)
	}
}

func TestManyChangesAreToldTogether(t *testing.T) {
	dir := t.TempDir()
	changes := watching(t, dir)
	const files = 200
	for i := range files {
		do(t, write(filepath.Join(dir, fmt.Sprint(i, ".yaml")), "1"))
	}
	told(t, changes)
	n := 1
	do(t, write(filepath.Join(dir, "last.yaml"), "1"))
	told(t, changes)
	for len(changes) > 0 {
		<-changes
		n++
	}
	if n > files/4 {
		t.Errorf("%d files were told as %d changes", files, n)
	}
}

// What is hidden does not count: nothing is told until a file is written.
func TestHiddenFiles(t *testing.T) {
	dir := t.TempDir()
	f, err := New(dir)
	do(t, err)
	defer f.close()
	for name, want := range map[string]bool{".a.yaml.swp": false, ".git": false, ".#a.yaml": false, "a.yaml": true, "a.yaml~": true, "..data": true} {
		if f.concerns(filepath.Join(dir, name)) != want {
			t.Errorf("%s concerns: %t", name, !want)
		}
	}
	if f.concerns(filepath.Join(filepath.Dir(dir), "other")) {
		t.Error("another file beside the folder concerns")
	}
}

// Kubernetes turns the link "..data" beside the files to a new folder; the old
// one is removed.
func TestConfigMap(t *testing.T) {
	dir := t.TempDir()
	version := func(n int) string { return fmt.Sprintf("..2026_%d", n) }
	do(t, write(filepath.Join(dir, version(1), "cases", "a.yaml"), "1"),
		os.Symlink(version(1), filepath.Join(dir, "..data")), os.Symlink("..data/cases", filepath.Join(dir, "cases")))
	changes := watching(t, filepath.Join(dir, "cases"))
	for n := range 3 {
		do(t, write(filepath.Join(dir, version(n+2), "cases", "a.yaml"), "2"), turn(filepath.Join(dir, "..data"), version(n+2)))
		told(t, changes)
		do(t, os.RemoveAll(filepath.Join(dir, version(n+1))))
		// The new folder is watched now.
		do(t, write(filepath.Join(dir, version(n+2), "cases", "a.yaml"), "3"))
		told(t, changes)
	}
}

// Files that are links beside "..data", as in a volume with files alone.
func TestConfigMapOfFiles(t *testing.T) {
	dir := t.TempDir()
	do(t, write(filepath.Join(dir, "..1", "a.yaml"), "1"), os.Symlink("..1", filepath.Join(dir, "..data")),
		os.Symlink("..data/a.yaml", filepath.Join(dir, "a.yaml")))
	changes := watching(t, dir)
	do(t, write(filepath.Join(dir, "..2", "a.yaml"), "2"), turn(filepath.Join(dir, "..data"), "..2"))
	told(t, changes)
}

// git-sync turns a link above the folder that is watched.
func TestLinkAboveTheFolder(t *testing.T) {
	dir := t.TempDir()
	do(t, write(filepath.Join(dir, "trees", "1", "data", "cases", "a.yaml"), "1"),
		write(filepath.Join(dir, "trees", "2", "data", "cases", "a.yaml"), "2"),
		os.Symlink(filepath.Join("trees", "1"), filepath.Join(dir, "current")))
	changes := watching(t, filepath.Join(dir, "current", "data", "cases"))
	do(t, turn(filepath.Join(dir, "current"), filepath.Join(dir, "trees", "2")))
	told(t, changes)
	do(t, write(filepath.Join(dir, "trees", "2", "data", "cases", "b.yaml"), "2"))
	told(t, changes)
}

func TestFolderReplaced(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	do(t, write(filepath.Join(data, "cases", "a.yaml"), "1"), write(filepath.Join(dir, "next", "cases", "a.yaml"), "2"))
	changes := watching(t, filepath.Join(data, "cases"))
	do(t, os.Rename(data, filepath.Join(dir, "old")), os.Rename(filepath.Join(dir, "next"), data))
	told(t, changes)
	for len(changes) > 0 {
		<-changes
	}
	do(t, write(filepath.Join(data, "cases", "a.yaml"), "3"))
	told(t, changes)
	do(t, os.RemoveAll(data))
	told(t, changes)
	for len(changes) > 0 {
		<-changes
	}
	do(t, write(filepath.Join(data, "cases", "a.yaml"), "4"))
	told(t, changes)
}

func TestLinksInACircle(t *testing.T) {
	dir := t.TempDir()
	do(t, os.Symlink("b", filepath.Join(dir, "a")), os.Symlink("a", filepath.Join(dir, "b")))
	if _, err := New(filepath.Join(dir, "a")); err == nil {
		t.Error("no error")
	}
}
