package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/incidentlib/incidentlib/internal/config"
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/watch"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/conn"
)

// serveCmd serves the site until it is told to stop.
type serveCmd struct {
	Addr        string `default:":8080" help:"Address to listen on, HOST:PORT or :PORT."`
	BaseURL     string `name:"base-url" placeholder:"URL" help:"Address under which readers reach the site, with the path before its pages if there is one. Default: http://localhost:8080, with the port of --addr."`
	Data        string `placeholder:"DIR" help:"Folder laid out like data/ to serve. Default: the cases in the program."`
	DBDir       string `name:"db-dir" placeholder:"DIR" help:"Folder for the database, which is built from the data. Default: the user's cache folder."`
	DefaultLang string `default:"en" help:"Language of pages for readers who prefer neither, en or ko."`
	Watch       bool   `help:"Load the folder of --data again when a file in it changes. The signal HUP does it once."`
	Force       bool   `help:"Take data even if more than a tenth of the cases vanish, which is otherwise taken for a mistake."`
	AdminAddr   string `placeholder:"ADDR" help:"Address for metrics (/metrics), profiles (/debug/pprof/) and health checks, such as localhost:8081. Default: none."`
	LogFormat   string `default:"text" help:"Format of the log on standard error, text or json."`

	AccessLog      string   `default:"off" help:"Requests to log: off (faults and slow ones), basic (all, without who asked for what text) or full (all, with query, address and program)."`
	PageCache      int      `default:"8" help:"Memory for pages that are kept ready, in MiB; 0 keeps none."`
	MaxConnections int      `default:"4096" help:"Connections at a time; more make idle ones close."`
	TrustedProxies []string `default:"127.0.0.1,::1" help:"Networks of proxies in front, such as 10.0.0.0/8: their word on the reader's address and the request's id is taken."`
	SearchRate     float64  `default:"20" help:"Searches a second that one client may ask for; 0 sets no limit."`
	ExportRate     float64  `default:"30" help:"Exports a minute that one client may ask for; 0 sets no limit."`
}

// Help tells what else there is to know.
func (serveCmd) Help() string {
	return `HUP loads the folder of --data again. If a file is wrong, the log says where and how to mend it, and what was served before is served on. ` +
		`TERM or INT stops: requests under way are answered, for at most ` + drainTimeout.String() + `; a second one stops at once.

Exit status: 0 stopped as asked; 1 it could not serve; 2 the command line is wrong; 3 stopped as asked, but requests that took too long were cut off.`
}

// calm is how long after the start is done what the first readers need not wait
// for.
const calm = 250 * time.Millisecond

// Run serves the site.
func (c serveCmd) Run(ctx context.Context, s streams) error {
	settings, err := config.Input(c).Check()
	if err != nil {
		return usageError{err}
	}
	logger := newLogger(s.err, settings.LogFormat)
	d := &daemon{settings: settings, logger: logger, out: s, endUncollected: uncollected()}
	defer d.endUncollected()
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)

	listener, err := listen(ctx, "addr", settings.Addr)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	if settings.AdminAddr != "" {
		end, err := d.administer(ctx)
		if err != nil {
			return err
		}
		defer end()
	}
	return d.serve(ctx, listener, hangup)
}

// daemon is one run of "incidentlib serve".
type daemon struct {
	settings config.Config
	logger   *slog.Logger
	out      streams
	phase    phase
	metrics  *metrics // nil: nothing is counted

	endUncollected func() // see uncollected
}

// serve answers on the listener until ctx ends.
func (d *daemon) serve(ctx context.Context, listener net.Listener, hangup <-chan os.Signal) (err error) {
	base := d.settings.SiteURL(listener.Addr())
	door := &door{root: strings.TrimSuffix(base.Path, "/"), lang: i18n.Lang(d.settings.DefaultLang)}
	server := startServer(conn.Listen(listener, d.settings.MaxConnections), door, d.logger)
	defer func() { _ = server.Close() }()

	go func() { _, _ = i18n.Load() }() // for web.New, while the library is opened
	lib, err := d.open(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil // told to stop before there was anything to serve
		}
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()
	d.metrics.follow(lib)
	site, err := web.New(lib, d.siteConfig(base))
	if err != nil {
		return err
	}
	r := &reloader{library: lib, folder: d.settings.Data, logger: d.logger, metrics: d.metrics, asked: make(chan string, 1)}
	background, stop := context.WithCancel(ctx)
	ended, err := d.keepUpToDate(background, r, hangup)
	defer func() { stop(); ended() }()
	if err != nil {
		return err
	}

	door.open(site)
	d.phase.set(serving)
	d.logger.Info(fmt.Sprintf("serving %s (%s)", base, count(lib.Edition().Total(), "case")), "addr", listener.Addr())
	d.tell("READY=1")
	select {
	case err := <-server.ended:
		return fmt.Errorf("serving ended: %w", err)
	case <-ctx.Done():
	}
	d.phase.set(stopping)
	d.tell("STOPPING=1")
	d.logger.Info("stopping: requests under way are answered, no new ones are taken")
	return server.drain(drainTimeout)
}

func (d *daemon) siteConfig(base *url.URL) web.Config {
	s := d.settings
	out := web.Config{
		BaseURL: base, DefaultLang: i18n.Lang(s.DefaultLang), Logger: d.logger, AccessLog: web.AccessLog(s.AccessLog), Ready: d.phase.ready,
		PageCache: int64(s.PageCache) << 20, TrustedProxies: s.TrustedProxies, SearchRate: s.SearchRate, ExportRate: s.ExportRate,
	}
	if d.metrics != nil {
		out.Metrics = d.metrics.registry
	}
	return out
}

// open opens the library: the newest database there is, or else one that is
// built now.
func (d *daemon) open(ctx context.Context) (*library.Library, error) {
	files, name := openData(d.settings.Data)
	progress := newProgress(d.out.err)
	defer progress.end()
	show := func(step string, done, total int) {
		d.endUncollected() // a build makes much garbage
		progress.show(step, done, total)
	}
	lib, err := library.Open(ctx, library.Options{
		Data: files, DataName: name, DBDir: d.settings.DBDir, Logger: d.logger, Progress: show,
		Stale: d.settings.Data != "", Force: d.settings.Force,
	})
	if wrong := (*library.LoadError)(nil); errors.As(err, &wrong) {
		printIssues(d.out.err, filesIn(d.settings.Data), wrong.Issues)
		return nil, fmt.Errorf("nothing is served: the data have %s", count(len(wrong.Issues.Errors()), "error"))
	}
	return lib, err
}

// keepUpToDate loads what has changed since the database was built, and then
// what changes. ended waits for it to end, which it does with ctx.
func (d *daemon) keepUpToDate(ctx context.Context, r *reloader, hangup <-chan os.Signal) (ended func(), err error) {
	var all sync.WaitGroup
	if d.settings.Watch {
		folders, err := watch.New(filepath.Join(r.folder, "cases"), filepath.Join(r.folder, "vocab"))
		if err != nil {
			return all.Wait, fmt.Errorf("--watch: %w", err)
		}
		all.Go(func() {
			folders.Run(ctx, func() { r.ask(becauseChanged) }, func(err error) { d.logger.Error("changes of the data may go unseen", "error", err) })
		})
	}
	all.Go(func() { r.run(ctx, hangup) })
	all.Go(func() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(calm):
		}
		d.endUncollected()
		giveBack()
		r.ask(becauseStarted)
	})
	return all.Wait, nil
}
