package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/conn"
)

var reloads = flag.Int("reloads", 20, "reloads of TestReloadsUnderLoad")

// TestReloadsUnderLoad holds that no request fails while editions come and go,
// whichever door it comes by, and that nothing of them stays. With a thousand:
//
//	go test -race -run ReloadsUnderLoad -timeout 1h ./cmd/incidentlib -args -reloads 1000
func TestReloadsUnderLoad(t *testing.T) {
	dir, db := dataFolder(t), t.TempDir()
	lib, err := library.Open(t.Context(), library.Options{Data: os.DirFS(dir), DataName: dir, DBDir: db})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := &url.URL{Scheme: "http", Host: listener.Addr().String()}
	site, err := web.New(lib, web.Config{BaseURL: base, DefaultLang: i18n.EN, Logger: slog.New(slog.DiscardHandler), PageCache: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(conn.Listen(listener, 100), site, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = s.Close() })

	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	t.Cleanup(client.CloseIdleConnections)
	ctx, stop := context.WithCancel(t.Context())
	var answered atomic.Int64
	var readers sync.WaitGroup
	for i := range 4 {
		readers.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				if err := askOnce(client, base.String(), n); err != nil {
					t.Error(err)
				}
				answered.Add(1)
			}
		})
	}
	var first, last resources
	for i := range *reloads {
		write(t, dir, i)
		if changed, err := lib.Reload(t.Context()); err != nil || !changed {
			t.Fatalf("reload %d: %t, %v", i, changed, err)
		}
		if i == *reloads/2 {
			first = measure(t)
		}
	}
	last = measure(t)
	stop()
	readers.Wait()
	t.Logf("%d requests during %d reloads; files open %d, then %d; heap %d KB, then %d KB", answered.Load(), *reloads, first.files, last.files, first.heap>>10, last.heap>>10)
	if last.files > first.files+16 { // readers' connections come and go
		t.Errorf("%d files open half way, %d at the end", first.files, last.files)
	}
	// Over a few reloads the page cache, which fills, hides what stays.
	if *reloads >= 200 && last.heap > first.heap+first.heap/2 {
		t.Errorf("%d bytes of heap half way, %d at the end", first.heap, last.heap)
	}
	left, err := filepath.Glob(filepath.Join(db, "*"))
	if err != nil || len(left) > 2 {
		t.Errorf("in the folder of the database: %v, %v", left, err)
	}
}

// write changes a case.
func write(t *testing.T, dir string, n int) {
	t.Helper()
	name := filepath.Join(dir, "cases", "IL-0136.yaml")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		content = bytes.Replace(content, []byte("\n  en: "), []byte("\n  en: Version 0. "), 1)
	} else {
		content = bytes.Replace(content, fmt.Appendf(nil, "Version %d.", n-1), fmt.Appendf(nil, "Version %d.", n), 1)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// askOnce makes the nth request of a reader.
func askOnce(client *http.Client, base string, n int) error {
	paths := []string{
		"/", "/ko/cases", "/en/cases/IL-0136", "/cases/IL-0248.md", "/en/cases?q=cache", "/ko/cases?q=" + url.QueryEscape("캐시를"),
		"/api/v1/cases/IL-0136", "/api/v1/cases?severity=unknown", "/feed.atom", "/sitemap.xml", "/api/v1/export.jsonl", "/api/v1/export.sqlite",
		"/en/causes/deploy-rollout", "/mcp",
	}
	path := paths[n%len(paths)]
	method, body := http.MethodGet, ""
	if path == "/mcp" {
		method, body = http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_incident","arguments":{"id":"IL-0136"}}}`
	}
	r, err := http.NewRequest(method, base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream, */*")
	res, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }()
	content, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || len(content) == 0 || bytes.Contains(content, []byte(`"isError":true`)) {
		return fmt.Errorf("%s: status %d, %d bytes, %w", path, res.StatusCode, len(content), err)
	}
	return nil
}

// resources are what a process holds.
type resources struct {
	files int
	heap  uint64
}

func measure(t *testing.T) resources {
	t.Helper()
	runtime.GC()
	runtime.GC() // what the first one finalized
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		open = nil // another system
	}
	return resources{files: len(open), heap: m.HeapAlloc}
}
