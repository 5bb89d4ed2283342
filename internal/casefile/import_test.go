package casefile

import (
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// vocabulariesOf reads the vocabularies of a folder, whatever its cases hold.
func vocabulariesOf(t *testing.T, files folder) map[incident.Kind]*incident.Vocabulary {
	t.Helper()
	vocabularies, issues := readVocabularies(files.vocab)
	if len(issues.Errors()) > 0 {
		t.Fatal("\n" + lines(issues))
	}
	return vocabularies
}

func fixtureVocabularies(t *testing.T) map[incident.Kind]*incident.Vocabulary {
	t.Helper()
	files, _ := readFiles(fixture())
	return vocabulariesOf(t, files)
}

// TestImportRecord imports a record with the keys of the existing library's
// API into the real vocabularies.
func TestImportRecord(t *testing.T) {
	f, err := os.Open("testdata/api-record.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	files, _ := readFiles(data.FS)
	cases, issues := importRecords(f, "api-record.json", vocabulariesOf(t, files))
	want := `api-record.json:1:245: warning: impact.scope: untranslated: it has no ko text; write it in Korean
api-record.json:1:317: warning: impact.region: untranslated: it has no ko text; write it in Korean
`
	if got := lines(issues); got != want || len(cases) != 1 {
		t.Fatalf("%d cases, issues\n%s\nwant\n%s", len(cases), got, want)
	}
	c := cases[0]
	if c.ID != "IL-0136" || c.OrgSlug != "microsoft-azure" || c.Severity != incident.UnknownSeverity || c.Status != incident.StatusPublished {
		t.Errorf("id %s, org_slug %s, severity %s, status %s", c.ID, c.OrgSlug, c.Severity, c.Status)
	}
	if c.Impact.Scope.EN == "" || !c.Impact.Users.IsZero() || c.Impact.Region.EN != "Sweden Central" {
		t.Errorf("impact %+v", c.Impact)
	}
	if c.Review.WrittenBy != incident.Machine || c.Review.ReviewedAt != nil {
		t.Errorf("review %+v", c.Review)
	}
	if !c.CreatedAt.Equal(c.UpdatedAt) || c.UpdatedAt.Nanosecond() != 523105000 {
		t.Errorf("created %v, updated %v", c.CreatedAt, c.UpdatedAt)
	}
	if c.Timeline.ResolvedAfter.String() != "5h 55m" || c.ActionItems[0].Status != incident.ItemUnknown {
		t.Errorf("timeline %+v, action items %+v", c.Timeline, c.ActionItems)
	}
	file, err := Marshal(&c)
	if err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{"cases/IL-0136.yaml": {Data: file}}
	for _, v := range files.vocab {
		folder[v.name] = &fstest.MapFile{Data: v.data}
	}
	if corpus, issues := Load(folder); corpus == nil || len(issues) != 2 {
		t.Errorf("the file loads with\n%s\n%s", lines(issues), file)
	}
}

// record is a minimal record of the API, with what a test adds or replaces.
func apiRecord(id, more string) string {
	return `{"id": "` + id + `", "org": "Kakao", "date": "2022-10-15", "date_kind": "incident",
"title": {"en": "A fire", "ko": "화재"}, "summary": {"en": "A fire.", "ko": "불이 났다."},
"domain": [], "root_cause": null, "symptoms": [], "components": [], "contributing": [],
"sources": [{"url": "https://example.com/x", "kind": "press"}],` + more + `
"updated_at": "2026-11-10T00:00:35.5Z", "review": {"written_by": "human"}}`
}

// importRecords gives the cases of records, in their order, if no issue is an
// error.
func importRecords(r io.Reader, name string, vocabularies map[incident.Kind]*incident.Vocabulary) ([]incident.Case, Issues) {
	records, issues := readRecords(r, name, vocabularies)
	if len(issues.Errors()) > 0 {
		return nil, issues
	}
	return casesOf(records), issues
}

func importText(t *testing.T, s string) ([]incident.Case, Issues) {
	t.Helper()
	return importRecords(strings.NewReader(s), "in.json", fixtureVocabularies(t))
}

func TestImportForms(t *testing.T) {
	one, two := apiRecord("IL-0001", ""), apiRecord("IL-0002", "")
	line := func(s string) string { return strings.ReplaceAll(s, "\n", " ") }
	for name, input := range map[string]string{
		"array":             "[" + one + ",\n" + two + "]",
		"JSON Lines":        line(one) + "\n" + line(two) + "\n",
		"JSON Lines, CRLF":  line(one) + "\r\n" + line(two) + "\r\n\r\n",
		"byte order mark":   "\uFEFF" + one + two,
		"array after array": "[" + one + "]\n[" + two + "]",
	} {
		t.Run(name, func(t *testing.T) {
			cases, issues := importText(t, input)
			if len(issues) > 0 || len(cases) != 2 || cases[0].ID != "IL-0001" || cases[1].ID != "IL-0002" {
				t.Errorf("%d cases, issues\n%s", len(cases), lines(issues))
			}
		})
	}
}

// TestImportMapping has a subtest for each thing that the API says otherwise
// than a case file.
func TestImportMapping(t *testing.T) {
	for _, test := range []struct {
		name, more string
		ok         func(incident.Case) bool
	}{
		{"derived keys", `"url": "https://example.com/cases/IL-0001", "org_slug": "kakao",`,
			func(c incident.Case) bool { return c.OrgSlug == "kakao" }},
		{"impact in both languages", `"impact": {"scope": "All", "users": "unknown", "region": "Korea"}, "impact_text": {"scope": {"en": "All", "ko": "전부"}, "users": null, "region": {"en": "Korea", "ko": "한국"}},`,
			func(c incident.Case) bool {
				return c.Impact.Scope.KO == "전부" && c.Impact.Users.IsZero() && c.Impact.Region.KO == "한국"
			}},
		{"impact_text is null", `"impact": {"scope": {"en": "All", "ko": "전부"}}, "impact_text": null,`,
			func(c incident.Case) bool { return c.Impact.Scope.KO == "전부" }},
		{"impact unknown", `"impact": {"scope": "", "users": "Unknown ", "region": null},`,
			func(c incident.Case) bool { return c.Impact == incident.Impact{} }},
		{"no impact", `"impact": null, "timeline": null,`,
			func(c incident.Case) bool { return c.Impact == incident.Impact{} && c.Timeline.Events == nil }},
		{"neither language", `"lessons": {"en": "", "ko": null}, "trigger": "",`,
			func(c incident.Case) bool { return c.Lessons.IsZero() && c.Trigger.IsZero() }},
		{"null for a list", `"tried": null, "aliases": null, "related": null, "docs": null, "action_items": null,`,
			func(c incident.Case) bool { return c.Tried == nil && c.Aliases == nil }},
		{"null for a default", `"severity": null, "status": null,`,
			func(c incident.Case) bool {
				return c.Severity == incident.UnknownSeverity && c.Status == incident.StatusPublished
			}},
		{"own created_at", `"created_at": "2026-11-09T00:00:00Z",`,
			func(c incident.Case) bool { return c.CreatedAt.Day() == 9 }},
		{"escapes", `"lessons": {"en": "\ud83d\ude00 \/ \"x\"\r\nEnd", "ko": "\uac00 가"},`,
			func(c incident.Case) bool { return c.Lessons.EN == "😀 / \"x\"\nEnd" && c.Lessons.KO == "가 가" }},
		{"all of ours", `"tried": [{"text": {"en": "A", "ko": "가"}, "at": "2022-10-15T15:30:00.25+09:00"}], "aliases": ["K-1"], "root_cause_text": {"en": "a", "ko": "가"}, "status": "withdrawn", "reason": {"en": "Twice", "ko": "두 번"}, "merged_into": "IL-1001",`,
			func(c incident.Case) bool {
				return c.Tried[0].At.String() == "2022-10-15T15:30:00.25+09:00" && c.MergedInto == "IL-1001"
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			cases, issues := importText(t, apiRecord("IL-0001", test.more))
			if len(issues) > 0 {
				t.Fatal("\n" + lines(issues))
			}
			if !test.ok(cases[0]) {
				t.Errorf("%+v", cases[0])
			}
		})
	}
}

// TestImportIssues has a subtest for each kind of problem of a record.
func TestImportIssues(t *testing.T) {
	for _, test := range []struct{ name, more, want string }{
		{"unknown key", `"sevrity": "major",`, `5:1: sevrity: no key is called "sevrity"; did you mean "severity"?`},
		{"key twice", `"org": "Kakao",`, "5:1: org: this key stands here twice; remove one of them"},
		{"unknown slug", `"aliases": [], "tried": [{"text": {"en": "A", "ko": "가"}, "when": 1}],`, `5:59: tried[0].when: no key is called "when"; the keys here are at, text`},
		{"wrong type", `"aliases": "K-1",`, "5:12: aliases: this is text, but must be a list; write [K-1]"},
		{"wrong author", `"severity": "sev1",`, `5:13: severity: "sev1" is not one of the values; write critical, major, minor or unknown`},
		{"unsafe address", `"docs": ["https://example.com", "http://localhost/"],`, "5:33: docs[1]: the address is unsafe: localhost is not a host of the public internet; write the public http or https address of the document"},
		{"control character", `"lessons": {"en": "a\u0000b", "ko": "가"},`, "5:19: lessons.en: the text holds U+0000, a control character; remove it"},
		{"lone surrogate", `"lessons": {"en": "a\ud83d", "ko": "가"},`, "5:19: lessons.en: the text holds U+FFFD, the mark of a failed conversion; remove it"},
		{"untranslated", `"lessons": {"en": "A"},`, "5:12: warning: lessons: untranslated: it has no ko text; write it in Korean"},
		{"untranslated impact", `"impact": {"region": "Korea"},`, "5:22: warning: impact.region: untranslated: it has no ko text; write it in Korean"},
		{"parity", `"lessons": {"en": "At 10:03", "ko": "그때"},`, "5:12: warning: lessons: the clock times differ: only en has 10:03; state the same in both languages"},
		{"too deep", `"x": ` + strings.Repeat("[", 40), "5:38: not valid JSON: nested more than 32 levels deep; export the record again"},
		{"broken", `"x": }`, "5:6: not valid JSON: invalid character '}' looking for beginning of value; export the record again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cases, issues := importText(t, apiRecord("IL-0001", "\n"+test.more))
			if got, want := lines(issues), "in.json:"+test.want+"\n"; got != want {
				t.Errorf("issues\n%s\nwant\n%s", got, want)
			}
			if (cases == nil) != (len(issues.Errors()) > 0) {
				t.Errorf("%d cases", len(cases))
			}
		})
	}
}

func TestImportInputs(t *testing.T) {
	one := apiRecord("IL-0001", "")
	for _, test := range []struct{ name, input, want string }{
		{"nothing", "", "in.json:1:1: the file holds no record; give it one object, an array of them, or JSON Lines"},
		{"no record", "[]\n", "in.json:1:1: the file holds no record; give it one object, an array of them, or JSON Lines"},
		{"no object", `"IL-0001"`, "in.json:1:1: this is text, but must be a group of keys; write the keys that data/README.md names"},
		{"the end is missing", one[:len(one)-2], "in.json:5:73: not valid JSON: the input ends in the middle of a record; export the record again"},
		{"not UTF-8", "{\n\"a\": \"\xff\"}", "in.json:2:7: the byte 0xFF is not valid UTF-8; save the file as UTF-8"},
		{"id twice", one + "\n" + one, "in.json:6:8: id: the record IL-0001 stands in line 1 already; remove one of the two"},
		{"unknown organisation", strings.Replace(one, `"Kakao"`, `"Kakoa"`, 1), `in.json:1:26: org: no organisation is called "Kakoa"; did you mean "Kakao"?`},
		{"unknown term", strings.Replace(one, `"symptoms": []`, `"symptoms": ["high-latencies"]`, 1), `in.json:3:48: symptoms[0]: no symptom is called "high-latencies"; did you mean "high-latency"?`},
		{"malformed id", strings.Replace(one, `IL-0001`, `IL-1`, 1), `in.json:1:8: id: "IL-1" has the wrong form; write IL- and four digits or more, such as IL-0136`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, issues := importText(t, test.input)
			if got := strings.TrimSuffix(lines(issues), "\n"); got != test.want {
				t.Errorf("issues\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
