package web_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web/api"
)

func TestMCPStandsAtItsAddress(t *testing.T) {
	for _, base := range []string{baseURL, baseURL + "/library"} {
		s := newSite(t, base)
		path := strings.TrimPrefix(base, baseURL) + "/mcp"
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodDelete, http.MethodOptions} {
			r := s.do(method, path, "Accept-Language", "ko", "Accept", "text/event-stream")
			if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "POST" {
				t.Errorf("%s %s: %d, Allow %q", method, path, r.StatusCode, r.Header.Get("Allow"))
			}
			if strings.Contains(r.Header.Get("Content-Type"), "html") || r.Header.Get("Content-Language") != "" || r.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s: %v", method, path, r.Header)
			}
		}
	}
}

func TestWellKnownIsNoPage(t *testing.T) {
	s := newSite(t, baseURL)
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			r := s.do(method, path)
			if r.StatusCode != http.StatusNotFound || strings.Contains(r.Header.Get("Content-Type"), "html") {
				t.Errorf("%s %s: %d %s", method, path, r.StatusCode, r.Header.Get("Content-Type"))
			}
		}
	}
}

// doors asks one question of the page, the API and MCP.
type doors struct {
	*rand.Rand
	site   site
	client *mcp.ClientSession
	ids    []string
}

func newDoors(t *testing.T) *doors {
	t.Helper()
	s := newSite(t, baseURL)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL + "/mcp", DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	d := &doors{Rand: rand.New(rand.NewPCG(1, 2)), site: s, client: client}
	d.ids = d.onPages(t, url.Values{"per_page": {"100"}})
	return d
}

// texts are what queries search for.
var texts = []string{
	"데이터베이스", "캐시를 비운", "헬스체크", "인증서 만료", "재시도", "connection refused", "kubernetes dns", "failover", "5xx", "OOMKilled",
	"FATAL: too many connections", "네트워크 장애", "deploy 롤백", "xyzzyplugh", "cache xyzzyplugh outage",
}

// next makes a query of any shape.
func (d *doors) next() url.Values {
	v := url.Values{}
	if d.IntN(3) == 0 {
		v.Set("q", texts[d.IntN(len(texts))])
	}
	for _, f := range query.Facets {
		slugs := d.site.edition.Terms(f.Kind)
		for d.IntN(9) == 0 {
			v.Add(f.Param, slugs[min(d.IntN(len(slugs)), d.IntN(len(slugs)))].Slug)
		}
	}
	for d.IntN(6) == 0 {
		v.Add("year", strconv.Itoa(2018+d.IntN(9)))
	}
	if d.IntN(6) == 0 {
		v.Set("from", fmt.Sprintf("%d-%02d", 2012+d.IntN(12), 1+d.IntN(12)))
	}
	if d.IntN(6) == 0 {
		v.Set("to", strconv.Itoa(2024+d.IntN(3)))
	}
	for d.IntN(4) == 0 {
		v.Add("not", d.ids[d.IntN(len(d.ids))])
	}
	orders := []string{"", "newest", "oldest", "updated"}
	if v.Has("q") {
		orders = append(orders, "relevance")
	}
	if order := orders[d.IntN(len(orders))]; order != "" {
		v.Set("sort", order)
	}
	if n := []int{0, 3, 7, 100}[d.IntN(4)]; n > 0 {
		v.Set("per_page", strconv.Itoa(n))
	}
	return v
}

// onPages lists the ids on all pages of a list.
func (d *doors) onPages(t *testing.T, v url.Values) []string {
	t.Helper()
	out := []string{}
	address := "/en/cases?" + v.Encode()
	for address != "" {
		r := d.site.get(address)
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", address, r.StatusCode)
		}
		doc := testkit.Parse(t, body(t, r))
		doc.Find("main .case-row span.id").Each(func(_ int, id *goquery.Selection) { out = append(out, id.Text()) })
		address = doc.Find(`main a[rel="next"]`).AttrOr("href", "")
	}
	return out
}

// overMCP lists the ids of the same query, following the cursors.
func (d *doors) overMCP(t *testing.T, v url.Values) []string {
	t.Helper()
	tool, arguments := "list_incidents", map[string]any{}
	for name, values := range v {
		switch name {
		case "q":
			tool, arguments[name] = "search_incidents", values[0]
		case "from", "to", "sort":
			arguments[name] = values[0]
		case "per_page":
			arguments[name], _ = strconv.Atoi(values[0])
		default:
			arguments[name] = values
		}
	}
	out := []string{}
	for {
		r, err := d.client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil || r.IsError {
			t.Fatalf("%s %v: %v %v", tool, arguments, err, r)
		}
		answer := r.StructuredContent.(map[string]any)
		for _, c := range answer["cases"].([]any) {
			out = append(out, c.(map[string]any)["id"].(string))
		}
		cursor, ok := answer["next_cursor"].(string)
		if !ok {
			return out
		}
		arguments["cursor"] = cursor
	}
}

// overAPI lists the ids of the same query on all pages of the API.
func (d *doors) overAPI(t *testing.T, v url.Values) []string {
	t.Helper()
	out := []string{}
	for page := 1; ; page++ {
		asked := maps.Clone(v)
		asked.Set("page", strconv.Itoa(page))
		r := d.site.get(api.Prefix + "/cases?" + asked.Encode())
		var answer struct {
			Total int
			Cases []struct{ ID string }
		}
		if err := json.Unmarshal([]byte(body(t, r)), &answer); err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d, %v", asked.Encode(), r.StatusCode, err)
		}
		for _, c := range answer.Cases {
			out = append(out, c.ID)
		}
		if len(out) >= answer.Total {
			return out
		}
	}
}

// TestOneQueryThroughThreeDoors holds that page, API and MCP give the same cases
// in the same order.
func TestOneQueryThroughThreeDoors(t *testing.T) {
	d := newDoors(t)
	queries, found, relevance := 150, 0, 0
	if testing.Short() {
		queries = 30
	}
	for range queries {
		v := d.next()
		page := d.onPages(t, v)
		if answer := d.overMCP(t, v); !slices.Equal(page, answer) {
			t.Errorf("%s:\npage %v\nMCP  %v", v.Encode(), page, answer)
		}
		if answer := d.overAPI(t, v); !slices.Equal(page, answer) {
			t.Errorf("%s:\npage %v\nAPI  %v", v.Encode(), page, answer)
		}
		if len(page) > 0 {
			found++
		}
		if len(page) > 1 && v.Has("q") && cmp.Or(v.Get("sort"), "relevance") == "relevance" {
			relevance++
		}
	}
	if found < queries/4 || relevance < queries/30 {
		t.Errorf("of %d queries only %d found a case, %d ranked several", queries, found, relevance)
	}
	t.Logf("%d queries, %d with cases, %d ranked by relevance", queries, found, relevance)
}

// TestMCPRefusesWithoutAPage holds that what the MCP server refuses is plain
// text also behind the site's own error handler.
func TestMCPRefusesWithoutAPage(t *testing.T) {
	s := newSite(t, baseURL)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	for want, r := range map[int]*http.Request{
		http.StatusForbidden:             httptest.NewRequest(http.MethodPost, server.URL+"/mcp", strings.NewReader("{}")),
		http.StatusRequestEntityTooLarge: httptest.NewRequest(http.MethodPost, server.URL+"/mcp", strings.NewReader(strings.Repeat(" ", 1<<20))),
	} {
		r.RequestURI = ""
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "*/*")
		if want == http.StatusForbidden {
			r.Header.Set("Origin", "https://evil.example")
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != want || strings.Contains(string(b), "<") {
			t.Errorf("%d %s, want %d", res.StatusCode, b, want)
		}
	}
}
