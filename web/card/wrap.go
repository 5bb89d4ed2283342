package card

import "strings"

// wrap breaks a text into lines of at most a width, between words (Hangul
// keeps its words whole too) and inside one only if it is wider than a line.
func (s *sheet) wrap(w words, most int) []string {
	var lines []string
	line := ""
	fits := func(text string) bool { w.text = text; return s.width(w) <= most }
	for _, word := range strings.Fields(w.text) {
		if joined := strings.TrimPrefix(line+" "+word, " "); fits(joined) {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
		for _, r := range word {
			if line != "" && !fits(line+string(r)) {
				lines = append(lines, line)
				line = ""
			}
			line += string(r)
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// balance wraps into the fewest lines that a width allows, as narrow as that
// many lines can be, so that no last line holds a word alone.
func (s *sheet) balance(w words, most int) []string {
	best := s.wrap(w, most)
	low, high := most/2, most
	for high-low > 8 {
		middle := (low + high) / 2
		if lines := s.wrap(w, middle); len(lines) <= len(best) && !s.broke(w, middle) {
			best, high = lines, middle
		} else {
			low = middle
		}
	}
	return best
}

// broke reports whether a word of the text is wider than a line.
func (s *sheet) broke(w words, most int) bool {
	for _, word := range strings.Fields(w.text) {
		w.text = word
		if s.width(w) > most {
			return true
		}
	}
	return false
}
