package api

import (
	"bytes"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

//go:embed openapi.yaml
var openAPI []byte

// documentedBase is the base URL that openapi.yaml is written with.
const documentedBase = "http://localhost:8080"

// liveOnly are the paths of openapi.yaml that need a server.
var liveOnly = []string{Prefix + "/vocab"}

const staticDescription = `This copy of the library is files, so that any web server can give it out. No address takes parameters: a list
has all its cases, and there is no search. The names of JSON files end in .json.

Answers hold both languages. A text is {"en": ..., "ko": ...}; a language that is not written is null.
`

// staticSpec makes of openapi.yaml the description of a site that is written
// out as files: the paths that are left under the names of their files, without
// parameters in the query, headers and answers that only a server has.
func staticSpec(spec []byte) []byte {
	var doc yaml.Node
	if err := yaml.Unmarshal(spec, &doc); err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err)) // it is compiled in, and a test reads it
	}
	root := mapping{doc.Content[0]}
	*root.at("info").at("description").Node = yaml.Node{Kind: yaml.ScalarNode, Value: staticDescription, Style: yaml.LiteralStyle}
	paths := root.at("paths")
	paths.keep(func(name, _ *yaml.Node) bool { return !slices.Contains(liveOnly, name.Value) })
	paths.keep(func(name, item *yaml.Node) bool {
		if path.Ext(name.Value) == "" {
			name.Value += ".json"
		}
		staticOperation(mapping{item}.at("get"))
		return true
	})
	dropUnused(root)
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(&doc); err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err))
	}
	return out.Bytes()
}

// staticOperation takes off an operation what needs a server.
func staticOperation(get mapping) {
	get.keep(func(name, _ *yaml.Node) bool { return name.Value != "description" })
	if parameters := get.at("parameters"); parameters.Node != nil {
		parameters.Content = slices.DeleteFunc(parameters.Content, func(p *yaml.Node) bool {
			return !slices.Contains([]string{"id", "kind", "slug"}, path.Base(mapping{p}.at("$ref").text()))
		})
		if len(parameters.Content) == 0 {
			get.keep(func(name, _ *yaml.Node) bool { return name.Value != "parameters" })
		}
	}
	responses := get.at("responses")
	responses.keep(func(status, _ *yaml.Node) bool { return status.Value == "200" })
	responses.at("200").keep(func(name, _ *yaml.Node) bool { return name.Value != "headers" })
}

// dropUnused leaves out the components that nothing refers to any more.
func dropUnused(root mapping) {
	for before := -1; before != 0; {
		before = 0
		used := map[string]bool{}
		references(root.Node, used)
		components := root.at("components")
		components.keep(func(kind, all *yaml.Node) bool {
			mapping{all}.keep(func(name, _ *yaml.Node) bool {
				if kind.Value == "securitySchemes" || used["#/components/"+kind.Value+"/"+name.Value] {
					return true
				}
				before++
				return false
			})
			return len(all.Content) > 0
		})
	}
}

// references collects what the nodes below a node refer to.
func references(n *yaml.Node, used map[string]bool) {
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, "#/") {
		used[n.Value] = true
	}
	for _, child := range n.Content {
		references(child, used)
	}
}

// mapping is a node that maps names to nodes, or none.
type mapping struct{ *yaml.Node }

func (m mapping) at(name string) mapping {
	if m.Node != nil {
		for i := 0; i+1 < len(m.Content); i += 2 {
			if m.Content[i].Value == name {
				return mapping{m.Content[i+1]}
			}
		}
	}
	return mapping{}
}

func (m mapping) text() string {
	if m.Node == nil {
		return ""
	}
	return m.Value
}

// keep leaves out the entries that a function does not want.
func (m mapping) keep(wanted func(name, value *yaml.Node) bool) {
	var kept []*yaml.Node
	for i := 0; i+1 < len(m.Content); i += 2 {
		if wanted(m.Content[i], m.Content[i+1]) {
			kept = append(kept, m.Content[i], m.Content[i+1])
		}
	}
	m.Content = kept
}
