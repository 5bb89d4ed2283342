package web

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/views"
)

func about(v *visit, _ echo.Context) (templ.Component, error) {
	out := views.About{
		Page:    v.describe(v.printer.T("about.title"), v.printer.T("about.description"), "/about", ""),
		Counted: v.counted(),
	}
	for _, s := range incident.Severities {
		out.Severities = append(out.Severities, v.term(incident.SeverityKind, string(s)))
	}
	return views.AboutPage(out), nil
}

// counted says how much the library holds.
func (v *visit) counted() string {
	return v.printer.F("about.counted", i18n.Args{
		"Cases": casesCounted(v.printer, v.edition.Total()),
		"Orgs":  v.printer.N("count.orgs", len(v.edition.Terms(incident.Org)), nil),
	})
}
