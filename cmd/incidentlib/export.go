package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/incidentlib/incidentlib/internal/config"
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/export"
)

// exportCmd writes the whole site as files.
type exportCmd struct {
	Out         string `required:"" placeholder:"DIR" help:"Folder to write. It must be new, empty, or an earlier export, which is replaced."`
	BaseURL     string `required:"" name:"base-url" placeholder:"URL" help:"Address under which readers will reach the site, with the path before its pages if there is one."`
	Data        string `placeholder:"DIR" help:"Folder laid out like data/ to export. Default: the cases in the program."`
	DBDir       string `name:"db-dir" placeholder:"DIR" help:"Folder for the database, which is built from the data. Default: the user's cache folder."`
	Compress    bool   `default:"true" negatable:"" help:"Write compressed forms beside the files, for servers that give them out. Networks such as Cloudflare compress by themselves."`
	DefaultLang string `default:"en" help:"Language of pages whose address names none, en or ko."`
}

// Run exports the site.
func (c exportCmd) Run(ctx context.Context, s streams) (err error) {
	base, err := config.ExportInput{Out: c.Out, BaseURL: c.BaseURL, Data: c.Data, DBDir: c.DBDir, DefaultLang: c.DefaultLang}.Check()
	if err != nil {
		return usageError{err}
	}
	logger := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	files, name := openData(c.Data)
	progress := newProgress(s.err)
	lib, err := library.Open(ctx, library.Options{Data: files, DataName: name, DBDir: c.DBDir, Logger: logger, Progress: progress.show})
	progress.end()
	if wrong := (*library.LoadError)(nil); errors.As(err, &wrong) {
		printIssues(s.err, filesIn(c.Data), wrong.Issues)
		return fmt.Errorf("nothing is exported: the data have %s", count(len(wrong.Issues.Errors()), "error"))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()

	start := time.Now()
	report, err := c.write(ctx, lib, base, logger, newProgress(s.err))
	if err != nil {
		return fmt.Errorf("%s is as it was: %w", c.Out, err)
	}
	for _, broken := range report.Broken {
		fmt.Fprintf(s.err, "broken link: %s\n", broken)
	}
	fmt.Fprintf(s.out, "%s: %s of %s, %d MB, in %v", c.Out, count(report.Files, "file"), count(lib.Edition().Total(), "case"), report.Bytes>>20, time.Since(start).Round(time.Second/10))
	if report.Reused > 0 {
		fmt.Fprintf(s.out, "; %s compressed before", count(report.Reused, "file"))
	}
	fmt.Fprintln(s.out)
	return nil
}

// write exports the site of a library.
func (c exportCmd) write(ctx context.Context, lib *library.Library, base *url.URL, logger *slog.Logger, progress *progress) (*export.Report, error) {
	defer progress.end()
	site, err := web.New(lib, web.Config{BaseURL: base, DefaultLang: i18n.Lang(c.DefaultLang), Static: true, Logger: logger})
	if err != nil {
		return nil, err
	}
	addresses, err := site.Addresses(ctx)
	if err != nil {
		return nil, err
	}
	lang := i18n.Lang(c.DefaultLang)
	return export.Write(ctx, export.Options{
		Handler: site, BaseURL: base, Addresses: addresses, Langs: []string{string(lang), string(lang.Other())}, Dir: c.Out, Compress: c.Compress,
		Progress: func(done, total int) { progress.show("writing the site", done, total) },
	})
}
