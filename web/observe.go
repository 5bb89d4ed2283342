package web

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/client"
)

// AccessLog says which requests are logged, and with what.
type AccessLog string

// What an access log holds.
const (
	LogFaults AccessLog = "off"   // only what failed or was slow
	LogBasic  AccessLog = "basic" // every request, by address, without who asked or for what text
	LogFull   AccessLog = "full"  // also the query, the reader's address and the program that asked
)

// slow is from which time on a request is logged. Exports are not: they take
// as long as their reader does.
const slow = 2 * time.Second

// observe stands round all else: it names the request, counts and logs it.
func (s *Site) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		begin := time.Now()
		s.metrics.begin()
		c.Response().Header()["X-Request-Id"] = []string{s.requestID(c.Request())}
		defer func() { s.note(c, time.Since(begin)) }() // also where a broken answer panics
		if err := next(c); err != nil {
			c.Error(err)
		}
		return nil
	}
}

const requestIDHeader = "X-Request-Id"

// requestID is the name of a request: the one that a proxy of ours gave it, if
// it is well-formed, or a new one.
func (s *Site) requestID(r *http.Request) string {
	if len(s.config.TrustedProxies) > 0 {
		if given := r.Header.Get(requestIDHeader); wellFormedID(given) && s.config.TrustedProxies.Trusts(client.Peer(r)) {
			return given
		}
	}
	return strconv.FormatUint(rand.Uint64(), 36)
}

func wellFormedID(s string) bool {
	if len(s) < 8 || len(s) > 64 {
		return false
	}
	for _, b := range []byte(s) {
		if !(b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '-' || b == '_' || b == '.') {
			return false
		}
	}
	return true
}

// idOf is the request's id as the log holds it.
func idOf(c echo.Context) slog.Attr {
	return slog.String("id", c.Response().Header().Get(requestIDHeader))
}

// note counts a request that was answered, and logs it if it is to be.
func (s *Site) note(c echo.Context, took time.Duration) {
	status := c.Response().Status
	s.metrics.end(c.Path(), status, took)
	message := "request"
	if took > slow && !strings.Contains(c.Path(), "/export.") {
		message = "slow request"
	} else if s.config.AccessLog != LogBasic && s.config.AccessLog != LogFull {
		return
	}
	r := c.Request()
	fields := []slog.Attr{
		idOf(c), slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", status),
		slog.Int64("bytes", c.Response().Size), slog.Duration("took", took),
	}
	if s.config.AccessLog == LogFull {
		fields = append(fields, slog.String("query", r.URL.RawQuery), slog.String("client", s.config.TrustedProxies.Address(r).String()), slog.String("agent", r.UserAgent()))
	}
	s.config.Logger.LogAttrs(context.Background(), slog.LevelInfo, message, fields...)
}
