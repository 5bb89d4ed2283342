package casefile

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// TestForm has a subtest for each way to break the form of a case file.
func TestForm(t *testing.T) {
	const full, short = "IL-1001.yaml", "IL-1002.yaml"
	expect(t, Error, []breakage{
		{"not a map", short, "", "«- a\n- b\n", "", "this is a list, but must be a group of keys", "write the keys that data/README.md names"},
		{"null file", short, "", "---\n«", "", "this is empty (null), but must be a group of keys", "write the keys"},
		{"missing key", full, "id: IL-1001\norg: Microsoft Azure\n", "«id: IL-1001\n", "org", "this key is missing", "add it: a `name` of vocab/orgs.yaml"},
		{"missing nested key", full, "    - at: \"2026-09-29T19:17:00+09:00\"\n      phase: detected\n", "    - «at: \"2026-09-29T19:17:00+09:00\"\n", "timeline.events[2].phase", "this key is missing", "add it"},
		{"neither language", full, "trigger: {en: A deployment, ko: 배포}", "trigger: «{}", "trigger", "nothing is written here", "write at least one of en, ko"},
		{"no source", short, "sources:\n  - url: https://example.com/fire\n    kind: press", "sources: «[]", "sources", "the list is empty", "add at least 1"},
		{"unknown key", full, "severity: major", "«severty: major", "severty", `no key is called "severty"`, `did you mean "severity"?`},
		{"unknown key far from all", full, "severity: major", "«zzzzzzzzzzzz: 1", "zzzzzzzzzzzz", "no key is called", "the keys here are action_items, aliases"},
		{"unknown nested key", full, "    due: ", "    «duedate: ", "action_items[0].duedate", `no key is called "duedate"`, `did you mean "due"?`},
		{"unknown language", full, "trigger: {en: A deployment, ko: 배포}", "trigger: {en: A deployment, «kr: 배포, ko: 배포}", "trigger.kr", "no key is called", `did you mean "ko"?`},
		{"key of the API", full, "severity: major", "«org_slug: microsoft-azure", "org_slug", "no key is called", `read this record with "incidentlib import"`},
		{"text for a list", full, "components: [cache]", "components: «cache", "components", "this is text, but must be a list", "write [cache]"},
		{"null for a list", full, "components: [cache]", "components:«", "components", "this is empty (null), but must be a list", "write a list, [] if there is nothing"},
		{"map for a list", full, "components: [cache]", "components: «{cache: true}", "components", "this is a group of keys, but must be a list", "write a list"},
		{"text for both languages", full, "trigger: {en: A deployment, ko: 배포}", "trigger: «A deployment", "trigger", "this is text, but must be a group of keys", "write {en: ..., ko: ...}"},
		{"impact as the API has it", full, "  scope: {en: Requests failed, ko: 요청이 실패했다}", "  scope: «unknown", "impact.scope", "this is text", "write {en: ..., ko: ...}"},
		{"number for text", full, "publisher: Microsoft", "publisher: «365", "sources[0].publisher", "this is a number, but must be text", `put it in quotes: "365"`},
		{"year without quotes", short, `date: "2026"`, "date: «2022", "date", "this is a number, but must be text", `put it in quotes: "2022"`},
		{"true for text", full, "publisher: Microsoft", "publisher: «true", "sources[0].publisher", "this is true or false, but must be text", `put it in quotes: "true"`},
		{"list for text", full, "publisher: Microsoft", "publisher: «[Microsoft]", "sources[0].publisher", "this is a list, but must be text", "write one text"},
		{"null for text", full, "date_kind: incident", "date_kind:«", "date_kind", "this is empty (null), but must be text", "write one text"},
		{"text for true", full, "approx: false", "approx: «about", "timeline.events[3].approx", "this is text, but must be true or false", "write true or false"},
		{"item of a list", full, "symptoms: [high-error-rate, high-latency]", "symptoms: [high-error-rate, «500]", "symptoms[1]", "this is a number", `put it in quotes: "500"`},
		{"empty text", full, "trigger: {en: A deployment, ko: 배포}", `trigger: {en: «"", ko: 배포}`, "trigger.en", "the text is empty", "leave the key out"},
		{"blank text", full, "publisher: Microsoft", `publisher: «" "`, "sources[0].publisher", "the text is empty", "leave the key out"},
		{"not one of the values", full, "severity: major", "severity: «sev1", "severity", `"sev1" is not one of the values`, "write critical, major, minor or unknown"},
		{"nearly one of the values", full, "phase: detected", "phase: «detection", "timeline.events[2].phase", "not one of the values", `did you mean "detected"?`},
		{"not one of the kinds of source", full, "kind: official-status", "kind: «blog", "sources[0].kind", "not one of the values", `did you mean "official-blog"?`},
		{"id of wrong form", full, "id: IL-1001", "id: «il-1001", "id", `"il-1001" has the wrong form`, "IL-0136"},
		{"id with too many zeros", full, "related: [IL-1002]", "related: [«IL-01002]", "related[0]", "wrong form", "IL-0136"},
		{"date of wrong form", full, `date: "2026-09-29"` + "\ndate_kind", `date: «"29.9.2026"` + "\ndate_kind", "date", `"29.9.2026" has the wrong form`, `write "2026-09-29", "2026-09" or "2026"`},
		{"time without offset", full, `created_at: "2026-11-28T00:00:00Z"`, `created_at: «"2026-11-28 00:00"`, "created_at", "wrong form", "a time with its offset"},
		{"event at a month", full, `at: "2026-09-29T15:58:00Z"`, `at: «"2026-09"`, "timeline.events[3].at", "wrong form", "or a full date"},
		{"duration of wrong form", full, "detected_after: 14m", "detected_after: «14 minutes", "timeline.detected_after", "wrong form", "5d 7h 30m or 14m"},
		{"address of wrong form", full, "url: https://azure", "url: «ftp://azure", "sources[0].url", "wrong form", "begins with https://"},
		{"language of wrong form", full, "language: en", "language: «English (US)", "sources[0].language", "wrong form", "en, ko or pt-BR"},
		{"value twice", full, "symptoms: [high-error-rate, high-latency]", "symptoms: [high-latency, high-error-rate, «high-latency]", "symptoms[2]", `"high-latency" stands in the list twice`, "remove one"},
		{"too long in en", full, "en: a deployment that cleared caches", "en: «" + strings.Repeat("a", 91), "root_cause_text.en", "the text has 91 characters", "shorten it to 90"},
		{"too long in ko", full, "ko: 캐시를 비운 배포}", "ko: «" + strings.Repeat("가", 91) + "}", "root_cause_text.ko", "the text has 91 characters", "shorten it to 90"},
	})
}

func TestLongestRootCauseText(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1001.yaml", "ko: 캐시를 비운 배포}", "ko: "+decomposed.String(strings.Repeat("각", 90))+"}")
	if _, issues := Load(fsys); len(issues) > 0 {
		t.Errorf("90 characters of Hangul in three parts each:\n%s", lines(issues))
	}
}

// TestSeveralAtOnce: one broken key hides no other.
func TestSeveralAtOnce(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1001.yaml", "symptoms: [high-error-rate, high-latency]", "symptoms: [1, a, a, b, b, high-latencies]")
	_, issues := Load(fsys)
	want := `cases/IL-1001.yaml:10:12: symptoms[0]: this is a number, but must be text; put it in quotes: "1"
cases/IL-1001.yaml:10:15: symptoms[1]: no symptom is called "a"; take one of vocab/symptoms.yaml or add it there
cases/IL-1001.yaml:10:18: symptoms[2]: "a" stands in the list twice; remove one of them
cases/IL-1001.yaml:10:21: symptoms[3]: no symptom is called "b"; take one of vocab/symptoms.yaml or add it there
cases/IL-1001.yaml:10:24: symptoms[4]: "b" stands in the list twice; remove one of them
cases/IL-1001.yaml:10:27: symptoms[5]: no symptom is called "high-latencies"; did you mean "high-latency"?
`
	if got := lines(issues); got != want {
		t.Errorf("issues\n%s\nwant\n%s", got, want)
	}
}

// rawSchema is a schema as it stands in its file.
func rawSchema(t *testing.T, name string) map[string]any {
	t.Helper()
	src, err := data.FS.ReadFile("schema/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(src, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// TestSchemas holds the schemas to what the messages rely on.
func TestSchemas(t *testing.T) {
	for _, name := range []string{caseSchema, vocabSchema} {
		root := rawSchema(t, name)
		if root["$schema"] != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s: $schema %v", name, root["$schema"])
		}
		walk(root, name, func(at string, s map[string]any) {
			if s["pattern"] != nil && s["patternErrorMessage"] == nil {
				t.Errorf("%s: a pattern without patternErrorMessage", at)
			}
		})
	}
}

// TestFormAgainstReference breaks each value of sound documents in many ways
// and asks a whole validator of JSON Schema whether the result is one.
func TestFormAgainstReference(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{caseSchema, vocabSchema} {
		if err := compiler.AddResource("file:///"+name, rawSchema(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	agree := func(name, schema string, root *yaml.Node, reference *jsonschema.Schema) bool {
		d := newDocument(name)
		d.read(root)
		if len(d.issues) > 0 {
			t.Fatalf("%s: not readable: %v", name, d.issues)
		}
		d.validate(schema)
		if err := reference.Validate(d.value); (err == nil) != (len(d.issues) == 0) {
			src, _ := yaml.Marshal(root)
			t.Errorf("%s: the reference says %v, we %v:\n%s", name, err, d.issues, src)
		}
		return len(d.issues) == 0
	}
	sound, broken := 0, 0
	for name, file := range fixture() {
		schema := caseSchema
		if strings.HasPrefix(name, vocabFolder) {
			schema = vocabSchema
		}
		reference := compiler.MustCompile("file:///" + schema)
		root := parseYAML(name, file.Data).root
		mutate(root, func() {
			if agree(name, schema, root, reference) {
				sound++
			} else {
				broken++
			}
		})
	}
	if t.Logf("%d sound, %d broken", sound, broken); sound < 1000 || broken < 1000 {
		t.Error("one kind is missing")
	}
}

// mutate makes, one at a time, every change to the values below a node, and
// calls judge after each.
func mutate(n *yaml.Node, judge func()) {
	whole := *n
	judge()
	for _, src := range []string{"null", `""`, "x", "2026-09-29T10:00:00Z", `"2026-09"`, "IL-1001", "1", "true", "{}", "{en: x}", "{en: x, kr: y}", "[]", "[x]", "[x, x]", "[1]", strings.Repeat("x", 91)} {
		*n = *parseYAML("", []byte("a: "+strings.Replace(src, "2026-09-29T10:00:00Z", `"2026-09-29T10:00:00Z"`, 1))).root.Content[1]
		judge()
	}
	*n = whole
	step := 1
	if n.Kind == yaml.MappingNode {
		step = 2
	}
	for i := 0; i+step <= len(n.Content); i += step {
		n.Content = slices.Concat(whole.Content[:i], whole.Content[i+step:]) // without it
		judge()
		n.Content = whole.Content
	}
	for _, child := range n.Content {
		if n.Kind == yaml.MappingNode && slices.Index(n.Content, child)%2 == 0 {
			continue // a key
		}
		mutate(child, judge)
	}
}

// TestSchemaDescriptions: an editor tells the author what each key is for.
func TestSchemaDescriptions(t *testing.T) {
	for _, name := range []string{caseSchema, vocabSchema} {
		walk(rawSchema(t, name), name, func(at string, s map[string]any) {
			properties, _ := s["properties"].(map[string]any)
			for key, p := range properties {
				property, _ := p.(map[string]any)
				description, _ := property["description"].(string)
				isObvious := key == "slug" || property["maxLength"] != nil || strings.HasSuffix(at, "aliases")
				if !isObvious && (description == "" || !strings.HasSuffix(description, ".")) {
					t.Errorf("%s: %s has the description %q", at, key, description)
				}
			}
		})
	}
}

// walk visits every subschema.
func walk(s map[string]any, at string, visit func(string, map[string]any)) {
	visit(at, s)
	for _, group := range []string{"properties", "$defs"} {
		members, _ := s[group].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			walk(members[name].(map[string]any), at+"/"+name, visit)
		}
	}
	if items, ok := s["items"].(map[string]any); ok {
		walk(items, at+"/items", visit)
	}
}

// TestSchemaValues: the schemas allow just what package incident knows.
func TestSchemaValues(t *testing.T) {
	for _, test := range []struct {
		address string
		want    any
	}{
		{"case.json#/properties/severity", incident.Severities},
		{"case.json#/properties/date_kind", []incident.DateKind{incident.DateOfIncident, incident.DateOfReport}},
		{"case.json#/properties/timeline/properties/events/items/properties/phase", incident.Phases},
		{"case.json#/properties/action_items/items/properties/status", []incident.ItemStatus{incident.ItemDone, incident.ItemPlanned, incident.ItemUnknown}},
		{"case.json#/properties/sources/items/properties/kind", incident.SourceKinds},
		{"case.json#/properties/review/properties/written_by", []incident.Author{incident.Human, incident.Machine}},
		{"case.json#/properties/status", []incident.Status{incident.StatusPublished, incident.StatusWithdrawn}},
		{"vocab.json#/properties/kind", vocabularyKinds},
	} {
		s := schemas().at(test.address)
		if s == nil {
			t.Errorf("nothing is at %s", test.address)
			continue
		}
		got := fmt.Sprint(s.Enum)
		if want := fmt.Sprint(test.want); sorted(got) != sorted(want) {
			t.Errorf("%s has %s, package incident %s", test.address, got, want)
		}
	}
}

func sorted(list string) string {
	words := strings.Fields(strings.Trim(list, "[]"))
	slices.Sort(words)
	return strings.Join(words, " ")
}
