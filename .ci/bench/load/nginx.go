package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// brotliModule gives out files that are compressed already.
const brotliModule = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"

// nginxLimits are what every nginx of a benchmark has: no log, as the site
// writes none; connections that last; folders of its own.
const nginxLimits = `	access_log off;
	keepalive_requests 1000000000;
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;`

// nginxSettings is the nginx that gives out the answers of the site. One worker,
// as the site has one core.
const nginxSettings = `load_module %[1]s;
daemon off;
worker_processes 1;
pid %[2]s/nginx.pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
%[4]s
	sendfile on;
	tcp_nopush on;
	open_file_cache max=10000 inactive=1h;
	types { text/html html; application/json json; }
	brotli_static on;
	server {
		listen %[3]s reuseport;
		root %[2]s/files;
		error_page 405 =200 $uri; # a POST gets the file too
	}
}
`

// files are answers of the site, which an nginx of their own gives out.
type files struct{ dir string }

// keep writes an answer as a file, and returns the call that asks nginx for it.
func (f files) keep(row string, i int, c call, a answer) (call, error) {
	extension := ".html"
	if strings.Contains(a.header.Get("Content-Type"), "json") {
		extension = ".json"
	}
	path := fmt.Sprintf("/%s/%d%s", strings.Map(letters, row), i, extension)
	name := filepath.Join(f.dir, "files", path)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return call{}, err
	}
	switch encoding := a.header.Get("Content-Encoding"); encoding {
	case "":
	case "br":
		if err := os.WriteFile(name, nil, 0o644); err != nil { // the module wants the plain file too
			return call{}, err
		}
		name += ".br"
	default:
		return call{}, fmt.Errorf("%s is sent as %s", c.path, encoding)
	}
	c.path = path
	return c, os.WriteFile(name, a.body, 0o644)
}

func letters(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r
	}
	return '-'
}

// serve starts nginx over the files.
func (f files) serve(ctx context.Context, b bench) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(f.dir, "files", "index.html"), []byte("ready"), 0o644); err != nil {
		return nil, err
	}
	return b.nginx(ctx, "nginx", f.dir, addr, fmt.Sprintf(nginxSettings, brotliModule, f.dir, addr, fmt.Sprintf(nginxLimits, f.dir)))
}

// nginx starts nginx with a configuration on the servers' core.
func (b bench) nginx(ctx context.Context, name, dir, addr, settings string) (*server, error) {
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		return nil, err
	}
	return start(name, "http://"+addr, pinned(ctx, b.cores.server, "nginx", "-p", dir, "-c", file))
}

// sameBytes holds that nginx gives out what the site does.
func sameBytes(ctx context.Context, address string, c call, want answer) error {
	got, err := ask(ctx, address, c)
	if err != nil {
		return err
	}
	if !bytes.Equal(got.body, want.body) || got.header.Get("Content-Encoding") != want.header.Get("Content-Encoding") {
		return fmt.Errorf("nginx gives out %d bytes (%q) of %s, the site %d (%q)", len(got.body), got.header.Get("Content-Encoding"), c.path, len(want.body), want.header.Get("Content-Encoding"))
	}
	return nil
}
