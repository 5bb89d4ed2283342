// Command incidentlib serves the Incident Library, checks its case files and
// imports new ones. "incidentlib --help" lists what it can do.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	_ "github.com/incidentlib/incidentlib/internal/prefault"
)

func main() {
	os.Exit(run(untilStopped(), os.Args[1:], os.Stdout, os.Stderr))
}

// untilStopped returns a context that ends with the first signal to stop. A
// second one ends the process at once, as if it were not awaited.
func untilStopped() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		signal.Stop(stop)
		cancel()
	}()
	return ctx
}

// commands is the command line. Each flag can also be given as an environment
// variable: --base-url as INCIDENTLIB_BASE_URL.
type commands struct {
	Serve   serveCmd         `cmd:"" help:"Serve the site."`
	Check   checkCmd         `cmd:"" help:"Check case files and vocabularies."`
	Import  importCmd        `cmd:"" help:"Write case files from records in the API's shape."`
	Export  exportCmd        `cmd:"" help:"Write the whole site as files, for any web server."`
	MCP     mcpCmd           `cmd:"" name:"mcp" help:"Answer an AI agent on standard input and output (Model Context Protocol)."`
	Version kong.VersionFlag `env:"-" help:"Print the version and exit."`
}

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // the command could not do its work, or found errors
	exitUsage  = 2 // the command line or the configuration is wrong
	exitCutOff = 3 // serve was stopped as asked, but requests were cut off
)

// streams is where a command writes: results to out, all else to err.
type streams struct{ out, err io.Writer }

// errReported is the error of a command that has already said what is wrong.
var errReported = errors.New("reported")

// usageError is the error of a command that was called wrongly.
type usageError struct{ error }

// run carries out one command line until it is done or ctx ends, and returns
// the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var cli commands
	exited := false // --help and --version print and want to exit
	parser, err := kong.New(&cli,
		kong.Name("incidentlib"),
		kong.Description("A library of public post-incident reports, in English and Korean."),
		kong.DefaultEnvars("INCIDENTLIB"),
		kong.Vars{"version": version()},
		kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 100}),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{stdout, stderr}),
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	command, err := parser.Parse(args)
	if exited {
		return exitOK
	}
	if err != nil {
		return fail(stderr, usageError{err})
	}
	return fail(stderr, command.Run())
}

// fail says what went wrong, if anything did, and returns the exit status.
func fail(stderr io.Writer, err error) int {
	switch usage := (usageError{}); {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "incidentlib: %s\nRun \"incidentlib --help\" to see what can be given.\n", indent(err))
		return exitUsage
	case errors.Is(err, errCutOff):
		fmt.Fprintf(stderr, "incidentlib: %s\n", indent(err))
		return exitCutOff
	default:
		fmt.Fprintf(stderr, "incidentlib: %s\n", indent(err))
		return exitFailed
	}
}

// indent sets further lines of an error off from the first.
func indent(err error) string { return strings.ReplaceAll(err.Error(), "\n", "\n  ") }

// version names the build: a release, else the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	v := strings.Trim(info.Main.Version, "()")
	if commit := settings["vcs.revision"]; v == "devel" && commit != "" {
		v = commit
		if settings["vcs.modified"] == "true" {
			v += " with changes"
		}
	}
	return fmt.Sprintf("incidentlib %s (%s)", v, info.GoVersion)
}
