package mcp

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkHTTP measures tools over real HTTP with 16 connections: requests per
// second and the time within which 99 of 100 are answered.
func BenchmarkHTTP(b *testing.B) {
	const connections = 16
	for _, bm := range []struct{ name, arguments string }{
		{"get_incident", `{"id":"IL-0136"}`},
		{"search_incidents", `{"q":"connection pool exhausted"}`},
		{"list_incidents", `{}`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			address := serve(b)
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + bm.name + `","arguments":` + bm.arguments + `}}`
			took := make([]time.Duration, b.N)
			next := make(chan int)
			var all sync.WaitGroup
			for range connections {
				all.Go(func() {
					for i := range next {
						start := time.Now()
						r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
						if err != nil {
							b.Error(err)
							return
						}
						r.Header.Set("Content-Type", "application/json")
						r.Header.Set("Accept", "application/json, text/event-stream")
						res, err := client.Do(r)
						if err != nil {
							b.Error(err)
							continue
						}
						_, _ = io.Copy(io.Discard, res.Body)
						_ = res.Body.Close()
						took[i] = time.Since(start)
					}
				})
			}
			b.ResetTimer()
			for i := range b.N {
				next <- i
			}
			close(next)
			all.Wait()
			slices.Sort(took)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}
