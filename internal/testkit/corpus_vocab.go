package testkit

import (
	"fmt"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// syntheticTerms lists the terms of the synthetic corpus, the commonest first:
// slug, English label, Korean label, then aliases, those with Hangul Korean.
var syntheticTerms = map[incident.Kind][][]string{
	incident.Cause: {
		{"deploy-rollout", "Faulty deployment", "배포 오류", "bad release", "잘못된 배포"},
		{"misconfiguration", "Misconfiguration", "잘못된 설정", "config error", "설정 오류"},
		{"capacity", "Capacity exhaustion", "용량 부족", "out of capacity"},
		{"software-bug", "Software defect", "소프트웨어 결함", "bug", "버그"},
		{"network-fault", "Network fault", "네트워크 장애"},
		{"expired-certificate", "Expired certificate", "인증서 만료", "TLS expiry"},
		{"operator-error", "Operator error", "작업 실수", "human error", "운영자 실수"},
		{"power-loss", "Power loss", "전원 상실", "정전"},
		{"data-corruption", "Data corruption", "데이터 손상"},
		{"dns-failure", "DNS failure", "DNS 장애", "name resolution"},
		{"third-party", "Third-party outage", "외부 업체 장애"},
		{"hardware-failure", "Hardware failure", "하드웨어 고장"},
		{"rare-cause", "Leap second", "윤초"},
	},
	incident.Component: {
		{"database", "Application database", "애플리케이션 데이터베이스", "DB", "디비"},
		{"cache", "In-memory cache", "인메모리 캐시", "redis", "캐시"},
		{"load-balancer", "Load balancer", "로드 밸런서", "LB"},
		{"message-queue", "Message queue", "메시지 큐", "kafka"},
		{"dns", "DNS", "네임 서버"},
		{"object-storage", "Object storage", "오브젝트 스토리지", "S3"},
		{"kubernetes", "Kubernetes cluster", "쿠버네티스 클러스터", "k8s"},
		{"cdn", "CDN", "콘텐츠 전송망"},
		{"auth-service", "Authentication service", "인증 서비스", "login", "로그인"},
		{"api-gateway", "API gateway", "API 게이트웨이"},
		{"configuration-store", "Configuration store", "설정 저장소", "etcd"},
		{"block-storage", "Block storage", "블록 스토리지"},
		{"router", "Router", "라우터", "BGP"},
		{"service-mesh", "Service mesh", "서비스 메시"},
		{"scheduler", "Job scheduler", "작업 스케줄러", "cron"},
		{"rare-component", "Battery room", "배터리실"},
	},
	incident.Symptom: {
		{"high-error-rate", "High error rate", "높은 오류율", "5xx", "오류 급증"},
		{"high-latency", "High latency", "높은 지연", "slow", "느림"},
		{"intermittent-timeouts", "Intermittent timeouts", "간헐적 타임아웃"},
		{"total-outage", "Total outage", "전면 장애", "down", "서비스 중단"},
		{"outbound-connections-exhausted", "Outbound connection exhaustion", "아웃바운드 연결 고갈", "연결 고갈"},
		{"readiness-probe-failures", "Probe failures", "프로브 실패", "health check failing", "헬스 체크 실패"},
		{"data-loss", "Data loss", "데이터 유실"},
		{"login-failures", "Login failures", "로그인 실패"},
		{"queue-backlog", "Queue backlog", "큐 적체", "consumer lag"},
		{"replication-lag", "Replication lag", "복제 지연"},
		{"memory-exhaustion", "Memory exhaustion", "메모리 고갈", "OOMKilled"},
		{"disk-full", "Disk full", "디스크 가득 참", "no space left on device"},
		{"packet-loss", "Packet loss", "패킷 손실"},
		{"crash-loop", "Crash loop", "크래시 루프", "CrashLoopBackOff"},
		{"stale-data", "Stale data", "오래된 데이터"},
		{"rare-symptom", "Clock skew", "시계 어긋남"},
	},
	incident.Factor: {
		{"retry-storm", "Retry storm", "재시도 폭주"},
		{"monitoring-blind-spot", "Monitoring blind spot", "모니터링 사각지대"},
		{"no-runbook", "No runbook", "런북 부재"},
		{"change-in-peak-hours", "Change in peak hours", "피크 시간대 변경"},
		{"probe-depends-on-dependency", "Probe depends on a dependency", "외부 의존성을 검사하는 프로브"},
		{"automation-amplified", "Automation amplified the fault", "자동화가 키운 장애"},
		{"single-point-of-failure", "Single point of failure", "단일 장애점"},
		{"no-canary", "No canary", "카나리 배포 부재"},
		{"untested-failover", "Untested failover", "시험하지 않은 장애 조치"},
		{"missing-limit", "Missing limit", "한도 부재"},
		{"slow-rollback", "Slow rollback", "느린 롤백"},
		{"alert-fatigue", "Alert fatigue", "경보 피로"},
		{"knowledge-silo", "Knowledge silo", "한 사람만 아는 지식"},
		{"circular-dependency", "Circular dependency", "순환 의존"},
		{"unclear-ownership", "Unclear ownership", "불분명한 담당"},
		{"rare-factor", "Public holiday", "공휴일"},
	},
	incident.Domain: {
		{"cloud", "Cloud", "클라우드"}, {"azure", "Azure", "애저"}, {"ai-infra", "AI infrastructure", "AI 인프라"},
		{"payments", "Payments", "결제"}, {"messaging", "Messaging", "메시징"}, {"public-sector", "Public sector", "공공"},
		{"games", "Games", "게임"}, {"telecom", "Telecom", "통신"}, {"rare-domain", "Space", "우주"},
	},
	incident.SeverityKind: {
		{"critical", "Critical", "치명적"}, {"major", "Major", "중대"}, {"minor", "Minor", "경미"}, {"unknown", "Unknown", "알 수 없음"},
	},
}

func syntheticVocabularies() map[incident.Kind]*incident.Vocabulary {
	out := map[incident.Kind]*incident.Vocabulary{}
	for kind, terms := range syntheticTerms {
		v := &incident.Vocabulary{Kind: kind, Groups: []incident.Group{
			{Slug: "common", Label: incident.Text{EN: "Common", KO: "흔한 것"}},
			{Slug: "rare", Label: incident.Text{EN: "Rare", KO: "드문 것"}},
		}}
		for i, t := range terms {
			term := incident.Term{
				Kind: kind, Slug: t[0], Group: v.Groups[2*i/len(terms)].Slug, Label: incident.Text{EN: t[1], KO: t[2]},
				Definition: incident.Text{EN: "What the name says.", KO: "이름이 말하는 것."},
			}
			for _, alias := range t[3:] {
				if strings.ContainsFunc(alias, func(r rune) bool { return r >= '가' && r <= '힣' }) {
					term.AliasesKO = append(term.AliasesKO, alias)
				} else {
					term.AliasesEN = append(term.AliasesEN, alias)
				}
			}
			if kind == incident.Factor {
				term.Checks = []incident.Check{{Question: incident.Text{EN: "Do you have it?", KO: "여기에도 있는가?"}, Command: "kubectl get pods"}}
			}
			v.Terms = append(v.Terms, term)
		}
		out[kind] = v
	}
	out[incident.Cause].Terms = append(out[incident.Cause].Terms, incident.Term{
		Kind: incident.Cause, Slug: "bad-deploy", Group: "common", Label: incident.Text{EN: "Bad deploy", KO: "나쁜 배포"},
		Definition: incident.Text{EN: "The old name.", KO: "예전 이름."}, ReplacedBy: "deploy-rollout",
	})
	orgs := &incident.Vocabulary{Kind: incident.Org, Groups: []incident.Group{{Slug: "examples", Label: incident.Text{EN: "Examples", KO: "보기"}}}}
	for i := range 60 {
		orgs.Terms = append(orgs.Terms, incident.Term{
			Kind: incident.Org, Slug: fmt.Sprintf("example-%02d", i), Name: fmt.Sprintf("Example %02d", i), Group: "examples",
			Label:     incident.Text{EN: fmt.Sprintf("Example %02d", i), KO: fmt.Sprintf("보기상사 %02d", i)},
			AliasesEN: []string{fmt.Sprintf("EX%02d Inc.", i)},
		})
	}
	out[incident.Org] = orgs
	return out
}
