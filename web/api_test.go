package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/reply"
)

// decode reads a JSON answer strictly into a wire type.
func decode[T any](t testing.TB, r *http.Response) T {
	t.Helper()
	var v T
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatalf("something follows the answer: %v", err)
	}
	return v
}

// TestCaseIsReadByClientsOfTheSeed holds that every key of a record of the
// existing API is in ours, with the same type.
func TestCaseIsReadByClientsOfTheSeed(t *testing.T) {
	seed, err := os.ReadFile("../internal/casefile/testdata/api-record.json")
	if err != nil {
		t.Fatal(err)
	}
	var theirs, ours any
	if err := json.Unmarshal(seed, &theirs); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(body(t, newSite(t, baseURL).get("/api/v1/cases/IL-0136"))), &ours); err != nil {
		t.Fatal(err)
	}
	compareShapes(t, "", theirs, ours)
	if record := ours.(map[string]any); record["url"] != baseURL+"/cases/IL-0136" || record["org_slug"] != "microsoft-azure" {
		t.Errorf("derived: %v, %v", record["url"], record["org_slug"])
	}
}

func compareShapes(t *testing.T, path string, theirs, ours any) {
	t.Helper()
	if theirs == nil {
		return // null where the record says nothing; ours may know
	}
	if reflect.TypeOf(theirs) != reflect.TypeOf(ours) {
		t.Errorf("%s is %T, in the seed %T", path, ours, theirs)
		return
	}
	switch theirs := theirs.(type) {
	case map[string]any:
		for key, value := range theirs {
			our, ok := ours.(map[string]any)[key]
			if !ok {
				t.Errorf("%s.%s is missing", path, key)
				continue
			}
			compareShapes(t, path+"."+key, value, our)
		}
	case []any:
		for i := range min(len(theirs), len(ours.([]any))) {
			compareShapes(t, fmt.Sprintf("%s[%d]", path, i), theirs[i], ours.([]any)[i])
		}
	}
}

// links reads the Link headers by relation.
func links(r *http.Response) map[string]string {
	out := map[string]string{}
	for _, l := range r.Header.Values("Link") {
		target, rel, _ := strings.Cut(l, ">; rel=")
		out[strings.Trim(rel, `"`)] = strings.TrimPrefix(strings.TrimPrefix(target, "<"), baseURL)
	}
	return out
}

func ids(cases []api.Summary) []string {
	var out []string
	for _, c := range cases {
		out = append(out, c.ID)
	}
	return out
}

// TestPagesOfTheAPIYieldEveryCaseOnce follows the Link headers of lists, and
// holds that they are what the library answers, which the site shows.
func TestPagesOfTheAPIYieldEveryCaseOnce(t *testing.T) {
	s := newSite(t, baseURL)
	for _, filter := range []string{"", "sort=oldest", "sort=updated", "component=cache", "cause=deploy-rollout&cause=software-bug", "q=캐시를", "q=timeout&severity=critical", "from=2020&to=2024-06", "q=no+such+word+as+xyzzy+database"} {
		target := "/api/v1/cases?per_page=3&" + filter
		var walked []string
		var total int
		for target != "" {
			r := s.get(target)
			if r.StatusCode != http.StatusOK {
				t.Fatalf("%s: status %d: %s", target, r.StatusCode, body(t, r))
			}
			next := links(r)
			l := decode[api.List](t, r)
			if next["first"] == "" || next["last"] == "" || (next["prev"] == "") != (l.Page == 1) || (next["next"] == "") != (l.Page == l.Pages) {
				t.Fatalf("%s: links %v on page %d of %d", target, next, l.Page, l.Pages)
			}
			walked, total, target = append(walked, ids(l.Cases)...), l.Total, next["next"]
		}
		values, _ := url.ParseQuery(filter)
		q, errs := query.Parse(values, s.edition)
		if errs != nil {
			t.Fatal(errs)
		}
		q.PerPage = query.MaxPerPage
		want, err := s.edition.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var wanted []string
		for _, c := range want.Cases {
			wanted = append(wanted, c.ID)
		}
		if !slices.Equal(walked, wanted) || total != len(wanted) {
			t.Errorf("%q: %d cases %v, want %v", filter, total, walked, wanted)
		}
	}
}

func TestFacetsOfTheAPIPromiseTheirLists(t *testing.T) {
	s := newSite(t, baseURL)
	l := decode[api.List](t, s.get("/api/v1/cases?component=cache&severity=critical"))
	for param, values := range map[string][]api.FacetValue{"component": l.Facets.Component, "severity": l.Facets.Severity, "year": l.Facets.Year} {
		for _, v := range values {
			target := "/api/v1/cases?component=cache&severity=critical&" + param + "=" + v.Value
			if v.Chosen {
				target = strings.Replace("/api/v1/cases?component=cache&severity=critical", param+"="+v.Value, "", 1)
			}
			if got := decode[api.List](t, s.get(target)); got.Total != v.Total || v.Label == nil {
				t.Errorf("%s: total %d, the facet promises %+v", target, got.Total, v)
			}
		}
	}
}

func TestSearchNotesOfTheAPI(t *testing.T) {
	s := newSite(t, baseURL)
	if l := decode[api.List](t, s.get("/api/v1/cases?q=retry+storm")); l.Relaxed || len(l.Also) == 0 || l.Also[0].Kind != "factors" || l.Also[0].Slug != "retry-storm" || *l.Also[0].Label.KO == "" {
		t.Errorf("also: %+v, relaxed %t", l.Also, l.Relaxed)
	}
	if l := decode[api.List](t, s.get("/api/v1/cases?q=database+xyzzyplugh+connection")); !l.Relaxed || l.Total == 0 {
		t.Errorf("relaxed %t, %d cases", l.Relaxed, l.Total)
	}
	if v := decode[api.Vocab](t, s.get("/api/v1/vocab?q="+url.QueryEscape("캐시"))); v.Total == 0 || !slices.ContainsFunc(v.Terms, func(t api.Term) bool { return t.Slug == "cache" }) {
		t.Errorf("vocab: %+v", v)
	}
	if v := decode[api.Vocab](t, s.get("/api/v1/vocab?q=qqqqzzzzxxxx")); v.Total != 0 || v.Terms == nil {
		t.Errorf("vocab of nothing: %+v", v)
	}
}

func TestProblemsOfTheAPI(t *testing.T) {
	s := newSite(t, baseURL)
	for target, want := range map[string]struct {
		status  int
		params  string // of the errors, in order
		nearest string // among the nearest values of the first error
	}{
		"/api/v1/cases?cause=deploy-rolout":                            {400, "cause", "deploy-rollout"},
		"/api/v1/cases?cause=deploy-rolout&componnet=x&page=0&year=99": {400, "componnet page cause year", "component"},
		"/api/v1/cases?utm_source=x":                                   {400, "utm_source", ""},
		"/api/v1/cases?lang=ko":                                        {400, "lang", ""},
		"/api/v1/cases?sort=newst":                                     {400, "sort", "newest"},
		"/api/v1/cases?per_page=101":                                   {400, "per_page", ""},
		"/api/v1/cases?from=2026-02-30":                                {400, "from", ""},
		"/api/v1/cases?q=%zz":                                          {400, "", ""},
		"/api/v1/cases?page=999":                                       {404, "page", ""},
		"/api/v1/cases?severity=bad":                                   {400, "severity", ""},
		"/api/v1/cases/IL-0163":                                        {404, "id", "IL-0136"},
		"/api/v1/cases/nothing":                                        {404, "id", ""},
		"/api/v1/cases/IL-0136?x=1":                                    {400, "x", ""},
		"/api/v1/cases/IL-0163/similar":                                {404, "id", "IL-0136"},
		"/api/v1/cases/IL-0136/similar?page=2":                         {400, "page", ""},
		"/api/v1/topics/cause":                                         {404, "kind", "causes"},
		"/api/v1/topics/nonsense":                                      {404, "kind", "orgs"},
		"/api/v1/topics/causes/deploy-rolout":                          {404, "cause", "deploy-rollout"},
		"/api/v1/topics/causes/deploy-rollout?q=x":                     {400, "q", ""},
		"/api/v1/topics/causes/deploy-rollout?sort=relevance":          {400, "sort", "newest"},
		"/api/v1/vocab":                                                {400, "q", ""},
		"/api/v1/changes?since=yesterday":                              {400, "since", ""},
		"/api/v1/changes?since=c1.AAAA":                                {400, "since", ""},
		"/api/v1/changes?since=2026-01-01":                             {400, "since", ""},
		"/api/v1/changes?since=a&since=b":                              {400, "since", ""},
		"/api/v1/export.csv?page=2":                                    {400, "page", ""},
		"/api/v1/export.jsonl?cause=deploy-rolout":                     {400, "cause", "deploy-rollout"},
		"/api/v1/export.sqlite?cause=deploy-rollout":                   {400, "cause", ""},
		"/api/v1":                    {404, "", ""},
		"/api/v1/nope":               {404, "", ""},
		"/cases/IL-0163.json":        {404, "id", "IL-0136"},
		"/ko/cases/IL-0163.md":       {404, "id", "IL-0136"},
		"/feed.atom?component=cahce": {400, "component", "cache"},
		"/sitemap-1.xml":             {404, "", ""},
		"/nowhere.json":              {404, "", ""},
	} {
		t.Run(target, func(t *testing.T) {
			r := s.get(target)
			if r.StatusCode != want.status || r.Header.Get("Content-Type") != "application/problem+json" || r.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Fatalf("status %d, %v", r.StatusCode, r.Header)
			}
			p := decode[api.Problem](t, r)
			var params []string
			for _, e := range p.Errors {
				params = append(params, e.Parameter)
				if e.Detail == "" || e.Fix == "" || e.Problem == "" || e.Nearest == nil {
					t.Errorf("%+v does not tell what to do", e)
				}
			}
			if p.Status != want.status || p.Title != http.StatusText(want.status) || p.Detail == "" || p.Type != "about:blank" || strings.Join(params, " ") != want.params {
				t.Errorf("%+v, want errors of %q", p, want.params)
			}
			if want.nearest != "" && !slices.Contains(p.Errors[0].Nearest, want.nearest) {
				t.Errorf("nearest %q, want %q", p.Errors[0].Nearest, want.nearest)
			}
		})
	}
	if s.log.Len() > 0 {
		t.Errorf("bad requests were logged: %s", s.log)
	}
}

// dataTargets is an address of every kind that answers programs.
var dataTargets = []string{
	"/api/v1/cases", "/api/v1/cases?q=cache&component=database", "/api/v1/cases/IL-0136", "/api/v1/cases/IL-0136/similar", "/api/v1/topics/causes",
	"/api/v1/topics/causes/deploy-rollout", "/api/v1/vocab?q=cache", "/api/v1/changes", "/api/v1/export.jsonl", "/api/v1/export.csv", "/api/v1/export.sqlite",
	"/openapi.yaml", "/cases/IL-0136.json", "/ko/cases/IL-0136.json", "/en/cases/IL-0136.md", "/ko/cases/IL-0136.md", "/cases/IL-0136.md",
	"/feed.atom", "/ko/feed.atom?component=cache", "/feed.json", "/en/feed.json", "/sitemap.xml", "/robots.txt", "/llms.txt", "/opensearch.xml", "/ko/opensearch.xml",
}

// freshness is how long an answer for programs may be kept.
func freshness(target string) string {
	switch {
	case strings.Contains(target, "/export.") || strings.Contains(target, "/changes"):
		return reply.Checked
	case strings.Contains(target, "q="):
		return reply.Private
	}
	return reply.Shared
}

func TestHTTPOfDataAddresses(t *testing.T) {
	s := newSite(t, baseURL)
	for _, target := range dataTargets {
		t.Run(target, func(t *testing.T) {
			got := s.get(target)
			content := body(t, got)
			tag := got.Header.Get("ETag")
			if got.StatusCode != http.StatusOK || content == "" || !strings.HasPrefix(tag, `"`) {
				t.Fatalf("status %d, %d bytes, tag %s", got.StatusCode, len(content), tag)
			}
			for name, want := range map[string]string{"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Cache-Control": freshness(target)} {
				if got.Header.Get(name) != want {
					t.Errorf("%s: %q", name, got.Header.Get(name))
				}
			}
			if exposed := got.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(exposed, "Link") || !strings.Contains(exposed, "ETag") {
				t.Errorf("exposed: %s", exposed)
			}
			head := s.do(http.MethodHead, target)
			if head.StatusCode != http.StatusOK || head.Header.Get("ETag") != tag || head.Header.Get("Content-Type") != got.Header.Get("Content-Type") {
				t.Errorf("HEAD: %d %v", head.StatusCode, head.Header)
			}
			for _, match := range []string{tag, `"x", ` + tag, "W/" + tag, "*"} {
				same := s.get(target, "If-None-Match", match)
				if same.StatusCode != http.StatusNotModified || body(t, same) != "" || same.Header.Get("ETag") != tag || same.Header.Get("Access-Control-Allow-Origin") != "*" {
					t.Errorf("If-None-Match %s: %d %v", match, same.StatusCode, same.Header)
				}
			}
			if other := s.get(target, "If-None-Match", `"other"`); other.StatusCode != http.StatusOK {
				t.Errorf("another tag: %d", other.StatusCode)
			}
			options := s.do(http.MethodOptions, target, "Origin", "https://else.example", "Access-Control-Request-Method", "GET")
			allow := options.Header.Get("Allow")
			if options.StatusCode != http.StatusNoContent || !strings.Contains(allow, "GET") || !strings.Contains(allow, "HEAD") || !strings.Contains(allow, "OPTIONS") || options.Header.Get("Access-Control-Allow-Methods") == "" {
				t.Errorf("OPTIONS: %d %v", options.StatusCode, options.Header)
			}
			for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
				if r := s.do(method, target); r.StatusCode != http.StatusMethodNotAllowed || !strings.Contains(r.Header.Get("Allow"), "GET") || decode[api.Problem](t, r).Status != 405 {
					t.Errorf("%s: %d %v", method, r.StatusCode, r.Header)
				}
			}
			negotiated := strings.HasSuffix(target, "IL-0136.md") || strings.HasPrefix(target, "/feed") || target == "/opensearch.xml"
			if strings.HasPrefix(target, "/ko/") || strings.HasPrefix(target, "/en/") {
				negotiated = false
			}
			korean := s.get(target, "Accept-Language", "ko")
			if same := body(t, korean) == content; same == negotiated {
				t.Errorf("the same in Korean: %t", same)
			}
			if varies := strings.Contains(korean.Header.Get("Vary"), "Accept-Language"); varies != negotiated {
				t.Errorf("Vary: %q", korean.Header.Get("Vary"))
			}
		})
	}
}

func TestRedirectsOfDataAddresses(t *testing.T) {
	s, small := newSite(t, baseURL), newSmallSite(t)
	for _, tc := range []struct {
		site         site
		target, want string
	}{
		{s, "/api/v1/cases/il-136", "/api/v1/cases/IL-0136"},
		{s, "/api/v1/cases/136/similar?per_page=2", "/api/v1/cases/IL-0136/similar?per_page=2"},
		{s, "/api/v1/cases/7ql5-z50", "/api/v1/cases/IL-0136"},
		{s, "/api/v1/cases/IL-0136/", "/api/v1/cases/IL-0136"},
		{s, "/cases/136.json", "/cases/IL-0136.json"},
		{s, "/ko/cases/7QL5-Z50.md?a=b", "/ko/cases/IL-0136.md?a=b"},
		{s, "/en/cases/il136.md", "/en/cases/IL-0136.md"},
		{small, "/api/v1/cases/IL-0904", "/api/v1/cases/IL-0902"},
		{small, "/cases/fire-1.md", "/cases/IL-0902.md"},
		{small, "/api/v1/cases/CF%2F2019%2007", "/api/v1/cases/IL-0901"},
	} {
		r := tc.site.get(tc.target)
		if got := r.Header.Get("Location"); r.StatusCode != http.StatusPermanentRedirect || got != tc.want {
			t.Errorf("%s: %d to %q, want 308 to %q", tc.target, r.StatusCode, got, tc.want)
		}
	}
	if got := newSite(t, "https://example.org/library").get("/library/api/v1/cases/136").Header.Get("Location"); got != "/library/api/v1/cases/IL-0136" {
		t.Errorf("below a path: %q", got)
	}
}

func TestTopicsOfTheAPI(t *testing.T) {
	s := newSite(t, baseURL)
	for _, k := range incident.Kinds {
		all := decode[api.Terms](t, s.get("/api/v1/topics/"+k.Path()))
		if all.Kind != k.Path() || all.Total != len(all.Terms) || all.Total != len(s.edition.Vocabulary(k).Slugs()) {
			t.Errorf("%s: %s, %d of %d terms", k, all.Kind, len(all.Terms), all.Total)
		}
		for i, term := range all.Terms {
			if i > 0 && term.Cases > all.Terms[i-1].Cases {
				t.Errorf("%s: %s has more cases than the one before it", k, term.Slug)
			}
		}
		first := all.Terms[0]
		topic := decode[api.Topic](t, s.get("/api/v1/topics/"+k.Path()+"/"+first.Slug+"?per_page=2&sort=oldest"))
		if topic.Term.Slug != first.Slug || topic.Total != first.Cases || topic.PerPage != 2 || len(topic.Cases) > 2 || len(topic.OccursWith) == 0 {
			t.Errorf("%s: %+v", first.Slug, topic)
		}
	}
}

func TestSpecIsServedWithTheAddressesOfTheSite(t *testing.T) {
	r := newSite(t, "https://example.org/library").get("/library/openapi.yaml")
	spec := body(t, r)
	if r.Header.Get("Content-Type") != "application/yaml" || strings.Contains(spec, "localhost") || !strings.Contains(spec, "- url: https://example.org/library\n") {
		t.Errorf("%s: %.300s", r.Header.Get("Content-Type"), spec)
	}
}

// replay applies every change from since on, a page at a time, and returns the
// copy of the library that results and the cursor to go on from.
func replay(t *testing.T, s site, copied map[string][]byte, since string) string {
	t.Helper()
	target := "/api/v1/changes?per_page=3&since=" + url.QueryEscape(since)
	for {
		r := s.get(target)
		next := links(r)["next"]
		page := decode[api.Changes](t, r)
		for _, c := range page.Changes {
			switch c.Change {
			case "added", "changed":
				if _, have := copied[c.ID]; have == (c.Change == "added") {
					t.Errorf("%s is %s, in the copy: %t", c.ID, c.Change, have)
				}
				line, err := json.Marshal(c.Case)
				if err != nil {
					t.Fatal(err)
				}
				copied[c.ID] = line
			case "withdrawn":
				delete(copied, c.ID)
			}
		}
		if page.More != (next != "") {
			t.Fatalf("more is %t, the link %q", page.More, next)
		}
		if !page.More {
			return page.Next
		}
		target = next
	}
}

// TestReplayGivesTheExport holds that all changes from the beginning make a copy
// of the library, and that nothing is told twice.
func TestReplayGivesTheExport(t *testing.T) {
	for name, s := range map[string]site{"embedded": newSite(t, baseURL), "small": newSmallSite(t)} {
		copied := map[string][]byte{}
		next := replay(t, s, copied, "")
		lines := strings.Split(strings.TrimSuffix(body(t, s.get("/api/v1/export.jsonl")), "\n"), "\n")
		if len(lines) != len(copied) {
			t.Fatalf("%s: %d cases, %d in the export", name, len(copied), len(lines))
		}
		for _, line := range lines {
			var c api.Case
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				t.Fatal(err)
			}
			same, err := json.Marshal(c)
			if err != nil || !bytes.Equal(same, copied[c.ID]) {
				t.Errorf("%s: %s differs: %v\n%s\n%s", name, c.ID, err, same, copied[c.ID])
			}
		}
		again := decode[api.Changes](t, s.get("/api/v1/changes?since="+next))
		if len(again.Changes) != 0 || again.Next != next || again.More {
			t.Errorf("%s: after all: %+v", name, again)
		}
	}
}

func TestChangesSinceATime(t *testing.T) {
	s := newSmallSite(t)
	for since, want := range map[string]string{
		"":                          "IL-0902 added, IL-0903 withdrawn, IL-0904 withdrawn, IL-0901 added",
		"2026-01-02T00:00:00Z":      "IL-0902 added, IL-0903 withdrawn, IL-0904 withdrawn, IL-0901 changed",
		"2026-01-02T09:00:00+09:00": "IL-0902 added, IL-0903 withdrawn, IL-0904 withdrawn, IL-0901 changed",
		"2026-01-02T00:00:00.1Z":    "IL-0901 changed",
		"2026-01-03T00:00:00Z":      "IL-0901 changed",
		"2027-01-01T00:00:00Z":      "",
	} {
		var got []string
		page := decode[api.Changes](t, s.get("/api/v1/changes?since="+url.QueryEscape(since)))
		for _, c := range page.Changes {
			got = append(got, c.ID+" "+c.Change)
			if (c.Case == nil) != (c.Change == "withdrawn") || c.ID == "IL-0904" && *c.MergedInto != "IL-0902" {
				t.Errorf("%+v", c)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("since %q: %v, want %s", since, got, want)
		}
	}
	if r := s.get("/api/v1/changes?since=2026-01-02T09:00:00+09:00"); r.StatusCode != http.StatusOK {
		t.Errorf("a plus sign that was not encoded: %d", r.StatusCode)
	}
}

func TestWithdrawnCaseOfTheAPI(t *testing.T) {
	c := decode[api.Case](t, newSmallSite(t).get("/api/v1/cases/IL-0903"))
	if c.Status != "withdrawn" || *c.Reason.KO != "출처가 철회됐다." || c.MergedInto != nil {
		t.Errorf("%+v", c)
	}
}

// FuzzData holds that no parameters make a fault, and that what is wrong with
// them is told.
func FuzzData(f *testing.F) {
	for _, seed := range []string{"", "q=캐시", "page=2", "since=c1.AAAA", "since=2026-01-01T00:00:00Z&per_page=3", "q=%00%ff&sort=relevance", "cause=x&cause=deploy-rollout", "from=2026&to=1999", "not=136", "per_page=100", "kind=1", ";&=&&"} {
		for i := range dataTargets {
			f.Add(uint(i), seed)
		}
	}
	s := newSmallSite(f)
	f.Fuzz(func(t *testing.T, target uint, rawQuery string) {
		path, _, _ := strings.Cut(dataTargets[target%uint(len(dataTargets))], "?")
		path = strings.Replace(path, "IL-0136", "IL-0901", 1)
		u := url.URL{Path: path, RawQuery: rawQuery}
		r, err := http.NewRequest(http.MethodGet, "http://x/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL = &u
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		got := w.Result()
		switch {
		case got.StatusCode >= 500:
			t.Fatalf("%s?%s: status %d", path, rawQuery, got.StatusCode)
		case got.StatusCode >= 400:
			if p := decode[api.Problem](t, got); p.Status != got.StatusCode || p.Detail == "" {
				t.Errorf("%s?%s: %+v", path, rawQuery, p)
			}
		case strings.HasSuffix(got.Header.Get("Content-Type"), "json"):
			if !json.Valid([]byte(body(t, got))) {
				t.Errorf("%s?%s: no JSON", path, rawQuery)
			}
		}
	})
}
