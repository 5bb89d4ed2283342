package casefile

import (
	"fmt"
	"slices"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

func checkTimeline(d *document, t incident.Timeline) {
	checkOrder(d, t.Events)
	detected, resolved := exact(t).Derived()
	for _, duration := range []struct {
		field         string
		given, events *incident.Duration
		end           string
	}{
		{"timeline.detected_after", t.DetectedAfter, detected, "first detection"},
		{"timeline.resolved_after", t.ResolvedAfter, resolved, "last resolution"},
	} {
		if duration.given != nil && duration.events != nil && *duration.given != *duration.events {
			d.fail(duration.field,
				fmt.Sprintf("it says %s, but from the first impact to the %s the events count %s", duration.given, duration.end, duration.events),
				"correct it or the events, or leave it out")
		}
	}
}

// exact is the timeline as far as it can contradict anything: "about 10:00"
// settles a duration no more than a day without a time does.
func exact(t incident.Timeline) incident.Timeline {
	t.Events = slices.Clone(t.Events)
	for i := range t.Events {
		e := &t.Events[i]
		e.At.DayOnly = e.At.DayOnly || e.Approx
	}
	return t
}

// checkOrder compares events by their instants, and by their dates as written
// where one of the two is known only to the day.
func checkOrder(d *document, events []incident.Event) {
	var instant time.Time        // of the latest event so far
	var anyDate, wholeDay string // the latest date of any event, and of those known to the day
	for i, e := range events {
		if e.At.Time.IsZero() {
			continue // missing or rejected
		}
		date := e.At.Time.Format(time.DateOnly)
		isLate := date < wholeDay || e.At.Time.Before(instant)
		if e.At.DayOnly {
			isLate = date < anyDate
		}
		if isLate {
			d.fail(item("timeline.events", i)+".at", fmt.Sprintf("the event at %s stands after a later one", e.At), "put the events in time order")
			return // one event out of place makes others seem so
		}
		anyDate = max(anyDate, date)
		if e.At.DayOnly {
			wholeDay = max(wholeDay, date)
		} else {
			instant = e.At.Time
		}
	}
}
