package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/incidentlib/incidentlib/internal/config"
)

// administer serves the admin address until end is called, and counts for it.
func (d *daemon) administer(ctx context.Context) (end func(), err error) {
	listener, err := listen(ctx, "admin-addr", d.settings.AdminAddr)
	if err != nil {
		return nil, err
	}
	d.metrics = newMetrics()
	// No WriteTimeout: a profile takes as long as it is asked to.
	server := &http.Server{Handler: d.adminHandler(), ReadHeaderTimeout: readHeaderTimeout, MaxHeaderBytes: maxHeaderBytes, IdleTimeout: idleTimeout}
	go func() {
		if err := server.Serve(listener); err != http.ErrServerClosed {
			d.logger.Error("the admin address is no longer served", "error", err)
		}
	}()
	d.logger.Info("metrics, profiles and health checks", "admin-addr", listener.Addr())
	if !config.IsLoopback(d.settings.AdminAddr) {
		d.logger.Warn("the admin address can be reached from other machines; it tells about the inside of this process, so let no stranger through to it")
	}
	return func() { _ = server.Close() }, nil
}

// adminHandler answers for those who run the site.
func (d *daemon) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(d.metrics.registry, promhttp.HandlerOpts{Timeout: 10 * time.Second}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if err := d.phase.ready(); err != nil {
			http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}
