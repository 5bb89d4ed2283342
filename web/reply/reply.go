// Package reply writes the answers for programs: whole ones, with a strong
// validator, and streamed ones.
package reply

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// Bytes answers with a body. Its entity tag is strong (RFC 9110, section
// 8.8.3), made from the bytes; a request that names it is answered 304, one for
// a range of bytes 206, and one of method HEAD has no body.
func Bytes(c echo.Context, contentType string, body []byte) error {
	sum := sha256.Sum256(body)
	setHeaders(c, contentType, Tag(sum[:]))
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(body))
	return nil
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

// Tag writes a digest as a strong entity tag.
func Tag(sum []byte) string { return `"` + hex.EncodeToString(sum[:16]) + `"` }

func setHeaders(c echo.Context, contentType, tag string) {
	h := c.Response().Header()
	h.Set("Content-Type", contentType)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache") // ask again, with the tag: nearly always 304
}
