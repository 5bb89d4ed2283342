package incident

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	step := func(failure error) (err error) {
		defer Wrap(&err, "step %d", 7)
		return failure
	}
	if err := step(nil); err != nil {
		t.Errorf("no failure gives %v", err)
	}
	failure := &Error{Kind: Invalid, Message: "too long"}
	err := step(failure)
	if err.Error() != "step 7: too long" || !errors.Is(err, failure) {
		t.Errorf("%v, which wraps %v", err, errors.Unwrap(err))
	}
}

// A reader is told what was wrong with the request, however deep it lies, and
// nothing of our own faults.
func TestTold(t *testing.T) {
	long, late := &Error{Kind: Invalid, Message: "too long"}, &Error{Kind: Invalid, Message: "too late"}
	for _, c := range []struct {
		err  error
		want Errors
	}{
		{nil, nil},
		{errors.New("no disk"), nil},
		{&Error{Kind: Internal, Message: "no memory"}, nil},
		{fmt.Errorf("list: %w", long), Errors{long}},
		{fmt.Errorf("list: %w", Errors{long, late}), Errors{long, late}},
	} {
		if got := Told(c.err); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
	if got := (Errors{long, late}).Error(); got != "too long; too late" {
		t.Errorf("message %q", got)
	}
}
