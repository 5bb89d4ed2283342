package search_test

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

func TestIndex(t *testing.T) {
	for _, c := range []struct{ text, body, parts string }{
		{"", "", ""},
		{"캐시", "캐시", "시"},
		{"헬스 체크", "헬스 스␣체 체크", "스 크"},
		{"헬스\n체크", "헬스 스␣체 체크", "스 크"},
		{"헬스\n\n체크", "헬스 체크", "스 크"},
		{"헬스·체크", "헬스 체크", "스 크"},
		{"메시지큐에서는", "메시ㆍ 시지ㆍ 지큐 큐에 에서 서는", "는 큐"},
		{"대기큐에이전트", "대기 기큐 큐에 에이 이전 전트", "트"},
		{"평가", "평가", "가"},
		{"락", "락", "락"},
		{"커넥션 풀", "커넥 넥션 션␣풀", "션 풀"},
		{"Pod 가 죽었다", "pod 가␣죽 죽었 었다", "다"},
		{"DB연결", "db 연결", "결"},
		{"503오류", "503 오류", "류"},
		{"OOMKilled", "oomkil", "oom kill"},
		{"CrashLoopBackOff", "crashloopbackoff", "crash loop back off"},
		{"iOS IPv6 VMs APIs", "io ipv6 vm api", ""},
		{"rate-limit", "rate limit", "ratelimit"},
		{"max_connections", "max connect", "maxconnect"},
		{"node.js I/O", "node js i o", "nodej io"},
		{"client/server", "client server", ""},
		{"a-b-c-d-e", "a b c d e", ""},
		{strings.Repeat("Ab", 9), strings.Repeat("ab", 9), ""},
		{"10.0.0.1:5432", "10 0 0 1 5432", ""},
		{"the service's caches couldn’t", "the servic cach couldnt", ""},
		{norm.NFD.String("장애 café"), "장애 cafe", "애"},
		{"a\x00b\xff캐\xed시", "a b 캐 시", "캐 시"},
	} {
		body, parts := indexed(c.text)
		if body != c.body || parts != c.parts {
			t.Errorf("Index(%q) = %q, %q, want %q, %q", c.text, body, parts, c.body, c.parts)
		}
	}
}

// TestFindKorean asks queries of texts through FTS5.
func TestFindKorean(t *testing.T) {
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		// Two-syllable words, whatever follows them.
		{"장애", "결제 서비스에서 장애가 났다", true},
		{"캐시", "캐시를 비웠다", true},
		{"배포", "새 배포에서 시작됐다", true},
		{"지연", "응답이 지연되면서", true},
		{"장애", "장비 애로", false},
		// Words that merely begin, end or lie in another one.
		{"디스크", "열린 파일 디스크립터가 늘었다", false},
		{"디스크", "디스크공간이 없었다", true},
		{"메모", "메모리가 모자랐다", false},
		{"이전", "에이전트를 재시작했다", false},
		{"이전", "데이터이전이 멈췄다", true},
		{"위치", "스위치 포트", false},
		{"메모리", "메모리누수였다", true},
		{"메모리에서", "서버메모리가 바닥났다", true},
		{"에이전트", "프록시에이전트의 버그", true},
		{"메시지큐", "메시지 큐가 밀렸다", true},
		{"파일디스크립터", "열린 파일 디스크립터가 늘었다", true},
		{"앱메모리사용", "앱 메모리 사용이 늘었다", true},
		{"스크립터", "파일 디스크립터", false},
		{"지연", "자연 지역", false},

		// Particles and endings in the query.
		{"캐시를", "캐시가 비었다", true},
		{"배포에서", "배포 직후", true},
		{"지연되면서", "지연이 커졌다", true},
		{"서버에서는", "서버가 죽었다", true},
		{"간헐적으로", "간헐적인 실패", true},
		{"느려졌다", "느려지고 있다", true},
		{"느려지는", "느려졌다", true},
		{"늘어나면서", "요청이 늘어났다", true},
		{"고갈됐습니다", "연결 고갈", true},
		{"재시작했는데", "재시작 루프", true},
		{"데이터베이스의", "데이터베이스 장애", true},
		{"롤백하려면", "롤백으로 풀었다", true},
		{"배포중", "배포가 끝났다", true},

		// As people speak and write in chat.
		{"느려졌나요", "응답이 느려졌다", true},
		{"느려요", "느린 응답", true},
		{"끊겨요", "연결이 끊겼다", true},
		{"연결이 끊김", "연결이 끊긴 서버", true},
		{"죽어요", "파드가 죽었다", true},
		{"터졌어요", "큐가 터지고 말았다", true},
		{"파드가 안 떠요", "파드 목록", true}, // 안 뜨다 tells nothing
		{"파드가 안뜸", "파드 목록", true},
		{"로그인이 안돼요", "로그인 실패", true},
		{"로그인 안됨", "로그인 실패", true},
		{"실패했습니다", "요청이 실패한다", true},
		{"배포 왜 실패했나요", "배포 실패", true},
		{"캐시 장애 원인이 뭐예요", "캐시 때문에 난 장애", true},
		{"캐시 문제 해결 방법", "캐시", true},
		{"연결이 끊겼는데", "연결 실패", true}, // verbs only rank beside other words
		{"람다", "사람은 많다", false},
		{"사라졌어요", "사람이 많다", false},

		// Loanwords as they are also spelt, names in either script.
		{"데이타베이스", "데이터베이스 장애", true},
		{"데이터베이스", "데이타베이스 장애", true},
		{"메세지 큐", "메시지 큐가 밀렸다", true},
		{"콘테이너", "컨테이너가 죽었다", true},
		{"레디스가", "Redis 지연", true},
		{"redis", "레디스가 느려졌다", true},
		{"쿠버네티스", "Kubernetes upgrade", true},
		{"k8s", "쿠버네티스 업그레이드", true},
		{"몽고DB", "MongoDB", true},
		{"레디스", "레고", false},

		// Nouns that look as if they ended in a particle keep their last syllable.
		{"재시도", "재시작", false},
		{"재시도", "재시도가 몰렸다", true},
		{"로그인", "로그를 지웠다", false},
		{"메시지는", "서비스 메시가 막혔다", false},
		{"평가가", "평판", false},
		{"속도제한", "속도 제어", false},
		{"마이크로", "마이크 고장", false},

		// Inside compounds, with and without spaces.
		{"커넥션풀", "커넥션풀고갈", true},
		{"커넥션", "커넥션풀고갈", true},
		{"고갈", "커넥션풀고갈", true},
		{"커넥션 풀", "커넥션풀고갈", true},
		{"커넥션풀", "커넥션 풀이 고갈됐다", true},
		{"커넥션 풀 고갈", "커넥션풀고갈", true},
		{"헬스체크", "헬스 체크가 실패했다", true},
		{"헬스 체크", "헬스체크가 실패했다", true},
		{"헬스 체크", "헬스장 체크카드", true}, // words, not a phrase
		{"헬스체크", "헬스장에서 체크", false},
		{"헬스체크", "헬스 체크", true},
		{"헬스체크", "헬스, 체크", false},
		{"부하분산", "부하\n분산", true},
		{"데이터베이스", "데이터 베이스가", true},
		{"데이터 베이스", "데이터베이스가", true},

		// Two words that merely meet.
		{"고장", "확인하고 장애가 났다", false},
		{"고장", "고 장비", false},
		{"고장을", "확인하고 장애를", false},
		{"인증서", "인증 서비스가 멈췄다", false},
		{"인증서가", "인증 서버가", false},
		{"이전", "장애 이 전에", false},
		{"부하분", "부하 분산", false},

		// One syllable: the end of a run, with or without a particle.
		{"풀", "커넥션 풀이 찼다", true},
		{"풀", "커넥션풀", true},
		{"풀", "풀스택 개발자", false},
		{"큐", "메시지 큐에서 밀렸다", true},
		{"큐", "큐브", false},
		{"락", "DB 락 경합", true},
		{"락을", "락이 풀리지 않았다", true},
		{"큐에서", "큐가 밀렸다", true},
		{"락 경합", "락경합이 심했다", true},
		{"경로", "실행 환경", false},

		// Other forms of the same text, other scripts beside.
		{norm.NFD.String("장애"), "장애", true},
		{"장애", norm.NFD.String("장애가 났다"), true},
		{"Pod 가 OOMKilled", "Pod 들이 OOMKilled 로 죽었다", true},
		{"Redis에서", "Redis 지연", true},
		{"API를", "API 오류", true},
		{"DB연결", "DB 의 연결이 끊겼다", true},
		{"503오류", "HTTP 503 오류", true},
		{"k8s클러스터", "k8s 기반 클러스터", true},
		{"캐시 때문에 장애", "캐시 탓에 난 장애", true},
	} {
		check(t, c.query, c.text, c.want, nil)
	}
}

func TestFindEnglish(t *testing.T) {
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"caches", "The cache was cleared", true},
		{"deployment failed", "deployments were failing", true},
		{"timeouts", "a timeout", true},
		{"the cause of the outage", "root cause: outage", true},
		{"database error", "database slow", false},

		{"rate-limit", "rate limit", true},
		{"rate-limit", "rate-limiting", true},
		{"rate-limit", "ratelimit", true},
		{"rate-limit", "RateLimit", true},
		{"rate limit", "rate-limit", true},
		{"rate limit", "ratelimit", true},
		{"rate limit", "rate_limit", true},
		{"ratelimit", "rate limit", true},
		{"ratelimit", "rate-limit", true},
		{"ratelimit", "RateLimit", true},
		{"rate-limit", "rate of the limit", false},
		{"failover", "fail over", true},
		{"healthcheck", "health checks", true},
		{"forget", "for get requests", false}, // a stop word is no head of a compound

		{"oomkilled", "OOMKilled", true},
		{"OOMKilled", "OOMKilled", true},
		{"oom killed", "OOMKilled", true},
		{"OOM", "OOMKilled", true},
		{"oom-killed", "OOMKilled", true},
		{"OOMKilled", "oom killed", true},
		{"OOMKilled", "was oom-killed", true},
		{"oom killed", "oomkilled", true},
		{"crashloopbackoff", "CrashLoopBackOff", true},
		{"crash loop", "CrashLoopBackOff", true},
		{"CrashLoopBackOff", "crashloopbackoff", true},
		{"CrashLoopBackOff", "crash loop back off", true},

		{"kube-proxy", "the kube-proxy restarted", true},
		{"max_connections", "max connections", true},
		{"node.js", "NodeJS", true},
		{"nodejs", "Node.js", true},
		{"PostgreSQL", "postgresql", true},
		{"mongodb", "MongoDB", true},
		{"mongo", "MongoDB", true},
		{"I/O", "disk I/O", true},
		{"AT&T", "AT&T", true},
		{"us-east-1", "us-east-1", true},
		{"us-east-1", "us-east-2", false},
		{"kubernetes 1.24", "Kubernetes 1.24", true},
		{"kubernetes 1.24", "Kubernetes 1.25", false},
		{"CVE-2021-44228", "CVE-2021-44228 in log4j", true},
		{"couldn't connect", "could not connect", true},
		{"couldn't connect", "it couldn’t connect", true},
		{"services", "the service's cache", true},
		{"Café", "CAFE", true},
		{"ＤＮＳ　outage", "DNS outage", true},
		{"dns", "ＤＮＳ", true},
		{"time\u00adout", "timeout", true},
		{"timeout", "time\u00adout", true},
		{"time\u200bout", "timeout", true},
		{"\ufefftimeout", "timeout", true},
		{"time\u200dout", "timeout", true},
		{"conﬁg", "config", true},
		{"ｶﾀｶﾅ", "カタカナ", true},
		{"why is the cache failing after deploy", "the cache fails after a deploy", true},
		{"what causes retry storms?", "retry storms", true},
		{"anyone know what the problem with DNS is?", "DNS", true},
		{"the problem with DNS", "DNS", false}, // no question
		{"exit code 137", "exit code 137", true},
		{"exit code 137", "exit code 1", false},
		{"5xx", "HTTP 5XX", true},
		{"who", "who", true}, // a stop word constrains where there is nothing else
	} {
		check(t, c.query, c.text, c.want, nil)
	}
}

// TestFindLogLines pastes lines into the search box: the message constrains, what the machine put round it does not.
func TestFindLogLines(t *testing.T) {
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"x509: certificate has expired", "TLS failed with x509: certificate has expired or is not yet valid", true},
		{"x509: certificate has expired", "the certificate expired", false},
		{"dial tcp 10.0.0.1:5432: connect: connection refused", "dial tcp 192.168.7.7:6379: connect: connection refused", true},
		{"dial tcp [fe80::1ff:fe23:4567:890a]:5432: connection refused", "dial tcp: connection refused", true},
		{"2026-05-01T10:00:00.123Z FATAL out of memory", "ran out of memory", true},
		{`10.1.2.3 - - [01/May/2026:10:00:00 +0000] "GET /api/v1/users HTTP/1.1" 503 1234`, "returned HTTP 503", true},
		{`10.1.2.3 - - [01/May/2026:10:00:00 +0000] "GET /api/v1/users HTTP/1.1" 503 1234`, "returned HTTP 404", false},
		{"HTTP/1.1 503", "HTTP 503 errors", true},
		{"HTTP/1.1 503", "HTTP 502 errors", false},
		{"(code=exited, status=137)\nfailed", "failed and exited with status code 137", true},
		{"(code=exited, status=137)\nfailed", "failed and exited with status code 1", false},
		{"ERROR [http-nio-8080-exec-1] c.z.h.p.HikariPool - HikariPool-7 - Connection is not available, request timed out after 30000ms",
			"HikariPool: Connection is not available, request timed out", true},
		{"java.lang.OutOfMemoryError: Java heap space\n\tat java.util.Arrays.copyOf(Arrays.java:3332)\n\tat a.b.C.d(C.java:1)",
			"OutOfMemoryError: heap space", true},
		{`{"level":"error","ts":1690000000.123,"msg":"context deadline exceeded","id":"4bf92f3577b34da6a3ce929d0e0e4736"}`,
			"context deadline exceeded", true},
		{`level=error caller=main.go:45 err="etcdserver: no leader"`, "etcdserver has no leader", true},
		{"pod payments-api-6d4cf56db6-x7k2p evicted", "a pod was evicted", true},
		{"req 123e4567-e89b-12d3-a456-426614174000 deadlock", "req ended in a deadlock", true},
		{"GET https://example.com/a/b?c=d connection reset by peer", "connection reset by peer", true},
		{"ORA-00060: deadlock detected\nrolled back", "ORA-00060 deadlock detected, rolled back", true},
		{"ORA-00060: deadlock detected\nrolled back", "ORA-00061 deadlock detected, rolled back", false},
		{"2026-05-01 10:00 us-east-1 throttled", "us-east-2 throttled", true},
		{"30초마다 실패", "요청이 실패했다", true},
		{"disk at 95% full after 30s", "disk full", true},
		{"10.0.0.1", "at 10.0.0.1", true}, // nothing else is there
		{"10.0.0.1", "at 10.0.0.2", false},
		{`"connection" AND (refused* OR NEAR(x)) NOT col:y ^z`, "connection refused near x or col y z", true},
		{"connection refused[\n\r\t\"'`{}<>\x00\xff\xfe", "connection refused", true},
	} {
		check(t, c.query, c.text, c.want, nil)
	}
}

// TestHintsRank has what does not constrain decide between equals.
func TestHintsRank(t *testing.T) {
	tb := newTable(t, "connection refused by 10.0.0.2", "connection refused by 10.0.0.1", "connection refused by 10.0.0.3")
	ids, err := tb.ask(every(search.Parse("10.0.0.1: connection refused", nil)))
	if err != nil || len(ids) != 3 || ids[0] != 1 {
		t.Errorf("ids %v, %v: want all three, 1 first", ids, err)
	}
}

// TestWordsApart lets a caller count the words each case has when none has all.
func TestWordsApart(t *testing.T) {
	tb := newTable(t, "캐시 장애", "배포", "캐시 배포 없음")
	q := search.Parse("캐시를 배포 롤백", nil)
	if ids, err := tb.ask(every(q)); err != nil || ids != nil {
		t.Fatalf("all words: %v, %v", ids, err)
	}
	count := map[int]int{}
	for _, w := range q.Words {
		ids, err := tb.ask(testkit.FTS5(w.Match, columns))
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			count[id]++
		}
	}
	if count[0] != 1 || count[1] != 1 || count[2] != 2 {
		t.Errorf("words per case: %v", count)
	}
	if ids, err := tb.ask(some(q)); err != nil || len(ids) != 3 || ids[0] != 2 {
		t.Errorf("any word: %v, %v", ids, err)
	}
}

func BenchmarkIndex(b *testing.B) {
	ko := strings.Repeat("트래픽 급증은 시작점이었고, 장애가 길어진 주된 이유는 백엔드 서비스의 헬스 체크였다. ", 100)
	en := strings.Repeat("Instances that could not open new outbound connections failed the check and were restarted. ", 100)
	for name, text := range map[string]string{"ko": ko, "en": en} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				search.NewIndexer().Index(text, func(uint32, bool) {})
			}
		})
	}
}
