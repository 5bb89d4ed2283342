package export

import (
	"errors"
	"io/fs"
	"os"
)

// swapByTurns is swap in three steps. If the second fails the first is undone.
func swapByTurns(folder, place string) error {
	aside := folder + ".old"
	if err := os.Rename(place, aside); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(folder, place)
	} else if err != nil {
		return err
	}
	if err := os.Rename(folder, place); err != nil {
		return errors.Join(err, os.Rename(aside, place))
	}
	return os.Rename(aside, folder)
}
