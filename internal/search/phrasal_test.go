package search_test

import (
	"strings"
	"testing"
)

// An adverb behind anything but a verb that makes one word with it only ranks.
func TestAdverbOfState(t *testing.T) {
	for _, name := range []string{"github", "slack", "dns", "redis", "login", "network", "CPU", "k8s", "api2"} {
		for _, adverb := range []string{"down", "up", "out", "off", "back", "over", "away"} {
			required, hints := words(name + " " + adverb)
			if strings.Join(required, "|") != name || strings.Join(hints, "|") != adverb {
				t.Errorf("%s %s: %q constrain, %q rank", name, adverb, required, hints)
			}
		}
	}
	for text, want := range map[string]string{
		"is github down": "github", "facebook down dns": "facebook dns", "the database is down": "database", "down": "down",
		"out of disk": "out disk", "site went down": "site",
		"timed out": "timed out", "request timed out twice": "request timed out twice",
	} {
		if required, _ := words(text); strings.Join(required, " ") != want {
			t.Errorf("%s: %q constrain, want %s", text, required, want)
		}
	}
}

// A phrasal verb is found in every form, as two words and as one.
func TestPhrasalVerbs(t *testing.T) {
	for one, forms := range map[string][]string{
		"timeout":   {"time out", "times out", "timed out", "timing out", "Timed out"},
		"rollback":  {"roll back", "rolled back", "rolling back", "rolls back"},
		"failover":  {"fail over", "failed over", "failing over"},
		"shutdown":  {"shut down", "shutting down", "shuts down"},
		"fallback":  {"fall back", "fell back", "fallen back", "falling back"},
		"backup":    {"back up", "backed up", "backing up"},
		"spinup":    {"spin up", "spun up", "spinning up"},
		"scaledown": {"scale down", "scaled down", "scaling down"},
		"lockout":   {"lock out", "locked out"},
	} {
		for _, form := range forms {
			for _, text := range append([]string{one, one + "s"}, forms...) {
				check(t, form, "it was "+text+" again", true, nil)
			}
			check(t, form, "it "+strings.Fields(form)[0]+" was", false, nil)
		}
	}
}
