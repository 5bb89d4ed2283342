package web

import (
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

const (
	homeTerms = 6 // terms in each index column
	homeCases = 6 // cases in "recently added"
)

// homeKinds are the index columns in the order in which a reader on call asks.
var homeKinds = []incident.Kind{incident.Symptom, incident.Cause, incident.Component, incident.Factor}

// homeExamples are searches and an id that lead to cases; the words of a search
// are in locales.
var homeExamples = []string{"home.example.symptom", "home.example.log", "home.example.id"}

func home(v *visit, c echo.Context) (templ.Component, error) {
	recent, err := v.edition.Recent(c.Request().Context(), homeCases)
	if err != nil {
		return nil, err
	}
	out := views.Home{
		Page:     v.describe(v.printer.T("home.title"), v.printer.T("home.lead"), "/", ""),
		Recent:   v.rows(recent),
		Counted:  casesCounted(v.printer, v.edition.Total()),
		AllCases: v.link("/cases", ""),
		Months:   v.calendar("cases-by-month", v.printer.T("home.months"), query.Query{}, v.edition.Years(), v.edition.Months()),
		Stats:    v.link("/stats", ""),
	}
	out.Months.Note = v.yearOnly(out.Months)
	for _, key := range homeExamples {
		text := v.printer.T(key)
		out.Examples = append(out.Examples, views.Link{Text: views.Text{Value: text}, Href: v.exampleAddress(text)})
	}
	for _, kind := range homeKinds {
		out.Columns = append(out.Columns, v.column(kind, v.edition.Terms(kind), homeTerms))
	}
	return views.HomePage(out), nil
}

func (v *visit) exampleAddress(text string) string {
	if incident.ValidID(text) {
		return v.link("/cases/"+text, "")
	}
	return v.link("/cases", url.Values{"q": {text}}.Encode())
}
