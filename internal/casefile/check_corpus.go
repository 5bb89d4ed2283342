package casefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// checkCorpus holds the cases against each other. known says which ids have a
// file, readable or not: a reference to a broken file is not dangling.
func checkCorpus(records []record, known map[string]bool) {
	for i := range records {
		checkReferences(&records[i], known)
	}
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
			if id, ok := incident.CanonicalID(alias); ok && known[id] {
				r.doc.fail(field, fmt.Sprintf("%q reads as the id %s", alias, id), "remove it")
			}
			folded := strings.ToLower(alias)
			if other, ok := owner[folded]; ok && alias != "" && !slices.Contains(r.Aliases[:j], alias) {
				r.doc.fail(field, fmt.Sprintf("%q is an alias of %s already", alias, other), "leave it with the case that it means")
				continue
			}
			owner[folded] = r.ID
		}
	}
}
