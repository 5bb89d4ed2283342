package incident

import "slices"

// Kind is one of the vocabularies that classify a case.
type Kind string

// The kinds of term.
const (
	Cause        Kind = "cause"
	Component    Kind = "component"
	Symptom      Kind = "symptom"
	Factor       Kind = "factor"
	Domain       Kind = "domain"
	Org          Kind = "org"
	SeverityKind Kind = "severity"
)

// Kinds lists the kinds that have an index and a page for each term.
var Kinds = []Kind{Cause, Component, Symptom, Factor, Domain, Org}

// Path is the kind's word in addresses and the name of its vocabulary file.
func (k Kind) Path() string {
	switch k {
	case SeverityKind:
		return "severities"
	default:
		return string(k) + "s"
	}
}

// KindOfPath is the inverse of Path over Kinds.
func KindOfPath(path string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Path() == path })
	if i < 0 {
		return "", false
	}
	return Kinds[i], true
}

// Term is one entry of a vocabulary.
type Term struct {
	Kind       Kind
	Slug       string // ASCII, stable
	Name       string // organisations only: the value of a case's field "org"
	Group      string // slug of a Group of the same vocabulary
	Label      Text
	Definition Text // empty for organisations
	AliasesEN  []string
	AliasesKO  []string
	ReplacedBy string // slug of the term that took this one's place
	Checks     []Check
}

// Aliases returns the other names of the term in one language.
func (t *Term) Aliases(l Lang) []string {
	if l == KO {
		return t.AliasesKO
	}
	return t.AliasesEN
}

// Check is a question by which readers see whether the same weakness is
// present in their own system, with a command that only reads.
type Check struct {
	Question Text
	Command  string
}

// Group gathers the terms of a vocabulary under a heading.
type Group struct {
	Slug  string
	Label Text
}

// Vocabulary is the controlled list of terms of one kind, in file order.
type Vocabulary struct {
	Kind   Kind
	Groups []Group
	Terms  []Term
}

// Term finds a term by its slug, replaced ones included.
func (v *Vocabulary) Term(slug string) (*Term, bool) {
	for i := range v.Terms {
		if v.Terms[i].Slug == slug {
			return &v.Terms[i], true
		}
	}
	return nil, false
}

// Slugs lists the slugs that a case may use, replaced ones left out.
func (v *Vocabulary) Slugs() []string {
	var out []string
	for i := range v.Terms {
		if v.Terms[i].ReplacedBy == "" {
			out = append(out, v.Terms[i].Slug)
		}
	}
	return out
}

// Corpus is every case and vocabulary of one data folder, checked and linked.
type Corpus struct {
	Cases        []Case // by id
	Vocabularies map[Kind]*Vocabulary
	Hash         string // hex SHA-256 over the files' names and bytes
}
