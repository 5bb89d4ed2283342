package web

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/api"
)

// apiPage answers /api: how programs read the library, with commands that work
// as they stand on the page.
func apiPage(v *visit, _ echo.Context) (templ.Component, error) {
	at := func(path string) string { return v.site.absolute(v.site.root + path) }
	out := views.API{Page: v.describe(v.printer.T("api.title"), v.printer.T("api.description"), "/api", "")}
	add := func(id string, commands ...string) {
		out.Sections = append(out.Sections, views.APISection{
			ID: id, Heading: v.printer.T("api." + id), Text: v.printer.T("api." + id + ".text"), Commands: commands,
		})
	}
	if v.site.config.Static {
		v.addFiles(&out)
		return views.APIPage(out), nil
	}
	add("json",
		"curl '"+at(api.Prefix+"/cases/IL-0136")+"'",
		"curl '"+at(api.Prefix+"/cases?cause=deploy-rollout&q=cache")+"'",
		"curl '"+at(api.Prefix+"/topics/factors/retry-storm")+"'",
		"curl '"+at(api.Prefix+"/vocab?q=OOM")+"'",
		"curl '"+at("/openapi.yaml")+"'")
	add("errors", "curl -i '"+at(api.Prefix+"/cases?cause=deploy-rolout")+"'")
	add("changes", "curl '"+at(api.Prefix+"/changes?since=2026-11-01T00:00:00Z")+"'")
	add("export",
		"curl -O '"+at(api.Prefix+"/export.jsonl")+"'",
		"curl -O '"+at(api.Prefix+"/export.csv?symptom=high-error-rate")+"'",
		"curl -O '"+at(api.Prefix+"/export.sqlite")+"'")
	add("feeds", "curl '"+at("/ko/feed.atom?component=database")+"'", "curl '"+at("/en/feed.json")+"'")
	add("forms", "curl '"+at("/cases/IL-0136.json")+"'", "curl '"+at("/ko/cases/IL-0136.md")+"'")
	add("mcp", `{"mcpServers": {"incident-library": {"type": "http", "url": "`+at("/mcp")+`"}}}`, "incidentlib mcp")
	return views.APIPage(out), nil
}
