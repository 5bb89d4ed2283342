package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

func TestLangParameterRedirectsOnceToThePrefix(t *testing.T) {
	s := newSite(t, baseURL)
	for target, want := range map[string]string{
		"/cases/IL-0136?lang=ko":              "/ko/cases/IL-0136",
		"/?lang=en":                           "/en/",
		"/cases?lang=ko&cause=deploy-rollout": "/ko/cases?cause=deploy-rollout",
		"/cases?cause=deploy-rollout&lang=ko": "/ko/cases?cause=deploy-rollout",
		"/nowhere?lang=ko":                    "/ko/nowhere",
		"/ko/cases?lang=en":                   "", // a prefixed page never redirects for language
		"/cases?lang=fr":                      "",
		"/cases":                              "",
		"//evil.example/?lang=ko":             "",
		"/%5Cevil.example?lang=ko":            "",
	} {
		r := s.get(target)
		location := r.Header.Get("Location")
		if want == "" {
			if location != "" {
				t.Errorf("%s redirects to %s", target, location)
			}
			continue
		}
		if r.StatusCode != http.StatusFound || location != want {
			t.Errorf("%s: %d to %q, want 302 to %q", target, r.StatusCode, location, want)
		}
		if again := s.get(want); again.StatusCode >= 300 && again.StatusCode < 400 {
			t.Errorf("%s redirects on to %s", want, again.Header.Get("Location"))
		}
	}
}

func TestLanguageSwitchKeepsQueryAndPage(t *testing.T) {
	s := newSite(t, baseURL)
	doc := testkit.Parse(t, body(t, s.get("/en/cases?utm_source=mail&per_page=5&page=2&severity=unknown&severity=major&severity=critical&severity=minor&view=detailed&sort=newest")))
	got := doc.Find(`header a[hreflang="ko"]`).AttrOr("href", "")
	want := "/ko/cases?severity=critical&severity=major&severity=minor&severity=unknown&page=2&per_page=5&view=detailed"
	if got != want {
		t.Errorf("switch leads to\n%s, want\n%s", got, want)
	}
	if r := s.get(got); r.StatusCode != http.StatusOK {
		t.Errorf("status %d", r.StatusCode)
	}
}

func TestNoCookies(t *testing.T) {
	s := newSite(t, baseURL)
	for _, target := range []string{"/", "/ko/cases", "/cases?lang=ko", "/nowhere"} {
		if c := s.get(target).Cookies(); len(c) > 0 {
			t.Errorf("%s sets %v", target, c)
		}
	}
}

func TestErrorPagesKeepLanguage(t *testing.T) {
	s := newSite(t, baseURL)
	for target, lang := range map[string]string{"/ko/nowhere": "ko", "/en/nowhere": "en", "/nowhere": "ko", "/ko/cases/IL-9999": "ko", "/cases?page=0": "ko"} {
		doc := testkit.CheckErrorPage(t, body(t, s.get(target, "Accept-Language", "ko")))
		if got := doc.Find("html").AttrOr("lang", ""); got != lang {
			t.Errorf("%s: lang %q, want %q", target, got, lang)
		}
		if home := doc.Find("main a").FilterFunction(func(_ int, a *selection) bool { return strings.TrimSpace(a.Text()) != "" }); home.Length() == 0 {
			t.Errorf("%s offers no way on", target)
		}
	}
}
