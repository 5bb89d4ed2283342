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
	corpus, _, err := loadChanged(context.Background(), data, name, nil)
	return corpus, err
}

// loadChanged reads the data, and takes what has not changed since from the
// edition before, if there is one.
func loadChanged(ctx context.Context, data fs.FS, name string, before *Edition) (*incident.Corpus, *casefile.Files, error) {
	var known *casefile.Files
	if before != nil {
		known = before.files
	}
	corpus, files, issues := casefile.LoadChanged(data, known, func(ids []string) ([]incident.Case, error) { return before.Cases(ctx, ids) })
	if corpus == nil {
		return nil, nil, &LoadError{DataName: name, Issues: issues}
	}
	return corpus, files, nil
}
