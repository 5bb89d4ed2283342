package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web"
)

// withdrawn is a case with what others may lack: one language, a reason.
const withdrawn = `{id: IL-0903, org: Kakao, date: "2022", date_kind: report, title: {ko: 철회}, summary: {ko: "첫째\n\n둘째"},
domain: [], root_cause: null, symptoms: [], components: [], contributing: [], sources: [{url: "https://example.com/w", kind: press}],
impact: {scope: {ko: 전국}, users: {en: unknown number, ko: 알 수 없음}}, status: withdrawn, reason: {ko: 출처가 철회됐다.}, aliases: [W-1],
created_at: "2026-01-01T00:00:00+09:00", updated_at: "2026-01-02T00:00:00.5Z", review: {written_by: human, reviewed_at: "2026-01-03T00:00:00+09:00", reviewed_by: Kim}}`

// TestImportReadsTheAPI holds that importing what the API answers gives the
// cases that it answers from: one record, and the whole export.
func TestImportReadsTheAPI(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, data.FS); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cases", "IL-0903.yaml"), []byte(withdrawn), 0o600); err != nil {
		t.Fatal(err)
	}
	lib, err := library.Open(t.Context(), library.Options{Data: os.DirFS(dir), DataName: dir, DBDir: t.TempDir(), Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	site, err := web.New(lib, web.Config{BaseURL: &url.URL{Scheme: "https", Host: "incidents.example"}, DefaultLang: i18n.EN, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	e := lib.Edition()
	for _, target := range []string{"/api/v1/cases/IL-0136", "/ko/cases/IL-0903.json", "/api/v1/export.jsonl"} {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
		answer := filepath.Join(t.TempDir(), "answer")
		if err := os.WriteFile(answer, w.Body.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		written, issues, err := casefile.ImportFiles(dir, []string{answer}, true)
		if err != nil || len(issues.Errors()) > 0 {
			t.Fatal(err, issues.Err())
		}
		if want := map[bool]int{true: e.Total(), false: 1}[strings.HasSuffix(target, "export.jsonl")]; len(written) != want {
			t.Errorf("%s: %d cases, want %d", target, len(written), want)
		}
		corpus, issues := casefile.Load(os.DirFS(dir))
		if corpus == nil {
			t.Fatal(issues.Err())
		}
		for _, got := range corpus.Cases {
			want, err := e.Cases(t.Context(), []string{got.ID})
			if err != nil {
				t.Fatal(err)
			}
			if g, w := plain(t, got), plain(t, want[0]); !reflect.DeepEqual(g, w) {
				t.Errorf("%s: imported\n%+v\nwant\n%+v", got.ID, g, w)
			}
		}
	}
}

// plain gives a case without what two equal ones may differ in: how a time's
// zone is held, and nil for an empty list.
func plain(t *testing.T, c incident.Case) map[string]any {
	t.Helper()
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	for key, v := range out {
		if list, ok := v.([]any); ok && len(list) == 0 {
			out[key] = nil
		}
		if s, ok := v.(string); ok {
			if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
				out[key] = at.UTC()
			}
		}
	}
	return out
}
