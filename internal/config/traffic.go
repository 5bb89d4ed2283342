package config

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

// This file checks what bounds and watches the traffic.

// AccessLogs are the values of AccessLog: only what failed or was slow; every
// request without personal data; every request with the query, the reader's
// address and the program that asked.
var AccessLogs = []string{"off", "basic", "full"}

// maxPageCache is the most pages that may be kept, in MiB: a mistyped number
// would be found out only when the memory is full.
const maxPageCache = 64 << 10

func checkPageCache(mib int) error {
	if mib < 0 || mib > maxPageCache {
		return fmt.Errorf("write a number of MiB from 0, which keeps no pages, to %d", maxPageCache)
	}
	return nil
}

func checkMaxConnections(n int) error {
	if n < 1 {
		return errors.New("write how many connections there may be at a time, 1 or more")
	}
	return nil
}

func checkRate(r float64) error {
	if !(r >= 0 && r <= 1e6) {
		return errors.New("write a number such as 5 or 0.5; 0 sets no limit")
	}
	return nil
}

// parseProxies reads networks such as 10.0.0.0/8 and single addresses.
func parseProxies(all []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, s := range all {
		s = strings.TrimSpace(s)
		if s == "" {
			continue
		}
		network, err := netip.ParsePrefix(s)
		if a, single := netip.ParseAddr(s); single == nil {
			network, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q is no network: write them like 10.0.0.0/8,127.0.0.1,fd00::/8", s)
		}
		out = append(out, network.Masked())
	}
	return out, nil
}
