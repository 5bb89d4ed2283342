package web

import (
	"path"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/reply"
)

// caseForms answers /cases/{id} as a page, and with an ending as JSON (the
// record of the API), or as Markdown or an image in the address's language.
func (s *Site) caseForms(c echo.Context) error {
	id := api.PathParam(c, "id")
	switch ending := path.Ext(id); ending {
	case ".json", ".md", ".png":
		return s.caseAs(c, id[:len(id)-len(ending)], ending)
	}
	return s.page(showCase)(c)
}

func (s *Site) caseAs(c echo.Context, typed, ending string) error {
	ctx := c.Request().Context()
	v := visitOf(ctx)
	ref, err := v.edition.Lookup(ctx, typed)
	switch {
	case err != nil:
		return err
	case ref.MergedInto != "":
		return v.moved(c, "/cases/"+ref.MergedInto+ending)
	case !ref.Canonical:
		return v.moved(c, "/cases/"+ref.ID+ending)
	case ending == ".json":
		return s.api.WriteCase(c, v.edition, ref.ID)
	case ending == ".png":
		png, err := v.drawCase(ctx, ref.ID)
		if err != nil {
			return err
		}
		return reply.Bytes(c, "image/png", png)
	}
	page, err := v.edition.Case(ctx, ref.ID)
	if err != nil {
		return err
	}
	return reply.Bytes(c, "text/markdown; charset=utf-8", v.markdown(v.casePage(page)))
}
