package web

import (
	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/api"
)

// addFiles tells on the page on the API of a static site what programs find
// there, and what needs a server.
func (v *visit) addFiles(out *views.API) {
	out.Description = v.printer.T("api.static")
	at := func(path string) string { return "curl '" + v.site.absolute(v.site.root+path) + "'" }
	keep := func(path string) string { return "curl -O '" + v.site.absolute(v.site.root+path) + "'" }
	add := func(id string, commands ...string) {
		out.Sections = append(out.Sections, views.APISection{
			ID: id, Heading: v.printer.T("api." + id), Text: v.printer.T("api." + id + ".file"), Commands: commands,
		})
	}
	add("json",
		at(api.Prefix+"/cases.json"),
		at(api.Prefix+"/cases/IL-0136.json"),
		at(api.Prefix+"/topics/factors/retry-storm.json"),
		at("/openapi.yaml"))
	add("changes", at(api.Prefix+"/changes.json"))
	add("export", keep(api.Prefix+"/export.jsonl"), keep(api.Prefix+"/export.csv"), keep(api.Prefix+"/export.sqlite"))
	add("feeds", at("/ko/feed.atom"), at("/en/feed.json"))
	add("forms", at("/cases/IL-0136.json"), at("/ko/cases/IL-0136.md"))
	add("live", "incidentlib serve", "incidentlib mcp")
}
