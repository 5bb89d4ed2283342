package main

import (
	"io"
	"log/slog"
)

// newLogger writes a log in one of config.LogFormats.
func newLogger(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
