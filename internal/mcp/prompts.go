package mcp

import (
	"context"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// prompts lists the prompts.
var prompts = []prompt{findSimilarIncident, checkMySystem}

// prompt is a task that a person gives an agent, with what the library knows
// for it. Both prompts take a case or a symptom.
type prompt struct {
	name, title, description string
	write                    func(context.Context, *call, promptInput) (string, error)
}

// promptInput is what a prompt is about: a case, or a symptom and the cases in
// which it was found, best first.
type promptInput struct {
	page    *library.CasePage
	symptom string
	found   *library.List
}

// promptCases is how many cases a symptom leads to.
const promptCases = 5

// promptParams are the arguments of both prompts.
var promptParams = []param{
	{name: "symptom", form: textForm, most: query.MaxText, doc: "What you see: a symptom in words, or a log line. Give this or case."},
	{name: "case", form: textForm, most: 100, doc: "Id of a case, such as IL-0136. Give this or symptom."},
	{name: "lang", form: textForm, enum: []string{"en", "ko"}, doc: "en (default) or ko."},
}

func (s *Server) addPrompt(p prompt) {
	declared := &sdk.Prompt{Name: p.name, Title: p.title, Description: p.description}
	for _, a := range promptParams {
		declared.Arguments = append(declared.Arguments, &sdk.PromptArgument{Name: a.name, Description: a.doc})
	}
	s.sdk.AddPrompt(declared, func(ctx context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		c := s.resourceCall(ctx, p.name, incident.EN)
		c.tool.params = promptParams
		text, err := c.prompt(ctx, p, r.Params.Arguments)
		if told := problemsOf(err); told != nil {
			return nil, invalidParams(told, nil)
		}
		if err != nil {
			return nil, s.fault(ctx, p.name, err)
		}
		return &sdk.GetPromptResult{Description: p.description, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}}}, nil
	})
}

// prompt reads the arguments and writes the prompt.
func (c *call) prompt(ctx context.Context, p prompt, given map[string]string) (string, error) {
	var wrong incident.Errors
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(promptParams, func(p param) bool { return p.name == name })
		if i < 0 {
			wrong = append(wrong, invalid(name, "", incident.ProblemNoParam, spelling.Nearest(name, c.tool.names(), 3), "the prompt takes no argument "+clip(name)))
			continue
		}
		_, bad := promptParams[i].read([]byte(quote(given[name])))
		wrong = append(wrong, bad...)
	}
	symptom, id := strings.TrimSpace(given["symptom"]), strings.TrimSpace(given["case"])
	if (symptom == "") == (id == "") {
		wrong = append(wrong, invalid("symptom", "", incident.ProblemForm, nil, "give a symptom or a case, one of the two"))
	}
	if len(wrong) > 0 {
		return "", wrong
	}
	if l := given["lang"]; l != "" {
		c.lang = incident.Lang(l)
	}
	in := promptInput{symptom: symptom}
	var err error
	if id != "" {
		in.page, _, err = c.lookup(ctx, id)
	} else {
		in.found, err = c.edition.List(ctx, query.Query{Text: symptom, PerPage: promptCases})
	}
	if err != nil {
		return "", err
	}
	return p.write(ctx, c, in)
}
