package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/spelling"
	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/reply"
)

// statuses is the error table: what each kind of error is in HTTP.
var statuses = map[incident.ErrorKind]int{
	incident.NotFound: http.StatusNotFound,
	incident.Invalid:  http.StatusBadRequest,
	incident.Internal: http.StatusInternalServerError,
}

// worded lists the statuses that have words of their own in locales, under
// "error.<status>"; another is worded as the 400 or the 500.
var worded = []int{400, 404, 405, 413, 414, 429, 500, 503}

// handleError writes every error of every route: a redirect, or a page in the
// reader's language that says what was wrong and offers ways on. Only our own
// faults are logged; what they were is never shown.
func (s *Site) handleError(err error, c echo.Context) {
	r := c.Request()
	if c.Response().Committed || errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // the reader has the answer already, or has left
	}
	v := visitOf(r.Context())
	if v.printer == nil { // the fault lies before chooseLanguage
		s.config.Logger.Error("request", idOf(c), slog.String("method", r.Method), slog.Any("error", err))
		_ = c.NoContent(http.StatusInternalServerError)
		return
	}
	if to, ok := errors.AsType[*redirect](err); ok {
		if err := s.sendOn(c, v, v.link(escapedPath(to.path), to.query)); err != nil {
			s.config.Logger.Error("redirect", slog.Any("error", err))
			_ = c.NoContent(http.StatusInternalServerError)
		}
		return
	}
	status, problems := classify(err)
	if status == http.StatusNotFound && s.elsewhere(v, c) {
		return
	}
	if status == http.StatusInternalServerError {
		s.config.Logger.Error("request", idOf(c), slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	c.Response().Header().Set("Cache-Control", freshness(status))
	if isData(v.path) || v.path == mcpPath {
		c.Response().Header().Del("Content-Language") // problems are told in English
		if err := api.WriteProblem(c, status, err); err != nil {
			s.config.Logger.Error("problem details", idOf(c), slog.Any("error", err))
		}
		return
	}
	page := v.errorPage(status, problems)
	page.SearchText = c.QueryParam("q") // what was typed is not lost
	if status == http.StatusInternalServerError {
		page.Request = c.Response().Header().Get(requestIDHeader)
	}
	if err := writePage(c, status, views.ErrorPage(page)); err != nil {
		s.config.Logger.Error("error page", idOf(c), slog.Any("error", err))
		_ = c.NoContent(http.StatusInternalServerError)
	}
}

// freshness is how long an error may be kept.
func freshness(status int) string {
	if status == http.StatusNotFound {
		return reply.Brief
	}
	return reply.Never
}

// classify gives the status of an error and the problems that can be shown.
func classify(err error) (int, incident.Errors) {
	if all, ok := errors.AsType[incident.Errors](err); ok {
		return statuses[incident.Invalid], all
	}
	if one, ok := errors.AsType[*incident.Error](err); ok {
		return statuses[one.Kind], incident.Errors{one}
	}
	if routed, ok := errors.AsType[*echo.HTTPError](err); ok {
		return routed.Code, nil
	}
	return http.StatusInternalServerError, nil
}

func (v *visit) errorPage(status int, problems incident.Errors) views.Error {
	key := "error." + strconv.Itoa(wordedAs(status))
	page := views.Error{
		Page:    v.describe(v.printer.T(key+".heading"), v.printer.T(key+".message"), "", ""),
		Status:  status,
		Heading: v.printer.T(key + ".heading"),
		Message: v.printer.T(key + ".message"),
		Ways: []views.Link{
			{Text: views.Text{Value: v.printer.T("error.way.home")}, Href: v.link("/", "")},
			{Text: views.Text{Value: v.printer.T("error.way.cases")}, Href: v.link("/cases", "")},
		},
	}
	page.NoIndex, page.Canonical, page.Alternates, page.Forms, page.Card = true, "", nil, nil, views.Card{}
	if len(problems) == 0 && status == http.StatusNotFound && v.path != notFoundPath {
		problems = incident.Errors{v.noPage()}
	}
	if valid := v.asked.Encode(); valid != "" && status == http.StatusBadRequest {
		page.Ways = append([]views.Link{{Text: views.Text{Value: v.printer.T("error.way.rest")}, Href: v.link("/cases", valid)}}, page.Ways...)
	}
	for _, p := range problems {
		page.Problems = append(page.Problems, v.problem(p))
	}
	return page
}

func wordedAs(status int) int {
	for _, s := range worded {
		if s == status {
			return s
		}
	}
	if status < http.StatusInternalServerError {
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// noPage is the problem of an address that has no route: it names the sections
// and, if a part of the address looks like an id, the case.
func (v *visit) noPage() *incident.Error {
	e := &incident.Error{Kind: incident.NotFound, Param: "path", Value: v.locale.Path(v.path), Problem: incident.ProblemNoneSuch}
	path, langs := v.unprefixed()
	first, rest, _ := strings.Cut(strings.Trim(path, "/"), "/")
	sections := sections()
	if first == "" || slices.Contains(sections, first) {
		for _, lang := range langs {
			e.Nearest = append(e.Nearest, i18n.Locale{Lang: lang, Prefixed: true}.Path(escapedPath(path)))
		}
	}
	for part := range strings.SplitSeq(v.path, "/") {
		if id, ok := incident.CanonicalID(part); ok && v.edition.HasCase(id) {
			e.Nearest = append(e.Nearest, "/cases/"+id)
		}
	}
	for _, section := range spelling.Nearest(first, sections, 2) {
		if kind, ok := incident.KindOfPath(section); ok && rest != "" {
			if _, ok := v.edition.Term(kind, rest); ok {
				e.Nearest = append(e.Nearest, "/"+section+"/"+rest)
			}
		}
		e.Nearest = append(e.Nearest, "/"+section)
	}
	return e
}

// sections are the first parts of the addresses of pages.
func sections() []string {
	out := []string{"cases", "stats", "about"}
	for _, k := range incident.Kinds {
		out = append(out, k.Path())
	}
	return out
}

// problem words one problem and makes its suggestions links.
func (v *visit) problem(e *incident.Error) views.Problem {
	args := i18n.Args{"Param": e.Param, "Value": excerpt(e.Value), "MaxText": v.printer.Count(query.MaxText), "MaxValues": query.MaxValues, "MaxPerPage": query.MaxPerPage}
	p := views.Problem{Sentence: v.printer.F("problem."+string(e.Problem), args)}
	if e.Problem == incident.ProblemNoneSuch && e.Param == "id" {
		p.Sentence = v.printer.F("problem.no_case", args)
	}
	if e.TermKind != "" {
		args["Kind"] = v.printer.T("kind." + string(e.TermKind) + ".one")
		p.Sentence = v.printer.F("problem.no_term", args)
	}
	if fix := fixKey(e); fix != "" {
		p.Fix = v.printer.F(fix, args)
	}
	if e.TermKind != "" && len(e.Nearest) == 0 {
		p.Suggest = []views.Link{{Text: views.Text{Value: v.printer.T("kind." + string(e.TermKind) + ".many")}, Href: v.link("/"+e.TermKind.Path(), "")}}
	}
	for _, s := range e.Nearest {
		link := v.suggestion(e, s)
		if !slices.ContainsFunc(p.Suggest, func(l views.Link) bool { return l.Href == link.Href }) {
			p.Suggest = append(p.Suggest, link)
		}
	}
	return p
}

// fixKey names the message that tells what a parameter takes.
func fixKey(e *incident.Error) string {
	if e.Kind != incident.Invalid || e.TermKind != "" {
		return ""
	}
	switch e.Param {
	case "from", "to", "year", "page", "per_page", "sort", "not", "q", "view":
		return "problem.fix." + e.Param
	}
	return ""
}

// suggestion links one of the values that would have been valid: a page in
// place of the one that was not found, or the list with the value corrected.
func (v *visit) suggestion(e *incident.Error, value string) views.Link {
	link := views.Link{Text: views.Text{Value: value}}
	_, _, prefixed := i18n.SplitPath(value)
	asking := "/cases" // the page that was asked for, or the list
	if v.path == "/stats" {
		asking = v.path
	}
	list := func(q query.Query) string { return v.link(asking, strings.Trim(q.Encode()+"&"+v.view, "&")) }
	switch {
	case e.Param == "path" && prefixed: // in the language that was meant
		link.Href = v.site.root + value
		link.Text.Value = link.Href
	case e.Param == "path":
		link.Href = v.link(value, "")
		link.Text.Value = link.Href
	case e.Problem == incident.ProblemPastEnd:
		page, _ := strconv.Atoi(value)
		link.Text.Value = v.printer.F("problem.last_page", i18n.Args{"Page": value})
		link.Href = list(v.asked.AtPage(page))
	case e.TermKind != "":
		term := v.term(e.TermKind, value)
		link.Text, link.Href = term.Label, term.Href
		if e.Kind == incident.Invalid {
			link.Href = list(v.asked.With(e.TermKind, value))
		}
	case e.Param == "id" || e.Param == "not":
		link.Href = v.link("/cases/"+value, "")
	case e.Param == "sort":
		link.Text.Value = v.printer.T("sort." + value)
		link.Href = list(v.asked.InOrder(query.Sort(value)))
	default:
		link.Text.Value = e.Param + "=" + value
		link.Href = v.link(v.path, strings.Trim(v.asked.Encode()+"&"+url.Values{e.Param: {value}}.Encode(), "&"))
	}
	return link
}
