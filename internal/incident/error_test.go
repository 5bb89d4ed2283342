package incident

import (
	"errors"
	"fmt"
	"testing"
)

func TestKindOf(t *testing.T) {
	notFound := &Error{Kind: NotFound, Message: "no case IL-0000"}
	for _, test := range []struct {
		err  error
		want ErrorKind
	}{
		{notFound, NotFound},
		{fmt.Errorf("reading: %w", notFound), NotFound},
		{errors.New("disk full"), Internal},
	} {
		if got := KindOf(test.err); got != test.want {
			t.Errorf("KindOf(%v) = %s, want %s", test.err, got, test.want)
		}
	}
}

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
	if err.Error() != "step 7: too long" || KindOf(err) != Invalid {
		t.Errorf("%v of kind %s", err, KindOf(err))
	}
}
