package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// server is a running "incidentlib serve".
type server struct {
	url  string // that it says it serves
	addr string // that it listens on
	logs string // up to the line that says so
	stop func() int
}

var servingLine = regexp.MustCompile(`msg="serving (http\S+) \(\d+ cases?\)" addr=(\S+)`)

// start runs "incidentlib serve" on a free port until the test ends.
func start(t *testing.T, args ...string) server {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	logs, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--db-dir", t.TempDir()}, args...), io.Discard, stderr)
		_ = stderr.Close()
	}()
	s := server{stop: func() int { cancel(); return <-code }}
	lines := bufio.NewScanner(logs)
	for lines.Scan() {
		s.logs += lines.Text() + "\n"
		if m := servingLine.FindStringSubmatch(lines.Text()); m != nil {
			s.url, s.addr = m[1], m[2]
			break
		}
	}
	go func() { _, _ = io.Copy(io.Discard, logs) }()
	if s.url == "" {
		t.Fatalf("nothing is served, exit status %d:\n%s", <-code, s.logs)
	}
	t.Cleanup(func() { cancel() })
	return s
}

func get(t *testing.T, url string, header ...string) (status int, body string, h http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b), res.Header
}

func TestServeTheCasesInTheProgram(t *testing.T) {
	s := start(t)
	status, body, header := get(t, s.url+"/", "Accept-Language", "ko")
	if status != http.StatusOK || header.Get("Content-Language") != "ko" {
		t.Errorf("status %d, language %q", status, header.Get("Content-Language"))
	}
	if got := testkit.CheckPage(t, body).Find(`link[rel="canonical"]`).AttrOr("href", ""); !strings.HasPrefix(got, s.url+"/") {
		t.Errorf("canonical address %q is not below %s, where the site is reached", got, s.url)
	}
	if strings.Count(s.logs, "serving") != 1 {
		t.Errorf("logs:\n%s", s.logs)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit status %d after being stopped", code)
	}
	if _, err := http.Get(s.url); err == nil {
		t.Error("the port still answers after the end")
	}
}

func TestServeAFolderWithOtherSettings(t *testing.T) {
	dir := dataFolder(t)
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "\n  ko: ", "\n  ko: 이 폴더에만 있다. ")
	t.Setenv("INCIDENTLIB_DATA", dir)
	t.Setenv("INCIDENTLIB_DEFAULT_LANG", "ko")
	t.Setenv("INCIDENTLIB_BASE_URL", "https://example.org/wrong")
	s := start(t, "--base-url", "https://example.org/incidents/") // a flag goes before a variable
	if s.url != "https://example.org/incidents" {
		t.Errorf("serves %s", s.url)
	}
	// A proxy may take the path of the base URL off or leave it on.
	for _, path := range []string{"/cases/IL-0136", "/incidents/cases/IL-0136"} {
		status, body, header := get(t, "http://"+s.addr+path, "Accept-Language", "fr")
		doc := testkit.CheckPage(t, body)
		if status != http.StatusOK || header.Get("Content-Language") != "ko" || !strings.Contains(doc.Find("h1").Text(), "이 폴더에만 있다") {
			t.Errorf("%s: status %d, language %q, heading %q", path, status, header.Get("Content-Language"), doc.Find("h1").Text())
		}
		if got := doc.Find(`link[rel="canonical"]`).AttrOr("href", ""); got != s.url+"/cases/IL-0136" {
			t.Errorf("%s: canonical address %q", path, got)
		}
	}
}

func TestServeRefusesWrongData(t *testing.T) {
	dir := dataFolder(t)
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "severity:", "sevrity:")
	edit(t, filepath.Join(dir, "cases", "IL-0248.yaml"), "date_kind: incident", "date_kind: rumour")
	got := command(t, "serve", "--addr", "127.0.0.1:0", "--data", dir, "--db-dir", t.TempDir())
	if got.code != exitFailed || servingLine.MatchString(got.err) {
		t.Errorf("exit status %d:\n%s", got.code, got.err)
	}
	for _, want := range []string{`IL-0136\.yaml:\d+:\d+: .*sevrity`, `IL-0248\.yaml:\d+:\d+: date_kind: .*rumour`, `nothing is served: the data have \d+ errors`} {
		if !regexp.MustCompile(want).MatchString(got.err) {
			t.Errorf("no line like %s in:\n%s", want, got.err)
		}
	}
	if name := filepath.Join(dir, "cases", "IL-0136.yaml"); !strings.Contains(got.err, name+":") {
		t.Errorf("no path that can be opened, such as %s, in:\n%s", name, got.err)
	}
}

func TestServeSaysThatThePortIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	got := command(t, "serve", "--addr", taken.Addr().String(), "--db-dir", t.TempDir())
	if want := "port " + port + " is in use by another program"; got.code != exitFailed || !strings.Contains(got.err, want) {
		t.Errorf("%+v, want exit status %d and %q", got, exitFailed, want)
	}
}

func TestServeNeedsAFolderForTheDatabase(t *testing.T) {
	dir := dataFolder(t)
	// Nobody, not even root, can write below a file.
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", file)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(file, "cache"))
	t.Setenv("TMPDIR", file)
	got := command(t, "serve", "--addr", "127.0.0.1:0", "--data", dir)
	if got.code != exitFailed || !strings.Contains(got.err, "--db-dir") {
		t.Errorf("%+v, want exit status %d and the way out", got, exitFailed)
	}
}

// listen serves a handler through serve and returns its address, a function
// that begins the end and the channel on which serve's result arrives.
func listen(t *testing.T, handler http.HandlerFunc) (url string, end context.CancelFunc, ended <-chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	done := make(chan error, 1)
	go func() { done <- serve(ctx, listener, handler, slog.New(slog.DiscardHandler)) }()
	return "http://" + listener.Addr().String(), cancel, done
}

func TestRequestsUnderWayAreAnswered(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	url, end, ended := listen(t, func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-release
		if r.Context().Err() != nil {
			t.Error("the request was cancelled")
		}
		fmt.Fprint(w, "whole")
	})
	answer := make(chan string, 1)
	go func() {
		res, err := http.Get(url)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer func() { _ = res.Body.Close() }()
		b, _ := io.ReadAll(res.Body)
		answer <- string(b)
	}()
	<-arrived
	end()
	// The port closes while the request is still under way.
	for {
		c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			break
		}
		_ = c.Close()
	}
	select {
	case err := <-ended:
		t.Fatalf("serve returned %v before the answer", err)
	default:
	}
	close(release)
	if got := <-answer; got != "whole" {
		t.Errorf("answer %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("serve: %v", err)
	}
}

func TestHeaderLimits(t *testing.T) {
	url, _, _ := listen(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, len(r.URL.Query().Get("q"))) })
	pasted := strings.Repeat("%EA%B0%80", 4000) // 가
	if status, body, _ := get(t, url+"/?q="+pasted); status != http.StatusOK || body != "12000" {
		t.Errorf("4,000 Hangul syllables: status %d, %s bytes read", status, body)
	}
	if status, _, _ := get(t, url+"/", "X-Filler", strings.Repeat("x", 2*maxHeaderBytes)); status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a header of %d bytes: status %d", 2*maxHeaderBytes, status)
	}
}

// TestSignals sends a real signal to a real process.
func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, os.Args[0], "serve", "--addr", "127.0.0.1:0", "--data", dataFolder(t), "--db-dir", t.TempDir())
			cmd.Env = append(os.Environ(), asProgram+"=1")
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var log strings.Builder
			lines := bufio.NewScanner(stderr)
			for lines.Scan() {
				log.WriteString(lines.Text() + "\n")
				if servingLine.MatchString(lines.Text()) {
					if err := cmd.Process.Signal(signal); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := cmd.Wait(); err != nil || !strings.Contains(log.String(), "stopping") {
				t.Errorf("%v, log:\n%s", err, log.String())
			}
		})
	}
}
