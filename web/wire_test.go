package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/conn"
)

// This file speaks HTTP to the real server byte by byte, as no client would.

// wire is the site behind a listener of ours, and how it is reached.
type wire struct {
	t    testing.TB
	addr string
	log  *strings.Builder
}

func newWire(t testing.TB, s site) wire {
	t.Helper()
	server := httptest.NewUnstartedServer(s.handler)
	l := conn.Listen(server.Listener, 1000)
	server.Listener, server.Config.ConnState, server.Config.ConnContext = l, l.State, l.Context
	server.Config.MaxHeaderBytes = 128 << 10
	server.Config.ErrorLog = nil
	server.Start()
	t.Cleanup(server.Close)
	return wire{t, server.Listener.Addr().String(), s.log}
}

// say sends bytes and reads the answers to them, until the server closes the
// connection or as many are there as methods are given.
func (w wire) say(request string, methods ...string) (answers []*http.Response, closed bool) {
	w.t.Helper()
	c := testkit.Dial(w.t, w.addr)
	go func() { _, _ = io.WriteString(c, request) }() // the server may answer before it has read all
	in := bufio.NewReader(c)
	for _, method := range methods {
		r, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			return answers, true
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			w.t.Fatalf("%.80q: the body of answer %d breaks off: %v", request, len(answers), err)
		}
		r.Body = io.NopCloser(strings.NewReader(string(b)))
		answers = append(answers, r)
	}
	if len(answers) > 0 && answers[len(answers)-1].Close {
		return answers, true
	}
	return answers, false
}

// TestUnusualRequests holds that whatever is sent is answered or refused, with
// the headers that every answer of the site has, and does no harm.
func TestUnusualRequests(t *testing.T) {
	w := newWire(t, newSite(t, baseURL))
	const host = "Host: incidents.example\r\n"
	long := strings.Repeat("x", 100_000)
	for _, tc := range []struct {
		name, request string
		status        int
		closes        bool   // what follows on the connection is not read
		header        string // of the answer, "Name: part"
		foreign       bool   // net/http answers before the site sees it
	}{
		{"plain", "GET /ko/cases/IL-0136 HTTP/1.1\r\n" + host + "\r\n", 200, false, "Content-Language: ko", false},
		{"HTTP/1.0", "GET /ko/cases/IL-0136 HTTP/1.0\r\n\r\n", 200, true, "", false},
		{"HTTP/1.0 that keeps alive", "GET /ko HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200, false, "Connection: keep-alive", false},
		{"absolute form", "GET http://evil.example/ko/cases/IL-0136 HTTP/1.1\r\n" + host + "\r\n", 200, false, "Content-Language: ko", false},
		{"another host", "GET /cases/il-136 HTTP/1.1\r\nHost: evil.example\r\n\r\n", 308, false, "Location: /cases/IL-0136", false},
		{"no host", "GET / HTTP/1.1\r\n\r\n", 400, true, "", true},
		{"two hosts", "GET / HTTP/1.1\r\n" + host + "Host: x\r\n\r\n", 400, true, "", true},
		{"bad host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, true, "", true},
		{"host of markup", "GET /nowhere HTTP/1.1\r\nHost: \"><script>\r\n\r\n", 400, true, "", true},
		{"bad version", "GET / HTTP/9.1\r\n" + host + "\r\n", 505, true, "", true},
		{"nonsense", "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n", 400, true, "", true},
		{"header without colon", "GET / HTTP/1.1\r\n" + host + "x\r\n\r\n", 400, true, "", true},
		{"header of NUL", "GET / HTTP/1.1\r\n" + host + "X: a\x00b\r\n\r\n", 400, true, "", true},
		{"folded header", "GET / HTTP/1.1\r\n" + host + "X: a\r\n b\r\n\r\n", 200, false, "", false},
		{"path of dots", "GET /../../etc/passwd HTTP/1.1\r\n" + host + "\r\n", 404, false, "", false},
		{"encoded dots", "GET /static/..%2f..%2fsite.go HTTP/1.1\r\n" + host + "\r\n", 404, false, "", false},
		{"NUL", "GET /cases/%00 HTTP/1.1\r\n" + host + "\r\n", 404, false, "", false},
		{"no UTF-8", "GET /cases/%ff%fe?q=%ff HTTP/1.1\r\n" + host + "\r\n", 404, false, "", false},
		{"raw bytes", "GET /cases?q=\xea\xb0\x80\xff HTTP/1.1\r\n" + host + "\r\n", 200, false, "", false},
		{"bad escape", "GET /cases/%zz HTTP/1.1\r\n" + host + "\r\n", 400, true, "", true},
		{"line feed in a value", "GET /?lang=ko%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\n" + host + "\r\n", 200, false, "", false},
		{"line feed in a redirect", "GET /cases/il-136?a=%0d%0aX-Evil:%201 HTTP/1.1\r\n" + host + "\r\n", 308, false, "Location: /cases/IL-0136?a=%0d%0a", false},
		{"thousands of parameters", "GET /cases?" + strings.Repeat("a=b&", 9000) + " HTTP/1.1\r\n" + host + "\r\n", 200, false, "", false},
		{"thousands of values", "GET /cases?" + strings.Repeat("year=2026&", 5000) + " HTTP/1.1\r\n" + host + "\r\n", 200, false, "", false},
		{"long target", "GET /cases?q=" + long + " HTTP/1.1\r\n" + host + "\r\n", 414, false, "", false},
		{"longer target", "GET /cases?q=" + long + long + " HTTP/1.1\r\n" + host + "\r\n", 431, true, "", true},
		{"long header", "GET / HTTP/1.1\r\n" + host + "X: " + long + long + "\r\n\r\n", 431, true, "", true},
		{"long Accept-Language", "GET /cases HTTP/1.1\r\n" + host + "Accept-Language: ko," + strings.Repeat("fr;q=0.1,", 10_000) + "\r\n\r\n", 200, false, "Content-Language: ko", false},
		{"long Accept-Encoding", "GET /ko HTTP/1.1\r\n" + host + "Accept-Encoding: br," + strings.Repeat("x;q=0.1,", 10_000) + "\r\n\r\n", 200, false, "Content-Encoding: br", false},
		{"long If-None-Match", "GET /ko HTTP/1.1\r\n" + host + "If-None-Match: " + strings.Repeat(`"x",`, 20_000) + "\"\r\n\r\n", 200, false, "", false},
		{"thousands of ranges", "GET /ko HTTP/1.1\r\n" + host + "Range: bytes=" + strings.Repeat("0-1,", 10_000) + "\r\n\r\n", 200, false, "", false},
		{"range beyond the end", "GET /ko HTTP/1.1\r\n" + host + "Range: bytes=9999999-\r\n\r\n", 416, false, "", false},
		{"cookies", "GET /ko HTTP/1.1\r\n" + host + "Cookie: " + strings.Repeat("a=b; ", 10_000) + "\r\n\r\n", 200, false, "", false},
		{"TRACE", "TRACE /ko HTTP/1.1\r\n" + host + "Cookie: secret\r\n\r\n", 405, false, "Allow: GET", false},
		{"CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 404, false, "", false},
		{"PRI", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 404, true, "", false},
		{"OPTIONS", "OPTIONS /ko/cases HTTP/1.1\r\n" + host + "\r\n", 204, false, "Allow: OPTIONS, GET", false},
		{"OPTIONS with a slash", "OPTIONS /api/v1/cases/ HTTP/1.1\r\n" + host + "\r\n", 204, false, "Allow: OPTIONS, GET", false},
		{"a made-up method", "BREW /ko HTTP/1.1\r\n" + host + "\r\n", 405, false, "Allow: GET", false},
		{"a method of markup", "<script> /ko HTTP/1.1\r\n" + host + "\r\n", 400, true, "", true},
		{"upgrade", "GET /ko HTTP/1.1\r\n" + host + "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 200, false, "", false},
		{"expect", "GET /ko HTTP/1.1\r\n" + host + "Expect: the unexpected\r\n\r\n", 417, true, "", true},
		{"body", "GET /ko HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", 200, true, "", false},
		{"body of a POST", "POST /ko/cases HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", 405, true, "Allow: GET", false},
		{"long body", "POST /ko/cases HTTP/1.1\r\n" + host + "Content-Length: 99999999999\r\n\r\nhello", 413, true, "", false},
		{"long body to MCP", "POST /mcp HTTP/1.1\r\n" + host + "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 65537\r\n\r\n" + strings.Repeat(" ", 65537), 413, true, "Content-Type: application/problem+json", false},
		{"body that is announced", "POST /ko HTTP/1.1\r\n" + host + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", 405, true, "", false},
		{"two lengths", "GET / HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", 400, true, "", true},
		{"signed length", "GET / HTTP/1.1\r\n" + host + "Content-Length: +5\r\n\r\nhello", 400, true, "", true},
		{"unknown coding", "GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip\r\n\r\n", 501, true, "", true},
		{"hidden coding", "GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n", 501, true, "", true},
		{"two codings", "GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 501, true, "", true},
		{"length and coding", "POST /ko HTTP/1.1\r\n" + host + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n" + host + "\r\n", 405, true, "", false},
		{"length and coding to MCP", "POST /mcp HTTP/1.1\r\n" + host + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n" + host + "\r\n", 415, true, "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			method, _, _ := strings.Cut(tc.request, " ")
			answers, closed := wire{t, w.addr, w.log}.say(tc.request, method)
			if len(answers) != 1 {
				t.Fatalf("%d answers", len(answers))
			}
			r := answers[0]
			if r.StatusCode != tc.status || closed != tc.closes {
				t.Errorf("status %d, want %d; closed %t, want %t: %v", r.StatusCode, tc.status, closed, tc.closes, r.Header)
			}
			if name, part, _ := strings.Cut(tc.header, ": "); !strings.Contains(r.Header.Get(name), part) {
				t.Errorf("%s: %q, want %q", name, r.Header.Get(name), part)
			}
			text := body(t, r)
			if strings.Contains(text, "evil.example") || strings.Contains(text, "<script>alert") || r.Header.Get("Set-Cookie") != "" || r.Header.Get("X-Evil") != "" {
				t.Errorf("the request shows in the answer: %v\n%.300s", r.Header, text)
			}
			if tc.foreign {
				if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") && text != "" {
					t.Errorf("%q is no plain text", text)
				}
				return
			}
			for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy", "Strict-Transport-Security", "X-Request-Id"} {
				if r.Header.Get(name) == "" {
					t.Errorf("no %s", name)
				}
			}
		})
	}
	if strings.Contains(w.log.String(), "ERROR") {
		t.Errorf("log: %s", w.log)
	}
}

// TestPipelining sends requests without waiting for answers: they come in order
// and whole.
func TestPipelining(t *testing.T) {
	w := newWire(t, newSite(t, baseURL))
	var request strings.Builder
	var methods, want []string
	for i := range 40 {
		target := []string{"/ko/cases/IL-0136", "/en/cases/IL-0136", "/ko", "/nowhere", "/en/cases", "/robots.txt"}[i%6]
		method := []string{"GET", "GET", "HEAD"}[i%3]
		fmt.Fprintf(&request, "%s %s HTTP/1.1\r\nHost: x\r\nAccept-Encoding: %s\r\n\r\n", method, target, []string{"br", "gzip", ""}[i%3])
		methods, want = append(methods, method), append(want, target)
	}
	answers, _ := w.say(request.String(), methods...)
	if len(answers) != len(want) {
		t.Fatalf("%d answers to %d requests", len(answers), len(want))
	}
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(*web.Config) {})
	for i, r := range answers {
		plain := s.get(want[i])
		text := ""
		if methods[i] == "GET" {
			text = body(t, plain)
		}
		if got := decodedUnlessHead(t, methods[i], r); r.StatusCode != plain.StatusCode || got != text {
			t.Errorf("answer %d, to %s %s: status %d, %d bytes, want %d and %d", i, methods[i], want[i], r.StatusCode, len(got), plain.StatusCode, len(text))
		}
	}
}

func decodedUnlessHead(t testing.TB, method string, r *http.Response) string {
	if method == http.MethodHead {
		return body(t, r)
	}
	return decoded(t, r)
}

// TestSlowReader holds that a reader who takes long gets the page whole.
func TestSlowReader(t *testing.T) {
	w := newWire(t, newSite(t, baseURL))
	c := testkit.Dial(w.t, w.addr)
	for range 5 {
		_, _ = io.WriteString(c, "GET /ko/cases?view=detailed&per_page=100 HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	in := bufio.NewReaderSize(c, 16)
	for i := range 5 {
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for part := make([]byte, 1000); ; {
			m, err := r.Body.Read(part)
			n += m
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("answer %d after %d bytes: %v", i, n, err)
			}
		}
		if int64(n) != r.ContentLength || n < 100_000 {
			t.Errorf("answer %d: %d bytes of %d", i, n, r.ContentLength)
		}
	}
}
