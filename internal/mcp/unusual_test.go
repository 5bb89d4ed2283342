package mcp

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/library"
)

// unusual serves the embedded cases with the text of one replaced.
func unusual(t *testing.T, id string, pairs ...string) *Server {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(data.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(data.FS, name)
		files[name] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	f := files["cases/"+id+".yaml"]
	changed := string(f.Data)
	for i := 0; i+1 < len(pairs); i += 2 {
		before := changed
		if changed = strings.Replace(changed, pairs[i], pairs[i+1], 1); changed == before {
			t.Fatalf("%s has no %q", id, pairs[i])
		}
	}
	f.Data = []byte(changed)
	lib, err := library.Open(t.Context(), library.Options{Data: files, DataName: t.Name(), DBDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	return New(lib, Config{})
}

func TestMergedCase(t *testing.T) {
	s := unusual(t, "IL-0248", "status: published", "status: withdrawn\nreason: {en: The same incident., ko: 같은 장애다.}\nmerged_into: IL-0136")
	r := direct(t, s, "get_incident", args{"id": "248"})
	if r.str("id") != "IL-0136" || r.str("merged_from") != "IL-0248" || !strings.Contains(r.text, "IL-0248 → IL-0136") || r.data["url"] != nil {
		t.Errorf("%.600s", r.text)
	}
}

func TestWithdrawnCase(t *testing.T) {
	s := unusual(t, "IL-0248", "status: published", "status: withdrawn\nreason: {en: The source was retracted., ko: 출처가 철회됐다.}")
	r := direct(t, s, "get_incident", args{"id": "248", "lang": "ko"})
	if r.str("status") != "withdrawn" || !strings.Contains(r.text, "철회한 사례로 목록에는 나오지 않는다. 출처가 철회됐다.") {
		t.Errorf("%.600s", r.text)
	}
}

func TestCaseInOneLanguage(t *testing.T) {
	s := unusual(t, "IL-0248", "\n  ko: 상위 API가 용량 부족을 알리는 방식을 바꾸자 재시도가 불어나 Azure OpenAI 추론 요청이 실패했다", "")
	r := direct(t, s, "get_incident", args{"id": "248", "lang": "ko"})
	if !strings.HasPrefix(r.text, "# IL-0248: A change in how") || !strings.Contains(r.text, "영어로만 쓰인 항목: title") || r.data["in_other_lang"] == nil {
		t.Errorf("%.600s", r.text)
	}
}

// TestLongCase holds that prose of any length is given in parts, whole.
func TestLongCase(t *testing.T) {
	words := strings.TrimSpace(strings.Repeat("<word> ", 12_000))
	s := unusual(t, "IL-0248", "\nsummary:\n  en: |\n", "\nsummary:\n  en: |\n    "+words+"\n\n", "\ntried:\n", "\ntried:\n  - text: {en: \""+words+"\", ko: 시도}\n")
	var text, data strings.Builder
	results := walk(t, s, "get_incident", args{"id": "248"})
	for _, r := range results {
		text.WriteString(r.text)
		data.WriteString(fmt.Sprint(r.data))
	}
	for _, s := range []string{text.String(), data.String()} {
		if n := strings.Count(s, "<word>"); n != 24_000 || len(results) < 10 {
			t.Errorf("%d words in %d answers", n, len(results))
		}
	}
}
