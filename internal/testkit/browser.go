// Package testkit holds what the tests of several packages share: a checker for
// HTML pages, a headless browser, a small library of real cases, and queries as
// another search engine reads them.
package testkit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browserTimeout bounds what one test does in the browser.
const browserTimeout = 2 * time.Minute

// BrowserOption sets how a tab presents itself.
type BrowserOption func(*tab)

type tab struct {
	acceptLanguage string
	width, height  int64
	dark, noScript bool
}

// AcceptLanguage makes the tab ask for languages, as in the header field:
// "ko-KR,ko;q=0.9". Without it the tab asks for English.
func AcceptLanguage(field string) BrowserOption {
	return func(t *tab) { t.acceptLanguage = field }
}

// Viewport sets the size of the tab in CSS pixels. Without it the tab has 1280
// by 900.
func Viewport(width, height int) BrowserOption {
	return func(t *tab) { t.width, t.height = int64(width), int64(height) }
}

// Dark makes the tab prefer a dark colour scheme.
func Dark() BrowserOption { return func(t *tab) { t.dark = true } }

// NoScript turns JavaScript off in the tab. The test's own expressions
// (chromedp.Evaluate) still run.
func NoScript() BrowserOption { return func(t *tab) { t.noScript = true } }

// MainWithBrowser is the TestMain of a package whose tests call Browser. It
// ends the browser after the last test, then runs what else is to be cleaned up.
//
//	func TestMain(m *testing.M) { testkit.MainWithBrowser(m) }
func MainWithBrowser(m *testing.M, cleanup ...func()) {
	shared.allowed = true
	code := m.Run()
	shared.stop()
	for _, f := range cleanup {
		f()
	}
	os.Exit(code)
}

// Browser opens a tab in a headless Chromium, which the tests of a process
// share, and returns a chromedp context for it. Each tab is a profile of its
// own: no cookies, storage or cache of another test. The test fails if a page
// in the tab throws an exception or breaks its content security policy, and if
// no Chromium is installed; only go test -short leaves browser tests out.
func Browser(t testing.TB, options ...BrowserOption) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	browser, err := shared.start()
	if err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(browser, chromedp.WithNewBrowserContext(), chromedp.WithListener(reportFaults(t)))
	t.Cleanup(closeTab)
	settings := tab{acceptLanguage: "en-US,en;q=0.9", width: 1280, height: 900}
	for _, set := range options {
		set(&settings)
	}
	if err := chromedp.Do(ctx, chromedp.Func(settings.apply)); err != nil {
		t.Fatalf("opening a tab: %v", err)
	}
	ctx, cancel := context.WithTimeout(ctx, browserTimeout)
	t.Cleanup(cancel)
	return ctx
}

func (s tab) apply(ctx context.Context, target *chromedp.Target) error {
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	_, header := cdp.Call(ctx, target, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{
		Headers: network.Headers{"Accept-Language": s.acceptLanguage},
	})
	_, media := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	_, script := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: s.noScript})
	_, view := chromedp.EmulateViewport(s.width, s.height)(ctx, target)
	return errors.Join(header, media, script, view)
}

// reportFaults returns a listener that fails the test for faults of a page.
// An answer that is not 200 is none: pages with an error are tested too.
func reportFaults(t testing.TB) func(ev any) {
	var over sync.Mutex
	done := false
	t.Cleanup(func() {
		over.Lock()
		defer over.Unlock()
		done = true
	})
	return func(ev any) {
		over.Lock()
		defer over.Unlock()
		if done {
			return
		}
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page threw: %v", &chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails})
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
				t.Errorf("the browser reports (%s): %s", e.Entry.Source, e.Entry.Text)
			}
		}
	}
}

// shared is the browser of this test process.
var shared browserProcess

type browserProcess struct {
	allowed bool // MainWithBrowser will stop it
	once    sync.Once
	ctx     context.Context
	err     error
	cancel  []context.CancelFunc
}

func (b *browserProcess) start() (context.Context, error) {
	if !b.allowed {
		return nil, errors.New("the package's tests use the browser: give it func TestMain(m *testing.M) { testkit.MainWithBrowser(m) }")
	}
	b.once.Do(func() {
		path, err := findBrowser(os.Getenv("CHROME"), exec.LookPath)
		if err != nil {
			b.err = err
			return
		}
		// To the defaults: nothing that looks for a network or a graphics card.
		flags := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path),
			chromedp.Flag("no-sandbox", os.Geteuid() == 0),
			chromedp.Flag("disable-gpu", true),
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("hide-scrollbars", true),
			// A page that comes back out of this cache loads nothing, so that going
			// back would wait for ever.
			chromedp.Flag("disable-back-forward-cache", true),
		)
		allocator, stop := chromedp.NewExecAllocator(context.Background(), flags...)
		ctx, closeBrowser := chromedp.NewContext(allocator)
		b.cancel = []context.CancelFunc{closeBrowser, stop}
		if err := chromedp.Do(ctx); err != nil {
			b.err = fmt.Errorf("starting %s: %w", path, err)
			return
		}
		b.ctx = ctx
	})
	return b.ctx, b.err
}

func (b *browserProcess) stop() {
	for _, cancel := range b.cancel {
		cancel()
	}
}

// browserNames are the programs that drive the same engine, best known first,
// and where macOS keeps them.
var browserNames = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
}

// findBrowser returns the path of the browser that CHROME names, else of the
// first that is installed.
func findBrowser(chrome string, lookPath func(string) (string, error)) (string, error) {
	names := browserNames
	if chrome != "" {
		names = []string{chrome}
	}
	for _, name := range names {
		if path, err := lookPath(name); err == nil {
			return path, nil
		}
	}
	if chrome != "" {
		return "", fmt.Errorf("CHROME=%s is no program: set it to the path of Chrome or Chromium", chrome)
	}
	return "", errors.New("browser tests need Chrome or Chromium: install one or set CHROME to its path (go test -short leaves these tests out)")
}
