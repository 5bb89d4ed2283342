package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpProcess is the real command, with what it writes to standard error.
func mcpProcess(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{"mcp", "--db-dir", t.TempDir()}, args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	return cmd, &stderr
}

// TestMCPOnStandardStreams lists and calls everything through the SDK's client,
// as an agent that starts the command does.
func TestMCPOnStandardStreams(t *testing.T) {
	cmd, stderr := mcpProcess(t)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 5 {
		t.Fatalf("%+v, %v", tools, err)
	}
	arguments := map[string]map[string]any{
		"search_incidents": {"q": "캐시", "lang": "ko"}, "list_incidents": {"severity": []string{"critical"}}, "get_incident": {"id": "IL-0136"},
		"get_topic": {"kind": "factors", "slug": "retry-storm"}, "vocab": {"q": "certificate"},
	}
	for _, tool := range tools.Tools {
		r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool.Name, Arguments: arguments[tool.Name]})
		if err != nil || r.IsError || r.StructuredContent == nil {
			t.Errorf("%s: %v, %+v", tool.Name, err, r)
		}
	}
	resources, err := session.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) == 0 {
		t.Fatalf("%+v, %v", resources, err)
	}
	if r, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: resources.Resources[0].URI}); err != nil || len(r.Contents) != 1 {
		t.Errorf("%s: %v", resources.Resources[0].URI, err)
	}
	prompts, err := session.ListPrompts(t.Context(), nil)
	if err != nil || len(prompts.Prompts) != 2 {
		t.Fatalf("%+v, %v", prompts, err)
	}
	for _, p := range prompts.Prompts {
		if r, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name, Arguments: map[string]string{"case": "IL-0136"}}); err != nil || len(r.Messages) == 0 {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	if err := session.Close(); err != nil {
		t.Errorf("the end: %v, %s", err, stderr)
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error: %s", stderr)
	}
}

// TestMCPWritesTheProtocolAlone holds that each line on standard output is a
// message, and that the end of standard input ends the command in peace.
func TestMCPWritesTheProtocolAlone(t *testing.T) {
	cmd, stderr := mcpProcess(t, "--data", dataFolder(t))
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_incidents","arguments":{}}}
`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], `"total":2`) {
		t.Errorf("%s", out)
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, `{"jsonrpc":"2.0"`) {
			t.Errorf("line %q", line)
		}
	}
}

func TestMCPEndsAtASignal(t *testing.T) {
	cmd, stderr := mcpProcess(t)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // it is up
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, stderr)
	}
}

func TestMCPRefusesWrongData(t *testing.T) {
	dir := dataFolder(t)
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "severity:", "sevrity:")
	got := command(t, "mcp", "--data", dir, "--db-dir", t.TempDir())
	if got.code != exitFailed || got.out != "" || !strings.Contains(got.err, "sevrity") {
		t.Errorf("%+v", got)
	}
	if got := command(t, "mcp", "--data", "nowhere"); got.code != exitUsage || !strings.Contains(got.err, "there is no such folder") {
		t.Errorf("%+v", got)
	}
}
