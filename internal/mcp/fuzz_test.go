package mcp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzCall holds that no arguments make a tool fail on our side or break the
// budget: every answer is either one or names what is wrong.
func FuzzCall(f *testing.F) {
	for i := range tools {
		for _, a := range []string{
			``, `null`, `{}`, `[]`, `{"q":null}`, `{"q":"\u0000\ud800"}`, `{"q":"` + strings.Repeat("가", 4000) + `"}`, `{"q":"\" OR 1=1 -- NEAR( * ^"}`,
			`{"id":"IL-0136","fields":["checks","checks"],"lang":"ko"}`, `{"id":"../../etc/passwd"}`, `{"id":"999999999999999999999"}`,
			`{"kind":"causes","slug":"` + strings.Repeat("a", 100) + `"}`, `{"kind":"orgs","q":"` + strings.Repeat("<", 200) + `"}`,
			`{"symptom":["` + strings.Repeat(`x","`, 30) + `"]}`, `{"per_page":1e300,"year":["٢٠٢٦"],"from":"2026-02-30"}`, `{"cursor":"AAAAAAAAAAAB"}`,
			`{"` + strings.Repeat("n", 500) + `":1}`, `{"lang":["en"],"sort":{},"fields":"x"}`, `{"not":["136","IL-1"],"severity":["critical",""]}`,
		} {
			f.Add(i, a)
		}
	}
	s := newServer(f)
	f.Fuzz(func(t *testing.T, i int, arguments string) {
		if i < 0 || len(arguments) > maxBody {
			return
		}
		tool := tools[i%len(tools)]
		answer, err := s.call(inEdition(t, s), tool, []byte(arguments))
		if told := problemsOf(err); told != nil {
			checked(t, told.result(tool))
			return
		}
		if err != nil {
			t.Fatalf("%s %s: %v", tool.name, arguments, err)
		}
		checked(t, answer.result())
	})
}

// FuzzBody holds that no body makes the server fail.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		ping, ``, `[]`, `[` + ping + `,` + ping + `]`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"vocab","arguments":[1]}}`, `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"incident://%zz/ko"}}`, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"check_my_system","arguments":{"case":"\u0000"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":null}`,
	} {
		f.Add(body)
	}
	h := newServer(f).Handler()
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%d %s for %q", w.Code, w.Body, body)
		}
	})
}
