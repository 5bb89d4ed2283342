package web_test

import (
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
)

const baseURL = "https://incidents.example"

func TestMain(m *testing.M) {
	testkit.MainWithBrowser(m, func() { _ = os.RemoveAll(databases()) })
}

// databases is the folder that all tests of the process keep databases in, so
// that the one of the embedded cases is built once.
var databases = sync.OnceValue(func() string {
	dir, err := os.MkdirTemp("", "incidentlib-web")
	if err != nil {
		panic(err)
	}
	return dir
})

// openLibrary opens the library over case files.
func openLibrary(t testing.TB, name string, files fs.FS) *library.Library {
	t.Helper()
	lib, err := library.Open(t.Context(), library.Options{Data: files, DataName: name, DBDir: databases(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	return lib
}

// site is the real site under test, with what it logs.
type site struct {
	t       testing.TB
	handler http.Handler
	log     *strings.Builder
	edition *library.Edition
}

func newSite(t testing.TB, base string) site {
	t.Helper()
	return newSiteOver(t, base, "embedded", data.FS)
}

func newSiteOver(t testing.TB, base, name string, files fs.FS) site {
	t.Helper()
	return newSiteWith(t, base, openLibrary(t, name, files), func(c *web.Config) { c.PageCache = 8 << 20 })
}

// newSiteWith is the site over a library in another configuration.
func newSiteWith(t testing.TB, base string, lib *library.Library, set func(*web.Config)) site {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	config := web.Config{BaseURL: u, DefaultLang: i18n.EN, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	set(&config)
	h, err := web.New(lib, config)
	if err != nil {
		t.Fatal(err)
	}
	return site{t: t, handler: h, log: &log, edition: lib.Edition()}
}

// get asks for a target with header pairs ("Accept-Language", "ko").
func (s site) get(target string, headers ...string) *http.Response {
	s.t.Helper()
	return s.do(http.MethodGet, target, headers...)
}

func (s site) do(method, target string, headers ...string) *http.Response {
	s.t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w.Result()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
