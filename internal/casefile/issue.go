package casefile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Severity says whether an issue keeps a corpus from being built.
type Severity string

// An error keeps a corpus from being built; a warning does not.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Issue is one problem at one place of one file.
type Issue struct {
	File     string // name below the data folder, or of the imported file
	Line     int    // from 1
	Column   int    // in characters, from 1
	Field    string // path such as "action_items[2].due"; empty for the file as a whole
	Severity Severity
	Message  string // what is wrong
	Fix      string // what would be right; may be empty
}

// String gives the issue as one line: place, field, problem, fix.
func (i Issue) String() string {
	s := fmt.Sprintf("%s:%d:%d: ", i.File, i.Line, i.Column)
	if i.Severity == Warning {
		s += "warning: "
	}
	if i.Field != "" {
		s += i.Field + ": "
	}
	s += i.Message
	if i.Fix != "" {
		s += "; " + i.Fix
	}
	return s
}

// Issues are the problems of a data folder, by file, line and column.
type Issues []Issue

// Errors returns the issues that keep a corpus from being built.
func (is Issues) Errors() Issues { return is.of(Error) }

// Warnings returns the issues that do not.
func (is Issues) Warnings() Issues { return is.of(Warning) }

func (is Issues) of(s Severity) Issues {
	var out Issues
	for _, i := range is {
		if i.Severity == s {
			out = append(out, i)
		}
	}
	return out
}

// Strict returns the same issues with every warning turned into an error.
func (is Issues) Strict() Issues {
	out := slices.Clone(is)
	for i := range out {
		out[i].Severity = Error
	}
	return out
}

// Err returns the errors among the issues as one error, a line for each, and
// nil if there is none.
func (is Issues) Err() error {
	var errs []error
	for _, i := range is.Errors() {
		errs = append(errs, errors.New(i.String()))
	}
	return errors.Join(errs...)
}

func (is Issues) sort() {
	slices.SortStableFunc(is, func(a, b Issue) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// fileIssue is an error of a file as a whole.
func fileIssue(file, message, fix string) Issue {
	return Issue{File: file, Line: 1, Column: 1, Severity: Error, Message: message, Fix: fix}
}

// clip keeps a value that runs on from filling the screen, and one with line
// ends or other control characters from steering it.
func clip(s string) string {
	const limit = 400 // in bytes
	if strings.ContainsFunc(s, unicode.IsControl) {
		quoted := strconv.Quote(s)
		s = quoted[1 : len(quoted)-1]
	}
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "..."
}

// didYouMean words the nearest valid values as a fix; otherwise is the fix if
// there is none.
func didYouMean(nearest []string, otherwise string) string {
	if len(nearest) == 0 {
		return otherwise
	}
	return fmt.Sprintf("did you mean %q?", nearest[0])
}
