package casefile

import (
	"strings"
	"testing"
	"testing/fstest"
)

// fixture is a small folder that loads without an issue. Tests break one part
// of it at a time.
func fixture() fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, content := range map[string]string{
		"cases/IL-1001.yaml": case1001,
		"cases/IL-1002.yaml": case1002,
		"cases/IL-1003.yaml": case1003,
		"vocab/causes.yaml": `kind: cause
groups:
  - slug: change
    label: {en: Change, ko: 변경}
terms:
  - slug: deploy-rollout
    group: change
    label: {en: Faulty deployment, ko: 배포 오류}
    definition: {en: A new version broke the service., ko: 새 버전이 서비스를 망가뜨린 경우다.}
    aliases: {en: [bad deploy], ko: [릴리스 오류]}
    checks:
      - question: {en: Which releases came before?, ko: 직전에 무엇이 배포됐는가?}
        command: kubectl get rs -A
  - slug: bad-release
    group: change
    label: {en: Bad release, ko: 릴리스 문제}
    definition: {en: An older name., ko: 예전 이름이다.}
    replaced_by: deploy-rollout
`,
		"vocab/components.yaml": vocabulary("component", "cache", "database"),
		"vocab/symptoms.yaml":   vocabulary("symptom", "high-error-rate", "high-latency"),
		"vocab/factors.yaml":    vocabulary("factor", "retry-storm", "no-runbook"),
		"vocab/domains.yaml":    vocabulary("domain", "azure", "ai-infra"),
		"vocab/severities.yaml": vocabulary("severity", "critical", "major", "minor", "unknown"),
		"vocab/orgs.yaml": `kind: org
terms:
  - slug: microsoft-azure
    name: Microsoft Azure
    label: {en: Microsoft Azure, ko: Microsoft Azure}
    aliases: {en: [Azure Cloud], ko: [애저]}
  - slug: kakao
    name: Kakao
    label: {en: Kakao, ko: 카카오}
  - slug: daum
    name: Daum
    label: {en: Daum, ko: 다음}
    replaced_by: kakao
`,
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return fsys
}

func vocabulary(kind string, slugs ...string) string {
	var b strings.Builder
	b.WriteString("kind: " + kind + "\nterms:\n")
	for _, s := range slugs {
		b.WriteString("  - slug: " + s + "\n    label: {en: Label of " + s + ", ko: " + s + " 이름}\n    definition: {en: What it is., ko: 무엇인지 적는다.}\n")
	}
	return b.String()
}

const case1001 = `# yaml-language-server: $schema=../schema/case.json
id: IL-1001
org: Microsoft Azure
date: "2026-09-29"
date_kind: incident
title: {en: A deployment cleared caches, ko: 배포가 캐시를 비웠다}
domain: [azure, ai-infra]
root_cause: deploy-rollout
root_cause_text: {en: a deployment that cleared caches, ko: 캐시를 비운 배포}
symptoms: [high-error-rate, high-latency]
components: [cache]
contributing: [retry-storm]
severity: major
impact:
  scope: {en: Requests failed, ko: 요청이 실패했다}
  users: null
  region: {en: Sweden Central, ko: Sweden Central}
summary:
  en: |
    At 10:03 UTC on 29 September 2026 requests began to fail.

    About 20% of them failed until 15:58 UTC.
  ko: |
    2026년 9월 29일 10시 3분 UTC 부터 요청이 실패하기 시작했다.

    15시 58분까지 약 20 퍼센트가 실패했다.
symptoms_text: {en: HTTP 500, ko: HTTP 500}
trigger: {en: A deployment, ko: 배포}
detection: {en: An alert, ko: 경보}
timeline:
  detected_after: 14m
  resolved_after: 5h 55m
  events:
    - at: "2026-09-29"
      phase: trigger
      text: {en: The deployment began, ko: 배포가 시작됐다}
    - at: "2026-09-29T10:03:00Z"
      phase: impact
      text: {en: Requests failed, ko: 요청이 실패했다}
    - at: "2026-09-29T19:17:00+09:00"
      phase: detected
      text: {en: An alert, ko: 경보}
    - at: "2026-09-29T15:58:00Z"
      approx: false
      phase: resolved
      text: {en: All was well, ko: 정상으로 돌아왔다}
remediation:
  - text: {en: Changed the check, ko: 검사를 바꿨다}
    at: "2026-09-29T15:40:00Z"
tried:
  - text: {en: Added memory, ko: 메모리를 늘렸다}
action_items:
  - text: {en: Add rate limits, ko: 속도 제한을 더한다}
    status: planned
    due: "2026-10"
lessons: {en: Do not check what is remote, ko: 원격 의존성을 검사하지 않는다}
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
    archived: null
    accessed: "2026-11-29"
docs: [https://learn.microsoft.com/azure/retry]
created_at: "2026-11-28T00:00:00Z"
updated_at: "2026-11-29T00:00:35.523105Z"
review: {written_by: machine, reviewed_at: "2026-11-29T00:00:00Z", reviewed_by: a reader}
status: published
`

const case1002 = `id: IL-1002
org: Kakao
date: "2026"
date_kind: report
title: {en: A fire, ko: 화재}
summary: {en: There was a fire., ko: 불이 났다.}
domain: []
root_cause: null
symptoms: []
components: []
contributing: []
recurrence_of: IL-1001
aliases: [KKO-7]
sources:
  - url: https://example.com/fire
    kind: press
created_at: "2026-11-28T00:00:00Z"
updated_at: "2026-11-28T00:00:00Z"
review: {written_by: human}
`

const case1003 = `id: IL-1003
org: Kakao
date: "2022-10"
date_kind: incident
title: {en: The same fire, ko: 같은 화재}
summary: {en: The same., ko: 같다.}
domain: []
root_cause: null
symptoms: []
components: []
contributing: []
sources:
  - url: https://example.com/fire-again
    kind: press
created_at: "2026-11-28T00:00:00Z"
updated_at: "2026-11-28T00:00:00Z"
review: {written_by: human}
status: withdrawn
reason: {en: Written twice, ko: 두 번 썼다}
merged_into: IL-1002
`

// mark is where a test expects an issue.
const mark = "«"

// edit replaces old, which must stand in the file once, with new; an empty old
// stands for the whole file. It returns where the mark stood in new.
func edit(t *testing.T, fsys fstest.MapFS, file, old, new string) (line, column int) {
	t.Helper()
	content := new
	if old != "" {
		before := string(fsys[file].Data)
		if strings.Count(before, old) != 1 {
			t.Fatalf("%q stands in %s %d times", old, file, strings.Count(before, old))
		}
		content = strings.Replace(before, old, new, 1)
	}
	before, after, found := strings.Cut(content, mark)
	fsys[file] = &fstest.MapFile{Data: []byte(before + after)}
	if !found {
		return 1, 1
	}
	lastLine := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.Count(before, "\n") + 1, len([]rune(strings.TrimPrefix(lastLine, "\uFEFF"))) + 1
}

// breakage is one way to break a folder, and the issue that must come of it.
type breakage struct {
	name     string
	file     string // below cases/ unless it names its folder
	old, new string // with a mark where the issue is
	field    string
	message  string // part of it
	fix      string // part of it
}

// expect runs a subtest for each breakage, which wants just the one issue.
func expect(t *testing.T, severity Severity, breakages []breakage) {
	t.Helper()
	for _, b := range breakages {
		t.Run(b.name, func(t *testing.T) {
			fsys := fixture()
			if !strings.Contains(b.file, "/") {
				b.file = "cases/" + b.file
			}
			line, column := edit(t, fsys, b.file, b.old, b.new)
			corpus, issues := Load(fsys)
			if len(issues) != 1 {
				t.Fatalf("%d issues, want one with %q:\n%s", len(issues), b.message, lines(issues))
			}
			got := issues[0]
			if got.File != b.file || got.Line != line || got.Column != column {
				t.Errorf("it is at %s:%d:%d, want %s:%d:%d", got.File, got.Line, got.Column, b.file, line, column)
			}
			if got.Field != b.field {
				t.Errorf("its field is %q, want %q", got.Field, b.field)
			}
			if got.Severity != severity {
				t.Errorf("it is of severity %s, want %s", got.Severity, severity)
			}
			if !strings.Contains(got.Message, b.message) || !strings.Contains(got.Fix, b.fix) || b.fix == "" {
				t.Errorf("it says\n%s\nwant %q and %q", got, b.message, b.fix)
			}
			if (corpus == nil) != (severity == Error) {
				t.Errorf("there is a corpus: %t", corpus != nil)
			}
		})
	}
}

func lines(issues Issues) string {
	var b strings.Builder
	for _, i := range issues {
		b.WriteString(i.String() + "\n")
	}
	return b.String()
}
