package library

import (
	"context"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
	"github.com/incidentlib/incidentlib/internal/store"
)

// nearestLimit is how many nearest values an error names.
const nearestLimit = 3

// Lookup finds the case that an address or a reader names: an id in any
// spelling ("il-136", "IL136", "136"), or an alias in any case. A withdrawn
// case is found too; Ref.MergedInto is where a merged one leads in the end. If
// there is no such case the error is of kind NotFound and names the nearest ids.
func (e *Edition) Lookup(_ context.Context, typed string) (Ref, error) {
	position, ok := e.named(typed)
	if !ok {
		return Ref{}, e.noCase(typed)
	}
	ref := e.ref(position)
	ref.Canonical = typed == ref.ID
	return ref, nil
}

// ref is where a case leads.
func (e *Edition) ref(position uint32) Ref {
	ref := Ref{ID: e.x.IDs[position]}
	if final := store.Final(e.x.Merged, ref.ID); final != ref.ID {
		ref.MergedInto = final
	}
	return ref
}

// named finds a case by its id in any spelling or by an alias.
func (e *Edition) named(typed string) (position uint32, ok bool) {
	if id, isID := incident.CanonicalID(typed); isID {
		if position, ok = e.x.Position(id); ok {
			return position, true
		}
	}
	return e.x.Alias(typed)
}

// FindCase returns the canonical id of the case that an id in any spelling or an
// alias names, withdrawn or not.
func (e *Edition) FindCase(typed string) (id string, ok bool) {
	position, ok := e.named(typed)
	if !ok {
		return "", false
	}
	return e.x.IDs[position], true
}

// HasCase reports whether a case, withdrawn or not, has this canonical id.
func (e *Edition) HasCase(id string) bool {
	_, ok := e.x.Position(id)
	return ok
}

// NearestCases returns at most three ids like s. If s spells an id they differ
// from it by two digits that changed places, one that is another, one too many
// or one too few, in this order; if not it has letters for digits, as in
// IL-1O24, or they are of cases with an alias like s.
func (e *Edition) NearestCases(s string) []string {
	var ids []string
	id, ok := incident.CanonicalID(s)
	if !ok {
		number := digitsFor.Replace(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "IL"))
		if meant, ok := incident.CanonicalID("IL" + number); ok && strings.ContainsAny(s, "0123456789") && e.HasCase(meant) {
			ids = append(ids, meant)
		}
		for _, alias := range spelling.Nearest(incident.FoldAlias(s), e.x.Aliases, nearestLimit) {
			if id, ok := e.FindCase(alias); ok && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		return ids
	}
	for _, digits := range misspelt(strings.TrimPrefix(id, "IL-")) {
		near, ok := incident.CanonicalID(digits)
		if ok && near != id && e.HasCase(near) && !slices.Contains(ids, near) && len(ids) < nearestLimit {
			ids = append(ids, near)
		}
	}
	return ids
}

// digitsFor reads letters as the digits that look like them.
var digitsFor = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// misspelt returns what digits may have been meant to be, the likeliest first.
func misspelt(digits string) []string {
	var swapped, changed, dropped, added []string
	for i := range digits {
		head, tail := digits[:i], digits[i+1:]
		if tail != "" {
			swapped = append(swapped, head+tail[:1]+digits[i:i+1]+tail[1:])
		}
		dropped = append(dropped, head+tail)
		for d := '0'; d <= '9'; d++ {
			changed = append(changed, head+string(d)+tail)
			added = append(added, head+string(d)+digits[i:])
		}
	}
	for d := '0'; d <= '9'; d++ {
		added = append(added, digits+string(d))
	}
	return slices.Concat(swapped, changed, dropped, added)
}
