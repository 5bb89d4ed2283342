package store

import "encoding/binary"

// phrase walks the cases of one block of the full text that may have a phrase.
type phrase struct {
	lead   cursor   // of the rarest term
	others []cursor // of the other ones
}

// next goes on to the next case that has the rarest term.
func (p *phrase) next() bool { return p.lead.next() }

// stands reports whether the case has the phrase. For a phrase of one term no
// places are needed.
func (p *phrase) stands() bool {
	if !p.gather() {
		return false
	}
	if len(p.others) == 0 {
		return true
	}
	_, ok := p.occur()
	return ok
}

// gather goes on to the case with every term and reports whether it has them.
func (p *phrase) gather() bool {
	p.lead.rewind()
	for i := range p.others {
		if !p.others[i].seek(p.lead.position) {
			return false
		}
		p.others[i].rewind()
	}
	return true
}

// occur finds the next place in the case where the phrase begins.
func (p *phrase) occur() (start uint32, ok bool) {
next:
	for p.lead.nextPlace() {
		if p.lead.place <= p.lead.offset {
			continue
		}
		start = p.lead.place - p.lead.offset
		for i := range p.others {
			c := &p.others[i]
			for c.place < start+c.offset && c.nextPlace() {
			}
			if c.place != start+c.offset {
				continue next
			}
		}
		return start, true
	}
	return 0, false
}

// cursor walks the cases that a term has in a block, and its places in each.
type cursor struct {
	cases, places []byte // as in the table "posting"
	offset        uint32 // of the term in the phrase
	position      uint32 // the block's first at first, then that of the case
	place         uint32 // 0 at first

	at       int // what is next in cases
	from, to int // places of the case
	read     int // what is next in places
}

// next goes on to the next case.
func (c *cursor) next() bool {
	if c.at == len(c.cases) {
		return false
	}
	gap, size := uint32(c.cases[c.at]), uint32(c.cases[c.at+1])
	if c.at += 2; gap|size >= 0x80 {
		var n, m int
		gap, n = uvarint(c.cases[c.at-2:])
		size, m = uvarint(c.cases[c.at-2+n:])
		c.at += n + m - 2
	}
	c.position += gap
	c.from, c.to = c.to, c.to+int(size)
	return true
}

// seek goes on to the case at a position, or the first one after it, and
// reports whether the term is in the case there.
func (c *cursor) seek(position uint32) bool {
	for c.to == 0 || c.position < position {
		if !c.next() {
			return false
		}
	}
	return c.position == position
}

func (c *cursor) rewind() { c.read, c.place = c.from, 0 }

// nextPlace goes on to the next place in the case.
func (c *cursor) nextPlace() bool {
	if c.read == c.to {
		return false
	}
	gap, n := uint32(c.places[c.read]), 1
	if gap >= 0x80 {
		gap, n = uvarint(c.places[c.read:])
	}
	c.read += n
	c.place += gap
	return true
}

// uvarint is binary.Uvarint for numbers of the index. Callers read those of one
// byte, which most are, themselves: that is a third faster.
func uvarint(b []byte) (value uint32, size int) {
	v, n := binary.Uvarint(b)
	return uint32(v), n
}
