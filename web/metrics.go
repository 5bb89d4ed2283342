package web

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// metrics counts requests by route and status. Everything that a request needs
// is looked up once per route.
type metrics struct {
	routes   map[string]*routeMetrics // by pattern
	other    *routeMetrics            // addresses without a route
	inFlight prometheus.Gauge
}

type routeMetrics struct {
	requests *prometheus.CounterVec // by status
	duration prometheus.Observer
	statuses sync.Map // int -> prometheus.Counter
}

// durations are the bounds of the histogram, in seconds: a page from the cache
// takes some microseconds, a search of a long text some milliseconds.
var durations = []float64{.00005, .0002, .001, .003, .01, .03, .1, .3, 1, 3, 10}

// newMetrics registers what the site counts; nil counts nothing.
func (s *Site) newMetrics(registry prometheus.Registerer, routes []*echo.Route) error {
	if registry == nil {
		return nil
	}
	const namespace = "incidentlib"
	requests := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Name: "http_requests_total", Help: "Requests answered, by route and status.",
	}, []string{"route", "status"})
	duration := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: namespace, Name: "http_request_duration_seconds", Help: "Time until an answer was written, by route.", Buckets: durations,
	}, []string{"route"})
	inFlight := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "http_requests_in_flight", Help: "Requests under way.",
	})
	collectors := append(s.cacheMetrics(namespace), requests, duration, inFlight)
	for _, c := range collectors {
		if err := registry.Register(c); err != nil {
			return err
		}
	}
	of := func(route string) *routeMetrics {
		label := prometheus.Labels{"route": route}
		return &routeMetrics{requests: requests.MustCurryWith(label), duration: duration.With(label)}
	}
	m := &metrics{routes: map[string]*routeMetrics{}, other: of("other"), inFlight: inFlight}
	same := map[string]*routeMetrics{} // one for all languages of a page
	for _, r := range routes {
		_, pattern, _ := i18n.SplitPath(r.Path)
		if same[pattern] == nil {
			same[pattern] = of(pattern)
		}
		m.routes[r.Path] = same[pattern]
	}
	s.metrics = m
	return nil
}

func (s *Site) cacheMetrics(namespace string) []prometheus.Collector {
	if s.cache == nil {
		return nil
	}
	counter := func(name, help string, value func() int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Subsystem: "page_cache", Name: name, Help: help},
			func() float64 { return float64(value()) })
	}
	return []prometheus.Collector{
		counter("hits_total", "Pages given from the cache.", func() int64 { return s.cache.Stats().Hits }),
		counter("misses_total", "Pages that were made, or waited for while they were made.", func() int64 { return s.cache.Stats().Misses }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Subsystem: "page_cache", Name: "bytes", Help: "Memory that kept pages take."},
			func() float64 { return float64(s.cache.Stats().Bytes) }),
	}
}

// begin and end stand round each request; nil metrics count nothing.
func (m *metrics) begin() {
	if m != nil {
		m.inFlight.Inc()
	}
}

func (m *metrics) end(route string, status int, took time.Duration) {
	if m == nil {
		return
	}
	m.inFlight.Dec()
	r, ok := m.routes[route]
	if !ok {
		r = m.other
	}
	r.duration.Observe(took.Seconds())
	r.counter(status).Inc()
}

func (r *routeMetrics) counter(status int) prometheus.Counter {
	if known, ok := r.statuses.Load(status); ok {
		return known.(prometheus.Counter)
	}
	label := strconv.Itoa(status)
	if http.StatusText(status) == "" {
		label = "other"
	}
	c := r.requests.WithLabelValues(label)
	r.statuses.Store(status, c)
	return c
}
