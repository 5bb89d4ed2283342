package incident

import "time"

// Phase says which turning point of an incident an event is.
type Phase string

// The phases of an incident; one may recur.
const (
	PhaseTrigger   Phase = "trigger"
	PhaseImpact    Phase = "impact"
	PhaseDetected  Phase = "detected"
	PhaseDiagnosed Phase = "diagnosed"
	PhaseMitigated Phase = "mitigated"
	PhaseResolved  Phase = "resolved"
	PhaseOther     Phase = "other"
)

// Phases lists the phases in the order an incident usually takes.
var Phases = []Phase{PhaseTrigger, PhaseImpact, PhaseDetected, PhaseDiagnosed, PhaseMitigated, PhaseResolved, PhaseOther}

// Event is one dated line of a timeline.
type Event struct {
	At     Moment
	Approx bool // "about 10:00"
	Phase  Phase
	Text   Text
}

// Timeline is the course of an incident. The durations run from the first
// impact to the first detection and to the last resolution; nil is unknown.
type Timeline struct {
	DetectedAfter *Duration
	ResolvedAfter *Duration
	Events        []Event
}

// Derived computes both durations from the events: nil where an end is missing
// or known only to the day, or where detection came before the impact.
func (t Timeline) Derived() (detected, resolved *Duration) {
	impact := t.first(PhaseImpact)
	return between(impact, t.first(PhaseDetected)), between(impact, t.last(PhaseResolved))
}

func (t Timeline) first(p Phase) *Moment {
	var out *Moment
	for i := range t.Events {
		if e := &t.Events[i]; e.Phase == p && (out == nil || e.At.Time.Before(out.Time)) {
			out = &e.At
		}
	}
	return out
}

func (t Timeline) last(p Phase) *Moment {
	var out *Moment
	for i := range t.Events {
		if e := &t.Events[i]; e.Phase == p && (out == nil || e.At.Time.After(out.Time)) {
			out = &e.At
		}
	}
	return out
}

func between(from, to *Moment) *Duration {
	if from == nil || to == nil || from.DayOnly || to.DayOnly || to.Time.Before(from.Time) {
		return nil
	}
	d := Duration(to.Time.Sub(from.Time).Truncate(time.Minute))
	return &d
}
