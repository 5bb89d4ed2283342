package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path"
	"time"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/library"
)

// Why data are loaded.
const (
	becauseStarted = "started"
	becauseAsked   = "signal"
	becauseChanged = "files changed"
)

// reloader brings a library up to date, one reload after the other.
type reloader struct {
	library *library.Library
	folder  string // empty: the data are in the program
	logger  *slog.Logger
	metrics *metrics
	asked   chan string // holds one reason at most: the reload to come sees every change

	refused string // why the data are not taken, as it was logged
}

// ask wants a reload as soon as the one under way is done.
func (r *reloader) ask(why string) {
	select {
	case r.asked <- why:
	default:
	}
}

// run reloads when it is asked to, until ctx ends.
func (r *reloader) run(ctx context.Context, hangup <-chan os.Signal) {
	for {
		var why string
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			why = becauseAsked
		case why = <-r.asked:
		}
		if r.folder == "" && why == becauseAsked {
			r.logger.Warn("there is nothing to reload: the cases in the program are served, not those of a folder (--data)")
			continue
		}
		r.reload(ctx, why)
	}
}

// reload reloads once and logs what became of it.
func (r *reloader) reload(ctx context.Context, why string) {
	start := time.Now()
	changed, err := r.library.Reload(ctx)
	if ctx.Err() != nil {
		return
	}
	r.metrics.reloaded(outcome(changed, err))
	logger := r.logger.With("reason", why, "took", time.Since(start).Round(time.Millisecond))
	switch {
	case err != nil:
		if why == becauseChanged && err.Error() == r.refused {
			return // some other file was written while these are still wrong
		}
		r.refused = err.Error()
		r.explain(err)
		logger.Error("not reloaded: the edition in use stays", "error", summary(err))
	case changed:
		r.refused = ""
		logger.Info("reloaded", "cases", r.library.Edition().Total())
		giveBack()
	case r.refused != "":
		r.refused = ""
		logger.Info("the data are again as they are served")
	case why == becauseAsked:
		logger.Info("not reloaded: nothing has changed")
	}
}

// explain logs each error of the data with its place and how to mend it.
func (r *reloader) explain(err error) {
	wrong, ok := errors.AsType[*library.LoadError](err)
	if !ok {
		return
	}
	for _, issue := range wrong.Issues.Errors() {
		r.logger.Error("wrong data: "+issue.Message, place(r.folder, issue)...)
	}
}

func place(folder string, i casefile.Issue) []any {
	args := []any{"file", path.Join(folder, i.File)}
	if i.Line > 0 {
		args = append(args, "line", i.Line, "column", i.Column)
	}
	if i.Field != "" {
		args = append(args, "field", i.Field)
	}
	if i.Fix != "" {
		args = append(args, "fix", i.Fix)
	}
	return args
}

// summary is an error in a line.
func summary(err error) string {
	if wrong, ok := errors.AsType[*library.LoadError](err); ok {
		return "the data have " + count(len(wrong.Issues.Errors()), "error")
	}
	return err.Error()
}

// outcome names for metrics what became of a reload.
func outcome(changed bool, err error) string {
	wrong, shrinking := (*library.LoadError)(nil), (*library.Shrinking)(nil)
	switch {
	case errors.As(err, &wrong), errors.As(err, &shrinking):
		return "refused"
	case err != nil:
		return "failed"
	case changed:
		return "changed"
	}
	return "unchanged"
}
