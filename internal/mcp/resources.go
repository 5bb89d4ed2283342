package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
)

// A case is a resource, as Markdown: incident://IL-0136 in English,
// incident://IL-0136/ko in Korean.
const (
	resourceScheme = "incident://"
	resourcePage   = 50 // resources in one answer to resources/list
)

// addResources registers the templates, and lists the cases of the edition in
// use in place of the fixed list that the SDK would keep.
func (s *Server) addResources() {
	for _, t := range []*sdk.ResourceTemplate{
		{URITemplate: resourceScheme + "{id}", Name: "incident", Title: "Incident", MIMEType: markdown, Description: "One incident as Markdown, in English. The id is like IL-0136."},
		{URITemplate: resourceScheme + "{id}/{lang}", Name: "incident_in_language", Title: "Incident in a language", MIMEType: markdown, Description: "One incident as Markdown, in en or ko."},
	} {
		s.sdk.AddResourceTemplate(t, s.readResource)
	}
	s.sdk.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
			if method != "resources/list" {
				return next(ctx, method, r)
			}
			params, _ := r.GetParams().(*sdk.ListResourcesParams)
			return s.listResources(ctx, params)
		}
	})
}

const markdown = "text/markdown"

// listResources lists the cases, newest first.
func (s *Server) listResources(ctx context.Context, params *sdk.ListResourcesParams) (sdk.Result, error) {
	c := s.resourceCall(ctx, "resources/list", incident.EN)
	start := 0
	if params != nil && params.Cursor != "" {
		var ok bool
		if start, ok = c.position(params.Cursor); !ok {
			return nil, invalidParams(problems{badCursor(params.Cursor)}, nil)
		}
	}
	l, cases, err := c.page(ctx, query.Query{PerPage: resourcePage}, start)
	if told := problemsOf(err); told != nil {
		return nil, invalidParams(told, nil)
	}
	if err != nil {
		return nil, s.fault(ctx, "resources/list", err)
	}
	out := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}, Cacheable: sdk.Cacheable{CacheScope: "public"}}
	for _, k := range cases {
		out.Resources = append(out.Resources, &sdk.Resource{
			URI: resourceScheme + k.ID, Name: k.ID, Title: c.pick(k.Title), MIMEType: markdown,
			Description: strings.Join([]string{c.term(incident.Org, k.OrgSlug).Label, string(k.Date)}, ", "),
		})
	}
	if next := start + len(cases); next < l.Total {
		out.NextCursor = c.cursor(next)
	}
	return out, nil
}

// resourceCall is a call that no tool makes.
func (s *Server) resourceCall(ctx context.Context, name string, lang incident.Lang) *call {
	return &call{edition: editionOf(ctx), site: s.site, tool: tool{name: name}, values: url.Values{}, lang: lang}
}

// readResource gives a case as Markdown.
func (s *Server) readResource(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := r.Params.URI
	id, lang, found := strings.Cut(strings.TrimPrefix(uri, resourceScheme), "/")
	if !found {
		lang = string(incident.EN)
	}
	if lang != string(incident.EN) && lang != string(incident.KO) {
		return nil, invalidParams(problems{invalid("lang", lang, incident.ProblemUnknown, []string{"en", "ko"}, "lang has no value "+clip(lang))}, &uri)
	}
	if unescaped, err := url.PathUnescape(id); err == nil {
		id = unescaped
	}
	c := s.resourceCall(ctx, "get_incident", incident.Lang(lang))
	page, asked, err := c.lookup(ctx, id)
	if told := problemsOf(err); told != nil {
		return nil, invalidParams(told, &uri)
	}
	if err != nil {
		return nil, s.fault(ctx, "resources/read", err)
	}
	b := newBudget()
	b.twice = false
	c.values = url.Values{"id": {page.Case.ID}, "lang": {lang}} // for the cursor, which get_incident takes
	a := c.incident(page, asked, b)
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{
		URI: uri, MIMEType: markdown, Text: a.text,
		Meta: sdk.Meta{"lastModified": page.Case.UpdatedAt.Format(time.RFC3339)},
	}}}, nil
}

// invalidParams is a problem as a protocol error, for what has no tool errors.
func invalidParams(p problems, uri *string) error {
	data := map[string]any{"problems": p.out(tool{})}
	if uri != nil {
		data["uri"] = cut(*uri, 200)
	}
	b, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: strings.TrimSpace(p.text(tool{})), Data: b}
}
