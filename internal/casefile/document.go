package casefile

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// document is one YAML or JSON value that knows the place of each of its parts.
type document struct {
	file   string
	root   *yaml.Node // nil if the file could not be parsed
	value  any        // the same as maps, slices, strings, bools, numbers and nil
	source []byte     // from which root can be had again once it is shed
	issues Issues
	faulty map[string]bool // fields that need no second complaint
}

func newDocument(file string) *document {
	return &document{file: file, faulty: map[string]bool{}}
}

// shed lets go of the parsed content, which takes ten times the memory of the
// file: of many files it is needed of those alone in which an issue is found later.
func (d *document) shed(source []byte) {
	if d.root != nil {
		d.root, d.value, d.source = nil, nil, source
	}
}

// isParsed reports whether the file could be parsed.
func (d *document) isParsed() bool { return d.root != nil || d.source != nil }

// tree is the root, parsed again if it was shed.
func (d *document) tree() *yaml.Node {
	if d.root == nil && d.source != nil {
		d.root = parseYAML(d.file, d.source).root
	}
	return d.root
}

// add records an issue at a node.
func (d *document) add(s Severity, n *yaml.Node, field, message, fix string) {
	line, column := 1, 1
	if n != nil {
		line, column = max(n.Line, 1), max(n.Column, 1)
	}
	d.issues = append(d.issues, Issue{d.file, line, column, clip(field), s, clip(message), clip(fix)})
}

// reject records an error in the form of a field: what it holds is not judged
// any further.
func (d *document) reject(n *yaml.Node, field, message, fix string) {
	if !d.isFaulty(field) {
		d.add(Error, n, field, message, fix)
		d.faulty[field] = true
	}
}

// rejectField is reject at the field's own place.
func (d *document) rejectField(field, message, fix string) {
	_, n := d.at(splitField(field))
	d.reject(n, field, message, fix)
}

// fail records an error in what a field of sound form holds.
func (d *document) fail(field, message, fix string) { d.judge(Error, field, message, fix) }

// warn records a warning about a field of sound form.
func (d *document) warn(field, message, fix string) { d.judge(Warning, field, message, fix) }

func (d *document) judge(s Severity, field, message, fix string) {
	if !d.isFaulty(field) {
		_, n := d.at(splitField(field))
		d.add(s, n, field, message, fix)
	}
}

// isFaulty reports whether the field, or one that it is part of, was rejected.
func (d *document) isFaulty(field string) bool {
	for {
		if d.faulty[field] {
			return true
		}
		i := strings.LastIndexAny(field, ".[")
		if i < 0 {
			return d.faulty[""]
		}
		field = field[:i]
	}
}

// at follows the steps (keys and indexes) from the root. It returns the field's
// path and its node or, where the field is missing, the deepest node on the way.
func (d *document) at(steps []string) (field string, n *yaml.Node) {
	n = d.tree()
	missing := n == nil
	for _, step := range steps {
		isList := !missing && n.Kind == yaml.SequenceNode
		if isList {
			field += "[" + step + "]"
		} else {
			field = join(field, step)
		}
		if next := child(n, step); next != nil && !missing {
			n = next
		} else {
			missing = true
		}
	}
	return field, n
}

// child returns the value of a key or the item of an index, nil if there is none.
func child(n *yaml.Node, step string) *yaml.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == step {
				return n.Content[i+1]
			}
		}
	case n.Kind == yaml.SequenceNode:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.Content) {
			return n.Content[i]
		}
	}
	return nil
}

// splitField splits a path such as "action_items[2].due" into its keys and indexes.
func splitField(field string) []string {
	return strings.FieldsFunc(field, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

func join(parent, key string) string {
	if parent == "" {
		return key
	}
	return parent + "." + key
}

func item(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
