package i18n

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/locales"
)

// forms are the plural forms that each language has, no more and no fewer.
var forms = map[Lang][]string{EN: {"one", "other"}, KO: {"other"}}

// kinds are the kinds of term.
var kinds = []string{"cause", "component", "symptom", "factor", "domain", "org"}

// built lists the keys that the program puts together. A * is the part that
// varies; the list says what can stand there.
var built = map[string][]string{
	"*.definition":      each("kind.", append(kinds, "severity")),
	"*.heading":         each("error.", statuses),
	"*.many":            each("kind.", append(kinds, "severity")),
	"*.message":         each("error.", statuses),
	"*_reviewed":        {"review.human", "review.machine"},
	"*_unreviewed":      {"review.human", "review.machine"},
	"api.*":             append(apiSections, "live"),
	"api.*.file":        {"json", "changes", "export", "feeds", "forms", "live"},
	"api.*.text":        apiSections,
	"case.neighbours.*": {"cause", "org"},
	"filter.*":          {"from", "not", "q", "to"},
	"item.*":            {"done", "planned", "unknown"},
	"kind.*.definition": kinds,
	"kind.*.many":       append(kinds, "severity"),
	"kind.*.one":        append(kinds, "severity"),
	"language.*":        {"en", "ko"},
	"month.*":           {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"},
	"nav.*":             {"stats", "cases", "causes", "components", "symptoms", "factors", "domains", "orgs", "about", "api"},
	"phase.*":           {"trigger", "impact", "detected", "diagnosed", "mitigated", "resolved"},
	"problem.*":         {"form", "no_param", "none_such", "past_end", "range", "repeated", "too_long", "too_many", "unknown"},
	"problem.fix.*":     {"from", "not", "page", "per_page", "q", "sort", "to", "view", "year"},
	"sort.*":            {"newest", "oldest", "relevance", "updated"},
	"source.*":          {"official-blog", "official-report", "official-status", "press", "repo-document"},
	"timeline.*":        {"known", "impact", "paused", "unsure", "undetected"},
	"view.*":            {"compact", "detailed"},
}

// apiSections are the ways in that the page on the API tells of.
var apiSections = []string{"json", "errors", "changes", "export", "feeds", "forms", "mcp"}

// statuses are the HTTP statuses that have words of their own.
var statuses = []string{"400", "404", "405", "413", "414", "429", "500", "503"}

// each puts a prefix before every value.
func each(prefix string, values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = prefix + v
	}
	return out
}

// counters may follow a number in Korean without a space. Whatever else follows
// a placeholder may be a particle, whose form depends on the word before it.
var counters = regexp.MustCompile(`^(건|번째|개|곳|년|월|일|시간|분|초|배|쪽|자|명|가지|회)`)

// message is a message by plural form; one without forms has only "other".
type message map[string]string

func (m message) isPlural() bool { return len(m) > 1 }

// readMessages reads a locale file, with its keys in the order of the file.
func readMessages(t *testing.T, l Lang) (messages map[string]message, keys []string) {
	t.Helper()
	content, err := fs.ReadFile(locales.FS, fmt.Sprintf("active.%s.json", l))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(content))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	messages = map[string]message{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			t.Fatal(err)
		}
		m := message{}
		if raw[0] == '"' {
			var s string
			err = json.Unmarshal(raw, &s)
			m["other"] = s
		} else {
			err = json.Unmarshal(raw, &m)
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", l, key, err)
		}
		messages[key.(string)] = m
		keys = append(keys, key.(string))
	}
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		t.Fatalf("%s: something follows the messages", l)
	}
	return messages, keys
}

func TestKeysAreTheSameInEveryLanguageAndSorted(t *testing.T) {
	_, en := readMessages(t, EN)
	_, ko := readMessages(t, KO)
	for _, keys := range [][]string{en, ko} {
		for i := 1; i < len(keys); i++ {
			if keys[i-1] >= keys[i] {
				t.Errorf("%q stands before %q: keys are sorted, each once", keys[i-1], keys[i])
			}
		}
	}
	for _, key := range en {
		if !slices.Contains(ko, key) {
			t.Errorf("Korean lacks %q", key)
		}
	}
	for _, key := range ko {
		if !slices.Contains(en, key) {
			t.Errorf("English lacks %q", key)
		}
	}
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z0-9_-]+)+$`)

func TestMessagesAreWhole(t *testing.T) {
	for _, l := range Langs {
		messages, _ := readMessages(t, l)
		for key, m := range messages {
			if !keyForm.MatchString(key) {
				t.Errorf("%s: the key %q is not of the form area.name", l, key)
			}
			for form, s := range m {
				if strings.TrimSpace(s) == "" || s != strings.TrimSpace(s) && key != "format.list_last" {
					t.Errorf("%s: %s (%s) is empty or has space around it: %q", l, key, form, s)
				}
				if !slices.Contains(forms[l], form) {
					t.Errorf("%s: %s has the plural form %q; the language has %v", l, key, form, forms[l])
				}
			}
		}
	}
	en, _ := readMessages(t, EN)
	for key, m := range en {
		if m["other"] == "" || m.isPlural() && m["one"] == "" {
			t.Errorf("en: %s lacks one of the forms %v", key, forms[EN])
		}
	}
}

var placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// placeholders returns the names that a text takes, sorted.
func placeholders(s string) []string {
	names := map[string]bool{}
	for _, m := range placeholder.FindAllStringSubmatch(s, -1) {
		names[m[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func TestPlaceholdersAreTheSameInEveryLanguage(t *testing.T) {
	en, _ := readMessages(t, EN)
	ko, _ := readMessages(t, KO)
	for key := range en {
		e, k := placeholders(en[key]["other"]), placeholders(ko[key]["other"])
		if !slices.Equal(e, k) {
			t.Errorf("%s takes %v in English and %v in Korean", key, e, k)
		}
		for _, name := range placeholders(en[key]["one"]) {
			if !slices.Contains(e, name) {
				t.Errorf("%s takes %s in the singular only", key, name)
			}
		}
		for _, m := range []message{en[key], ko[key]} {
			for _, s := range m {
				if rest := placeholder.ReplaceAllString(s, ""); strings.ContainsAny(rest, "{}<>") {
					t.Errorf("%s: braces or tags that are no placeholder {{.Name}}: %q", key, s)
				}
			}
		}
	}
}

// afterPlaceholder finds the Hangul that follows a placeholder, also past a
// closing quotation mark or bracket.
var afterPlaceholder = regexp.MustCompile(`\}\}[”’"'»」』)\]]*(\p{Hangul}+)`)

func TestNoParticleFollowsAPlaceholder(t *testing.T) {
	ko, _ := readMessages(t, KO)
	for key, m := range ko {
		for _, word := range particles(m["other"]) {
			t.Errorf("%s: %q follows a placeholder: write around it, or list it as a counter: %q", key, word, m["other"])
		}
	}
}

// particles returns the words that follow a placeholder and are no counters.
func particles(s string) (out []string) {
	for _, m := range afterPlaceholder.FindAllStringSubmatch(s, -1) {
		if !counters.MatchString(m[1]) {
			out = append(out, m[1])
		}
	}
	return out
}

func TestParticlesAreFound(t *testing.T) {
	for s, want := range map[string]int{
		"{{.Name}}을 찾을 수 없습니다": 1, "{{.Name}}가 없습니다": 1, "‘{{.Name}}’은 없습니다": 1, "{{.A}}와 {{.B}}로": 2, "{{.Name}}이라는 말": 1,
		"{{.Count}}건을 찾았습니다": 0, "{{.First}}~{{.Last}}번째": 0, "{{.Year}}년 {{.Month}} {{.Day}}일": 0, "조직: {{.Name}}": 0, "{{.Name}} 님": 0,
	} {
		if got := particles(s); len(got) != want {
			t.Errorf("%q: found %q, want %d", s, got, want)
		}
	}
}

// call is a place where the program asks for a message.
type call struct {
	at     token.Position
	method string   // T, F or N
	key    string   // with * for each part that is not written there
	args   []string // names given, sorted; nil where they cannot be read off
}

// program is what the source says of messages: the calls, every string that is
// written out and every one that is put together.
type program struct {
	calls    []call
	literals map[string]bool
	patterns map[string]bool
}

// readProgram reads every Go file of the module but tests. Templates are read
// as the code that is generated from them.
func readProgram(t *testing.T) program {
	t.Helper()
	p := program{literals: map[string]bool{}, patterns: map[string]bool{}}
	root := filepath.Join("..", "..")
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool { return p.add(files, n) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *program) add(files *token.FileSet, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.BasicLit:
		if s := pattern(n); n.Kind == token.STRING {
			p.literals[s] = true
		}
	case *ast.BinaryExpr, *ast.CallExpr:
		if s := pattern(n.(ast.Expr)); strings.Trim(s, "*") != "" {
			p.patterns[s] = true
		}
	}
	c, ok := n.(*ast.CallExpr)
	if !ok || len(c.Args) == 0 {
		return true
	}
	f, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"T", "F", "N"}, f.Sel.Name) {
		return true
	}
	p.calls = append(p.calls, call{at: files.Position(c.Pos()), method: f.Sel.Name, key: pattern(c.Args[0]), args: argNames(c.Args[len(c.Args)-1])})
	return true
}

// pattern returns the text of an expression, with * for what is not written.
func pattern(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return s
		}
	case *ast.ParenExpr:
		return pattern(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return strings.ReplaceAll(pattern(e.X)+pattern(e.Y), "**", "*")
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			return regexp.MustCompile(`%[a-z]`).ReplaceAllString(pattern(e.Args[0]), "*")
		}
	}
	return "*"
}

// argNames returns the names in a literal of Args, sorted.
func argNames(e ast.Expr) []string {
	literal, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	names := []string{}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		names = append(names, pattern(pair.Key))
	}
	slices.Sort(names)
	return names
}

// builtKeys returns the keys that the patterns of built stand for.
func builtKeys() map[string]bool {
	keys := map[string]bool{}
	for p, values := range built {
		for _, v := range values {
			keys[strings.Replace(p, "*", v, 1)] = true
		}
	}
	return keys
}

func TestEveryKeyThatIsUsedExists(t *testing.T) {
	messages, _ := readMessages(t, EN)
	for key := range builtKeys() {
		if messages[key] == nil {
			t.Errorf("built says that %q is used: no such message", key)
		}
	}
	for _, c := range readProgram(t).calls {
		m := messages[c.key]
		switch {
		case c.key == "*": // a variable: its values are literals elsewhere
		case strings.Contains(c.key, "*"):
			if built[c.key] == nil {
				t.Errorf("%s: %s(%q) puts a key together: declare in built what it can be", c.at, c.method, c.key)
			}
		case m == nil:
			t.Errorf("%s: %s(%q): no such message", c.at, c.method, c.key)
		case m.isPlural() != (c.method == "N"):
			t.Errorf("%s: %s(%q): N is for messages with plural forms, and only for them", c.at, c.method, c.key)
		case c.method == "T" && len(placeholders(m["other"])) > 0:
			t.Errorf("%s: T(%q): the message takes %v: use F", c.at, c.key, placeholders(m["other"]))
		case c.method == "F" && c.args != nil && !slices.Equal(c.args, placeholders(m["other"])):
			t.Errorf("%s: F(%q) gives %v, the message takes %v", c.at, c.key, c.args, placeholders(m["other"]))
		case c.method == "N" && c.args != nil && !slices.Equal(c.args, slices.DeleteFunc(placeholders(m["other"]), func(s string) bool { return s == "Count" })):
			t.Errorf("%s: N(%q) gives %v, the message takes %v", c.at, c.key, c.args, placeholders(m["other"]))
		}
	}
}

func TestEveryKeyIsUsed(t *testing.T) {
	messages, _ := readMessages(t, EN)
	p := readProgram(t)
	made := builtKeys()
	for key := range messages {
		if !p.literals[key] && !made[key] {
			t.Errorf("nothing uses the message %q", key)
		}
	}
	for pattern := range built {
		if !p.patterns[pattern] {
			t.Errorf("nothing puts together a key like %q: take it out of built", pattern)
		}
	}
}
