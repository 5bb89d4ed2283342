package casefile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// dataFolder writes the fixture to disk.
func dataFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fixture()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func inputFile(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "in.json")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// caseNames lists what stands in the cases folder, hidden files too.
func caseNames(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "cases"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

const untouched = "IL-1001.yaml IL-1002.yaml IL-1003.yaml"

func TestImportFiles(t *testing.T) {
	dir := dataFolder(t)
	first := inputFile(t, apiRecord("IL-0001", `"related": ["IL-0002", "IL-1001"],`))
	second := inputFile(t, apiRecord("IL-0002", `"lessons": {"en": "A"},`))
	written, issues, err := ImportFiles(dir, []string{first, second}, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(issues), second+":4:75: warning: lessons: untranslated: it has no ko text; write it in Korean\n"; got != want {
		t.Errorf("issues\n%s\nwant\n%s", got, want)
	}
	if want := []string{filepath.Join(dir, "cases", "IL-0001.yaml"), filepath.Join(dir, "cases", "IL-0002.yaml")}; !slices.Equal(written, want) {
		t.Errorf("written %v, want %v", written, want)
	}
	corpus, loaded := Load(os.DirFS(dir))
	if corpus == nil || len(corpus.Cases) != 5 || len(loaded) != 1 {
		t.Errorf("the folder loads with\n%s", lines(loaded))
	}
	if got, want := caseNames(t, dir), "IL-0001.yaml IL-0002.yaml "+untouched; got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}
	info, err := os.Stat(written[0])
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestImportFilesRefuses has a subtest for each reason to write nothing at all.
func TestImportFilesRefuses(t *testing.T) {
	good := apiRecord("IL-0001", "")
	for _, test := range []struct {
		name, input, want string
	}{
		{"a wrong record beside a good one", good + "\n" + apiRecord("IL-0002", `"severity": "huge",`), `:9:76: severity: "huge" is not one of the values`},
		{"a case that exists", good + "\n" + apiRecord("IL-1002", ""), ":6:8: id: cases/IL-1002.yaml exists already; use --force to overwrite it"},
		{"a reference to no case", good + "\n" + apiRecord("IL-0002", `"related": ["IL-0001", "IL-9999"],`), ":9:87: related[1]: no case has the id IL-9999"},
		{"an alias of an existing case", apiRecord("IL-0001", `"aliases": ["7QL5-Z50"],`), `:4:76: aliases[0]: "7QL5-Z50" is an alias of IL-1001 already`},
		{"a case that would be too large", good + "\n" + apiRecord("IL-0002", `"lessons": {"en": "`+strings.Repeat("word ", 1<<18)+`", "ko": "교훈"},`),
			":6:1: the case would be a file of 1281 KiB, but case files hold at most 1024 KiB; shorten its texts"},
		{"an id twice", good + "\n" + good, ":6:8: id: the record IL-0001 stands in line 1 already"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, input := dataFolder(t), inputFile(t, test.input)
			written, issues, err := ImportFiles(dir, []string{input}, false)
			if err != nil || written != nil {
				t.Errorf("written %v, %v", written, err)
			}
			if len(issues) != 1 || !strings.HasPrefix(issues[0].String(), input+test.want) {
				t.Errorf("issues\n%s\nwant %s", lines(issues), test.want)
			}
			if got := caseNames(t, dir); got != untouched {
				t.Errorf("the folder holds %s", got)
			}
		})
	}
}

func TestImportOfOneIDFromTwoFiles(t *testing.T) {
	dir, one, two := dataFolder(t), inputFile(t, apiRecord("IL-0001", "")), inputFile(t, apiRecord("IL-0001", ""))
	_, issues, err := ImportFiles(dir, []string{one, two}, false)
	want := two + ":1:8: id: the record IL-0001 stands in " + one + " already; import one of the two\n"
	if got := lines(issues); got != want || err != nil {
		t.Errorf("issues\n%s\nwant\n%s", got, want)
	}
}

func TestImportByForce(t *testing.T) {
	dir := dataFolder(t)
	// The existing case is what others refer to: it may not vanish by accident.
	input := inputFile(t, apiRecord("IL-1001", ""))
	written, issues, err := ImportFiles(dir, []string{input}, true)
	if err != nil || len(issues) > 0 || len(written) != 1 {
		t.Fatalf("written %v, issues\n%s, %v", written, lines(issues), err)
	}
	corpus, _ := Load(os.DirFS(dir))
	if corpus == nil || corpus.Cases[0].Title.EN != "A fire" {
		t.Error("the case is not the imported one")
	}
}

// TestImportIntoAFolderWithErrors: what was wrong before does not stand in the
// way of what is right.
func TestImportIntoAFolderWithErrors(t *testing.T) {
	dir := dataFolder(t)
	broken := filepath.Join(dir, "cases", "IL-1003.yaml")
	if err := os.WriteFile(broken, []byte("id: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	input := inputFile(t, apiRecord("IL-0001", `"related": ["IL-1003"],`))
	written, issues, err := ImportFiles(dir, []string{input}, false)
	if err != nil || len(issues) > 0 || len(written) != 1 {
		t.Errorf("written %v, issues\n%s, %v", written, lines(issues), err)
	}
}

func TestImportWithoutVocabularies(t *testing.T) {
	dir, input := t.TempDir(), inputFile(t, apiRecord("IL-0001", ""))
	written, issues, err := ImportFiles(dir, []string{input}, false)
	if len(issues.Errors()) != 7 || written != nil || err != nil {
		t.Errorf("written %v, issues\n%s, %v", written, lines(issues), err)
	}
}

func TestImportIntoANewFolder(t *testing.T) {
	dir, input := dataFolder(t), inputFile(t, apiRecord("IL-0001", ""))
	if err := os.RemoveAll(filepath.Join(dir, "cases")); err != nil {
		t.Fatal(err)
	}
	written, issues, err := ImportFiles(dir, []string{input}, false)
	if err != nil || len(issues) > 0 || len(written) != 1 {
		t.Errorf("written %v, issues\n%s, %v", written, lines(issues), err)
	}
}

func TestImportOfNoFile(t *testing.T) {
	dir := dataFolder(t)
	_, _, err := ImportFiles(dir, []string{filepath.Join(dir, "none.json")}, false)
	if err == nil || !strings.Contains(err.Error(), "none.json") {
		t.Errorf("err %v", err)
	}
}

// TestImportIsTakenBack: a rename that fails undoes those before it.
func TestImportIsTakenBack(t *testing.T) {
	dir := dataFolder(t)
	before, err := os.ReadFile(filepath.Join(dir, "cases", "IL-1001.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	inTheWay := filepath.Join(dir, "cases", "IL-1004.yaml")
	if err := os.MkdirAll(filepath.Join(inTheWay, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	input := inputFile(t, apiRecord("IL-0001", "")+apiRecord("IL-1001", "")+apiRecord("IL-1004", ""))
	written, issues, err := ImportFiles(dir, []string{input}, true)
	if err == nil || written != nil || len(issues) > 0 {
		t.Errorf("written %v, issues\n%s, %v", written, lines(issues), err)
	}
	if got, want := caseNames(t, dir), untouched+" IL-1004.yaml"; got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}
	after, err := os.ReadFile(filepath.Join(dir, "cases", "IL-1001.yaml"))
	if err != nil || string(after) != string(before) {
		t.Errorf("the case that stood there is not back: %v", err)
	}
}
