package incident

import (
	"errors"
	"fmt"
	"strings"
)

// ErrorKind is the closed set of ways in which a request can fail. Each door
// maps it to its own words (HTTP status, tool error) in one table.
type ErrorKind string

// The kinds of error.
const (
	NotFound ErrorKind = "not_found" // no such case, term or page
	Invalid  ErrorKind = "invalid"   // a parameter has a value that cannot be
	Internal ErrorKind = "internal"  // our fault; the reader sees none of it
)

// Error is a failure that a reader can be told about. Message is for logs and
// programs, in English; pages build their own sentence from the other fields.
type Error struct {
	Kind     ErrorKind
	Param    string   // the parameter or path part at fault, if one is
	Value    string   // what was given
	Problem  Problem  // why Value is wrong
	Nearest  []string // valid values like Value, best first
	Message  string
	TermKind Kind // vocabulary that Nearest stems from, if one
}

// Problem names what is wrong with a value, for pages to word.
type Problem string

// The problems of a value.
const (
	ProblemUnknown  Problem = "unknown"   // not in its vocabulary
	ProblemForm     Problem = "form"      // not of the form that it must have
	ProblemRange    Problem = "range"     // outside the range that is allowed
	ProblemRepeated Problem = "repeated"  // given twice where once is allowed
	ProblemTooMany  Problem = "too_many"  // more values than are allowed
	ProblemTooLong  Problem = "too_long"  // longer than is allowed
	ProblemPastEnd  Problem = "past_end"  // a page past the last
	ProblemNoParam  Problem = "no_param"  // no parameter has this name
	ProblemNoneSuch Problem = "none_such" // nothing at this address
)

func (e *Error) Error() string { return e.Message }

// Errors is everything that is wrong with a request.
type Errors []*Error

func (all Errors) Error() string {
	var messages []string
	for _, e := range all {
		messages = append(messages, e.Message)
	}
	return strings.Join(messages, "; ")
}

// Told returns the failures in err that a reader can be told about, nil if it is
// our fault.
func Told(err error) Errors {
	if all, ok := errors.AsType[Errors](err); ok {
		return all
	}
	if one, ok := errors.AsType[*Error](err); ok && one.Kind != Internal {
		return Errors{one}
	}
	return nil
}

// Wrap adds the name of the step that failed to *err; use it with defer.
func Wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}
