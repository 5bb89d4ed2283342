package deploy

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// owner is the user of the image. The program has no name for it: there is no
// file of users.
const owner = "65532"

// startTimeout is how long the program may take until it is ready.
const startTimeout = 30 * time.Second

// TestImage builds the image from the Dockerfile, looks at what it has, and runs
// it as a cluster does: as its own user, on a root that cannot be written to.
func TestImage(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Fatal(`mounting an image needs root: run "buildah unshare go test ./..."`)
	}
	program(t)
	storage := t.TempDir()
	buildah := func(args ...string) string {
		t.Helper()
		return run(t, "buildah", append([]string{"--root", storage + "/root", "--runroot", storage + "/run", "--storage-driver", "vfs"}, args...)...)
	}
	buildah("bud", "--quiet", "--format", "docker", "--isolation", "chroot", "--pull-never", "-f", ".ci/deploy/Dockerfile", "-t", "incidentlib", ".")
	container := strings.TrimSpace(buildah("from", "--pull-never", "incidentlib"))
	t.Cleanup(func() { buildah("rm", "--all") })
	files := strings.TrimSpace(buildah("mount", container))

	t.Run("configuration", func(t *testing.T) { checkConfiguration(t, buildah("inspect", "--type", "image", "incidentlib")) })
	t.Run("files", func(t *testing.T) { checkFiles(t, files) })
	t.Run("run", func(t *testing.T) { checkRun(t, files) })
}

func checkConfiguration(t *testing.T, text string) {
	var image struct {
		Docker struct {
			Config struct {
				User       string
				Env        []string
				Entrypoint []string
				Cmd        []string
				Volumes    map[string]struct{}
			} `json:"config"`
		}
	}
	if err := json.Unmarshal([]byte(text), &image); err != nil {
		t.Fatal(err)
	}
	c := image.Docker.Config
	_, volume := c.Volumes["/db"]
	if c.User != owner+":"+owner || !volume || !slices.Equal(c.Entrypoint, []string{"/incidentlib"}) || !slices.Equal(c.Cmd, []string{"serve"}) || !slices.Contains(c.Env, "INCIDENTLIB_DB_DIR=/db") {
		t.Errorf("configuration: %+v", c)
	}
}

// checkFiles holds that the image has nothing but the program and the empty
// folder that it writes to.
func checkFiles(t *testing.T, dir string) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != dir {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil || !slices.Equal(names, []string{"db", "db/.gitignore", "incidentlib"}) {
		t.Errorf("the image holds %q (%v)", names, err)
	}
	if out, err := exec.Command("ldd", filepath.Join(dir, "incidentlib")).CombinedOutput(); err == nil {
		t.Errorf("the program needs libraries:\n%s", out)
	}
}

// confine runs a program from the folder $1 as a runtime does that has the root
// read-only: own mounts and processes, /db in memory, no way to more rights.
// The network stays the machine's.
const confine = `set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro,nosuid,nodev "$1"
mount -t tmpfs -o nosuid,nodev,noexec,mode=0700,uid=` + owner + `,gid=` + owner + `,size=128m tmpfs "$1/db"
cd "$1"
shift
exec setpriv --no-new-privs chroot --userspec=` + owner + `:` + owner + ` . "$@"`

func checkRun(t *testing.T, files string) {
	addr := freeAddr(t)
	command := exec.Command("unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc",
		"sh", "-c", confine, "sh", files, "/incidentlib", "serve", "--addr", addr)
	command.Env = append(settings(t), "INCIDENTLIB_DB_DIR=/db", "PATH="+os.Getenv("PATH"))
	var log safeBuffer
	command.Stdout, command.Stderr = &log, &log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() { _ = command.Process.Kill() })

	waitReady(t, "http://"+addr+"/readyz", ended, &log)
	child := childOf(t, command.Process.Pid)
	status, err := os.ReadFile("/proc/" + child + "/status")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Uid:\t" + owner, "Gid:\t" + owner, "CapEff:\t0000000000000000", "NoNewPrivs:\t1"} {
		if !bytes.Contains(status, []byte("\n"+want)) {
			t.Errorf("the process has no %q:\n%s", want, status)
		}
	}
	if err := os.WriteFile("/proc/"+child+"/root/new", nil, 0o600); err == nil {
		t.Error("the root can be written to")
	}
	checkTypes(t, "http://"+addr)

	if err := syscall.Kill(pid(t, child), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended with %v:\n%s", err, log.String())
		}
	case <-time.After(startTimeout):
		t.Errorf("it did not end:\n%s", log.String())
	}
}

// settings are the variables of the ConfigMap.
func settings(t *testing.T) []string {
	var env []string
	for name, value := range of[*corev1.ConfigMap](t, manifests(t), "ConfigMap").Data {
		env = append(env, name+"="+value)
	}
	return env
}

// checkTypes asks for pages and for what they load: an image without a table of
// media types must know those of its files all the same.
func checkTypes(t *testing.T, address string) {
	home := get(t, address+"/ko/")
	for path, want := range map[string]string{"/ko/": "text/html", "/en/cases/IL-0136": "text/html", "/api/v1/cases": "application/json", "/feed.atom": "application/atom+xml", "/openapi.yaml": "application/yaml"} {
		if a := get(t, address+path); a.status != http.StatusOK || !strings.HasPrefix(a.kind, want) {
			t.Errorf("%s answers %d, %s", path, a.status, a.kind)
		}
	}
	kinds := map[string]string{".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/", ".webmanifest": "application/manifest+json", ".json": "application/"}
	loaded := 0
	for part := range strings.SplitSeq(home.body, `"`) {
		_, file, ok := strings.Cut(part, "/static/")
		if !ok || strings.ContainsAny(file, " <") {
			continue
		}
		loaded++
		want, known := kinds[filepath.Ext(file)]
		if a := get(t, address+"/static/"+file); a.status != http.StatusOK || !known || !strings.HasPrefix(a.kind, want) {
			t.Errorf("%s answers %d, %q", file, a.status, a.kind)
		}
	}
	if loaded == 0 {
		t.Errorf("the home page loads no file:\n%s", home.body)
	}
}

type answer struct {
	status int
	kind   string
	body   string
}

func get(t *testing.T, url string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header.Get("Content-Type"), string(body)}
}

// waitReady asks until the program is ready, as a probe does.
func waitReady(t *testing.T, url string, ended <-chan error, log *safeBuffer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startTimeout)
	defer cancel()
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("it ended (%v):\n%s", err, log.String())
		case <-ctx.Done():
			t.Fatalf("%s did not answer 200 in %v:\n%s", url, startTimeout, log.String())
		case <-tick.C:
		}
	}
}

// program builds bin/incidentlib as make build does, once.
func program(t *testing.T) {
	t.Helper()
	build.Do(func() { run(t, "make", "--no-print-directory", "build") })
}

var build sync.Once

// run runs a program in the project's folder and returns what it prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = root
	var errors bytes.Buffer
	command.Stderr = &errors
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, &errors)
	}
	return string(out)
}

func freeAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// safeBuffer takes what a process writes while a test reads it.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// childOf is the one child of a process: the program that unshare started.
func childOf(t *testing.T, parent int) string {
	t.Helper()
	children, err := os.ReadFile("/proc/" + strconv.Itoa(parent) + "/task/" + strconv.Itoa(parent) + "/children")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(children))[0]
}

func pid(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
