package main

import (
	"io"
	"log/slog"
	"net"
	"time"
)

// newLogger writes a log in one of config.LogFormats.
func newLogger(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: plainJSON}))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// plainJSON writes durations in seconds, where slog counts nanoseconds, and network
// addresses as they are typed, where it takes them apart.
func plainJSON(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindDuration:
		a.Value = slog.Float64Value(float64(a.Value.Duration()) / float64(time.Second)) // one rounding: Seconds has two
	case slog.KindAny:
		if addr, ok := a.Value.Any().(net.Addr); ok {
			a.Value = slog.StringValue(addr.String())
		}
	}
	return a
}
