// Package client tells the readers of the site apart, by the addresses that
// they have behind proxies, and limits how much each may ask for.
package client

import (
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks from which proxies of ours call: what they say of a
// request is believed.
type Proxies []netip.Prefix

// Trusts reports whether an address is that of one of our proxies.
func (p Proxies) Trusts(a netip.Addr) bool {
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// Peer is the address of who holds the connection; the zero Addr if unknown.
func Peer(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return a.Addr().Unmap().WithZone("")
}

// maxHops bounds how many addresses of a forwarding header are looked at.
const maxHops = 32

// Address is the address of the reader: that of the peer or, if the peer is one
// of our proxies, the last one in X-Forwarded-For, or else in Forwarded
// (RFC 7239), that is none of them. What stands before it anyone can write.
func (p Proxies) Address(r *http.Request) netip.Addr {
	at := Peer(r)
	if len(p) == 0 || !p.Trusts(at) {
		return at
	}
	hops := forwardedFor(r.Header)
	for i := len(hops) - 1; i >= max(0, len(hops)-maxHops); i-- {
		a, ok := parseHop(hops[i])
		if !ok {
			return at // "unknown" or a hidden name: the hop before it is all that is known
		}
		at = a
		if !p.Trusts(at) {
			return at
		}
	}
	return at
}

// forwardedFor lists the addresses that proxies have noted, the nearest last.
func forwardedFor(h http.Header) []string {
	if fields := h["X-Forwarded-For"]; len(fields) > 0 {
		return strings.Split(strings.Join(fields, ","), ",")
	}
	var out []string
	for element := range strings.SplitSeq(strings.Join(h["Forwarded"], ","), ",") {
		for pair := range strings.SplitSeq(element, ";") {
			if name, value, _ := strings.Cut(strings.TrimSpace(pair), "="); strings.EqualFold(name, "for") {
				out = append(out, strings.Trim(value, `"`))
			}
		}
	}
	return out
}

// parseHop reads an address with or without a port; in Forwarded that of IPv6
// stands in brackets.
func parseHop(s string) (netip.Addr, bool) {
	s = strings.TrimSpace(s)
	if a, err := netip.ParseAddrPort(s); err == nil {
		return a.Addr().Unmap().WithZone(""), true
	}
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	return a.Unmap().WithZone(""), err == nil
}
