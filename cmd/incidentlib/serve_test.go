package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// running is a running "incidentlib serve".
type running struct {
	t    *testing.T
	url  string // that it says it serves
	addr string // that it listens on
	log  *strings.Builder
	stop func() int // stops it and returns the exit status

	lines <-chan string
}

var servingLine = regexp.MustCompile(`msg="serving (http\S+) \(\d+ cases?\)" addr=(\S+)`)

// start runs "incidentlib serve" on a free port, in this process, until the
// test ends.
func start(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	logs, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, serveArgs(t, args), io.Discard, stderr)
		_ = stderr.Close()
	}()
	return follow(t, logs, sync.OnceValue(func() int { cancel(); return <-code }))
}

// serveArgs adds to the arguments a free port and a new folder for the database.
func serveArgs(t *testing.T, args []string) []string {
	if !slices.Contains(args, "--db-dir") {
		args = append(args, "--db-dir", t.TempDir())
	}
	return append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)
}

// follow reads the log of a server until it says that it serves.
func follow(t *testing.T, log io.Reader, stop func() int) *running {
	t.Helper()
	lines := make(chan string, 10_000)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(log); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	r := &running{t: t, log: &strings.Builder{}, stop: stop, lines: lines}
	t.Cleanup(func() { r.stop() })
	m := servingLine.FindStringSubmatch(r.await(servingLine.String()))
	r.url, r.addr = m[1], m[2]
	return r
}

// await returns the next line of the log that a pattern matches.
func (r *running) await(pattern string) string {
	r.t.Helper()
	wanted, late := regexp.MustCompile(pattern), time.After(time.Minute)
	for {
		select {
		case line, open := <-r.lines:
			if !open {
				r.t.Fatalf("ended with exit status %d and without a line like %s:\n%s", r.stop(), pattern, r.log)
			}
			r.log.WriteString(line + "\n")
			if wanted.MatchString(line) {
				return line
			}
		case <-late:
			r.t.Fatalf("no line like %s:\n%s", pattern, r.log)
		}
	}
}

// process is a running "incidentlib serve" of its own.
type process struct {
	*running
	*os.Process
	wait func() int // returns the exit status, -1 if a signal ended it
}

// startProcess runs "incidentlib serve" in a process of its own until the test
// ends.
func startProcess(t *testing.T, args ...string) process {
	t.Helper()
	return launch(t, args...)()
}

// launch begins to start a process. What it returns waits until it serves.
func launch(t *testing.T, args ...string) func() process {
	t.Helper()
	logs, stderr := io.Pipe()
	cmd := exec.Command(os.Args[0], serveArgs(t, args)...)
	cmd.Env, cmd.Stderr = append(os.Environ(), asProgram+"=1"), stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	wait := sync.OnceValue(func() int {
		_ = cmd.Wait()
		_ = stderr.Close()
		return cmd.ProcessState.ExitCode()
	})
	stop := func() int { _ = cmd.Process.Signal(syscall.SIGTERM); return wait() }
	go wait()
	return func() process { return process{follow(t, logs, stop), cmd.Process, wait} }
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
	if strings.Count(s.log.String(), "serving") != 1 {
		t.Errorf("logs:\n%s", s.log)
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

// TestSignals sends a real signal to a real process.
func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			p := startProcess(t, "--data", dataFolder(t))
			if err := p.Signal(signal); err != nil {
				t.Fatal(err)
			}
			p.await("stopping")
			if code := p.wait(); code != exitOK {
				t.Errorf("exit status %d", code)
			}
		})
	}
}

// TestSecondSignal holds that a second signal does not wait for the requests
// that the first one leaves to end.
func TestSecondSignal(t *testing.T) {
	p := startProcess(t, "--data", dataFolder(t))
	c, err := net.Dial("tcp", p.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	// The server says that it waits for the body: the request is under way.
	if _, err := fmt.Fprint(c, "POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("%q, %v", line, err)
	}
	if err := p.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.await("stopping")
	if err := p.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := p.wait(); code != -1 {
		t.Errorf("exit status %d, want an end by the signal", code)
	}
}
