package casefile

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// reload writes a case and reads it again, beside the fixture's others.
func reload(t *testing.T, c incident.Case) (incident.Case, []byte) {
	t.Helper()
	file, err := Marshal(&c)
	if err != nil {
		t.Fatal(err)
	}
	fsys := fixture()
	fsys[caseFile(c.ID)] = &fstest.MapFile{Data: file}
	corpus, issues := Load(fsys)
	if corpus == nil {
		t.Fatalf("it does not load:\n%s\n%s", lines(issues), file)
	}
	for _, got := range corpus.Cases {
		if got.ID == c.ID {
			return got, file
		}
	}
	t.Fatalf("the case %s is gone", c.ID)
	return incident.Case{}, nil
}

func loadFixture(t testing.TB) []incident.Case {
	t.Helper()
	corpus, issues := Load(fixture())
	if corpus == nil {
		t.Fatal("\n" + lines(issues))
	}
	return corpus.Cases
}

func TestMarshal(t *testing.T) {
	for _, c := range loadFixture(t) {
		got, file := reload(t, c)
		if !reflect.DeepEqual(got, c) {
			t.Errorf("%s comes back as\n%+v\nwant\n%+v\n%s", c.ID, got, c, file)
		}
	}
}

// TestMarshalForm: the file is what a person would write.
func TestMarshalForm(t *testing.T) {
	c := loadFixture(t)[0]
	c.Tried, c.RootCauseText = nil, incident.Text{}
	c.Lessons = incident.Text{EN: strings.Repeat("Long prose: ", 10) + "#1"}
	file, err := Marshal(&c)
	if err != nil {
		t.Fatal(err)
	}
	want := `# yaml-language-server: $schema=../schema/case.json
id: IL-1001
org: Microsoft Azure
date: "2026-09-29"
date_kind: incident
title:
  en: A deployment cleared caches
  ko: 배포가 캐시를 비웠다
domain: [azure, ai-infra]
root_cause: deploy-rollout
symptoms: [high-error-rate, high-latency]
components: [cache]
contributing: [retry-storm]
severity: major
impact:
  scope:
    en: Requests failed
    ko: 요청이 실패했다
  users: null
  region:
    en: Sweden Central
    ko: Sweden Central
summary:
  en: |
    At 10:03 UTC on 29 September 2026 requests began to fail.

    About 20% of them failed until 15:58 UTC.
  ko: |
    2026년 9월 29일 10시 3분 UTC 부터 요청이 실패하기 시작했다.

    15시 58분까지 약 20 퍼센트가 실패했다.
symptoms_text:
  en: HTTP 500
  ko: HTTP 500
trigger:
  en: A deployment
  ko: 배포
detection:
  en: An alert
  ko: 경보
timeline:
  events:
    - at: "2026-09-29"
      phase: trigger
      text:
        en: The deployment began
        ko: 배포가 시작됐다
    - at: "2026-09-29T10:03:00Z"
      phase: impact
      text:
        en: Requests failed
        ko: 요청이 실패했다
    - at: "2026-09-29T19:17:00+09:00"
      phase: detected
      text:
        en: An alert
        ko: 경보
    - at: "2026-09-29T15:58:00Z"
      phase: resolved
      text:
        en: All was well
        ko: 정상으로 돌아왔다
remediation:
  - text:
      en: Changed the check
      ko: 검사를 바꿨다
    at: "2026-09-29T15:40:00Z"
tried: []
action_items:
  - text:
      en: Add rate limits
      ko: 속도 제한을 더한다
    status: planned
    due: "2026-10"
lessons:
  en: |
    ` + c.Lessons.EN + `
related: [IL-1002]
recurrence_of: null
aliases: [7QL5-Z50]
sources:
  - url: https://azure.status.microsoft/history/?trackingId=7QL5-Z50
    kind: official-status
    title: Post Incident Review
    publisher: Microsoft
    language: en
    license: unknown
    accessed: "2026-11-29"
docs:
  - https://learn.microsoft.com/azure/retry
created_at: "2026-11-28T00:00:00Z"
updated_at: "2026-11-29T00:00:35.523105Z"
review: {written_by: machine, reviewed_at: "2026-11-29T00:00:00Z", reviewed_by: a reader}
status: published
`
	if string(file) != want {
		t.Errorf("the file is\n%s\nwant\n%s", file, want)
	}
	again, _ := Marshal(&c)
	if string(again) != string(file) {
		t.Error("the same case gives another file")
	}
}

// TestMarshalSynthetic writes and reads cases with every field in every form.
func TestMarshalSynthetic(t *testing.T) {
	for _, c := range testkit.Corpus(60).Cases {
		fillDurations(&c.Timeline)
		file, err := Marshal(&c)
		if err != nil {
			t.Fatal(err)
		}
		r := readCase(parseYAML(caseFile(c.ID), file), nil)
		fillDurations(&r.Timeline)
		c.OrgSlug = "" // without vocabularies
		if len(r.doc.issues.Errors()) > 0 || !reflect.DeepEqual(r.Case, c) {
			t.Fatalf("%s\n%s comes back as\n%+v\nwant\n%+v\n%s", lines(r.doc.issues), c.ID, r.Case, c, file)
		}
	}
}

// awkward are texts that YAML could read as something else.
var awkward = []string{
	"a: b", "# no comment", "a # b", "- item", "? key", "yes", "no", "null", "~", "true", "42", "0x1f", "1e3", ".5", "2026-09-29", "12:30",
	"\"quoted\"", "'quoted'", "it's", `back\slash`, "{a: b}", "[a]", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a`", "<<", "=",
	"  two leading spaces", "\ttab first", "tab\tinside", "line\n  indented", "  first line indented\nsecond", "trailing space \nnext",
	"\n\nblank lines first", "one\n\n\ntwo", "---", "--- a", "...", "a\n---\nb", "a\n...\nb", "😀 👩‍🚀 🇰🇷", "가나다: 라", "zero\u200bwidth", "no\u00a0break",
	strings.Repeat("long ", 40), strings.Repeat("긴 글 ", 40) + ": # x", strings.Repeat("x", 3000),
}

func TestMarshalAwkwardTexts(t *testing.T) {
	c := loadFixture(t)[0]
	for _, s := range awkward {
		c.Lessons = incident.Text{EN: normal(s), KO: normal(s + "\n\n" + s)}
		c.Title = incident.Text{EN: normal(s), KO: "짧다"}
		c.Sources[0].Publisher = normal(s)
		c.Aliases = []string{incident.OneLine(s)}
		if got, file := reload(t, c); !reflect.DeepEqual(got, c) {
			t.Errorf("%q comes back as %q and %q in\n%s", s, got.Lessons, got.Aliases, file)
		}
	}
}
