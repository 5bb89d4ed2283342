package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/incidentlib/incidentlib/internal/library"
)

// metrics counts what concerns the process and its library; package web counts
// requests. nil counts nothing.
type metrics struct {
	registry *prometheus.Registry
	reloads  *prometheus.CounterVec
	last     prometheus.Gauge
	good     prometheus.Gauge
}

const namespace = "incidentlib"

func newMetrics() *metrics {
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help})
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		reloads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Name: "reloads_total", Help: "Reloads of the data: changed, unchanged, refused (wrong data, or too many cases gone) or failed.",
		}, []string{"result"}),
		last: gauge("last_reload_timestamp_seconds", "When the data were last loaded or refused."),
		good: gauge("last_reload_successful", "1 if the last reload was neither refused nor failed."),
	}
	for _, r := range []string{"changed", "unchanged", "refused", "failed"} {
		m.reloads.WithLabelValues(r) // from the start, at 0
	}
	m.registry.MustRegister(m.reloads, m.last, m.good,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

// reloaded counts a reload.
func (m *metrics) reloaded(result string) {
	if m == nil {
		return
	}
	m.reloads.WithLabelValues(result).Inc()
	m.last.Set(float64(time.Now().UnixMilli()) / 1000)
	m.good.Set(map[string]float64{"changed": 1, "unchanged": 1}[result])
}

// follow tells about the edition in use.
func (m *metrics) follow(l *library.Library) {
	if m == nil {
		return
	}
	m.registry.MustRegister(edition{l})
}

// edition tells about the edition in use at the time it is asked.
type edition struct{ library *library.Library }

var (
	editionCases = prometheus.NewDesc(namespace+"_edition_cases", "Published cases of the edition in use.", nil, nil)
	editionSince = prometheus.NewDesc(namespace+"_edition_timestamp_seconds", "When the edition in use was taken into use.", nil, nil)
	editionInfo  = prometheus.NewDesc(namespace+"_edition_info", "The edition in use, by the hash of its data.", []string{"hash"}, nil)
)

// Describe implements prometheus.Collector.
func (edition) Describe(out chan<- *prometheus.Desc) {
	out <- editionCases
	out <- editionSince
	out <- editionInfo
}

// Collect implements prometheus.Collector.
func (c edition) Collect(out chan<- prometheus.Metric) {
	e := c.library.Edition()
	out <- prometheus.MustNewConstMetric(editionCases, prometheus.GaugeValue, float64(e.Total()))
	out <- prometheus.MustNewConstMetric(editionSince, prometheus.GaugeValue, float64(e.Since().UnixMilli())/1000)
	out <- prometheus.MustNewConstMetric(editionInfo, prometheus.GaugeValue, 1, e.Hash())
}
