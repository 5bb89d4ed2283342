package api

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/web/reply"
)

// cases is whole cases, one after the other.
type cases = iter.Seq2[incident.Case, error]

// exportQuery reads the filters and the order of an export, which has no pages.
func exportQuery(c echo.Context, e *library.Edition) (query.Query, error) {
	var names []string
	for _, name := range query.Params {
		if name != "page" && name != "per_page" {
			names = append(names, name)
		}
	}
	_, q, err := only(c, e, names...)
	return q, err
}

// export streams every case of a filtered list.
func (a *API) export(c echo.Context, e *library.Edition, contentType, file string, write func(io.Writer, cases) error) error {
	q, err := exportQuery(c, e)
	if err != nil {
		return err
	}
	_, all, err := e.Each(c.Request().Context(), q)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", file))
	tag := sha256.Sum256([]byte(strings.Join([]string{build(), a.page(""), e.Hash(), file, q.Encode()}, "\n")))
	return reply.Stream(c, contentType, reply.Tag(tag[:]), func(w io.Writer) error { return write(w, all) })
}

// build names the program: another one may write the same cases otherwise.
var build = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.String()
})

// ExportJSONL answers /export.jsonl: a case a line, as /cases/{id} gives it.
func (a *API) ExportJSONL(c echo.Context, e *library.Edition) error {
	return a.export(c, e, "application/jsonl", "incident-library.jsonl", func(w io.Writer, all cases) error {
		for whole, err := range all {
			if err != nil {
				return err
			}
			line, err := reply.Marshal(a.NewCase(&whole))
			if err != nil {
				return err
			}
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
}

// ExportCSV answers /export.csv (RFC 4180): a case a row. It begins with a byte
// order mark, by which spreadsheets know that it is UTF-8, and no cell can be
// taken for a formula.
func (a *API) ExportCSV(c echo.Context, e *library.Edition) error {
	return a.export(c, e, "text/csv; charset=utf-8; header=present", "incident-library.csv", func(w io.Writer, all cases) error {
		if _, err := io.WriteString(w, "\uFEFF"); err != nil {
			return err
		}
		out := csv.NewWriter(w)
		out.UseCRLF = true
		var row []string
		for _, column := range columns {
			row = append(row, column.name)
		}
		if err := out.Write(row); err != nil {
			return err
		}
		for whole, err := range all {
			if err != nil {
				return err
			}
			for i, column := range columns {
				row[i] = harmless(column.value(a, &whole))
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
}

// column is a column of the CSV export.
type column struct {
	name  string
	value func(*API, *incident.Case) string
}

// columns are the columns of the CSV export. Lists are joined by "; ", the items
// of lists of sentences stand on lines of their own.
var columns = append([]column{
	{"id", func(_ *API, c *incident.Case) string { return c.ID }},
	{"url", func(a *API, c *incident.Case) string { return a.page("/cases/" + c.ID) }},
	{"date", func(_ *API, c *incident.Case) string { return string(c.Date) }},
	{"date_kind", func(_ *API, c *incident.Case) string { return string(c.DateKind) }},
	{"org", func(_ *API, c *incident.Case) string { return c.Org }},
	{"severity", func(_ *API, c *incident.Case) string { return string(c.Severity) }},
	{"root_cause", func(_ *API, c *incident.Case) string { return c.RootCause }},
	{"domain", func(_ *API, c *incident.Case) string { return strings.Join(c.Domains, "; ") }},
	{"symptoms", func(_ *API, c *incident.Case) string { return strings.Join(c.Symptoms, "; ") }},
	{"components", func(_ *API, c *incident.Case) string { return strings.Join(c.Components, "; ") }},
	{"contributing", func(_ *API, c *incident.Case) string { return strings.Join(c.Factors, "; ") }},
	{"detected_after_minutes", func(_ *API, c *incident.Case) string { return minutes(c.Timeline.DetectedAfter) }},
	{"resolved_after_minutes", func(_ *API, c *incident.Case) string { return minutes(c.Timeline.ResolvedAfter) }},
	{"sources", func(_ *API, c *incident.Case) string {
		return joined(c.Sources, func(s incident.Source) string { return s.URL })
	}},
	{"created_at", func(_ *API, c *incident.Case) string { return c.CreatedAt.Format(time.RFC3339Nano) }},
	{"updated_at", func(_ *API, c *incident.Case) string { return c.UpdatedAt.Format(time.RFC3339Nano) }},
	{"written_by", func(_ *API, c *incident.Case) string { return string(c.Review.WrittenBy) }},
}, bilingualColumns()...)

func bilingualColumns() []column {
	var out []column
	add := func(name string, in func(c *incident.Case, l incident.Lang) string) {
		for _, l := range incident.Langs {
			out = append(out, column{name + "_" + string(l), func(_ *API, c *incident.Case) string { return in(c, l) }})
		}
	}
	of := func(name string, field func(c *incident.Case) incident.Text) {
		add(name, func(c *incident.Case, l incident.Lang) string { return field(c).In(l) })
	}
	of("title", func(c *incident.Case) incident.Text { return c.Title })
	of("root_cause_text", func(c *incident.Case) incident.Text { return c.RootCauseText })
	of("scope", func(c *incident.Case) incident.Text { return c.Impact.Scope })
	of("users", func(c *incident.Case) incident.Text { return c.Impact.Users })
	of("region", func(c *incident.Case) incident.Text { return c.Impact.Region })
	of("summary", func(c *incident.Case) incident.Text { return c.Summary })
	of("symptoms_text", func(c *incident.Case) incident.Text { return c.SymptomsText })
	of("trigger", func(c *incident.Case) incident.Text { return c.Trigger })
	of("detection", func(c *incident.Case) incident.Text { return c.Detection })
	add("remediation", func(c *incident.Case, l incident.Lang) string { return stepsIn(c.Remediation, l) })
	add("tried", func(c *incident.Case, l incident.Lang) string { return stepsIn(c.Tried, l) })
	add("action_items", func(c *incident.Case, l incident.Lang) string {
		return joined(c.ActionItems, func(i incident.ActionItem) string { return i.Text.In(l) })
	})
	of("lessons", func(c *incident.Case) incident.Text { return c.Lessons })
	return out
}

func stepsIn(steps []incident.Step, l incident.Lang) string {
	return joined(steps, func(s incident.Step) string { return s.Text.In(l) })
}

func joined[T any](items []T, in func(T) string) string {
	var lines []string
	for _, i := range items {
		if s := in(i); s != "" {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

func minutes(d *incident.Duration) string {
	if d == nil {
		return ""
	}
	return fmt.Sprint(d.Minutes())
}

// harmless puts an apostrophe before what a spreadsheet would take for a formula
// (OWASP, CSV injection).
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r＝＋－＠", []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}

// sqliteFile is the library as a SQLite file, made once per edition. Who reads
// an older one keeps it until they are done.
type sqliteFile struct {
	making  sync.Mutex
	edition string // hash
	file    *os.File
	size    int64
	tag     string
}

// ExportSQLite answers /export.sqlite: the whole library, in the schema that
// library.ExportSchema documents. Parts of it can be asked for with Range.
func (a *API) ExportSQLite(c echo.Context, e *library.Edition) error {
	if _, _, err := only(c, e); err != nil {
		return err
	}
	file, size, tag, err := a.sqlite.of(c.Request().Context(), e, a.page(""))
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="incident-library.sqlite"`)
	return reply.File(c, "application/vnd.sqlite3", tag, io.NewSectionReader(file, 0, size))
}

func (s *sqliteFile) of(ctx context.Context, e *library.Edition, site string) (_ *os.File, size int64, tag string, err error) {
	s.making.Lock()
	defer s.making.Unlock()
	if s.file != nil && s.edition == e.Hash() {
		return s.file, s.size, s.tag, nil
	}
	// The next reader wants it too, so a reader who leaves does not stop it.
	file, err := e.ExportSQLite(context.WithoutCancel(ctx), site)
	if err != nil {
		return nil, 0, "", err
	}
	sum := sha256.New()
	if size, err = io.Copy(sum, bufio.NewReader(file)); err != nil {
		return nil, 0, "", errors.Join(err, file.Close())
	}
	// An older file is closed when no one reads it any more: by the collector.
	s.edition, s.file, s.size, s.tag = e.Hash(), file, size, reply.Tag(sum.Sum(nil))
	return s.file, s.size, s.tag, nil
}
