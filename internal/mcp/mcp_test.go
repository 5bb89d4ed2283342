package mcp

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/library"
)

// testLibrary is the library of the embedded cases, opened once.
var testLibrary = sync.OnceValue(func() *library.Library {
	lib, err := library.Open(context.Background(), library.Options{Data: data.FS, DataName: "embedded", DBDir: testDir})
	if err != nil {
		panic(err)
	}
	return lib
})

var testDir string

func TestMain(m *testing.M) {
	var err error
	if testDir, err = os.MkdirTemp("", "incidentlib-mcp"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(testDir)
	os.Exit(code)
}

// faults collects what a server logs of faults of ours: there must be none.
type faults struct{ t testing.TB }

func (f faults) Write(p []byte) (int, error) {
	f.t.Errorf("logged: %s", p)
	return len(p), nil
}

func newServer(t testing.TB) *Server {
	t.Helper()
	site, err := url.Parse("https://incidents.example/library")
	if err != nil {
		t.Fatal(err)
	}
	return New(testLibrary(), Config{SiteURL: site, Logger: slog.New(slog.NewTextHandler(faults{t}, nil))})
}

// serve serves MCP over real HTTP and returns the address.
func serve(t testing.TB) string {
	t.Helper()
	h := httptest.NewServer(newServer(t).Handler())
	t.Cleanup(h.Close)
	return h.URL
}

// connect returns a session of the official client over real HTTP.
func connect(t testing.TB, address string) *sdk.ClientSession {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: address, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// result is what a tool answered.
type result struct {
	*sdk.CallToolResult
	text  string
	data  map[string]any
	bytes int
}

// list returns a list of the answer's object, by its path.
func (r result) list(name string) []map[string]any {
	all, _ := r.data[name].([]any)
	var out []map[string]any
	for _, v := range all {
		m, _ := v.(map[string]any)
		out = append(out, m)
	}
	return out
}

func (r result) str(name string) string { s, _ := r.data[name].(string); return s }

// ids lists the ids of the cases in the answer.
func (r result) ids() []string {
	out := []string{}
	for _, c := range r.list("cases") {
		out = append(out, c["id"].(string))
	}
	return out
}

type args map[string]any

// call calls a tool and checks what holds of every answer.
func callTool(t testing.TB, s *sdk.ClientSession, tool string, a any) result {
	t.Helper()
	answer, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: a})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, a, err)
	}
	return checked(t, answer)
}

func checked(t testing.TB, answer *sdk.CallToolResult) result {
	t.Helper()
	wire, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	r := result{CallToolResult: answer, bytes: len(wire)}
	if r.bytes >= maxAnswer {
		t.Errorf("an answer of %d bytes", r.bytes)
	}
	if len(answer.Content) != 1 {
		t.Fatalf("%d contents", len(answer.Content))
	}
	c, ok := answer.Content[0].(*sdk.TextContent)
	if !ok || strings.TrimSpace(c.Text) == "" {
		t.Fatalf("content %v", answer.Content[0])
	}
	r.text = c.Text
	b, err := json.Marshal(answer.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &r.data); err != nil || r.data == nil {
		t.Fatalf("the structured content is no object: %.100s", b)
	}
	return r
}

// ask is callTool for an answer that is no error.
func ask(t testing.TB, s *sdk.ClientSession, tool string, a any) result {
	t.Helper()
	r := callTool(t, s, tool, a)
	if r.IsError {
		t.Fatalf("%s %v: %s", tool, a, r.text)
	}
	return r
}

func post(t testing.TB, address, body string, header ...string) *http.Response {
	t.Helper()
	return send(t, http.MethodPost, address, body, append([]string{"Content-Type", "application/json", "Accept", "application/json, text/event-stream"}, header...)...)
}

func send(t testing.TB, method, address, body string, header ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}
