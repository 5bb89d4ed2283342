package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/web"
)

// spec is the served openapi.yaml. The schemas of OpenAPI 3.1 are JSON Schema
// (2020-12), so they are compiled as they stand.
type spec struct {
	t        *testing.T
	document map[string]any
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

func readSpec(t *testing.T, s site) *spec {
	t.Helper()
	out := &spec{t: t, compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	if err := yaml.Unmarshal([]byte(body(t, s.get("/openapi.yaml"))), &out.document); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out.document)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	// The description lets fields be added; here each must be described.
	for _, schema := range whole.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any) {
		closeObjects(schema)
	}
	out.compiler.DefaultDraft(jsonschema.Draft2020)
	out.compiler.AssertFormat()
	if err := out.compiler.AddResource("openapi.json", whole); err != nil {
		t.Fatal(err)
	}
	return out
}

func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
			v["additionalProperties"] = false
		}
		for _, child := range v {
			closeObjects(child)
		}
	case []any:
		for _, child := range v {
			closeObjects(child)
		}
	}
}

// at follows keys from the root of the document, and references on the way.
func (s *spec) at(keys ...string) (value any, pointer string) {
	value, pointer = s.document, "#"
	for _, key := range keys {
		m, ok := value.(map[string]any)
		if !ok {
			return nil, ""
		}
		value = m[key]
		pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(key)
		referring, _ := value.(map[string]any)
		if ref, ok := referring["$ref"].(string); ok && !strings.Contains(ref, "/schemas/") {
			value, pointer = s.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
		}
	}
	return value, pointer
}

func (s *spec) keys(keys ...string) []string {
	v, _ := s.at(keys...)
	m, _ := v.(map[string]any)
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// validate holds a JSON text against the schema at a pointer.
func (s *spec) validate(pointer string, text []byte) error {
	schema := s.compiled[pointer]
	if schema == nil {
		var err error
		if schema, err = s.compiler.Compile("openapi.json" + pointer); err != nil {
			s.t.Fatalf("%s: %v", pointer, err)
		}
		s.compiled[pointer] = schema
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// check holds a real answer against what the description says of a path.
func (s *spec) check(path, target string, r *http.Response) {
	s.t.Helper()
	content := body(s.t, r)
	status := fmt.Sprint(r.StatusCode)
	if !slices.Contains(s.keys("paths", path, "get", "responses"), status) {
		s.t.Errorf("%s: status %s is not described", target, status)
		return
	}
	for _, header := range s.keys("paths", path, "get", "responses", status, "headers") {
		required, _ := s.at("paths", path, "get", "responses", status, "headers", header, "required")
		if required == true && r.Header.Get(header) == "" {
			s.t.Errorf("%s: %s without the header %s", target, status, header)
		}
	}
	types := s.keys("paths", path, "get", "responses", status, "content")
	if len(types) == 0 {
		return
	}
	got, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if !slices.Contains(types, got) {
		s.t.Errorf("%s: type %s, described %v", target, got, types)
		return
	}
	if !strings.HasSuffix(got, "json") {
		return
	}
	_, pointer := s.at("paths", path, "get", "responses", status, "content", got, "schema")
	if err := s.validate(pointer, []byte(content)); err != nil {
		s.t.Errorf("%s: %v", target, err)
	}
}

// TestAnswersAreAsDescribed holds every path of openapi.yaml against the route
// table, and many real answers against their schemas.
func TestAnswersAreAsDescribed(t *testing.T) {
	s := newSite(t, baseURL)
	description := readSpec(t, s)
	paths := description.keys("paths")

	var routed []string
	for _, pattern := range s.handler.(*web.Site).Routes() {
		if strings.HasPrefix(pattern, "/api/v1") {
			parts := strings.Split(pattern, "/")
			for i, p := range parts {
				if name, ok := strings.CutPrefix(p, ":"); ok {
					parts[i] = "{" + name + "}"
				}
			}
			routed = append(routed, strings.Join(parts, "/"))
		}
	}
	slices.Sort(routed)
	if !slices.Equal(routed, paths) {
		t.Errorf("routes\n%v\ndescribed\n%v", routed, paths)
	}

	targets := map[string][]string{
		"/api/v1/cases": {
			"", "?per_page=100", "?per_page=1&page=2", "?q=" + url.QueryEscape("캐시를"), "?q=database+xyzzyplugh+connection", "?q=xyzzyplugh", "?cause=deploy-rollout&component=cache",
			"?severity=critical&severity=major&year=2026&sort=oldest&from=2020&to=2026-12&not=IL-0136", "?cause=nope&page=0", "?page=999",
			"?q=" + strings.Repeat("x", 70_000),
		},
		"/api/v1/cases/{id}":           {"/IL-0136", "/IL-9999", "/136", "/IL-0136?x=1"},
		"/api/v1/cases/{id}/similar":   {"/IL-0136/similar", "/IL-0136/similar?per_page=100", "/nothing/similar", "/136/similar", "/IL-0136/similar?sort=x"},
		"/api/v1/topics/{kind}":        {"/nope", "/causes?x=1"},
		"/api/v1/topics/{kind}/{slug}": {"/causes/deploy-rollout?page=2&per_page=1", "/causes/nope", "/nope/nope", "/causes/deploy-rollout?q=x"},
		"/api/v1/vocab":                {"?q=redis", "?q=" + url.QueryEscape("인증서 만료"), "?q=xyzzyplugh", ""},
		"/api/v1/changes":              {"?per_page=100", "?since=2026-11-29T00:00:00Z", "?since=2030-01-01T00:00:00Z", "?since=x"},
		"/api/v1/export.jsonl":         {"", "?component=cache", "?page=1"},
		"/api/v1/export.csv":           {"", "?component=cache", "?foo=1"},
		"/api/v1/export.sqlite":        {"", "?q=1"},
	}
	for _, k := range incident.Kinds {
		targets["/api/v1/topics/{kind}"] = append(targets["/api/v1/topics/{kind}"], "/"+k.Path())
		for _, n := range s.edition.Terms(k) {
			targets["/api/v1/topics/{kind}/{slug}"] = append(targets["/api/v1/topics/{kind}/{slug}"], "/"+k.Path()+"/"+n.Slug)
		}
	}
	for c, err := range s.edition.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		targets["/api/v1/cases/{id}"] = append(targets["/api/v1/cases/{id}"], "/"+c.ID)
	}
	for _, path := range paths {
		base, _, _ := strings.Cut(path, "/{")
		if len(targets[path]) == 0 {
			t.Errorf("%s is not asked", path)
		}
		for _, rest := range targets[path] {
			description.check(path, base+rest, s.get(base+rest))
		}
		known := description.get(path, "parameters")
		for _, rest := range targets[path][:1] {
			description.check(path, "POST "+base+rest, s.do(http.MethodPost, base+rest))
		}
		if path == "/api/v1/cases" && len(known) != 15 {
			t.Errorf("%s: %d parameters are described", path, len(known))
		}
	}

	small := newSmallSite(t)
	for _, id := range []string{"IL-0901", "IL-0902", "IL-0903", "IL-0904"} {
		description.check("/api/v1/cases/{id}", id, small.get("/api/v1/cases/"+id))
	}
	description.check("/api/v1/changes", "small changes", small.get("/api/v1/changes"))
	description.check("/api/v1/cases", "small list", small.get("/api/v1/cases"))

	strict := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) { c.SearchRate, c.ExportRate = 0.01, 0.01 })
	for path, target := range map[string]string{
		"/api/v1/cases": "/api/v1/cases?q=", "/api/v1/vocab": "/api/v1/vocab?q=", "/api/v1/export.jsonl": "/api/v1/export.jsonl?not=IL-000",
		"/api/v1/export.csv": "/api/v1/export.csv?not=IL-000", "/api/v1/export.sqlite": "/api/v1/export.sqlite?",
	} {
		strict.get(target + "1")
		r := strict.get(target + "2")
		if r.StatusCode != http.StatusTooManyRequests {
			t.Errorf("%s: status %d, want 429", target, r.StatusCode)
		}
		description.check(path, target, r)
	}
}

func (s *spec) get(path, key string) []any {
	v, _ := s.at("paths", path, "get")
	list, _ := v.(map[string]any)[key].([]any)
	return list
}

// TestExamplesFitTheirSchemas holds the examples of the description to it.
func TestExamplesFitTheirSchemas(t *testing.T) {
	s := readSpec(t, newSite(t, baseURL))
	examples := 0
	for _, path := range s.keys("paths") {
		for _, status := range s.keys("paths", path, "get", "responses") {
			for _, kind := range s.keys("paths", path, "get", "responses", status, "content") {
				at := []string{"paths", path, "get", "responses", status, "content", kind}
				for _, name := range s.keys(append(at, "examples")...) {
					example, _ := s.at(append(at, "examples", name)...)
					text, err := json.Marshal(example.(map[string]any)["value"])
					if err != nil {
						t.Fatal(err)
					}
					_, pointer := s.at(append(at, "schema")...)
					if err := s.validate(pointer, text); err != nil {
						t.Errorf("%s %s, example %s: %v", path, status, name, err)
					}
					examples++
				}
			}
		}
	}
	if examples < 10 {
		t.Errorf("only %d examples", examples)
	}
}

// TestDescriptionChangesWithItsVersion holds that openapi.yaml stays as it is
// until its version is raised: write the new line into the file then.
func TestDescriptionChangesWithItsVersion(t *testing.T) {
	content, err := os.ReadFile("api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	version, _ := readSpec(t, newSite(t, baseURL)).at("info", "version")
	want := fmt.Sprintf("%s %x\n", version, sha256.Sum256(content))
	known, err := os.ReadFile("testdata/openapi.versions")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(known), want) {
		t.Errorf("openapi.yaml has changed: raise info.version and add to web/testdata/openapi.versions the line\n%s", want)
	}
}
