package main

import (
	"fmt"
	"io"
	"path"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/config"
)

// checkCmd reports everything that is wrong with a data folder.
type checkCmd struct {
	Data   string `placeholder:"DIR" help:"Folder laid out like data/ to check. Default: the cases in the program."`
	Strict bool   `help:"Take warnings, such as a missing translation, for errors."`
}

// Run checks the data.
func (c checkCmd) Run(s streams) error {
	if err := config.CheckData(c.Data); err != nil {
		return usageError{fmt.Errorf("--data %q: %w", c.Data, err)}
	}
	files, _ := openData(c.Data)
	progress := newProgress(s.err)
	corpus, _, issues := casefile.Loader{FS: files, Progress: progress.show}.Load()
	progress.end()
	if c.Strict {
		issues = issues.Strict()
	}
	printIssues(s.out, filesIn(c.Data), issues)
	if corpus != nil {
		fmt.Fprintf(s.out, "%s: ", count(len(corpus.Cases), "case"))
	}
	fmt.Fprintf(s.out, "%s, %s\n", count(len(issues.Errors()), "error"), count(len(issues.Warnings()), "warning"))
	if len(issues.Errors()) > 0 {
		return errReported
	}
	return nil
}

// printIssues writes a line for each issue; dir is where its file lies.
func printIssues(w io.Writer, dir string, issues casefile.Issues) {
	paint := newPaint(w)
	for _, issue := range issues {
		issue.File = path.Join(dir, issue.File)
		fmt.Fprintln(w, paint.issue(issue))
	}
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
