package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
)

// asProgram makes the test binary run as the program itself, for tests of what
// only a process shows.
const asProgram = "RUN_AS_INCIDENTLIB"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		limitFiles(os.Getenv(fileLimit))
		main()
		return
	}
	// The settings of whoever runs the tests are not part of them.
	for _, s := range os.Environ() {
		if name, _, _ := strings.Cut(s, "="); strings.HasPrefix(name, "INCIDENTLIB_") {
			_ = os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}

// result is what a command line printed and its exit status.
type result struct {
	code     int
	out, err string
}

// command runs a command line that ends by itself.
func command(t *testing.T, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	code := run(t.Context(), args, &out, &err)
	return result{code, out.String(), err.String()}
}

// dataFolder returns a folder laid out like data/ that a test may change, with
// the vocabularies and the cases IL-0136 and IL-0248.
func dataFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, data.FS); err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob(filepath.Join(dir, "cases", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range cases {
		if base := filepath.Base(name); base != "IL-0136.yaml" && base != "IL-0248.yaml" {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// edit replaces text in a file of a test, which must be there.
func edit(t *testing.T, name, old, replacement string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(content), old, replacement, 1)
	if changed == string(content) {
		t.Fatalf("%s does not contain %q", name, old)
	}
	if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestHelpNamesEveryCommandAndFlag(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"--help"}, []string{"serve", "check", "import", "--version"}},
		{[]string{"serve", "--help"}, []string{
			`--addr=":8080"`, "($INCIDENTLIB_ADDR)", "--base-url=URL", "($INCIDENTLIB_BASE_URL)", "--data=DIR", "($INCIDENTLIB_DATA)",
			"--db-dir=DIR", "($INCIDENTLIB_DB_DIR)", `--default-lang="en"`, "($INCIDENTLIB_DEFAULT_LANG)",
			"--watch", "($INCIDENTLIB_WATCH)", "--force", "($INCIDENTLIB_FORCE)", "--admin-addr=ADDR", "($INCIDENTLIB_ADMIN_ADDR)",
			`--log-format="text"`, "($INCIDENTLIB_LOG_FORMAT)", "HUP", "Exit status",
		}},
		{[]string{"check", "--help"}, []string{"--data=DIR", "--strict", "($INCIDENTLIB_STRICT)"}},
		{[]string{"import", "--help"}, []string{"<file>", "--data=DIR", "--force", "($INCIDENTLIB_FORCE)"}},
	} {
		got := command(t, tt.args...)
		if got.code != exitOK || got.err != "" {
			t.Errorf("%v: exit status %d, stderr %q", tt.args, got.code, got.err)
		}
		for _, want := range tt.want {
			if !strings.Contains(strings.Join(strings.Fields(got.out), " "), want) {
				t.Errorf("%v does not name %s:\n%s", tt.args, want, got.out)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	t.Setenv("INCIDENTLIB_VERSION", "true") // a name that a deployment may well use: it means nothing to us
	if got := command(t, "--version"); got.code != exitOK || !strings.HasPrefix(got.out, "incidentlib ") || strings.Count(got.out, "\n") != 1 {
		t.Errorf("%+v", got)
	}
	if got := command(t, "check", "--data", dataFolder(t)); strings.HasPrefix(got.out, "incidentlib ") {
		t.Errorf("the variable prints the version: %+v", got)
	}
}

func TestWrongCommandLines(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "serve"},
		{[]string{"sreve"}, `did you mean "serve"?`},
		{[]string{"serve", "--adr", ":1"}, `did you mean "--addr"?`},
		{[]string{"serve", "extra"}, "extra"},
		{[]string{"serve", "--addr", "8080"}, `--addr "8080": this is no address to listen on`},
		{[]string{"serve", "--base-url", "example.org"}, "must begin with http:// or https://"},
		{[]string{"serve", "--data", "nowhere"}, `--data "nowhere": there is no such folder`},
		{[]string{"serve", "--default-lang", "fr"}, "write en or ko"},
		{[]string{"serve", "--watch"}, "--watch: the cases in the program never change"},
		{[]string{"serve", "--log-format", "xml"}, "write text or json"},
		{[]string{"check", "--data", "nowhere"}, `--data "nowhere": there is no such folder`},
		{[]string{"import"}, "<file>"},
		{[]string{"import", "cases.json"}, "name one with --data DIR"},
		{[]string{"import", "--data", ".", "cases.json"}, "the folder has no cases/ and no vocab/"},
	} {
		got := command(t, tt.args...)
		if got.code != exitUsage || got.out != "" || !strings.Contains(got.err, tt.want) || !strings.Contains(got.err, "--help") {
			t.Errorf("%v: %+v, want exit status %d and %q", tt.args, got, exitUsage, tt.want)
		}
	}
}

func TestConfigurationIsRefusedAtOnceAndWhole(t *testing.T) {
	t.Setenv("INCIDENTLIB_BASE_URL", "gopher://example.org")
	got := command(t, "serve", "--addr", "x", "--default-lang", "x")
	for _, want := range []string{`--addr "x"`, `--base-url "gopher://example.org"`, `--default-lang "x"`} {
		if got.code != exitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%+v, want exit status %d and %s", got, exitUsage, want)
		}
	}
}
