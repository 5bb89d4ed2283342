package main

import (
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"
)

// TestLogInJSON holds that a program can read each value of a log as what it is.
func TestLogInJSON(t *testing.T) {
	var log strings.Builder
	addr := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	newLogger(&log, "json").Info("serving", "addr", addr, "took", 1500*time.Millisecond, "cases", 62)
	var line struct {
		Msg, Addr string
		Took      float64
		Cases     int
	}
	if err := json.Unmarshal([]byte(log.String()), &line); err != nil {
		t.Fatalf("%s: %v", log.String(), err)
	}
	if line.Msg != "serving" || line.Addr != "127.0.0.1:8080" || line.Took != 1.5 || line.Cases != 62 {
		t.Errorf("%s", log.String())
	}
}
