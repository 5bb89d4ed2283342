package views

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// stage is what an incident was doing between one event and the next.
type stage string

const (
	stageQuiet      stage = "quiet"      // before the impact, after the resolution, or unknown
	stageUndetected stage = "undetected" // users were affected and nobody knew
	stageKnown      stage = "known"      // users were affected and it was known
	stageImpact     stage = "impact"     // users were affected; when that was noticed is not known
	stagePaused     stage = "paused"     // it seemed over, and came back
	stageUnsure     stage = "unsure"     // the stage changed on this day; when, is not known
)

// stages tells for each event which stage begins with it.
func (t Timeline) stages() []stage {
	detected := slices.ContainsFunc(t.Events, func(e TimelineEvent) bool { return e.Phase == "detected" })
	current, known := stageQuiet, false
	out := make([]stage, len(t.Events))
	for i, e := range t.Events {
		again := slices.ContainsFunc(t.Events[i+1:], func(e TimelineEvent) bool { return e.Phase == "impact" })
		open := current == stageUndetected || current == stageKnown || current == stageImpact
		switch e.Phase {
		case "detected":
			known = true
			if open {
				current = stageKnown
			}
		case "impact":
			switch {
			case !detected:
				current = stageImpact
			case known:
				current = stageKnown
			default:
				current = stageUndetected
			}
		case "mitigated":
			if open && again {
				current = stagePaused
			}
		case "resolved":
			later := slices.ContainsFunc(t.Events[i+1:], func(e TimelineEvent) bool { return e.Phase == "resolved" })
			switch {
			case again && open:
				current = stagePaused
			case !again && !later:
				current = stageQuiet
			}
		}
		out[i] = current
	}
	if n := len(out); n > 0 {
		out[n-1] = stageQuiet // nothing is known past the last event
	}
	return out
}

// clock writes an event's time of day, "" for a whole day.
func clock(p *i18n.Printer, e TimelineEvent) string {
	if e.Approx && e.Clock != "" {
		return p.F("timeline.about", i18n.Args{"Clock": e.Clock})
	}
	return e.Clock
}

// dayAndMonth writes a day of the drawing; its year stands in the list.
func dayAndMonth(p *i18n.Printer, at time.Time) string {
	return p.F("timeline.day", i18n.Args{"Day": at.Day(), "Month": p.T("month." + strconv.Itoa(int(at.Month())))})
}

// turningPoints chooses the events that carry a label, the weightiest first.
func (t Timeline) turningPoints() []int {
	var chosen []int
	take := func(phase string, last bool) {
		for k := range t.Events {
			i := k
			if last {
				i = len(t.Events) - 1 - k
			}
			if t.Events[i].Phase == phase && t.Events[i].Label != "" && !slices.Contains(chosen, i) {
				chosen = append(chosen, i)
				return
			}
		}
	}
	take("impact", false)
	take("detected", false)
	take("resolved", true)
	take("mitigated", true)
	take("trigger", false)
	for range maxFlags {
		take("impact", false)
		take("diagnosed", false)
		take("mitigated", true)
		take("resolved", true)
		take("trigger", false)
		take("detected", false)
	}
	return chosen[:min(len(chosen), maxFlags)]
}

// eventTime writes when an event of the list was: its time of day, or that it
// is known to the day only.
func eventTime(p *i18n.Printer, e TimelineEvent) string {
	if e.Clock == "" {
		return p.T("timeline.all_day")
	}
	return clock(p, e)
}

// eventClass names the stage that begins with an event, and marks a turning point.
func eventClass(s stage, e TimelineEvent) string {
	return string(s) + class(e.Label != "", " turn")
}

// describe says the drawing in words: its turning points in order of time.
func (t Timeline) describe(p *i18n.Printer) string {
	points := t.turningPoints()
	slices.Sort(points)
	var words []string
	for _, i := range points {
		e := t.Events[i]
		w := e.Label
		if e.Day != "" {
			w += ", " + e.Day
		}
		if c := clock(p, e); c != "" {
			w += ", " + c
		}
		words = append(words, w)
	}
	return strings.Join(words, "; ")
}
