package web

import (
	"context"
	"math"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/client"
)

// This file keeps dear work from crowding out the rest: how much of it each
// client may ask for, and how much is done at once.

// burst is for how many seconds' worth of searches a client may ask at once.
const burst = 15

// isDear is of a search and of an image, which is drawn.
func isDear(c echo.Context) bool {
	return c.QueryParam("q") != "" || strings.HasSuffix(c.Request().URL.Path, ".png")
}

// newLimits sets the limits of the configuration; a rate of 0 is none.
func (s *Site) newLimits() {
	if r := s.config.SearchRate; r > 0 {
		s.searches = client.NewLimit(r, max(1, int(math.Ceil(r*burst))))
	}
	if r := s.config.ExportRate; r > 0 {
		s.exports = client.NewLimit(r/60, max(1, int(math.Ceil(r))))
	}
	s.heavy = make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))
}

// admit lets a request pass, or answers 429 if it is a search of a client who
// has searched too much.
func (s *Site) admit(c echo.Context, search bool) error {
	if !search {
		return nil
	}
	return s.take(c, s.searches)
}

func (s *Site) take(c echo.Context, limit *client.Limit) error {
	if limit == nil {
		return nil
	}
	wait, ok := limit.Take(s.config.TrustedProxies.Address(c.Request()))
	if ok {
		return nil
	}
	retryAfter(c, wait)
	return echo.NewHTTPError(http.StatusTooManyRequests)
}

// retryAfter tells in whole seconds when to come again.
func retryAfter(c echo.Context, wait time.Duration) {
	c.Response().Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
}

// exported limits an export.
func (s *Site) exported(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.take(c, s.exports); err != nil {
			return err
		}
		return h(c)
	}
}

// queueFor is how long a search waits for its turn before the site says that it
// is busy.
const queueFor = 5 * time.Second

// fewAtOnce has requests that are dear wait for their turn, so that a flood of
// them leaves the processors to pages.
func (s *Site) fewAtOnce(dear func(echo.Context) bool, h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !dear(c) {
			return h(c)
		}
		ctx, cancel := context.WithTimeout(c.Request().Context(), queueFor)
		defer cancel()
		select {
		case s.heavy <- struct{}{}:
			defer func() { <-s.heavy }()
			return h(c)
		case <-ctx.Done():
		}
		if err := c.Request().Context().Err(); err != nil {
			return err // the reader has left
		}
		retryAfter(c, queueFor)
		return echo.NewHTTPError(http.StatusServiceUnavailable)
	}
}
