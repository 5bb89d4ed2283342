package casefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

var errTooDeep = fmt.Errorf("nested more than %d levels deep", maxDepth)

// parseJSON reads records: one object, an array of them, or one after another
// (JSON Lines). It gives them as YAML nodes, so that one set of rules judges
// both formats, and the syntax error after which nothing can be read.
func parseJSON(file string, src []byte) ([]*yaml.Node, *Issue) {
	src = bytes.TrimPrefix(src, byteOrderMark)
	if i := unreadable(file, src); i != nil {
		return nil, i
	}
	p := jsonParser{decoder: json.NewDecoder(bytes.NewReader(src)), src: src, line: 1, column: 1}
	p.decoder.UseNumber()
	var records []*yaml.Node
	for {
		n, err := p.value(0)
		switch {
		case err == io.EOF && len(records) == 0:
			i := fileIssue(file, "the file holds no record", "give it one object, an array of them, or JSON Lines")
			return nil, &i
		case err == io.EOF:
			return records, nil
		case err != nil:
			return records, p.syntaxError(file, err)
		case n.Kind == yaml.SequenceNode:
			records = append(records, n.Content...)
		default:
			records = append(records, n)
		}
	}
}

// jsonParser follows the decoder's tokens with a line and a column.
type jsonParser struct {
	decoder      *json.Decoder
	src          []byte
	offset       int // that line and column stand at
	line, column int
}

// value reads the next value of the input.
func (p *jsonParser) value(depth int) (*yaml.Node, error) {
	token, n, err := p.next()
	if err != nil {
		return nil, err
	}
	return p.valueOf(token, n, depth)
}

// valueOf completes the value that begins with the token.
func (p *jsonParser) valueOf(token json.Token, n *yaml.Node, depth int) (*yaml.Node, error) {
	if depth > maxDepth {
		return nil, errTooDeep
	}
	switch t := token.(type) {
	case string:
		n.Tag, n.Value = "!!str", t
	case json.Number:
		n.Tag, n.Value = "!!float", t.String()
	case bool:
		n.Tag, n.Value = "!!bool", fmt.Sprint(t)
	case nil:
		n.Tag = "!!null"
	case json.Delim:
		n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		if t == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
		for { // keys and values alike: the decoder holds them apart
			token, child, err := p.next()
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return nil, err
			}
			if token == json.Delim('}') || token == json.Delim(']') {
				return n, nil
			}
			if child, err = p.valueOf(token, child, depth+1); err != nil {
				return nil, err
			}
			n.Content = append(n.Content, child)
		}
	}
	return n, nil
}

// next reads a token and gives a scalar node at its place.
func (p *jsonParser) next() (json.Token, *yaml.Node, error) {
	p.moveTo(p.tokenStart())
	n := &yaml.Node{Kind: yaml.ScalarNode, Line: p.line, Column: p.column}
	token, err := p.decoder.Token()
	if err == io.EOF && p.offset < len(p.src) {
		err = io.ErrUnexpectedEOF
	}
	return token, n, err
}

// tokenStart is where the next token begins.
func (p *jsonParser) tokenStart() int {
	start := int(p.decoder.InputOffset())
	for start < len(p.src) && strings.IndexByte(" \t\r\n,:", p.src[start]) >= 0 {
		start++
	}
	return start
}

func (p *jsonParser) moveTo(offset int) {
	for p.offset < offset {
		r, size := utf8.DecodeRune(p.src[p.offset:])
		p.offset += size
		p.column++
		if r == '\n' {
			p.line, p.column = p.line+1, 1
		}
	}
}

// syntaxError places an error at the token that could not be read.
func (p *jsonParser) syntaxError(file string, err error) *Issue {
	message := err.Error()
	if err == io.ErrUnexpectedEOF {
		message = "the input ends in the middle of a record"
	}
	if err != errTooDeep { // for which the token was read
		p.moveTo(p.tokenStart())
	}
	return &Issue{File: file, Line: p.line, Column: p.column, Severity: Error,
		Message: "not valid JSON: " + message, Fix: "export the record again"}
}
