package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// figures are what one measurement gives.
type figures struct {
	rate     float64 // requests a second
	p50, p99 float64 // milliseconds
	cpu      float64 // microseconds of the processor that the server used for a request
}

// script makes wrk ask one call after the other and print what it counted.
const script = `
local calls = {
%s}
local ready, i = {}, 0
function init()
	for n, c in ipairs(calls) do ready[n] = wrk.format(c[1], c[2], c[3], c[4]) end
end
function request()
	i = i %% #ready + 1
	return ready[i]
end
function done(summary, latency)
	local e = summary.errors
	io.write(string.format('RESULT {"requests":%%d,"us":%%d,"failed":%%d,"p50":%%f,"p99":%%f}\n', summary.requests, summary.duration,
		e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`

// wrk loads a server with calls for some seconds.
func (b bench) wrk(ctx context.Context, s *server, calls []call, seconds int) (figures, error) {
	var list strings.Builder
	for _, c := range calls {
		var header strings.Builder
		for _, h := range c.header {
			fmt.Fprintf(&header, "[%s]=%s,", lua(h[0]), lua(h[1]))
		}
		body := "nil"
		if c.body != "" {
			body = lua(c.body)
		}
		fmt.Fprintf(&list, "\t{%s,%s,{%s},%s},\n", lua(c.method), lua(c.path), header.String(), body)
	}
	name := filepath.Join(b.dir, "wrk.lua")
	if err := os.WriteFile(name, fmt.Appendf(nil, script, list.String()), 0o644); err != nil {
		return figures{}, err
	}
	before := processorTime(s.pid())
	out, err := pinned(ctx, b.cores.load, "wrk", "--threads", "1", "--connections", strconv.Itoa(b.connections), "--duration", fmt.Sprintf("%ds", seconds),
		"--timeout", "10s", "--script", name, s.address).CombinedOutput()
	if err != nil {
		return figures{}, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	used := processorTime(s.pid()) - before
	_, text, ok := strings.Cut(string(out), "RESULT ")
	var r struct{ Requests, US, Failed, P50, P99 float64 }
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&r); !ok || err != nil {
		return figures{}, fmt.Errorf("wrk printed no result: %v\n%s", err, out)
	}
	if r.Failed > 0 || r.Requests == 0 {
		return figures{}, fmt.Errorf("%s: %.0f of %.0f requests failed\n%s", s.name, r.Failed, r.Requests, out)
	}
	return figures{rate: r.Requests / r.US * 1e6, p50: r.P50 / 1000, p99: r.P99 / 1000, cpu: used.Seconds() / r.Requests * 1e6}, nil
}

// lua quotes a string for Lua, byte by byte where it must.
func lua(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			fmt.Fprintf(&b, `\%03d`, c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
