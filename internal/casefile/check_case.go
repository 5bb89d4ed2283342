package casefile

import (
	"fmt"
	"time"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// checkCase holds a case against every rule that needs no other case, and
// fills in its org_slug.
func checkCase(d *document, c *incident.Case, vocabularies map[incident.Kind]*incident.Vocabulary) {
	checkTerms(d, c, vocabularies)
	checkOrg(d, c, vocabularies[incident.Org])
	checkTitle(d, c.Title)
	checkDates(d, c)
	checkTimeline(d, c.Timeline)
	checkReview(d, c.Review)
	checkStatus(d, c)
	checkSources(d, c)
	for _, f := range c.Prose() {
		checkLanguages(d, f.Path, f.Text)
		checkParity(d, f.Path, f.Text)
	}
}

// maxTitle is how wide a title may be, in columns, of which a Latin letter takes
// one and a Hangul syllable two: a wider one cannot be taken in at a glance in
// a list.
const maxTitle = 120

func checkTitle(d *document, title incident.Text) {
	for _, l := range incident.Langs {
		if n := columns(title.In(l)); n > maxTitle {
			d.warn("title."+string(l), fmt.Sprintf("the title is %d columns wide, which is too long for lists", n),
				fmt.Sprintf("shorten it to %d; a Hangul syllable takes two", maxTitle))
		}
	}
}

// columns is the width of a text in a font of fixed pitch (Unicode annex 11).
func columns(s string) int {
	n := 0
	for _, r := range norm.NFC.String(s) {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

func checkDates(d *document, c *incident.Case) {
	if c.CreatedAt.IsZero() || c.UpdatedAt.IsZero() {
		return
	}
	if c.UpdatedAt.Before(c.CreatedAt) {
		d.fail("updated_at", "the case was updated before it was created", "correct one of the two times")
	}
	// A day of grace: the date is local to the incident, updated_at is not.
	if c.Date.First().After(c.UpdatedAt.Add(24 * time.Hour)) {
		d.fail("date", fmt.Sprintf("the date is later than updated_at (%s)", c.UpdatedAt.Format(time.DateOnly)), "correct one of the two")
	}
}

func checkReview(d *document, r incident.Review) {
	switch {
	case r.ReviewedAt != nil && r.ReviewedBy == "":
		d.fail("review.reviewed_by", "a review needs a reviewer", "say who checked the case, or set reviewed_at to null")
	case r.ReviewedAt == nil && r.ReviewedBy != "":
		d.fail("review.reviewed_at", "a review needs a time", "say when the case was checked, or set reviewed_by to null")
	}
}

func checkStatus(d *document, c *incident.Case) {
	switch {
	case c.Published() && c.MergedInto != "":
		d.fail("merged_into", "only a withdrawn case can be merged into another", "set status to withdrawn and give a reason")
	case c.Published() && !c.Withdrawn.IsZero():
		d.fail("reason", "a published case has no reason to be withdrawn", "remove it, or set status to withdrawn")
	case c.Status == incident.StatusWithdrawn && c.Withdrawn.IsZero():
		d.fail("reason", "a withdrawn case must say why", "add reason: {en: ..., ko: ...}")
	}
}

// checkLanguages warns of each language in which a written text has nothing.
func checkLanguages(d *document, field string, t incident.Text) {
	for _, l := range t.Missing() {
		if d.isFaulty(join(field, string(l))) {
			continue
		}
		d.warn(field, fmt.Sprintf("untranslated: it has no %s text", l), "write it in "+languageNames[l])
	}
}

var languageNames = map[incident.Lang]string{incident.EN: "English", incident.KO: "Korean"}
