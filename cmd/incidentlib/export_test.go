package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/export"
)

// exportData is a data folder with few terms, a case that was merged into
// another, one with a tracking id that has a slash, and a term that took the
// place of another.
func exportData(t *testing.T) string {
	t.Helper()
	dir := dataFolder(t)
	merged, err := os.ReadFile(filepath.Join(dir, "cases", "IL-0248.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range [][2]string{
		{"id: IL-0248", "id: IL-0249"},
		{"status: published", "status: withdrawn\nreason: {en: It was there twice., ko: 두 번 들어 있었다.}\nmerged_into: IL-0248"},
	} {
		merged = bytes.Replace(merged, []byte(r[0]), []byte(r[1]), 1)
	}
	merged = regexp.MustCompile(`(?m)^aliases: .*$`).ReplaceAll(merged, []byte("aliases: [post/mortem#7]"))
	if err := os.WriteFile(filepath.Join(dir, "cases", "IL-0249.yaml"), merged, 0o644); err != nil {
		t.Fatal(err)
	}
	cases := readAll(t, filepath.Join(dir, "cases"))
	vocabularies, err := filepath.Glob(filepath.Join(dir, "vocab", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range vocabularies {
		keepUsed(t, name, cases)
	}
	return dir
}

// keepUsed leaves only the terms in a vocabulary that cases name or the page on
// the API does, and adds to causes one that was renamed.
func keepUsed(t *testing.T, name, cases string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := yaml.Unmarshal(content, &v); err != nil {
		t.Fatal(err)
	}
	v["terms"] = slices.DeleteFunc(v["terms"].([]any), func(term any) bool {
		fields := term.(map[string]any)
		used := strings.Contains(cases, fmt.Sprint(fields["slug"])) || fields["name"] != nil && strings.Contains(cases, fmt.Sprint(fields["name"]))
		return !used && v["kind"] != "severity"
	})
	if v["kind"] == "cause" {
		renamed := maps.Clone(v["terms"].([]any)[0].(map[string]any))
		renamed["replaced_by"], renamed["slug"] = renamed["slug"], "old-name"
		delete(renamed, "aliases")
		v["terms"] = append(v["terms"].([]any), renamed)
	}
	if content, err = yaml.Marshal(v); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func readAll(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	for _, content := range files(t, dir) {
		out.WriteString(content)
	}
	return out.String()
}

// files reads every file below a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		out[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// exporting exports a data folder and returns what the command printed.
func exporting(t *testing.T, base, dataDir, out string, more ...string) result {
	t.Helper()
	return command(t, append([]string{"export", "--base-url", base, "--data", dataDir, "--db-dir", t.TempDir(), "--out", out}, more...)...)
}

// plainServer gives files out as a server does that knows nothing of the site:
// x is x or x.html, a folder with a slash is its index.html. What it has not it
// answers with 404.html.
func plainServer(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		for _, candidate := range []string{name, name + ".html", path.Join(name, "index.html")} {
			info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(candidate)))
			if err == nil && !info.IsDir() {
				content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(candidate)))
				if err != nil {
					http.Error(w, err.Error(), http.StatusInternalServerError)
					return
				}
				if strings.HasSuffix(candidate, ".html") {
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
				}
				_, _ = w.Write(content)
				return
			}
		}
		w.WriteHeader(http.StatusNotFound)
	})
}

// TestExportHasNoBrokenLink exports under an address with a path, and follows
// every link of every file under a plain server, those in feeds, in text for
// programs and in commands among them.
func TestExportHasNoBrokenLink(t *testing.T) {
	for _, prefix := range []string{"", "/library"} {
		t.Run(prefix, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "site")
			server := httptest.NewServer(http.StripPrefix(prefix, plainServer(out)))
			t.Cleanup(server.Close)
			base := server.URL + prefix
			if got := exporting(t, base, exportData(t), out, "--no-compress"); got.code != exitOK || got.err != "" {
				t.Fatalf("%+v", got)
			}
			c := crawler{t: t, base: base, seen: map[string]string{base + "/": ""}}
			c.crawl(base+"/", base+"/sitemap.xml", base+"/robots.txt", base+"/llms.txt", base+"/openapi.yaml", base+"/cases/136", base+"/ko/cases/IL-0249", base+"/causes/old-name", base+"/404", base+"/api/v1/changes.json")
			for _, want := range []string{"/ko/stats", "/en/cases/IL-0136.png", "/cases/IL-0136.md", "/ko/feed.json", "/en/cases/IL-0136", "/cases/IL-0248.json", "/api/v1/export.sqlite", "/ko/causes"} {
				if _, ok := c.seen[base+want]; !ok {
					t.Errorf("nothing links %s", want)
				}
			}
			if len(c.seen) < 150 {
				t.Errorf("only %d addresses were found", len(c.seen))
			}
		})
	}
}

// crawler follows links below a base URL.
type crawler struct {
	t    *testing.T
	base string
	seen map[string]string // address -> the page that links it
}

func (c *crawler) crawl(queue ...string) {
	for ; len(queue) > 0; queue = queue[1:] {
		r, err := http.Get(queue[0])
		if err != nil {
			c.t.Fatal(err)
		}
		content, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil {
			c.t.Fatal(err)
		}
		if r.StatusCode != http.StatusOK {
			c.t.Errorf("%s links %s: status %d", c.seen[queue[0]], queue[0], r.StatusCode)
		}
		for _, link := range c.links(queue[0], r.Header.Get("Content-Type"), string(content)) {
			if _, known := c.seen[link]; !known {
				c.seen[link] = queue[0]
				queue = append(queue, link)
			}
		}
	}
}

// linking are the attributes that lead somewhere, but for that of forms.
var linking = []string{"href", "src", "srcset", "content"}

// links lists the addresses of the site that a file names: absolute ones
// wherever they stand, relative ones in HTML and style sheets.
func (c *crawler) links(page, contentType, content string) []string {
	if strings.HasPrefix(contentType, "image/") || slices.Contains([]string{".sqlite", ".yaml"}, path.Ext(page)) {
		return nil // openapi.yaml has examples of another library
	}
	var refs []string
	if strings.HasPrefix(contentType, "text/html") {
		for _, name := range linking {
			for _, node := range testkit.Parse(c.t, content).Find("[" + name + "]").EachIter() {
				value := node.AttrOr(name, "")
				if name == "content" && node.AttrOr("http-equiv", "") != "refresh" {
					continue // an absolute address is found below
				}
				refs = append(refs, strings.TrimPrefix(value, "0; url="))
			}
		}
	}
	for _, m := range regexp.MustCompile(`url\(["']?([^"')]+)`).FindAllStringSubmatch(content, -1) {
		if strings.HasSuffix(page, ".css") {
			refs = append(refs, m[1])
		}
	}
	refs = append(refs, regexp.MustCompile(regexp.QuoteMeta(c.base)+`[^\s"'<>()\[\]{}\\,&]*`).FindAllString(content, -1)...)
	var out []string
	at, _ := url.Parse(page)
	for _, ref := range refs {
		u, err := at.Parse(strings.TrimSuffix(strings.TrimRight(ref, ".,"), "&#39;"))
		if err != nil {
			c.t.Errorf("%s: %q is no address", page, ref)
			continue
		}
		if strings.HasSuffix(ref, "?q=") && strings.HasSuffix(page, "opensearch.xml") {
			u.RawQuery = "" // what a browser fills in for the script of the list
		}
		if u.RawQuery != "" && strings.HasPrefix(u.String(), c.base) {
			c.t.Errorf("%s links %s, which has a query", page, ref)
		}
		u.Fragment = ""
		if strings.HasPrefix(u.String()+"/", c.base+"/") {
			out = append(out, strings.Replace(u.String(), c.base+"#", c.base+"/", 1))
		}
	}
	return out
}

// TestExportIsTheSameEachTime holds that bytes depend on the site alone, and
// that an export in the place of an earlier one leaves nothing of that which is
// no more.
func TestExportIsTheSameEachTime(t *testing.T) {
	dataDir, parent := exportData(t), t.TempDir()
	first, second := filepath.Join(parent, "first"), filepath.Join(parent, "second")
	for _, out := range []string{first, second} {
		if got := exporting(t, "https://incidents.example", dataDir, out, "--no-compress"); got.code != exitOK {
			t.Fatalf("%+v", got)
		}
	}
	one, two := files(t, first), files(t, second)
	if !maps.Equal(one, two) {
		t.Errorf("two exports of the same site differ: %v", differences(one, two))
	}
	edit(t, filepath.Join(dataDir, "cases", "IL-0136.yaml"), "aliases: [7QL5-Z50]", "aliases: []")
	if got := exporting(t, "https://incidents.example", dataDir, first, "--no-compress"); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(first, "cases", "7QL5-Z50.html")); !os.IsNotExist(err) {
		t.Errorf("the page of an alias that is gone is still there: %v", err)
	}
	third := filepath.Join(parent, "third")
	if got := exporting(t, "https://incidents.example", dataDir, third, "--no-compress"); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	if again, fresh := files(t, first), files(t, third); !maps.Equal(again, fresh) {
		t.Errorf("an export over an earlier one differs from a fresh one: %v", differences(again, fresh))
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) != 3 {
		t.Errorf("beside the exports something is left: %v", left)
	}
}

func differences(a, b map[string]string) (out []string) {
	for name := range a {
		if a[name] != b[name] {
			out = append(out, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), 10)]
}

// TestExportLeavesWhatItMayNotTouch holds that a folder is left as it is where
// it is not an export's, and where an export fails.
func TestExportLeavesWhatItMayNotTouch(t *testing.T) {
	dataDir, parent := exportData(t), t.TempDir()
	out := filepath.Join(parent, "site")
	refused := func(name, want string) {
		t.Helper()
		before := files(t, parent)
		got := exporting(t, "https://incidents.example", dataDir, filepath.Join(parent, name), "--no-compress")
		if got.code != exitFailed || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v, want %q", name, got, want)
		}
		if after := files(t, parent); !maps.Equal(before, after) {
			t.Errorf("%s: the folder has changed: %v", name, differences(before, after))
		}
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(parent, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(parent, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("mine/thesis.txt", "years of work")
	refused("mine", "holds thesis.txt, which no export has written")
	write("file", "")
	refused("file", "is a file: name a folder")

	if err := os.Mkdir(out, 0o755); err != nil { // an empty one is fine
		t.Fatal(err)
	}
	if got := exporting(t, "https://incidents.example", dataDir, out, "--no-compress"); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	write("site/CNAME", "incidents.example")
	refused("site", "holds CNAME, which no export has written")
	if err := os.Remove(filepath.Join(out, "CNAME")); err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(dataDir, "cases", "IL-0136.yaml"), "status: published", "status: publicated")
	refused("site", "nothing is exported: the data have 1 error")

	stopped, stop := context.WithCancel(t.Context())
	stop()
	before := files(t, parent)
	var stdout, stderr bytes.Buffer
	args := []string{"export", "--base-url", "https://incidents.example", "--data", exportData(t), "--db-dir", t.TempDir(), "--out", out}
	if code := run(stopped, args, &stdout, &stderr); code != exitFailed {
		t.Errorf("stopped: exit status %d", code)
	}
	if after := files(t, parent); !maps.Equal(before, after) {
		t.Errorf("an export that was stopped has changed %v", differences(before, after))
	}
	if got := command(t, "export", "--out", out); got.code != exitUsage || !strings.Contains(got.err, "--base-url") {
		t.Errorf("%+v", got)
	}
}

// TestEveryRouteIsExportedOrLive holds that whoever adds a page finds it in the
// export, or says that only a server can answer it.
func TestEveryRouteIsExportedOrLive(t *testing.T) {
	lib, err := library.Open(t.Context(), library.Options{Data: os.DirFS(exportData(t)), DataName: "routes", DBDir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	base := &url.URL{Scheme: "https", Host: "incidents.example"}
	site, err := web.New(lib, web.Config{BaseURL: base, DefaultLang: i18n.KO, Static: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	addresses, err := site.Addresses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, err := export.Write(t.Context(), export.Options{Handler: site, BaseURL: base, Addresses: addresses, Langs: []string{"ko", "en"}, Dir: filepath.Join(t.TempDir(), "site")})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range report.Broken {
		t.Error(b)
	}
	onlyLarge := []string{"/sitemap-:part"} // of a sitemap with more addresses than fit
	for _, pattern := range site.Routes() {
		form := regexp.MustCompile("^" + regexp.MustCompile(`:\w+`).ReplaceAllString(regexp.QuoteMeta(pattern), "[^/]+") + "$")
		exported := slices.ContainsFunc(report.Addresses, form.MatchString)
		if known := slices.Contains(web.LiveOnly, pattern) || slices.Contains(onlyLarge, pattern); exported == known {
			t.Errorf("the route %s: exported %t, live only %t", pattern, exported, known)
		}
	}
	for _, pattern := range web.LiveOnly {
		if !slices.Contains(site.Routes(), pattern) {
			t.Errorf("LiveOnly names %s, which is no route", pattern)
		}
	}
}
