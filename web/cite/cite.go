// Package cite writes how one case is named elsewhere: a citation in the forms
// that people paste, and the case as schema.org describes such a document.
package cite

import (
	"fmt"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/web/reply"
)

// Citation is a case cited in three forms.
type Citation struct {
	Text   string // one line
	BibTeX string
	CSL    string // CSL-JSON, an array of one item as reference managers import it
}

// Subject is the case to cite, in one language.
type Subject struct {
	Case      *incident.Case
	Lang      incident.Lang
	Org       string // what the organisation is called in the language
	Library   string // the name of the library
	Permalink string // absolute
}

// title is the title in the subject's language, or the other, on one line.
func (s Subject) title() (string, incident.Lang) {
	title, lang := s.Case.Title.Pick(s.Lang)
	return incident.OneLine(title), lang
}

// Of cites a case. The author is the library: the organisation wrote the
// sources, not this text. The year is that of the text's last change.
func Of(s Subject) (Citation, error) {
	title, lang := s.title()
	changed := s.Case.UpdatedAt.UTC()
	csl, err := reply.Marshal([]cslItem{{
		ID: s.Case.ID, Type: "report", Title: title, Author: []cslName{{Literal: s.Library}}, Publisher: s.Library,
		Number: s.Case.ID, Issued: cslDate{Parts: [][]int{{changed.Year(), int(changed.Month()), changed.Day()}}}, URL: s.Permalink, Language: string(lang),
	}})
	if err != nil {
		return Citation{}, err
	}
	return Citation{
		Text:   fmt.Sprintf("%s. %s. %s, %s. %s", s.Library, title, s.Case.ID, changed.Format(time.DateOnly), s.Permalink),
		BibTeX: s.bibTeX(title, lang, changed),
		CSL:    strings.TrimSpace(string(csl)),
	}, nil
}

// The fields of CSL-JSON (https://docs.citationstyles.org) that a case has.
type (
	cslItem struct {
		ID        string    `json:"id"`
		Type      string    `json:"type"`
		Title     string    `json:"title"`
		Author    []cslName `json:"author"`
		Publisher string    `json:"publisher"`
		Number    string    `json:"number"`
		Issued    cslDate   `json:"issued"`
		URL       string    `json:"URL"`
		Language  string    `json:"language"`
	}
	cslName struct {
		Literal string `json:"literal"`
	}
	cslDate struct {
		Parts [][]int `json:"date-parts"`
	}
)

func (s Subject) bibTeX(title string, lang incident.Lang, changed time.Time) string {
	var out strings.Builder
	fmt.Fprintf(&out, "@techreport{%s,\n", s.Case.ID)
	field := func(name, value string) { fmt.Fprintf(&out, "  %-11s = {%s},\n", name, value) }
	field("title", "{"+escapeTeX(title)+"}") // the inner braces keep its capitals
	field("author", "{"+escapeTeX(s.Library)+"}")
	field("institution", escapeTeX(s.Library))
	field("number", s.Case.ID)
	field("year", changed.Format("2006"))
	field("month", changed.Format("1"))
	field("language", map[incident.Lang]string{incident.EN: "english", incident.KO: "korean"}[lang])
	field("url", s.Permalink)
	out.WriteString("}\n")
	return out.String()
}

// escapeTeX writes text so that TeX sets it as it is.
func escapeTeX(s string) string { return texEscapes.Replace(s) }

var texEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`, `_`, `\_`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`,
)
