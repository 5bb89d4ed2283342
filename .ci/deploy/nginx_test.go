package deploy

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Pieces of nginx.conf that a test puts its own in the place of.
const (
	confModules  = "include /etc/nginx/modules-enabled/*.conf;"
	confHTTP     = "http {"
	confListen   = "listen 8080;"
	confFolder   = "/srv/incidentlib"
	confBase     = `default "";` // the first one is that of $base
	confLocation = "# location = /library"
	confRewrite  = "# rewrite"
)

// TestNginx gives an export out by nginx with nginx.conf, and holds its answers
// against those of the site's own server over the same cases.
func TestNginx(t *testing.T) {
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Fatal("nginx.conf is tested with the real one: install it (Debian: apt-get install nginx-light libnginx-mod-http-brotli-static)")
	}
	program(t)
	cases := fewCases(t)
	addr := freeAddr(t)
	base := "http://" + addr
	out := exported(t, cases, base)
	forms := packedForms(t, filepath.Join(out, "about.html"))
	startNginx(t, addr, out, nil)
	own := startServer(t, cases, base)
	c := comparison{t: t, own: own, nginx: base}

	for _, path := range []string{
		"/", "/en/", "/ko", "/cases/IL-0136", "/ko/cases/IL-0136", "/causes", "/en/causes/deploy-rollout", "/stats", "/about", "/api",
		"/cases/IL-0136.json", "/cases/IL-0136.md", "/ko/cases/IL-0136.md", "/en/cases/IL-0136.png", "/feed.atom", "/ko/feed.json", "/feed.json", "/opensearch.xml",
		"/manifest.webmanifest", "/sitemap.xml", "/robots.txt", "/llms.txt", "/openapi.yaml", "/api/v1/cases/IL-0136", "/api/v1/cases", "/api/v1/topics/causes",
		"/api/v1/export.csv", "/api/v1/export.jsonl", "/api/v1/export.sqlite", "/api/v1/changes", "/api/v1/cases/IL-0136/similar",
	} {
		for _, accept := range []string{"", "ko-KR,ko;q=0.9,en;q=0.8", "en"} {
			c.alike(path, accept, "Content-Type", "Content-Language", "Cache-Control", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
				"Permissions-Policy", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Cross-Origin-Resource-Policy", "Content-Disposition")
		}
	}
	for _, accept := range []string{
		"ko", "en", "ko-KR", "en-US,en;q=0.9,ko;q=0.8", "ko;q=0.5,en;q=0.9", "en;q=0.3, ko;q=0.7", "fr", "fr,ko;q=0.1", "*", "ko;q=0", "ko;q=0,en;q=0.1", "KO", "zh-CN,zh;q=0.9,ko;q=0.2,en;q=0.2",
		"ko;q=1.0,en;q=0.9", "en;q=1,ko;q=1", "ko,en", "de-DE,de;q=0.9,en-GB;q=0.8,ko;q=0.7", "kok,en;q=0.5", "xx;ko;en",
	} {
		c.alike("/about", accept, "Content-Language")
	}
	for _, path := range []string{
		"/cases/136", "/cases/il-0136", "/cases/IL136", "/ko/cases/0136", "/en/cases/Il_136", "/cases/7QL5-Z50", "/cases/7ql5-z50", "/ko/cases/7QL5-Z50.md", "/cases/136.json",
		"/api/v1/cases/136", "/api/v1/cases/il136/similar", "/cases/", "/ko/about/", "/cases/136?utm_source=x",
	} {
		c.alike(path, "ko", "Location")
	}
	for _, path := range []string{"/nowhere", "/ko/nowhere", "/en/cases/IL-9999", "/ko/causes/nothing"} {
		c.alike(path, "ko", "Content-Type", "Content-Language", "Cache-Control", "Content-Security-Policy")
	}
	for _, path := range []string{"/.export/version", "/.export/SHA256SUMS", "/_lang/ko/about.html", "/.nojekyll", "/..%2f..%2fetc/passwd"} {
		if r, _ := ask(t, base+path, ""); r.StatusCode != http.StatusNotFound && r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", path, r.StatusCode)
		}
	}
	checkForms(t, base, forms)
	checkBodies(t, base)
}

// fewCases is a copy of data/ with two of its cases.
func fewCases(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "data"))); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(dir, "cases", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		if base := filepath.Base(name); base != "IL-0136.yaml" && base != "IL-0248.yaml" {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func exported(t *testing.T, cases, base string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "site")
	run(t, "bin/incidentlib", "export", "--no-compress", "--out", out, "--base-url", base, "--data", cases, "--db-dir", t.TempDir())
	return out
}

// startServer starts the site's own server and returns its address.
func startServer(t *testing.T, cases, base string) string {
	t.Helper()
	addr := freeAddr(t)
	start(t, addr, exec.Command("bin/incidentlib", "serve", "--addr", addr, "--base-url", base, "--data", cases, "--db-dir", t.TempDir(), "--search-rate", "0", "--export-rate", "0"))
	return "http://" + addr
}

// startNginx starts nginx over a folder; changes are further ones to nginx.conf.
func startNginx(t *testing.T, addr, folder string, changes [][2]string) {
	t.Helper()
	conf, err := os.ReadFile("nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	text, dir := string(conf), t.TempDir()
	var temp string
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temp += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	for _, c := range append([][2]string{
		{confModules, confModules + "\nuser root;\ndaemon off;\npid " + dir + "/pid;\nerror_log stderr crit;"},
		{confHTTP, confHTTP + "\naccess_log off;\n" + temp},
		{confFolder, folder},
		{confListen, "listen " + addr + ";"},
	}, changes...) {
		if !strings.Contains(text, c[0]) {
			t.Fatalf("nginx.conf has no %q, which the test changes", c[0])
		}
		text = strings.ReplaceAll(text, c[0], c[1])
	}
	name := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	start(t, addr, exec.Command("nginx", "-c", name))
}

// start starts a server and waits until it answers.
func start(t *testing.T, addr string, command *exec.Cmd) {
	t.Helper()
	command.Dir = root
	var log bytes.Buffer
	command.Stdout, command.Stderr = &log, &log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		<-ended
	})
	for deadline := time.Now().Add(startTimeout); ; {
		if r, err := http.Get("http://" + addr + "/robots.txt"); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v\n%s", command, err, &log)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not answer\n%s", command, &log)
		}
	}
}

// ask asks for an address as it is, following no redirect.
func ask(t *testing.T, address, accept string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if accept != "" {
		r.Header.Set("Accept-Language", accept)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	content, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got, content
}

// comparison asks nginx and the site's own server the same.
type comparison struct {
	t          *testing.T
	own, nginx string
}

func (c comparison) alike(path, accept string, fields ...string) {
	c.t.Helper()
	want, _ := ask(c.t, c.own+path, accept)
	got, _ := ask(c.t, c.nginx+path, accept)
	if got.StatusCode != want.StatusCode {
		c.t.Errorf("%s (%s): status %d, the server's %d", path, accept, got.StatusCode, want.StatusCode)
	}
	for _, name := range fields {
		if g, w := got.Header.Get(name), want.Header.Get(name); !strings.EqualFold(g, w) {
			c.t.Errorf("%s (%s): %s is\n%q, the server's\n%q", path, accept, name, g, w)
		}
	}
	varies := func(r *http.Response) bool {
		return strings.Contains(strings.Join(r.Header.Values("Vary"), ","), "Accept-Language")
	}
	if want.StatusCode == http.StatusOK && varies(got) != varies(want) {
		c.t.Errorf("%s (%s): Vary %q, the server's %q", path, accept, got.Header.Values("Vary"), want.Header.Values("Vary"))
	}
}

// packedForms writes compressed forms of a page, and returns it in each. To make
// them takes long: what stands for them is as good here.
func packedForms(t *testing.T, page string) map[string][]byte {
	t.Helper()
	whole, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string][]byte{"": whole, "br": []byte("the form in Brotli"), "gzip": []byte("the form in gzip")}
	for encoding, ending := range map[string]string{"br": ".br", "gzip": ".gz"} {
		if err := os.WriteFile(page+ending, forms[encoding], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return forms
}

// checkForms holds that the compressed forms are given out as they lie there,
// each to who takes it, and that nobody is sent again what they have.
func checkForms(t *testing.T, base string, forms map[string][]byte) {
	t.Helper()
	for accept, want := range map[string]string{"gzip, deflate, br, zstd": "br", "gzip": "gzip", "identity": "", "br;q=0": ""} {
		if r, _ := ask(t, base+"/en/about", "", "Accept-Encoding", accept); r.Header.Get("Content-Encoding") != "" {
			t.Errorf("/en/about has no compressed form, and is answered in %s", r.Header.Get("Content-Encoding"))
		}
		r, content := ask(t, base+"/about", "en", "Accept-Encoding", accept)
		if r.Header.Get("Content-Encoding") != want || !bytes.Equal(content, forms[want]) {
			t.Errorf("Accept-Encoding %q: %q, %d bytes, want %q", accept, r.Header.Get("Content-Encoding"), len(content), want)
		}
		if !strings.Contains(strings.Join(r.Header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("Accept-Encoding %q: Vary %q", accept, r.Header.Values("Vary"))
		}
		if again, _ := ask(t, base+"/about", "en", "Accept-Encoding", accept, "If-None-Match", r.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("asked again with its tag: status %d", again.StatusCode)
		}
	}
}

// checkBodies holds that an address without a prefix gives the page in the
// reader's language, with links that stay without one.
func checkBodies(t *testing.T, base string) {
	t.Helper()
	for accept, lang := range map[string]string{"ko": "ko", "en": "en", "fr": "en"} {
		_, content := ask(t, base+"/causes", accept)
		if !bytes.Contains(content, []byte(`<html lang="`+lang+`"`)) || bytes.Contains(content, []byte(`<main id="main" class="wide"><a href="/`+lang)) {
			t.Errorf("Accept-Language %s: not the page in %s", accept, lang)
		}
		if !bytes.Contains(content, []byte(`<link rel="canonical" href="`+base+`/causes"`)) {
			t.Errorf("Accept-Language %s: another address is canonical", accept)
		}
	}
}

// TestNginxBelowAPath serves an export whose base URL has a path, with the
// changes that nginx.conf tells of.
func TestNginxBelowAPath(t *testing.T) {
	program(t)
	addr := freeAddr(t)
	base := "http://" + addr + "/library"
	out := exported(t, fewCases(t), base)
	startNginx(t, addr, out, [][2]string{{`    map "" $base {` + "\n        " + confBase, `    map "" $base {` + "\n        " + `default "/library";`}, {confLocation, "location = /library"}, {confRewrite, "rewrite"}})
	for path, want := range map[string]string{"": "308 /library/", "/": "200 ", "/ko/cases/IL-0136": "200 ", "/cases/136": "308 /library/cases/IL-0136", "/cases/il_136": "308 /library/cases/IL-0136",
		"/cases/": "308 /library/cases", "/nowhere": "404 ", "/api/v1/cases/IL-0136": "200 "} {
		r, content := ask(t, base+path, "ko")
		if got := fmt.Sprint(r.StatusCode, " ", r.Header.Get("Location")); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
		if r.StatusCode == http.StatusOK && strings.Contains(r.Header.Get("Content-Type"), "html") && !bytes.Contains(content, []byte(`href="/library/`)) {
			t.Errorf("%s: no link has the path", path)
		}
	}
}
