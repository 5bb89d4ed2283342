package main

import (
	"io/fs"
	"os"

	"github.com/incidentlib/incidentlib/data"
)

// embedded names the data in the program where a folder's path would stand.
const embedded = "embedded"

// openData returns the data folder, or the data in the program if dir is
// empty, with a name for it.
func openData(dir string) (files fs.FS, name string) {
	if dir == "" {
		return data.FS, embedded
	}
	return os.DirFS(dir), dir
}

// filesIn returns the path under which a reader finds the files of a data
// folder. Those in the program stem from the folder data of its source.
func filesIn(dir string) string {
	if dir == "" {
		return "data"
	}
	return dir
}
