package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

// This file is what sets a site that is written out as files apart from one
// that is served (Config.Static). Its list of cases is cases_all.go.

// withoutQuery is where a link of a static site leads in place of a list with a
// query: to the page of the one term that is asked for, else to the list of all
// cases with the query as a fragment, which its script reads.
func withoutQuery(path, rawQuery string) (address string) {
	values, err := url.ParseQuery(rawQuery)
	if path != "/cases" || err != nil {
		return path
	}
	for _, f := range query.Facets {
		if slugs := values[f.Param]; len(values) == 1 && len(slugs) == 1 && slices.Contains(incident.Kinds, f.Kind) {
			return "/" + f.Kind.Path() + "/" + url.PathEscape(slugs[0])
		}
	}
	return path + "#" + rawQuery
}

// sendOn answers that a page stands at another address for good. A file cannot
// answer with a status, so a static site has a page that leads on.
func (s *Site) sendOn(c echo.Context, v *visit, address string) error {
	if !s.config.Static || isData(v.path) {
		return c.Redirect(http.StatusPermanentRedirect, address)
	}
	c.Response().Header().Set("Location", address)
	page := views.Moved{Page: v.describe(v.printer.T("moved.title"), "", "", ""), To: address}
	page.Canonical, page.Alternates, page.NoIndex = s.absolute(address), nil, true
	return writePage(c, http.StatusPermanentRedirect, views.MovedPage(page))
}

// notFound answers /404, the page that a web server shows for any address that
// it has no file for. It names none.
func notFound(*visit, echo.Context) (templ.Component, error) { return nil, echo.ErrNotFound }

const notFoundPath = "/404"

// wholeTopic gives a term all its cases, as there is no list to see the rest in.
func (v *visit) wholeTopic(ctx context.Context, kind incident.Kind, topic *library.Topic) error {
	all, err := v.edition.List(ctx, query.Query{PerPage: max(1, topic.Total)}.With(kind, topic.Term.Slug))
	if err == nil {
		topic.Cases = all.Cases
	}
	return err
}
