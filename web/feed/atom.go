package feed

import (
	"encoding/xml"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/reply"
)

// The elements of Atom (RFC 4287), with the paging of RFC 5005.
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Lang     string      `xml:"xml:lang,attr"`
		ID       string      `xml:"id"`
		Title    string      `xml:"title"`
		Subtitle string      `xml:"subtitle"`
		Updated  string      `xml:"updated"`
		Author   atomPerson  `xml:"author"`
		Rights   string      `xml:"rights"`
		Links    []atomLink  `xml:"link"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomPerson struct {
		Name string `xml:"name"`
		URI  string `xml:"uri,omitempty"`
	}
	atomLink struct {
		Rel      string `xml:"rel,attr"`
		Type     string `xml:"type,attr,omitempty"`
		Hreflang string `xml:"hreflang,attr,omitempty"`
		Href     string `xml:"href,attr"`
	}
	atomEntry struct {
		ID         string         `xml:"id"`
		Title      atomText       `xml:"title"`
		Published  string         `xml:"published"`
		Updated    string         `xml:"updated"`
		Links      []atomLink     `xml:"link"`
		Categories []atomCategory `xml:"category"`
		Summary    *atomText      `xml:"summary"`
		Content    atomText       `xml:"content"`
	}
	atomText struct {
		Type string `xml:"type,attr,omitempty"`
		Lang string `xml:"xml:lang,attr,omitempty"`
		Text string `xml:",chardata"`
	}
	atomCategory struct {
		Term   string `xml:"term,attr"`
		Scheme string `xml:"scheme,attr"`
		Label  string `xml:"label,attr"`
	}
)

const (
	atomType = "application/atom+xml"
	htmlType = "text/html"
)

// Atom answers /feed.atom.
func (f *Feeds) Atom(c echo.Context, v Visit) error {
	in, err := f.readFeed(c, v, "/feed.atom")
	if err != nil {
		return err
	}
	site := v.Printer.T("site.name")
	out := atomFeed{
		Lang: string(v.Locale.Lang), ID: in.id, Title: in.title, Subtitle: in.description, Updated: rfc3339(in.updated),
		Author: atomPerson{Name: site, URI: f.addressIn(v, "/", "")},
		Rights: v.Printer.T("layout.licence"),
		Links: []atomLink{
			{Rel: "self", Type: atomType, Href: in.self},
			{Rel: "alternate", Type: htmlType, Hreflang: string(v.Locale.Lang), Href: in.home},
		},
	}
	for _, rel := range []string{"first", "previous", "next", "last"} {
		if href := in.pages[rel]; href != "" {
			out.Links = append(out.Links, atomLink{Rel: rel, Type: atomType, Href: href})
		}
	}
	for _, e := range in.entries {
		out.Entries = append(out.Entries, e.atom(v))
	}
	return replyXML(c, atomType+"; charset=utf-8", out)
}

func (e entry) atom(v Visit) atomEntry {
	out := atomEntry{
		ID: e.id, Title: atomText{Type: "text", Lang: e.titleLang, Text: e.title}, Published: rfc3339(e.published), Updated: rfc3339(e.updated),
		Links:   []atomLink{{Rel: "alternate", Type: htmlType, Hreflang: string(v.Locale.Lang), Href: e.url}},
		Content: atomText{Type: "html", Lang: e.contentLang, Text: e.content},
	}
	if e.source != "" {
		out.Links = append(out.Links, atomLink{Rel: "via", Href: e.source})
	}
	if e.summary != "" {
		out.Summary = &atomText{Type: "text", Text: e.summary}
	}
	for _, c := range e.terms {
		out.Categories = append(out.Categories, atomCategory{Term: c.term, Scheme: c.scheme, Label: c.label})
	}
	return out
}

func rfc3339(t time.Time) string { return t.Format(time.RFC3339Nano) }

// replyXML answers with a value as an XML document.
func replyXML(c echo.Context, contentType string, v any) error {
	body, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return reply.Bytes(c, contentType, append([]byte(xml.Header), body...))
}
