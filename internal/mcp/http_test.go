package mcp

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/library"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

func TestMethods(t *testing.T) {
	address := serve(t)
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch} {
		r := send(t, method, address, "", "Accept", "text/event-stream")
		if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "POST" || strings.Contains(r.Header.Get("Content-Type"), "html") {
			t.Errorf("%s: %d, Allow %q, %s", method, r.StatusCode, r.Header.Get("Allow"), r.Header.Get("Content-Type"))
		}
	}
	r := post(t, address, ping)
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") || r.Header.Get("Mcp-Session-Id") != "" {
		t.Errorf("ping: %d %v", r.StatusCode, r.Header)
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	address := serve(t)
	own := strings.TrimPrefix(address, "http://")
	for _, tt := range []struct {
		what   string
		body   string
		header []string
		want   int
	}{
		{"a program", ping, nil, http.StatusOK},
		{"a page of the site", ping, []string{"Origin", "https://incidents.example"}, http.StatusOK},
		{"a page on this machine", ping, []string{"Origin", address}, http.StatusOK},
		{"a page of another site", ping, []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{"another port of this machine", ping, []string{"Origin", "http://127.0.0.1:1"}, http.StatusForbidden},
		{"a sandboxed page", ping, []string{"Origin", "null"}, http.StatusForbidden},
		{"a name rebound to this machine", ping, []string{"Origin", "http://evil.example", "Host", "evil.example", "Sec-Fetch-Site", "same-origin"}, http.StatusForbidden},
		{"a proxy on this machine", ping, []string{"Host", "incidents.example"}, http.StatusOK},
		{"a body past the limit", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", maxBody) + `"}}`, nil, http.StatusRequestEntityTooLarge},
		{"a form", ping, []string{"Content-Type", "application/x-www-form-urlencoded"}, http.StatusUnsupportedMediaType},
		{"no JSON", "{", nil, http.StatusBadRequest},
	} {
		r := post(t, address, tt.body, tt.header...)
		if r.StatusCode != tt.want || strings.Contains(r.Header.Get("Content-Type"), "html") {
			t.Errorf("%s to %s: %d %s, want %d", tt.what, own, r.StatusCode, r.Header.Get("Content-Type"), tt.want)
		}
	}
}

// TestPastedTextFits holds that the limit of a body leaves room for the longest
// text, written the longest way.
func TestPastedTextFits(t *testing.T) {
	q := strings.Repeat(`\uac00`, 4000)
	r := post(t, serve(t), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_incidents","arguments":{"q":"`+q+`"}}}`)
	if b, err := io.ReadAll(r.Body); r.StatusCode != http.StatusOK || err != nil || strings.Contains(string(b), "isError") {
		t.Errorf("%d %.300s", r.StatusCode, b)
	}
}

// TestARestartIsNotNoticed lets every request of one session be answered by
// another process's server in turn, each with a library of its own.
func TestARestartIsNotNoticed(t *testing.T) {
	testLibrary() // which builds the database
	var turn atomic.Int32
	var servers []*httputil.ReverseProxy
	for range 2 {
		lib, err := library.Open(context.Background(), library.Options{Data: data.FS, DataName: "embedded", DBDir: testDir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = lib.Close() })
		h := httptest.NewServer(New(lib, Config{}).Handler())
		t.Cleanup(h.Close)
		u, err := url.Parse(h.URL)
		if err != nil {
			t.Fatal(err)
		}
		servers = append(servers, httputil.NewSingleHostReverseProxy(u))
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		servers[int(turn.Add(1))%len(servers)].ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s := connect(t, front.URL)
	var got []string
	a := args{"per_page": 7}
	for {
		r := ask(t, s, "list_incidents", a)
		got = append(got, r.ids()...)
		if r.str("next_cursor") == "" {
			break
		}
		a["cursor"] = r.str("next_cursor")
	}
	if want := idsOf(walk(t, newServer(t), "list_incidents", args{"per_page": 100})); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%v, want %v", got, want)
	}
	if turn.Load() < 9 {
		t.Errorf("%d requests", turn.Load())
	}
}

// TestCursorsAreBound holds that a cursor is refused with other arguments.
func TestCursorsAreBound(t *testing.T) {
	s := connect(t, serve(t))
	cursor := ask(t, s, "list_incidents", args{"per_page": 5, "severity": []string{"major", "critical"}}).str("next_cursor")
	if cursor == "" {
		t.Fatal("no cursor")
	}
	if r := callTool(t, s, "list_incidents", args{"per_page": 5, "severity": []string{"critical", "major"}, "cursor": cursor}); r.IsError {
		t.Errorf("the same arguments in another order: %s", r.text)
	}
	for _, a := range []args{{"cursor": cursor}, {"per_page": 6, "severity": []string{"major", "critical"}, "cursor": cursor}, {"per_page": 5, "severity": []string{"major", "critical"}, "lang": "ko", "cursor": cursor}} {
		if r := callTool(t, s, "list_incidents", a); !r.IsError {
			t.Errorf("%v is answered", a)
		}
	}
}

// TestWire keeps the bytes of a few answers, so that a change of the SDK or of
// ours that clients would see is seen here.
func TestWire(t *testing.T) {
	address := serve(t)
	const version = "2025-06-18"
	for _, tt := range []struct{ request, want string }{
		{ping, `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			`{"jsonrpc":"2.0","id":2,"result":{"capabilities":{"prompts":{},"resources":{},"tools":{}},"instructions":` + quote(instructions) +
				`,"protocolVersion":"` + version + `","serverInfo":{"name":"incidentlib","title":"Incident Library","version":` + quote(versionOf(t)) + `,"websiteUrl":"https://incidents.example/library"}}}`},
		{`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"vocab","arguments":{"q":"xyzzy"}}}`,
			`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":` + quote("Terms (cases): 0\n"+words["no_term"].EN+"\n") + `}],"structuredContent":{"total":0,"terms":[],"note":` + quote(words["no_term"].EN) + `}}}`},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get_incident","arguments":{}}}`,
			`{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"- id must be given and not empty. Ids look like IL-0136; search_incidents and list_incidents give them.\n"}],` +
				`"structuredContent":{"more_problems":0,"problems":[{"kind":"invalid","param":"id","problem":"form","message":"id must be given and not empty","fix":"Ids look like IL-0136; search_incidents and list_incidents give them."}]},"isError":true}}`},
	} {
		b, err := io.ReadAll(post(t, address, tt.request, "MCP-Protocol-Version", version).Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := canonical(t, string(b)), canonical(t, tt.want); got != want {
			t.Errorf("%s:\n got %s\nwant %s", tt.request, got, want)
		}
	}
}

func versionOf(t *testing.T) string {
	t.Helper()
	return version()
}

// canonical orders the members of objects.
func canonical(t *testing.T, s string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("%v: %s", err, s)
	}
	return quote(v)
}

func TestResources(t *testing.T) {
	s := connect(t, serve(t))
	templates, err := s.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 2 || templates.ResourceTemplates[0].URITemplate != "incident://{id}" {
		t.Fatalf("%+v, %v", templates, err)
	}
	n, pages, cursor := 0, 0, ""
	for {
		page, err := s.ListResources(t.Context(), &sdk.ListResourcesParams{Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := json.Marshal(page); len(b) >= maxAnswer {
			t.Errorf("a list of %d bytes", len(b))
		}
		for _, r := range page.Resources {
			n++
			checkResource(t, s, r.URI, r.Title)
			checkResource(t, s, r.URI+"/ko", r.Title)
		}
		pages++
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	if n != testLibrary().Edition().Total() || pages < 2 {
		t.Errorf("%d resources on %d pages", n, pages)
	}
	for uri, want := range map[string]string{"incident://IL-9136": "IL-0136", "incident://IL-0136/fr": "en, ko"} {
		if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", uri, err, want)
		}
	}
	if _, err := s.ListResources(t.Context(), &sdk.ListResourcesParams{Cursor: "x"}); err == nil {
		t.Error("a wrong cursor is answered")
	}
}

func checkResource(t *testing.T, s *sdk.ClientSession, uri, title string) {
	t.Helper()
	r, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
	if err != nil || len(r.Contents) != 1 {
		t.Fatalf("%s: %v", uri, err)
	}
	c := r.Contents[0]
	if c.MIMEType != "text/markdown" || !strings.HasPrefix(c.Text, "# IL-") || !strings.Contains(c.Text, title) {
		t.Errorf("%s: %s %.200s", uri, c.MIMEType, c.Text)
	}
	if b, _ := json.Marshal(r); len(b) >= maxAnswer {
		t.Errorf("%s: %d bytes", uri, len(b))
	}
}

func TestPrompts(t *testing.T) {
	s := connect(t, serve(t))
	list, err := s.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, tt := range []struct {
		prompt string
		args   map[string]string
		want   string // in the text, or in the error
		fails  bool
	}{
		{"find_similar_incident", map[string]string{"case": "il-136"}, "IL-0136: A deployment emptied caches", false},
		{"find_similar_incident", map[string]string{"symptom": "connection pool exhausted"}, "**connection**", false},
		{"find_similar_incident", map[string]string{"symptom": "xyzzyplugh", "lang": "ko"}, "이 낱말이 있는 사례가 없다", false},
		{"find_similar_incident", map[string]string{"symptom": strings.Repeat("<\n", 2000)}, "Find past incidents", false},
		{"check_my_system", map[string]string{"case": "IL-0136"}, "```sh\nkubectl get ", false},
		{"check_my_system", map[string]string{"symptom": "retry storm", "lang": "ko"}, "읽기만 하는 이 명령들만", false},
		{"check_my_system", map[string]string{"symptom": "xyzzyplugh"}, "no checks", false},
		{"check_my_system", nil, "give a symptom or a case", true},
		{"check_my_system", map[string]string{"symptom": "x", "case": "IL-0136"}, "give a symptom or a case", true},
		{"check_my_system", map[string]string{"case": "IL-9136"}, "Nearest: IL-0136", true},
		{"check_my_system", map[string]string{"case": "IL-0136", "lang": "fr"}, "lang has no value", true},
		{"check_my_system", map[string]string{"cse": "IL-0136"}, "Nearest: case", true},
	} {
		r, err := s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: tt.prompt, Arguments: tt.args})
		if tt.fails {
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s %v: %v, want %q", tt.prompt, tt.args, err, tt.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %v: %v", tt.prompt, tt.args, err)
			continue
		}
		text := r.Messages[0].Content.(*sdk.TextContent).Text
		if b, _ := json.Marshal(r); !strings.Contains(text, tt.want) || len(b) >= maxAnswer {
			t.Errorf("%s %v, %d bytes: no %q in %.2000s", tt.prompt, tt.args, len(b), tt.want, text)
		}
	}
	for _, id := range idsOf(walk(t, newServer(t), "list_incidents", args{})) {
		for _, lang := range []string{"en", "ko"} {
			for _, p := range list.Prompts {
				r, err := s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name, Arguments: map[string]string{"case": id, "lang": lang}})
				if err != nil {
					t.Fatal(err)
				}
				if b, _ := json.Marshal(r); len(b) >= maxAnswer {
					t.Errorf("%s of %s: %d bytes", p.Name, id, len(b))
				}
			}
		}
	}
}
