package testkit

import (
	"net"
	"testing"
	"time"
)

// Dial opens a connection that ends with the test, and that no read or write holds
// up for more than a minute.
func Dial(t testing.TB, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	return c
}
