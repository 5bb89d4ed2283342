package feed

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/reply"
)

const plainType = "text/plain; charset=utf-8"

// Robots answers /robots.txt (RFC 9309): everything may be read.
func (f *Feeds) Robots(c echo.Context, _ Visit) error {
	return reply.Bytes(c, plainType, []byte("User-agent: *\nAllow: /\n\nSitemap: "+f.address("/sitemap.xml")+"\n"))
}

// The elements of OpenSearch 1.1 (https://github.com/dewitt/opensearch).
type (
	openSearch struct {
		XMLName       xml.Name    `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
		ShortName     string      `xml:"ShortName"` // at most 16 characters
		Description   string      `xml:"Description"`
		Language      string      `xml:"Language"`
		InputEncoding string      `xml:"InputEncoding"`
		Image         searchImage `xml:"Image"`
		URLs          []searchURL `xml:"Url"`
	}
	searchImage struct {
		Type    string `xml:"type,attr"`
		Address string `xml:",chardata"`
	}
	searchURL struct {
		Type     string `xml:"type,attr"`
		Rel      string `xml:"rel,attr,omitempty"`
		Template string `xml:"template,attr"`
	}
)

// OpenSearch answers /opensearch.xml: a browser can search the library in the
// language of the address.
func (f *Feeds) OpenSearch(c echo.Context, v Visit) error {
	at := func(path string) string { return f.addressIn(v, path, "") }
	urls := []searchURL{
		{Type: htmlType, Template: at("/cases") + "?q={searchTerms}"},
		{Type: "application/opensearchdescription+xml", Rel: "self", Template: at("/opensearch.xml")},
	}
	if !f.static {
		urls = append(urls, searchURL{Type: atomType, Template: at("/feed.atom") + "?q={searchTerms}&page={startPage?}"})
	}
	return replyXML(c, "application/opensearchdescription+xml; charset=utf-8", openSearch{
		ShortName: v.Printer.T("site.name"), Description: v.Printer.T("about.description"),
		Language: string(v.Locale.Lang), InputEncoding: "UTF-8",
		Image: searchImage{Type: "image/svg+xml", Address: f.address(static.URL("favicon.svg"))},
		URLs:  urls,
	})
}

// LLMs answers /llms.txt (https://llmstxt.org): what a language model should
// know to use the library.
func (f *Feeds) LLMs(c echo.Context, v Visit) error {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	link := func(name, path, what string) { line("- [%s](%s): %s", name, f.address(path), what) }
	line("# %s", v.Printer.T("site.name"))
	line("\n> %d public post-incident reports, each taken apart in the same way (symptoms, root cause, contributing factors, components, timeline,"+
		" what fixed it and what did not), in English and Korean.\n", v.Edition.Total())
	line("Every page stands at /en/... and /ko/... and, in the reader's language, without prefix. A case is cited by its permanent address, such as %s."+
		" The texts are licensed CC BY 4.0. No key is needed for anything.", f.address("/cases/IL-0136"))
	line("\n## For programs\n")
	if f.static {
		line("This copy of the library is files: no address takes parameters, and MCP is not served here. Read the export, or run `incidentlib mcp`.\n")
		link("API", "/openapi.yaml", "OpenAPI 3.1 description of the JSON files under /api/v1")
		link("Index", "/api/v1/cases.json", "every case without its prose, with the counts of every term")
	} else {
		link("MCP server", "/mcp", "streamable HTTP; tools search_incidents, get_incident, list_incidents, get_topic, vocab")
		link("API", "/openapi.yaml", "OpenAPI 3.1 description of the JSON API under /api/v1")
		link("Search", "/api/v1/cases?q=connection+refused", "cases by text and by filters (cause, component, symptom, factor, domain, org, severity, year, from, to)")
		link("Vocabulary", "/api/v1/vocab?q=retries", "the slugs that a word stands for, in either language")
	}
	link("Export", "/api/v1/export.jsonl", "every case whole, a JSON object a line")
	line("\n## Pages\n")
	link("Cases", "/cases", "the list; a page of a case is also Markdown and JSON, with .md or .json after its address")
	for _, k := range incident.Kinds {
		link(v.Printer.T("kind."+string(k)+".many"), "/"+k.Path(), v.Printer.T("kind."+string(k)+".definition"))
	}
	link("Statistics", "/stats", "the cases by year, cause, severity and time, causes against components; takes the filters of the list, as in /stats?component=cache")
	link("About", "/about", "what a case is, how it is written and reviewed")
	link("API", "/api", "how to read the JSON API, the exports, the feeds and MCP, with commands")
	line("\n## Optional\n")
	if f.static {
		link("Feed", "/feed.atom", "what is new or changed, Atom; also feed.json")
		link("Changes", "/api/v1/changes.json", "every case that was added, changed or withdrawn, by the time of its last change")
	} else {
		link("Feed", "/feed.atom", "what is new or changed, Atom; also feed.json, and both for any filtered list")
		link("Changes", "/api/v1/changes", "what was added, changed or withdrawn since a time or cursor")
	}
	return reply.Bytes(c, plainType, []byte(out.String()))
}
