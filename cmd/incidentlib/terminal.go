package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/incidentlib/incidentlib/internal/casefile"
)

// isTerminal reports whether a person reads w as it is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// paint colours lines where there is a terminal and NO_COLOR is not set.
type paint struct{ on bool }

func newPaint(w io.Writer) paint {
	return paint{on: os.Getenv("NO_COLOR") == "" && isTerminal(w)}
}

// issue writes an issue, its place in the colour of its severity.
func (p paint) issue(i casefile.Issue) string {
	line := i.String()
	if !p.on {
		return line
	}
	colour := "\x1b[33m" // yellow
	if i.Severity == casefile.Error {
		colour = "\x1b[31m" // red
	}
	place, rest, _ := strings.Cut(line, " ")
	return colour + place + "\x1b[0m " + rest
}

// progress shows how far a long step is on one line of a terminal, which it
// clears at the end. It shows nothing where no person would see it.
type progress struct {
	w     io.Writer
	step  string
	shown int // percent, -1 before the first
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		w = nil
	}
	return &progress{w: w, shown: -1}
}

func (p *progress) show(step string, done, total int) {
	if p.w == nil || total == 0 || step == p.step && done*100/total == p.shown {
		return
	}
	p.step, p.shown = step, done*100/total
	fmt.Fprintf(p.w, "\r\x1b[K%s: %d of %d", step, done, total)
}

// end clears the line. Nothing is shown any more.
func (p *progress) end() {
	if p.shown >= 0 {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.w, p.shown = nil, -1
}
