package pagecache

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Page is an answer as it is made. Header is complete but for what depends on
// the encoding; it and Body are not changed any more.
type Page struct {
	Header http.Header
	Body   []byte
	Route  string // which route made it
}

// fixed reports whether a page is the same in every encoding, as it is
// compressed already.
func (p Page) fixed() bool { return p.Header.Get("Content-Type") == "image/png" }

// Field is a header field in the form in which http.Header holds it: it is
// assigned, not copied.
type Field struct {
	Name  string // canonical
	Value []string
}

// Form is a page in an encoding, ready to be sent. It is never changed.
type Form struct {
	Header []Field // all of the answer's
	Body   []byte
	Tag    string // strong entity tag (RFC 9110, section 8.8.3): one for each encoding

	page    Page     // its body is that of Identity, nil in another encoding
	coding  Encoding // Identity where compressing gains nothing
	quality int
	edition string
	sum     string // of the text
	queued  *queued
}

// tag is the entity tag of a form. Brotli of another quality is other bytes, so
// it has another tag.
func (f *Form) tag() string {
	switch {
	case f.coding == Gzip:
		return `"` + f.sum + `-gz"`
	case f.coding == Brotli && f.quality == quick:
		return `"` + f.sum + `-br5"`
	case f.coding == Brotli:
		return `"` + f.sum + `-br"`
	}
	return `"` + f.sum + `"`
}

// Route is the route that made the page.
func (f *Form) Route() string { return f.page.Route }

func (f *Form) encoding() Encoding { return f.coding }

// overhead is what a form takes beside its body and address, in bytes.
const overhead = 1 << 10

func (f *Form) weight(k Key) int {
	return len(f.Body) + 2*(len(k.Path)+len(k.Query)) + overhead
}

// newForm encodes a page. before, if not nil, is a form of the same address in
// the same encoding, whose bytes are taken over if the text is the same.
func newForm(edition string, p Page, e Encoding, before *Form) (*Form, error) {
	f := &Form{edition: edition, sum: sumOf(p), coding: e, quality: quick, queued: new(queued)}
	if p.fixed() {
		f.coding = Identity
	}
	if before != nil && before.sum == f.sum {
		f.Body, f.coding, f.quality, f.queued = before.Body, before.coding, before.quality, before.queued
	} else if err := f.encode(p.Body); err != nil {
		return nil, err
	}
	f.page = Page{Header: p.Header, Route: p.Route}
	f.Tag = f.tag()
	f.Header = f.fields()
	return f, nil
}

func (f *Form) encode(body []byte) error {
	out, err := encode(f.coding, f.quality, body)
	if err != nil {
		return err
	}
	if len(out) >= len(body) {
		out, f.coding = body, Identity
	}
	f.Body = out
	return nil
}

// sumOf is the tag that the page's maker gave it, or else a digest of its text.
func sumOf(p Page) string {
	if tag := strings.Trim(p.Header.Get("Etag"), `"`); tag != "" {
		return tag
	}
	sum := sha256.Sum256(p.Body)
	return hex.EncodeToString(sum[:16])
}

func (f *Form) fields() []Field {
	h := maps.Clone(f.page.Header)
	h["Etag"] = []string{f.Tag}
	h["Content-Length"] = []string{strconv.Itoa(len(f.Body))}
	if !f.page.fixed() {
		h["Vary"] = []string{strings.Join(append([]string{"Accept-Encoding"}, h["Vary"]...), ", ")}
	}
	if f.coding != Identity {
		h["Content-Encoding"] = []string{names[f.coding]}
	}
	out := make([]Field, 0, len(h))
	for _, name := range slices.Sorted(maps.Keys(h)) {
		out = append(out, Field{name, h[name]})
	}
	return out
}
