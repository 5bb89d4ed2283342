package web_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/client"
	"github.com/incidentlib/incidentlib/web/reply"
)

// TestSearchesAreLimitedPerClient holds that a client who searches too much is
// told to wait, and that nothing else is.
func TestSearchesAreLimitedPerClient(t *testing.T) {
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) {
		cached(c)
		c.SearchRate, c.ExportRate = 0.01, 2
		c.TrustedProxies = client.Proxies{netip.MustParsePrefix("192.0.2.0/24")} // of httptest's requests
	})
	from := func(address, target string) *http.Response { return s.get(target, "X-Forwarded-For", address) }
	if r := from("198.51.100.1", "/ko/cases?q=latency"); r.StatusCode != http.StatusOK {
		t.Fatalf("the first search: %d", r.StatusCode)
	}
	for _, target := range []string{"/ko/cases?q=x", "/en/stats?q=x", "/api/v1/cases?q=x", "/feed.atom?q=x", "/api/v1/vocab?q=x", "/cases?q=x&page=99", "/cases?q=x&cause=nope"} {
		r := from("198.51.100.1", target)
		wait, err := strconv.Atoi(r.Header.Get("Retry-After"))
		if r.StatusCode != http.StatusTooManyRequests || err != nil || wait < 1 || wait > 100 || r.Header.Get("Cache-Control") != reply.Never {
			t.Errorf("%s: %d, Retry-After %q", target, r.StatusCode, r.Header.Get("Retry-After"))
		}
		switch text := body(t, r); {
		case strings.HasPrefix(target, "/ko") || strings.HasPrefix(target, "/en") || strings.HasPrefix(target, "/cases"):
			testkit.CheckErrorPage(t, text)
		case !strings.Contains(text, `"status":429`):
			t.Errorf("%s: %s", target, text)
		}
	}
	for _, target := range []string{"/ko/cases?q=latency", "/ko/cases?utm_source=x&q=latency", "/ko/cases", "/ko/cases?cause=deploy-rollout", "/ko/cases/IL-0136", "/cases?q=", "/cases/IL-0136?q=x"} {
		if r := from("198.51.100.1", target); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d, though it is kept or no search", target, r.StatusCode)
		}
	}
	if r := from("198.51.100.2", "/ko/cases?q=x"); r.StatusCode != http.StatusOK {
		t.Errorf("another client: %d", r.StatusCode)
	}
	if r := s.do(http.MethodPost, "/mcp", "X-Forwarded-For", "198.51.100.1"); r.StatusCode != http.StatusTooManyRequests || decode[api.Problem](t, r).Status != 429 {
		t.Errorf("MCP: %d", r.StatusCode)
	}

	for i, want := range []int{200, 200, 429} {
		if r := from("198.51.100.1", "/api/v1/export.csv?cause=deploy-rollout"); r.StatusCode != want {
			t.Errorf("export %d: %d, want %d", i, r.StatusCode, want)
		}
	}
}

// TestForgedAddressesAreNotBelieved holds that who writes the header of a proxy
// is no more than one client.
func TestForgedAddressesAreNotBelieved(t *testing.T) {
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) { c.SearchRate = 0.2 })
	refused := 0
	for i := range 10 {
		if r := s.get(fmt.Sprintf("/cases?q=%d", i), "X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i), "Forwarded", fmt.Sprintf("for=198.51.100.%d", i)); r.StatusCode == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 5 {
		t.Errorf("%d of 10 searches are refused", refused)
	}
}
