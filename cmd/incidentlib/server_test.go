package main

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/web/conn"
)

// answering serves a handler until the test ends.
func answering(t *testing.T, handler http.HandlerFunc) (url string, s *server) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = startServer(conn.Listen(listener, 100), handler, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = s.Close() })
	return "http://" + listener.Addr().String(), s
}

func TestRequestsUnderWayAreAnswered(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	url, s := answering(t, func(w http.ResponseWriter, r *http.Request) {
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
	ended := make(chan error, 1)
	go func() { ended <- s.drain(time.Minute) }()
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
		t.Fatalf("drained before the answer: %v", err)
	default:
	}
	close(release)
	if got := <-answer; got != "whole" {
		t.Errorf("answer %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("drained: %v", err)
	}
}

// TestRequestsThatTakeTooLong holds that the end comes all the same, with an
// exit status of its own.
func TestRequestsThatTakeTooLong(t *testing.T) {
	arrived := make(chan struct{})
	url, s := answering(t, func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	})
	go func() {
		if res, err := http.Get(url); err == nil {
			_ = res.Body.Close()
		}
	}()
	<-arrived
	err := s.drain(time.Millisecond)
	if code := fail(io.Discard, err); code != exitCutOff {
		t.Errorf("exit status %d, %v", code, err)
	}
}

func TestBeforeTheSiteIsReady(t *testing.T) {
	d := &door{root: "/library", lang: i18n.EN}
	url, _ := answering(t, d.ServeHTTP)
	for path, want := range map[string]int{"/": 503, "/en/cases": 503, "/readyz": 503, "/healthz": 200, "/library/healthz": 200} {
		status, _, header := get(t, url+path)
		if status != want || (status == 503) != (header.Get("Retry-After") != "") {
			t.Errorf("%s: status %d, Retry-After %q", path, status, header.Get("Retry-After"))
		}
	}
	const english, korean = "The library is being opened.", "라이브러리를 여는 중입니다."
	for _, c := range []struct{ path, accept, want string }{
		{"/library/", "", english},
		{"/library/", "ko-KR,ko;q=0.9", korean},
		{"/library/ko/cases/IL-0136", "en", korean},
		{"/library/en/stats", "ko", english},
	} {
		if _, text, header := get(t, url+c.path, "Accept-Language", c.accept); !strings.HasPrefix(text, c.want) || header.Get("Refresh") == "" {
			t.Errorf("%s for a reader of %q: %q, %v", c.path, c.accept, text, header)
		}
	}
	d.open(http.NotFoundHandler())
	if status, _, _ := get(t, url+"/"); status != http.StatusNotFound {
		t.Errorf("the site's answer: status %d", status)
	}
}

func TestHeaderLimits(t *testing.T) {
	url, _ := answering(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, len(r.URL.Query().Get("q"))) })
	pasted := strings.Repeat("%EA%B0%80", 4000) // 가
	if status, body, _ := get(t, url+"/?q="+pasted); status != http.StatusOK || body != "12000" {
		t.Errorf("4,000 Hangul syllables: status %d, %s bytes read", status, body)
	}
	if status, _, _ := get(t, url+"/", "X-Filler", strings.Repeat("x", 2*maxHeaderBytes)); status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a header of %d bytes: status %d", 2*maxHeaderBytes, status)
	}
}
