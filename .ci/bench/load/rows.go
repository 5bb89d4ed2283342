package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v4"
)

// row is one kind of request that all servers are asked for.
type row struct {
	name     string
	calls    []call
	rendered bool // by the site without its page cache
	exported bool // the static export has the same addresses
	target   target
}

// target is what is wanted of the site in a row; zero wants nothing.
type target struct {
	rate     float64 // requests a second, at least
	ofNginx  float64 // of nginx's requests a second, at least
	p99Times float64 // times nginx's 99th percentile, at most
}

// most is how many different addresses a row asks for in turn.
const most = 100

// rows makes the requests from what the site serves.
func rows(ctx context.Context, address string) ([]row, error) {
	ids, err := caseIDs(ctx, address)
	if err != nil {
		return nil, err
	}
	queries, err := golden()
	if err != nil {
		return nil, err
	}
	cached, rendered := target{ofNginx: 0.5, p99Times: 3}, target{rate: 2500}
	gets := func(encoding string, paths ...string) []call {
		var out []call
		for _, p := range paths {
			out = append(out, call{method: "GET", path: p, header: [][2]string{{"Accept-Encoding", encoding}}})
		}
		return out
	}
	each := func(format string, values []string) []string {
		var out []string
		for _, v := range values {
			out = append(out, fmt.Sprintf(format, url.QueryEscape(v)))
		}
		return out
	}
	tools := func(name, argument string, values []string) []call {
		var out []call
		for i, v := range values {
			out = append(out, toolCall(i, name, argument, v))
		}
		return out
	}
	return []row{
		{name: "case ko", calls: gets("br", each("/ko/cases/%s", ids)...), exported: true, target: cached},
		{name: "case en", calls: gets("br", each("/en/cases/%s", ids)...), exported: true, target: cached},
		{name: "case ko, rendered", calls: gets("br", each("/ko/cases/%s", ids)...), rendered: true, target: rendered},
		{name: "case ko, rendered, identity", calls: gets("identity", each("/ko/cases/%s", ids)...), rendered: true, target: rendered},
		{name: "list ko", calls: gets("br", "/ko/cases"), exported: true},
		{name: "list ko, rendered", calls: gets("br", "/ko/cases", "/ko/cases?view=detailed", "/ko/cases?sort=oldest", "/ko/cases?severity=major"), rendered: true},
		{name: "search ko, rendered", calls: gets("br", each("/ko/cases?q=%s", queries)...), rendered: true},
		{name: "API case", calls: gets("br", each("/api/v1/cases/%s", ids)...), exported: true},
		{name: "MCP get_incident", calls: tools("get_incident", "id", ids)},
		{name: "MCP search_incidents", calls: tools("search_incidents", "q", queries)},
	}, nil
}

func caseIDs(ctx context.Context, address string) ([]string, error) {
	a, err := ask(ctx, address, call{method: "GET", path: fmt.Sprintf("/api/v1/cases?per_page=%d", most)})
	if err != nil {
		return nil, err
	}
	var list struct{ Cases []struct{ ID string } }
	if err := json.Unmarshal(a.body, &list); err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range list.Cases {
		ids = append(ids, c.ID)
	}
	return ids, nil
}

// golden reads searches as people type them.
func golden() ([]string, error) {
	text, err := os.ReadFile(filepath.Join("..", "..", "internal", "search", "testdata", "golden.yaml"))
	if err != nil {
		return nil, fmt.Errorf("run this from .ci/bench: %w", err)
	}
	var file struct{ Queries []struct{ Q string } }
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	var out []string
	for _, q := range file.Queries {
		out = append(out, q.Q)
	}
	return out, nil
}

// toolCall is a call of an MCP tool.
func toolCall(id int, name, argument, value string) call {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": id + 1, "method": "tools/call",
		"params": map[string]any{"name": name, "arguments": map[string]any{argument: value}},
	})
	if err != nil {
		panic(err) // strings and numbers encode
	}
	return call{method: "POST", path: "/mcp", body: string(body), header: [][2]string{
		{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}, {"MCP-Protocol-Version", "2025-06-18"},
	}}
}
