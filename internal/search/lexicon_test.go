package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/search"
)

var vocabulary = []search.Name{
	{Key: "cache", Text: "In-memory cache"}, {Key: "cache", Text: "인메모리 캐시"}, {Key: "cache", Text: "캐시"}, {Key: "cache", Text: "cache"},
	{Key: "pool", Text: "Connection pool exhaustion"}, {Key: "pool", Text: "커넥션 풀 고갈"},
	{Key: "oom", Text: "OOMKilled"}, {Key: "oom", Text: "out of memory"}, {Key: "oom", Text: "메모리 부족"},
	{Key: "probe", Text: "Health check"}, {Key: "probe", Text: "헬스 체크"},
	{Key: "certificate", Text: "TLS 인증서 만료"}, {Key: "certificate", Text: "expired certificates"},
	{Key: "lock", Text: "락"}, {Key: "lock", Text: "Lock contention"},
	{Key: "limit", Text: "Rate limiting"}, {Key: "limit", Text: "요청 속도 제한"},
	{Key: "deploy", Text: "배포"}, {Key: "deploy", Text: "Deployment"},
	{Key: "size", Text: "DB 풀"}, {Key: "size", Text: "Database pool"},
	{Key: "nothing", Text: " -- "},
}

func TestFind(t *testing.T) {
	l := search.NewLexicon(vocabulary)
	for _, c := range []struct{ text, want string }{
		{"캐시", "cache:캐시"},
		{"캐시를 비웠다", "cache:캐시를"},
		{"CACHES", "cache:CACHES"},
		{"in memory caches", "cache:memory caches"}, // the longest
		{"인메모리캐시가", "cache:인메모리캐시가"},
		{"connection pools", ""},
		{"Connection-Pool exhaustion now", "pool:Connection-Pool exhaustion"},
		{"커넥션풀 고갈로", "pool:커넥션풀 고갈로"},
		{"커넥션 풀고갈", "pool:커넥션 풀고갈"},
		{"oom killed", "oom:oom killed"},
		{"OOM-Killed", "oom:OOM-Killed"},
		{"out of memory", "oom:out of memory"},
		{"java.lang.OutOfMemoryError", ""},
		{"헬스체크 실패", "probe:헬스체크"},
		{"healthchecks", "probe:healthchecks"},
		{"health_check", "probe:health_check"},
		{"TLS인증서 만료", "certificate:TLS인증서 만료"},
		{"expired certificate", "certificate:expired certificate"},
		{"락을", "lock:락을"},
		{"커넥션의 풀이 고갈되면서", "pool:커넥션의 풀이 고갈되면서"},
		{"메모리가 부족해서", "oom:메모리가 부족해서"},
		{"rate-limit", "limit:rate-limit"},
		{"ratelimited", "limit:ratelimited"},
		{"캐시 배포", "cache:캐시 deploy:배포"},
		{"캐시배포중 실패", "cache:캐시배포중 deploy:캐시배포중"}, // without spaces
		{"신규배포", "deploy:신규배포"},
		{"health 10.0.0.1 check", ""},
		{"nothing", ""},
	} {
		q := search.Parse(c.text, l)
		var got []string
		for _, term := range q.Terms {
			got = append(got, term.Key+":"+q.Words[term.Word].Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if !slices.Equal(l.Find(c.text), q.Terms) {
			t.Errorf("%q: Find %v, Parse %v", c.text, l.Find(c.text), q.Terms)
		}
	}
}

// TestWiden has a recognised term match in the other language and by its other names.
func TestWiden(t *testing.T) {
	l := search.NewLexicon(vocabulary)
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"캐시", "an in-memory cache", true},
		{"cache", "인메모리 캐시를 비웠다", true},
		{"connection pool exhaustion", "커넥션풀고갈", true},
		{"connection pool exhaustion", "exhaustion of the connection pool", true}, // as typed
		{"커넥션 풀 고갈", "connection pool exhaustion", true},
		{"헬스체크 실패", "헬스체크는 실패, health check failing", true},
		{"헬스체크 실패", "health check failed", false}, // the other word still constrains
		{"oom killed", "메모리 부족으로 죽었다", true},
		{"expired certificate", "TLS 인증서가 만료", false},
		{"expired certificate", "TLS 인증서 만료", true},
		{"lock contention", "락이 풀리지 않았다", true},
		{"database pool", "DB 풀이 찼다", true},
		{"캐시장애", "cache 때문에 난 장애", true},
		{"캐시장애", "cache 때문에 난 사고", false},
		{"캐시장애", "캐시장애", true},
	} {
		check(t, c.query, c.text, c.want, l)
	}
}

// TestNegatedNames has a name that is a negation recognised where the negation is in the text too, and what is left of
// it without the negation never, neither as a term nor among what the term is searched by.
func TestNegatedNames(t *testing.T) {
	l := search.NewLexicon([]search.Name{
		{Key: "rollout", Text: "no canary"}, {Key: "shedding", Text: "No circuit breaker"}, {Key: "rollback", Text: "rollback not possible"},
		{Key: "dns", Text: "could not resolve host"}, {Key: "write", Text: "can't write against a replica"},
		{Key: "unready", Text: "노드 준비 안 됨"}, {Key: "unready", Text: "NotReady"}, {Key: "unpinned", Text: "의도하지 않은 업그레이드"},
		{Key: "denied", Text: "인가 실패"}, {Key: "auth", Text: "인가 서비스"}, {Key: "auth", Text: "인증·인가"},
	})
	for text, want := range map[string]string{
		"canary": "", "the canary": "", "canary not working": "", "no. canary": "", "no redis, canary": "", "no redis canary": "",
		"no canary": "rollout", "No canaries": "rollout", "there was no such canary": "", "without canary": "",
		"circuit breaker": "", "no circuit breaker": "shedding", "redis: no circuit-breakers": "shedding",
		"rollback possible": "", "rollback not possible": "rollback", "rollback isn't possible": "rollback", "rollback is not possible": "rollback",
		"resolve host": "", "could resolve the host": "", "couldn't resolve host": "dns", "cannot resolve host": "dns",
		"write against replica": "", "cannot write against the replica": "write",
		"노드 준비": "", "노드 준비 안 됨": "unready", "노드 준비 안됨": "unready", "노드 준비가 안 돼요": "unready", "배포 안 됨, 노드 준비": "", "안 좋은 노드 준비": "",
		"ready": "", "not ready": "unready", "NotReady": "unready",
		"의도하지 업그레이드": "", "의도하지 않은 업그레이드": "unpinned",
		"실패": "", "서비스": "", "인증 실패": "", "인가 실패": "denied", "인가에 실패했다": "denied", "API 인가 실패": "denied",
		"인가": "", "인증·인가": "auth", "인가 서비스": "auth", "인증·인가 서비스": "auth", "장애인가 실패": "", "문제가 DNS인가 실패": "",
	} {
		var got []string
		for _, term := range l.Find(text) {
			got = append(got, term.Key)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"redis, no canary": true, "노드 준비 안 됨": true, "canary": false, "인가 실패": false, "no redis, 인가 실패": false, "": false,
	} {
		if got := slices.ContainsFunc(l.Find(text), func(term search.Term) bool { return term.Negated }); got != want {
			t.Errorf("%q negates: %v, want %v", text, got, want)
		}
	}
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"no canary", "there was no canary", true},
		{"not ready", "노드를 준비했다", false},
		{"인증·인가", "서비스가 느리다", false},
		{"인증·인가", "인가 서비스가 느리다", true},
		{"인가", "인가 서버", true},
		{"인가", "서버", false},
	} {
		check(t, c.query, c.text, c.want, l)
	}
}

// TestCamelCaseNames has names of three parts and more recognised however they are written.
func TestCamelCaseNames(t *testing.T) {
	l := search.NewLexicon([]search.Name{
		{Key: "bug", Text: "NullPointerException"}, {Key: "bug", Text: "crash in code"}, {Key: "oom", Text: "java.lang.OutOfMemoryError"},
		{Key: "loop", Text: "CrashLoopBackOff"}, {Key: "image", Text: "ErrImagePull"}, {Key: "image", Text: "이미지 풀 실패"},
		{Key: "missing", Text: "NoSuchKey"}, {Key: "unready", Text: "NodeNotReady"}, {Key: "pull", Text: "failed ErrImagePull"},
	})
	for text, want := range map[string]string{
		"NullPointerException": "bug", "java.lang.NullPointerException": "bug", "null pointer exception": "bug", "nullpointerexception": "bug",
		"NullPointerExceptions in checkout": "bug", "pointer exception": "", "NullPointer": "",
		"OutOfMemoryError": "oom", "java.lang.OutOfMemoryError: GC overhead": "oom",
		"CrashLoopBackOff": "loop", "crash loop back off": "loop", "Crash-Loop-BackOff": "loop",
		"Back-off: ErrImagePull": "image", "failed ErrImagePull": "pull",
		"NoSuchKey": "missing", "nosuchkey": "missing", "no such key": "missing", "such key": "", "SuchKey": "",
		"NodeNotReady": "unready", "nodenotready": "unready", "node is not ready": "unready", "NodeReady": "",
	} {
		var got []string
		for _, term := range l.Find(text) {
			got = append(got, term.Key)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	check(t, "NullPointerException", "crash in code", true, l)
	check(t, "ErrImagePull", "이미지 풀 실패", true, l)
	for _, p := range search.Parse("ErrImagePull", l).Words[0].Match.Phrases {
		if named := slices.Equal(p.Terms, []string{"errimagepul"}); named && p.Akin {
			t.Errorf("%q is but a synonym of itself", p.Terms)
		}
	}
}

// TestNamed has a word be a term only where all of it is.
func TestNamed(t *testing.T) {
	l := search.NewLexicon(vocabulary)
	for text, want := range map[string]bool{
		"캐시": true, "캐시를": true, "메모리 부족": true, "OOMKilled": true, "out of memory": true, "DB 풀": true, "DB풀": true,
		"캐시장애": false, "신규배포": false, "redis": false, "connection pool": false,
	} {
		q := search.Parse(text, l)
		if got := q.Named(0); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
