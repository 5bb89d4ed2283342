package client

import (
	"net/netip"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"
)

// Limit lets each client do a thing so many times a second, and a burst of it
// at once. It is safe for concurrent use; a nil Limit lets everything pass.
type Limit struct {
	rate    rate.Limit
	burst   int
	buckets *otter.Cache[netip.Prefix, *rate.Limiter]
}

// maxClients bounds how many clients are told apart at a time.
const maxClients = 20_000

// NewLimit returns a limit of a rate, in times a second.
func NewLimit(perSecond float64, burst int) *Limit {
	full := time.Duration(float64(burst) / perSecond * float64(time.Second)) // from empty
	return &Limit{
		rate: rate.Limit(perSecond), burst: burst,
		buckets: otter.Must(&otter.Options[netip.Prefix, *rate.Limiter]{
			MaximumSize: maxClients,
			// A bucket that was not touched for this long is full: forgetting
			// it changes nothing.
			ExpiryCalculator: otter.ExpiryAccessing[netip.Prefix, *rate.Limiter](full),
			Executor:         func(f func()) { f() },
		}),
	}
}

// Take takes one time of a client's. If there is none left, wait is after how
// long there will be.
func (l *Limit) Take(a netip.Addr) (wait time.Duration, ok bool) {
	if l == nil {
		return 0, true
	}
	bucket, _ := l.buckets.ComputeIfAbsent(network(a), func() (*rate.Limiter, bool) { return rate.NewLimiter(l.rate, l.burst), false })
	now := time.Now()
	r := bucket.ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return wait, false
	}
	return 0, true
}

// network is what counts as one client: an address of IPv4 or, as every reader
// of IPv6 has one, a network of 64 bits.
func network(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{} // no address: all such are one client
	}
	return p
}
