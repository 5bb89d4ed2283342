package pagecache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"
)

// shelf is a cache over an edition that the test can change.
type shelf struct {
	*Cache
	edition atomic.Value
}

func newShelf(bytes int64) *shelf {
	s := &shelf{}
	s.edition.Store("first")
	s.Cache = New(Options{Bytes: bytes, Edition: func() string { return s.edition.Load().(string) }})
	return s
}

func pageOf(text string) Page {
	return Page{Header: http.Header{"Content-Type": {"text/html"}, "Vary": {"Accept-Language"}}, Body: []byte(text), Route: "/cases/:id"}
}

// makerOf returns what makes a page of a text, and how often it did.
func makerOf(text string) (func(context.Context) (Page, error), *atomic.Int64) {
	var made atomic.Int64
	return func(context.Context) (Page, error) {
		made.Add(1)
		return pageOf(text), nil
	}, &made
}

func (f *Form) field(name string) string {
	for _, field := range f.Header {
		if field.Name == name {
			return strings.Join(field.Value, "|")
		}
	}
	return ""
}

func TestAPageIsMadeOnceAndKeptInEachEncoding(t *testing.T) {
	s := newShelf(1 << 20)
	text := strings.Repeat("a page about outages ", 200)
	make, made := makerOf(text)
	k := Key{Path: "/cases/IL-0136"}
	tags := map[string]bool{}
	for range 2 {
		for e, coding := range map[Encoding]string{Identity: "", Gzip: "gzip", Brotli: "br"} {
			f, err := s.Get(t.Context(), "first", k, e, make)
			if err != nil {
				t.Fatal(err)
			}
			body, err := decode(e, f.Body)
			if err != nil || string(body) != text {
				t.Errorf("%s: %d bytes, %v", names[e], len(body), err)
			}
			if got := f.field("Content-Encoding"); got != coding {
				t.Errorf("%s: Content-Encoding %q", names[e], got)
			}
			if f.field("Vary") != "Accept-Encoding, Accept-Language" || f.field("Content-Length") != fmt.Sprint(len(f.Body)) || f.field("Etag") != f.Tag || f.Route() != "/cases/:id" {
				t.Errorf("%s: %v", names[e], f.Header)
			}
			tags[f.Tag] = true
		}
	}
	if made.Load() != 1 || len(tags) != 3 {
		t.Errorf("made %d times, tags %v", made.Load(), tags)
	}
	if stats := s.Stats(); stats.Hits != 3 || stats.Misses != 3 || stats.Bytes < int64(len(text)) {
		t.Errorf("%+v", stats)
	}
}

func TestWhatCompressingDoesNotShortenIsKeptAsItIs(t *testing.T) {
	s := newShelf(1 << 20)
	make, _ := makerOf("ok")
	f, err := s.Get(t.Context(), "first", Key{Path: "/"}, Brotli, make)
	if err != nil || string(f.Body) != "ok" || f.field("Content-Encoding") != "" {
		t.Errorf("%q %v %v", f.Body, f.Header, err)
	}
	image := func(context.Context) (Page, error) {
		return Page{Header: http.Header{"Content-Type": {"image/png"}}, Body: bytes.Repeat([]byte("x"), 1000)}, nil
	}
	f, err = s.Get(t.Context(), "first", Key{Path: "/card.png"}, Brotli, image)
	if err != nil || len(f.Body) != 1000 || f.field("Content-Encoding") != "" || f.field("Vary") != "" {
		t.Errorf("%d bytes %v %v", len(f.Body), f.Header, err)
	}
}

func TestAnotherEditionIsAnotherPage(t *testing.T) {
	s := newShelf(1 << 20)
	k := Key{Path: "/"}
	old, _ := makerOf("the old page, which is long enough to be compressed, compressed, compressed")
	before, err := s.Get(t.Context(), "first", k, Brotli, old)
	if err != nil {
		t.Fatal(err)
	}
	s.edition.Store("second")
	if s.Find("second", k, Brotli) != nil {
		t.Error("a page of the first edition is given for the second")
	}
	if s.Find("first", k, Brotli) == nil {
		t.Error("a request of the first edition does not get its page")
	}
	same, made := makerOf("the old page, which is long enough to be compressed, compressed, compressed")
	after, err := s.Get(t.Context(), "second", k, Brotli, same)
	if err != nil || made.Load() != 1 || after.Tag != before.Tag || &after.Body[0] != &before.Body[0] {
		t.Errorf("a page that stayed the same is compressed again: %v", err)
	}
	// A request that began before the reload neither gets nor leaves a page.
	late, _ := makerOf("late")
	f, err := s.Get(t.Context(), "first", k, Brotli, late)
	if err != nil || string(f.Body) != "late" {
		t.Errorf("%v", err)
	}
	if s.Find("second", k, Brotli) != after {
		t.Error("a late request has put its page over that of the new edition")
	}
}

func TestManyAskAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(1 << 20)
		release := make(chan struct{})
		var made atomic.Int64
		slow := func(context.Context) (Page, error) {
			made.Add(1)
			<-release
			return pageOf("page"), nil
		}
		var wg sync.WaitGroup
		ask := func(ctx context.Context, e Encoding, want error) {
			wg.Go(func() {
				f, err := s.Get(ctx, "first", Key{Path: "/"}, e, slow)
				if !errors.Is(err, want) || want == nil && string(f.Body) != "page" {
					t.Errorf("%v, want %v", err, want)
				}
			})
		}
		first, leave := context.WithCancel(t.Context())
		ask(first, Brotli, context.Canceled)
		synctest.Wait() // the first is the one that makes the page
		for range 20 {
			ask(t.Context(), Brotli, nil)
			ask(t.Context(), Gzip, nil)
		}
		synctest.Wait()
		leave()
		synctest.Wait()
		close(release)
		wg.Wait()
		if made.Load() != 1 {
			t.Errorf("made %d times", made.Load())
		}
	})
}

func TestFaultsAreNotKept(t *testing.T) {
	s := newShelf(1 << 20)
	k := Key{Path: "/"}
	fault := errors.New("no disk")
	if _, err := s.Get(t.Context(), "first", k, Brotli, func(context.Context) (Page, error) { return Page{}, fault }); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
	_, err := s.Get(t.Context(), "first", k, Brotli, func(context.Context) (Page, error) { panic("oh") })
	if p := (*Panic)(nil); !errors.As(err, &p) || p.Value != "oh" || len(p.Stack) == 0 {
		t.Errorf("a panic: %v", err)
	}
	make, _ := makerOf("page")
	if f, err := s.Get(t.Context(), "first", k, Brotli, make); err != nil || string(f.Body) != "page" {
		t.Errorf("after the faults: %v", err)
	}
}

// TestTheBoundHolds fills the cache with far more than it may hold.
func TestTheBoundHolds(t *testing.T) {
	const bound = 256 << 10
	s := newShelf(bound)
	body := make([]byte, 3000)
	noise := func(i int) func(context.Context) (Page, error) {
		return func(context.Context) (Page, error) {
			for j := range body {
				body[j] = byte(i * j * 7919 >> 3)
			}
			return pageOf(string(body)), nil
		}
	}
	hot := Key{Path: "/hot"}
	get := func(k Key, i int) {
		if _, err := s.Get(t.Context(), "first", k, Identity, noise(i)); err != nil {
			t.Fatal(err)
		}
	}
	made := 0
	for i := range 2000 {
		if i%10 == 0 {
			if s.Find("first", hot, Identity) == nil {
				made++
			}
			get(hot, 0)
		}
		get(Key{Path: "/cases", Query: fmt.Sprintf("q=%d", i)}, i)
		get(Key{Path: fmt.Sprintf("/cases/%d", i)}, i)
		if stats := s.Stats(); stats.Bytes > bound {
			t.Fatalf("%d bytes are kept after %d pages, bound %d", stats.Bytes, i, bound)
		}
	}
	if made > 20 {
		t.Errorf("of 200 times that a page was asked for, it had been pushed out %d times by pages that one asked for once", made)
	}
	if kept := s.queried.WeightedSize(); kept > bound/queried {
		t.Errorf("addresses with a query hold %d bytes", kept)
	}
	if kept := s.plain.WeightedSize(); kept < bound/2 {
		t.Errorf("addresses without a query hold only %d bytes", kept)
	}
}

func TestUpgradesWaitForCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(1 << 20)
		k := Key{Path: "/"}
		make, _ := makerOf(strings.Repeat("a page about outages and about what mended them. ", 100))
		ask := func() *Form {
			f, err := s.Get(t.Context(), "first", k, Brotli, make)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		quickForm := ask()
		ask() // asked for again: worth the time
		for range 50 {
			for range 100 {
				ask()
			}
			time.Sleep(pause / 2)
		}
		if ask() != quickForm {
			t.Error("a busy server compresses at best quality")
		}
		time.Sleep(10 * pause)
		synctest.Wait()
		better := ask()
		if better == quickForm || len(better.Body) >= len(quickForm.Body) || better.Tag == quickForm.Tag || better.field("Etag") != better.Tag || better.field("Content-Length") != fmt.Sprint(len(better.Body)) {
			t.Errorf("%d bytes with tag %s, before %d with %s", len(better.Body), better.Tag, len(quickForm.Body), quickForm.Tag)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if s.upgrade.working || ask() != better {
			t.Error("the upgrader has not ended, or does its work again")
		}
	})
}

// TestTheQueueHoldsNoPage reloads while a page waits to be compressed better:
// what waits is not bounded in bytes.
func TestTheQueueHoldsNoPage(t *testing.T) {
	s := newShelf(1 << 20)
	k := Key{Path: "/"}
	ask := func(edition string) weak.Pointer[Form] {
		make, _ := makerOf(strings.Repeat("a page of the "+edition+" edition. ", 100))
		f, err := s.Get(t.Context(), edition, k, Brotli, make)
		if err != nil {
			t.Fatal(err)
		}
		return weak.Make(f)
	}
	ask("first")
	old := ask("first") // asked for again: it waits
	s.edition.Store("second")
	ask("second")
	runtime.GC()
	if old.Value() != nil {
		t.Error("a page of an edition that is gone is still held")
	}
}

func TestUpgradesAreGivenUpUnderLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(1 << 20)
		make, _ := makerOf(strings.Repeat("a page about outages. ", 100))
		k := Key{Path: "/"}
		for end := time.Now().Add(giveUp + time.Minute); time.Now().Before(end); time.Sleep(pause / 100) {
			if _, err := s.Get(t.Context(), "first", k, Brotli, make); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Hour) // the one that waits again has its turn
		synctest.Wait()
		if f := s.Find("first", k, Brotli); f == nil || f.quality != best {
			t.Error("a page that was given up is never compressed better")
		}
		time.Sleep(time.Hour)
	})
}
