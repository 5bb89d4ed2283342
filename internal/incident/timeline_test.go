package incident

import "testing"

func TestDerived(t *testing.T) {
	event := func(phase Phase, at string) Event {
		m, err := ParseMoment(at)
		if err != nil {
			t.Fatal(err)
		}
		return Event{At: m, Phase: phase}
	}
	const none = "none"
	for _, test := range []struct {
		name               string
		events             []Event
		detected, resolved string
	}{
		{"no events", nil, none, none},
		{"from the impact, not the trigger", []Event{
			event(PhaseTrigger, "2026-09-29T09:38:00Z"), event(PhaseImpact, "2026-09-29T10:03:00Z"),
			event(PhaseDetected, "2026-09-29T10:17:00Z"), event(PhaseResolved, "2026-09-29T15:58:00Z"),
		}, "14m", "5h 55m"},
		{"first impact and detection, last resolution", []Event{
			event(PhaseImpact, "2026-05-29T09:20:00Z"), event(PhaseDetected, "2026-05-29T09:39:00Z"), event(PhaseResolved, "2026-05-29T12:40:00Z"),
			event(PhaseImpact, "2026-05-29T14:40:00Z"), event(PhaseDetected, "2026-05-29T14:45:00Z"), event(PhaseResolved, "2026-05-29T17:05:00Z"),
		}, "19m", "7h 45m"},
		{"in any order and offset", []Event{
			event(PhaseResolved, "2026-09-29T12:00:00Z"), event(PhaseImpact, "2026-09-29T19:03:00+09:00"),
		}, none, "1h 57m"},
		{"no impact", []Event{event(PhaseDetected, "2026-09-29T10:17:00Z"), event(PhaseResolved, "2026-09-29T15:58:00Z")}, none, none},
		{"impact known to the day", []Event{event(PhaseImpact, "2026-09-29"), event(PhaseResolved, "2026-09-29T15:58:00Z")}, none, none},
		{"resolution known to the day", []Event{
			event(PhaseImpact, "2026-09-29T10:03:00Z"), event(PhaseDetected, "2026-09-29T10:03:00Z"), event(PhaseResolved, "2026-09-30"),
		}, "0m", none},
		{"detected before the impact", []Event{
			event(PhaseDetected, "2026-09-29T10:00:00Z"), event(PhaseImpact, "2026-09-29T10:03:00Z"), event(PhaseResolved, "2026-09-30T10:03:59Z"),
		}, none, "1d"},
	} {
		t.Run(test.name, func(t *testing.T) {
			detected, resolved := Timeline{Events: test.events}.Derived()
			words := func(d *Duration) string {
				if d == nil {
					return none
				}
				return d.String()
			}
			if words(detected) != test.detected || words(resolved) != test.resolved {
				t.Errorf("detected after %s, resolved after %s, want %s and %s", words(detected), words(resolved), test.detected, test.resolved)
			}
		})
	}
}
