package pagecache

import (
	"strconv"
	"strings"
)

// Encoding is a content coding in which a page is kept.
type Encoding uint8

// The encodings, the smallest answer last.
const (
	Identity Encoding = iota
	Gzip
	Brotli
	encodings = iota
)

// names are the codings as HTTP writes them (RFC 9110, section 8.4.1; RFC 7932).
var names = [encodings]string{"identity", "gzip", "br"}

// maxAccept bounds how much of an Accept-Encoding field is read.
const maxAccept = 512

// Negotiate chooses the encoding for the Accept-Encoding fields of a request
// (RFC 9110, section 12.5.3): the one of highest weight, the smaller of equal
// ones. A reader who sends none, or accepts none of ours, gets identity.
func Negotiate(fields []string) Encoding {
	switch {
	case len(fields) == 0:
		return Identity
	case len(fields) == 1:
		switch fields[0] { // what nearly every browser and program sends
		case "gzip, deflate, br, zstd", "gzip, deflate, br", "br":
			return Brotli
		case "gzip, deflate", "gzip":
			return Gzip
		case "", "identity":
			return Identity
		}
	}
	return negotiate(strings.Join(fields, ","))
}

func negotiate(field string) Encoding {
	const unnamed = -1
	weights := [encodings]int{unnamed, unnamed, unnamed}
	star := unnamed
	if len(field) > maxAccept {
		field = field[:strings.LastIndexByte(field[:maxAccept], ',')+1]
	}
	for part := range strings.SplitSeq(field, ",") {
		name, weight, ok := readCoding(part)
		if !ok {
			continue
		}
		if name == "*" {
			star = weight
		}
		for e, n := range names {
			if n == name || e == int(Gzip) && name == "x-gzip" {
				weights[e] = weight
			}
		}
	}
	best, most := Identity, 0
	for e, w := range weights {
		if w == unnamed {
			w = max(star, 0)
			if Encoding(e) == Identity && star == unnamed {
				w = 1 // acceptable unless excluded, and the last choice
			}
		}
		if w > 0 && w >= most {
			best, most = Encoding(e), w
		}
	}
	return best
}

// readCoding reads "gzip;q=0.5". The weight is in thousandths; ok is false for
// what is malformed, which counts as absent.
func readCoding(part string) (name string, weight int, ok bool) {
	name, params, weighted := strings.Cut(part, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	if !weighted {
		return name, 1000, name != ""
	}
	key, value, _ := strings.Cut(strings.TrimSpace(params), "=")
	q, err := strconv.ParseFloat(value, 64)
	if !strings.EqualFold(key, "q") || err != nil || !(q >= 0 && q <= 1) || len(value) > len("0.000") {
		return "", 0, false
	}
	return name, int(q * 1000), name != ""
}
