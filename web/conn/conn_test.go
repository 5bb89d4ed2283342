package conn

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// serve serves a handler on a bounded listener.
func serve(t *testing.T, most int, newcomer time.Duration, h http.HandlerFunc) (addr string, l *Listener) {
	t.Helper()
	raw, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = Listen(raw, most)
	l.newcomer = newcomer
	s := &http.Server{Handler: h, ConnState: l.State, ConnContext: l.Context}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return raw.Addr().String(), l
}

// reader is one who holds a connection.
type reader struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, addr string) reader {
	t.Helper()
	c := testkit.Dial(t, addr)
	return reader{c, bufio.NewReader(c)}
}

func (r reader) get(path string) (string, error) {
	if _, err := fmt.Fprintf(r, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path); err != nil {
		return "", err
	}
	answer, err := http.ReadResponse(r.in, nil)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(answer.Body)
	return string(b), err
}

// TestIdleConnectionsMakeRoom holds that whoever holds connections without
// asking keeps nobody out, and is the first to go.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	const most = 20
	addr, l := serve(t, most, 0, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) })
	var silent, idle []reader
	for range 10 {
		silent = append(silent, dial(t, addr)) // asks nothing
	}
	for i := range 9 {
		r := dial(t, addr)
		if got, err := r.get(fmt.Sprintf("/%d", i)); err != nil || got != fmt.Sprintf("/%d", i) {
			t.Fatalf("%q %v", got, err)
		}
		idle = append(idle, r)
	}
	for i := range 30 {
		r := dial(t, addr)
		if got, err := r.get("/new"); err != nil || got != "/new" {
			t.Fatalf("the %dth new reader: %q %v", i, got, err)
		}
	}
	if _, err := silent[0].in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the connection that has been silent longest is still open: %v", err)
	}
	if _, err := idle[0].in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the connection that has been idle longest is still open: %v", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) > most {
		t.Errorf("%d connections", len(l.open))
	}
}

// TestNewReadersWaitForBusyOnes holds that a connection with a request under way
// is not closed for a new one, which gets its turn when there is room.
func TestNewReadersWaitForBusyOnes(t *testing.T) {
	const most = 4
	release, arrived := make(chan struct{}), make(chan struct{}, most)
	addr, _ := serve(t, most, time.Second, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			arrived <- struct{}{}
			<-release
		}
		fmt.Fprint(w, "whole")
	})
	var wg sync.WaitGroup
	ask := func(r reader, path string) {
		wg.Go(func() {
			if got, err := r.get(path); err != nil || got != "whole" {
				t.Errorf("%s: %q %v", path, got, err)
			}
		})
	}
	for range most {
		ask(dial(t, addr), "/slow")
	}
	for range most {
		<-arrived
	}
	for range 3 * most {
		ask(dial(t, addr), "/new")
	}
	close(release)
	wg.Wait()
}

func TestCloseEndsAWaitingAccept(t *testing.T) {
	raw, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := Listen(raw, 1)
	dial(t, raw.Addr().String())
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	l.State(c, http.StateActive)
	ended := make(chan error)
	go func() { _, err := l.Accept(); ended <- err }()
	_ = l.Close()
	if err := <-ended; err == nil {
		t.Error("a closed listener accepts")
	}
	_ = c.Close()
}

// counting counts the writes that reach the network.
type counting struct {
	net.Conn
	writes *int
}

func (c counting) Write(p []byte) (int, error) { *c.writes++; return c.Conn.Write(p) }

// TestAnswersGoOutAtOnce holds that header and body leave in one write, whole
// and in order, whatever their size.
func TestAnswersGoOutAtOnce(t *testing.T) {
	body := strings.Repeat("0123456789abcdef", maxHeld/8)
	sizes := []int{0, 1, 100, 2000, 3500, 4000, 4096, 5000, 8000, 20_000, maxHeld, maxHeld + 1, 2 * maxHeld}
	near, far := net.Pipe()
	writes := 0
	l := Listen(nil, 1)
	next := make(chan net.Conn, 1)
	next <- &Conn{Conn: counting{far, &writes}, listener: l}
	before := make(chan int, 1)
	s := &http.Server{ConnContext: l.Context, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var size int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &size)
		w.Header().Set("Content-Length", fmt.Sprint(size))
		n := writes
		if err := Write(r.Context(), w, []byte(body[:size])); err != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
		before <- writes - n
	})}
	go func() { _ = s.Serve(once{next}) }()
	t.Cleanup(func() { _ = s.Close() })
	r := reader{near, bufio.NewReader(near)}
	for _, size := range sizes {
		got, err := r.get(fmt.Sprintf("/%d", size))
		if err != nil || got != body[:size] {
			t.Fatalf("%d bytes: %d came, %v", size, len(got), err)
		}
		if n := <-before; size <= maxHeld && n != 1 {
			t.Errorf("%d bytes took %d writes", size, n)
		}
	}
}

// once is a listener with one connection.
type once struct{ next chan net.Conn }

func (o once) Accept() (net.Conn, error) {
	if c, ok := <-o.next; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (o once) Close() error   { close(o.next); return nil }
func (o once) Addr() net.Addr { return &net.TCPAddr{} }

func TestWriteWithoutAConnectionOfOurs(t *testing.T) {
	for _, ctx := range []context.Context{t.Context(), Detach(context.WithValue(t.Context(), connKey{}, &Conn{}))} {
		w := httptest.NewRecorder()
		if err := Write(ctx, w, []byte("page")); err != nil || w.Body.String() != "page" {
			t.Errorf("%q %v", w.Body, err)
		}
	}
}
