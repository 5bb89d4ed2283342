package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/incidentlib/incidentlib/internal/config"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/mcp"
)

// mcpCmd answers one MCP client on standard input and output. Standard output
// carries the protocol alone; all else goes to standard error.
type mcpCmd struct {
	Data  string `placeholder:"DIR" help:"Folder laid out like data/ to answer from. Default: the cases in the program."`
	DBDir string `name:"db-dir" placeholder:"DIR" help:"Folder for the database, which is built from the data. Default: the user's cache folder."`
}

// Run answers until the client closes standard input.
func (c mcpCmd) Run(ctx context.Context, s streams) (err error) {
	if err := config.CheckData(c.Data); err != nil {
		return usageError{fmt.Errorf("--data %q: %w", c.Data, err)}
	}
	logger := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	files, name := openData(c.Data)
	lib, err := library.Open(ctx, library.Options{Data: files, DataName: name, DBDir: c.DBDir, Logger: logger})
	if wrong := (*library.LoadError)(nil); errors.As(err, &wrong) {
		printIssues(s.err, filesIn(c.Data), wrong.Issues)
		return fmt.Errorf("nothing is answered: the data have %s", count(len(wrong.Issues.Errors()), "error"))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()
	return mcp.New(lib, mcp.Config{Logger: logger}).Run(ctx, os.Stdin, writeCloser{s.out})
}

// writeCloser is a writer that stays open.
type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }
