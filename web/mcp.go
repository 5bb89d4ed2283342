package web

import (
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/mcp"
	"github.com/incidentlib/incidentlib/web/reply"
)

const mcpPath = "/mcp"

// serveMCP answers /mcp whatever the method: the MCP server itself refuses all
// but POST. Its answers are the same in every language of the page.
func (s *Site) serveMCP() echo.HandlerFunc {
	handler := sync.OnceValue(func() http.Handler { // describing the tools takes as long as a page
		return mcp.New(s.library, mcp.Config{SiteURL: s.config.BaseURL, Logger: s.config.Logger}).Handler()
	})
	answer := s.fewAtOnce(func(c echo.Context) bool { return c.Request().Method == http.MethodPost }, func(c echo.Context) error {
		handler().ServeHTTP(c.Response(), c.Request())
		return nil
	})
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Del("Content-Language")
		h.Del("Vary")
		h.Set("Cache-Control", reply.Never)
		err := s.admit(c, c.Request().Method == http.MethodPost)
		if err != nil {
			return err
		}
		return answer(c)
	}
}

// wellKnown answers what programs look for below /.well-known/ before they use
// an MCP server, such as OAuth metadata: there is none, as nothing here needs
// authorization. A page would only confuse them.
func wellKnown(c echo.Context) error {
	h := c.Response().Header()
	h.Del("Content-Language")
	h.Del("Vary")
	h.Set("Cache-Control", reply.Brief)
	return c.String(http.StatusNotFound, "not here: this site needs no authorization\n")
}
