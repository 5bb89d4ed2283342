package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/static"
)

// LiveOnly are the routes that only a running server can answer: what they give
// depends on more than their address.
var LiveOnly = []string{
	"/mcp", "/.well-known/*", // answer other methods, or a protocol
	"/api/v1/vocab",       // needs a text
	"/healthz", "/readyz", // about the server
	"/en", "/ko", // the home pages once more: a folder without its slash
}

// linked are the parameters whose values nothing but a link tells: whoever
// writes the site out follows its links anyway.
var linked = []string{"part"}

// Addresses lists the addresses of a static site that its routes and the
// edition tell of: those without parameters, and of the others one for each
// case, term and file. Links lead to the rest. Addresses are without the base
// URL's path and percent-encoded; other spellings of an address, which lead on
// to it, are among them. A route that nothing is known to fill is an error.
func (s *Site) Addresses(ctx context.Context) ([]string, error) {
	a := addresses{site: s, ctx: ctx}
	var out []string
	var errs []error
	for _, pattern := range s.Routes() {
		if slices.Contains(LiveOnly, pattern) {
			continue
		}
		filled, err := a.fill(pattern)
		if err != nil {
			errs = append(errs, err)
		}
		out = append(out, filled...)
	}
	slices.Sort(out)
	return slices.Compact(out), errors.Join(errs...)
}

// Routes lists the patterns of the routes that answer GET, sorted.
func (s *Site) Routes() []string {
	var out []string
	for _, r := range s.router.Routes() {
		if r.Method == http.MethodGet {
			out = append(out, r.Path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// addresses fills the parameters of routes from an edition.
type addresses struct {
	site *Site
	ctx  context.Context
}

// fill returns the addresses that a pattern stands for.
func (a addresses) fill(pattern string) ([]string, error) {
	filled := []string{""}
	for part := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		fixed, name, isParam := strings.Cut(part, ":")
		if !isParam && !strings.HasSuffix(part, "*") {
			filled = each(filled, func(before string) []string { return []string{before + "/" + part} })
			continue
		}
		if slices.Contains(linked, name) {
			return nil, nil
		}
		if values, ok := a.values(pattern, name, filled[0]); !isParam || !ok {
			return nil, fmt.Errorf("the route %s is neither written out nor named as live only: say what its parameter stands for", pattern)
		} else if len(values) == 0 {
			return nil, nil
		}
		filled = each(filled, func(before string) []string {
			values, _ := a.values(pattern, name, before)
			return each(values, func(v string) []string { return []string{before + "/" + fixed + url.PathEscape(v)} })
		})
	}
	return filled, nil
}

// values lists what a parameter of a pattern stands for after the part of the
// address that is before it.
func (a addresses) values(pattern, name, before string) ([]string, bool) {
	switch name {
	case "id":
		if strings.Contains(pattern, "/api/") {
			return a.site.library.Edition().IDs(), true
		}
		if !strings.HasSuffix(pattern, ":id") {
			return a.site.library.Edition().IDs(), true
		}
		names, err := a.caseNames(strings.Count(before, "/") == 1)
		return names, err == nil
	case "kind":
		return each(incident.Kinds, func(k incident.Kind) []string { return []string{k.Path()} }), true
	case "slug":
		kind, ok := incident.KindOfPath(before[strings.LastIndexByte(before, '/')+1:])
		return each(a.site.library.Edition().Vocabulary(kind).Terms, func(t incident.Term) []string { return []string{t.Slug} }), ok
	case "file":
		return static.Hashed(), true
	case "shard":
		return a.shards(), true
	}
	return nil, false
}

// caseNames lists what a case is found by: its id and the names that its
// sources give it. What people make of an id when they type it, 136 and IL136
// of IL-0136, is among them for unprefixed addresses, which are the ones that
// are typed. A name that differs from another by case alone is left out, as
// some file systems take both for one.
func (a addresses) caseNames(typed bool) ([]string, error) {
	e := a.site.library.Edition()
	ids := e.IDs()
	names := slices.Clone(ids)
	if typed {
		for _, id := range ids {
			names = append(names, spellings(id)...)
		}
	}
	cases, err := e.Cases(a.ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		names = append(names, slices.DeleteFunc(slices.Clone(cases[i].Aliases), func(s string) bool { return !isFileName(s) })...)
	}
	fold := strings.ToLower
	slices.SortStableFunc(names[len(ids):], func(x, y string) int { return cmp.Or(cmp.Compare(fold(x), fold(y)), cmp.Compare(x, y)) })
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(name string) bool {
		key := fold(name)
		defer func() { seen[key] = true }()
		return seen[key]
	}), nil
}

// spellings are an id as people type it: 136, il-136 and IL136 of IL-0136.
func spellings(id string) []string {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "IL-"))
	if err != nil {
		return nil
	}
	digits := strconv.Itoa(n)
	return []string{digits, "il-" + digits, "IL" + digits}
}

// isFileName reports whether a name can be that of a file on any system, below
// folders if it has slashes.
func isFileName(s string) bool {
	return len(s) <= 100 && path.Clean("/"+s) == "/"+s && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || strings.ContainsRune(`\:*?"<>|%`, r) }) &&
		!slices.ContainsFunc(strings.Split(s, "/"), func(part string) bool { return part == "" || strings.Trim(part, ". ") != part })
}

// each returns what a function makes of every element, in order.
func each[T any](in []T, f func(T) []string) []string {
	var out []string
	for _, v := range in {
		out = append(out, f(v)...)
	}
	return out
}
