// Package reply writes whole answers, with a strong validator, and streamed
// ones.
package reply

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/web/conn"
)

// How long an answer may be kept without asking again (RFC 9111, section 5.2;
// RFC 5861). The site sets Shared or Private on every answer; a handler sets
// what is different for its own.
const (
	// Shared is of what is the same for everyone. After new data are loaded
	// nobody sees the old for longer than the sum of the first three times,
	// unless the server cannot be reached.
	Shared = "public, max-age=60, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400"
	// Private is of an answer to what a reader typed.
	Private = "private, max-age=60"
	// Checked is of what a program goes by: it asks each time, with the tag.
	Checked = "no-cache"
	// Brief is of an address at which nothing stands yet.
	Brief = "public, max-age=10"
	// Never is of faults and refusals.
	Never = "no-store"
	// Forever is of what is at its address for good.
	Forever = "public, max-age=31536000, immutable"
)

// Bytes answers with a body. Its entity tag is strong (RFC 9110, section
// 8.8.3): a hash of the bytes, the same on every machine, that two versions of
// a page share by accident alone. A request that names it is answered 304, one
// for a range of bytes 206, and one of method HEAD has no body.
func Bytes(c echo.Context, contentType string, body []byte) error {
	var sum [8]byte
	binary.BigEndian.PutUint64(sum[:], xxhash.Sum64(body))
	h := c.Response().Header()
	h.Set("Content-Type", contentType)
	h.Set("ETag", Tag(sum[:]))
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return Send(c, body)
}

// Send answers with a body whose header fields, the entity tag and the length
// among them, are set. What a request asks for depending on what it has is
// answered as RFC 9110 says in sections 13 and 14.
func Send(c echo.Context, body []byte) error {
	w, r := c.Response(), c.Request()
	ignoreManyRanges(r)
	if depends(r.Header) && (r.Header["Range"] != nil || precondition(c, w.Header().Get("ETag")) != 0) {
		w.Header().Del("Content-Length")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		return nil
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return nil
	}
	return conn.Write(r.Context(), w, body)
}

// maxRanges bounds the parts of one answer: many small ones, each with a header
// of its own, make far more than the whole.
const maxRanges = 10

// ignoreManyRanges answers whole who asks for too many parts, as a server may
// (RFC 9110, section 14.2).
func ignoreManyRanges(r *http.Request) {
	if field := r.Header["Range"]; field != nil && strings.Count(field[0], ",") >= maxRanges {
		r.Header.Del("Range")
	}
}

func depends(h http.Header) bool {
	return h["If-None-Match"] != nil || h["Range"] != nil || h["If-Match"] != nil
}

// JSON answers with a value as JSON, in which only what JSON needs is escaped.
func JSON(c echo.Context, contentType string, v any) error {
	body, err := Marshal(v)
	if err != nil {
		return err
	}
	return Bytes(c, contentType, body)
}

// Marshal writes a value as JSON on one line, with the newline.
func Marshal(v any) ([]byte, error) {
	var body bytes.Buffer
	e := json.NewEncoder(&body)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return body.Bytes(), err
}

// Tag writes a digest, of which it needs no more than 16 bytes, as a strong
// entity tag.
func Tag(sum []byte) string { return `"` + hex.EncodeToString(sum[:min(16, len(sum))]) + `"` }

func setHeaders(c echo.Context, contentType, tag string) {
	h := c.Response().Header()
	h.Set("Content-Type", contentType)
	h.Set("ETag", tag)
	h.Set("Cache-Control", Checked)
}
