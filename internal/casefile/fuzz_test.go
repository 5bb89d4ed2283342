package casefile

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// FuzzLoad takes any bytes as a case file. Every issue must have a place and
// words, and a case that loads must survive being written.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		case1001, case1002, case1003, "", "---\n---\n", "{", "a: *b", "&a [*a]", "? {a: b}\n: c", "\"\\ud83d\"", "\xff\xfe", "a: !!binary x",
		"timeline: {events: [1, {at: 1}, {at: \"2026-09-29T24:00:00Z\"}]}", "sources: [[], {url: {}}]", "- - - - -", "<<: {a: 1}", "title: {en: [], kr: 1}",
	} {
		f.Add([]byte(s))
	}
	files, _ := readFiles(fixture())
	vocabularies, _ := readVocabularies(files.vocab)
	f.Fuzz(func(t *testing.T, src []byte) {
		records, issues := readCases([]file{files.cases[0], files.cases[1], {"cases/IL-1003.yaml", src}}, vocabularies)
		checkIssues(t, issues, bytes.Count(src, []byte("\n"))+bytes.Count(src, []byte("\r"))+2)
		if len(issues.Errors()) > 0 {
			return
		}
		cases := casesOf(records)
		link(cases)
		c := cases[2]
		if got, file := reload(t, c); !reflect.DeepEqual(got, c) {
			t.Errorf("the case comes back as\n%+v\nwant\n%+v\n%s", got, c, file)
		}
	})
}

// FuzzImport takes any bytes as a file of records.
func FuzzImport(f *testing.F) {
	for _, s := range []string{apiRecord("IL-0001", ""), "[" + apiRecord("IL-0001", `"impact": {"scope": "x", "users": ["unknown"]}, "impact_text": 1,`) + "]", "{}{}", "[[[", "null", `{"en": null}`, `{"impact": {"scope": {"en": ""}}}`} {
		f.Add([]byte(s))
	}
	files, _ := readFiles(fixture())
	vocabularies, _ := readVocabularies(files.vocab)
	f.Fuzz(func(t *testing.T, src []byte) {
		cases, issues := importRecords(bytes.NewReader(src), "in.json", vocabularies)
		checkIssues(t, issues, bytes.Count(src, []byte("\n"))+1)
		for _, c := range cases {
			if _, err := Marshal(&c); err != nil {
				t.Error(err)
			}
		}
	})
}

func checkIssues(t *testing.T, issues Issues, lastLine int) {
	t.Helper()
	for _, i := range issues {
		if i.File == "" || i.Line < 1 || i.Column < 1 || i.Message == "" || strings.Contains(i.String(), "\n") {
			t.Errorf("an issue without place or words: %#v", i)
		}
		if i.Line > lastLine && !strings.HasSuffix(i.File, "IL-1001.yaml") && !strings.HasSuffix(i.File, "IL-1002.yaml") {
			t.Errorf("line %d of %d: %s", i.Line, lastLine, i)
		}
	}
}

// FuzzMarshal: a case with any text in it comes back as it was.
func FuzzMarshal(f *testing.F) {
	for _, s := range awkward {
		f.Add(s, s+"\n\n"+s, s)
	}
	full := loadFixture(f)[0]
	f.Fuzz(func(t *testing.T, en, ko, word string) {
		en, ko, word = normal(en), normal(ko), normal(word)
		for _, s := range []string{en, ko, word} {
			if !isText(s) {
				t.Skip()
			}
		}
		c := full
		c.Summary = incident.Text{EN: en, KO: ko}
		c.Tried = []incident.Step{{Text: incident.Text{EN: en, KO: en}}}
		c.Review.ReviewedBy = word
		if id, ok := incident.CanonicalID(word); !ok || id > "IL-1003" {
			c.Aliases = []string{incident.OneLine(word)}
		}
		if got, file := reload(t, c); !reflect.DeepEqual(got, c) {
			t.Errorf("the case comes back as\n%+v\nwant\n%+v\n%s", got, c, file)
		}
	})
}

// isText reports whether a file may hold the text.
func isText(s string) bool {
	return strings.Trim(s, " \t\n\v\f\r") != "" && !strings.ContainsFunc(s, func(r rune) bool { return forbidden(r) != "" })
}
