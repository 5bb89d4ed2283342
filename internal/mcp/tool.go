package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// tools lists the tools.
var tools = []tool{searchIncidents, getIncident, listIncidents, getTopic, vocab}

// tool is a question that an agent may ask. Its parameters are the one source
// of the input schema and of what is read from a call.
type tool struct {
	name, title, description string
	params                   []param
	run                      func(context.Context, *call) (*answer, error)
}

// param is an argument of a tool.
type param struct {
	name     string
	form     form
	enum     []string // values allowed; nil allows any
	required bool
	most     int    // characters of a text, values of a list, or the greatest number
	pattern  string // of every value, for the schema; query.Parse says what is wrong
	fallback string // what holds without it, for the schema
	doc      string
}

// form is the JSON type of an argument.
type form string

const (
	textForm   form = "string"
	listForm   form = "array" // of strings
	numberForm form = "integer"
)

// call is one call of a tool: the edition it reads from beginning to end and
// its checked arguments.
type call struct {
	edition *library.Edition
	site    string
	tool    tool
	values  url.Values // the arguments but cursor
	lang    incident.Lang
	fields  []string // asked for; nil asks for the default
	start   int      // position that the cursor names, 0 without one
}

// Arguments that several tools take.
var (
	langParam   = param{name: "lang", form: textForm, enum: []string{"en", "ko"}, fallback: "en", doc: "Language of the answer. Titles come in both."}
	cursorParam = param{name: "cursor", form: textForm, most: 100, doc: "next_cursor of an earlier answer, with the same other arguments: goes on where that ended."}
)

// fieldsParam selects what an answer holds.
func fieldsParam(names []string, doc string) param {
	return param{name: "fields", form: listForm, enum: names, most: len(names), doc: doc}
}

// addTool registers a tool.
func (s *Server) addTool(t tool) {
	closed := false
	s.sdk.AddTool(&sdk.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: t.schema(),
		Annotations: &sdk.ToolAnnotations{Title: t.title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &closed},
	}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		a, err := s.call(ctx, t, r.Params.Arguments)
		if told := problemsOf(err); told != nil {
			return told.result(t), nil
		}
		if err != nil {
			failed := &sdk.CallToolResult{StructuredContent: map[string]any{}}
			failed.SetError(s.fault(ctx, t.name, err))
			return failed, nil
		}
		return a.result(), nil
	})
}

// call reads the arguments and runs the tool.
func (s *Server) call(ctx context.Context, t tool, arguments json.RawMessage) (*answer, error) {
	values, wrong := t.read(arguments)
	c := &call{edition: editionOf(ctx), site: s.site, tool: t, values: values, lang: incident.EN, fields: values["fields"]}
	if l := values.Get("lang"); l != "" {
		c.lang = incident.Lang(l)
	}
	if cursor := values.Get("cursor"); cursor != "" {
		values.Del("cursor")
		var ok bool
		if c.start, ok = c.position(cursor); !ok && len(wrong) == 0 {
			wrong = append(wrong, badCursor(cursor))
		}
	}
	if len(wrong) > 0 {
		if _, err := c.query(); err != nil {
			wrong = append(wrong, incident.Told(err)...) // all at once
		}
		return nil, wrong
	}
	return t.run(ctx, c)
}

// query reads the arguments that are of the query grammar.
func (c *call) query() (query.Query, error) {
	grammar := url.Values{}
	for _, name := range query.Params {
		if v, ok := c.values[name]; ok {
			grammar[name] = v
		}
	}
	q, wrong := query.Parse(grammar, c.edition)
	if len(wrong) > 0 {
		return q, wrong
	}
	return q, nil
}

// wants reports whether a field was asked for or, where none was, is given
// unasked.
func (c *call) wants(field string, unasked bool) bool {
	if c.fields == nil {
		return unasked
	}
	return slices.Contains(c.fields, field)
}

// schema is the JSON Schema (2020-12) of the arguments, in the order declared.
func (t tool) schema() json.RawMessage {
	var properties, required []string
	for _, p := range t.params {
		properties = append(properties, quote(p.name)+":"+quote(p.schema()))
		if p.required {
			required = append(required, quote(p.name))
		}
	}
	s := `{"type":"object","properties":{` + strings.Join(properties, ",") + `},"additionalProperties":false`
	if required != nil {
		s += `,"required":[` + strings.Join(required, ",") + `]`
	}
	return json.RawMessage(s + "}")
}

func (p param) schema() map[string]any {
	value := map[string]any{"type": p.form}
	switch p.form {
	case listForm:
		items := map[string]any{"type": textForm}
		if p.enum != nil {
			items["enum"] = p.enum
		}
		if p.pattern != "" {
			items["pattern"] = p.pattern
		}
		value["items"], value["maxItems"] = items, p.most
	case numberForm:
		value["minimum"], value["maximum"] = 1, p.most
	default:
		if p.enum != nil {
			value["enum"] = p.enum
		}
		if p.most > 0 {
			value["maxLength"] = p.most
		}
		if p.required {
			value["minLength"] = 1
		}
		if p.pattern != "" {
			value["pattern"] = p.pattern
		}
	}
	if p.fallback != "" {
		value["default"] = p.fallback
		if n, err := strconv.Atoi(p.fallback); err == nil {
			value["default"] = n
		}
	}
	value["description"] = p.doc
	return value
}

// read turns the arguments of a call into the values of an address, by the
// schema, and reports everything that is wrong with them.
func (t tool) read(arguments json.RawMessage) (url.Values, incident.Errors) {
	given, values := map[string]json.RawMessage{}, url.Values{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil {
			return values, incident.Errors{invalid("arguments", string(arguments), incident.ProblemForm, nil, "the arguments must be one JSON object")}
		}
	}
	var wrong incident.Errors
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(t.params, func(p param) bool { return p.name == name })
		if i < 0 {
			wrong = append(wrong, invalid(name, "", incident.ProblemNoParam, spelling.Nearest(name, t.names(), 3), fmt.Sprintf("%s takes no argument %q", t.name, clip(name))))
			continue
		}
		read, bad := t.params[i].read(given[name])
		if wrong = append(wrong, bad...); bad == nil && read != nil {
			values[name] = read
		}
	}
	for _, p := range t.params {
		if p.required && strings.TrimSpace(values.Get(p.name)) == "" && !isAbout(wrong, p.name) {
			wrong = append(wrong, invalid(p.name, "", incident.ProblemForm, nil, p.name+" must be given and not empty"))
		}
	}
	return values, wrong
}

// isAbout reports whether one of the errors is that of an argument.
func isAbout(all incident.Errors, param string) bool {
	return slices.ContainsFunc(all, func(e *incident.Error) bool { return e.Param == param })
}

func (t tool) names() []string {
	var out []string
	for _, p := range t.params {
		out = append(out, p.name)
	}
	return out
}

// read gives the values of an argument; null stands for none.
func (p param) read(raw json.RawMessage) (values []string, wrong incident.Errors) {
	var err error
	switch p.form {
	case listForm:
		err = json.Unmarshal(raw, &values)
	case numberForm:
		var n *float64
		if err = json.Unmarshal(raw, &n); n != nil {
			values = []string{strconv.FormatFloat(*n, 'f', -1, 64)}
		}
	default:
		var s *string
		if err = json.Unmarshal(raw, &s); s != nil {
			values = []string{*s}
		}
	}
	if err != nil {
		return nil, incident.Errors{invalid(p.name, string(raw), incident.ProblemForm, nil, fmt.Sprintf("%s must be %s", p.name, p.form.example()))}
	}
	if p.form == listForm && len(values) > p.most {
		wrong = append(wrong, invalid(p.name, strconv.Itoa(len(values)), incident.ProblemTooMany, nil, fmt.Sprintf("%s has %d values: at most %d are read", p.name, len(values), p.most)))
	}
	for _, v := range values {
		switch {
		case p.enum != nil && v != "" && !slices.Contains(p.enum, v):
			near := spelling.Nearest(v, p.enum, 3)
			if near == nil {
				near = p.enum
			}
			wrong = append(wrong, invalid(p.name, v, incident.ProblemUnknown, near, fmt.Sprintf("%s has no value %q", p.name, clip(v))))
		case p.form == textForm && p.most > 0 && len([]rune(v)) > p.most:
			wrong = append(wrong, invalid(p.name, strconv.Itoa(len([]rune(v))), incident.ProblemTooLong, nil, fmt.Sprintf("%s has %d characters: at most %d are read", p.name, len([]rune(v)), p.most)))
		}
	}
	return slices.DeleteFunc(values, func(s string) bool { return s == "" }), wrong
}

// example says what an argument of a form looks like.
func (f form) example() string {
	switch f {
	case listForm:
		return `a list of strings, such as ["a", "b"]`
	case numberForm:
		return "a whole number, such as 20"
	}
	return `a string, such as "a"`
}
