package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestPolicyLetsDataBlocksStand shows in a browser that the site's policy, which
// forbids inline scripts, has nothing against a JSON-LD block: it is data, of
// which HTML asks the policy nothing ("prepare the script element" returns
// before, as the type is none of a script).
func TestPolicyLetsDataBlocksStand(t *testing.T) {
	policy := newSite(t, baseURL).get("/").Header.Get("Content-Security-Policy")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/count.js" {
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `window.violations = 0; document.addEventListener("securitypolicyviolation", () => window.violations++)`)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>x</title><script src="/count.js"></script><script type="application/ld+json">{"@type":"Report"}</script><h1>x</h1></html>`)
	}))
	t.Cleanup(server.Close)
	tab := newTab(t) // which fails the test for an error in the console
	tab.open(server.URL + "/")
	got := eval[string](tab, `window.violations + " " + JSON.parse(document.querySelector("script[type='application/ld+json']").textContent)["@type"]`)
	if got != "0 Report" {
		t.Errorf("violations and type: %s", got)
	}
}
