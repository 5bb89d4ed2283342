package web_test

import (
	"net/http/httptest"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/web"
)

// benchmarkPage renders a page through the real router over the embedded cases.
func benchmarkPage(b *testing.B, target string) {
	s := newSiteWith(b, baseURL, openLibrary(b, "embedded", data.FS), func(*web.Config) {}) // keeps no pages
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		if w.Code != 200 {
			b.Fatalf("status %d", w.Code)
		}
		b.SetBytes(int64(w.Body.Len()))
	}
}

func BenchmarkCasePage(b *testing.B) {
	b.Run("en", func(b *testing.B) { benchmarkPage(b, "/en/cases/IL-0136") })
	b.Run("ko", func(b *testing.B) { benchmarkPage(b, "/ko/cases/IL-0136") })
}

func BenchmarkListPage(b *testing.B) {
	b.Run("all", func(b *testing.B) { benchmarkPage(b, "/ko/cases") })
	b.Run("filtered", func(b *testing.B) { benchmarkPage(b, "/ko/cases?symptom=high-error-rate") })
	b.Run("detailed", func(b *testing.B) { benchmarkPage(b, "/ko/cases?view=detailed") })
	b.Run("search", func(b *testing.B) {
		benchmarkPage(b, "/ko/cases?q=%EC%9E%AC%EC%8B%9C%EB%8F%84+%ED%8F%AD%ED%92%8D")
	})
}
