package web

import (
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/reply"
)

// alive answers /healthz: the process answers. A fault of anything else is no
// reason to restart it.
func alive(c echo.Context) error { return plain(c, http.StatusOK, "ok\n") }

// ready answers /readyz: requests are to be sent here, or not.
func (s *Site) ready(c echo.Context) error {
	if s.config.Ready != nil {
		if err := s.config.Ready(); err != nil {
			s.config.Logger.Debug("not ready", slog.Any("error", err))
			return plain(c, http.StatusServiceUnavailable, "not ready: "+err.Error()+"\n")
		}
	}
	return plain(c, http.StatusOK, "ready\n")
}

// plain answers a machine in words that nobody is to keep.
func plain(c echo.Context, status int, text string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", reply.Never)
	h.Del("Content-Language")
	h.Del("Vary")
	return c.String(status, text)
}
