package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/web/conn"
)

// Limits of one connection. A request line holds a pasted text of up to 4,000
// Hangul syllables, which percent-encoding makes nine times as long.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = readHeaderTimeout // one timer for both; the few bodies that are read are short
	writeTimeout      = 60 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 128 << 10
	drainTimeout      = 20 * time.Second
)

// listen opens the address that a flag names.
func listen(ctx context.Context, flag, addr string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	_, port, _ := net.SplitHostPort(addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %s is in use by another program: stop that one, or choose another port, such as --%s :8081", port, flag)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen on port %s: choose a port from 1024 on, such as --%s :8080", port, flag)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on --%s %s: %w", flag, addr, err)
	}
	return listener, nil
}

// server answers requests on one listener.
type server struct {
	*http.Server
	ended chan error // holds why Serve returned
}

func startServer(listener *conn.Listener, handler http.Handler, logger *slog.Logger) *server {
	s := &server{ended: make(chan error, 1), Server: &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ConnState:         listener.State,
		ConnContext:       listener.Context,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}}
	go func() { s.ended <- s.Serve(listener) }()
	return s
}

// errCutOff is the error of an end that not all requests have lived to see.
var errCutOff = errors.New("requests still under way were cut off")

// drain closes the listener and waits until the requests under way have been
// answered, for as long as limit.
func (s *server) drain(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err := s.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(fmt.Errorf("after %v: %w", limit, errCutOff), s.Close())
	}
	return err
}

// door answers in place of the site until that is ready: the process lives, but
// has nothing to show yet.
type door struct {
	root string    // path prefix of the site's addresses, without "/" at its end
	lang i18n.Lang // of a reader who states no preference
	site atomic.Pointer[http.Handler]
}

func (d *door) open(site http.Handler) { d.site.Store(&site) }

// ServeHTTP implements http.Handler.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if site := d.site.Load(); site != nil {
		(*site).ServeHTTP(w, r)
		return
	}
	if strings.HasSuffix(r.URL.Path, "/healthz") {
		fmt.Fprintln(w, "ok")
		return
	}
	d.wait(w, r)
}

// wait says in the reader's language that the site is starting, and has browsers
// ask again.
func (d *door) wait(w http.ResponseWriter, r *http.Request) {
	lang, _, named := i18n.SplitPath(strings.TrimPrefix(r.URL.Path, d.root))
	if !named {
		lang = i18n.Negotiate(r.Header.Get("Accept-Language"), d.lang)
	}
	h := w.Header()
	h.Set("Retry-After", "1")
	h.Set("Refresh", "1")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", string(lang))
	text := http.StatusText(http.StatusServiceUnavailable)
	if catalog, err := i18n.Load(); err == nil { // an error ends the start too
		text = catalog[lang].T("error.starting")
	}
	http.Error(w, text, http.StatusServiceUnavailable)
}

// phase is where a run stands.
type phase struct{ atomic.Int32 }

const (
	starting int32 = iota
	serving
	stopping
)

func (p *phase) set(to int32) { p.Store(to) }

// ready returns why no requests are to be sent here, nil if they are.
func (p *phase) ready() error {
	switch p.Load() {
	case starting:
		return errors.New("starting")
	case stopping:
		return errors.New("stopping")
	}
	return nil
}
