package casefile

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
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

// kindNames are the words by which messages call the kinds.
var kindNames = map[incident.Kind]string{
	incident.Cause: "cause", incident.Component: "component", incident.Symptom: "symptom",
	incident.Factor: "contributing factor", incident.Domain: "domain", incident.Org: "organisation",
	incident.SeverityKind: "severity",
}

func vocabFile(k incident.Kind) string { return "vocab/" + k.Path() + ".yaml" }

func checkTerms(d *document, c *incident.Case, vocabularies map[incident.Kind]*incident.Vocabulary) {
	if c.RootCause != "" {
		checkTerm(d, "root_cause", c.RootCause, incident.Cause, vocabularies)
	}
	for _, list := range []struct {
		field string
		kind  incident.Kind
	}{
		{"domain", incident.Domain},
		{"symptoms", incident.Symptom},
		{"components", incident.Component},
		{"contributing", incident.Factor},
	} {
		for i, slug := range c.Terms(list.kind) {
			checkTerm(d, item(list.field, i), slug, list.kind, vocabularies)
		}
	}
}

func checkTerm(d *document, field, slug string, k incident.Kind, vocabularies map[incident.Kind]*incident.Vocabulary) {
	v := vocabularies[k]
	if v == nil {
		return
	}
	if t, ok := v.Term(slug); ok {
		if t.ReplacedBy != "" {
			d.fail(field, fmt.Sprintf("the %s %q has been replaced", kindNames[k], slug), fmt.Sprintf("write %q", successor(v, t).Slug))
		}
		return
	}
	fix := didYouMean(spelling.Nearest(slug, v.Slugs(), 1), fmt.Sprintf("take one of %s or add it there", vocabFile(k)))
	for _, other := range incident.Kinds {
		if v := vocabularies[other]; v != nil {
			if _, ok := v.Term(slug); ok {
				fix = "that term stands in " + vocabFile(other)
			}
		}
	}
	d.fail(field, fmt.Sprintf("no %s is called %q", kindNames[k], slug), fix)
}

// successor follows replaced_by to the term that a case may use.
func successor(v *incident.Vocabulary, t *incident.Term) *incident.Term {
	for range v.Terms { // as many steps as there are terms: a cycle ends
		next, ok := v.Term(t.ReplacedBy)
		if !ok {
			break
		}
		t = next
	}
	return t
}

// checkOrg finds the organisation by its name and sets the case's slug.
func checkOrg(d *document, c *incident.Case, orgs *incident.Vocabulary) {
	if orgs == nil || c.Org == "" {
		return
	}
	var names []string
	for i := range orgs.Terms {
		t := &orgs.Terms[i]
		if t.Name == c.Org && t.ReplacedBy != "" {
			d.fail("org", fmt.Sprintf("the organisation %q has been replaced", c.Org), fmt.Sprintf("write %q", successor(orgs, t).Name))
			return
		}
		if t.Name == c.Org {
			c.OrgSlug = t.Slug
			return
		}
		names = append(names, t.Name)
	}
	nearest := spelling.Nearest(c.Org, names, 1)
	if i := slices.IndexFunc(orgs.Terms, func(t incident.Term) bool { return hasAlias(&t, c.Org) }); i >= 0 {
		nearest = []string{orgs.Terms[i].Name}
	}
	d.fail("org", fmt.Sprintf("no organisation is called %q", c.Org), didYouMean(nearest, "add it to "+vocabFile(incident.Org)))
}

func hasAlias(t *incident.Term, s string) bool {
	same := func(alias string) bool { return strings.EqualFold(alias, s) }
	return same(t.Label.EN) || same(t.Label.KO) || slices.ContainsFunc(t.AliasesEN, same) || slices.ContainsFunc(t.AliasesKO, same)
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

func checkSources(d *document, c *incident.Case) {
	seen := map[string]bool{}
	for i, s := range c.Sources {
		field := item("sources", i)
		checkURL(d, field+".url", s.URL)
		checkURL(d, field+".archived", s.Archived)
		if s.URL != "" && seen[s.URL] {
			d.fail(field+".url", "this address is a source already", "remove one of the two")
		}
		seen[s.URL] = true
	}
	for i, s := range c.Docs {
		checkURL(d, item("docs", i), s)
	}
}

func checkURL(d *document, field, s string) {
	if s == "" {
		return
	}
	if why := unsafe(s); why != "" {
		d.fail(field, "the address is unsafe: "+why, "write the public http or https address of the document")
	}
}

// unsafe says why a page must not link to an address, "" if it may.
func unsafe(address string) string {
	if i := strings.IndexFunc(address, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("\\\"<>`", r)
	}); i >= 0 {
		return "it holds a character that addresses cannot hold"
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return "it cannot be read"
	case u.Scheme != "http" && u.Scheme != "https":
		return "it is neither http nor https"
	case u.User != nil:
		return "it holds a user name or a password"
	case u.Hostname() == "":
		return "it names no host"
	case !publicHost(strings.ToLower(u.Hostname())):
		return fmt.Sprintf("%s is not a host of the public internet", u.Hostname())
	}
	return ""
}

var (
	hostForm     = newPattern(`^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+([a-z]{2,63}|xn--[a-z0-9-]+)\.?$`)
	privateHost  = newPattern(`(^|\.)(localhost|local|internal|intranet|lan|corp|home|localdomain|home\.arpa)\.?$`)
	sharedNumber = netip.MustParsePrefix("100.64.0.0/10") // carriers' own networks
)

func publicHost(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		a = a.Unmap()
		return a.IsGlobalUnicast() && !a.IsPrivate() && a.Zone() == "" && !sharedNumber.Contains(a)
	}
	return hostForm.compiled().MatchString(host) && !privateHost.compiled().MatchString(host)
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
