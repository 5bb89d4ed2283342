package spelling

import (
	"slices"
	"strings"
)

// Nearest returns up to n of the candidates that are most like s, best first:
// those within a third of its length in edits, or that contain it or are
// contained in it.
func Nearest(s string, candidates []string, n int) []string {
	type scored struct {
		value string
		cost  int
	}
	s = strings.ToLower(strings.TrimSpace(s))
	typed := firstRunes(s, 80)
	var near []scored
	for _, c := range candidates {
		l := strings.ToLower(c)
		cost := Distance(typed, firstRunes(l, 80))
		within := min(len(s), len(l)) >= 3 && (strings.Contains(l, s) || strings.Contains(s, l))
		if within || cost <= max(2, len(typed)/3) {
			if within {
				cost = min(cost, 2)
			}
			near = append(near, scored{c, cost})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return a.cost - b.cost })
	var out []string
	for _, c := range near[:min(n, len(near))] {
		out = append(out, c.value)
	}
	return out
}

func firstRunes(s string, n int) []rune {
	r := []rune(s)
	return r[:min(n, len(r))]
}
