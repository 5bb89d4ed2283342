package incident

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	idForm    = regexp.MustCompile(`^IL-([0-9]{4}|[1-9][0-9]{4,5})$`)
	looseForm = regexp.MustCompile(`^(?i:IL[-_ ]?)?0*([0-9]{1,6})$`)
)

// ValidID reports whether s is a case id in its canonical form, such as IL-0136.
func ValidID(s string) bool { return idForm.MatchString(s) }

// CanonicalID reads an id as people type it ("il-136", "IL136", "136") and
// returns its canonical form; ok is false if s cannot be an id.
func CanonicalID(s string) (id string, ok bool) {
	m := looseForm.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return "", false
	}
	return fmt.Sprintf("IL-%04d", n), true
}

// FoldAlias gives an alias of a case the form under which it is looked up, and in
// which no two cases may have the same.
func FoldAlias(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func index(list string, i int) string { return list + "[" + strconv.Itoa(i) + "].text" }
