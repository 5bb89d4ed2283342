package search

import (
	"slices"
	"strings"
	"sync"
)

// synonyms lists, a line each, words of operations of which one report uses one and the next another, in one language:
// every case is written in both. A hyphen stands for a space; Korean verbs are in the form of the dictionary. What is
// wider or narrower than its neighbours is left out, and so are words that mean something else as often.
const synonyms = `
alert alarm page
outage downtime
latency slowness delay
slow sluggish laggy
crash die died dead abort killed
kill terminate evict
hang freeze froze frozen stuck stall
restart reboot recycle bounce
recycled reused
rollback revert backout undo
deploy deployment rollout release ship
upgrade update
migrate migration
config configuration settings
toggle flag
server host machine instance box node
fleet cluster
laptop pc desktop workstation endpoint
customer client tenant subscriber
user visitor
vendor provider supplier
certificate cert
authentication login signin sign-in
credential password secret
permission privilege access
payment checkout billing
purchase order
database db
replica standby secondary follower slave
primary master leader
wipe delete remove erase drop
lose lost loss
overwrite clobber
corrupt corruption garbled
health-check probe liveness
autoscaling scaling
spike surge burst flood peak
overload overwhelm saturate
saturated exhausted full depleted
congestion congested saturated
reject refuse deny bounce
drop discard
retry reattempt
queue backlog
throttle ratelimit limit
memory ram
thread worker
lock deadlock
stale outdated old
empty blank void
wrong incorrect bad
duplicate double twice
missing absent
route path
link circuit
cable fiber fibre
power electricity
blackout power-outage
fire blaze burn
overheat overheating
datacenter data-center data-centre
region zone
unreachable unavailable inaccessible down
unresponsive hang
disconnect disconnected cut
offline down
resolve resolution lookup
nameserver resolver
domain zone
registrar registry
hostname name
catalog catalogue product
stock inventory
trade trading
exchange market
meeting call conference
chat message
picture image photo
monitoring observability telemetry metrics
dashboard console
script job
cleanup purge garbage
bug defect
leak growth
expired expiry expiration lapsed
backup snapshot
restore recover recovery
schema migration
query select statement
index table
header field
package library dependency
artifact archive tarball
plugin extension addon
kernel driver
antivirus sensor
phishing abuse
mistake mistaken accidentally inadvertently unintended error
manual hand
typo mistype
automation automatic automated
cell shard partition
capacity headroom
quota limit
resume recover

경보 알람 알림 경고
장애 사고 먹통 다운
중단 정지 멈춤 셧다운 다운
멈추다 멎다 정지 중단 얼어붙다 굳다 먹통
죽다 다운 크래시 종료 꺼지다 내려가다
지연 딜레이 레이턴시
느리다 지연
오류 에러
오작동 이상
재시작 재기동 재부팅 리스타트 리부팅
종료 킬
롤백 원복 복원 되돌리다 복구
배포 릴리스 롤아웃 출시
업그레이드 업데이트 갱신
설정 구성 컨피그
옵션 설정
마이그레이션 이전 이관
이설 이전 옮기다
서버 호스트 장비 인스턴스 노드
노트북 컴퓨터 단말
고객 손님 이용자 사용자 유저 회원
업체 사업자 공급자 벤더
인증서 서티
인증 로그인
비밀번호 암호
권한 퍼미션
결제 구매 주문
데이터베이스 디비 db
복제본 레플리카 스탠바이
복제 리플리케이션
삭제 지우다 제거
유실 손실 분실 소실 사라지다 잃다
손상 깨지다 망가지다
덮어쓰다 덮이다
헬스체크 상태-점검 상태-검사 프로브
검사 점검 체크
확장 증설 스케일링 늘리다
급증 폭증 폭주 몰리다 스파이크
과부하 포화
고갈 바닥나다 소진 부족 꽉
혼잡 막히다 정체
거부 거절 차단
차단 막다 끊다
끊기다 단절 두절 끊어지다
재시도 리트라이
대기열 큐
쌓이다 밀리다 적체
제한 한도 상한 쿼터
잠금 락
교착 데드락
메모리 램
공백 비우다
중복 두-번
누락 빠지다 빠뜨리다 없다
경로 라우트
회선 링크 케이블
전력 전원 전기
정전 단전
화재 불
과열 온도
데이터센터 전산실 전산센터 IDC
접속 연결 커넥션
조회 질의 쿼리 룩업
도메인 주소
재고 품절
상품 제품
매매 거래 체결
주식 증시 주가
호가 주문
회의 미팅 화상회의
통화 전화
메시지 문자 메신저
모니터링 관측 감시 관제
대시보드 콘솔
스크립트 작업 잡
정리 청소
결함 버그
잠재 잠복
만료 만기
해제 풀리다
백업 스냅샷
복구 복원 정상화 회복
스키마 테이블
구문 문법
패키지 라이브러리 의존성
확장-프로그램 애드온 부가-기능
보안 백신
실수 잘못 오타
수동 손
자동화 자동
권역 리전 지역
용량 여유
증가 늘어나다
감소 줄다 줄어들다
변경 바꾸다 수정
재분배 흘러들다
불일치 어긋나다 안-맞다
충돌 경합
게이트웨이 관문
장시간 오래
통째로 전체 전부 모두
`

// thesaurus gives for a word, in the form of thesaurusKeys, the phrases of its synonyms.
var thesaurus = sync.OnceValue(func() map[string][]Phrase {
	all := map[string][]Phrase{}
	for line := range strings.Lines(synonyms) {
		words := strings.Fields(line)
		for i, word := range words {
			keys := thesaurusKeys(word)
			for j, other := range words {
				if i != j {
					all[keys[0]] = append(all[keys[0]], asSynonym(other)...)
				}
			}
		}
	}
	return all
})

// Synonyms lists the words that have synonyms, a few of them twice.
func Synonyms() []string {
	return slices.DeleteFunc(strings.Fields(synonyms), func(word string) bool { return strings.Contains(word, "-") })
}

// thesaurusKeys are the forms under which a word may be in the thesaurus: an English word stemmed, a Korean one as a
// noun and as a verb.
func thesaurusKeys(word string) []string {
	if !korean(word) {
		return []string{normal(word)}
	}
	if v, ok := fromDictionary(word); ok {
		return []string{v.infinitive}
	}
	if v, ok := readVerb(word); ok && v.noun() == "" {
		return []string{v.infinitive, noun(word)}
	}
	return []string{noun(word)}
}

// asSynonym gives the phrases of a word of the list, but for forms that may as well be the end of a noun with its
// particle, as 막을 is in 마지막을.
func asSynonym(word string) []Phrase {
	v, ok := fromDictionary(word)
	if !ok {
		return []Phrase{indexed(strings.ReplaceAll(word, "-", " "))}
	}
	var all []Phrase
	for _, spelling := range v.spellings() {
		if single(spelling) == "" {
			all = append(all, whole(spelling, false)...)
		}
	}
	return all
}

// fromDictionary reads a verb in the form of the dictionary.
func fromDictionary(word string) (v verb, ok bool) {
	stem, ok := strings.CutSuffix(word, "다")
	if !ok || stem == "" {
		return verb{}, false
	}
	return fromStem(stem), true
}

// ParseAlike is Parse where a word also matches its synonyms, for a text of which no case has every word.
func ParseAlike(text string, l *Lexicon) Query {
	return parse(text, l, func(items []item) {
		for i := range items {
			it := &items[i]
			if len(it.units) != 1 || it.role != telling && it.role != verbal {
				continue
			}
			for _, key := range thesaurusKeys(it.units[0]) {
				for _, p := range thesaurus()[key] {
					if !slices.ContainsFunc(it.phrases, p.same) {
						p.Akin = true
						it.phrases = append(it.phrases, p)
					}
				}
			}
		}
	})
}
