package web_test

import (
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/incidentlib/incidentlib/web/card"
)

// TestCardsOfPages follows the address that each kind of page gives for its
// image.
func TestCardsOfPages(t *testing.T) {
	s := newSite(t, "https://incidents.example/library")
	for path, want := range map[string]string{
		"/en/cases/IL-0136":         "/en/cases/IL-0136.png",
		"/ko/cases/IL-0136":         "/ko/cases/IL-0136.png",
		"/cases/IL-0136":            "/ko/cases/IL-0136.png", // the language that the page is in
		"/en/":                      "/en/card.png",
		"/ko/causes/deploy-rollout": "/ko/card.png",
	} {
		doc, err := goquery.NewDocumentFromReader(s.get("/library"+path, "Accept-Language", "ko").Body)
		if err != nil {
			t.Fatal(err)
		}
		meta := func(property string) string {
			return doc.Find(`meta[property="`+property+`"]`).AttrOr("content", "")
		}
		image := meta("og:image")
		if image != "https://incidents.example/library"+want {
			t.Errorf("%s: image %s, want %s", path, image, want)
		}
		if meta("og:image:width") != "1200" || meta("og:image:height") != "630" || meta("og:image:alt") == "" || meta("og:title") == "" || meta("og:description") == "" {
			t.Errorf("%s: the card lacks something", path)
		}
		if got := meta("og:url"); got != "https://incidents.example/library"+path {
			t.Errorf("%s: og:url %s", path, got)
		}
		if isCase := strings.Contains(path, "/cases/"); isCase != (meta("og:type") == "article") || isCase != (meta("article:published_time") != "") {
			t.Errorf("%s: type %s", path, meta("og:type"))
		}
		answer := s.get(strings.TrimPrefix(image, "https://incidents.example"))
		if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "image/png" || answer.Header.Get("ETag") == "" {
			t.Fatalf("%s: %d %s", image, answer.StatusCode, kind)
		}
		img, err := png.DecodeConfig(answer.Body)
		if err != nil || img.Width != card.Width || img.Height != card.Height {
			t.Errorf("%s: %v %v", image, img, err)
		}
	}
}

func TestCardsLeadToTheirCaseOrNowhere(t *testing.T) {
	s := newSite(t, baseURL)
	for path, want := range map[string]struct {
		status   int
		location string
	}{
		"/ko/cases/136.png":                            {http.StatusPermanentRedirect, "/ko/cases/IL-0136.png"},
		"/en/cases/IL-9999.png":                        {http.StatusNotFound, ""},
		"/cases/.png":                                  {http.StatusNotFound, ""},
		"/cases/..%2f..%2fetc.png":                     {http.StatusNotFound, ""},
		"/cases/IL-0136.png.png":                       {http.StatusNotFound, ""},
		"/cases/" + strings.Repeat("9", 5000) + ".png": {http.StatusNotFound, ""},
	} {
		answer := s.get(path)
		if answer.StatusCode != want.status || answer.Header.Get("Location") != want.location {
			t.Errorf("%.40s: %d %s", path, answer.StatusCode, answer.Header.Get("Location"))
		}
	}
	if v := s.get("/cases/IL-0136.png", "Accept-Language", "ko").Header.Get("Vary"); !strings.Contains(v, "Accept-Language") {
		t.Errorf("Vary %q", v)
	}
	if doc, err := goquery.NewDocumentFromReader(s.get("/en/nowhere").Body); err != nil || doc.Find(`meta[property]`).Length() > 0 {
		t.Error("an error page has a card")
	}
}

func TestManifest(t *testing.T) {
	s := newSite(t, "https://incidents.example/library")
	for path, lang := range map[string]string{"/ko/manifest.webmanifest": "ko", "/en/manifest.webmanifest": "en"} {
		answer := s.get("/library" + path)
		var m struct {
			Lang     string
			StartURL string `json:"start_url"`
			Icons    []struct{ Src, Sizes, Purpose string }
		}
		if err := json.NewDecoder(answer.Body).Decode(&m); err != nil {
			t.Fatal(err)
		}
		if kind := answer.Header.Get("Content-Type"); kind != "application/manifest+json" || m.Lang != lang || m.StartURL != "/library/"+lang+"/" {
			t.Errorf("%s: %s %+v", path, kind, m)
		}
		sizes := ""
		for _, icon := range m.Icons {
			sizes += icon.Sizes + icon.Purpose + " "
			if got := s.get(icon.Src).StatusCode; got != http.StatusOK {
				t.Errorf("%s: %d", icon.Src, got)
			}
		}
		if sizes != "any 192x192 512x512 512x512maskable " {
			t.Errorf("%s: icons %s", path, sizes)
		}
	}
	for _, path := range []string{"/favicon.ico", "/apple-touch-icon.png"} {
		if to := s.get(s.get(path).Header.Get("Location")); to.StatusCode != http.StatusOK || !strings.HasPrefix(to.Header.Get("Content-Type"), "image/") {
			t.Errorf("%s leads to %d %s", path, to.StatusCode, to.Header.Get("Content-Type"))
		}
	}
}
