// Package export writes a site out as files, so that any web server or content
// delivery network gives it out. It asks the site's own handler for every
// address, and follows links to those that it was not told of: a page that is
// added to the site is exported without a change here.
//
// The layout is that of the servers which answer /cases/IL-0136 with
// cases/IL-0136.html and /en/ with en/index.html: nginx and Caddy with
// try_files, GitHub Pages, Cloudflare Pages, Netlify. JSON without an ending
// in its address has .json in its file's name. Beside each file that it makes
// smaller stands a compressed one, for servers that give that out (gzip_static,
// precompressed). What web servers and the next export need to know is in the
// folder .export; see nginx.go and folder.go.
package export

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Options says what is exported and where to.
type Options struct {
	// Handler answers for the site, under the path of BaseURL.
	Handler http.Handler
	// BaseURL is the address under which readers will reach the site, without a
	// trailing slash.
	BaseURL *url.URL
	// Addresses are what to begin with: percent-encoded paths under BaseURL.
	Addresses []string
	// Langs are the languages in which an address that names none is answered.
	// It is written in the first; for servers that choose by Accept-Language the
	// others lie below _lang.
	Langs []string
	// Dir is the folder to write. It must not exist, be empty, or be an earlier
	// export as that left it, which is replaced at once when all is written.
	Dir string
	// Compress writes the compressed forms too, which takes most of the time.
	Compress bool
	// Progress, if not nil, is told how many of the addresses known so far are
	// written.
	Progress func(done, total int)
}

// Report says what was written.
type Report struct {
	Addresses []string // sorted
	Files     int      // compressed ones among them
	Bytes     int64    // of them all
	Reused    int      // files whose compressed forms were taken from the earlier export
	// Broken are links that lead to nothing that can be a file, sorted.
	Broken []Broken
}

// Broken is a link to what cannot be exported.
type Broken struct{ From, To, Reason string }

func (b Broken) String() string { return fmt.Sprintf("%s links %s: %s", b.From, b.To, b.Reason) }

// Write exports a site. On an error, and when ctx ends, the folder is as it was.
func Write(ctx context.Context, o Options) (_ *Report, err error) {
	f, err := openFolder(o.Dir, o.Compress)
	if err != nil {
		return nil, err
	}
	defer func() { err = f.close(err) }()
	w := &writer{Options: o, folder: f, from: map[string]string{}, names: map[string]string{}, redirects: map[string]string{}}
	if err := w.crawl(ctx); err != nil {
		return nil, err
	}
	if err := w.writeServerFiles(); err != nil {
		return nil, err
	}
	if err := f.publish(); err != nil {
		return nil, err
	}
	slices.SortFunc(w.broken, func(a, b Broken) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From)) })
	return &Report{Addresses: slices.Sorted(maps.Keys(w.from)), Files: f.files, Bytes: f.bytes, Reused: f.reused, Broken: w.broken}, nil
}

// writer is an export under way.
type writer struct {
	Options
	folder *folder

	mu        sync.Mutex
	from      map[string]string // every address known -> the one that links it
	names     map[string]string // every page's file -> its address
	redirects map[string]string // address -> where it leads, with the base URL's path
	headers   http.Header       // of the home page
	broken    []Broken
}

// crawl writes every address, then those that they link, until there are no
// more.
func (w *writer) crawl(ctx context.Context) error {
	for _, address := range w.Addresses {
		w.from[address] = ""
	}
	done := 0
	for next := slices.Sorted(slices.Values(w.Addresses)); len(next) > 0; {
		links, err := w.writeAll(ctx, next, done)
		if err != nil {
			return err
		}
		done += len(next)
		next = slices.Sorted(maps.Keys(links))
		for _, address := range next {
			w.from[address] = links[address]
		}
	}
	return nil
}

// writeAll writes addresses on all cores and returns those that they link and
// that were not known, with the first that links each.
func (w *writer) writeAll(ctx context.Context, all []string, before int) (map[string]string, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	found := make([][]string, len(all))
	var at, done atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(at.Add(1)) - 1; i < len(all) && ctx.Err() == nil; i = int(at.Add(1)) - 1 {
				links, err := w.write(ctx, all[i])
				if err != nil {
					stop(fmt.Errorf("%s: %w", all[i], err))
					return
				}
				found[i] = links
				w.report(before+int(done.Add(1)), before+len(all))
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	out := map[string]string{}
	for i, links := range found {
		for _, link := range links {
			if _, known := w.from[link]; !known && out[link] == "" {
				out[link] = all[i]
			}
		}
	}
	return out, nil
}

func (w *writer) report(done, total int) {
	if w.Progress != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.Progress(done, total)
	}
}

// langFolder is the folder of what an unprefixed address answers in a language
// that is not the first.
const langFolder = "_lang"

// write asks for an address and writes what it answers, in each language if
// there are several. It returns the addresses that the answer links.
func (w *writer) write(ctx context.Context, address string) ([]string, error) {
	first, err := w.ask(ctx, address, w.Langs[0])
	if err != nil {
		return nil, err
	}
	name, err := w.name(address, first)
	if err != nil || name == "" {
		return nil, err
	}
	if address == "/" {
		w.headers = first.header
	}
	if err := w.folder.write(name, first.mediaType(), first.body); err != nil {
		return nil, err
	}
	if first.varies() {
		for _, lang := range w.Langs[1:] {
			other, err := w.ask(ctx, address, lang)
			if err != nil {
				return nil, err
			}
			if err := w.folder.write(langFolder+"/"+lang+"/"+name, other.mediaType(), other.body); err != nil {
				return nil, err
			}
		}
	}
	return w.links(address, first), nil
}

// name decides what file an answer is, "" for one that is none, and notes what
// the answer is beside.
func (w *writer) name(address string, a *answer) (string, error) {
	location := a.header.Get("Location")
	switch {
	case location != "":
		w.mu.Lock()
		w.redirects[address] = location
		w.mu.Unlock()
		if a.mediaType() != htmlType {
			return "", nil
		}
	case a.status == http.StatusNotFound && a.mediaType() == htmlType && strings.HasSuffix(address, "/404"):
	case a.status >= http.StatusInternalServerError:
		return "", fmt.Errorf("the site answers with status %d; its log says why", a.status)
	case a.status != http.StatusOK:
		w.breaks(w.from[address], address, fmt.Sprintf("it is answered with status %d", a.status))
		return "", nil
	}
	name, err := fileName(address, a.mediaType())
	if err != nil {
		return "", err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if other, taken := w.names[strings.ToLower(name)]; taken {
		return "", fmt.Errorf("it is written to the file %s, as %s is (on some systems capitals make no difference)", name, other)
	}
	w.names[strings.ToLower(name)] = address
	return name, nil
}

func (w *writer) breaks(from, to, reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = append(w.broken, Broken{cmp.Or(from, "the site"), to, reason})
}

// root is the path of the base URL, "" or "/library".
func (w *writer) root() string { return strings.TrimSuffix(w.BaseURL.Path, "/") }
