package testkit

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// Corpus invents a corpus of n cases for tests and benchmarks: the same one
// for the same n, linked as casefile.Load links it, about 13 KB of text a case
// in both languages together. No case of it happened.
//
// It has what makes lists hard: terms from common to rare (the k-th of a
// vocabulary is about k times rarer than the first), dates on the same day,
// dates that lack a day or a month, equal times of change, withdrawn and
// merged cases, recurrences, related cases, aliases, cases without a cause, a
// term that replaces another and terms that no case uses.
func Corpus(n int) *incident.Corpus {
	g := &generator{Rand: rand.New(rand.NewPCG(1, uint64(n))), vocab: syntheticVocabularies()}
	corpus := &incident.Corpus{Vocabularies: g.vocab, Hash: fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "synthetic %d", n)))}
	for i := range n {
		corpus.Cases = append(corpus.Cases, g.newCase(i))
	}
	g.link(corpus.Cases)
	return corpus
}

type generator struct {
	*rand.Rand
	vocab map[incident.Kind]*incident.Vocabulary
}

// SyntheticID is the id of the i-th synthetic case, from 0.
func SyntheticID(i int) string { return fmt.Sprintf("IL-%04d", 1001+i) }

func (g *generator) newCase(i int) incident.Case {
	org := g.vocab[incident.Org].Terms[g.rank(len(g.vocab[incident.Org].Terms))]
	day := time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, g.IntN(11*365))
	start := day.Add(time.Duration(g.IntN(18*60)) * time.Minute)
	c := incident.Case{
		ID: SyntheticID(i), Org: org.Name, OrgSlug: org.Slug,
		Date: incident.Date(day.Format(time.DateOnly)), DateKind: incident.DateOfIncident,
		Domains:    g.terms(incident.Domain, 1, 2),
		Symptoms:   g.terms(incident.Symptom, 1, 5),
		Components: g.terms(incident.Component, 1, 4),
		Factors:    g.terms(incident.Factor, 1, 6),
		RootCause:  g.terms(incident.Cause, 1, 1)[0],
		Severity:   incident.Severities[g.IntN(4)],
		Status:     incident.StatusPublished,
		CreatedAt:  time.Date(2026, 1, 1+g.IntN(60), 9, 0, 0, 0, time.UTC),
	}
	c.UpdatedAt = c.CreatedAt.AddDate(0, 0, g.IntN(30))
	switch g.IntN(20) {
	case 0:
		c.Date = c.Date[:4]
	case 1, 2:
		c.Date, c.DateKind = c.Date[:7], incident.DateOfReport
	}
	if g.IntN(15) == 0 {
		c.RootCause = ""
	}
	if g.IntN(4) == 0 {
		c.Aliases = []string{fmt.Sprintf("SYN-%05d", i*7%100000)}
	}
	g.course(&c, start)
	g.write(&c)
	return c
}

// link withdraws, merges, repeats and relates some of the cases.
func (g *generator) link(cases []incident.Case) {
	for i := range cases {
		if i == 0 {
			continue
		}
		c, earlier := &cases[i], &cases[g.IntN(i)]
		switch {
		case i%29 == 7:
			c.Status = incident.StatusWithdrawn
			c.Withdrawn = incident.Text{EN: "The source was retracted.", KO: "출처가 철회됐다."}
		case i%31 == 9 && earlier.Published():
			c.Status, c.MergedInto = incident.StatusWithdrawn, earlier.ID
			c.Withdrawn = incident.Text{EN: "The same incident as an earlier case.", KO: "앞선 사례와 같은 장애다."}
		case i%11 == 3:
			c.RecurrenceOf = earlier.ID
		case i%5 == 2:
			if !slices.Contains(c.Related, earlier.ID) {
				c.Related = append(c.Related, earlier.ID)
				earlier.Related = append(earlier.Related, c.ID)
			}
		}
	}
}

// rank picks from 0 to n-1, the lower the likelier.
func (g *generator) rank(n int) int {
	return min(n-1, int(g.ExpFloat64()*float64(n)/5))
}

// terms picks slugs that a case may use.
func (g *generator) terms(k incident.Kind, least, most int) []string {
	slugs := g.vocab[k].Slugs()
	slugs = slugs[:len(slugs)-1] // the last stays unused
	var out []string
	for range least + g.IntN(most-least+1) {
		if s := slugs[g.rank(len(slugs))]; !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

// write fills the prose. What a case says names its own terms.
func (g *generator) write(c *incident.Case) {
	label := func(k incident.Kind, slugs []string) incident.Text {
		if len(slugs) == 0 {
			return incident.Text{EN: "an unknown cause", KO: "알 수 없는 원인"}
		}
		t, _ := g.vocab[k].Term(slugs[g.IntN(len(slugs))])
		return t.Label
	}
	prose := func(paragraphs, length int) incident.Text {
		var en, ko []string
		for range paragraphs {
			var pen, pko []string
			for range length {
				component, symptom := label(incident.Component, c.Components), label(incident.Symptom, c.Symptoms)
				factor, cause := label(incident.Factor, c.Factors), label(incident.Cause, c.Terms(incident.Cause))
				s := sentences[g.IntN(len(sentences))]
				n := fmt.Sprint(2 + g.IntN(97))
				fill := func(s string, l incident.Lang) string {
					return strings.NewReplacer("{component}", component.In(l), "{symptom}", symptom.In(l), "{factor}", factor.In(l), "{cause}", cause.In(l), "{n}", n).Replace(s)
				}
				pen, pko = append(pen, fill(s.EN, incident.EN)), append(pko, fill(s.KO, incident.KO))
			}
			en, ko = append(en, strings.Join(pen, " ")), append(ko, strings.Join(pko, " "))
		}
		return incident.Text{EN: strings.Join(en, "\n\n"), KO: strings.Join(ko, "\n\n")}
	}
	c.Title = prose(1, 1)
	c.RootCauseText = incident.Text{EN: "a change nobody had tried", KO: "시험해 보지 않은 변경"}
	c.Summary = prose(4, 4)
	c.SymptomsText = prose(3, 4)
	c.Trigger, c.Detection, c.Lessons = prose(1, 2), prose(1, 2), prose(2, 3)
	c.Impact = incident.Impact{Scope: prose(1, 1), Region: incident.Text{EN: "Seoul", KO: "서울"}}
	for range 1 + g.IntN(3) {
		c.Remediation = append(c.Remediation, incident.Step{Text: prose(1, 1)})
	}
	if g.IntN(2) == 0 {
		c.Tried = append(c.Tried, incident.Step{Text: prose(1, 1)})
	}
	for range 3 + g.IntN(4) {
		c.ActionItems = append(c.ActionItems, incident.ActionItem{Text: prose(1, 1), Status: incident.ItemPlanned, Due: "2027-01"})
	}
	for i := range c.Timeline.Events {
		c.Timeline.Events[i].Text = prose(1, 1)
	}
	address := "https://status.example/" + strings.ToLower(c.ID)
	c.Sources = []incident.Source{{URL: address, Kind: "official-report", Title: c.Title.EN, Publisher: c.Org, Language: "en", License: "unknown", Accessed: "2026-11-29"}}
	c.Docs = []string{address + "/docs"}
	c.Review = incident.Review{WrittenBy: incident.Machine}
}

// course gives the case a timeline and what follows from it.
func (g *generator) course(c *incident.Case, start time.Time) {
	at := start
	for _, p := range []incident.Phase{incident.PhaseTrigger, incident.PhaseImpact, incident.PhaseDetected, incident.PhaseMitigated, incident.PhaseResolved} {
		c.Timeline.Events = append(c.Timeline.Events, incident.Event{
			At: incident.Moment{Time: at}, Approx: g.IntN(6) == 0, Phase: p,
		})
		at = at.Add(time.Duration(1+int(g.ExpFloat64()*60)) * time.Minute)
	}
	c.Timeline.DetectedAfter, c.Timeline.ResolvedAfter = c.Timeline.Derived()
}

// sentences are sentences in both languages; {component}, {symptom}, {factor},
// {cause} and {n} are filled with terms of the case and a number.
var sentences = []incident.Text{
	{EN: "A planned deployment of an internal service cleared the {component} at peak traffic, and {symptom} followed within {n} minutes.", KO: "내부 서비스의 계획된 배포가 트래픽 정점에 {component} 계층을 비웠고, {n}분 안에 {symptom} 현상이 나타났다."},
	{EN: "The {component} received roughly {n} times its normal load, latency rose and connections stayed open longer.", KO: "{component} 계층에 평소의 약 {n}배에 이르는 부하가 몰려 지연이 커지고 연결이 더 오래 열려 있었다."},
	{EN: "Engineers first suspected the network, because {symptom} was visible in {n} zones at once.", KO: "{symptom} 현상이 {n}개 영역에서 동시에 보여 엔지니어들은 처음에 네트워크를 의심했다."},
	{EN: "Health checks that depended on the {component} restarted instances in a loop, which shrank the pool further.", KO: "{component} 연결에 기대는 헬스 체크가 인스턴스를 반복해서 재시작시켜 남은 인스턴스가 더 줄었다."},
	{EN: "The root cause was {cause}: a configuration value of {n} had been copied from the test environment.", KO: "근본 원인은 {cause}였다. 시험 환경에서 쓰던 설정값 {n}이 그대로 복사돼 있었다."},
	{EN: "What made it worse was {factor}; client retries added requests while the {component} was recovering.", KO: "{factor} 탓에 상황이 나빠졌고, {component} 복구 중에도 클라이언트 재시도가 요청을 더 얹었다."},
	{EN: "The on-call engineer received {n} alerts in ten minutes, none of which named the {component}.", KO: "당직자는 10분 동안 경보 {n}건을 받았지만 {component} 이름이 적힌 경보는 하나도 없었다."},
	{EN: "Rolling back the change did not help, because the {component} had already written {n} corrupted records.", KO: "변경을 되돌려도 나아지지 않았다. {component} 쪽에 손상된 기록 {n}건이 이미 쓰여 있었기 때문이다."},
	{EN: "Customers saw HTTP 503 errors and {symptom} until traffic was moved to another region.", KO: "다른 리전으로 트래픽을 옮길 때까지 고객은 HTTP 503 오류와 {symptom} 현상을 겪었다."},
	{EN: "The log said \"dial tcp 10.0.0.{n}:5432: connect: connection refused\" on every instance.", KO: "모든 인스턴스의 로그에 \"dial tcp 10.0.0.{n}:5432: connect: connection refused\" 오류가 남았다."},
	{EN: "The team raised the limit from {n} to 400 and restarted the {component} one node at a time.", KO: "팀은 한도를 {n}에서 400으로 올리고 {component} 노드를 하나씩 재시작했다."},
	{EN: "No runbook described {symptom}, and finding the owner of the {component} took {n} minutes.", KO: "{symptom} 상황을 다룬 런북이 없어 {component} 담당자를 찾는 데 {n}분이 걸렸다."},
	{EN: "After {cause} was found, the remaining work was to drain the queue, which held {n} million messages.", KO: "{cause} 문제를 찾은 뒤에는 메시지 {n}백만 건이 쌓인 큐를 비우는 일이 남았다."},
	{EN: "The existing metrics did not show the exhaustion, and {factor} hid it from the dashboards for {n} minutes.", KO: "기존 지표로는 고갈이 드러나지 않았고, {factor} 때문에 대시보드에서도 {n}분 동안 보이지 않았다."},
	{EN: "A certificate used between the {component} and its clients expired, and only {n} percent of handshakes succeeded.", KO: "{component} 계층과 클라이언트 사이에 쓰던 인증서가 만료돼 핸드셰이크의 {n}퍼센트만 성공했다."},
	{EN: "Throttling will be added so that the {component} survives a sudden rise of {n} percent.", KO: "요청이 갑자기 {n}퍼센트 늘어도 {component} 계층이 버티도록 스로틀링을 더한다."},
	{EN: "The failover to the standby took {n} minutes, as the replica of the {component} lagged behind.", KO: "{component} 복제본이 뒤처져 있어 예비 장비로 넘어가는 데 {n}분이 걸렸다."},
	{EN: "A command meant for one host ran on {n}, since the tool did not ask for confirmation.", KO: "도구가 확인을 묻지 않아 호스트 한 대에 쓰려던 명령이 {n}대에서 실행됐다."},
}
