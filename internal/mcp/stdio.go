package mcp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine bounds one message on a stream, in bytes.
const maxLine = 1 << 20

// Run serves one client on a pair of streams, a message a line, until the
// reader ends or ctx is done.
func (s *Server) Run(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	err := s.sdk.Run(ctx, &streams{&sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: maxLine}})
	if ctx.Err() != nil {
		return nil // told to stop
	}
	return err
}

// streams is a transport that answers what it has read before it ends: the SDK
// drops the calls under way when its input ends, but "echo ... | incidentlib
// mcp" wants its answer.
type streams struct{ *sdk.IOTransport }

// Connect implements sdk.Transport.
func (s *streams) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := s.IOTransport.Connect(ctx)
	return &stream{Connection: c}, err
}

type stream struct {
	sdk.Connection
	calls sync.Map // ids of the calls under way
	open  sync.WaitGroup
}

// Read implements sdk.Connection. Input ends when the calls under way have been
// answered, but for those that are answered by their end alone.
func (s *stream) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := s.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() && r.Method != "subscriptions/listen" {
		if _, again := s.calls.LoadOrStore(r.ID, true); !again {
			s.open.Add(1)
		}
	}
	if errors.Is(err, io.EOF) {
		s.open.Wait()
	}
	return m, err
}

// Write implements sdk.Connection.
func (s *stream) Write(ctx context.Context, m jsonrpc.Message) error {
	err := s.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		if _, ok := s.calls.LoadAndDelete(r.ID); ok {
			s.open.Done()
		}
	}
	return err
}
