package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"
)

// TestDearWorkWaitsItsTurn holds that no more searches run at once than there
// are places, that one waits for its turn, but not for ever, and that other
// requests wait for none.
func TestDearWorkWaitsItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Site{heavy: make(chan struct{}, 1)}
		release := make(chan struct{})
		handler := s.fewAtOnce(isDear, func(c echo.Context) error {
			if isDear(c) {
				<-release
			}
			return c.NoContent(http.StatusOK)
		})
		ask := func(ctx context.Context, target string) (result chan error, w *httptest.ResponseRecorder) {
			w, result = httptest.NewRecorder(), make(chan error, 1)
			c := echo.New().NewContext(httptest.NewRequestWithContext(ctx, http.MethodGet, target, nil), w)
			go func() { result <- handler(c) }()
			synctest.Wait()
			return result, w
		}
		first, _ := ask(t.Context(), "/cases?q=a")
		leaving, leave := context.WithCancel(t.Context())
		left, _ := ask(leaving, "/cases?q=b")
		busy, answer := ask(t.Context(), "/cases/IL-0136.png")
		if page, _ := ask(t.Context(), "/cases"); <-page != nil {
			t.Error("a page waits for searches")
		}
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("a reader who left: %v", err)
		}
		time.Sleep(queueFor)
		if routed := (*echo.HTTPError)(nil); !errors.As(<-busy, &routed) || routed.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") != "5" {
			t.Errorf("after %v: %v, %v", queueFor, routed, answer.Header())
		}
		next, _ := ask(t.Context(), "/cases?q=c")
		close(release)
		if err := errors.Join(<-first, <-next); err != nil {
			t.Errorf("those whose turn came: %v", err)
		}
	})
}
