package web

import (
	"bytes"
	"mime"
	"net/http"
	"path"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/static"
)

// serveStatic serves an embedded file under its hashed name, which never
// changes its content.
func serveStatic(c echo.Context) error {
	name, content, err := static.Open(c.Param("file"))
	if err != nil {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(content))
	return nil
}
