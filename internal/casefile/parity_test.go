package casefile

import (
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// parity gives the messages of the lint for a text.
func parity(en, ko string) string {
	d := newDocument("x")
	checkParity(d, "summary", incident.Text{EN: en, KO: ko})
	var out []string
	for _, i := range d.issues {
		out = append(out, i.Message)
	}
	return strings.Join(out, " | ")
}

// TestTextsThatAgree guards against false alarms: each pair says the same.
func TestTextsThatAgree(t *testing.T) {
	for _, pair := range [][2]string{
		// Clock times.
		{"From 10:03 UTC to 15:58 UTC", "10시 03분 UTC 부터 15시 58분 UTC 까지"},
		{"at 10:03", "10시 3분에"},
		{"at 10:03", "10시3분에"},
		{"By about 10:00 UTC", "10시 무렵"},
		{"At 15:00 UTC", "15시에는"},
		{"at 10 UTC", "10시(UTC)에"},
		{"at 9 AM", "오전 9시"},
		{"at 9:05 a.m. KST", "오전 9시 5분"},
		{"at 9am and 3:30pm", "오전 9시와 오후 3시 30분"},
		{"at 3:30 PM", "15시 30분"},
		{"at 3:30 PM", "오후 3시 반"},
		{"at 12:00 AM", "0시"},
		{"at 12:10 PM", "낮 12시 10분"},
		{"at 1 PM", "낮 1시"},
		{"at 2:20 a.m.", "새벽 2시 20분"},
		{"at 23:10", "밤 11시 10분"},
		{"at 00:30", "밤 12시 30분"},
		{"at 7:45 p.m.", "저녁 7시 45분"},
		{"between 2:10 and 3:05 PM", "오후 2시 10분부터 3시 5분까지"},
		{"from 14:10 to 15:05", "오후 2시 10분부터 3시 5분까지"},
		{"at 19:00 KST", "오후 7:00 KST"},
		{"at 10:03:27 UTC", "10시 03분 27초"},
		{"10:03–15:58 UTC", "10:03~15:58 UTC"},
		{"10:03-15:58 UTC", "10시 3분부터 15시 58분"},
		{"until midnight", "자정까지"},
		{"at noon", "12시에"},
		{"at 12:00", "정오에"},
		{"at 00:00", "24시에"},
		{"at 10:03 UTC", "10:03 UTC 에 시작됐다. 10시 3분에는 이미 늦었다."},
		{"it took five hours", "5시간이 걸렸다"},
		{"within 6 hours", "6시간 안에"},
		{"At 10:03+09:00", "10시 3분"},
		{"listened on 10.0.0.1:3000 and [::]:80", "10.0.0.1:3000 과 [::]:80 에서 기다렸다"},
		{"version 1.10:30 of image:12", "이미지"},
		{"2026-09-29T10:03:00Z", "2026년 9월 29일 10시 3분"},
		// Dates.
		{"on 29 September 2026", "2026년 9월 29일"},
		{"on September 29, 2026", "2026년 9월 29일에"},
		{"on Sept. 29", "9월 29일"},
		{"on the 29th of September 2026", "2026년 9월 29일"},
		{"on 2026-09-29", "2026년 9월 29일"},
		{"on 29 September 2026", "2026-09-29"},
		{"on 29 September 2026", "2026. 9. 29."},
		{"on 29 September 2026 and again on 29 September", "2026년 9월 29일에, 그리고 다시 29일에"},
		{"from 28 to 29 September", "9월 28일부터 29일까지"},
		{"28–29 September 2026", "2026년 9월 28~29일"},
		{"on September 28 and 29", "9월 28일과 29일"},
		{"on September 28 and the 30th", "9월 28일과 30일"},
		{"estimated October 2026", "완료 목표는 2026년 10월이다"},
		{"in October", "10월에"},
		{"in October", "그달에"},
		{"May be late. It may fail in 5 May tests", "5월 5일 시험에서 늦을 수 있다"},
		{"for 29 days", "29일 동안"},
		{"after 3 days", "3일 뒤"},
		{"for three months", "3개월 동안"},
		{"in 2026", "2026년에"},
		{"CVE-2026-0912 and 99th percentile", "CVE-2026-0912 와 99번째 백분위"},
		// Percentages.
		{"20% of requests", "요청의 20%"},
		{"20 percent", "20퍼센트"},
		{"20 per cent", "20 %"},
		{"99.90%", "99.9%"},
		{"1,000%", "1000%"},
		{"10-20%", "10~20%"},
		{"10% to 20%", "10에서 20%"},
		{"5 percentage points", "5%포인트"},
		{"5 percentage points", "5%p"},
		{"at 10:03 and 20% of requests", "10시 3분에 요청의 20%"},
		{"GET /a%20b", "GET /a%20b"},
		// Paragraphs.
		{"One.\n\nTwo.", "하나.\n\n\n둘."},
		{"One\nline.", "한 줄."},
	} {
		if got := parity(pair[0], pair[1]); got != "" {
			t.Errorf("%q and %q: %s", pair[0], pair[1], got)
		}
	}
}

func TestTextsThatDiffer(t *testing.T) {
	for _, test := range []struct{ en, ko, want string }{
		{"at 10:03", "그때", "the clock times differ: only en has 10:03"},
		{"then", "10시 3분에", "the clock times differ: only ko has 10:03"},
		{"at 10:03 and 10:17", "10시 3분과 10시 18분", "the clock times differ: only en has 10:17; only ko has 10:18"},
		{"at 3:30 PM", "3시 30분", "the clock times differ: only en has 15:30; only ko has 03:30"},
		{"at 9 AM", "오후 9시", "the clock times differ: only en has 09:00; only ko has 21:00"},
		{"at 10:03 UTC", "19시 3분", "the clock times differ: only en has 10:03; only ko has 19:03"},
		{"at 10:03, at 10:03", "그때", "the clock times differ: only en has 10:03"},
		{"on 29 September 2026", "2026년 9월 28일", "the dates differ: only en has 2026-09-29; only ko has 2026-09-28"},
		{"on 29 September 2026", "2025년 9월 29일", "the dates differ: only en has 2026-09-29; only ko has 2025-09-29"},
		{"on 29 September", "10월 29일", "the dates differ: only en has 09-29; only ko has 10-29"},
		{"in September 2026", "가을에", "the dates differ: only en has 2026-09"},
		{"on 2026-09-29", "9월에", "the dates differ: only en has 2026-09-29"},
		{"28–29 September", "9월 29일", "the dates differ: only en has 09-28"},
		{"20% failed", "2% 실패", "the percentages differ: only en has 20%; only ko has 2%"},
		{"99.95%", "99.9%", "the percentages differ: only en has 99.95%; only ko has 99.9%"},
		{"One.\n\nTwo.", "하나.", "the paragraphs differ: en has 2, ko has 1"},
		{"At 10:03 on 2026-09-29, 20%.\n\nThen.", "그때", "the paragraphs differ: en has 2, ko has 1 | the clock times differ: only en has 10:03 | the dates differ: only en has 2026-09-29 | the percentages differ: only en has 20%"},
	} {
		if got := parity(test.en, test.ko); got != test.want {
			t.Errorf("%q and %q: %q, want %q", test.en, test.ko, got, test.want)
		}
	}
}

// TestParityIsAWarning has a subtest for each kind of warning of a case.
func TestParityIsAWarning(t *testing.T) {
	const full = "IL-1001.yaml"
	expect(t, Warning, []breakage{
		{"missing language", full, "lessons: {en: Do not check what is remote, ko: 원격 의존성을 검사하지 않는다}", "lessons: «{en: Do not check what is remote}", "lessons", "untranslated: it has no ko text", "write it in Korean"},
		{"missing language of an item", full, "text: {en: Add rate limits, ko: 속도 제한을 더한다}", "text: «{ko: 속도 제한을 더한다}", "action_items[0].text", "untranslated: it has no en text", "write it in English"},
		{"clock times", full, "summary:\n  en: |\n    At 10:03", "summary:\n  «en: |\n    At 10:04", "summary", "only en has 10:04; only ko has 10:03", "state the same"},
		{"dates", full, "trigger: {en: A deployment, ko: 배포}", "trigger: «{en: A deployment of 1 May, ko: 배포}", "trigger", "only en has 05-01", "state the same"},
		{"percentages", full, "scope: {en: Requests failed, ko: 요청이 실패했다}", "scope: «{en: 5% failed, ko: 실패했다}", "impact.scope", "only en has 5%", "state the same"},
		{"paragraphs", full, "detection: {en: An alert, ko: 경보}", "detection: «{en: \"An alert\\n\\nTwo\", ko: 경보}", "detection", "en has 2, ko has 1", "split both"},
	})
}
