package search_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/incidentlib/incidentlib/internal/search"
)

// marked shows spans in a text with brackets.
func marked(text string, spans []search.Span) string {
	var b strings.Builder
	from := 0
	for _, s := range spans {
		b.WriteString(text[from:s.Start] + "[" + text[s.Start:s.End] + "]")
		from = s.End
	}
	return b.String() + text[from:]
}

func TestMarks(t *testing.T) {
	l := search.NewLexicon(vocabulary)
	for _, c := range []struct{ query, text, want string }{
		{"캐시", "캐시를 비우고 웹캐시도", "[캐시]를 비우고 웹[캐시]도"},
		{"커넥션풀", "커넥션 풀이 찼다", "[커넥션 풀]이 찼다"},
		{"지연되면서", "지연이 지연되면서", "[지연]이 [지연되면서]"},
		{"풀", "커넥션 풀은 풀스택", "커넥션 [풀]은 풀스택"},
		{"배포 캐시", "캐시배포", "[캐시배포]"},
		{"the cached", "The cache caches", "The [cache] [caches]"},
		{"oom", "OOMKilled", "[OOM]Killed"},
		{"oom killed", "was OOMKilled", "was [OOMKilled]"},
		{"ratelimit", "rate-limit, RateLimit, rate limits", "[rate-limit], [RateLimit], [rate limits]"},
		{"connection pool exhaustion", "커넥션 풀 고갈", "[커넥션 풀 고갈]"},
		{"cafe", "Café CAFÉ", "[Café] [CAFÉ]"},
		{"10.0.0.1 refused", "refused by 10.0.0.1", "[refused] by 10.0.0.1"},
		{"service", "the service's", "the [service's]"},
		{"고장", "확인하고 장애를 고장으로", "확인하고 장애를 [고장]으로"},
		{"헬스체크", "헬스 체크", "[헬스 체크]"},
		{"느려요", "느린 응답이 느려졌다", "[느린] 응답이 [느려]졌다"},
		{"레디스", "Redis가 죽었다", "[Redis]가 죽었다"},
		{"dns", "ＤＮＳ in 2", "[ＤＮＳ] in 2"},
		{"30초", "30초마다 20초", "[30초마]다 20초"},
		{"request timed out", "the request was sent out in time; one timed out", "the [request] was sent out in time; one [timed out]"},
		{"out of memory", "ran out of memory, memory out", "ran [out of memory], [memory] [out]"},
		{"timed out", "out of time, timeouts", "out of time, [timeouts]"},
		{"rolled back", "a rollback, back to back", "a [rollback], back to back"},
		{"connection pool exhaustion", "exhaustion of the connection pool. " + strings.Repeat("x ", 100) + "connection", "[exhaustion] of the [connection] [pool]. " + strings.Repeat("x ", 100) + "connection"},
		{"장애", "", ""},
		{"", "장애", "장애"},
		{"장애", norm.NFD.String("장애가"), "[장애]가"},
	} {
		text := norm.NFC.String(c.text)
		if got := marked(text, search.Parse(c.query, l).Marks(c.text)); got != c.want {
			t.Errorf("%q: %s, want %s", c.query, got, c.want)
		}
	}
}

func TestPassage(t *testing.T) {
	const text = "First sentence here. The cache was cleared by a deployment. Then the load rose.\n\n" +
		"캐시를 비운 배포가 문제였다. 지연이 커졌고 연결이 고갈됐다. 재시작 루프는 여섯 시간 동안 이어졌다.\n"
	for _, c := range []struct {
		query string
		limit int
		want  string
	}{
		{"nowhere", 40, ""},
		{"cache deployment", 200, "First sentence here. The [cache] was cleared by a [deployment]. Then the load rose."},
		{"cache deployment", 50, "…The [cache] was cleared by a [deployment]. Then the…"},
		{"deployment", 30, "…by a [deployment]. Then the…"},
		{"deployment", 5, "…[deployment]…"},
		{"캐시 배포 load", 30, "[캐시]를 비운 [배포]가 문제였다. 지연이 커졌고 연결이…"},
		{"고갈", 30, "…지연이 커졌고 연결이 [고갈]됐다. 재시작 루프는 여섯…"},
		{"루프", 200, "캐시를 비운 배포가 문제였다. 지연이 커졌고 연결이 고갈됐다. 재시작 [루프]는 여섯 시간 동안 이어졌다."},
	} {
		passage, spans, words := search.Parse(c.query, nil).Passage(text, c.limit)
		if got := marked(passage, spans); got != c.want {
			t.Errorf("%q: %s, want %s", c.query, got, c.want)
		}
		if (words > 0) != (c.want != "") || utf8.RuneCountInString(passage) > max(c.limit, 12) {
			t.Errorf("%q: %d words, %d characters", c.query, words, utf8.RuneCountInString(passage))
		}
	}
}

// TestPassageWithoutSpaces cuts where there is no word to cut at, still between characters.
func TestPassageWithoutSpaces(t *testing.T) {
	text := strings.Repeat("가나다라", 50) + "장애" + strings.Repeat("마바사아", 50)
	passage, spans, words := search.Parse("장애", nil).Passage(text, 20)
	if words != 1 || !utf8.ValidString(passage) || utf8.RuneCountInString(passage) > 20 || !strings.Contains(marked(passage, spans), "[장애]") {
		t.Errorf("%q %v", passage, spans)
	}
}

func BenchmarkMarks(b *testing.B) {
	text := strings.Repeat("Instances that could not open new outbound connections were restarted. 캐시를 비운 배포가 문제였다. ", 50)
	for _, query := range []string{"connection", "배포 캐시 restart ratelimit"} {
		q := search.Parse(query, nil)
		b.Run(fmt.Sprint(len(q.Words)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				q.Marks(text)
			}
		})
	}
}
