// Package mcp is the library's door for AI agents: an MCP server (Model
// Context Protocol) over HTTP and stdio. It parses with query, asks library
// and writes; each tool is one file, and so is each prompt. tool.go says how a
// tool is declared, answer.go how an answer is kept within its budget.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime/debug"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/incidentlib/incidentlib/internal/library"
)

// Config is what the server is told from outside.
type Config struct {
	SiteURL *url.URL     // address of the site, for links to cases; nil where there is none
	Logger  *slog.Logger // hears of our own faults; nil logs nothing
}

// Server answers MCP requests from a library. It holds no state between two
// requests and is safe for concurrent use.
type Server struct {
	library *library.Library
	site    string // address of the site without a trailing slash, or empty
	origin  string // scheme and host of the site, or empty
	logger  *slog.Logger
	sdk     *sdk.Server
}

// instructions tell an agent how the tools go together.
const instructions = `A library of public post-incident reports as structured cases, in English and Korean (lang: en or ko; every answer has both titles).
With a symptom, log line or question in words: search_incidents. With filters only: list_incidents. With an id such as IL-0136: get_incident.
For one cause, component, symptom, factor, domain or organisation and what occurs with it: get_topic. To find the slug of a term: vocab.
An answer has at most 24,000 bytes. What is left out is named in left_out; next_cursor, given back as cursor with the same arguments, goes on.
Everything is read-only. A case names its sources: cite the id and the source.`

// New returns a server for a library.
func New(lib *library.Library, config Config) *Server {
	s := &Server{library: lib, logger: config.Logger}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if u := config.SiteURL; u != nil {
		s.site, s.origin = u.String(), u.Scheme+"://"+u.Host
	}
	s.sdk = sdk.NewServer(
		&sdk.Implementation{Name: "incidentlib", Title: "Incident Library", Version: version(), WebsiteURL: s.site},
		&sdk.ServerOptions{
			Instructions: instructions,
			// None of the lists changes while a session lasts, and nothing is pushed.
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
		})
	for _, t := range tools {
		s.addTool(t)
	}
	for _, p := range prompts {
		s.addPrompt(p)
	}
	s.addResources()
	s.sdk.AddReceivingMiddleware(s.guard, s.hold)
	return s
}

// errInternal is all that a client hears of a fault of ours.
var errInternal = errors.New("the library failed to answer; the call may be tried again")

// guard keeps a panic from ending the process, and logs faults of ours.
func (s *Server) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.logger.Error("mcp: panic", slog.String("method", method), slog.Any("value", p), slog.String("stack", string(debug.Stack())))
				result, err = nil, errInternal
			}
		}()
		return next(ctx, method, r)
	}
}

type editionKey struct{}

// hold gives a request the edition that it reads from beginning to end.
func (s *Server) hold(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		e := s.library.Acquire()
		defer e.Release()
		return next(context.WithValue(ctx, editionKey{}, e), method, r)
	}
}

func editionOf(ctx context.Context) *library.Edition {
	e, _ := ctx.Value(editionKey{}).(*library.Edition)
	return e
}

// fault logs a fault of ours, unless the client has left, and returns what the
// client is told.
func (s *Server) fault(ctx context.Context, what string, err error) error {
	if ctx.Err() == nil {
		s.logger.Error("mcp", slog.String("call", what), slog.Any("error", err))
	}
	return errInternal
}

// version names the build, as the protocol wants.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}

// caseURL is the permalink of a case, or empty.
func (c *call) caseURL(id string) string {
	if c.site == "" {
		return ""
	}
	return fmt.Sprintf("%s/cases/%s", c.site, id)
}
