package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// soakTest loads the site at half of what it can answer while a case changes
// each second, and says whether a request failed, and whether memory or open
// files grew.
func (b bench) soakTest(ctx context.Context) error {
	s, err := b.site(ctx, "site", filepath.Join(b.dir, "db"), "--watch")
	if err != nil {
		return err
	}
	defer s.stop()
	calls, err := b.mix(ctx, s)
	if err != nil {
		return err
	}
	if err := b.fill(ctx, s); err != nil {
		return err
	}
	load := func(length time.Duration, rate float64) *client {
		c := &client{host: strings.TrimPrefix(s.address, "http://"), calls: calls, connections: b.connections, rate: rate}
		ctx, cancel := context.WithTimeout(ctx, length)
		defer cancel()
		c.run(ctx)
		return c
	}
	load(warmUp, 0)
	still := load(saturation, 0)

	reloading, stop := context.WithCancel(ctx)
	defer stop()
	changes := make(chan reloads, 1)
	go func() { changes <- b.reload(reloading, s) }()
	load(warmUp, 0)
	moving := load(saturation, 0)
	if failed := slices.Concat(still.failures, moving.failures); len(failed) > 0 {
		return fmt.Errorf("%d requests failed before the soak, such as %s", len(failed), failed[0])
	}
	half := float64(moving.count()) / saturation.Seconds() / 2
	fmt.Printf("saturation %.0f requests a second, p99 %.1f ms; with a reload each second, which empties the page cache, %.0f and %.1f ms; soak at half of that, %.0f, for %v\n",
		float64(still.count())/saturation.Seconds(), still.at(99), 2*half, moving.at(99), half, b.soak)

	samples := make(chan []sample, 1)
	go func() { samples <- watch(reloading, s) }()
	c := load(b.soak, half)
	stop()
	return report(c, <-changes, <-samples, b.soak)
}

const (
	warmUp     = 5 * time.Second
	saturation = 20 * time.Second
	sampleStep = time.Second
)

// mix is what readers and programs ask for, in the shares that they might.
func (b bench) mix(ctx context.Context, s *server) ([]call, error) {
	all, err := rows(ctx, s.address)
	if err != nil {
		return nil, err
	}
	shares := map[string]int{"case ko": 400, "case en": 300, "list ko": 60, "list ko, rendered": 60, "search ko, rendered": 60, "API case": 100, "MCP get_incident": 10, "MCP search_incidents": 10}
	var out []call
	for _, r := range all {
		for i := range shares[r.name] {
			out = append(out, r.calls[i%len(r.calls)])
		}
	}
	return out, nil
}

// reloads are the changes that were made, and how long each took to be served.
type reloads struct {
	live []time.Duration
	err  error
}

var (
	severity  = regexp.MustCompile(`(?m)^severity: (\w+)$`)
	withdrawn = regexp.MustCompile(`(?m)^status: withdrawn$`)
)

// fill asks for every address by which reload finds whether a change is live, so
// that the page cache holds them from the start: it would fill with them for as
// many seconds as there are cases, which looked like a leak of memory.
func (b bench) fill(ctx context.Context, s *server) error {
	files, err := b.published()
	if err != nil {
		return err
	}
	for _, name := range files {
		if _, err := severityOf(ctx, s, idOf(name)); err != nil {
			return err
		}
	}
	return nil
}

// idOf is the id of the case in a file.
func idOf(name string) string { return strings.TrimSuffix(filepath.Base(name), ".yaml") }

// reload changes the severity of a case each second and waits until the API
// gives the new one.
func (b bench) reload(ctx context.Context, s *server) (r reloads) {
	files, err := b.published()
	if err != nil {
		return reloads{err: err}
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return r
		case <-tick.C:
		}
		name := files[i%len(files)]
		want, err := b.change(name)
		if err != nil {
			return reloads{r.live, err}
		}
		changed := time.Now()
		for limit := changed.Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			got, err := severityOf(ctx, s, idOf(name))
			if ctx.Err() != nil {
				return r
			}
			if err == nil && got == want {
				break
			}
			if time.Now().After(limit) {
				return reloads{r.live, fmt.Errorf("%s is not live after a minute (%v):\n%s", name, err, tail(s.log.String()))}
			}
		}
		r.live = append(r.live, time.Since(changed))
	}
}

// published lists the files of the cases that are not withdrawn.
func (b bench) published() ([]string, error) {
	all, err := filepath.Glob(filepath.Join(b.folder, "cases", "*.yaml"))
	if err != nil {
		return nil, err
	}
	var files []string
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !withdrawn.Match(text) {
			files = append(files, name)
		}
	}
	if files == nil {
		return nil, fmt.Errorf("no published case in %s", b.folder)
	}
	return files, nil
}

// change gives the case another severity, in one step.
func (b bench) change(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	next := "major"
	if m := severity.FindSubmatch(text); m == nil {
		return "", fmt.Errorf("%s has no severity", name)
	} else if string(m[1]) == next {
		next = "minor"
	}
	draft := filepath.Join(b.dir, "draft")
	if err := os.WriteFile(draft, severity.ReplaceAll(text, []byte("severity: "+next)), 0o644); err != nil {
		return "", err
	}
	return next, os.Rename(draft, name)
}

func severityOf(ctx context.Context, s *server, id string) (string, error) {
	a, err := ask(ctx, s.address, call{method: "GET", path: "/api/v1/cases/" + id})
	if err != nil {
		return "", err
	}
	var c struct{ Severity string }
	err = json.Unmarshal(a.body, &c)
	return c.Severity, err
}

// sample is what a process held at a time.
type sample struct {
	memory memory
	files  int
}

func watch(ctx context.Context, s *server) (out []sample) {
	tick := time.NewTicker(sampleStep)
	defer tick.Stop()
	for {
		m, err := memoryOf(s.pid())
		if err == nil {
			out = append(out, sample{m, openFiles(s.pid())})
		}
		select {
		case <-ctx.Done():
			return out
		case <-tick.C:
		}
	}
}

// growth is what memory may grow by between the second and the last fifth of a
// soak: the collector's rhythm moves it by less.
const growth = 1.15

func report(c *client, r reloads, samples []sample, length time.Duration) error {
	fmt.Printf("%d requests in %v, %d failed; p50 %.2f ms, p99 %.1f ms, most %.1f ms, from the time at which each was due\n",
		c.count(), length, len(c.failures), c.at(50), c.at(99), c.at(100))
	for _, f := range c.failures[:min(5, len(c.failures))] {
		fmt.Println("  failed:", f)
	}
	if len(r.live) > 0 {
		slices.Sort(r.live)
		fmt.Printf("%d reloads, live after %.0f ms (median), at most %.0f ms\n", len(r.live), ms(r.live[len(r.live)/2]), ms(r.live[len(r.live)-1]))
	}
	fifth := max(1, len(samples)/5)
	early, late := mean(samples[fifth:min(2*fifth, len(samples)-1)]), mean(samples[len(samples)-fifth:])
	fmt.Printf("%-24s%16s%16s%16s\n", "", "anonymous MB", "resident MB", "files open")
	for _, row := range []struct {
		name string
		sample
	}{{"at the start", samples[0]}, {"mean of second fifth", early}, {"mean of last fifth", late}, {"at the end", samples[len(samples)-1]}} {
		fmt.Printf("%-24s%16.1f%16.1f%16d\n", row.name, mb(row.memory.anonymous), mb(row.memory.resident), row.files)
	}
	var wrong []error
	if len(c.failures) > 0 {
		wrong = append(wrong, fmt.Errorf("%d requests failed", len(c.failures)))
	}
	if float64(late.memory.anonymous) > growth*float64(early.memory.anonymous) {
		wrong = append(wrong, errors.New("memory grew"))
	}
	if late.files > early.files+2 {
		wrong = append(wrong, errors.New("open files grew"))
	}
	return errors.Join(append(wrong, r.err)...)
}

func mean(samples []sample) (m sample) {
	for _, s := range samples {
		m.memory.anonymous += s.memory.anonymous
		m.memory.resident += s.memory.resident
		m.files += s.files
	}
	n := max(1, len(samples))
	return sample{memory{m.memory.anonymous / n, m.memory.resident / n}, m.files / n}
}

// tail is the end of a log.
func tail(log string) string { return log[max(0, len(log)-2000):] }
