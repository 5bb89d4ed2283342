package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// serveExport serves the static export by nginx with the configuration of
// .ci/deploy, in one worker and without a log, as the other nginx.
func (b bench) serveExport(ctx context.Context) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(b.dir, "export")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	files := b.export
	if files == "" {
		files = filepath.Join(dir, "files")
		if err := b.writeExport(ctx, files, "http://"+addr); err != nil {
			return nil, err
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "deploy", "nginx.conf"))
	if err != nil {
		return nil, err
	}
	settings := string(text)
	for _, change := range [][2]string{
		{"include /etc/nginx/modules-enabled/*.conf;", "load_module " + brotliModule + ";\ndaemon off;\nerror_log stderr warn;\npid " + dir + "/nginx.pid;"},
		{"worker_processes auto;", "worker_processes 1;"},
		{"http {", "http {\n" + fmt.Sprintf(nginxLimits, dir)},
		{"/srv/incidentlib", files},
		{"listen 8080;", "listen " + addr + ";"},
	} {
		if !strings.Contains(settings, change[0]) {
			return nil, fmt.Errorf("../deploy/nginx.conf has no %q, which this replaces", change[0])
		}
		settings = strings.ReplaceAll(settings, change[0], change[1])
	}
	return b.nginx(ctx, "nginx, export", dir, addr, settings)
}

func (b bench) writeExport(ctx context.Context, dir, url string) error {
	progress("writing the static export")
	args := []string{"export", "--out", dir, "--base-url", url, "--db-dir", filepath.Join(b.dir, "db")}
	if b.folder != "" {
		args = append(args, "--data", b.folder)
	}
	if out, err := exec.CommandContext(ctx, b.program, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("export: %w\n%s", err, out)
	}
	return nil
}
