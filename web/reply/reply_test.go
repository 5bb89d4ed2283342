package reply_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/reply"
)

// answer asks a server whose only answer is streamed by write.
func answer(t *testing.T, write func(io.Writer) error) (*http.Response, string, error) {
	t.Helper()
	e := echo.New()
	e.GET("/", func(c echo.Context) error { return reply.Stream(c, "text/csv", `"tag"`, write) })
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	s.Config.ErrorLog = nil
	r, err := s.Client().Get(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	return r, string(b), err
}

func TestStream(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	r, got, err := answer(t, func(w io.Writer) error { _, err := io.WriteString(w, long); return err })
	if err != nil || got != long || r.Header.Get("ETag") != `"tag"` || r.Header.Get("Content-Type") != "text/csv" {
		t.Errorf("%d bytes, %v, %v", len(got), r.Header, err)
	}
	if r, got, err = answer(t, func(io.Writer) error { return nil }); err != nil || got != "" || r.StatusCode != http.StatusOK || r.Header.Get("ETag") != `"tag"` {
		t.Errorf("nothing: %d %q %v", r.StatusCode, got, err)
	}
}

// TestStreamBreaksOff holds that a fault is an error to the reader: a status
// before the first byte, a broken answer after it.
func TestStreamBreaksOff(t *testing.T) {
	fault := errors.New("the disk is gone")
	r, _, err := answer(t, func(io.Writer) error { return fault })
	if err != nil || r.StatusCode != http.StatusInternalServerError || r.Header.Get("ETag") != "" {
		t.Errorf("at once: %d %v %v", r.StatusCode, r.Header, err)
	}
	_, got, err := answer(t, func(w io.Writer) error {
		_, _ = io.WriteString(w, strings.Repeat("x", 100_000))
		return fault
	})
	if err == nil || len(got) == 0 {
		t.Errorf("later: the reader got %d bytes and the error %v", len(got), err)
	}
}
