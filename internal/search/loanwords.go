package search

import (
	"strings"
	"sync"
)

// names lists, a line each, the ways in which one name is written in both scripts. Reports in Korean leave names of
// products in Latin letters; people who type Korean often do not.
const names = `
redis 레디스 레디쓰
memcached memcache 멤캐시드 멤캐시
elasticache 엘라스티캐시 엘라스틱캐시
elasticsearch 엘라스틱서치 엘라스틱써치
opensearch 오픈서치
kafka 카프카
rabbitmq 래빗엠큐 래빗
kinesis 키네시스
postgresql postgres 포스트그레스 포스트그레 포스트그레에스큐엘
mysql 마이에스큐엘
mariadb 마리아디비 마리아
mongodb mongo 몽고디비 몽고
dynamodb 다이나모디비 다이나모 다이너모디비
cockroachdb 코크로치디비 코크로치 카크로치디비
cassandra 카산드라
clickhouse 클릭하우스
spanner 스패너
vitess 비테스 바이테스
consul 콘술 컨술 콘설 컨설
vault 볼트
nomad 노마드
etcd 엣시디 이티시디
zookeeper 주키퍼
kubernetes k8s 쿠버네티스 쿠베르네티스 쿠버
docker 도커
containerd 컨테이너디
kubelet 큐블릿 쿠블릿
coredns 코어디엔에스
calico 칼리코
cilium 실리움 씰리움
istio 이스티오
envoy 엔보이
nginx 엔진엑스
haproxy 에이치에이프록시
helm 헬름
terraform 테라폼
ansible 앤서블 앤시블
argocd 아르고씨디 아르고
jenkins 젠킨스
prometheus 프로메테우스
grafana 그라파나
opentelemetry otel 오픈텔레메트리
fluentd 플루언트디
sidekiq 사이드킥
celery 셀러리
hibernate 하이버네이트
hikaricp hikari 히카리 히카리씨피
netty 네티
tomcat 톰캣
django 장고
systemd 시스템디
iptables 아이피테이블즈 아이피테이블
lambda 람다
fargate 파게이트
cloudfront 클라우드프론트 클라우드프런트
cloudwatch 클라우드워치
windows 윈도우 윈도우즈 윈도
linux 리눅스
android 안드로이드
firefox 파이어폭스
chrome 크롬
jira 지라
confluence 컨플루언스
copilot 코파일럿
claude 클로드
chatgpt 챗지피티
workers 워커스
falcon 팔콘
dns 디엔에스
cdn 씨디엔 시디엔
vpn 브이피엔
bgp 비지피
api 에이피아이
cpu 씨피유 시피유
gpu 지피유
tls 티엘에스
ssl 에스에스엘
ddos 디도스
null nil 널
`

// variants lists, a line each, the spellings of one loanword that stand in words of any kind, the standard one first
// (외래어 표기법).
const variants = `
데이터 데이타
메시지 메세지
캐시 캐쉬
컨테이너 콘테이너
커넥션 컨넥션 콘넥션
프록시 프락시
밸런서 벨런서 발란서
스케줄 스케쥴
스레드 쓰레드
스로틀 쓰로틀
애플리케이션 어플리케이션 애플리캐이션
네트워크 네트웍
디렉터리 디렉토리
프런트 프론트
콘텐츠 컨텐츠
컨트롤 콘트롤
컴포넌트 콤포넌트
트랜잭션 트랜젝션 트렌젝션
액세스 엑세스 억세스
아키텍처 아키텍쳐
플랫폼 플렛폼
서버 써버
서비스 써비스
사이트 싸이트
에지 엣지
슬로 슬로우
릴리스 릴리즈
라이선스 라이센스
타깃 타겟
`

var (
	sameNames    = sync.OnceValue(func() map[string][]string { return groups(names, fold) })
	sameSpelling = sync.OnceValue(func() map[string][]string { return groups(variants, func(s string) string { return s }) })
)

// groups gives each word of a list the words of its line.
func groups(list string, key func(string) string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		for _, word := range words {
			all[key(word)] = words
		}
	}
	return all
}

// otherwise gives the phrases of a name's other spellings.
func otherwise(name string) []Phrase {
	var all []Phrase
	for _, other := range sameNames()[fold(name)] {
		if fold(other) != fold(name) {
			all = append(all, indexed(other))
		}
	}
	return all
}

// longestSpelling is the length of the longest of variants, in bytes.
const longestSpelling = 6 * syllable

// respelt gives a Hangul word with each loanword in it in the standard spelling, and the words that it is with one in
// another.
func respelt(word string) (standard string, others []string) {
	for at := 0; at+2*syllable <= len(word); at += syllable {
		for n := min(longestSpelling, len(word)-at); n >= 2*syllable; n -= syllable {
			spellings := sameSpelling()[word[at:at+n]]
			if spellings == nil {
				continue
			}
			head, tail := word[:at], word[at+n:]
			word = head + spellings[0] + tail
			for _, other := range spellings[1:] {
				others = append(others, head+other+tail)
			}
			at += len(spellings[0]) - syllable
			break
		}
	}
	return word, others
}
