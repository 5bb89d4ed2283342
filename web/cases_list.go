package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

// The two ways to see a list, the values of the parameter "view".
const (
	viewCompact  = "compact"
	viewDetailed = "detailed"
)

// listCases answers /cases: filters, facets, order, pages and two views.
func listCases(v *visit, c echo.Context) (templ.Component, error) {
	ctx := c.Request().Context()
	params := c.QueryParams()
	q, problems := query.Parse(params, v.edition)
	detailed, wrong := parseView(params)
	if wrong != nil {
		problems = append(problems, wrong)
	}
	v.asked = q
	if detailed {
		v.view = "view=" + viewDetailed
	}
	if len(problems) > 0 {
		return nil, problems
	}
	list, err := v.edition.List(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := v.edition.MarkBriefly(ctx, list, v.lang()); err != nil {
		return nil, err
	}
	l := listPage{visit: v, q: q, list: list, detailed: detailed}
	out := l.build()
	if l.detailed {
		if err := l.addDetails(c, out.Rows); err != nil {
			return nil, err
		}
	}
	return views.CasesListPage(out), nil
}

// parseView reads the parameter "view", with the error if it is not valid.
func parseView(params url.Values) (detailed bool, wrong *incident.Error) {
	var given []string
	for _, s := range params["view"] {
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(given, s) {
			given = append(given, s)
		}
	}
	wrong = &incident.Error{Kind: incident.Invalid, Param: "view", Value: strings.Join(given, ", "), Nearest: []string{viewCompact, viewDetailed}}
	switch {
	case len(given) == 0:
		return false, nil
	case len(given) > 1:
		wrong.Problem, wrong.Message = incident.ProblemRepeated, "view may be given once"
		return false, wrong
	case given[0] != viewCompact && given[0] != viewDetailed:
		wrong.Problem, wrong.Message = incident.ProblemUnknown, "view is compact or detailed"
		return false, wrong
	}
	return given[0] == viewDetailed, nil
}

// listPage builds the view model of one list.
type listPage struct {
	*visit
	q        query.Query
	list     *library.List
	detailed bool
}

// address is the list for another query, in the same view.
func (l *listPage) address(q query.Query) string { return l.link("/cases", l.encode(q, l.detailed)) }

func (l *listPage) encode(q query.Query, detailed bool) string { return withView(q, detailed) }

// withView is the canonical form of a query and the view of its list.
func withView(q query.Query, detailed bool) string {
	s := q.Encode()
	switch {
	case !detailed:
		return s
	case s == "":
		return "view=" + viewDetailed
	default:
		return s + "&view=" + viewDetailed
	}
}

func (l *listPage) build() views.CasesList {
	p := l.printer
	out := views.CasesList{
		Heading:  casesCounted(p, l.list.Total),
		Empty:    l.list.Total == 0,
		Insight:  l.insight(),
		Chosen:   l.chips(l.q, l.address),
		Facets:   l.facets(),
		Detailed: l.detailed,
		Hidden:   l.hidden(),
		Rows:     l.rows(l.list.Cases),
		Pager:    l.pager(),
	}
	if len(l.list.Cases) < l.list.Total {
		out.Position = p.F("list.position", i18n.Args{"First": p.Count(l.list.First), "Last": p.Count(l.list.Last)})
	}
	if l.q.Filtered() {
		out.ClearAll = l.address(query.Query{Sort: l.q.WithoutText().Sort, PerPage: l.q.PerPage})
	}
	for _, s := range query.Sorts {
		if s == query.Relevance && l.q.Text == "" {
			continue
		}
		out.Sorts = append(out.Sorts, views.Choice{Label: p.T("sort." + string(s)), Href: l.address(l.q.InOrder(s)), Current: l.q.Order() == s})
	}
	for _, view := range []string{viewCompact, viewDetailed} {
		out.Layouts = append(out.Layouts, views.Choice{
			Label: p.T("view." + view), Href: l.link("/cases", l.encode(l.q, view == viewDetailed)), Current: l.detailed == (view == viewDetailed),
		})
	}
	out.Stats = l.link("/stats", selection(l.q).Encode())
	l.addSearch(&out)
	out.Page = l.describe(l.title(), excerpt(strings.TrimSpace(out.Heading+". "+out.Insight)), "/cases", l.encode(l.q, l.detailed))
	out.Forms = l.feedForms(l.q.AtPage(0).Encode())
	out.SearchText, out.NoIndex = l.q.Text, isPoor(l.list.Search, l.list.Total)
	return out
}

// title names the list by what was chosen: "배포 오류, 재시도 폭풍 · 사례".
func (l *listPage) title() string {
	var names []string
	for _, chip := range l.chips(l.q, l.address) {
		name := chip.Value.Value
		switch chip.Kind {
		case "from", "to", "not":
			name = chip.Name + " " + name
		}
		names = append(names, name)
	}
	title := l.printer.T("nav.cases")
	if len(names) > 0 {
		title = strings.Join(names[:min(3, len(names))], ", ") + " · " + title
	}
	if n := l.q.PageNumber(); n > 1 {
		title += " · " + l.printer.F("list.page", i18n.Args{"Page": l.printer.Count(n)})
	}
	return title
}

func (l *listPage) insight() string {
	var names []string
	for _, c := range l.list.Common {
		names = append(names, l.term(incident.Component, c.Value).Label.Value)
	}
	if names == nil {
		return ""
	}
	return l.printer.N("list.insight", l.list.Total, i18n.Args{"Components": l.printer.List(names)})
}

func (l *listPage) addSearch(out *views.CasesList) {
	note := l.list.Search
	if note == nil {
		return
	}
	out.Relaxed = note.Relaxed
	out.Slips = l.slips(note)
	if n := note.Named; n != nil {
		key := "list.named_withdrawn"
		if n.MergedInto != "" {
			key = "list.named_merged"
		}
		out.Named = &views.Link{Text: views.Text{Value: l.printer.F(key, i18n.Args{"ID": n.ID, "Into": n.MergedInto})}, Href: l.link("/cases/"+n.ID, "")}
	}
	for i := range out.Rows {
		if hit, ok := note.Hits[out.Rows[i].ID]; ok {
			out.Rows[i].Title, out.Rows[i].Passage = l.marked(hit.Title), l.marked(hit.Passage)
		}
	}
	for _, ref := range note.Also {
		out.Also = append(out.Also, l.term(ref.Kind, ref.Slug))
	}
	for _, text := range note.Suggest {
		out.Suggest = append(out.Suggest, views.Link{Text: views.Text{Value: text}, Href: l.link("/cases", url.Values{"q": {text}}.Encode())})
	}
}

// addDetails fetches the whole cases of the page for the detailed view.
func (l *listPage) addDetails(c echo.Context, rows []views.CaseRow) error {
	var ids []string
	for i := range l.list.Cases {
		ids = append(ids, l.list.Cases[i].ID)
	}
	cases, err := l.edition.Cases(c.Request().Context(), ids)
	if err != nil {
		return err
	}
	for i := range cases {
		rows[i].Detail = l.detail(&cases[i])
	}
	return nil
}

// pagesAround is how many page numbers stand on each side of the current one.
const pagesAround = 2

func (l *listPage) pager() views.Pager {
	var out views.Pager
	current, last := l.list.Page, l.list.Pages
	if last < 2 {
		return out
	}
	if current > 1 {
		out.Previous = l.address(l.q.AtPage(current - 1))
	}
	if current < last {
		out.Next = l.address(l.q.AtPage(current + 1))
	}
	gap := false
	for n := 1; n <= last; n++ {
		near := n >= current-pagesAround && n <= current+pagesAround
		if n != 1 && n != last && !near {
			if !gap {
				out.Pages = append(out.Pages, views.PagerPage{Gap: true})
			}
			gap = true
			continue
		}
		gap = false
		out.Pages = append(out.Pages, views.PagerPage{
			Number: strconv.Itoa(n), Label: l.printer.F("list.page", i18n.Args{"Page": l.printer.Count(n)}),
			Href: l.address(l.q.AtPage(n)), Current: n == current,
		})
	}
	return out
}
