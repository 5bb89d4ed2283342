package casefile

import (
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/unicode/norm"
)

var decomposed = norm.NFD

func TestParse(t *testing.T) {
	const yaml, title = "IL-1002.yaml", "title: {en: A fire, ko: 화재}"
	expect(t, Error, []breakage{
		{"empty file", yaml, "", "", "", "the file is empty", "write a case"},
		{"only comments", yaml, "", "# nothing\n", "", "the file is empty", "write a case"},
		{"colon in plain text", yaml, title, "title: a«: b", "", "mapping values are not allowed", "quotes"},
		{"tab as indentation", yaml, "sources:\n  - url", "sources:\n«\t- url", "", "cannot start any token", "indent with spaces"},
		{"unclosed quote", yaml, "{written_by: human}", "{written_by: human, reviewed_by: «\"x}", "", "unexpected end of stream", "close the quote"},
		{"unclosed bracket", yaml, title, "title: «{en: A fire, ko: 화재", "", "did not find expected ',' or '}'", "close the bracket"},
		{"bad indentation", yaml, "    kind: press", "   «kind: press", "", "did not find expected", "indentation"},
		{"bad escape", yaml, title, "title: {en: \"«\\d\", ko: 화재}", "", "escape character", "double the backslash"},
		{"position after Hangul", yaml, title, "title: {ko: 화재, en: «@x}", "", "cannot start any token", "quotes"},
		{"two documents", yaml, "{written_by: human}", "{written_by: human}\n«---\nid: IL-1004\n", "", "a second document", "a file of its own"},
		{"syntax error in a second document", yaml, "{written_by: human}", "{written_by: human}\n---\nid: «@\n", "", "cannot start any token", "quotes"},
		{"key twice", yaml, "date_kind: report", "date_kind: report\n«date_kind: incident", "date_kind", "twice", "remove one"},
		{"nested key twice", yaml, title, "title: {en: A fire, «en: Fire, ko: 화재}", "title.en", "twice", "remove one"},
		{"anchor", yaml, title, "title: «&x {en: A fire, ko: 화재}", "title", "anchor &x", "write the value out"},
		{"unknown alias", yaml, title, "title: {en: «*x, ko: 화재}", "", "unknown anchor", "quotes"},
		{"merge key", yaml, title, "title: {«<<: {en: A fire}, en: A fire, ko: 화재}", "title.<<", "merge key", "write the keys out"},
		{"tag", yaml, "root_cause: null", "root_cause: «!!str 7", "root_cause", "tag !!str", "in quotes"},
		{"own tag", yaml, title, "title: «!x {en: A fire, ko: 화재}", "title", "tag !x", "leave it out"},
		{"key that is no word", yaml, title, title + "\n«1: x", "", "a key must be a plain word", "data/README.md"},
		{"too deep", yaml, title, "title: " + strings.Repeat("[", 30) + "[[«[" + strings.Repeat("[", 3000), "", "exceeded max depth", "less deep"},
		{"unquoted date", yaml, `date: "2026"`, "date: «2026-10-15", "date", "a date without quotes", `quote it: "2026-10-15"`},
		{"unquoted time", yaml, `updated_at: "2026-11-28T00:00:00Z"`, "updated_at: «2026-11-28T00:00:00Z", "updated_at", "without quotes", `quote it: "2026-11-28T00:00:00Z"`},
		{"not UTF-8", yaml, title, "title: {en: A fire, ko: 화재«\xff}", "", "byte 0xFF is not valid UTF-8", "as UTF-8"},
		{"UTF-16", yaml, "", "\xff\xfea\x00", "", "0xFF is not valid UTF-8", "as UTF-8"},
		{"NUL", yaml, title, "title: {en: A fire, ko: 화재«\x00}", "", "U+0000, a control character", "remove it"},
		{"escaped control character", yaml, title, `title: {en: «"A \e fire", ko: 화재}`, "title.en", "U+001B, a control character", "remove it"},
		{"carriage return alone", yaml, title, `title: {en: «"A \r fire", ko: 화재}`, "title.en", "U+000D, a control character", "remove it"},
		{"bidirectional override", yaml, title, "title: {en: «A \u202E fire, ko: 화재}", "title.en", "U+202E, which changes the direction", "remove it"},
		{"failed conversion", yaml, title, "title: {en: «A \uFFFD fire, ko: 화재}", "title.en", "U+FFFD, the mark of a failed conversion", "remove it"},
		{"byte order mark inside", yaml, title, "title: {en: «A\uFEFF fire, ko: 화재}", "title.en", "U+FEFF, a byte order mark", "remove it"},
		{"line separator", yaml, title, `title: {en: «"A \L fire", ko: 화재}`, "title.en", "U+2028, a line separator", "remove it"},
		{"noncharacter", yaml, title, "title: {en: A fire, ko: 화재«\uFFFE}", "", "U+FFFE, which is no character", "remove it"},
	})
}

func TestAlias(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1002.yaml", "title: {en: A fire, ko: 화재}", "title: &x {en: A fire, ko: 화재}")
	edit(t, fsys, "cases/IL-1002.yaml", "summary: {en: There was a fire., ko: 불이 났다.}", "summary: *x")
	_, issues := Load(fsys)
	want := `cases/IL-1002.yaml:5:8: title: the anchor &x is not allowed; write the value out at each place
cases/IL-1002.yaml:6:10: summary: the alias *x is not allowed; write the value out
`
	if got := lines(issues); got != want {
		t.Errorf("issues\n%s\nwant\n%s", got, want)
	}
}

// TestJSONCaseFile: JSON is YAML, so a case file may be written in it.
func TestJSONCaseFile(t *testing.T) {
	fsys := fixture()
	fsys["cases/IL-1003.yaml"] = &fstest.MapFile{Data: []byte(`{"id":"IL-1003","org":"Kakao","date":"2022-10","date_kind":"incident",
"title":{"en":"The same fire","ko":"같은 화재"},"summary":{"en":"The same.","ko":"같다."},"domain":[],"root_cause":null,
"symptoms":[],"components":[],"contributing":[],"sources":[{"url":"https:\/\/example.com\/x","kind":"press"}],
"created_at":"2026-11-28T00:00:00Z","updated_at":"2026-11-28T00:00:00Z","review":{"written_by":"human"}}`)}
	if _, issues := Load(fsys); len(issues) > 0 {
		t.Error("\n" + lines(issues))
	}
}

// TestAKeyThatStandsTwiceInTwoForms, the one a list and the other a text.
func TestAKeyThatStandsTwiceInTwoForms(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1002.yaml", "", string(fsys["cases/IL-1002.yaml"].Data)+"sources: x\n&a symptoms: x\n")
	_, issues := Load(fsys)
	if got := lines(issues.Errors()); len(issues.Errors()) != 2 || !strings.Contains(got, "sources: this key stands here twice") || !strings.Contains(got, "a key must be a plain word") {
		t.Errorf("issues\n%s", got)
	}
	_, issues = importRecords(strings.NewReader(`{"sources": [{"url": ""}], "sources": ""}`), "in.json", nil)
	if !strings.Contains(lines(issues), "in.json:1:28: sources: this key stands here twice") {
		t.Errorf("issues\n%s", lines(issues))
	}
}

func TestAKeyWithALineEndIsOneLineOfIssues(t *testing.T) {
	_, issues := importRecords(strings.NewReader(`{"a\n\u001b[2J": 1}`), "in.json", nil)
	if got := lines(issues); strings.Count(got, "\n") != len(issues) || !strings.Contains(got, `a\n\x1b[2J`) {
		t.Errorf("issues\n%s", got)
	}
}
