package search

import (
	"net/netip"
	"strings"
)

// In a pasted log line the message tells, and what a machine put round it does not: no other incident has the
// same address, time or id.

// machine matches what only machines write: dates and times, UUIDs, long numbers, URLs, paths, file:line and
// host:port, e-mail.
var machine = pattern(`(?i)^(?:` + strings.Join([]string{
	`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[t_:].*)?`,
	`\d{1,2}[-/](?:[a-z]{3}|\d{1,2})[-/]\d{2,4}(?::.*)?`,
	`\d{1,2}:\d{2}(?::\d{2})?(?:[.:]\d+)?(?:z|[-+]\d{2}:?\d{2})?`,
	`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`,
	`\d{5,}`,
	`.*://.*`,
	`[^/\\]*[/\\].*[/\\].*`,
	`[\w./\\-]+\.\w+:\d+(?::\d+)?`,
	`[\w.+-]+@[\w-]+\.[\w.-]+`,
	`\d+/\d+`,
	`[iwef]\d{4}`, // klog: E0314
}, "|") + `)$`)

var (
	number    = pattern(`^v?\d+(?:[.,]\d+)*$`)
	measured  = pattern(`(?i)^\d+(?:[.,]\d+)*(?:[nuµμm]?s|secs?|m|mins?|hr?s?|d|x|k|[kmgt]?i?b|[mg]i|[kmgt]?bps|[rqt]ps)$`)
	product   = pattern(`^[A-Za-z]\w*/v?\d+(?:\.\d+)*$`)
	qualified = pattern(`^[a-z]\w*(?:\.\w+)*\.[A-Z]\w*[a-z]\w*$`)
	host      = pattern(`^[a-z0-9-]+(?:\.[a-z0-9-]+){2,}(?::\d+)?$`)
	frame     = pattern(`^\s*(?:at \S+\(|File "|\.\.\. \d+ more)`)
	level     = pattern(`^(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|CRITICAL)$`)
	pair      = pattern(`^(?:=[^\s"'=]|="\S*"|"\s*:|:(?:\s{2,}|\n)|\[\d+\]:)`)
	times     = pattern(`^x\d+$`) // (x14 over 31m)
	pairGap   = pattern(`^(?:=|"\s*:\s*)"?$`)
	acronym   = pattern(`^[A-Z]{2,6}$`)
)

// isNumber reports a number or version: 137, 30,000, 1.24, v2.
func isNumber(raw string) bool { return number.MatchString(raw) }

// isMeasure reports a number with its unit: 30s, 16GB.
func isMeasure(raw string) bool { return measured.MatchString(raw) }

// isProduct reports a product with its version as HTTP writes it (RFC 9110, 10.1.5): HTTP/1.1, nginx/1.25.
func isProduct(raw string) bool { return product.MatchString(raw) }

// isQualified reports a class behind its package: java.lang.OutOfMemoryError, whose last part tells.
func isQualified(raw string) bool { return qualified.MatchString(raw) }

// isHost reports a host name of three labels or more.
func isHost(raw string) bool { return host.MatchString(raw) }

func stackFrame(line string) bool {
	return frame.MatchString(line[:min(len(line), 200)])
}

// machineMade reports whether a piece is noise wherever it stands. Before is the byte in front of it.
func machineMade(raw string, before byte) bool {
	if machine.MatchString(raw) || before == '/' && strings.Contains(raw, "/") || before == '(' && times.MatchString(raw) {
		return true
	}
	if strings.Count(raw, ".") < 3 && strings.Count(raw, ":") < 2 {
		return false
	}
	if _, err := netip.ParseAddr(raw); err == nil {
		return true
	}
	_, err := netip.ParsePrefix(raw)
	return err == nil
}

// isID reports whether a part of a name is an id, as in payments-api-6d4cf56db6-x7k2p, rather than a word with a
// number such as log4j2 or sha256.
func isID(word string) bool {
	if strings.HasPrefix(word, "0x") || len(word) > porterMax {
		return true
	}
	digits, hex, turns := 0, true, 0
	for i := range len(word) {
		c := word[i] | 0x20
		d := digit(word[i])
		if d {
			digits++
		} else if c < 'a' || c > 'f' {
			hex = false
		}
		if i > 0 && d != digit(word[i-1]) {
			turns++
		}
	}
	return hex && len(word) >= 7 && digits >= 2 && digits < len(word) || len(word) >= 8 && digits >= 3 && turns >= 3
}

// isStop reports an English word that only holds a sentence together. US and IT are names.
func isStop(word string) bool {
	return word != "US" && word != "IT" && englishStops.has(fold(word))
}

var englishStops = wordSet(`a an the this that these those it its i we you he she they our your their my me us them there here
	of to in on at by for with from as into onto upon about during before after since until while within yet
	is are was were be been being am has have had having do does did doing will would can could should may might must shall
	and or not no nor but if then than so because also just only very too any all some each every both either
	when where which who whom whose what why how near
	dont doesnt didnt cant cannot couldnt wont wouldnt isnt arent wasnt werent hasnt havent hadnt shouldnt im ive
	please help s t re ve ll`)

// koreanAsking and englishAsking are words of questions that every report could answer to; the English ones count for
// such in questions alone.
var koreanAsking = wordSet(`원인 이유 까닭 문제 문제점 해결 해결법 해결책 방법 대처 대처법 대응법 조치 현상 상황 경우 경험 사례 질문 도움
	궁금 확인 방금 지금 아까 어제 오늘 자꾸 가끔 혹시 제발 도대체`)

var englishAsking = wordSet(`cause causes caused causing reason reasons problem problems issue issues wrong happen happens happened happening
	solve solved solving solution solutions fix fixes fixing troubleshoot troubleshooting debug debugging understand know possible
	possibly likely anyone someone anybody somebody everyone anything something see seen look looks like get gets getting go goes going
	went keep keeps kept make makes made much many lot suddenly tell told say says put push pushed send sends nothing everything everyone
	nearly almost perfectly totally completely although though even still again already once hey hi hello guys thanks idea today
	yesterday tonight morning night hour hours minute minutes later ago now fine good bad weird strange really whole entire`)

// isQuestion reports whether a text asks or complains: by its first word, by its last sign, or because somebody speaks of
// what is theirs.
func isQuestion(text string, first string) bool {
	if questionWords.has(fold(first)) || strings.HasSuffix(text, "?") {
		return true
	}
	for word := range strings.FieldsSeq(text[:min(len(text), 400)]) {
		if ourWords.has(fold(strings.Trim(word, ",.!"))) {
			return true
		}
	}
	return false
}

// ourWords are words that a machine does not use of itself.
var ourWords = wordSet(`our my we i'm we're i someone somebody anyone anybody`)

var questionWords = wordSet(`why what whats how who where when which is are was were does do did can could has have anyone any`)

// logWords are the furniture of log lines: they only rank in pasted text.
var logWords = wordSet(`error err errors warn warning info debug trace fatal severe critical notice level lvl msg message
	ts time timestamp caller logger log thread pid tid id traceid spanid requestid host hostname goroutine main stderr stdout
	name last state ago over getting caused get post put delete patch head options com org io net java javax python utc gmt jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun`)

// codeBefore and codeAfter are words that make the number beside them telling: exit code 137, 503 오류.
var (
	codeBefore = wordSet(`code status exit exitcode errno error err errorcode statuscode signal sig http https sqlstate rc
		returned returns response responded xid ora 코드 오류 에러 상태 응답`)
	codeAfter = wordSet(`error errors service bad internal gateway unauthorized forbidden found response responses 오류 에러 응답 코드`)
)

// tellingKeys are keys whose value is what went wrong, or where.
var tellingKeys = wordSet(`reason cause error err msg message exception detail details desc description state event type alert`)

// plainLabels are labels of host names that tell nothing.
var plainLabels = wordSet(`www com net org io co kr jp de uk us eu dev app cloud internal local localdomain localhost svc cluster
	http https tcp udp grpc jdbc redis amqp ws wss ftp file s3 api`)

// counters are the units that Korean writes against a number.
var counters = wordSet(`년 월 일 시 분 초 배 건 개 번 차 대 명 회 주 달 원 위 층 단계 시간 분간 초간 시간대 시경 일간 개월 주일 주간
	퍼센트 프로 만 천 억 여 가지 번째 차례`)
