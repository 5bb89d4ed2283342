package web

import (
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/reply"
)

// manifest is a web app manifest (https://www.w3.org/TR/appmanifest/).
type manifest struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Lang        string         `json:"lang"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Theme       string         `json:"theme_color"`
	Background  string         `json:"background_color"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Type    string `json:"type"`
	Sizes   string `json:"sizes"`
	Purpose string `json:"purpose,omitempty"`
}

const manifestPath = "/manifest.webmanifest"

const paperColor = "#fbfaf6" // as in the style sheet

// showManifest answers /manifest.webmanifest in the language of the address.
func (s *Site) showManifest(c echo.Context) error {
	v := visitOf(c.Request().Context())
	icon := func(name, kind, sizes, purpose string) manifestIcon {
		return manifestIcon{s.root + static.URL(name), kind, sizes, purpose}
	}
	return reply.JSON(c, "application/manifest+json", manifest{
		ID: s.root + "/", Name: v.printer.T("site.name"), Description: v.printer.T("about.description"), Lang: string(v.locale.Lang),
		StartURL: v.link("/", ""), Scope: s.root + "/", Display: "minimal-ui", Theme: paperColor, Background: paperColor,
		Icons: []manifestIcon{
			icon("favicon.svg", "image/svg+xml", "any", ""),
			icon("icon-192.png", "image/png", "192x192", ""),
			icon("icon-512.png", "image/png", "512x512", ""),
			icon("icon-maskable.png", "image/png", "512x512", "maskable"),
		},
	})
}
