package library

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// LoadError says that the data are wrong: nothing is built from them.
type LoadError struct {
	DataName string
	Issues   casefile.Issues // every problem of every file, warnings among them
}

// Error gives the problems a line each, with file, line and column.
func (e *LoadError) Error() string {
	return fmt.Sprintf("data %s cannot be used:\n%v", e.DataName, e.Issues.Err())
}

// load reads the data; the error is a *LoadError.
func load(data fs.FS, name string) (*incident.Corpus, error) {
	corpus, issues := casefile.Load(data)
	if corpus == nil {
		return nil, &LoadError{DataName: name, Issues: issues}
	}
	return corpus, nil
}

// loadChanged reads the data, and takes what has not changed since from the
// edition before, if there is one.
func (l *Library) loadChanged(ctx context.Context, before *Edition) (*incident.Corpus, *casefile.Files, error) {
	loader := casefile.Loader{FS: l.options.Data, Progress: l.options.Progress}
	if before != nil {
		loader.Before = before.files
		loader.Cases = func(ids []string) ([]incident.Case, error) { return before.Cases(ctx, ids) }
	}
	corpus, files, issues := loader.Load()
	if corpus == nil {
		return nil, nil, &LoadError{DataName: l.options.DataName, Issues: issues}
	}
	return corpus, files, nil
}
