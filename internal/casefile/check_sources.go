package casefile

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"unicode"

	"github.com/incidentlib/incidentlib/internal/incident"
)

func checkSources(d *document, c *incident.Case) {
	seen := map[string]bool{}
	for i, s := range c.Sources {
		field := item("sources", i)
		checkURL(d, field+".url", s.URL)
		checkURL(d, field+".archived", s.Archived)
		if s.URL != "" && seen[s.URL] {
			d.fail(field+".url", "this address is a source already", "remove one of the two")
		}
		seen[s.URL] = true
	}
	for i, s := range c.Docs {
		checkURL(d, item("docs", i), s)
	}
}

func checkURL(d *document, field, s string) {
	if s == "" {
		return
	}
	if why := unsafe(s); why != "" {
		d.fail(field, "the address is unsafe: "+why, "write the public http or https address of the document")
	}
}

// unsafe says why a page must not link to an address, "" if it may.
func unsafe(address string) string {
	if i := strings.IndexFunc(address, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("\\\"<>`", r)
	}); i >= 0 {
		return "it holds a character that addresses cannot hold"
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return "it cannot be read"
	case u.Scheme != "http" && u.Scheme != "https":
		return "it is neither http nor https"
	case u.User != nil:
		return "it holds a user name or a password"
	case u.Hostname() == "":
		return "it names no host"
	case !publicHost(strings.ToLower(u.Hostname())):
		return fmt.Sprintf("%s is not a host of the public internet", u.Hostname())
	}
	return ""
}

var (
	hostForm     = newPattern(`^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+([a-z]{2,63}|xn--[a-z0-9-]+)\.?$`)
	privateHost  = newPattern(`(^|\.)(localhost|local|internal|intranet|lan|corp|home|localdomain|home\.arpa)\.?$`)
	sharedNumber = netip.MustParsePrefix("100.64.0.0/10") // carriers' own networks
)

func publicHost(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		a = a.Unmap()
		return a.IsGlobalUnicast() && !a.IsPrivate() && a.Zone() == "" && !sharedNumber.Contains(a)
	}
	return hostForm.compiled().MatchString(host) && !privateHost.compiled().MatchString(host)
}
