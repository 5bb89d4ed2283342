package export

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// swap puts a folder in the place of another, which may not exist, in one step:
// no reader meets a moment without it. What was there stands at the first path
// after it.
func swap(folder, place string) error {
	err := unix.Renameat2(unix.AT_FDCWD, folder, unix.AT_FDCWD, place, unix.RENAME_EXCHANGE)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.Rename(folder, place)
	case errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS): // file systems that cannot
		return swapByTurns(folder, place)
	}
	return err
}

// flush waits until all that was written has reached the disk.
func flush(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(f.Fd())), f.Close())
}
