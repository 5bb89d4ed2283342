package client

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAddress(t *testing.T) {
	proxies := Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for _, tc := range []struct {
		name, peer string
		headers    []string // name, value, ...
		want       string
	}{
		{"direct", "203.0.113.7:1234", nil, "203.0.113.7"},
		{"forged", "203.0.113.7:1234", []string{"X-Forwarded-For", "198.51.100.1"}, "203.0.113.7"},
		{"one proxy", "10.0.0.1:1", []string{"X-Forwarded-For", "198.51.100.1"}, "198.51.100.1"},
		{"what the client wrote stands before", "10.0.0.1:1", []string{"X-Forwarded-For", "192.0.2.66, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "10.0.0.1:1", []string{"X-Forwarded-For", "192.0.2.66, 198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		{"two fields", "10.0.0.1:1", []string{"X-Forwarded-For", "192.0.2.66", "X-Forwarded-For", "198.51.100.1"}, "198.51.100.1"},
		{"only proxies", "10.0.0.1:1", []string{"X-Forwarded-For", "10.0.0.3,10.0.0.2"}, "10.0.0.3"},
		{"with port", "10.0.0.1:1", []string{"X-Forwarded-For", "198.51.100.1:443"}, "198.51.100.1"},
		{"IPv6", "[::1]:1", []string{"X-Forwarded-For", "2001:db8::1"}, "2001:db8::1"},
		{"IPv6 with port", "[::1]:1", []string{"X-Forwarded-For", "[2001:db8::1]:443"}, "2001:db8::1"},
		{"IPv4 in IPv6", "[::ffff:10.0.0.1]:1", []string{"X-Forwarded-For", "::ffff:198.51.100.1"}, "198.51.100.1"},
		{"nonsense", "10.0.0.1:1", []string{"X-Forwarded-For", "192.0.2.66, <script>"}, "10.0.0.1"},
		{"empty", "10.0.0.1:1", []string{"X-Forwarded-For", ""}, "10.0.0.1"},
		{"Forwarded", "10.0.0.1:1", []string{"Forwarded", `for=192.0.2.66, For="198.51.100.1:80";proto=https;by=10.0.0.2`}, "198.51.100.1"},
		{"Forwarded IPv6", "10.0.0.1:1", []string{"Forwarded", `proto=https; for="[2001:db8::1]:80"`}, "2001:db8::1"},
		{"hidden", "10.0.0.1:1", []string{"Forwarded", `for=192.0.2.66, for=_hidden`}, "10.0.0.1"},
		{"thousands", "10.0.0.1:1", []string{"X-Forwarded-For", "192.0.2.66," + strings.Repeat("10.0.0.9,", 5000) + "10.0.0.8"}, "10.0.0.9"},
		{"no address", "@", nil, "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tc.peer
		for i := 0; i < len(tc.headers); i += 2 {
			r.Header.Add(tc.headers[i], tc.headers[i+1])
		}
		if got := proxies.Address(r).String(); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
		if got := (Proxies)(nil).Address(r); got != Peer(r) {
			t.Errorf("%s: without proxies %s", tc.name, got)
		}
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("192.0.2.66, 198.51.100.1", "")
	f.Add("", `for="[2001:db8::1]:80", for=_x`)
	f.Fuzz(func(t *testing.T, forwardedFor, forwarded string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "10.0.0.1:1"
		r.Header["X-Forwarded-For"], r.Header["Forwarded"] = []string{forwardedFor}, []string{forwarded}
		if a := (Proxies{netip.MustParsePrefix("10.0.0.0/8")}).Address(r); !a.IsValid() || a.Zone() != "" || a.Is4In6() {
			t.Errorf("%v", a)
		}
	})
}

func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(2, 5)
		defer l.buckets.StopAllGoroutines()
		take := func(address string) (time.Duration, bool) { return l.Take(netip.MustParseAddr(address)) }
		for i := range 5 {
			if wait, ok := take("192.0.2.1"); !ok {
				t.Fatalf("the burst ends after %d: wait %v", i, wait)
			}
		}
		for range 3 { // who is refused is not made to wait longer for it
			if wait, ok := take("192.0.2.1"); ok || wait <= 0 || wait > 500*time.Millisecond {
				t.Errorf("wait %v, %t", wait, ok)
			}
		}
		if _, ok := take("192.0.2.2"); !ok {
			t.Error("another client is refused")
		}
		time.Sleep(time.Second)
		for i := range 2 {
			if _, ok := take("192.0.2.1"); !ok {
				t.Errorf("after a second: refused at %d", i)
			}
		}
		if _, ok := take("192.0.2.1"); ok {
			t.Error("more than the rate")
		}
		// A network of 64 bits of IPv6 is one client.
		for i := range 5 {
			if _, ok := take(fmt.Sprintf("2001:db8::%x:1", i)); !ok {
				t.Error("refused within the burst")
			}
		}
		if _, ok := take("2001:db8::ffff:1"); ok {
			t.Error("another address of the same network passes")
		}
		if _, ok := take("2001:db8:0:1::1"); !ok {
			t.Error("another network is refused")
		}
		for range 5 {
			_, _ = l.Take(netip.Addr{})
		}
		if _, ok := l.Take(netip.Addr{}); ok {
			t.Error("who has no address has no limit")
		}
		if _, ok := (*Limit)(nil).Take(netip.Addr{}); !ok {
			t.Error("no limit refuses")
		}
	})
}

func TestClientsAreBounded(t *testing.T) {
	l := NewLimit(1, 1)
	for i := range 2 * maxClients {
		_, _ = l.Take(netip.AddrFrom4([4]byte{1, byte(i >> 16), byte(i >> 8), byte(i)}))
	}
	if n := l.buckets.EstimatedSize(); n > maxClients {
		t.Errorf("%d clients are remembered", n)
	}
}
