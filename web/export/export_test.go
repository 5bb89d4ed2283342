package export

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// small is a site of a few pages that say what they are told to.
func small(text string) http.Handler {
	mux := http.NewServeMux()
	html := func(path, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", "default-src 'none'")
			w.Header().Add("Vary", "Accept-Language")
			fmt.Fprintf(w, "<html lang=%q>%s", r.Header.Get("Accept-Language"), body)
		})
	}
	html("/library/{$}", `<a href="/library/a%20b#x">a</a> <img srcset="/library/i.png 1x, /library/i2.png 2x"> <a href="/elsewhere">not of the site</a> <a href="mailto:a@b.example">mail</a>`)
	html("/library/a%20b", strings.Repeat(text+" ", 2000)+`<a href="/library/list?q=1">has a query</a> <a href="gone">is gone</a>`)
	mux.HandleFunc("/library/i.png", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(bytes.Repeat([]byte{1}, 5000))
	})
	mux.HandleFunc("/library/i2.png", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/library/i.png", http.StatusFound) })
	mux.HandleFunc("/library/api/cases", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{}`)
	})
	mux.HandleFunc("/library/fails", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	mux.HandleFunc("/library/nameless", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "image/webp") })
	return mux
}

func write(t *testing.T, site http.Handler, dir string, compress bool, addresses ...string) *Report {
	t.Helper()
	r, err := Write(t.Context(), options(site, dir, compress, addresses...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func options(site http.Handler, dir string, compress bool, addresses ...string) Options {
	return Options{
		Handler: site, BaseURL: &url.URL{Scheme: "https", Host: "incidents.example", Path: "/library"},
		Addresses: append([]string{"/", "/api/cases"}, addresses...), Langs: []string{"en", "ko"}, Dir: dir, Compress: compress,
	}
}

// tree reads every file below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		out[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	r := write(t, small("text"), dir, true)
	got := tree(t, dir)
	want := []string{
		".export/SHA256SUMS", ".export/nginx/headers.conf", ".export/nginx/language.conf", ".export/nginx/redirects.conf", ".export/version", ".nojekyll",
		"_lang/ko/a b.html", "_lang/ko/a b.html.br", "_lang/ko/a b.html.gz", "_lang/ko/index.html",
		"a b.html", "a b.html.br", "a b.html.gz", "api/cases.json", "i.png", "i2.png", "index.html",
	}
	if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
		t.Errorf("files\n%q, want\n%q", names, want)
	}
	if !strings.HasPrefix(got["index.html"], `<html lang="en">`) || !strings.HasPrefix(got["_lang/ko/index.html"], `<html lang="ko">`) {
		t.Errorf("languages: %.20q %.20q", got["index.html"], got["_lang/ko/index.html"])
	}
	if got["i2.png"] != got["i.png"] || got["i.png"] == "" {
		t.Error("a file that is redirected to another is not that file")
	}
	if want := "add_header Content-Security-Policy \"default-src 'none'\" always;\n"; got[headersFile] != want {
		t.Errorf("headers %q, want %q", got[headersFile], want)
	}
	if got[redirectsFile] != "" || got[languageFile] != "00 en;\n" {
		t.Errorf("%q %q", got[redirectsFile], got[languageFile])
	}
	var broken []string
	for _, b := range r.Broken {
		broken = append(broken, b.String())
	}
	if want := []string{"/a%20b links /gone: it is answered with status 404", "/a%20b links /library/list?q=1: a file has no query"}; !slices.Equal(broken, want) {
		t.Errorf("broken links %q, want %q", broken, want)
	}
	unpack(t, got, "a b.html.br", brotli.NewReader(strings.NewReader(got["a b.html.br"])), nil)
	z, err := gzip.NewReader(strings.NewReader(got["a b.html.gz"]))
	unpack(t, got, "a b.html.gz", z, err)
}

func unpack(t *testing.T, files map[string]string, name string, r io.Reader, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(r)
	if err != nil || string(whole) != files[strings.TrimSuffix(name, filepath.Ext(name))] || len(files[name]) >= len(whole) {
		t.Errorf("%s does not hold its file: %v", name, err)
	}
}

// TestCompressedBefore holds that what has not changed is taken over, its time
// too, and that nothing else is.
func TestCompressedBefore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	write(t, small("one"), dir, true)
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name := range tree(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	page := filepath.Join(dir, "a b.html")
	if r := write(t, small("one"), dir, true); r.Reused != 4 || !modified(t, page).Equal(old) || !modified(t, page+".br").Equal(old) {
		t.Errorf("unchanged: %d forms were taken over, times %v %v", r.Reused, modified(t, page), modified(t, page+".br"))
	}
	if err := os.WriteFile(page+".br", []byte("not what was written"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := write(t, small("one"), dir, true); r.Reused != 3 {
		t.Errorf("one was damaged: %d forms were taken over", r.Reused)
	}
	if r := write(t, small("two"), dir, true); r.Reused != 0 || modified(t, page).Equal(old) || !modified(t, filepath.Join(dir, "index.html")).Equal(old) {
		t.Errorf("changed: %d forms were taken over, time %v", r.Reused, modified(t, page))
	}
	got := tree(t, dir)
	unpack(t, got, "a b.html.br", brotli.NewReader(strings.NewReader(got["a b.html.br"])), nil)
	write(t, small("two"), dir, false)
	if _, err := os.Stat(page + ".br"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a compressed form that was not asked for is still there: %v", err)
	}
}

func modified(t *testing.T, name string) time.Time {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

// TestFailureKeepsTheFolder holds that a fault in the middle leaves the earlier
// export, and nothing beside it.
func TestFailureKeepsTheFolder(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "site")
	write(t, small("one"), dir, false)
	before := tree(t, parent)
	for address, want := range map[string]string{
		"/fails":    "/fails: the site answers with status 500",
		"/nameless": `/nameless: a file of type "image/webp" needs an ending`,
		"/..%2fup":  "/..%2fup",
	} {
		site := small("two")
		if address == "/..%2fup" {
			site = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/html") })
		}
		if _, err := Write(t.Context(), options(site, dir, false, address)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", address, err, want)
		}
		if after := tree(t, parent); !maps.Equal(before, after) {
			t.Errorf("%s: the folder has changed", address)
		}
	}
}

// TestOneExportAtATime holds that a second export of a folder is refused while
// one is under way, and that what a killed one has left is no hindrance.
func TestOneExportAtATime(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "site")
	left := filepath.Join(parent, ".site.partial", "en")
	if err := os.MkdirAll(left, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(left, "half.html"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := openFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Write(t.Context(), options(small("one"), dir, false)); err == nil || !strings.Contains(err.Error(), "is under way") {
		t.Errorf("a second export: %v", err)
	}
	if err := f.close(nil); err != nil {
		t.Fatal(err)
	}
	write(t, small("one"), dir, false)
	if _, err := os.Stat(filepath.Join(dir, "en", "half.html")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed export left is in this one: %v", err)
	}
}

func TestExplain(t *testing.T) {
	for errno, want := range map[syscall.Errno]string{
		syscall.ENOSPC: "cannot write /srv/x: the disk is full: free some space",
		syscall.EROFS:  "the disk can only be read",
		syscall.EACCES: "this user may not write there",
	} {
		err := explain(fmt.Errorf("wrapped: %w", &fs.PathError{Op: "write", Path: "/srv/x", Err: errno}))
		if !strings.Contains(err.Error(), want) || !errors.Is(err, errno) {
			t.Errorf("%v: %v", errno, err)
		}
	}
	if err := errors.New("other"); explain(err) != err {
		t.Errorf("%v", explain(err))
	}
}

func TestSwapByTurns(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{"new", "place"} {
		if err := os.MkdirAll(filepath.Join(parent, name, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := swapByTurns(filepath.Join(parent, "new"), filepath.Join(parent, "place")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"place/new", "new/place"} {
		if _, err := os.Stat(filepath.Join(parent, name)); err != nil {
			t.Error(err)
		}
	}
	if err := swapByTurns(filepath.Join(parent, "new"), filepath.Join(parent, "free")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(parent, "free", "place")); err != nil {
		t.Error(err)
	}
}
