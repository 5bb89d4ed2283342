package views

import "github.com/incidentlib/incidentlib/internal/i18n"

// Card is the image that stands for the page where its address is shared. A
// case, which is an article, says when it was written too.
type Card struct {
	Image               string // absolute address
	Alt                 string
	Width, Height       int    // in pixels
	Published, Modified string // RFC 3339; "" for a page that is no case
}

// kind is the page's type in the Open Graph protocol.
func (c Card) kind() string {
	if c.Published != "" {
		return "article"
	}
	return "website"
}

// cardTitle names the page; the site's name stands beside it.
func (p Page) cardTitle() string {
	if p.Title == "" {
		return p.P.T("site.name")
	}
	return p.Title
}

// ogLocale is a language as the Open Graph protocol writes it. The English of
// the interface is British.
func ogLocale(l i18n.Lang) string {
	if l == i18n.KO {
		return "ko_KR"
	}
	return "en_GB"
}
