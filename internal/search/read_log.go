package search

import "strings"

// What is read of the pairs and hosts that stand in output of machines.

// key reports whether what ends before runs[j] is the key of a pair such as attempt=3 or "id":7, a label such as
// those of kubectl describe ("Reason:     OOMKilled"), or the program in "app[2211]:". Keys beside which a number
// tells are left to demote.
func (rd *reader) key(j int) bool {
	last := rd.raw(j-1, j)
	if codeBefore.has(fold(last)) || isNumber(last) {
		return false
	}
	return pair.MatchString(rd.text[rd.runs[j-1].end:])
}

// value reports whether runs[i:j] is the value of a pair that tells nothing by itself. Several words are a message,
// and the value of keys such as reason is what went wrong.
func (rd *reader) value(i, j int) bool {
	if i == 0 {
		return false
	}
	gap, key := rd.text[rd.runs[i-1].end:rd.runs[i].start], fold(rd.raw(i-1, i))
	if codeBefore.has(key) || tellingKeys.has(key) || !pairGap.MatchString(gap) {
		return false
	}
	return rd.byteAfter(j) == '"' || !strings.HasSuffix(gap, `"`)
}

// host reads the labels of the host name in runs[i:j], a name or a URL, which rank one by one: dynamodb, us-east-1
// and amazonaws of dynamodb.us-east-1.amazonaws.com.
func (rd *reader) host(i, j int) {
	end := j
	if strings.Contains(rd.raw(i, j), "://") {
		i++ // the scheme
		for end > i+1 && strings.Contains(rd.raw(i, end), "/") {
			end-- // the path
		}
	} else if !isHost(rd.raw(i, j)) {
		return
	}
	for i < end {
		to := i + 1
		for to < end && rd.text[rd.runs[to-1].end] == '-' {
			to++
		}
		if label := rd.raw(i, to); len(label) > 2 && !plainLabels.has(fold(label)) && !isNumber(label) && !isID(label) {
			rd.literal(noise, i, to)
		}
		i = to
	}
}
