package casefile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// checkCorpus holds the cases against each other. known says which ids have a
// file, readable or not: a reference to a broken file is not dangling. now is
// the time that updated_at must not be ahead of.
func checkCorpus(records []record, known map[string]bool, now time.Time) {
	byID := map[string]*record{}
	for i := range records {
		byID[records[i].ID] = &records[i]
	}
	for i := range records {
		checkReferences(&records[i], known)
		checkTargets(&records[i], byID)
		checkRecurrence(&records[i], byID)
	}
	checkFuture(records, now)
	checkCycles(records, "recurrence_of", func(r *record) string { return r.RecurrenceOf })
	checkCycles(records, "merged_into", func(r *record) string { return r.MergedInto })
	checkCaseAliases(records, known)
}

func checkReferences(r *record, known map[string]bool) {
	check := func(field, id string) {
		switch {
		case id == "":
		case id == r.ID && field != "recurrence_of" && field != "merged_into": // those are cycles
			r.doc.fail(field, "the case names itself", "remove it")
		case !known[id]:
			r.doc.fail(field, fmt.Sprintf("no case has the id %s", id), "correct the id, or write that case too")
		}
	}
	for i, id := range r.Related {
		check(item("related", i), id)
	}
	check("recurrence_of", r.RecurrenceOf)
	check("merged_into", r.MergedInto)
}

// checkTargets warns of references that lead readers to a withdrawn case.
func checkTargets(r *record, byID map[string]*record) {
	check := func(field, id string) {
		other := byID[id]
		if other == nil || other.Published() {
			return
		}
		into, ok := mergedInto(other, byID)
		fix := "remove it"
		switch {
		case !ok:
			return // a circle, which is reported as such
		case into.Published() && into != r:
			fix = "write " + into.ID + ", which took its place"
		}
		r.doc.warn(field, fmt.Sprintf("the case %s is withdrawn", id), fix)
	}
	if r.Published() {
		for i, id := range r.Related {
			check(item("related", i), id)
		}
		check("recurrence_of", r.RecurrenceOf)
	}
	check("merged_into", r.MergedInto)
}

// mergedInto follows merged_into to the case that readers come to; ok is false
// in a circle.
func mergedInto(r *record, byID map[string]*record) (last *record, ok bool) {
	for range byID { // as many steps as there are cases: a circle ends
		next := byID[r.MergedInto]
		if next == nil {
			return r, true
		}
		r = next
	}
	return nil, false
}

// checkRecurrence warns of a case that came back before it first happened. A
// date of publication does not tell: the incident was earlier.
func checkRecurrence(r *record, byID map[string]*record) {
	first := byID[r.RecurrenceOf]
	if first == nil || first.DateKind != incident.DateOfIncident || r.Date == "" {
		return
	}
	if first.Date.First().After(r.Date.Last()) {
		r.doc.warn("recurrence_of", fmt.Sprintf("%s is later (%s) than this case (%s)", first.ID, first.Date, r.Date),
			"name the earlier of the two in the later, or correct the dates")
	}
}

// checkFuture warns of times of change that are yet to come, which would keep a
// case on top of feeds. They may be a day ahead. Where most are ahead, it is the
// clock of this machine that is wrong.
func checkFuture(records []record, now time.Time) {
	var ahead []*record
	for i := range records {
		if records[i].UpdatedAt.After(now.Add(24 * time.Hour)) {
			ahead = append(ahead, &records[i])
		}
	}
	if 2*len(ahead) > len(records) {
		return
	}
	for _, r := range ahead {
		r.doc.warn("updated_at", "the time lies in the future", "write when the case was last changed")
	}
}

// checkCycles follows a reference from every case and reports each cycle once,
// at its lowest id.
func checkCycles(records []record, field string, next func(*record) string) {
	byID := map[string]*record{}
	for i := range records {
		byID[records[i].ID] = &records[i]
	}
	for i := range records {
		start := &records[i]
		path := []string{start.ID}
		for r := byID[next(start)]; r != nil && !slices.Contains(path, r.ID); r = byID[next(r)] {
			path = append(path, r.ID)
		}
		last := byID[path[len(path)-1]]
		if next(last) == start.ID && start.ID == slices.Min(path) {
			path = append(path, start.ID)
			start.doc.fail(field, "the references lead in a circle: "+strings.Join(path, " -> "), "remove one of them")
		}
	}
}

// checkCaseAliases wants each alias to lead to one case.
func checkCaseAliases(records []record, known map[string]bool) {
	owner := map[string]string{}
	for i := range records {
		r := &records[i]
		for j, alias := range r.Aliases {
			field := item("aliases", j)
			if alias != strings.TrimSpace(alias) || strings.ContainsAny(alias, "\r\n") {
				r.doc.fail(field, fmt.Sprintf("%q is not a line of text without space at its ends", alias), "write it on one line, without the space")
				continue
			}
			if id, ok := incident.CanonicalID(alias); ok && known[id] {
				r.doc.fail(field, fmt.Sprintf("%q reads as the id %s", alias, id), "remove it")
			}
			folded := incident.FoldAlias(alias)
			if other, ok := owner[folded]; ok && alias != "" && !slices.Contains(r.Aliases[:j], alias) {
				r.doc.fail(field, fmt.Sprintf("%q is an alias of %s already", alias, other), "leave it with the case that it means")
				continue
			}
			owner[folded] = r.ID
		}
	}
}
