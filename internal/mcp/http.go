package mcp

import (
	"net/http"
	"net/netip"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxBody bounds the body of a request, in bytes: room for a pasted text of
// 4,000 characters, escaped, and for what stands round it.
const maxBody = 64 << 10

// Handler answers MCP over streamable HTTP, each POST with one JSON document.
// No session is kept, so that any process with the same data can answer any
// request; other methods are 405.
func (s *Server) Handler() http.Handler {
	return s.allowOrigin(sdk.NewStreamableHTTPHandler(
		func(*http.Request) *sdk.Server { return s.sdk },
		&sdk.StreamableHTTPOptions{
			Stateless:           true,
			JSONResponse:        true,
			MaxRequestBodyBytes: maxBody,
			// Behind a proxy on the same machine every connection is one of
			// loopback with the Host of the site, which the SDK would refuse.
			// Pages that rebind their name to us are kept out by allowOrigin.
			DisableLocalhostProtection: true,
		}))
}

// allowOrigin answers 403 to a request that a page of another site makes
// through its reader's browser. Programs send no Origin.
func (s *Server) allowOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if origin != "" && origin != s.origin && !isLoopbackSelf(origin, r.Host) {
			http.Error(w, "pages of another site may not call this server", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopbackSelf reports whether an origin is the address at which the request
// arrived, on this machine. A name that was rebound is no name of loopback.
func isLoopbackSelf(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host != host {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
}
