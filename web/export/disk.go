package export

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// explain says in plain words why a file cannot be written, and what to do.
func explain(err error) error {
	path := ""
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		path = at.Path
	}
	for _, known := range []struct {
		errno syscall.Errno
		words string
	}{
		{syscall.ENOSPC, "the disk is full: free some space, or name a folder on another disk"},
		{syscall.EDQUOT, "this user may not store more on the disk: free some space, or name a folder on another disk"},
		{syscall.EROFS, "the disk can only be read: name a folder on another one"},
		{syscall.EACCES, "this user may not write there: name another folder, or change its permissions"},
		{syscall.ENAMETOOLONG, "the name is too long for the disk: name a folder with a shorter path"},
		{syscall.EMFILE, "too many files are open: raise the limit (ulimit -n)"},
	} {
		if errors.Is(err, known.errno) {
			return fmt.Errorf("cannot write %s: %s (%w)", path, known.words, known.errno)
		}
	}
	return err
}
