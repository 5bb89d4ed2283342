package feed

import (
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/reply"
)

// The objects of JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/).
type (
	jsonFeed struct {
		Version     string       `json:"version"`
		Title       string       `json:"title"`
		HomePageURL string       `json:"home_page_url"`
		FeedURL     string       `json:"feed_url"`
		Description string       `json:"description"`
		Language    string       `json:"language"`
		NextURL     string       `json:"next_url,omitempty"`
		Authors     []jsonAuthor `json:"authors"`
		Items       []jsonItem   `json:"items"`
	}
	jsonAuthor struct {
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	jsonItem struct {
		ID            string   `json:"id"`
		URL           string   `json:"url"`
		ExternalURL   string   `json:"external_url,omitempty"`
		Title         string   `json:"title"`
		Summary       string   `json:"summary,omitempty"`
		ContentHTML   string   `json:"content_html"`
		DatePublished string   `json:"date_published"`
		DateModified  string   `json:"date_modified"`
		Tags          []string `json:"tags,omitempty"`
		Language      string   `json:"language"`
	}
)

// JSON answers /feed.json.
func (f *Feeds) JSON(c echo.Context, v Visit) error {
	in, err := f.readFeed(c, v, "/feed.json")
	if err != nil {
		return err
	}
	out := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: in.title, HomePageURL: in.home, FeedURL: in.self,
		Description: in.description, Language: string(v.Locale.Lang), NextURL: in.pages["next"],
		Authors: []jsonAuthor{{Name: v.Printer.T("site.name"), URL: f.addressIn(v, "/", "")}},
		Items:   []jsonItem{},
	}
	for _, e := range in.entries {
		item := jsonItem{
			ID: e.id, URL: e.url, ExternalURL: e.source, Title: e.title, Summary: e.summary, ContentHTML: e.content,
			DatePublished: rfc3339(e.published), DateModified: rfc3339(e.updated), Language: string(v.Locale.Lang),
		}
		if e.contentLang != "" {
			item.Language = e.contentLang
		}
		for _, c := range e.terms {
			item.Tags = append(item.Tags, c.label)
		}
		out.Items = append(out.Items, item)
	}
	return reply.JSON(c, "application/feed+json; charset=utf-8", out)
}
