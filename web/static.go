package web

import (
	"mime"
	"path"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/reply"
)

// serveStatic serves an embedded file under its hashed name, which never
// changes its content.
func serveStatic(c echo.Context) error {
	name, content, err := static.Open(c.Param("file"))
	if err != nil {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", reply.Forever)
	return reply.Bytes(c, mime.TypeByExtension(path.Ext(name)), content)
}
