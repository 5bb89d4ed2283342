package library

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"golang.org/x/text/unicode/norm"
)

// The kinds of search that must work, over the cases in the repository. Each
// finds at least one case by all its words, and the first tells one of the
// phrases.
func TestSearchKinds(t *testing.T) {
	corpus, e := embedded(t)
	for _, x := range []struct{ text, tells string }{
		{"장애", "장애"},
		{"캐시", "캐시"},
		{"배포", "배포"},
		{"지연", "지연"},
		{"캐시를", "캐시"},
		{"배포에서", "배포"},
		{"지연되면서", "지연"},
		{"커넥션풀", "커넥션 풀|커넥션풀|connection pool"},
		{"커넥션풀고갈", "커넥션 풀|커넥션풀|connection pool"},
		{"헬스체크", "헬스 체크|헬스체크"},
		{"헬스 체크", "헬스 체크|헬스체크"},
		{norm.NFD.String("헬스체크가 실패"), "헬스 체크|헬스체크"},
		{"Pod 가 OOMKilled", "OOM"},
		{"캐시 는 배포 에서", "캐시"},
		{"deployments", "deploy"},
		{"expired certificates", "certificate"},
		{"rate-limit", "rate limit|rate-limit"},
		{"health-checks", "health check"},
		{"OOMKilled", "OOM"},
		{"oom killed", "OOM"},
		{"CrashLoopBackOff", "CrashLoop|crash loop"},
		{"PostgreSQL", "PostgreSQL|Postgres"},
		{"postgresql", "PostgreSQL|Postgres"},
		{"x509: certificate has expired", "certificate"},
		{"dial tcp 10.0.0.1:5432: connect: connection refused attempt=3", "connection"},
		{"exit code 137", "137|OOM"},
		{"HTTP/1.1 503", "503"},
		{`level=error msg="connection refused" attempt=3 elapsed=30s`, "connection"},
		{"재시도 폭풍", "retry storm|retries|재시도"},
		{"retry storm", "재시도|retry|retries"},
		{"메모리 부족", "OOM|memory|메모리"},
	} {
		l := searchFor(t, e, x.text)
		if l.Total == 0 {
			t.Errorf("%q finds nothing", x.text)
			continue
		}
		prose := proseOf(find(corpus, l.Cases[0].ID))
		if !slices.ContainsFunc(strings.Split(x.tells, "|"), func(s string) bool {
			return strings.Contains(strings.ToLower(prose), strings.ToLower(s))
		}) {
			t.Errorf("%q finds %s, which tells none of %s", x.text, l.Cases[0].ID, x.tells)
		}
		if l.Search.Relaxed {
			t.Logf("%q is relaxed: %q", x.text, l.Search.Words)
		}
	}
}

func proseOf(c *incident.Case) string {
	var all []string
	for _, f := range c.Prose() {
		all = append(all, f.Text.EN, f.Text.KO)
	}
	return strings.Join(all, "\n")
}

// No name of several words is recognised from one of them, nor a negation from
// what it denies.
func TestPartsOfNames(t *testing.T) {
	_, e := embedded(t)
	negation := regexp.MustCompile(`(?i)\b(no|not|cannot|can't)\b|안 [됨함]$|않은`)
	for _, name := range e.termNames(incident.Kinds...) {
		words := strings.Fields(name)
		parts := []string{strings.TrimSpace(negation.ReplaceAllString(name, ""))}
		if len(words) > 1 {
			parts = append(parts, words...)
		}
		l := search.NewLexicon([]search.Name{{Key: name, Text: name}})
		for _, part := range parts {
			if found := l.Find(part); found != nil && part != name {
				t.Errorf("%q is recognised as %q", part, name)
			}
		}
	}
}

// Every name in CamelCase is recognised as its term.
func TestCamelCaseNamesAreRecognised(t *testing.T) {
	_, e := embedded(t)
	camel := regexp.MustCompile(`^(?:[A-Z][a-z]+){3,}$`)
	var seen int
	for current, name := range e.termNames(incident.Kinds...) {
		if !camel.MatchString(name) {
			continue
		}
		seen++
		found := e.lexicon().Find(name)
		if len(found) != 1 || found[0].Key != keyOf(current) {
			t.Errorf("%q is recognised as %v, not %v", name, found, current)
		}
	}
	if seen < 10 {
		t.Errorf("only %d names", seen)
	}
}

// The case that a text tells of is among the first three.
func TestTheFirstResults(t *testing.T) {
	_, e := embedded(t)
	for text, want := range map[string]string{
		"facebook down dns": "IL-1034",
		"관리도구로 다시 켜려는데 그 도구도 같이 죽어있음": "IL-1039",
		"롤백하려는데 권한이 없어서 안 먹혀요":        "IL-1055",
		"락이안풀려서 마이그레이션이 안끝나요":         "IL-1026",
	} {
		if got := ids(searchFor(t, e, text).Cases); !slices.Contains(got[:min(3, len(got))], want) {
			t.Errorf("%q: %v, without %s", text, got, want)
		}
	}
	expired := "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1129)"
	if got := ids(searchFor(t, e, expired).Cases); len(got) == 0 || got[0] != "IL-1044" {
		t.Errorf("%q: %v", expired, got)
	}
}

// A term that no case has is named for what it is, not taken for a name like it
// that has cases.
func TestTermsWithoutCases(t *testing.T) {
	_, e := embedded(t)
	rest := searchFor(t, e, "쿠버네티스")
	var seen int
	for current, name := range e.termNames(incident.Kinds...) {
		q := search.Parse(name, e.lexicon())
		if size(e.set(string(current.Kind), current.Slug)) > 0 || len(q.Terms) != 1 || len(q.Words) != 1 {
			continue
		}
		seen++
		alone, beside := searchFor(t, e, name), searchFor(t, e, name+", 쿠버네티스")
		for _, l := range []*List{alone, beside} {
			if l.Search.Slips != nil || !slices.Contains(l.Search.Also, current) {
				t.Errorf("%q: recognised %v, taken for %v", name, l.Search.Also, l.Search.Slips)
			}
		}
		if alone.Search.Suggest != nil {
			t.Errorf("%q: suggested %q", name, alone.Search.Suggest)
		}
		if alone.Total == 0 && beside.Total != rest.Total {
			t.Errorf("%q beside a word that finds %d finds %d", name, rest.Total, beside.Total)
		}
	}
	if seen == 0 {
		t.Error("no term is without cases")
	}
}

// The words of a term that no case has count one by one only if they tell
// something so: those of a negation do not, nor what most cases have.
func TestWordsThatTellNothing(t *testing.T) {
	_, e := embedded(t)
	for text, want := range map[string]TermRef{
		"데이터 유출":                  {incident.Symptom, "data-exposure"},
		"DiskPressure":            {incident.Symptom, "disk-full"},
		"no space left on device": {incident.Symptom, "disk-full"},
	} {
		l := searchFor(t, e, text)
		if l.Total != 0 || len(l.Search.Words) != 1 || !slices.Equal(l.Search.Also, []TermRef{want}) {
			t.Errorf("%q: %d cases for %q, recognised %v", text, l.Total, l.Search.Words, l.Search.Also)
		}
	}
	if l := searchFor(t, e, "디스크가 꽉 참"); !l.Search.Relaxed || len(l.Search.Also) == 0 {
		t.Errorf("%d cases, relaxed %v, recognised %v", l.Total, l.Search.Relaxed, l.Search.Also)
	}
}

// Spellings of one thing find the same cases.
func TestSpellingsFindTheSame(t *testing.T) {
	_, e := embedded(t)
	for _, same := range [][]string{
		{"캐시", "캐시를", "캐시가", "캐시에서는", norm.NFD.String("캐시")},
		{"배포", "배포에서", "배포 가"},
		{"헬스체크", "헬스체크를", norm.NFD.String("헬스체크")},
		{"health check", "health checks", "Health checks"},
		{"재시도폭풍", "재시도폭풍이"},
		{"retry storm", "retry storms", "Retry Storm"},
		{"OOMKilled", "oomkilled", "OOM-Killed", "oom killed"},
		{"CrashLoopBackOff", "crashloopbackoff"},
		{"rate-limit", "ratelimit", "RateLimit", "rate_limit"},
		{"connection refused", `"connection refused"`, "connection (refused)", "[connection] {refused}\n", "connection refused attempt=3"},
		{"exit code 137", "exit code: 137", "(exit code=137)"},
		{"github", "github down", "is github down", "github is down"},
		{"dns", "dns down", "why is dns down"},
		{"timeout", "timed out", "timing out"},
		{"null pointer dereference", "nil pointer dereference"},
		{"로그인", "로그인 안됨", "로그인안됨", "로그인이안돼요"},
		{"페이지가 안열려요", "페이지가안열려요"},
		{"롤백", "롤백하려는데", "롤백하려니까", "롤백할때마다", "롤백됬어요", "롤백안됨", "롤백후", "다시 롤백"},
	} {
		want := searchFor(t, e, same[0])
		for _, text := range same[1:] {
			if l := searchFor(t, e, text); l.Total != want.Total || l.Total == 0 {
				t.Errorf("%q finds %d, %q %d", same[0], want.Total, text, l.Total)
			}
		}
	}
}

// A search in one language finds cases through the names of terms in the other,
// and says which terms it recognised.
func TestSearchAcrossLanguages(t *testing.T) {
	_, e := embedded(t)
	for text, want := range map[string]TermRef{
		"재시도 폭풍": {incident.Factor, "retry-storm"},
		"메모리 부족": {incident.Symptom, "oom-killed"},
		"인증서 만료": {incident.Cause, "certificate-expiry"},
	} {
		l := searchFor(t, e, text)
		if !slices.Contains(l.Search.Also, want) {
			t.Errorf("%q: recognised %v, not %v", text, l.Search.Also, want)
		}
		carriers := e.set(string(want.Kind), want.Slug)
		if l.Total < size(carriers) {
			t.Errorf("%q finds %d of the %d cases with %v", text, l.Total, size(carriers), want)
		}
	}
}

// What finds nothing suggests what does.
func TestSuggestionsOfRealNames(t *testing.T) {
	_, e := embedded(t)
	for text, want := range map[string]string{"wkddo": "장애", "ㅋㅅ": "캐시", "zotl": "캐시", "ㅊㅁ촏": "cache"} {
		if l := searchFor(t, e, text); !slices.Contains(l.Search.Suggest, want) {
			t.Errorf("%q: %q", text, l.Search.Suggest)
		}
	}
}

// Long and broken texts are answered.
func TestAnyTextIsAnswered(t *testing.T) {
	_, e := embedded(t)
	line := "2026-05-01T10:00:00Z ERROR [pool-1] \"dial tcp 10.0.0.1:5432\": {connection} 'refused' <nil>\n\tat a.b.C(D.java:1)\n"
	for _, text := range []string{
		strings.Repeat(line, 40)[:4000], strings.Repeat("가", 4000), strings.Repeat("a ", 2000), strings.Repeat("\"", 4000),
		"NOT", "a AND", "NEAR(", "*", "캐시*", "col:x", "^x", "-x", "\x00", "\xff\xfe", "'; DROP TABLE posting; --", "%", "_", "👩‍👩‍👧", "½²①", "ﷺ",
		strings.Repeat("ab-", 1300), strings.Repeat("aB", 2000), strings.Repeat("k=1 ", 1000), strings.Repeat("{\"a\":1}", 500), "가 는 은", "the of",
	} {
		searchFor(t, e, text)
	}
}
