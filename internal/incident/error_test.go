package incident

import (
	"errors"
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
