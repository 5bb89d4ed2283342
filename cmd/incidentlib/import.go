package main

import (
	"errors"
	"fmt"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/config"
)

// importCmd writes case files from records in the API's shape.
type importCmd struct {
	Data  string   `placeholder:"DIR" help:"Folder laid out like data/ to write to. Default: the folder data here, if there is one."`
	Force bool     `help:"Overwrite case files that exist."`
	Files []string `arg:"" name:"file" help:"File with one record, an array of records, or a record on each line (JSON Lines)."`
}

// Run imports the records of every file, or writes nothing if one is wrong.
func (c importCmd) Run(s streams) error {
	dir, err := c.dataDir()
	if err != nil {
		return usageError{err}
	}
	written, issues, err := casefile.ImportFiles(dir, c.Files, c.Force)
	printIssues(s.out, "", issues)
	for _, file := range written {
		fmt.Fprintln(s.out, "wrote", file)
	}
	fmt.Fprintf(s.out, "%s written, %s, %s\n", count(len(written), "case"), count(len(issues.Errors()), "error"), count(len(issues.Warnings()), "warning"))
	if err == nil && len(issues.Errors()) > 0 {
		return errReported
	}
	return err
}

// dataDir returns the folder to write to. The cases in the program cannot be
// written, so without --data a folder of that name must be at hand.
func (c importCmd) dataDir() (string, error) {
	if c.Data == "" {
		if config.CheckData("data") != nil {
			return "", errors.New("the working directory has no data folder to write to: name one with --data DIR")
		}
		return "data", nil
	}
	if err := config.CheckData(c.Data); err != nil {
		return "", fmt.Errorf("--data %q: %w", c.Data, err)
	}
	return c.Data, nil
}
