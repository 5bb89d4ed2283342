package store

import (
	"fmt"
	"hash/crc32"
	"strings"
	"sync"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
)

// SchemaVersion is the version of schema.sql.
const SchemaVersion = 1

// applicationID marks a SQLite file as ours ("IncL").
const applicationID = 0x496e634c

// format names what this program would write into a database: the schema's
// version, then a checksum of the schema and of what a sample case and vocabulary
// become. It changes by itself when the fields of either or the terms of the full
// text change, so that a file of an older program is not taken for a current one.
var format = sync.OnceValue(func() string {
	sum := crc32.NewIEEE()
	fmt.Fprintln(sum, schema, marshal(summaryOf(sample), packSummary), marshal(sample, packCase), marshal(sampleVocabulary, packVocabulary), search.Simplex())
	text := newIndexer(nil).index(sample)
	text.each(func(term string, places []byte) { fmt.Fprintln(sum, term, places) })
	return fmt.Sprintf("%d.%08x", SchemaVersion, sum.Sum32())
})

// sample has every field of a case and one of each thing that package search
// treats in a way of its own.
var sample = func() *incident.Case {
	text := incident.Text{
		EN: strings.Join([]string{
			"Couldn't re-deploy: CrashLoopBackOff and OOMKilled, the service's rate-limit and I/O on node.js failed.",
			"ERROR 2026-09-29T10:03:00Z dial tcp 10.0.0.1:5432: connect: connection refused after 30s (IPv6, iOS, v1.2.3)",
		}, "\n\n"),
		KO: "헬스체크가 캐시를 비웠고 재시도 폭주로 DB연결이 고갈됐다. 30초마다 락이 걸린 큐에서는 응답 속도가 느려졌다.\n\n2026년 9월의 장애였다.",
	}
	at := incident.Moment{Time: time.Date(2026, 9, 29, 10, 3, 0, 0, time.UTC)}
	minutes := incident.Duration(14 * time.Minute)
	return &incident.Case{
		ID: "IL-0136", Title: text, Summary: text, SymptomsText: text, Aliases: []string{"7QL5-Z50"},
		Timeline:    incident.Timeline{DetectedAfter: &minutes, ResolvedAfter: &minutes, Events: []incident.Event{{At: at, Text: text}}},
		Remediation: []incident.Step{{Text: text, At: &at}},
		ActionItems: []incident.ActionItem{{Text: text}},
		Sources:     []incident.Source{{}},
		Review:      incident.Review{ReviewedAt: &at.Time},
		Status:      incident.StatusPublished,
	}
}()

// sampleVocabulary has every field of a vocabulary.
var sampleVocabulary = func() *incident.Vocabulary {
	text := incident.Text{EN: "Cache", KO: "캐시"}
	return &incident.Vocabulary{
		Kind:   incident.Component,
		Groups: []incident.Group{{Slug: "data", Label: text}},
		Terms: []incident.Term{{
			Kind: incident.Component, Slug: "cache", Name: "a", Group: "data", Label: text, Definition: text, AliasesEN: []string{"b"}, AliasesKO: []string{"c"},
			ReplacedBy: "d", Checks: []incident.Check{{Question: text, Command: "e"}},
		}},
	}
}()
