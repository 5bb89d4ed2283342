// Package api is the JSON API, version 1. It has no logic of its own: it reads
// the parameters with package query, asks the library, and writes what it is
// told in the shapes of types.go. openapi.yaml describes it; problem.go writes
// every error.
package api

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/spelling"
	"github.com/incidentlib/incidentlib/web/reply"
)

// Prefix is the path before every address of the API.
const Prefix = "/api/v1"

const jsonType = "application/json"

// API answers requests from one edition each. It keeps what is dear to make for
// the last edition that it was made for.
type API struct {
	base    *url.URL
	static  bool
	spec    []byte
	changes atomic.Pointer[changeLog]
	sqlite  sqliteFile
}

// Config is what the API is told from outside: the base URL of the site, of
// which every absolute address is made, and whether it is written out as files,
// so that a list has all its cases on one page.
type Config struct {
	BaseURL *url.URL
	Static  bool
}

// New returns the API of a site.
func New(config Config) *API {
	a := &API{base: config.BaseURL, static: config.Static}
	a.spec = openAPI
	if a.static {
		a.spec = staticSpec(openAPI)
	}
	a.spec = bytes.ReplaceAll(a.spec, []byte(documentedBase), []byte(a.page("")))
	return a
}

// page returns the absolute address of a site path.
func (a *API) page(path string) string { return strings.TrimSuffix(a.base.String(), "/") + path }

// Spec answers /openapi.yaml (OpenAPI 3.1), with the addresses of this site.
func (a *API) Spec(c echo.Context, _ *library.Edition) error {
	return reply.Bytes(c, "application/yaml", a.spec)
}

// listQuery reads the parameters of a list; names beyond the grammar are errors.
func (a *API) listQuery(c echo.Context, e *library.Edition) (query.Query, error) {
	values := c.QueryParams()
	q, errs := query.Parse(values, e)
	if errs = append(query.CheckNames(values), errs...); len(errs) > 0 {
		return q, errs
	}
	return a.sized(q, e), nil
}

// sized makes the page of a list as large as the library where there are no
// further pages.
func (a *API) sized(q query.Query, e *library.Edition) query.Query {
	if a.static {
		q.PerPage = max(1, len(e.IDs()))
	}
	return q
}

// only reads a query of which no more than the named parameters are allowed.
// Those of the list grammar among them are in the Query.
func only(c echo.Context, e *library.Edition, names ...string) (url.Values, query.Query, error) {
	values := c.QueryParams()
	var errs incident.Errors
	known := url.Values{}
	for _, name := range slices.Sorted(keys(values)) {
		if slices.Contains(names, name) {
			known[name] = values[name]
			continue
		}
		errs = append(errs, &incident.Error{
			Kind: incident.Invalid, Param: name, Value: values.Get(name), Problem: incident.ProblemNoParam,
			Nearest: spelling.Nearest(name, names, 3), Message: fmt.Sprintf("no parameter of this address is called %q", name),
		})
	}
	q, more := query.Parse(known, e)
	if errs = append(errs, more...); len(errs) > 0 {
		return nil, q, errs
	}
	return known, q, nil
}

func keys(v url.Values) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for name := range v {
			if !yield(name) {
				return
			}
		}
	}
}

// link adds to the Link header (RFC 8288) where a relation of the answer leads.
func (a *API) link(c echo.Context, rel, path, query string) {
	target := a.page(path)
	if query != "" {
		target += "?" + query
	}
	c.Response().Header().Add("Link", fmt.Sprintf("<%s>; rel=%q", target, rel))
}

// linkPages links the pages of a list: first, prev, next and last.
func (a *API) linkPages(c echo.Context, path string, page, pages int, encode func(page int) string) {
	a.link(c, "first", path, encode(1))
	if page > 1 {
		a.link(c, "prev", path, encode(page-1))
	}
	if page < pages {
		a.link(c, "next", path, encode(page+1))
	}
	a.link(c, "last", path, encode(pages))
}

// moved answers that a thing stands at another path; the query stays.
func (a *API) moved(c echo.Context, path string) error {
	target := strings.TrimSuffix(a.base.Path, "/") + Prefix + path
	if q := c.Request().URL.RawQuery; q != "" {
		target += "?" + q
	}
	return c.Redirect(http.StatusPermanentRedirect, target)
}

// PathParam returns a path parameter decoded: Echo leaves it encoded where the
// path has escaped slashes.
func PathParam(c echo.Context, name string) string {
	s := c.Param(name)
	if c.Request().URL.RawPath == "" {
		return s
	}
	if decoded, err := url.PathUnescape(s); err == nil {
		return decoded
	}
	return s
}

// once reads a parameter that may be given once.
func once(v url.Values, name string) (string, error) {
	if len(v[name]) > 1 {
		return "", incident.Errors{{
			Kind: incident.Invalid, Param: name, Value: strconv.Itoa(len(v[name])), Problem: incident.ProblemRepeated,
			Message: name + " may be given once",
		}}
	}
	return strings.TrimSpace(v.Get(name)), nil
}
