// Package archtest holds the shape of the program: which package may import
// which. A new package or dependency is added here on purpose or not at all.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/incidentlib/incidentlib"

// anything allows every import of ours but testkit.
const anything = "*"

// mayImport lists, for each package of ours, which others of ours its code may
// import. A path that ends in /* stands for every package below it.
var mayImport = map[string][]string{
	"internal/incident": {},
	"internal/search":   {"internal/spelling"},
	"internal/spelling": {},
	"internal/prefault": {},
	"internal/config":   {},
	"internal/query":    {"internal/incident", "internal/spelling"},
	"internal/casefile": {"internal/incident", "internal/spelling", "data"}, // data: the schemas
	"internal/store":    {"internal/incident", "internal/search"},
	"internal/library":  {"internal/incident", "internal/spelling", "internal/query", "internal/search", "internal/casefile", "internal/store"},
	"internal/mcp":      {"internal/incident", "internal/spelling", "internal/query", "internal/library"},
	"internal/i18n":     {"locales"},
	"internal/watch":    {},
	"internal/testkit":  {anything},
	"internal/archtest": {},
	"views":             {"internal/i18n", "static"},
	"web":               {"internal/incident", "internal/spelling", "internal/query", "internal/library", "internal/mcp", "internal/i18n", "views", "static", "web/*"},
	"web/api":           {"internal/incident", "internal/spelling", "internal/query", "internal/library", "web/reply"},
	"web/feed":          {"internal/incident", "internal/query", "internal/library", "internal/i18n", "static", "web/api", "web/reply"},
	"web/cite":          {"internal/incident", "web/reply"},
	"web/card":          {},
	"web/export":        {},
	"web/reply":         {"web/conn"},
	"web/conn":          {},
	"web/client":        {},
	"web/pagecache":     {},
	"cmd/*":             {anything},
	"data":              {},
	"locales":           {},
	"static":            {},
}

// testsMayImport is what test files may import beyond what their package may.
var testsMayImport = []string{"internal/testkit", "data"}

// onlyIn names, for each dependency that is kept in one place, the packages
// whose code may import it, so that replacing it touches no other.
var onlyIn = map[string][]string{
	"github.com/labstack/echo":               {"web", "web/*"},
	"github.com/a-h/templ":                   {"views", "web"},
	"github.com/nicksnyder/go-i18n":          {"internal/i18n"},
	"modernc.org/sqlite":                     {"internal/store"},
	"github.com/RoaringBitmap/roaring":       {"internal/store", "internal/library"},
	"go.yaml.in/yaml":                        {"internal/casefile", "web/api"},
	"github.com/santhosh-tekuri/jsonschema":  {}, // tests alone: it takes longer to set itself up than all else
	"github.com/alecthomas/kong":             {"cmd/*"},
	"github.com/modelcontextprotocol/go-sdk": {"internal/mcp"},
	"golang.org/x/image":                     {"web/card"},
	"github.com/fsnotify/fsnotify":           {"internal/watch"},
	"github.com/gofrs/flock":                 {"internal/store"},
	"github.com/coreos/go-systemd":           {"cmd/*"},
	"github.com/maypok86/otter":              {"web/pagecache", "web/client"},
	"github.com/andybalholm/brotli":          {"web/pagecache", "web/export"},
	"github.com/klauspost/compress":          {"web/pagecache", "web/export"},
	"github.com/prometheus/client_golang":    {"web", "cmd/*"},
	"github.com/chromedp":                    {"internal/testkit"},
	"github.com/PuerkitoBio/goquery":         {"internal/testkit"},
}

// testOnly are dependencies that test files of any package may import too.
var testOnly = []string{"github.com/chromedp", "github.com/PuerkitoBio/goquery", "modernc.org/sqlite", "github.com/modelcontextprotocol/go-sdk", "go.yaml.in/yaml", "github.com/santhosh-tekuri/jsonschema", "github.com/andybalholm/brotli"}

// source is a Go file and what it imports.
type source struct {
	name    string // path from the module's root
	pkg     string // its folder
	imports []string
	test    bool // a _test.go file, or of a package for tests
}

func TestImports(t *testing.T) {
	for _, f := range sources(t) {
		for _, problem := range f.problems() {
			t.Errorf("%s: %s", f.name, problem)
		}
	}
}

// problems lists the imports of a file that the tables do not allow.
func (f source) problems() (out []string) {
	row, ok := match(f.pkg)
	if !ok {
		return []string{"the package " + f.pkg + " has no row in mayImport"}
	}
	allowed := slices.Clone(mayImport[row])
	if f.test {
		allowed = append(allowed, testsMayImport...)
	}
	for _, i := range f.imports {
		ours, isOurs := strings.CutPrefix(i, module+"/")
		switch {
		case !isOurs:
			out = append(out, f.foreignProblems(i)...)
		case ours == f.pkg || covers(allowed, ours):
		case ours == "internal/testkit":
			out = append(out, "only tests may import internal/testkit")
		case !slices.Contains(allowed, anything):
			out = append(out, f.pkg+" may not import "+ours)
		}
	}
	return out
}

func (f source) foreignProblems(imported string) (out []string) {
	for dependency, where := range onlyIn {
		if imported != dependency && !strings.HasPrefix(imported, dependency+"/") {
			continue
		}
		if !covers(where, f.pkg) && !(f.test && slices.Contains(testOnly, dependency)) {
			out = append(out, "only "+strings.Join(where, " and ")+" may import "+imported)
		}
	}
	return out
}

// match returns the row of mayImport for a package.
func match(pkg string) (row string, ok bool) {
	if _, ok := mayImport[pkg]; ok {
		return pkg, true
	}
	for row := range mayImport {
		if covers([]string{row}, pkg) {
			return row, true
		}
	}
	return "", false
}

// covers reports whether a list names a package, itself or by a /* above it.
func covers(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		above, wild := strings.CutSuffix(s, "/*")
		return s == pkg || wild && strings.HasPrefix(pkg, above+"/")
	})
}

// sources reads the imports of every Go file of the module, whatever its build
// tags. Nested modules and folders that the go command skips are left out.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == root {
				return nil
			}
			if strings.ContainsAny(d.Name()[:1], "._") || d.Name() == "testdata" || d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		f := source{name: filepath.ToSlash(rel), test: strings.HasSuffix(name, "_test.go")}
		f.pkg = path.Dir(f.name)
		for _, i := range parsed.Imports {
			s, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, s)
		}
		out = append(out, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTablesAreInUse fails for a row that nothing needs any more.
func TestTablesAreInUse(t *testing.T) {
	files := sources(t)
	for row := range mayImport {
		if !slices.ContainsFunc(files, func(f source) bool { return covers([]string{row}, f.pkg) }) {
			t.Errorf("mayImport has a row for %s, of which there is no code", row)
		}
	}
	for dependency := range onlyIn {
		if !slices.ContainsFunc(files, func(f source) bool {
			return slices.ContainsFunc(f.imports, func(i string) bool { return i == dependency || strings.HasPrefix(i, dependency+"/") })
		}) {
			t.Errorf("onlyIn names %s, which nothing imports", dependency)
		}
	}
}

// TestRulesCatch shows that the rules refuse what they are there to refuse.
func TestRulesCatch(t *testing.T) {
	tests := []struct {
		file source
		want string // part of the problem; empty for none
	}{
		{source{pkg: "web", imports: []string{module + "/internal/store"}}, "web may not import internal/store"},
		{source{pkg: "web", imports: []string{module + "/internal/casefile"}, test: true}, "web may not import internal/casefile"},
		{source{pkg: "web", imports: []string{module + "/internal/library", "net/http", "github.com/labstack/echo/v4"}}, ""},
		{source{pkg: "views", imports: []string{module + "/internal/incident"}}, "views may not import internal/incident"},
		{source{pkg: "views", imports: []string{"github.com/labstack/echo/v4/middleware"}}, "only web and web/* may import"},
		{source{pkg: "internal/query", imports: []string{module + "/internal/store"}}, "internal/query may not import internal/store"},
		{source{pkg: "internal/incident", imports: []string{module + "/data"}}, "internal/incident may not import data"},
		{source{pkg: "internal/library", imports: []string{"modernc.org/sqlite"}}, "only internal/store may import"},
		{source{pkg: "cmd/incidentlib", imports: []string{module + "/internal/testkit"}}, "only tests may import internal/testkit"},
		{source{pkg: "cmd/incidentlib", imports: []string{module + "/internal/testkit"}, test: true}, ""},
		{source{pkg: "cmd/incidentlib", imports: []string{module + "/internal/store", "github.com/alecthomas/kong"}}, ""},
		{source{pkg: "web", imports: []string{"github.com/PuerkitoBio/goquery"}}, "only internal/testkit may import"},
		{source{pkg: "web", imports: []string{"github.com/PuerkitoBio/goquery"}, test: true}, ""},
		{source{pkg: "internal/utils"}, "has no row"},
	}
	for _, tt := range tests {
		got := strings.Join(tt.file.problems(), "\n")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s importing %v: got %q, want %q", tt.file.pkg, tt.file.imports, got, tt.want)
		}
	}
}
