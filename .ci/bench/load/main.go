// Command load measures the site under load: bin/incidentlib against nginx, which
// serves the same compressed bytes from files, and against nginx with the static
// export. The servers run on one core and the load generator, wrk, on another;
// all take turns for several rounds, and the medians are printed.
//
//	go run ./load                     with the cases in the program
//	go run ./load -cases 300          with invented cases
//	go run ./load -soak 10m           half of saturation with reloads each second
//
// It needs Linux, wrk, and nginx with its Brotli module.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"time"
)

// options are what the command line sets.
type options struct {
	program     string
	cases       int
	folder      string
	export      string
	rounds      int
	seconds     int
	connections int
	only        *regexp.Regexp
	soak        time.Duration
}

func main() {
	o := options{}
	only := flag.String("only", "", "measure only the rows whose name this `expression` matches; cold starts are called cold")
	flag.StringVar(&o.program, "program", "../../bin/incidentlib", "the `program` to measure")
	flag.IntVar(&o.cases, "cases", 0, "serve `N` invented cases instead of those in the program")
	flag.StringVar(&o.folder, "folder", "", "keep the invented cases in this `folder`, or take them from it")
	flag.StringVar(&o.export, "export", "", "a static export to take instead of writing one, a `folder`")
	flag.IntVar(&o.rounds, "rounds", 5, "rounds of which the median is taken")
	flag.IntVar(&o.seconds, "seconds", 3, "`length` of a measurement in a round")
	flag.IntVar(&o.connections, "connections", 32, "connections of the load generator")
	flag.DurationVar(&o.soak, "soak", 0, "instead of measuring, load the server this long and reload its cases each second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := o.run(ctx, *only)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func (o options) run(ctx context.Context, only string) (err error) {
	if o.only, err = regexp.Compile(only); err != nil {
		return err
	}
	if o.program, err = filepath.Abs(o.program); err != nil {
		return err
	}
	if err := checkTools(o); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "incidentlib-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // nginx's worker is not root
		return err
	}
	cores, err := chooseCores()
	if err != nil {
		return err
	}
	b := bench{options: o, dir: dir, cores: cores}
	if b.soak > 0 && b.cases == 0 {
		b.cases = 300
	}
	if b.folder, err = b.prepareFolder(); err != nil {
		return err
	}
	fmt.Printf("%s, load average %s\n", cpuName(), loadAverage())
	if o.soak > 0 {
		return b.soakTest(ctx)
	}
	fmt.Println(cores)
	return errors.Join(b.measure(ctx), b.coldStarts(ctx))
}

// bench is one run.
type bench struct {
	options
	dir   string // everything that is written
	cores cores
}

// prepareFolder makes the folder of invented cases, unless it is there. The
// empty string stands for the cases in the program.
func (b bench) prepareFolder() (string, error) {
	if b.cases == 0 {
		return "", nil
	}
	folder := b.folder
	if folder == "" {
		folder = filepath.Join(b.dir, "cases")
	}
	if _, err := os.Stat(filepath.Join(folder, lastWritten)); err == nil {
		return folder, nil
	}
	fmt.Printf("writing %d cases to %s\n", b.cases, folder)
	return folder, writeFolder(folder, b.cases)
}

// checkTools says what is missing before anything slow begins.
func checkTools(o options) error {
	if runtime.GOOS != "linux" {
		return errors.New("this needs Linux: it pins processes to cores and reads /proc")
	}
	if _, err := os.Stat(o.program); err != nil {
		return fmt.Errorf("there is no %s: run make build", o.program)
	}
	if o.soak > 0 {
		return nil
	}
	for _, tool := range []string{"wrk", "nginx", "taskset"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("there is no %s: install it (Debian: apt-get install wrk nginx-light libnginx-mod-http-brotli-static util-linux)", tool)
		}
	}
	if _, err := os.Stat(brotliModule); err != nil {
		return fmt.Errorf("nginx has no %s: install it (Debian: apt-get install libnginx-mod-http-brotli-static)", brotliModule)
	}
	return nil
}

// cores are the processor cores of the servers and of the load generator.
type cores struct{ server, load int }

// chooseCores takes the first two cores that this process may use. With one,
// both share it.
func chooseCores() (cores, error) {
	allowed, err := allowedCores()
	if err != nil {
		return cores{}, err
	}
	return cores{server: allowed[0], load: allowed[min(1, len(allowed)-1)]}, nil
}

func (c cores) String() string {
	if c.server == c.load {
		return "server and load on the one core there is: the figures tell little"
	}
	return fmt.Sprintf("server on core %d, load on core %d", c.server, c.load)
}

// pinned is a command that runs on one core only.
func pinned(ctx context.Context, core int, name string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "taskset", append([]string{"-c", strconv.Itoa(core), name}, args...)...)
}
