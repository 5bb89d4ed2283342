package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/web/reply"
)

// WriteProblem answers with problem details (RFC 9457): the status, what was
// wrong with each parameter and what to do about it. What failed on our side is
// not told.
func WriteProblem(c echo.Context, status int, err error) error {
	p := Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: details[status], Errors: []ProblemError{}}
	if p.Detail == "" {
		p.Detail = p.Title
	}
	var sentences []string
	for _, e := range incident.Told(err) {
		one := ProblemError{
			Parameter: e.Param, Value: shorten(e.Value), Problem: string(e.Problem), Detail: shorten(e.Message), Nearest: list(e.Nearest), Fix: fix(e),
		}
		p.Errors = append(p.Errors, one)
		sentences = append(sentences, one.Detail+".")
	}
	if len(sentences) > 0 {
		p.Detail = strings.Join(sentences, " ")
	}
	body, err := reply.Marshal(p)
	if err != nil {
		return err
	}
	if c.Request().Method == http.MethodHead {
		c.Response().Header().Set("Content-Type", problemType)
		return c.NoContent(status)
	}
	return c.Blob(status, problemType, body)
}

const problemType = "application/problem+json"

// details says what to do where no parameter is at fault.
var details = map[int]string{
	http.StatusBadRequest:            "The address cannot be read: percent-encode every value of the query.",
	http.StatusNotFound:              "Nothing stands at this address. /openapi.yaml lists every address of the API.",
	http.StatusMethodNotAllowed:      "This address can only be read: use GET, HEAD or OPTIONS.",
	http.StatusRequestURITooLong:     "The address is too long: search for a shorter text.",
	http.StatusRequestEntityTooLarge: "The body is too large. Only /mcp takes one; send none to any other address.",
	http.StatusTooManyRequests:       "Too many of these requests came from your address. Come again after the seconds in Retry-After; answers that are kept, such as single cases and lists without q, are not limited. /api/v1/export.jsonl gives everything at once.",
	http.StatusServiceUnavailable:    "Too many searches run at this moment. Come again after the seconds in Retry-After.",
	http.StatusInternalServerError:   "The fault is on our side and has been logged. Try again in a moment.",
}

// shorten keeps a pasted text from filling the answer.
func shorten(s string) string {
	const most = 200
	s = strings.ToValidUTF8(s, "\uFFFD")
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// fix tells what to write in place of what was wrong.
func fix(e *incident.Error) string {
	switch {
	case e.Problem == incident.ProblemNoParam:
		return use(e.Nearest) + "This address takes no parameter of that name: /openapi.yaml lists those that it takes."
	case e.TermKind != "" && slices.Contains(incident.Kinds, e.TermKind):
		return use(e.Nearest) + "Every value is in /api/v1/topics/" + e.TermKind.Path() + "."
	case e.Param == "id" || e.Param == "not":
		return use(e.Nearest) + "A case is named by its id, such as IL-0136; /api/v1/cases lists them."
	}
	if said, ok := fixes[e.Param]; ok {
		return said
	}
	return strings.TrimSpace(use(e.Nearest))
}

// fixes tells what each parameter takes.
var fixes = map[string]string{
	"q":        "Give the text once, with at most 4000 characters.",
	"severity": "Use critical, major, minor or unknown.",
	"year":     "Write a year with four digits, such as 2026.",
	"from":     "Write a date as 2026-09-29, 2026-09 or 2026.",
	"to":       "Write a date as 2026-09-29, 2026-09 or 2026, not before from.",
	"sort":     "Use newest, oldest, updated or, with q, relevance.",
	"page":     "Give a whole number from 1 to the number of pages. The Link header leads from page to page.",
	"per_page": "Give a whole number from 1 to 100.",
	"kind":     "Use causes, components, symptoms, factors, domains or orgs.",
	"since":    "Give a time as 2026-11-01T00:00:00Z, or the value of next from an earlier answer. Without since the changes begin at the first.",
}

func use(nearest []string) string {
	if len(nearest) == 0 {
		return ""
	}
	return "Use " + strings.Join(nearest, " or ") + ". "
}
