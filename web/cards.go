package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/card"
	"github.com/incidentlib/incidentlib/web/reply"
)

// This file answers the images of pages: /cases/{id}.png for a case, /card.png
// for all else.

const cardPath = "/card.png"

// cardOf is the image of a page and how it is described. It stands at the
// address of its language, whichever address the page was asked for at.
func (v *visit) cardOf(path, alt string) views.Card {
	prefixed := i18n.Locale{Lang: v.locale.Lang, Prefixed: true}
	return views.Card{Image: v.site.absolute(v.site.link(prefixed, path, "")), Alt: alt, Width: card.Width, Height: card.Height}
}

func (v *visit) siteCard() views.Card {
	return v.cardOf(cardPath, v.printer.F("card.alt", i18n.Args{"Name": v.printer.T("site.name"), "Title": v.printer.T("home.title")}))
}

// drawCase draws the card of a case.
func (v *visit) drawCase(ctx context.Context, id string) ([]byte, error) {
	cases, err := v.edition.Cases(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	c := &cases[0]
	out := card.Card{
		Library: v.printer.T("site.name"), Call: c.ID, Org: v.org(c.OrgSlug).Text.Value, Date: v.printer.Date(string(c.Date)),
		Title: v.text(c.Title).Value, CauseText: v.text(c.RootCauseText).Value,
		Took: v.span(c.Timeline.ResolvedAfter).Text, TookLabel: v.printer.T("case.resolved"),
	}
	if t := v.termOrNone(incident.Cause, c.RootCause); t != nil {
		out.Cause = t.Label.Value
	}
	return out.PNG()
}

func showCard(c echo.Context) error {
	v := visitOf(c.Request().Context())
	png, err := card.Site{
		Library: v.printer.T("site.name"), Title: v.printer.T("home.question"), Text: v.printer.T("about.description"), Counted: v.counted(),
	}.PNG()
	if err != nil {
		return err
	}
	return reply.Bytes(c, "image/png", png)
}
