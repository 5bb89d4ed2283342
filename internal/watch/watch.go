// Package watch tells when the files of some folders have changed, in whatever
// way: written, replaced by a renamed file as editors do, or changed all at
// once by a link that is turned to another folder, as git-sync and Kubernetes
// do with theirs.
package watch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Times that changes are waited for.
const (
	settle = 50 * time.Millisecond // with none after this, what belongs together is written
	most   = time.Second           // after this a change is told even if more follow
	again  = time.Second           // until a failure is tried again
)

// Folders watches the files of some folders.
type Folders struct {
	paths []string
	eyes  *fsnotify.Watcher
	views map[string]view
}

// New begins to watch the files that lie in the folders themselves, not in
// folders below. A folder need not be there yet. Hidden files do not count.
func New(folders ...string) (*Folders, error) {
	f := &Folders{}
	for _, path := range folders {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		f.paths = append(f.paths, abs)
	}
	if err := f.open(); err != nil {
		return nil, err
	}
	return f, nil
}

// Run calls changed after each change, until ctx ends. What many changes make
// together, as when files are copied, is told once. failed is told what keeps
// Run from seeing changes; it then tries again, and calls changed to be safe.
func (f *Folders) Run(ctx context.Context, changed func(), failed func(error)) {
	defer f.close()
	for f.wait(ctx) {
		// Folders may have been replaced. The new ones are watched before
		// changed is called, so that no change goes unseen.
		for {
			f.close()
			err := f.open()
			if err == nil {
				break
			}
			failed(err)
			if !pause(ctx, again) {
				return
			}
		}
		changed()
	}
}

// wait returns when something has changed and all is quiet again; false means
// that ctx has ended.
func (f *Folders) wait(ctx context.Context) bool {
	var quiet, late <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case e := <-f.eyes.Events:
			if !f.concerns(e.Name) {
				continue
			}
		case <-f.eyes.Errors: // events were lost: anything may have changed
		case <-quiet:
			return true
		case <-late:
			return true
		}
		quiet = time.After(settle)
		if late == nil {
			late = time.After(most)
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// open begins to watch all that lies on the way to the folders, as it is now.
func (f *Folders) open() error {
	eyes, err := fsnotify.NewWatcher()
	if err != nil {
		return explain(err)
	}
	f.eyes, f.views = eyes, map[string]view{}
	for _, path := range f.paths {
		if err := look(f.views, path); err != nil {
			return errors.Join(err, eyes.Close())
		}
	}
	for folder, v := range f.views {
		// A folder above that may not be read is not watched, nor one that has
		// gone since.
		if err := eyes.Add(folder); err != nil && v.all && !errors.Is(err, syscall.ENOENT) {
			return errors.Join(fmt.Errorf("cannot watch %s: %w", folder, explain(err)), eyes.Close())
		}
	}
	return nil
}

func (f *Folders) close() { _ = f.eyes.Close() }

// explain adds to an error of the system what can be done.
func explain(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w: the system watches as many folders as it may; raise fs.inotify.max_user_watches", err)
	case errors.Is(err, syscall.EMFILE):
		return fmt.Errorf("%w: raise fs.inotify.max_user_instances, or the limit of open files", err)
	}
	return err
}

// concerns reports whether a change of a file is one that is watched for.
func (f *Folders) concerns(path string) bool {
	name := filepath.Base(path)
	v := f.views[filepath.Dir(path)]
	return v.names[name] || v.all && !hidden(name)
}

// hidden reports whether a file is none of the folder's content. Names such as
// "..data" are: below them Kubernetes keeps the files that links lead to.
func hidden(name string) bool { return strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "..") }
