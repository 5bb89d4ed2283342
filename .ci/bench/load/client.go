package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// client loads a server at a rate that does not depend on its answers, which
// wrk cannot. A request is late from the moment at which it was due, so that a
// pause of the server counts for every request that it held up.
type client struct {
	host        string
	calls       []call
	connections int
	rate        float64 // requests a second; 0 as many as are answered

	mu       sync.Mutex
	times    []time.Duration
	failures []string
}

// run sends requests until ctx ends, and lets the last ones be answered.
func (c *client) run(ctx context.Context) {
	var all sync.WaitGroup
	for i := range c.connections {
		all.Go(func() { c.connection(ctx, i) })
	}
	all.Wait()
}

func (c *client) connection(ctx context.Context, n int) {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	var wire *wire
	defer func() { wire.close() }()
	step := time.Duration(0)
	if c.rate > 0 {
		step = time.Duration(float64(c.connections) / c.rate * float64(time.Second))
	}
	due := time.Now().Add(time.Duration(rng.Float64() * float64(step)))
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(due)):
		}
		if step == 0 {
			due = time.Now()
		}
		call := c.calls[rng.IntN(len(c.calls))]
		err := error(nil)
		if wire == nil {
			wire, err = dial(c.host)
		}
		again := false
		if err == nil {
			again, err = wire.ask(call)
		}
		c.note(time.Since(due), call, err)
		if err != nil || !again {
			wire.close()
			wire = nil
		}
		due = due.Add(step)
	}
}

func (c *client) note(took time.Duration, call call, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.times = append(c.times, took)
	if err != nil {
		c.failures = append(c.failures, fmt.Sprintf("%s %s: %v", call.method, call.path, err))
	}
}

// count is how many requests were answered, or failed.
func (c *client) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.times)
}

// at is a percentile of the times, in milliseconds.
func (c *client) at(percent float64) float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.times)
	return ms(c.times[int(float64(len(c.times)-1)*percent/100)])
}

// wire is a connection that is kept open.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(host string) (*wire, error) {
	conn, err := net.DialTimeout("tcp", host, 5*time.Second)
	if err != nil {
		return nil, err
	}
	return &wire{conn, bufio.NewReaderSize(conn, 32<<10)}, nil
}

func (w *wire) close() {
	if w != nil {
		_ = w.conn.Close()
	}
}

// ask sends a call, reads the whole answer and wants a 200. It says whether the
// server keeps the connection.
func (w *wire) ask(c call) (again bool, err error) {
	if err := w.conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return false, err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s HTTP/1.1\r\nHost: %s\r\n", c.method, c.path, w.conn.RemoteAddr())
	for _, h := range c.header {
		fmt.Fprintf(&text, "%s: %s\r\n", h[0], h[1])
	}
	if c.body != "" {
		fmt.Fprintf(&text, "Content-Length: %d\r\n", len(c.body))
	}
	text.WriteString("\r\n" + c.body)
	if _, err := io.WriteString(w.conn, text.String()); err != nil {
		return false, err
	}
	response, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return false, err
	}
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return false, err
	}
	if response.StatusCode != http.StatusOK {
		return false, fmt.Errorf("answers %s", response.Status)
	}
	return !response.Close, nil
}
