package reply

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// patience is how long a reader may take for a part of a streamed answer.
const patience = 30 * time.Second

// Stream answers with a body that is written as it is read. The tag must stand
// for the bytes to come. A fault before the first byte is returned; after it
// the connection is broken off, so that nobody takes a part for the whole.
func Stream(c echo.Context, contentType, tag string, write func(io.Writer) error) error {
	// An empty body has the preconditions looked at.
	if status := precondition(c, tag); status != 0 {
		setHeaders(c, contentType, tag)
		return c.NoContent(status)
	}
	if c.Request().Method == http.MethodHead {
		setHeaders(c, contentType, tag)
		return c.NoContent(http.StatusOK)
	}
	s := &slowly{response: c.Response(), control: http.NewResponseController(c.Response())}
	w := bufio.NewWriterSize(s, 32<<10)
	s.begin = func() { setHeaders(c, contentType, tag) }
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && !s.begun { // nothing to say: an empty body
		s.begin()
		return c.NoContent(http.StatusOK)
	}
	if err != nil && s.begun {
		panic(http.ErrAbortHandler)
	}
	return err
}

// File answers with a file or a part of it (RFC 9110, section 14), giving the
// reader time for each part.
func File(c echo.Context, contentType, tag string, content io.ReadSeeker) error {
	setHeaders(c, contentType, tag)
	ignoreManyRanges(c.Request())
	s := &slowly{response: c.Response(), control: http.NewResponseController(c.Response()), begun: true}
	http.ServeContent(patient{c.Response(), s}, c.Request(), "", time.Time{}, content)
	return nil
}

// patient is a response whose body is written slowly.
type patient struct {
	http.ResponseWriter
	body io.Writer
}

func (p patient) Write(b []byte) (int, error) { return p.body.Write(b) }

// precondition returns the status that If-None-Match or If-Match asks for, or 0.
func precondition(c echo.Context, tag string) int {
	probe := probe{header: http.Header{"Etag": {tag}}}
	http.ServeContent(&probe, c.Request(), "", time.Time{}, bytes.NewReader(nil))
	switch probe.status {
	case http.StatusNotModified, http.StatusPreconditionFailed:
		return probe.status
	}
	return 0
}

// probe takes an answer that is not sent.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }
func (p *probe) WriteHeader(status int)      { p.status = status }

// slowly gives a reader time for each part, beyond the server's time for the
// whole answer.
type slowly struct {
	response io.Writer
	control  *http.ResponseController
	begin    func()
	begun    bool
}

func (s *slowly) Write(p []byte) (int, error) {
	if !s.begun {
		s.begin()
		s.begun = true
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(patience)) // not every writer has one
	return s.response.Write(p)
}
