//go:build unix

package export

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock holds a folder until release is called or the process ends. It fails if
// another process holds it.
func lock(folder string) (release func(), err error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, err
	}
	return func() { _ = f.Close() }, nil
}
