package web_test

import (
	"io/fs"
	"net/http/httptest"
	"path"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/web"
)

// benchmarkPage renders pages in turn through the real router over the embedded
// cases.
func benchmarkPage(b *testing.B, targets ...string) {
	s := newSiteWith(b, baseURL, openLibrary(b, "embedded", data.FS), func(*web.Config) {}) // keeps no pages
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		target := targets[i%len(targets)]
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		if w.Code != 200 {
			b.Fatalf("status %d", w.Code)
		}
		b.SetBytes(int64(w.Body.Len()))
	}
}

// everyCase is the Korean page of each embedded case.
func everyCase(b *testing.B) []string {
	files, err := fs.Glob(data.FS, "cases/*.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for i, f := range files {
		files[i] = "/ko/cases/" + strings.TrimSuffix(path.Base(f), ".yaml")
	}
	return files
}

func BenchmarkCasePage(b *testing.B) {
	b.Run("en", func(b *testing.B) { benchmarkPage(b, "/en/cases/IL-0136") })
	b.Run("ko", func(b *testing.B) { benchmarkPage(b, "/ko/cases/IL-0136") })
	b.Run("ko, all", func(b *testing.B) { benchmarkPage(b, everyCase(b)...) })
}

func BenchmarkListPage(b *testing.B) {
	b.Run("all", func(b *testing.B) { benchmarkPage(b, "/ko/cases") })
	b.Run("filtered", func(b *testing.B) { benchmarkPage(b, "/ko/cases?symptom=high-error-rate") })
	b.Run("detailed", func(b *testing.B) { benchmarkPage(b, "/ko/cases?view=detailed") })
	b.Run("search", func(b *testing.B) {
		benchmarkPage(b, "/ko/cases?q=%EC%9E%AC%EC%8B%9C%EB%8F%84+%ED%8F%AD%ED%92%8D")
	})
}
