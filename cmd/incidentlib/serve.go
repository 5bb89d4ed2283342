package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/incidentlib/incidentlib/internal/config"
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web"
)

// serveCmd serves the site until it is told to stop.
type serveCmd struct {
	Addr        string `default:":8080" help:"Address to listen on, HOST:PORT or :PORT."`
	BaseURL     string `name:"base-url" placeholder:"URL" help:"Address under which readers reach the site, with the path before its pages if there is one. Default: http://localhost:8080, with the port of --addr."`
	Data        string `placeholder:"DIR" help:"Folder laid out like data/ to serve. Default: the cases in the program."`
	DBDir       string `name:"db-dir" placeholder:"DIR" help:"Folder for the database, which is built from the data. Default: the user's cache folder."`
	DefaultLang string `default:"en" help:"Language of pages for readers who prefer neither, en or ko."`
}

// Run serves the site.
func (c serveCmd) Run(ctx context.Context, s streams) (err error) {
	settings, err := config.Input(c).Check()
	if err != nil {
		return usageError{err}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", settings.Addr)
	if err != nil {
		return listenError(settings.Addr, err)
	}
	defer func() { _ = listener.Close() }()

	logger := slog.New(slog.NewTextHandler(s.err, nil))
	files, name := openData(settings.Data)
	progress := newProgress(s.err, "building the database: %d of %d cases")
	lib, err := library.Open(ctx, library.Options{Data: files, DataName: name, DBDir: settings.DBDir, Logger: logger, Progress: progress.show})
	progress.end()
	if wrong := (*library.LoadError)(nil); errors.As(err, &wrong) {
		printIssues(s.err, filesIn(settings.Data), wrong.Issues)
		return fmt.Errorf("nothing is served: the data have %s", count(len(wrong.Issues.Errors()), "error"))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()

	base := settings.SiteURL(listener.Addr())
	site, err := web.New(lib, web.Config{BaseURL: base, DefaultLang: i18n.Lang(settings.DefaultLang), Logger: logger})
	if err != nil {
		return err
	}
	logger.Info(fmt.Sprintf("serving %s (%s)", base, count(lib.Edition().Total(), "case")), "addr", listener.Addr())
	return serve(ctx, listener, site, logger)
}

// listenError says in plain words why an address cannot be listened on.
func listenError(addr string, err error) error {
	_, port, _ := net.SplitHostPort(addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("port %s is in use by another program: stop that one, or choose another port, such as --addr :8081", port)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("this user may not listen on port %s: choose a port from 1024 on, such as --addr :8080", port)
	}
	return fmt.Errorf("cannot listen on --addr %s: %w", addr, err)
}

// Limits of one connection. A request line holds a pasted text of up to 4,000
// Hangul syllables, which percent-encoding makes nine times as long.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 20 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 128 << 10
	drainTimeout      = 20 * time.Second
)

// serve answers requests until ctx ends, then lets those under way finish.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, logger *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serving ended: %w", err)
	case <-ctx.Done():
	}
	logger.Info("stopping: requests under way are answered, no new ones are taken")
	draining, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := server.Shutdown(draining); err != nil {
		return errors.Join(fmt.Errorf("requests still under way after %v were cut off", drainTimeout), server.Close())
	}
	return nil
}
