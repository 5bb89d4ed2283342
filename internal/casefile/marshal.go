package casefile

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// firstLine tells an editor which schema completes and checks the file.
const firstLine = "# yaml-language-server: $schema=../schema/case.json\n"

// shortText is the length up to which prose stays on the line of its key, if
// that of the other language does too.
const shortText = 80

// Marshal writes a case as the YAML file that Load reads it from: fields in the
// order of the documentation, prose as blocks, dates in quotes. The case must
// be a valid one; durations that its events give are left out.
func Marshal(c *incident.Case) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(firstLine)
	dumper, err := yaml.NewDumper(&out, yaml.WithIndent(2), yaml.WithCompactSeqIndent(false), yaml.WithLineWidth(-1))
	if err != nil {
		return nil, err
	}
	if err := dumper.Dump(caseNode(c)); err != nil {
		return nil, err
	}
	return out.Bytes(), dumper.Close()
}

func caseNode(c *incident.Case) *yaml.Node {
	m := mapping{}
	m.add("id", plain(c.ID))
	m.add("org", plain(c.Org))
	m.add("date", quoted(string(c.Date)))
	m.add("date_kind", plain(string(c.DateKind)))
	m.add("title", bilingual(c.Title))
	m.add("domain", words(c.Domains))
	m.add("root_cause", orNull(plain(c.RootCause)))
	m.addIf(!c.RootCauseText.IsZero(), "root_cause_text", bilingual(c.RootCauseText))
	m.add("symptoms", words(c.Symptoms))
	m.add("components", words(c.Components))
	m.add("contributing", words(c.Factors))
	m.add("severity", plain(string(c.Severity)))
	m.add("impact", impactNode(c.Impact))
	m.add("summary", bilingual(c.Summary))
	m.add("symptoms_text", bilingual(c.SymptomsText))
	m.add("trigger", bilingual(c.Trigger))
	m.add("detection", bilingual(c.Detection))
	m.add("timeline", timelineNode(c.Timeline))
	m.add("remediation", list(c.Remediation, stepNode))
	m.add("tried", list(c.Tried, stepNode))
	m.add("action_items", list(c.ActionItems, actionItemNode))
	m.add("lessons", bilingual(c.Lessons))
	m.add("related", words(c.Related))
	m.add("recurrence_of", orNull(plain(c.RecurrenceOf)))
	m.add("aliases", words(c.Aliases))
	m.add("sources", list(c.Sources, sourceNode))
	m.add("docs", list(c.Docs, plain))
	m.add("created_at", timeNode(c.CreatedAt))
	m.add("updated_at", timeNode(c.UpdatedAt))
	m.add("review", reviewNode(c.Review))
	m.add("status", plain(string(c.Status)))
	m.addIf(!c.Withdrawn.IsZero(), "reason", bilingual(c.Withdrawn))
	m.addIf(c.MergedInto != "", "merged_into", plain(c.MergedInto))
	return m.node()
}

func impactNode(i incident.Impact) *yaml.Node {
	m := mapping{}
	m.add("scope", bilingual(i.Scope))
	m.add("users", bilingual(i.Users))
	m.add("region", bilingual(i.Region))
	return m.node()
}

func timelineNode(t incident.Timeline) *yaml.Node {
	m := mapping{}
	detected, resolved := t.Derived()
	m.addDuration("detected_after", t.DetectedAfter, detected)
	m.addDuration("resolved_after", t.ResolvedAfter, resolved)
	m.add("events", list(t.Events, func(e incident.Event) *yaml.Node {
		m := mapping{}
		m.add("at", quoted(e.At.String()))
		m.addIf(e.Approx, "approx", &yaml.Node{Kind: yaml.ScalarNode, Value: "true"})
		m.add("phase", plain(string(e.Phase)))
		m.add("text", bilingual(e.Text))
		return m.node()
	}))
	return m.node()
}

func (m *mapping) addDuration(key string, d, derived *incident.Duration) {
	if d != nil && (derived == nil || *d != *derived) {
		m.add(key, plain(d.String()))
	}
}

func stepNode(s incident.Step) *yaml.Node {
	m := mapping{}
	m.add("text", bilingual(s.Text))
	if s.At != nil {
		m.add("at", quoted(s.At.String()))
	}
	return m.node()
}

func actionItemNode(a incident.ActionItem) *yaml.Node {
	m := mapping{}
	m.add("text", bilingual(a.Text))
	m.add("status", plain(string(a.Status)))
	m.addIf(a.Due != "", "due", quoted(string(a.Due)))
	return m.node()
}

func sourceNode(s incident.Source) *yaml.Node {
	m := mapping{}
	m.add("url", plain(s.URL))
	m.add("kind", plain(string(s.Kind)))
	m.addIf(s.Title != "", "title", plain(s.Title))
	m.addIf(s.Publisher != "", "publisher", plain(s.Publisher))
	m.addIf(s.Language != "", "language", plain(s.Language))
	m.add("license", plain(s.License))
	m.addIf(s.Archived != "", "archived", plain(s.Archived))
	m.addIf(s.Accessed != "", "accessed", quoted(string(s.Accessed)))
	return m.node()
}

func reviewNode(r incident.Review) *yaml.Node {
	m := mapping{}
	m.add("written_by", plain(string(r.WrittenBy)))
	at := &yaml.Node{}
	if r.ReviewedAt != nil {
		at = timeNode(*r.ReviewedAt)
	}
	m.add("reviewed_at", orNull(at))
	m.add("reviewed_by", orNull(plain(r.ReviewedBy)))
	n := m.node()
	n.Style = yaml.FlowStyle
	return n
}

// mapping gathers the keys of a YAML map in order.
type mapping struct{ content []*yaml.Node }

func (m *mapping) add(key string, value *yaml.Node) {
	m.content = append(m.content, plain(key), value)
}

func (m *mapping) addIf(present bool, key string, value *yaml.Node) {
	if present {
		m.add(key, value)
	}
}

func (m *mapping) node() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Content: m.content} }

// plain is text without quotes, unless it would then read as something else.
func plain(s string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
}

func quoted(s string) *yaml.Node {
	n := plain(s)
	n.Style = yaml.DoubleQuotedStyle
	return n
}

func timeNode(t time.Time) *yaml.Node { return quoted(t.Format(time.RFC3339Nano)) }

// orNull is null in place of an empty text.
func orNull(n *yaml.Node) *yaml.Node {
	if n.Value == "" {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	}
	return n
}

func bilingual(t incident.Text) *yaml.Node {
	if t.IsZero() {
		return orNull(plain(""))
	}
	isBlock := isLong(t.EN) || isLong(t.KO)
	m := mapping{}
	m.addIf(t.EN != "", "en", prose(t.EN, isBlock))
	m.addIf(t.KO != "", "ko", prose(t.KO, isBlock))
	return m.node()
}

func isLong(s string) bool {
	return strings.Contains(s, "\n") || utf8.RuneCountInString(s) > shortText
}

func prose(s string, isBlock bool) *yaml.Node {
	n := plain(s)
	if isBlock {
		n.Value += "\n"
		n.Style = yaml.LiteralStyle
	}
	return n
}

// words is a list on one line.
func words(list []string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, s := range list {
		n.Content = append(n.Content, plain(s))
	}
	return n
}

func list[T any](items []T, node func(T) *yaml.Node) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, i := range items {
		n.Content = append(n.Content, node(i))
	}
	return n
}
