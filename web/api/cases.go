package api

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web/reply"
)

// ListCases answers /cases: a page of the cases that the query asks for.
func (a *API) ListCases(c echo.Context, e *library.Edition) error {
	q, err := a.listQuery(c, e)
	if err != nil {
		return err
	}
	l, err := e.List(c.Request().Context(), q)
	if err != nil {
		return err
	}
	out := List{
		Total: l.Total, Page: l.Page, Pages: l.Pages, PerPage: q.Size(),
		Cases:  each(l.Cases, a.summary),
		Facets: facets(e, l.Facets),
		Also:   []TermRef{}, Slips: []Slip{}, Suggest: []string{},
	}
	if l.Search != nil {
		out.Relaxed, out.Also, out.Suggest = l.Search.Relaxed, termRefs(e, l.Search.Also), list(l.Search.Suggest)
		for _, s := range l.Search.Slips {
			out.Slips = append(out.Slips, Slip(s))
		}
	}
	a.linkPages(c, Prefix+"/cases", l.Page, l.Pages, func(page int) string { return q.AtPage(page).Encode() })
	return reply.JSON(c, jsonType, out)
}

// ShowCase answers /cases/{id}. Another spelling of the id, an alias and the id
// of a merged case lead to the case.
func (a *API) ShowCase(c echo.Context, e *library.Edition) error {
	id, ok, err := a.caseID(c, e, "")
	if !ok {
		return err
	}
	if _, _, err := only(c, e); err != nil {
		return err
	}
	return a.WriteCase(c, e, id)
}

// WriteCase answers with the case of a canonical id.
func (a *API) WriteCase(c echo.Context, e *library.Edition, id string) error {
	out, err := a.caseOf(c.Request().Context(), e, id)
	if err != nil {
		return err
	}
	return reply.JSON(c, jsonType, out)
}

func (a *API) caseOf(ctx context.Context, e *library.Edition, id string) (*Case, error) {
	cases, err := e.Cases(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	out := a.NewCase(&cases[0])
	return &out, nil
}

// caseID reads the id in the path. If it is not canonical the answer is a
// redirect, and ok is false, as it is on an error.
func (a *API) caseID(c echo.Context, e *library.Edition, rest string) (id string, ok bool, err error) {
	ref, err := e.Lookup(c.Request().Context(), PathParam(c, "id"))
	switch {
	case err != nil:
		return "", false, err
	case ref.MergedInto != "":
		return "", false, a.moved(c, "/cases/"+ref.MergedInto+rest)
	case !ref.Canonical:
		return "", false, a.moved(c, "/cases/"+ref.ID+rest)
	}
	return ref.ID, true, nil
}

// ListSimilar answers /cases/{id}/similar: those that share rare terms with it.
func (a *API) ListSimilar(c echo.Context, e *library.Edition) error {
	id, ok, err := a.caseID(c, e, "/similar")
	if !ok {
		return err
	}
	_, q, err := only(c, e, "per_page")
	if err != nil {
		return err
	}
	all, err := e.Similar(c.Request().Context(), id, q.Size())
	if err != nil {
		return err
	}
	return reply.JSON(c, jsonType, SimilarCases{
		ID: id, Total: len(all),
		Cases: each(all, func(s library.Similar) Similar {
			return Similar{Case: a.summary(s.Summary), Shared: termRefs(e, s.Shared), SameCause: s.SameCause, Score: s.Score}
		}),
	})
}
