package web_test

import (
	"net/http"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/web"
)

// registry is a registry whose values a test can read.
type registry struct {
	*prometheus.Registry
	t testing.TB
}

func newRegistry(t testing.TB) registry { return registry{prometheus.NewRegistry(), t} }

// value is the value of a metric with labels (name, value, ...); of a histogram
// the number of what it observed, and 0 of one that is not there.
func (r registry) value(name string, labels ...string) float64 {
	r.t.Helper()
	families, err := r.Gather()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
	metrics:
		for _, m := range f.GetMetric() {
			has := map[string]string{}
			for _, l := range m.GetLabel() {
				has[l.GetName()] = l.GetValue()
			}
			for i := 0; i < len(labels); i += 2 {
				if has[labels[i]] != labels[i+1] {
					continue metrics
				}
			}
			return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return 0
}

func TestMetrics(t *testing.T) {
	registry := newRegistry(t)
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) { cached(c); c.Metrics = registry.Registry })
	for _, target := range []string{"/ko/cases/IL-0136", "/en/cases/IL-0136", "/cases/IL-0136", "/cases/IL-9999", "/cases/136", "/ko/causes/nope", "/a/b/c", "/x", "/api/v1/cases", "/ko"} {
		s.get(target)
		s.get(target) // from the cache, if it is kept
	}
	s.do(http.MethodPost, "/cases")
	for _, want := range []struct {
		route, status string
		requests      float64
	}{
		{"/cases/:id", "200", 6}, {"/cases/:id", "404", 2}, {"/cases/:id", "308", 2}, {"/causes/:slug", "404", 2}, {"other", "404", 4},
		{"/api/v1/cases", "200", 2}, {"/", "200", 2},
	} {
		if got := registry.value("incidentlib_http_requests_total", "route", want.route, "status", want.status); got != want.requests {
			t.Errorf("%s %s: %v requests, want %v", want.route, want.status, got, want.requests)
		}
	}
	if got := registry.value("incidentlib_http_request_duration_seconds", "route", "/cases/:id"); got != 10 {
		t.Errorf("%v durations", got)
	}
	if got := registry.value("incidentlib_http_requests_in_flight"); got != 0 {
		t.Errorf("%v requests are under way", got)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if len(f.GetMetric()) > 100 {
			t.Errorf("%s has %d series", f.GetName(), len(f.GetMetric()))
		}
	}
}
