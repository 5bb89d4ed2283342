package api

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/spelling"
	"github.com/incidentlib/incidentlib/web/reply"
)

// kindOf reads the kind in the path.
func kindOf(c echo.Context) (incident.Kind, error) {
	s := PathParam(c, "kind")
	kind, ok := incident.KindOfPath(s)
	if ok {
		return kind, nil
	}
	var paths []string
	for _, k := range incident.Kinds {
		paths = append(paths, k.Path())
	}
	near := spelling.Nearest(s, paths, 3)
	if near == nil {
		near = paths
	}
	return "", &incident.Error{
		Kind: incident.NotFound, Param: "kind", Value: s, Problem: incident.ProblemNoneSuch, Nearest: near,
		Message: fmt.Sprintf("no kind of topic is called %q", s),
	}
}

// ListTopics answers /topics/{kind}: the current terms of a kind.
func (a *API) ListTopics(c echo.Context, e *library.Edition) error {
	kind, err := kindOf(c)
	if err != nil {
		return err
	}
	if _, _, err := only(c, e); err != nil {
		return err
	}
	out := Terms{Kind: kind.Path(), Terms: []Term{}}
	used := map[string]bool{}
	for _, n := range e.Terms(kind) {
		if t, ok := e.Term(kind, n.Slug); ok {
			used[n.Slug] = true
			out.Terms = append(out.Terms, a.term(e, t, n.Count))
		}
	}
	for _, slug := range slices.Sorted(slices.Values(e.Vocabulary(kind).Slugs())) {
		if t, ok := e.Term(kind, slug); ok && !used[slug] {
			out.Terms = append(out.Terms, a.term(e, t, 0))
		}
	}
	out.Total = len(out.Terms)
	return reply.JSON(c, jsonType, out)
}

// ShowTopic answers /topics/{kind}/{slug}. A slug that was replaced leads to
// the term that took its place.
func (a *API) ShowTopic(c echo.Context, e *library.Edition) error {
	kind, err := kindOf(c)
	if err != nil {
		return err
	}
	slug := PathParam(c, "slug")
	if current, ok := e.Resolve(kind, slug); ok && current != slug {
		return a.moved(c, "/topics/"+kind.Path()+"/"+current)
	}
	ctx := c.Request().Context()
	topic, err := e.Topic(ctx, kind, slug)
	if err != nil {
		return err
	}
	_, q, err := only(c, e, "sort", "page", "per_page")
	if err != nil {
		return err
	}
	q = a.sized(q, e)
	paged := func(page int) string { return q.AtPage(page).Encode() }
	l, err := e.List(ctx, q.With(kind, slug).AtPage(q.Page))
	if err != nil {
		return err
	}
	a.linkPages(c, Prefix+"/topics/"+kind.Path()+"/"+slug, l.Page, l.Pages, paged)
	return reply.JSON(c, jsonType, Topic{
		Term:       a.term(e, &topic.Term, topic.Total),
		Checks:     each(topic.Term.Checks, func(k incident.Check) Check { return Check{Question: text(k.Question), Command: k.Command} }),
		OccursWith: occurs(e, topic),
		Total:      l.Total, Page: l.Page, Pages: l.Pages, PerPage: q.Size(),
		Cases: each(l.Cases, a.summary),
	})
}

func occurs(e *library.Edition, topic *library.Topic) []Occurs {
	out := []Occurs{}
	for _, o := range topic.Occurs {
		for _, t := range o.Terms {
			out = append(out, Occurs{Kind: o.Kind.Path(), Slug: t.Slug, Label: label(e, o.Kind, t.Slug), Cases: t.Count, Lift: t.Lift})
		}
	}
	return out
}

// vocabLimit is how many terms a text is answered with.
const vocabLimit = 20

// FindTerms answers /vocab: the terms that a text names.
func (a *API) FindTerms(c echo.Context, e *library.Edition) error {
	_, q, err := only(c, e, "q")
	if err != nil {
		return err
	}
	if q.Text == "" {
		return incident.Errors{{Kind: incident.Invalid, Param: "q", Problem: incident.ProblemForm, Message: "q is missing: it is the text whose terms are wanted"}}
	}
	counts := map[library.TermRef]int{}
	for _, k := range incident.Kinds {
		for _, n := range e.Terms(k) {
			counts[library.TermRef{Kind: k, Slug: n.Slug}] = n.Count
		}
	}
	out := Vocab{Q: q.Text, Terms: []Term{}}
	for _, ref := range e.FindTerms(q.Text, vocabLimit) {
		if t, ok := e.Term(ref.Kind, ref.Slug); ok {
			out.Terms = append(out.Terms, a.term(e, t, counts[ref]))
		}
	}
	out.Total = len(out.Terms)
	return reply.JSON(c, jsonType, out)
}
