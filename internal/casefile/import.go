package casefile

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// maxImport is the size of an input: a whole library as JSON Lines has a tenth.
const maxImport = 256 << 20

// derivedKeys are keys of an API record that follow from the others.
var derivedKeys = []string{"url", "org_slug", "impact_text"}

// readRecords reads records in the API's shape: one object, an array of them,
// or JSON Lines. name is the file that issues speak of; the vocabularies are
// those that the cases will stand beside.
func readRecords(r io.Reader, name string, vocabularies map[incident.Kind]*incident.Vocabulary) ([]record, Issues) {
	src, err := io.ReadAll(io.LimitReader(r, maxImport+1))
	switch {
	case err != nil:
		return nil, Issues{fileIssue(name, "the file cannot be read: "+reason(err), "")}
	case len(src) > maxImport:
		return nil, Issues{fileIssue(name, "the file is larger than 256 MiB", "import it in parts")}
	}
	nodes, broken := parseJSON(name, src)
	var records []record
	var issues Issues
	line := map[string]int{} // of each id
	for _, n := range nodes {
		toCaseFile(n)
		d := newDocument(name)
		d.read(n)
		r := readCase(d, vocabularies)
		if first := line[r.ID]; r.ID != "" && first > 0 {
			d.fail("id", fmt.Sprintf("the record %s stands in line %d already", r.ID, first), "remove one of the two")
		}
		line[r.ID] = n.Line
		records = append(records, r)
		issues = append(issues, d.issues...)
	}
	if broken != nil {
		issues = append(issues, *broken)
	}
	issues.sort()
	return records, issues
}

// toCaseFile turns a record of the API into the shape of a case file, as far as
// it can be recognised. What is left over the schema will name.
func toCaseFile(record *yaml.Node) {
	if text := child(record, "impact_text"); text != nil && !isNull(text) {
		set(record, "impact", text)
	}
	for _, name := range derivedKeys {
		drop(record, name)
	}
	for _, name := range []string{"scope", "users", "region"} {
		if impact := child(record, "impact"); impact != nil {
			bilingualImpact(child(impact, name))
		}
	}
	emptyToNull(record)
	for _, name := range listKeys {
		if n := child(record, name); n != nil && isNull(n) {
			*n = yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: n.Line, Column: n.Column}
		}
	}
	for _, name := range []string{"severity", "status"} {
		dropNull(record, name)
	}
	if sources := child(record, "sources"); sources != nil {
		for _, s := range sources.Content {
			dropNull(s, "license")
		}
	}
	if author := child(child(record, "review"), "written_by"); author != nil && author.Value == "session" {
		author.Value = string(incident.Machine)
	}
	dropNull(record, "created_at")
	if updated := child(record, "updated_at"); updated != nil && child(record, "created_at") == nil {
		set(record, "created_at", updated)
	}
}

// listKeys are the keys whose null means an empty list.
var listKeys = []string{"domain", "symptoms", "components", "contributing", "remediation", "tried", "action_items", "related", "aliases", "docs"}

// bilingualImpact turns the API's English string into {en: ...}, and "unknown"
// into null.
func bilingualImpact(n *yaml.Node) {
	if n == nil || n.Kind != yaml.ScalarNode || isNull(n) {
		return
	}
	if strings.EqualFold(strings.TrimSpace(n.Value), "unknown") {
		*n = null(n)
		return
	}
	text := *n
	*n = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: n.Line, Column: n.Column}
	set(n, "en", &text)
}

// emptyToNull makes null of every empty text, leaves out a language without
// text, and makes null of a bilingual value without either.
func emptyToNull(n *yaml.Node) {
	if n.ShortTag() == "!!str" && strings.TrimSpace(n.Value) == "" {
		*n = null(n)
	}
	isText := n.Kind == yaml.MappingNode
	for i, c := range n.Content {
		isKey := n.Kind == yaml.MappingNode && i%2 == 0
		if isKey {
			isText = isText && (c.Value == string(incident.EN) || c.Value == string(incident.KO))
		} else {
			emptyToNull(c)
		}
	}
	if isText && len(n.Content) > 0 {
		dropNull(n, string(incident.EN))
		dropNull(n, string(incident.KO))
		if len(n.Content) == 0 {
			*n = null(n)
		}
	}
}

func isNull(n *yaml.Node) bool { return n.ShortTag() == "!!null" }

// null is a null in the place of a node.
func null(at *yaml.Node) yaml.Node {
	return yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Line: at.Line, Column: at.Column}
}

func set(n *yaml.Node, name string, value *yaml.Node) {
	drop(n, name)
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name, Line: value.Line, Column: value.Column}, value)
}

func drop(n *yaml.Node, name string) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		}
	}
}

func dropNull(n *yaml.Node, name string) {
	if v := child(n, name); v != nil && isNull(v) {
		drop(n, name)
	}
}
