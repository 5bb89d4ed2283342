package views

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// sample makes view models in one language, with the facts of IL-0136.
type sample struct {
	p *i18n.Printer
	l i18n.Locale
}

func samples(t testing.TB) []sample {
	t.Helper()
	catalog, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	var out []sample
	for _, l := range i18n.Langs {
		out = append(out, sample{catalog[l], i18n.Locale{Lang: l, Prefixed: true}})
	}
	return out
}

func (s sample) s(en, ko string) string {
	if s.l.Lang == i18n.KO {
		return ko
	}
	return en
}

func (s sample) text(en, ko string) Text { return Text{Value: s.s(en, ko)} }

func (s sample) prose(en, ko string) Prose {
	return Prose{Paragraphs: strings.Split(s.s(en, ko), "\n")}
}

func (s sample) page(title, path string) Page {
	p := Page{
		P: s.p, Locale: s.l, Title: title, Description: title, Section: path,
		Canonical: "https://incidents.example" + s.l.Path(path),
	}
	for _, l := range i18n.Langs {
		href := i18n.Locale{Lang: l, Prefixed: true}.Path(path)
		p.Alternates = append(p.Alternates, Alternate{string(l), "https://incidents.example" + href})
		p.Switch = append(p.Switch, LangLink{Lang: string(l), Label: s.p.T("language." + string(l)), Href: href, Current: l == s.l.Lang})
	}
	p.Alternates = append(p.Alternates, Alternate{"x-default", "https://incidents.example" + path})
	return p
}

func (s sample) term(kind, slug, en, ko, definitionEN, definitionKO string) Term {
	t := Term{Kind: kind, Label: s.text(en, ko), Definition: s.text(definitionEN, definitionKO), Href: s.l.Path("/" + kind + "s/" + slug)}
	t.Count = 3 + len(slug)*7%29
	return t
}

func (s sample) cause() *Term {
	t := s.term("cause", "deploy-rollout", "Faulty deployment", "배포 오류",
		"A new or rolled-back version of code, a binary, an image or a content package broke the service once it was rolled out; where only values changed it is a configuration change.",
		"코드, 바이너리, 이미지, 콘텐츠 패키지의 새 버전을 내보내거나 되돌린 배포 자체가 서비스를 망가뜨린 경우로, 값만 바꿨다면 ‘설정 변경 오류’다.")
	return &t
}

func (s sample) symptoms() []Term {
	return []Term{
		s.term("symptom", "high-error-rate", "High error rate", "오류율 상승", "More requests than usual fail with server errors.", "서버 오류로 실패하는 요청이 평소보다 많아진 상태다."),
		s.term("symptom", "high-latency", "High latency", "지연 시간 증가", "Answers come, but later than usual.", "응답은 오지만 평소보다 늦게 오는 상태다."),
		s.term("symptom", "intermittent-connection-failures", "Intermittent connection failures", "간헐적 연결 실패", "Connections sometimes cannot be made or break off, while others succeed.", "연결이 때로 맺어지지 않거나 끊기고 때로는 성공하는 상태다."),
		s.term("symptom", "intermittent-timeouts", "Intermittent timeouts", "간헐적 타임아웃", "Some requests get no answer before the caller gives up.", "일부 요청이 호출자가 포기할 때까지 응답을 받지 못하는 상태다."),
		s.term("symptom", "readiness-probe-failures", "Probe failures", "프로브 실패", "Automatic checks of instances fail, so that they are restarted or taken out of service.", "인스턴스의 자동 검사가 실패해 인스턴스가 재시작되거나 트래픽에서 빠지는 상태다."),
		s.term("symptom", "outbound-connections-exhausted", "Outbound connection exhaustion", "아웃바운드 연결 고갈", "A host or gateway can open no more outgoing connections, for want of ports or tracking entries.", "포트나 연결 추적 항목이 바닥나 호스트나 게이트웨이가 밖으로 나가는 연결을 더 열지 못하는 상태다."),
	}
}

func (s sample) factors() []Term {
	return []Term{
		s.term("factor", "change-in-peak-hours", "Change in peak hours", "피크 시간대 변경", "A change was made while the service carried its highest load.", "서비스 부하가 가장 높은 시간대에 변경을 진행했다."),
		s.term("factor", "retry-storm", "Retry storm", "재시도 폭풍", "Callers repeated failed requests so often that the repeats added to the overload.", "호출자가 실패한 요청을 너무 자주 다시 보내 과부하를 키웠다."),
		s.term("factor", "automation-amplified", "Amplified by automation", "자동화로 인한 확대", "Automatic restarts, failovers or scaling made a failure larger that had another cause.", "다른 원인으로 시작된 장애를 자동 재시작, 자동 절체, 오토스케일링이 더 키웠다."),
		s.term("factor", "monitoring-blind-spot", "Monitoring blind spot", "모니터링 사각지대", "What failed was not measured, so that nothing showed it.", "고장 난 것을 재지 않아 어디에도 드러나지 않았다."),
		s.term("factor", "no-runbook", "No runbook", "런북 없음", "Responders had no written procedure for what they met, or a wrong one.", "대응자가 마주친 상황에 맞는 절차서가 없었거나 틀려 있었다."),
		s.term("factor", "probe-depends-on-dependency", "Probe depends on a dependency", "외부 의존성을 검사하는 프로브", "A health check failed healthy instances because it called something outside of them.", "헬스 체크가 인스턴스 밖의 것을 확인하느라 멀쩡한 인스턴스를 비정상으로 판정했다."),
	}
}

func (s sample) components() []Term {
	return []Term{
		s.term("component", "cache", "In-memory cache", "인메모리 캐시", "A fast copy of data held in memory, to spare the store behind it.", "뒤쪽 저장소의 부담을 덜려고 메모리에 두는 빠른 사본이다."),
		s.term("component", "database", "Application database", "애플리케이션 데이터베이스", "The store of record that an application queries and writes, with its replicas.", "애플리케이션이 조회하고 기록하는 원본 저장소와 그 복제본이다."),
	}
}

func (s sample) domains() []Term {
	return []Term{
		s.term("domain", "azure", "azure", "azure", "Microsoft Azure, as the provider that failed.", "Microsoft Azure가 장애를 일으킨 사례다."),
		s.term("domain", "ai-infra", "ai-infra", "ai-infra", "Serving, training and products of machine-learning models.", "머신러닝 모델의 서빙과 학습에 관한 사례다."),
	}
}

func (s sample) severity(en, ko string) *Term {
	return &Term{Kind: "severity", Label: s.text(en, ko), Definition: s.text("A main function failed for a stated part of the users for one hour or more.", "일부 사용자에게 주요 기능이 1시간 이상 실패한 경우다."), Href: s.l.Path("/cases") + "?severity=major"}
}

func (s sample) org() Link {
	return Link{Text{Value: "Microsoft Azure"}, s.l.Path("/orgs/microsoft-azure")}
}

func (s sample) span(d time.Duration, percent int) Span {
	return Span{Text: s.p.Duration(d), ISO: fmt.Sprintf("PT%dM", int(d.Minutes())), Percent: percent}
}

func (s sample) title() string {
	return s.s("A deployment at peak hours emptied caches, and health checks that needed the database restarted instances for almost six hours",
		"피크 시간대 배포가 캐시를 비웠고, 데이터베이스 연결에 기대는 헬스 체크가 인스턴스를 여섯 시간 가까이 재시작시켰다")
}

func (s sample) row() CaseRow {
	return CaseRow{
		ID: "IL-0136", Href: s.l.Path("/cases/IL-0136"), Date: s.p.Date("2026-09-29"), DateTime: "2026-09-29",
		Title: Marked{Parts: []MarkedPart{{Value: s.title()}}}, Org: s.org(),
		Cause: s.cause(), Severity: s.severity("Major", "중대"),
		Resolved: s.span(5*time.Hour+55*time.Minute, 55),
	}
}

func (s sample) causeText() Text {
	return s.text("a rollout that cleared caches, and two cache-read defects", "캐시를 비우는 배포와 캐시 조회 결함 두 개")
}

func (s sample) rows() []CaseRow {
	a := s.row()
	b := s.row()
	b.ID, b.Href, b.Date, b.DateTime = "IL-0248", s.l.Path("/cases/IL-0248"), s.p.Date("2026-05-29"), "2026-05-29"
	b.Title.Parts = []MarkedPart{{Value: s.s("Failures passed on as ", "용량 부족이 ")}, {Value: s.s("retryable", "재시도"), Mark: true}, {Value: s.s(" errors multiplied requests up to 48 times and brought inference routing down", "할 수 있는 오류로 전달되자 요청이 최대 48배로 불어나 추론 라우팅이 무너졌다")}}
	b.Passage.Parts = []MarkedPart{{Value: s.s("… several layers of the call path read this as ", "… 호출 경로의 여러 계층이 이를 ")}, {Value: s.s("retryable", "재시도"), Mark: true}, {Value: s.s(" and repeated the request at once, without backoff or jitter …", "할 수 있는 응답으로 보고, 충분한 백오프나 지터 없이 곧바로 …")}}
	b.Resolved = s.span(7*time.Hour+45*time.Minute, 58)
	b.Severity = s.severity("Critical", "치명적")
	c := s.row()
	c.ID, c.Href, c.Date, c.DateTime, c.ReportDate = "IL-1005", s.l.Path("/cases/IL-1005"), s.p.Date("2022-10"), "2022-10", true
	c.Title.Parts = []MarkedPart{{Value: s.s("A fire cut the power of a data centre", "데이터센터 화재로 전원이 끊긴 뒤 이중화되지 않은 배포 도구와 인증이 복구를 며칠로 늘렸다")}}
	c.Org = Link{s.text("Kakao", "카카오"), s.l.Path("/orgs/kakao")}
	c.Resolved, c.Severity = s.span(127*time.Hour+30*time.Minute, 84), nil
	d := s.row()
	d.ID, d.Href = "IL-1007", s.l.Path("/cases/IL-1007")
	d.Title = Marked{Parts: []MarkedPart{{Value: s.s("같은 언어로 쓰이지 않은 제목", "A title in the other language, with a long_token_that_has_no_break_anywhere_in_it_at_all.example.internal")}}, Lang: string(s.l.Lang.Other())}
	d.Org = Link{Text{Value: "KT"}, s.l.Path("/orgs/kt")}
	d.Cause, d.Resolved = nil, Span{}
	return []CaseRow{a, b, c, d}
}

func (s sample) event(clock, phase, en, ko string) TimelineEvent {
	at, err := time.Parse("2006-01-02 15:04", "2026-09-29 "+clock)
	if err != nil {
		panic(err)
	}
	e := TimelineEvent{At: at, DateTime: at.Format(time.RFC3339), Clock: clock, Phase: phase, Text: s.text(en, ko)}
	if phase != "other" {
		e.Label = s.p.T("phase." + phase)
	}
	return e
}

func (s sample) timeline() Timeline {
	t := Timeline{Zone: "UTC", Events: []TimelineEvent{
		s.event("09:38", "trigger", "A planned deployment of an internal service begins and clears its caches.", "내부 서비스의 계획된 배포가 시작되어 캐시를 비웠다."),
		s.event("10:00", "other", "The backend receives about 20 times its normal traffic.", "백엔드로 가는 트래픽이 평소의 약 20배가 됐다."),
		s.event("10:03", "impact", "Requests begin to fail intermittently.", "요청이 간헐적으로 실패하기 시작했다."),
		s.event("10:17", "detected", "Service monitoring raises an alert on failure rates.", "서비스 모니터링이 실패율 상승을 알렸다."),
		s.event("10:28", "other", "Engineers are engaged.", "엔지니어가 투입됐다."),
		s.event("11:21", "other", "Another team looks for recent deployments.", "다른 팀이 최근 배포를 살폈다."),
		s.event("11:30", "diagnosed", "Instances are found to time out when they connect to cache and database.", "인스턴스가 캐시와 데이터베이스에 연결할 때 타임아웃이 난다는 것을 확인했다."),
		s.event("13:55", "diagnosed", "The database layer is confirmed healthy.", "데이터베이스 계층이 정상임을 확인했다."),
		s.event("15:00", "other", "More compute and restarts do not help.", "컴퓨트 증설과 재시작으로 나아지지 않았다."),
		s.event("15:40", "mitigated", "Health checks no longer need a remote connection; the restart loop stops.", "헬스 체크가 원격 연결에 의존하지 않게 하자 재시작 루프가 멈췄다."),
		s.event("15:58", "resolved", "Customer impact ends.", "고객 영향이 해소됐다."),
		s.event("16:30", "diagnosed", "The extra traffic is traced to the deployment.", "트래픽 급증의 출처가 그 배포임을 찾았다."),
	}}
	t.Events[0].Day = s.p.Date("2026-09-29")
	t.Events[1].Approx = true
	return t
}

func (s sample) caseShow() CasesShow {
	brief := s.rows()
	for i := range brief {
		brief[i].Why = s.p.F("similar.shares", i18n.Args{"Terms": s.s("Retry storm, Monitoring blind spot", "재시도 폭풍, 모니터링 사각지대")})
	}
	v := CasesShow{
		Page: s.page(s.title(), "/cases/IL-0136"), ID: "IL-0136", Permalink: "https://incidents.example/cases/IL-0136",
		Date: s.p.Date("2026-09-29"), DateTime: "2026-09-29", Headline: Text{Value: s.title()}, Org: s.org(), Domains: s.domains(),
		Symptoms: s.symptoms(), Cause: s.cause(), CauseText: s.causeText(), Factors: s.factors(), Components: s.components(),
		Worked: []Step{{s.text("The backend's health check was reconfigured so that it no longer depended on a remote connection, which stopped the restart loop.", "백엔드 서비스의 자동 헬스 체크가 원격 연결에 의존하지 않도록 구성을 바꿔 재시작 루프를 멈췄다."), "15:40 UTC"}},
		Tried: []Step{
			{s.text("The number of instances was changed to reduce outbound connections.", "아웃바운드 연결 수를 줄이려고 인스턴스 규모를 조정했다."), ""},
			{s.text("Compute and resource limits were raised and instances restarted.", "컴퓨트 자원과 리소스 한도를 늘리고 인스턴스를 재시작했다."), "15:00 UTC"},
			{s.text("Recent deployments were searched for a match.", "이번 문제와 맞물리는 최근 배포가 있는지 살폈다."), "11:21 UTC"},
		},
		Detected: s.span(14*time.Minute, 25), Resolved: s.span(5*time.Hour+55*time.Minute, 55), Severity: s.severity("Major", "중대"),
		Scope:  s.text("Azure OpenAI Service, Foundry Agent Service, Foundry Models and Azure AI services: failed or slow requests, HTTP 500 and 503", "Azure OpenAI Service, Foundry Agent Service, Foundry Models, Azure AI services: 요청 실패와 지연, HTTP 500·503"),
		Region: Text{Value: "Sweden Central"}, Timeline: s.timeline(),
		Summary: s.prose("Azure OpenAI Service and related services look up each calling account's metadata in a regional backend, which reads from a caching layer and a database layer. Internal services that call this backend keep their own caches to reduce load on it.\nA planned deployment of one of those services cleared its caches at peak traffic. Two defects in how it read from its caches made most lookups bypass the cache and call the backend directly. By about 10:00 UTC the backend received roughly 20 times its normal traffic.\nThe surge started the incident, but its length came mainly from the backend's health checks, which depended on connecting to the database layer. Instances that could not open new outbound connections failed the check and were restarted by design, which shrank the pool of healthy instances further.",
			"Azure OpenAI Service와 관련 서비스는 요청이 들어오면 리전의 백엔드 서비스에서 계정의 메타데이터를 가져온다. 이 백엔드는 캐시 계층과 데이터베이스 계층을 읽는다. 백엔드를 부르는 내부 서비스들은 부하를 줄이려고 같은 정보를 자기 캐시에 따로 들고 있다.\n09시 38분 UTC에 이런 내부 서비스 하나의 계획된 배포가 시작됐다. 배포 과정에서 캐시가 비워졌고, 트래픽 정점 시간과 겹쳐 캐시 미스가 대량으로 났다. 캐시를 읽는 방식에 있던 결함 두 개가 이를 키워, 대부분의 조회가 캐시를 건너뛰고 백엔드를 직접 불렀다.\n트래픽 급증은 시작점이었고, 장애가 길어진 주된 이유는 헬스 체크였다. 자동 헬스 체크는 데이터베이스 계층에 연결이 되어야 통과했다. 새 아웃바운드 연결을 맺지 못한 인스턴스는 헬스 체크에 실패해 설계대로 자동 재시작됐다."),
		SymptomsText: s.prose("From 10:03 UTC, requests failed intermittently, took longer, or returned HTTP 500 and 503 errors.\nAt 11:30 UTC engineers found that instances were timing out when they tried to connect to the caching and database layers.",
			"10시 03분 UTC부터 요청이 간헐적으로 실패했다. 고객은 지연 증가, HTTP 500 오류, HTTP 503 오류를 겪었다.\n11시 30분에는 인스턴스가 캐시 계층과 데이터베이스 계층에 연결할 때 타임아웃이 난다는 것을 확인했다."),
		Trigger:   s.prose("At about 09:38 UTC a planned deployment cleared the caches of an internal service during peak hours.", "09시 38분 UTC에 내부 서비스 하나의 계획된 배포가 캐시를 비웠고, 리전의 트래픽 정점과 겹쳤다."),
		Detection: s.prose("Service monitoring detected elevated failure rates at 10:17 UTC, 14 minutes after the impact began.", "10시 17분 UTC 서비스 모니터링이 실패율 상승을 감지했다. 고객 영향이 시작되고 14분 뒤였다."),
		Lessons:   s.prose("A health check that depends on a remote dependency turns a dependency problem into a restart loop.\nClearing a cache during peak traffic can multiply load on the backend behind it.", "헬스 체크가 원격 의존성 연결에 기대면, 의존성 쪽 문제가 인스턴스를 계속 재시작시키는 루프로 번진다.\n캐시를 비우는 배포를 트래픽 정점에 내보내면 캐시 미스가 뒤쪽 서비스로 한꺼번에 몰린다."),
		ActionItems: []ActionItem{
			{s.text("Health checks no longer depend on the database layer.", "헬스 체크가 데이터베이스 계층 연결에 의존하지 않도록 바꿨다."), "done", s.p.T("item.done")},
			{s.text("Monitoring and alerts on load and latency of the caching layer.", "캐시 계층의 부하와 지연에 모니터링과 경보를 더했다."), "done", s.p.T("item.done")},
			{s.text("Throttling and rate limits for sudden traffic.", "트래픽이 갑자기 늘어도 버티도록 스로틀링과 속도 제한을 더한다."), "planned", s.p.F("item.due", i18n.Args{"Date": s.p.Date("2026-10")})},
			{s.text("Partition the caching layer for more throughput.", "캐시 계층을 파티션으로 나눠 처리량을 높인다."), "planned", s.p.F("item.due", i18n.Args{"Date": s.p.Date("2026-12")})},
			{s.text("Advice to customers on retries.", "재시도에 관한 고객 안내."), "unknown", s.p.T("item.unknown")},
		},
		Checks: s.checks(),
		Sources: []Source{
			{Href: "https://azure.status.microsoft/en-us/status/history/?trackingId=7QL5-Z50", Title: Text{Value: "Azure status history, 7QL5-Z50", Lang: s.s("", "en")}, Kind: s.p.T("source.official-status"), Facts: []Text{{Value: "Microsoft"}, s.text("English", "영어")}, Archived: "https://web.archive.org/web/2026/https://azure.status.microsoft/", Accessed: s.p.Date("2026-11-10")},
		},
		Docs:    []string{"https://aka.ms/air/7QL5-Z50", "https://azure.microsoft.com/blog/enterprise-trust-in-azure-openai-service-strengthened-with-data-zones/", "https://learn.microsoft.com/azure/architecture/patterns/retry"},
		Aliases: []string{"7QL5-Z50"}, Related: s.rows()[1:2], Similar: brief[1:],
		Neighbours: []Neighbours{{Heading: Text{Value: s.p.F("case.neighbours.org", i18n.Args{"Name": "Microsoft Azure"})}, Rows: s.rows()[1:3], All: Link{Text{Value: s.p.N("list.all", 12, nil)}, s.l.Path("/orgs/microsoft-azure")}}},
		Previous:   &Link{Text{Value: s.s("Failures passed on as retryable errors multiplied requests", "용량 부족이 재시도할 수 있는 오류로 전달되자 요청이 최대 48배로 불어났다")}, s.l.Path("/cases/IL-0248")},
		ReviewLine: s.p.T("review.machine_unreviewed"), Added: s.p.Date("2026-11-10"), Changed: s.p.Date("2026-11-12"),
	}
	v.Section = "/cases"
	return v
}

func (s sample) checks() []Check {
	probe := s.factors()[5]
	return []Check{
		{probe, s.text("Which paths do liveness probes call, and does any of them reach a database?", "라이브니스 프로브가 부르는 경로는 무엇이고, 그중 데이터베이스에 닿는 것이 있는가?"), `kubectl get deploy,sts,ds -A -o json | jq -r '.items[] | .metadata as $m | .spec.template.spec.containers[] | select(.livenessProbe) | "\($m.namespace)/\($m.name)\t\(.name)"'`},
		{probe, s.text("Which containers use the same check for liveness and readiness?", "라이브니스와 레디니스에 같은 검사를 쓰는 컨테이너가 있는가?"), ""},
		{s.components()[0], s.text("Is the cache close to its memory limit?", "캐시가 메모리 한도에 가까운가?"), "redis-cli -h HOST info memory"},
	}
}

func (s sample) columns(notes bool) []Column {
	column := func(kind, key string, terms []Term) Column {
		c := Column{Kind: kind, Heading: s.p.T("kind." + kind + ".many"), Href: s.l.Path("/" + key)}
		for i, t := range terms {
			e := ColumnEntry{Term: t}
			if notes && i == 1 {
				e.Lift, e.List, e.Share, e.Usual = "3.2", s.l.Path("/cases")+"?factor=retry-storm", 64, 20
			}
			c.Entries = append(c.Entries, e)
		}
		return c
	}
	return []Column{
		column("symptom", "symptoms", s.symptoms()),
		column("cause", "causes", []Term{*s.cause(), s.term("cause", "config-change", "Faulty configuration change", "설정 변경 오류", "", ""), s.term("cause", "schema-migration", "Schema or data migration", "스키마·데이터 마이그레이션 오류", "", ""), s.term("cause", "certificate-expiry", "Certificate or credential expiry", "인증서·자격 증명 만료", "", "")}),
		column("component", "components", s.components()),
		column("factor", "factors", s.factors()),
	}
}

func (s sample) home() Home {
	v := Home{Page: s.page(s.p.T("home.title"), "/"), Columns: s.columns(false), Recent: s.rows(), Counted: s.p.N("count.cases", 62, nil), AllCases: s.l.Path("/cases")}
	for _, key := range []string{"symptom", "log", "id"} {
		v.Examples = append(v.Examples, Link{Text{Value: s.p.T("home.example." + key)}, s.l.Path("/cases") + "?q=" + key})
	}
	return v
}

func (s sample) list(detailed bool) CasesList {
	v := CasesList{
		Page: s.page(s.p.T("nav.cases"), "/cases"), Heading: s.p.N("count.cases", 62, nil), Position: s.p.F("list.position", i18n.Args{"First": "21", "Last": "40"}),
		Insight: s.p.N("list.insight", 62, i18n.Args{"Components": s.p.List([]string{s.components()[0].Label.Value, s.components()[1].Label.Value})}),
		Chosen: []Chip{
			{Kind: "cause", Name: s.p.T("kind.cause.one"), Value: s.cause().Label, Remove: s.l.Path("/cases")},
			{Kind: "year", Name: s.p.T("filter.year"), Value: Text{Value: s.p.Date("2026")}, Remove: s.l.Path("/cases")},
		},
		ClearAll: s.l.Path("/cases"), Detailed: detailed, Also: s.symptoms()[4:6], Hidden: []Hidden{{"cause", "deploy-rollout"}}, Rows: s.rows(),
		Sorts:   []Choice{{s.p.T("sort.newest"), s.l.Path("/cases"), true}, {s.p.T("sort.oldest"), s.l.Path("/cases"), false}, {s.p.T("sort.updated"), s.l.Path("/cases"), false}},
		Layouts: []Choice{{s.p.T("view.compact"), s.l.Path("/cases"), !detailed}, {s.p.T("view.detailed"), s.l.Path("/cases"), detailed}},
		Pager:   Pager{Previous: s.l.Path("/cases"), Next: s.l.Path("/cases")},
	}
	v.SearchText = s.s("cache restart loop", "캐시 재시작 반복")
	for _, c := range s.columns(false) {
		f := Facet{Kind: c.Kind, Name: s.p.T("kind." + c.Kind + ".one"), Definition: s.p.T("kind." + c.Kind + ".definition"), Open: 3}
		for i, e := range c.Entries {
			f.Values = append(f.Values, FacetValue{Label: e.Term.Label, Count: e.Term.Count, Href: e.Term.Href, Chosen: c.Kind == "cause" && i == 0})
		}
		v.Facets = append(v.Facets, f)
	}
	v.Facets = append(v.Facets, Facet{Kind: "year", Name: s.p.T("filter.year"), Open: 8, Values: []FacetValue{{Label: Text{Value: s.p.Date("2026")}, Count: 12, Href: "/y"}, {Label: Text{Value: s.p.Date("2022")}, Count: 1}}})
	for n := 1; n <= 4; n++ {
		v.Pager.Pages = append(v.Pager.Pages, PagerPage{Number: fmt.Sprint(n), Label: s.p.F("list.page", i18n.Args{"Page": n}), Href: s.l.Path("/cases"), Current: n == 2, Gap: n == 3})
	}
	if detailed {
		show := s.caseShow()
		v.Rows[0].Detail = &CaseDetail{Symptoms: show.Symptoms, SymptomsText: show.SymptomsText, CauseText: show.CauseText, Components: show.Components, Factors: show.Factors, Trigger: show.Trigger, Detection: show.Detection, Remediation: show.Worked, ActionItems: show.ActionItems, Lessons: show.Lessons}
		v.Rows[1].Detail = &CaseDetail{Lessons: show.Lessons}
	}
	return v
}

func (s sample) nothing() CasesList {
	v := s.list(false)
	v.Heading, v.Position, v.Empty, v.Rows, v.Pager, v.Insight, v.Facets = s.p.N("count.cases", 0, nil), "", true, nil, Pager{}, "", nil
	v.Relaxed, v.Suggest, v.Also = true, []Link{{Text{Value: "캐시"}, "/c"}}, nil
	return v
}

func (s sample) index() TermsIndex {
	v := TermsIndex{Page: s.page(s.p.T("kind.symptom.many"), "/symptoms"), Kind: "symptom", Heading: s.p.T("kind.symptom.many"), Definition: s.p.T("kind.symptom.definition"), Counted: s.p.N("count.terms", 47, nil)}
	for i, g := range []Text{s.text("Errors and outages", "오류·중단"), s.text("Network", "네트워크"), s.text("Resources", "자원")} {
		v.Groups = append(v.Groups, TermGroup{ID: fmt.Sprintf("group-%d", i), Label: g, Terms: s.symptoms()})
	}
	return v
}

func (s sample) orgs() TermsIndex {
	v := TermsIndex{Page: s.page(s.p.T("kind.org.many"), "/orgs"), Kind: "org", Heading: s.p.T("kind.org.many"), Definition: s.p.T("kind.org.definition"), Counted: s.p.N("count.terms", 40, nil)}
	g := TermGroup{ID: "all"}
	for i := range 24 {
		g.Terms = append(g.Terms, Term{Kind: "org", Label: Text{Value: strings.Repeat("Org", 1+i%5)}, Href: "/o", Count: i})
	}
	v.Groups = append(v.Groups, g)
	return v
}

func (s sample) termShow() TermsShow {
	t := s.factors()[1]
	return TermsShow{
		Page: s.page(t.Label.Value, "/factors/retry-storm"), Kind: "factor", KindName: s.p.T("kind.factor.one"), KindHref: s.l.Path("/factors"), Term: t, Slug: "retry-storm",
		Aliases: []Alias{s.text("retry amplification", "재시도 증폭"), {Value: s.s("재시도 폭주", "retry amplification"), Lang: string(s.l.Lang.Other())}},
		Counted: s.p.N("count.cases", 14, nil), Occurs: s.columns(true), Years: s.calendar(14), Resolved: s.spread("resolved", 9), Stats: "/stats", Checks: s.checks()[:1], Rows: s.rows(), All: Link{Text{Value: s.p.N("list.all", 14, nil)}, s.l.Path("/cases")}, Siblings: s.factors()[2:5],
	}
}

func (s sample) about() About {
	return About{Page: s.page(s.p.T("about.title"), "/about"), Counted: s.p.F("about.counted", i18n.Args{"Cases": s.p.N("count.cases", 62, nil), "Orgs": s.p.N("count.orgs", 40, nil)}), Severities: []Term{*s.severity("Critical", "치명적"), *s.severity("Major", "중대")}}
}

func (s sample) failure() Error {
	v := Error{
		Page: s.page(s.p.T("error.400.heading"), ""), Status: 400, Heading: s.p.T("error.400.heading"), Message: s.p.T("error.400.message"),
		Problems: []Problem{
			{Sentence: s.p.F("problem.no_term", i18n.Args{"Kind": s.p.T("kind.cause.one"), "Value": "deploy-rolout"}), Suggest: []Link{{s.cause().Label, s.cause().Href}, {Text{Value: "config-change"}, "/c"}}},
			{Sentence: s.p.F("problem.form", i18n.Args{"Param": "from", "Value": "yesterday"}), Fix: s.p.T("problem.fix.from")},
		},
		Ways: []Link{{Text{Value: s.p.T("error.way.home")}, s.l.Path("/")}, {Text{Value: s.p.T("error.way.cases")}, s.l.Path("/cases")}},
	}
	v.NoIndex = true
	return v
}

// extreme is a case at its limits: a title of 240 characters, 30 terms, text of
// the other language, an address that does not break, no timeline.
func (s sample) extreme() CasesShow {
	v := s.caseShow()
	other := string(s.l.Lang.Other())
	v.Headline = Text{Value: strings.Repeat(s.s("재시작 루프에 빠진 헬스 체크 ", "restart loops of health checks "), 15)[:240], Lang: other}
	v.Headline.Value = strings.ToValidUTF8(v.Headline.Value, "")
	v.Notice, v.Withdrawn, v.Reason = s.p.T("case.notice.untranslated"), true, s.text("The source was retracted.", "출처가 철회됐다.")
	for range 4 {
		v.Symptoms = append(v.Symptoms, s.symptoms()...)
	}
	v.CauseText = Text{Value: strings.Repeat("unbroken", 20), Lang: other}
	v.Timeline = Timeline{}
	v.Detected, v.Severity, v.Scope, v.Users, v.Region = Span{}, nil, Text{}, Text{Value: "-"}, Text{}
	v.Summary.Lang, v.Sources[0].Title.Value = other, v.Sources[0].Href
	v.EarlierSame, v.LaterSame = &v.Related[0], v.Related
	return v
}

// bare is a case that has almost nothing.
func (s sample) bare() CasesShow {
	return CasesShow{
		Page: s.page("IL-1060", "/cases/IL-1060"), ID: "IL-1060", Permalink: "https://incidents.example/cases/IL-1060", Date: s.p.Date("2019"), DateTime: "2019", ReportDate: true,
		Headline: s.text("A short title", "짧은 제목"), Org: s.org(), Summary: s.prose("One paragraph.", "한 문단."),
	}
}

// crowded is a case with forty events over three days, many of them turning
// points and several at one minute.
func (s sample) crowded() CasesShow {
	v := s.caseShow()
	phases := []string{"trigger", "impact", "other", "detected", "diagnosed", "mitigated", "impact", "resolved"}
	v.Timeline = Timeline{Zone: "KST"}
	at := time.Date(2026, 9, 29, 22, 10, 0, 0, time.FixedZone("", 9*3600))
	day := ""
	for i := range 40 {
		e := s.event("10:00", phases[i%len(phases)], fmt.Sprintf("Event %d.", i), fmt.Sprintf("%d번째 사건.", i))
		e.At, e.Clock, e.DateTime = at, s.p.Clock(at), at.Format(time.RFC3339)
		if d := s.p.Day(at); d != day {
			day, e.Day = d, d
		}
		if i == 20 {
			e.DayOnly, e.Clock = true, ""
		}
		v.Timeline.Events = append(v.Timeline.Events, e)
		if i%3 != 0 {
			at = at.Add(time.Duration(i*i) * 4 * time.Minute)
		}
	}
	return v
}
