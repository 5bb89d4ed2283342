package store

import (
	"encoding/binary"
	"errors"
	"time"
)

// packer packs a value into bytes, or unpacks it: a walk visits the fields of
// the value in an order of its own, and packer appends each to out or fills it
// from in. A text is its length and its bytes, a list its length and its
// elements, a pointer 1 and what it points to or 0; numbers are varints
// (encoding/binary). Nothing names a field: the walk is the format.
//
// Cases are stored so because every page begins with reading some. JSON takes
// twenty times as long.
type packer struct {
	reading bool
	in      string // what is read; the texts in it are parts of it
	at      int    // how far it has been read
	out     []byte
	err     error
}

var errDamaged = errors.New("packed data are damaged")

// marshal packs a value.
func marshal[T any](v *T, walk func(*packer, *T)) []byte {
	var p packer
	walk(&p, v)
	return p.out
}

// unmarshal fills a zero value from what marshal returned for the same walk.
func unmarshal[T any](in string, v *T, walk func(*packer, *T)) error {
	p := packer{reading: true, in: in}
	walk(&p, v)
	if p.err == nil && p.at != len(in) {
		return errDamaged
	}
	return p.err
}

func packNumber[N ~int | ~int64](p *packer, n *N) {
	if !p.reading {
		p.out = binary.AppendVarint(p.out, int64(*n))
		return
	}
	value, size := binary.Varint([]byte(p.in[p.at:min(len(p.in), p.at+binary.MaxVarintLen64)]))
	if size <= 0 {
		p.at, p.err = len(p.in), errDamaged
		return
	}
	p.at += size
	*n = N(value)
}

func packText[S ~string](p *packer, s *S) {
	n := p.length(len(*s))
	if p.reading {
		*s = S(p.in[p.at : p.at+n])
		p.at += n
		return
	}
	p.out = append(p.out, *s...)
}

// length packs the length of what follows. No element is shorter than a byte,
// so a length that is read is at most what is left.
func (p *packer) length(n int) int {
	packNumber(p, &n)
	if n < 0 || p.reading && n > len(p.in)-p.at {
		p.at, p.err = len(p.in), errDamaged
		return 0
	}
	return n
}

// packList packs a list; one without elements is read as nil.
func packList[T any](p *packer, list *[]T, element func(*packer, *T)) {
	n := p.length(len(*list))
	if p.reading && n > 0 {
		*list = make([]T, n)
	}
	for i := range *list {
		element(p, &(*list)[i])
	}
}

func packPointer[T any](p *packer, v **T, target func(*packer, *T)) {
	has := 0
	if *v != nil {
		has = 1
	}
	packNumber(p, &has)
	if p.reading && has == 1 {
		*v = new(T)
	}
	if has == 1 {
		target(p, *v)
	}
}

func packBool(p *packer, b *bool) {
	n := 0
	if *b {
		n = 1
	}
	packNumber(p, &n)
	if p.reading { // what is packed may be read elsewhere at the same time
		*b = n == 1
	}
}

// packTime packs a time with its offset.
func packTime(p *packer, t *time.Time) {
	var form string
	if !p.reading {
		b, err := t.MarshalBinary()
		form, p.err = string(b), errors.Join(p.err, err)
	}
	packText(p, &form)
	if p.reading {
		if err := t.UnmarshalBinary([]byte(form)); err != nil {
			p.err = errDamaged
		}
	}
}
