package web_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/data"
)

// newSmallSite is the site over four cases that have what the embedded ones
// may lack: a text in one language, a text that looks like a formula or markup,
// a withdrawn case, and one that was merged into another.
func newSmallSite(t testing.TB) site {
	t.Helper()
	return newSiteOver(t, baseURL, "small", smallFiles(t))
}

func smallFiles(t testing.TB) fstest.MapFS {
	t.Helper()
	files := embedded(t, "vocab/*.yaml")
	for id, content := range smallCases {
		files["cases/"+id+".yaml"] = &fstest.MapFile{Data: []byte(content)}
	}
	return files
}

// embedded are the embedded files whose names match a pattern, to be changed.
func embedded(t testing.TB, pattern string) fstest.MapFS {
	t.Helper()
	names, err := fs.Glob(data.FS, pattern)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range names {
		content, err := data.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	return files
}

// smallCases are case files; YAML reads JSON.
var smallCases = map[string]string{
	"IL-0901": `{id: IL-0901, org: Cloudflare, date: "2019-07-02", date_kind: incident,
title: {en: "=HYPERLINK(1) & <b>*bold*</b> _x_ \"quoted\", é", ko: "+정규식 하나가 모든 CPU를 다 썼다"},
summary: {en: "1. A rule ran everywhere.\n\n# Not a heading\n\n- not a list, [not](a link) ` + "`not code`" + ` snake_case &amp; a\\b", ko: "규칙 하나가 모든 곳에서 실행됐다.\n\n둘째 문단\n\n셋째 문단"},
domain: [cdn], root_cause: deploy-rollout, symptoms: [high-error-rate], components: [cache], contributing: [retry-storm],
impact: {scope: {ko: "전 세계"}, users: null, region: {en: "@all"}},
timeline: {resolved_after: "27m", events: [{at: "2019-07-02T13:42:00Z", approx: true, phase: impact, text: {en: CPU at 100 %, ko: CPU 100 %}}, {at: "2019-07-02", phase: other, text: {en: All day, ko: 종일}}]},
tried: [{text: {en: "-1 restart", ko: 재시작}, at: "2019-07-02T14:00:00+01:00"}],
action_items: [{text: {en: "Review rules", ko: "규칙 검토"}, status: planned, due: "2019-08"}],
aliases: ["CF/2019 07"], sources: [{url: "https://example.com/a(b)?c=d&e=f", kind: official-blog}],
created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-03T00:00:00Z", review: {written_by: human, reviewed_at: "2026-01-03T00:00:00+09:00", reviewed_by: Kim}}`,
	"IL-0902": `{id: IL-0902, org: Kakao, date: "2022-10", date_kind: report, title: {ko: "한국어로만 쓰인 사례"}, summary: {ko: "화재가 났다."},
domain: [], root_cause: null, symptoms: [], components: [database], contributing: [], related: [IL-0901],
sources: [{url: "https://example.com/k", kind: press, title: 화재, publisher: 신문, language: ko, license: CC0, accessed: "2026-01-01"}],
created_at: "2026-01-02T00:00:00Z", updated_at: "2026-01-02T00:00:00Z", review: {written_by: machine}}`,
	"IL-0903": `{id: IL-0903, org: Kakao, date: "2022", date_kind: incident, title: {en: Withdrawn, ko: 철회}, summary: {en: None., ko: 없음.},
domain: [], root_cause: null, symptoms: [], components: [], contributing: [], sources: [{url: "https://example.com/w", kind: press}],
status: withdrawn, reason: {en: The source was retracted., ko: 출처가 철회됐다.},
created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-02T00:00:00Z", review: {written_by: machine}}`,
	"IL-0904": `{id: IL-0904, org: Kakao, date: "2022-10-15", date_kind: incident, title: {en: Merged, ko: 합쳐짐}, summary: {en: Same., ko: 같다.},
domain: [], root_cause: null, symptoms: [], components: [], contributing: [], sources: [{url: "https://example.com/m", kind: press}],
status: withdrawn, reason: {en: The same as IL-0902., ko: IL-0902와 같다.}, merged_into: IL-0902, aliases: [FIRE-1],
created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-02T00:00:00Z", review: {written_by: machine}}`,
}
