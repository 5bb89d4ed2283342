package search_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/search"
)

// words gives the words of a query as typed: those that constrain, and those that only rank.
func words(text string) (required, hints []string) {
	for _, w := range search.Parse(text, nil).Words {
		if w.Required {
			required = append(required, w.Text)
		} else {
			hints = append(hints, w.Text)
		}
	}
	return required, hints
}

func TestParseWords(t *testing.T) {
	for _, c := range []struct {
		text            string
		required, hints string
	}{
		{"", "", ""},
		{" \t\n", "", ""},
		{"!?\"'()[]", "", ""},
		{"가 는 에서는", "", ""},
		{"Pod 가 OOMKilled", "Pod OOMKilled", ""},
		{"배포 후에 장애가 있었다", "배포 장애가", ""},
		{"결과 효과", "결과 효과", ""},
		{"그 도구도 같이 다시 완전 죽어있음", "도구도", "같이 다시 완전 죽어있음"},
		{"롤백하려는데 권한이 없어서", "롤백하려는데 권한이", "없어서"},
		{"배포 시 장애", "배포 장애", ""},
		{"the cache of the node", "cache node", ""},
		{"US outage", "US outage", ""},
		{"of the", "of the", ""},
		{"캐시를 캐시가 cache caches", "캐시를 cache", ""},
		{"6시간 장애 30초마다", "장애", "6시간 30초마다"},
		{"2026년 9월 29일 장애", "장애", "2026년 9월 29일"},
		{"error 1040", "error 1040", ""},
		{"ERROR 1040: too many connections", "1040 many connections", "ERROR"},
		{"version 1.24 of 16GB nodes", "version 1.24 nodes", "16GB"},
		{"dial tcp 10.0.0.1:5432: connect: connection refused", "dial tcp connect refused", "10.0.0.1:5432"},
		{"a.b.c.example.com slow", "a.b.c.example.com slow", "example"},
		{"10:00:01 a.b.c.example.com slow", "slow", "10:00:01 a.b.c.example.com example"},
		{"ok 503 errors\n7 retries", "ok 503 retries", "errors 7"},
		{"worker-3 died\nslow", "worker-3 died slow", ""},
		{"10.0.0.1 30ms 5%", "10.0.0.1 30ms 5", ""},
		{"retrying failed attempt=3", "retrying failed", "attempt 3"},
		{"pool exhausted size=50 reason=OOMKilled", "pool exhausted OOMKilled", "size 50 reason"},
		{`{"attempt": 3, "msg": "deadline exceeded", "code": 503}`, "deadline exceeded code 503", "attempt 3 msg"},
		{`status=503 upstream="payments" err="pool is empty" cause="timeout"`, "status 503 pool empty timeout", "upstream payments err cause"},
		{"app[2211]: UnknownHostException", "UnknownHostException", "app 2211 UnknownHostException"},
		{"Last State:     Terminated\n  Reason:       OOMKilled\n  Exit Code:    137", "Terminated OOMKilled Exit Code 137", "Last State Reason"},
		{"coredns-6d4b75cb6d-x7k2p 0/1 OOMKilled", "OOMKilled", "coredns-6d4b75cb6d-x7k2p 0/1"},
		{"GET https://files.example.org/packages/a failed", "failed", "GET https://files.example.org/packages/a files example"},
		{"/etc/hosts full", "full", "etc/hosts"},
	} {
		required, hints := words(c.text)
		if got := strings.Join(required, " "); got != c.required {
			t.Errorf("%q: required %q, want %q", c.text, got, c.required)
		}
		if got := strings.Join(hints, " "); got != c.hints {
			t.Errorf("%q: hints %q, want %q", c.text, got, c.hints)
		}
	}
}

func TestParseEmpty(t *testing.T) {
	q := search.Parse("...", nil)
	if !q.Empty() || q.Words != nil {
		t.Errorf("%+v", q)
	}
	if search.Parse("장애", nil).Empty() {
		t.Error("a word, but empty")
	}
}

// trace is a pasted stack trace of several thousand characters.
var trace = "2026-05-01 10:00:00.123 ERROR [exec-1] com.example.PaymentService - 데이터베이스 연결 실패: CircuitBreakerOpenException\n" +
	strings.Repeat("some chatter with many plain short words on it and a value of 12345\n\tat com.example.Some.frame(Some.java:12)\n", 40)

func TestParseIsBounded(t *testing.T) {
	for _, text := range []string{
		trace,
		strings.Repeat("abcdefgh ", 500),
		strings.Repeat("가나다라마바사 ", 500),
		strings.Repeat("가", 4000),
		strings.Repeat("a", 4000),
		strings.Repeat("a-", 2000),
		strings.Repeat("aB", 2000),
		strings.Repeat("1.", 2000),
		strings.Repeat("10.0.0.1 ", 400),
		strings.Repeat("://", 2000),
		strings.Repeat("\"", 4000),
		randomWords(800),
		strings.Repeat("é", 40000),
	} {
		q := search.Parse(text, nil)
		required, hints := 0, 0
		for _, w := range q.Words {
			if w.Required {
				required++
			} else {
				hints++
			}
		}
		if required > search.MaxWords || hints > search.MaxHints {
			t.Errorf("%.20q: %d words, %d hints", text, required, hints)
		}
		match := every(q)
		if len(match) > 64<<10 {
			t.Errorf("%.20q: expression of %d bytes", text, len(match))
		}
		if _, err := newTable(t, text).ask(match); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// randomWords are n different words, as in a long text.
func randomWords(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("word" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + " ")
	}
	return b.String()
}

// TestParseKeepsTheTelling has the message of a long text survive the cut, not its chatter.
func TestParseKeepsTheTelling(t *testing.T) {
	message := "데이터베이스 CircuitBreakerOpenException"
	for _, text := range []string{trace + randomWords(100), strings.ReplaceAll(randomWords(100), "word", "w") + message} {
		required, _ := words(text)
		for _, want := range strings.Fields(message) {
			if !slices.Contains(required, want) {
				t.Errorf("%s is not among %q", want, required)
			}
		}
	}
}

func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"", "장애", "커넥션 풀이 고갈되면서", "Pod 가 OOMKilled", "rate-limit", "x509: certificate has expired", "HTTP/1.1 503",
		"dial tcp 10.0.0.1:5432: connect: connection refused", `"a" AND (b* OR NEAR(c)) NOT col:d ^e`, "\x00\xff\xed\xa0\x80", "ㅋㅅ",
		"a'b’c '", "30초마다 6시간", "障害 カタカナ العربية", "e\u0301\u0301", "ᄌ\u1161\u11bc", "\u200b\ufeff", "{\"a\":\"b\\n\"}", "://a?b=c",
		"\n\tat a.b(C.java:1)", "1,000,000.5ms 0x7f 4bf92f3577b3", "𲀀", "½²①", trace,
	} {
		f.Add(seed)
	}
	tb := newTable(f, "장애 connection refused")
	lexicon := search.NewLexicon(vocabulary)
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range []*search.Lexicon{nil, lexicon} {
			q := search.Parse(text, l)
			for _, match := range []string{every(q), some(q)} {
				if _, err := tb.ask(match); err != nil {
					t.Fatal(err)
				}
			}
			for _, term := range q.Terms {
				_ = q.Words[term.Word]
			}
			for _, s := range q.Marks(text) {
				if s.Start < 0 || s.End <= s.Start {
					t.Fatalf("span %v", s)
				}
			}
			passage, spans, words := q.Passage(text, 40)
			for _, s := range spans {
				_ = passage[s.Start:s.End]
			}
			if words > 0 && utf8.ValidString(text) && !utf8.ValidString(passage) {
				t.Fatalf("passage %q", passage)
			}
		}
		search.FromKeyboard(text)
		if initials, ok := search.Initials(text); ok {
			search.MatchesInitials(initials, text)
		}
		search.NewSpeller([]string{"cache", "캐시", text}).Nearest(text, 3)
		body, parts := indexed(text)
		if strings.ContainsAny(body+parts, "\x00\"") {
			t.Fatalf("index of %q: %q %q", text, body, parts)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	lexicon := search.NewLexicon(vocabulary)
	for name, text := range map[string]string{
		"short": "커넥션 풀 고갈",
		"line":  "dial tcp 10.0.0.1:5432: connect: connection refused",
		"trace": trace[:4000],
		"words": randomWords(500),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				search.Parse(text, lexicon)
			}
		})
	}
}

func BenchmarkMatch(b *testing.B) {
	texts := make([]string, 500)
	for i := range texts {
		texts[i] = "The connection pool of the payment service was exhausted. 결제 서비스의 커넥션 풀이 고갈됐다. " + randomWords(400)
	}
	tb := newTable(b, texts...)
	for name, text := range map[string]string{"words": "connection exhausted service", "hangul": "커넥션 풀 고갈", "trace": trace} {
		match := every(search.Parse(text, nil))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := tb.ask(match); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
