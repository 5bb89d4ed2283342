package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var adminLine = regexp.MustCompile(`admin-addr=(\S+)`)

// TestAdmin holds what the admin address answers, and that the site does not.
func TestAdmin(t *testing.T) {
	dir := dataFolder(t)
	s := start(t, "--data", dir, "--watch", "--admin-addr", "127.0.0.1:0")
	admin := "http://" + adminLine.FindStringSubmatch(s.log.String())[1]
	for path, want := range map[string]string{
		"/healthz": "ok", "/readyz": "ready", "/debug/pprof/": "goroutine", "/debug/pprof/cmdline": "", "/debug/pprof/heap": "",
		"/metrics": "incidentlib_edition_cases 2",
	} {
		if status, body, _ := get(t, admin+path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: status %d, no %q in:\n%s", path, status, want, body)
		}
		if status, _, _ := get(t, s.url+path); status == http.StatusOK && !strings.HasSuffix(path, "z") {
			t.Errorf("the site answers %s", path)
		}
	}
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "severity: ", "severity: terrible # ")
	s.await("not reloaded")
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "severity: terrible # ", "severity: minor # ")
	s.await("msg=reloaded")
	_, body, _ := get(t, admin+"/metrics")
	for _, want := range []string{
		`incidentlib_reloads_total\{result="refused"\} [1-9]`, `incidentlib_reloads_total\{result="changed"\} [1-9]`, `incidentlib_last_reload_successful 1`,
		`incidentlib_last_reload_timestamp_seconds 1\.\d+e\+09`, `incidentlib_edition_timestamp_seconds 1\.\d+e\+09`, `incidentlib_edition_info\{hash="[0-9a-f]{64}"\} 1`,
		`go_goroutines \d`, `process_open_fds \d`,
	} {
		if !regexp.MustCompile(want).MatchString(body) {
			t.Errorf("no %s in the metrics:\n%s", want, body)
		}
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit status %d", code)
	}
	if _, err := http.Get(admin); err == nil {
		t.Error("the admin address still answers after the end")
	}
}

func TestAdminForOtherMachines(t *testing.T) {
	s := start(t, "--data", dataFolder(t), "--admin-addr", ":0")
	if !strings.Contains(s.log.String(), "can be reached from other machines") {
		t.Errorf("no warning:\n%s", s.log)
	}
}

func TestReadiness(t *testing.T) {
	d := &daemon{metrics: newMetrics()}
	url, _ := answering(t, d.adminHandler().ServeHTTP)
	for phase, want := range map[int32]int{starting: 503, serving: 200, stopping: 503} {
		d.phase.set(phase)
		if status, _, _ := get(t, url+"/readyz"); status != want {
			t.Errorf("phase %d: status %d, want %d", phase, status, want)
		}
		if status, _, _ := get(t, url+"/healthz"); status != http.StatusOK {
			t.Errorf("phase %d: not alive", phase)
		}
	}
}

// TestStoppedBeforeItServes holds that this is no fault, and that each line of
// the log is JSON where that is asked for.
func TestStoppedBeforeItServes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var log bytes.Buffer
	code := run(ctx, serveArgs(t, []string{"--data", dataFolder(t), "--log-format", "json", "--admin-addr", "127.0.0.1:0"}), io.Discard, &log)
	if code != exitOK {
		t.Errorf("exit status %d, log:\n%s", code, log.String())
	}
	for line := range strings.Lines(log.String()) {
		if !json.Valid([]byte(line)) || !strings.Contains(line, `"level":"INFO"`) {
			t.Errorf("%s", line)
		}
	}
	if log.Len() == 0 {
		t.Error("no log")
	}
}
