package web_test

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/api"
)

// TestExportsHaveTheRowsOfTheirLists holds that an export of a filtered list is
// that list, whole and in its order.
func TestExportsHaveTheRowsOfTheirLists(t *testing.T) {
	s := newSite(t, baseURL)
	for _, filter := range []string{"", "sort=oldest", "component=cache", "q=캐시를", "q=timeout&sort=updated&severity=critical", "q=database+xyzzyplugh+connection", "year=1999"} {
		var listed []string
		for target := "/api/v1/cases?per_page=100&" + filter; target != ""; {
			r := s.get(target)
			target = links(r)["next"]
			listed = append(listed, ids(decode[api.List](t, r).Cases)...)
		}
		jsonl := s.get("/api/v1/export.jsonl?" + filter)
		var lines []string
		for d := json.NewDecoder(jsonl.Body); d.More(); {
			var c api.Case
			if err := d.Decode(&c); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, c.ID)
		}
		var rows []string
		for _, row := range readCSV(t, s.get("/api/v1/export.csv?"+filter)) {
			rows = append(rows, row["id"])
		}
		if !slices.Equal(lines, listed) || !slices.Equal(rows, listed) {
			t.Errorf("%q:\nlist  %v\nJSONL %v\nCSV   %v", filter, listed, lines, rows)
		}
	}
}

// readCSV reads an export of rows by the names of its columns.
func readCSV(t *testing.T, r *http.Response) []map[string]string {
	t.Helper()
	content := body(t, r)
	rest, ok := strings.CutPrefix(content, "\uFEFF")
	if !ok {
		t.Fatal("no byte order mark")
	}
	if strings.Count(rest, "\n") != strings.Count(rest, "\r\n") {
		t.Error("a line ends without CR")
	}
	records, err := csv.NewReader(strings.NewReader(rest)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		out = append(out, row)
	}
	return out
}

func TestCSVKeepsTextsAndMakesFormulasHarmless(t *testing.T) {
	s := newSmallSite(t)
	r := s.get("/api/v1/export.csv?sort=oldest")
	if r.Header.Get("Content-Type") != "text/csv; charset=utf-8; header=present" || !strings.Contains(r.Header.Get("Content-Disposition"), ".csv") {
		t.Errorf("%v", r.Header)
	}
	row := readCSV(t, r)[0]
	for name, want := range map[string]string{
		"id": "IL-0901", "title_en": `'=HYPERLINK(1) & <b>*bold*</b> _x_ "quoted", é`, "title_ko": "'+정규식 하나가 모든 CPU를 다 썼다", "region_en": "'@all",
		"tried_en": "'-1 restart", "summary_ko": "규칙 하나가 모든 곳에서 실행됐다.\n\n둘째 문단\n\n셋째 문단", "resolved_after_minutes": "27", "users_en": "",
		"symptoms": "high-error-rate", "url": baseURL + "/cases/IL-0901",
	} {
		if row[name] != want {
			t.Errorf("%s is %q, want %q", name, row[name], want)
		}
	}
}

func TestSQLiteExport(t *testing.T) {
	s := newSite(t, baseURL)
	r := s.get("/api/v1/export.sqlite")
	content := []byte(body(t, r))
	path := filepath.Join(t.TempDir(), "export.sqlite")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path) // the driver that the library brings
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	one := func(q string) (out string) {
		t.Helper()
		if err := db.QueryRowContext(t.Context(), q).Scan(&out); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		return out
	}
	list := decode[api.List](t, s.get("/api/v1/cases?component=cache&factor=retry-storm"))
	for q, want := range map[string]any{
		"PRAGMA integrity_check":                                                    "ok",
		"SELECT count(*) FROM pragma_foreign_key_check":                             0,
		"SELECT count(*) FROM cases":                                                s.edition.Total(),
		"SELECT value FROM about WHERE key = 'edition'":                             s.edition.Hash(),
		"SELECT url FROM cases WHERE id = 'IL-0136'":                                baseURL + "/cases/IL-0136",
		"SELECT resolved_minutes FROM cases WHERE id = 'IL-0136'":                   355,
		"SELECT label_ko FROM terms WHERE slug = 'database' AND kind = 'component'": "애플리케이션 데이터베이스",
		`SELECT count(*) FROM case_terms a JOIN case_terms b USING (case_id) WHERE a.slug = 'cache' AND a.kind = 'component' AND b.slug = 'retry-storm'`: list.Total,
		"SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name)":                                        "about action_items aliases case_terms cases docs events related sources steps terms",
	} {
		if got := one(q); got != strings.TrimSpace(jsonOf(t, want)) {
			t.Errorf("%s: %s, want %v", q, got, want)
		}
	}
	if !strings.Contains(one("SELECT sql FROM sqlite_schema WHERE name = 'cases'"), "-- its page") {
		t.Error("the schema has lost its comments")
	}

	part := s.get("/api/v1/export.sqlite", "Range", "bytes=0-15", "If-Range", r.Header.Get("ETag"))
	if part.StatusCode != http.StatusPartialContent || body(t, part) != "SQLite format 3\x00" {
		t.Errorf("a range: %d", part.StatusCode)
	}
	again := []byte(body(t, newSite(t, baseURL).get("/api/v1/export.sqlite")))
	if !bytes.Equal(again, content) {
		t.Error("the same cases give another file")
	}
	left, err := filepath.Glob(filepath.Join(databases(), "incidentlib-export-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// jsonOf writes a value as SQLite's text of it.
func jsonOf(t *testing.T, v any) string {
	t.Helper()
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestReloadReachesProgramsAtOnce holds that nothing that is kept for an edition
// outlives it.
func TestReloadReachesProgramsAtOnce(t *testing.T) {
	files := smallFiles(t)
	lib := openLibrary(t, "reloaded", files)
	u, err := url.Parse(baseURL)
	if err != nil {
		t.Fatal(err)
	}
	h, err := web.New(lib, web.Config{BaseURL: u, DefaultLang: i18n.EN, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := site{t: t, handler: h}
	targets := []string{"/api/v1/export.jsonl", "/api/v1/export.csv", "/api/v1/export.sqlite", "/api/v1/changes", "/api/v1/cases", "/feed.atom", "/sitemap.xml"}
	before := map[string]string{}
	for _, target := range targets {
		before[target] = s.get(target).Header.Get("ETag")
	}
	next := decode[api.Changes](t, s.get("/api/v1/changes")).Next
	files["cases/IL-0905.yaml"] = &fstest.MapFile{Data: []byte(strings.NewReplacer("IL-0902", "IL-0905", "2026-01-02T", "2026-02-01T").Replace(smallCases["IL-0902"]))}
	if changed, err := lib.Reload(t.Context()); err != nil || !changed {
		t.Fatalf("%t, %v", changed, err)
	}
	for _, target := range targets {
		if r := s.get(target, "If-None-Match", before[target]); r.StatusCode != http.StatusOK || !strings.Contains(body(t, r), "IL-0905") {
			t.Errorf("%s: status %d, or the new case is missing", target, r.StatusCode)
		}
	}
	got := decode[api.Changes](t, s.get("/api/v1/changes?since="+next))
	if len(got.Changes) != 1 || got.Changes[0].ID != "IL-0905" || got.Changes[0].Change != "added" {
		t.Errorf("%+v", got)
	}
}
