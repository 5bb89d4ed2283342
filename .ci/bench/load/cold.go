package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// coldRuns is how often a start is measured.
const coldRuns = 9

// coldStarts measures how long it takes from the start of the process to the
// first page that it answers with, with a database that is there and without.
func (b bench) coldStarts(ctx context.Context) error {
	if !b.only.MatchString("cold") {
		return nil
	}
	db := filepath.Join(b.dir, "cold")
	runs := coldRuns
	if b.cases > 1000 {
		runs = 1 // minutes each
	}
	if err := b.coldStart(ctx, "without a database", runs, 1500*time.Millisecond, b.cases <= 300, db, func() error { return os.RemoveAll(db) }); err != nil {
		return err
	}
	return b.coldStart(ctx, "with a database", coldRuns, 40*time.Millisecond, true, db, func() error { return nil })
}

func (b bench) coldStart(ctx context.Context, what string, runs int, target time.Duration, judged bool, db string, before func() error) error {
	var times []time.Duration
	for range runs {
		if err := before(); err != nil {
			return err
		}
		took, err := b.firstAnswer(ctx, db)
		if err != nil {
			return err
		}
		times = append(times, took)
	}
	slices.Sort(times)
	note := ""
	if median := times[len(times)/2]; judged && median <= target {
		note = fmt.Sprintf(" (target < %v met)", target)
	} else if judged {
		note = fmt.Sprintf(" (target < %v MISSED)", target)
	}
	fmt.Printf("cold start to first page, %s: median %.0f ms of %d, least %.0f, most %.0f%s\n",
		what, ms(times[len(times)/2]), len(times), ms(times[0]), ms(times[len(times)-1]), note)
	return nil
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

// firstAnswer starts the site and asks until it answers with a page. It is not
// pinned: it may use the cores that there are.
func (b bench) firstAnswer(ctx context.Context, db string) (time.Duration, error) {
	addr, err := freeAddr()
	if err != nil {
		return 0, err
	}
	command := exec.CommandContext(ctx, b.program, b.siteArgs(addr, db)...)
	command.Env = siteEnv()
	var log safeBuffer
	command.Stderr = &log
	begin := time.Now()
	if err := command.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		if answered(addr) {
			break
		}
		select {
		case err := <-ended:
			return 0, fmt.Errorf("the site ended (%v):\n%s", err, &log)
		case <-time.After(200 * time.Microsecond):
		}
	}
	took := time.Since(begin)
	_ = command.Process.Signal(syscall.SIGTERM)
	<-ended
	return took, nil
}

// answered asks for the list over a new connection.
func answered(addr string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /ko/cases HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", addr)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK && strings.HasPrefix(response.Header.Get("Content-Type"), "text/html")
}
