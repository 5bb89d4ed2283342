package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
)

func TestToolsAreDeclared(t *testing.T) {
	s := connect(t, serve(t))
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		a := tool.Annotations
		if a == nil || !a.ReadOnlyHint || !a.IdempotentHint || a.OpenWorldHint == nil || *a.OpenWorldHint || *a.DestructiveHint {
			t.Errorf("%s: annotations %+v", tool.Name, a)
		}
		if len(tool.Description) < 100 || tool.Title == "" {
			t.Errorf("%s is hardly described", tool.Name)
		}
		checkSchema(t, tool.Name, tool.InputSchema)
	}
	if want := []string{"get_incident", "get_topic", "list_incidents", "search_incidents", "vocab"}; !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}
	b, err := json.Marshal(list)
	if err != nil || len(b) >= maxAnswer {
		t.Errorf("the list of tools has %d bytes, %v", len(b), err)
	}
}

// checkSchema holds that a schema is strict and leaves nothing unsaid.
func checkSchema(t *testing.T, name string, schema any) {
	t.Helper()
	s, _ := schema.(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	if s["type"] != "object" || s["additionalProperties"] != false || len(properties) == 0 {
		t.Errorf("%s: schema %v", name, s)
	}
	for property, v := range properties {
		p := v.(map[string]any)
		if p["description"] == nil || p["type"] == nil {
			t.Errorf("%s.%s: %v", name, property, p)
		}
		values := p
		if items, ok := p["items"].(map[string]any); ok {
			values = items
		}
		if enum, ok := values["enum"].([]any); ok && len(enum) == 0 {
			t.Errorf("%s.%s has an empty enum", name, property)
		}
		if slices.Contains([]string{"lang", "kind", "sort", "severity", "fields"}, property) && values["enum"] == nil {
			t.Errorf("%s.%s has no enum", name, property)
		}
	}
}

func TestGetIncident(t *testing.T) {
	s := connect(t, serve(t))
	for _, id := range []string{"IL-0136", "il-136", "136", "7QL5-Z50"} {
		if r := ask(t, s, "get_incident", args{"id": id}); r.str("id") != "IL-0136" {
			t.Errorf("%s led to %s", id, r.str("id"))
		}
	}
	ko := ask(t, s, "get_incident", args{"id": "IL-0136", "lang": "ko"})
	title := ko.data["title"].(map[string]any)
	if !strings.Contains(ko.text, title["ko"].(string)) || !strings.Contains(ko.text, title["en"].(string)) {
		t.Errorf("not both titles in %.300s", ko.text)
	}
	for _, want := range []string{"## 무슨 일이 있었나", "배포 오류 (`deploy-rollout`)", "https://incidents.example/library/cases/IL-0136"} {
		if !strings.Contains(ko.text, want) {
			t.Errorf("no %q in %s", want, ko.text)
		}
	}
	some := ask(t, s, "get_incident", args{"id": "IL-0136", "fields": []string{"checks", "trigger"}})
	if some.str("summary") != "" || some.str("trigger") == "" || len(some.list("checks")) == 0 || some.data["left_out"] != nil {
		t.Errorf("fields were asked for: %s", some.text)
	}
	for _, c := range some.list("checks") {
		if c["command"] == "" || c["question"] == "" || c["term"] == nil {
			t.Errorf("check %v", c)
		}
	}
}

func TestListIncidents(t *testing.T) {
	s := connect(t, serve(t))
	all := ask(t, s, "list_incidents", args{"per_page": 5})
	if got := int(all.data["total"].(float64)); got != testLibrary().Edition().Total() || len(all.ids()) != 5 || all.str("next_cursor") == "" {
		t.Errorf("%d cases, %v", got, all.ids())
	}
	one := ask(t, s, "list_incidents", args{"cause": []string{"deploy-rollout"}, "component": []string{"cache"}, "year": []string{"2026"}, "from": "2026-09", "sort": "oldest"})
	if !slices.Contains(one.ids(), "IL-0136") {
		t.Errorf("%v", one.ids())
	}
	none := ask(t, s, "list_incidents", args{"year": []string{"1901"}})
	if len(none.ids()) != 0 || none.data["cases"] == nil || !strings.Contains(none.text, "No case matches") {
		t.Errorf("%s", none.text)
	}
	facets := ask(t, s, "list_incidents", args{"fields": []string{"facets"}, "per_page": 1})
	if len(facets.list("facets")) != 8 || facets.list("cases")[0]["root_cause"] == nil {
		t.Errorf("%s", facets.text)
	}
	prose := ask(t, s, "list_incidents", args{"fields": []string{"summary"}, "per_page": 1})
	if c := prose.list("cases")[0]; len(c["summary"].(string)) > maxProse+3 || c["shortened"] == nil || c["root_cause"] != nil {
		t.Errorf("%v", c)
	}
}

func TestSearchIncidents(t *testing.T) {
	s := connect(t, serve(t))
	r := ask(t, s, "search_incidents", args{"q": "헬스체크", "lang": "ko"})
	if len(r.ids()) == 0 || r.data["relaxed"] != false {
		t.Fatalf("%s", r.text)
	}
	marked := 0
	for _, c := range r.list("cases") {
		if m, ok := c["match"].(map[string]any); ok && strings.Contains(m["passage"].(string), "**") {
			marked++
		}
	}
	if marked == 0 {
		t.Errorf("nothing is marked: %s", r.text)
	}
	relaxed := ask(t, s, "search_incidents", args{"q": "cache deployment xyzzyplugh database"})
	if relaxed.data["relaxed"] != true || !strings.Contains(relaxed.text, "No case has every word") {
		t.Errorf("%s", relaxed.text)
	}
	none := ask(t, s, "search_incidents", args{"q": "xyzzyplugh"})
	if len(none.ids()) != 0 || !strings.Contains(none.text, "No case has these words") {
		t.Errorf("%s", none.text)
	}
}

func TestGetTopic(t *testing.T) {
	s := connect(t, serve(t))
	r := ask(t, s, "get_topic", args{"kind": "components", "slug": "database", "lang": "ko"})
	if len(r.list("occurs_with")) == 0 || len(r.list("cases")) == 0 || r.str("definition") == "" || !strings.Contains(r.text, "애플리케이션 데이터베이스") {
		t.Errorf("%s", r.text)
	}
	whole := ask(t, s, "get_topic", args{"kind": "components", "slug": "database", "fields": []string{"occurs_with"}})
	if len(whole.list("occurs_with")) <= len(r.list("occurs_with")) || whole.data["cases"] != nil {
		t.Errorf("%s", whole.text)
	}
	list := walk(t, newServer(t), "list_incidents", args{"component": []string{"database"}})
	if topic := walk(t, newServer(t), "get_topic", args{"kind": "components", "slug": "database"}); !slices.Equal(idsOf(topic), idsOf(list)) {
		t.Errorf("topic %v, list %v", idsOf(topic), idsOf(list))
	}
}

func TestVocab(t *testing.T) {
	s := connect(t, serve(t))
	for q, want := range map[string]string{"재시도 폭풍": "retry-storm", "kubernetis": "kubernetes", "OOMKilled": "oom-killed", "카카오": "kakao"} {
		r := ask(t, s, "vocab", args{"q": q})
		if terms := r.list("terms"); len(terms) == 0 || terms[0]["slug"] != want {
			t.Errorf("%q: %s", q, r.text)
		}
	}
	for _, a := range []args{{"q": "xyzzy plugh"}, {"q": "zxqv", "kind": "causes"}, {"q": "ㅁㄴㅇㄹㅁㄴ"}} {
		r := ask(t, s, "vocab", a)
		if r.data["total"] != 0.0 || r.data["terms"] == nil || !strings.Contains(r.str("note"), "No term is like this") {
			t.Errorf("%v: %s", a, r.text)
		}
	}
	if r := ask(t, s, "vocab", args{}); len(r.list("vocabularies")) != 7 {
		t.Errorf("%s", r.text)
	}
	if r := ask(t, s, "vocab", args{"kind": "severities"}); len(r.list("terms")) != len(incident.Severities) {
		t.Errorf("%s", r.text)
	}
}

// TestErrors holds that an error names what is wrong, the nearest valid values
// and the fix.
func TestErrors(t *testing.T) {
	s := connect(t, serve(t))
	for _, tt := range []struct {
		tool string
		args any
		want []string
	}{
		{"list_incidents", args{"symptom": []string{"high-latncy"}, "cause": []string{"deploy-rollot"}}, []string{"Nearest: high-latency", "Nearest: deploy-rollout", `vocab with {"kind":"symptoms"`}},
		{"list_incidents", args{"severity": []string{"critcal"}}, []string{"severity has no value", "Nearest: critical"}},
		{"list_incidents", args{"from": "yesterday"}, []string{"Write YYYY-MM-DD"}},
		{"list_incidents", args{"from": "2026", "to": "2025"}, []string{"from must not be after to"}},
		{"list_incidents", args{"causes": []string{"x"}, "symptom": []string{"high-latncy"}}, []string{`no argument "causes"`, "Nearest: cause", "high-latency"}},
		{"list_incidents", args{"symptom": "high-latency"}, []string{"symptom must be a list of strings"}},
		{"list_incidents", args{"per_page": 1000}, []string{"from 1 to 100"}},
		{"list_incidents", args{"per_page": 1.5}, []string{"from 1 to 100"}},
		{"list_incidents", args{"not": []string{"IL-9136"}}, []string{"Nearest: IL-0136"}},
		{"list_incidents", args{"cursor": "abc"}, []string{"Start again without a cursor"}},
		{"list_incidents", args{"sort": "relevance"}, []string{"sort has no value"}},
		{"search_incidents", args{}, []string{"q must be given"}},
		{"search_incidents", args{"q": "   "}, []string{"q must be given"}},
		{"search_incidents", args{"q": strings.Repeat("가", 4001)}, []string{"4001 characters: at most 4000"}},
		{"get_incident", args{"id": "IL-9136"}, []string{"Nearest: IL-0136", "Ids look like"}},
		{"get_incident", args{"id": "IL-0136", "lang": "fr"}, []string{"lang has no value", "en, ko"}},
		{"get_incident", args{"id": "IL-0136", "fields": []string{"sumary"}}, []string{"Nearest: summary"}},
		{"get_incident", []string{"IL-0136"}, []string{"one JSON object"}},
		{"get_topic", args{"kind": "causes", "slug": "faulty deploymnt"}, []string{"Nearest: deploy-rollout"}},
		{"get_topic", args{"kind": "cause", "slug": "deploy-rollout"}, []string{"Nearest: causes"}},
		{"vocab", args{"kind": "casues"}, []string{"Nearest: causes"}},
	} {
		r := callTool(t, s, tt.tool, tt.args)
		for _, want := range tt.want {
			if !r.IsError || !strings.Contains(r.text, want) {
				t.Errorf("%s %v: error %t %q, want %q", tt.tool, tt.args, r.IsError, r.text, want)
			}
		}
		if len(r.list("problems")) == 0 {
			t.Errorf("%s %v: no problems in %v", tt.tool, tt.args, r.data)
		}
	}
}

// direct calls a tool without the wire.
func direct(t testing.TB, s *Server, tool string, a any) result {
	t.Helper()
	i := slices.IndexFunc(tools, func(x toolOf) bool { return x.name == tool })
	arguments, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.call(inEdition(t, s), tools[i], arguments)
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return checked(t, answer.result())
}

// inEdition is a context as Server.hold makes it.
func inEdition(t testing.TB, s *Server) context.Context {
	return context.WithValue(t.Context(), editionKey{}, s.library.Edition())
}

type toolOf = tool // where an argument is called tool

// walk calls a tool until there is no cursor any more, and returns every answer.
func walk(t testing.TB, s *Server, tool string, a args) []result {
	t.Helper()
	var out []result
	next := args{}
	for k, v := range a {
		next[k] = v
	}
	for {
		r := direct(t, s, tool, next)
		out = append(out, r)
		if r.str("next_cursor") == "" {
			return out
		}
		if len(out) > 500 {
			t.Fatalf("%s %v has no end", tool, a)
		}
		next["cursor"] = r.str("next_cursor")
	}
}

func idsOf(results []result) []string {
	var out []string
	for _, r := range results {
		out = append(out, r.ids()...)
	}
	return out
}

// TestWalksAreWhole holds for every case, term and list, in both languages, that
// each answer keeps the budget (checked sees to it) and that walking the
// cursors gives everything once.
func TestWalksAreWhole(t *testing.T) {
	s := newServer(t)
	e := testLibrary().Edition()
	largest, answers, inOne := 0, 0, 0
	seen := func(results []result) []result {
		for _, r := range results {
			largest = max(largest, r.bytes)
			answers++
		}
		return results
	}
	list := seen(walk(t, s, "list_incidents", args{"per_page": 100}))
	ids := idsOf(list)
	if len(ids) != e.Total() || len(slices.Compact(slices.Sorted(slices.Values(ids)))) != e.Total() {
		t.Fatalf("%d cases, want %d", len(ids), e.Total())
	}
	for _, lang := range []string{"en", "ko"} {
		for _, id := range ids {
			whole := seen(walk(t, s, "get_incident", args{"id": id, "lang": lang, "fields": caseFieldNames()}))
			checkWhole(t, id, lang, whole)
			unasked := seen(walk(t, s, "get_incident", args{"id": id, "lang": lang}))
			if len(unasked) == 1 {
				inOne++
			}
		}
		for _, kind := range incident.Kinds {
			for _, slug := range e.Vocabulary(kind).Slugs() {
				a := args{"kind": kind.Path(), "slug": slug, "lang": lang}
				topic := seen(walk(t, s, "get_topic", a))
				if n := int(topic[0].data["total"].(float64)); len(idsOf(topic)) != n {
					t.Errorf("%v: %d cases, want %d", a, len(idsOf(topic)), n)
				}
				if lang == "en" {
					a["fields"] = topicFields
					seen(walk(t, s, "get_topic", a))
				}
			}
			terms := 0
			for _, r := range seen(walk(t, s, "vocab", args{"kind": kind.Path(), "lang": lang, "fields": vocabFields})) {
				terms += len(r.list("terms"))
			}
			if want := len(e.Vocabulary(kind).Slugs()); terms != want {
				t.Errorf("%s: %d terms, want %d", kind, terms, want)
			}
		}
		fields := slices.Concat(rowFields, rowProse, []string{listExtra})
		for _, q := range []string{"데이터베이스", "connection", "cache deployment kubernetes 장애"} {
			seen(walk(t, s, "search_incidents", args{"q": q, "lang": lang, "per_page": 100, "fields": fields}))
		}
		if got := idsOf(seen(walk(t, s, "list_incidents", args{"lang": lang, "fields": fields}))); !slices.Equal(got, ids) {
			t.Errorf("%v, want %v", got, ids)
		}
	}
	t.Logf("%d answers, the largest of %d bytes; %d of %d cases come whole in one", answers, largest, inOne, 2*len(ids))
}

// checkWhole holds that the answers together have every paragraph of a case,
// as text and as an object.
func checkWhole(t *testing.T, id, lang string, results []result) {
	t.Helper()
	cases, err := testLibrary().Edition().Cases(t.Context(), []string{id})
	if err != nil {
		t.Fatal(err)
	}
	var text, data strings.Builder
	for _, r := range results {
		text.WriteString(r.text)
		data.WriteString(fmt.Sprint(r.data))
	}
	for _, f := range cases[0].Prose() {
		for _, p := range incident.Paragraphs(f.Text.In(incident.Lang(lang))) {
			if !strings.Contains(text.String(), p) || !strings.Contains(data.String(), p) {
				t.Errorf("%s, %s: %s lacks %.60q", id, lang, f.Path, p)
			}
		}
	}
	for _, source := range cases[0].Sources {
		if !strings.Contains(text.String(), source.URL) {
			t.Errorf("%s: no %s", id, source.URL)
		}
	}
}

func TestWordsAreInBothLanguages(t *testing.T) {
	all := []map[string]incident.Text{words, similarTasks, checkTasks}
	for _, m := range all {
		for key, w := range m {
			if w.EN == "" || w.KO == "" {
				t.Errorf("%s: %+v", key, w)
			}
		}
	}
	for _, name := range slices.Concat(caseFieldNames(), topicFields) {
		if words[name].IsZero() {
			t.Errorf("no heading for %s", name)
		}
	}
}
