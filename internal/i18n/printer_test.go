package i18n

import (
	"strings"
	"testing"
	"testing/fstest"
)

// messages is a set of locale files.
func messages(en, ko string) fstest.MapFS {
	return fstest.MapFS{"active.en.json": {Data: []byte(en)}, "active.ko.json": {Data: []byte(ko)}}
}

func TestPrinterWritesMessages(t *testing.T) {
	c, err := load(messages(
		`{"title": "Cases", "hello": "Hello, {{.Name}}", "cases": {"one": "{{.Count}} case of {{.Org}}", "other": "{{.Count}} cases of {{.Org}}"}}`,
		`{"title": "사례", "hello": "{{.Name}} 님, 안녕하세요", "cases": {"other": "{{.Org}} 사례 {{.Count}}건"}}`,
	))
	if err != nil {
		t.Fatal(err)
	}
	en, ko := c[EN], c[KO]
	org := Args{"Org": "GitHub"}
	for _, tt := range []struct{ got, want string }{
		{en.T("title"), "Cases"},
		{ko.T("title"), "사례"},
		{en.F("hello", Args{"Name": "<b>"}), "Hello, <b>"}, // escaping is the template's
		{ko.F("hello", Args{"Name": "지수"}), "지수 님, 안녕하세요"},
		{en.N("cases", 0, org), "0 cases of GitHub"},
		{en.N("cases", 1, org), "1 case of GitHub"},
		{en.N("cases", 1234, org), "1,234 cases of GitHub"},
		{ko.N("cases", 1, org), "GitHub 사례 1건"},
		{ko.N("cases", 1234, org), "GitHub 사례 1,234건"},
		{en.T("nothing"), "nothing"},
		{ko.F("nothing", nil), "nothing"},
		{ko.N("nothing", 2, nil), "nothing"},
		{en.F("hello", nil), "Hello, {{.Name}}"}, // a mistake of the caller, to be seen
		{en.F("hello", Args{"Name": 7}), "Hello, 7"},
		{en.F("hello", Args{"Name": 1.5}), "Hello, 1.5"},
		{en.N("title", 1, nil), "Cases"}, // no plural
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	if en.Lang() != EN || ko.Lang() != KO {
		t.Errorf("languages %s, %s", en.Lang(), ko.Lang())
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, tt := range map[string]struct{ en, ko, want string }{
		"a message that Korean lacks":          {`{"a": "A", "b": "B"}`, `{"a": "가"}`, `ko lack "b"`},
		"a message that English lacks":         {`{"a": "A"}`, `{"a": "가", "b": "나"}`, `en lack "b"`},
		"more of a template than placeholders": {`{"a": "{{if .A}}A{{end}}"}`, `{"a": "가"}`, "{{.Name}}"},
		"a malformed file":                     {`{"a": "A"}`, `{"a": `, "messages of ko"},
	} {
		if _, err := load(messages(tt.en, tt.ko)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if _, err := load(fstest.MapFS{}); err == nil {
		t.Error("no files: no error")
	}
}
