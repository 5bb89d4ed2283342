// Package conn is the server's side of its connections: how many there may be,
// and how an answer goes out on one.
package conn

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Listener accepts a bounded number of connections. When there are as many, the
// ones that have been idle longest make room for new ones, so that nobody keeps
// others out by holding connections open. Where none is idle, new ones wait.
type Listener struct {
	net.Listener
	most int
	// newcomer is how long a connection may be open before it counts as one on
	// which nothing is asked.
	newcomer time.Duration

	mu   sync.Mutex
	open map[*Conn]struct{}
	done chan struct{}
	stop sync.Once

	full  atomic.Bool   // Accept waits for a token of room
	room  chan struct{} // a connection was closed or has become idle
	turns atomic.Int64  // counts changes of state, for the order of idle ones
}

// Listen bounds the connections of a listener to most.
func Listen(l net.Listener, most int) *Listener {
	return &Listener{Listener: l, most: most, newcomer: time.Second, open: map[*Conn]struct{}{}, room: make(chan struct{}, 1), done: make(chan struct{})}
}

// Accept waits for the next connection.
func (l *Listener) Accept() (net.Conn, error) {
	if err := l.makeRoom(); err != nil {
		return nil, err
	}
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &Conn{Conn: raw, listener: l, opened: time.Now()}
	c.idleSince.Store(l.turns.Add(1)) // a connection that asks nothing is idle
	l.mu.Lock()
	l.open[c] = struct{}{}
	l.mu.Unlock()
	return c, nil
}

// Close stops accepting. Connections stay open.
func (l *Listener) Close() error {
	l.stop.Do(func() { close(l.done) })
	return l.Listener.Close()
}

// makeRoom returns when there are fewer connections than there may be.
func (l *Listener) makeRoom() error {
	if l.hasRoom() {
		return nil
	}
	l.full.Store(true)
	defer l.full.Store(false)
	again := time.NewTicker(max(l.newcomer, time.Millisecond))
	defer again.Stop()
	for !l.hasRoom() {
		select {
		case <-l.room:
		case <-again.C: // by now a newcomer may have become one who asks nothing
		case <-l.done:
			return net.ErrClosed
		}
	}
	return nil
}

// tell wakes an Accept that waits for room.
func (l *Listener) tell() {
	if !l.full.Load() {
		return
	}
	select {
	case l.room <- struct{}{}:
	default:
	}
}

// hasRoom reports whether one more may be accepted. Of too many it first closes
// a part of the idle ones.
func (l *Listener) hasRoom() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) < l.most {
		return true
	}
	type idler struct {
		conn  *Conn
		since int64
	}
	var idle []idler
	now := time.Now()
	for c := range l.open {
		if since := c.idleSince.Load(); since != 0 && (c.asked.Load() || now.Sub(c.opened) >= l.newcomer) {
			idle = append(idle, idler{c, since})
		}
	}
	slices.SortFunc(idle, func(a, b idler) int { return cmp.Compare(a.since, b.since) })
	for _, i := range idle[:(len(idle)+15)/16] { // several at once: the search costs time
		delete(l.open, i.conn)
		_ = i.conn.Conn.Close()
	}
	return len(l.open) < l.most
}

// State is the ConnState of the server that this listener is of.
func (l *Listener) State(raw net.Conn, state http.ConnState) {
	c, ok := raw.(*Conn)
	if !ok {
		return
	}
	switch state {
	case http.StateIdle:
		c.idleSince.Store(l.turns.Add(1))
		l.tell()
	case http.StateActive:
		c.idleSince.Store(0)
		c.asked.Store(true)
	}
}

type connKey struct{}

// Context is the ConnContext of the server: Write finds the connection in it.
func (l *Listener) Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// Detach returns the context of an answer that is not written to the connection
// but taken by the program.
func Detach(ctx context.Context) context.Context { return context.WithValue(ctx, connKey{}, nil) }

// Conn is a connection from a Listener.
type Conn struct {
	net.Conn
	listener  *Listener
	opened    time.Time
	asked     atomic.Bool  // a request has come
	idleSince atomic.Int64 // turn at which it became idle, 0 while a request is under way
	held      *[]byte      // what Write holds back; only the goroutine that answers writes
	writeBy   time.Time    // the deadline of writes
}

// SetWriteDeadline sets when writing fails. The server sets it for every
// request: that it is to the second saves a timer each.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	if later := t.Sub(c.writeBy); later >= 0 && later < time.Second {
		return nil
	}
	c.writeBy = t
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets when reading and writing fail.
func (c *Conn) SetDeadline(t time.Time) error {
	c.writeBy = t
	return c.Conn.SetDeadline(t)
}

// Write sends p, or holds it back while an answer is put together.
func (c *Conn) Write(p []byte) (int, error) {
	if c.held == nil {
		return c.Conn.Write(p)
	}
	*c.held = append(*c.held, p...)
	return len(p), nil
}

// Close closes the connection and makes room for another.
func (c *Conn) Close() error {
	l := c.listener
	l.mu.Lock()
	delete(l.open, c)
	l.mu.Unlock()
	l.tell()
	return c.Conn.Close()
}

// CloseWrite ends what is sent. The server does so before it closes a connection
// on which it has not read everything, so that the reader gets the answer.
func (c *Conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// maxHeld is up to which size an answer goes out at once. A longer one is no
// faster for it.
const maxHeld = 64 << 10

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// Write answers with a body whose Content-Length is set, in one piece with the
// header fields: net/http would write about four kilobytes at a time.
func Write(ctx context.Context, w http.ResponseWriter, body []byte) error {
	c, ok := ctx.Value(connKey{}).(*Conn)
	if !ok || len(body) > maxHeld {
		_, err := w.Write(body)
		return err
	}
	c.held = buffers.Get().(*[]byte)
	_, err := w.Write(body)
	flushed := http.NewResponseController(w).Flush()
	held := c.held
	c.held = nil
	var sent error
	if len(*held) > 0 {
		_, sent = c.Conn.Write(*held)
	}
	*held = (*held)[:0]
	buffers.Put(held)
	return errors.Join(err, flushed, sent)
}
