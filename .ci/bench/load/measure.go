package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// contender is a server in one row, with what it is asked and what it gave.
type contender struct {
	server *server
	calls  []call
	rounds []figures
}

// measure runs all rows and prints what they gave.
func (b bench) measure(ctx context.Context) error {
	kept, err := b.site(ctx, "page cache", filepath.Join(b.dir, "db"))
	if err != nil {
		return err
	}
	defer kept.stop()
	rendering, err := b.site(ctx, "no page cache", filepath.Join(b.dir, "db"), "--page-cache", "0")
	if err != nil {
		return err
	}
	defer rendering.stop()
	all, err := rows(ctx, kept.address)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(r row) bool { return !b.only.MatchString(r.name) })
	if len(all) == 0 {
		return nil
	}
	table, closeAll, err := b.contenders(ctx, all, kept, rendering)
	defer closeAll()
	if err != nil {
		return err
	}
	for round := range b.rounds {
		for i := range table {
			for j := range table[i] {
				progress("round %d of %d: %s, %s", round+1, b.rounds, all[i].name, table[i][j].server.name)
				c := &table[i][j]
				f, err := b.wrk(ctx, c.server, c.calls, b.seconds)
				if err != nil {
					return err
				}
				c.rounds = append(c.rounds, f)
			}
		}
	}
	progress("")
	fmt.Printf("\n%d connections, medians of %d rounds of %d s each; every answer br unless it says otherwise, MCP identity\n\n", b.connections, b.rounds, b.seconds)
	printRows(all, table)
	return b.printMemory(kept, rendering)
}

// contenders asks each request of each row once, gives the answers to nginx and
// lists who is to be measured in each row.
func (b bench) contenders(ctx context.Context, all []row, kept, rendering *server) (table [][]contender, closeAll func(), err error) {
	var servers []*server
	closeAll = func() {
		for _, s := range servers {
			s.stop()
		}
	}
	if err := warm(ctx, kept, all); err != nil {
		return nil, closeAll, err
	}
	files := files{filepath.Join(b.dir, "nginx")}
	answers := make([][]answer, len(all))
	copies := make([][]call, len(all))
	for i, r := range all {
		from := kept
		if r.rendered {
			from = rendering
		}
		for n, c := range r.calls {
			a, err := ask(ctx, from.address, c)
			if err != nil {
				return nil, closeAll, err
			}
			copied, err := files.keep(r.name, n, c, a)
			if err != nil {
				return nil, closeAll, err
			}
			answers[i], copies[i] = append(answers[i], a), append(copies[i], copied)
		}
	}
	nginx, err := files.serve(ctx, b)
	if err != nil {
		return nil, closeAll, err
	}
	servers = append(servers, nginx)
	var static *server
	if slices.ContainsFunc(all, func(r row) bool { return r.exported }) {
		if static, err = b.serveExport(ctx); err != nil {
			return nil, closeAll, err
		}
		servers = append(servers, static)
	}
	for i, r := range all {
		for n := range r.calls {
			if err := sameBytes(ctx, nginx.address, copies[i][n], answers[i][n]); err != nil {
				return nil, closeAll, err
			}
		}
		ours := kept
		if r.rendered {
			ours = rendering
		}
		in := []contender{{server: nginx, calls: copies[i]}, {server: ours, calls: r.calls}}
		if r.exported {
			in = append(in, contender{server: static, calls: r.calls})
		}
		table = append(table, in)
	}
	return table, closeAll, nil
}

// settleTimeout is how long pages may take until they are compressed at their
// best, which the server does in the background.
const settleTimeout = 2 * time.Minute

// warm asks for everything until its size no longer changes.
func warm(ctx context.Context, s *server, all []row) error {
	progress("warming %s", s.name)
	last := -1
	for begin := time.Now(); time.Since(begin) < settleTimeout; time.Sleep(time.Second) {
		size := 0
		for _, r := range all {
			if r.rendered {
				continue
			}
			for _, c := range r.calls {
				a, err := ask(ctx, s.address, c)
				if err != nil {
					return err
				}
				size += len(a.body)
			}
		}
		if size == last {
			return nil
		}
		last = size
	}
	return errors.New("the sizes of pages still change after " + settleTimeout.String())
}

func printRows(all []row, table [][]contender) {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "request\tserver\treq/s\tp50 ms\tp99 ms\tCPU µs/req\tof nginx req/s\ttimes nginx p99\ttimes nginx CPU\ttarget\t")
	for i, r := range all {
		nginx := median(table[i][0].rounds)
		for j, c := range table[i] {
			m := median(c.rounds)
			fmt.Fprintf(out, "%s\t%s\t%.0f\t%.2f\t%.2f\t%.0f\t", r.name, c.server.name, m.rate, m.p50, m.p99, m.cpu)
			if j == 0 {
				fmt.Fprintln(out, "\t\t\t\t")
				continue
			}
			fmt.Fprintf(out, "%.2f\t%.1f\t%.1f\t", m.rate/nginx.rate, m.p99/nginx.p99, m.cpu/nginx.cpu)
			if j == 1 {
				fmt.Fprint(out, r.target.judge(m, nginx))
			}
			fmt.Fprintln(out, "\t")
		}
	}
	_ = out.Flush()
}

// judge says what is wanted and whether it is so.
func (t target) judge(site, nginx figures) string {
	var out []string
	say := func(met bool, format string, value float64) {
		word := "met"
		if !met {
			word = "MISSED"
		}
		out = append(out, fmt.Sprintf(format, value)+" "+word)
	}
	if t.rate > 0 {
		say(site.rate >= t.rate, "req/s ≥ %.0f", t.rate)
	}
	if t.ofNginx > 0 {
		say(site.rate/nginx.rate >= t.ofNginx, "≥ %.1f of nginx", t.ofNginx)
	}
	if t.p99Times > 0 {
		say(site.p99/nginx.p99 <= t.p99Times, "p99 ≤ %.0f times", t.p99Times)
	}
	return strings.Join(out, ", ")
}

// median takes each figure's median by itself.
func median(rounds []figures) figures {
	of := func(get func(figures) float64) float64 {
		var v []float64
		for _, f := range rounds {
			v = append(v, get(f))
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	return figures{
		rate: of(func(f figures) float64 { return f.rate }),
		p50:  of(func(f figures) float64 { return f.p50 }),
		p99:  of(func(f figures) float64 { return f.p99 }),
		cpu:  of(func(f figures) float64 { return f.cpu }),
	}
}

func (b bench) printMemory(sites ...*server) error {
	limit := 40 << 20
	if b.cases > 300 {
		limit = 150 << 20
	}
	fmt.Println()
	for _, s := range sites {
		m, err := memoryOf(s.pid())
		if err != nil {
			return err
		}
		word := "met"
		if m.anonymous > limit {
			word = "MISSED"
		}
		fmt.Printf("memory after load, %s: %.1f MB anonymous (target < %d MB %s), %.1f MB resident, %d files open\n",
			s.name, mb(m.anonymous), limit>>20, word, mb(m.resident), openFiles(s.pid()))
	}
	return nil
}

func mb(bytes int) float64 { return float64(bytes) / (1 << 20) }

// progress shows on a terminal what is going on, on one line.
func progress(format string, args ...any) {
	if info, err := os.Stderr.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return
	}
	fmt.Fprintf(os.Stderr, "\r\x1b[K"+format, args...)
}
