package casefile

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestCheckCase has a subtest for each rule of checkCase.
func TestCheckCase(t *testing.T) {
	const full, short, withdrawn = "IL-1001.yaml", "IL-1002.yaml", "IL-1003.yaml"
	const url = "url: https://azure.status.microsoft/history/?trackingId=7QL5-Z50"
	expect(t, Error, []breakage{
		{"unknown cause", full, "root_cause: deploy-rollout", "root_cause: «deploy-rolout", "root_cause", `no cause is called "deploy-rolout"`, `did you mean "deploy-rollout"?`},
		{"unknown symptom", full, "[high-error-rate, high-latency]", "[«high-error-rates, high-latency]", "symptoms[0]", `no symptom is called "high-error-rates"`, `did you mean "high-error-rate"?`},
		{"unknown factor", full, "contributing: [retry-storm]", "contributing: [retry-storm, «full-moon]", "contributing[1]", `no contributing factor is called "full-moon"`, "take one of vocab/factors.yaml"},
		{"unknown domain", full, "domain: [azure, ai-infra]", "domain: [«azur, ai-infra]", "domain[0]", "no domain is called", `did you mean "azure"?`},
		{"term of another vocabulary", full, "symptoms: [high-error-rate, high-latency]", "symptoms: [high-error-rate, «database]", "symptoms[1]", `no symptom is called "database"`, "stands in vocab/components.yaml"},
		{"replaced term", full, "root_cause: deploy-rollout", "root_cause: «bad-release", "root_cause", `the cause "bad-release" has been replaced`, `write "deploy-rollout"`},
		{"unknown organisation", full, "org: Microsoft Azure", "org: «Microsoft Azur", "org", `no organisation is called "Microsoft Azur"`, `did you mean "Microsoft Azure"?`},
		{"alias of an organisation", full, "org: Microsoft Azure", "org: «애저", "org", "no organisation is called", `did you mean "Microsoft Azure"?`},
		{"organisation in another case", full, "org: Microsoft Azure", "org: «microsoft azure", "org", "no organisation is called", `did you mean "Microsoft Azure"?`},
		{"organisation far from all", full, "org: Microsoft Azure", "org: «NASA JPL", "org", "no organisation is called", "add it to vocab/orgs.yaml"},
		{"replaced organisation", withdrawn, "org: Kakao", "org: «Daum", "org", `"Daum" has been replaced`, `write "Kakao"`},
		{"id of another file", full, "id: IL-1001", "id: «IL-1004", "id", "the id is IL-1004, but the file is named IL-1001.yaml", "write IL-1001"},
		{"day that does not exist", full, `date: "2026-09-29"` + "\ndate_kind", `date: «"2026-02-30"` + "\ndate_kind", "date", `"2026-02-30" is not a date of the calendar`, "YYYY-MM-DD"},
		{"month that does not exist", full, `due: "2026-10"`, `due: «"2026-13"`, "action_items[0].due", "not a date of the calendar", "YYYY-MM-DD"},
		{"hour that does not exist", full, `at: "2026-09-29T15:58:00Z"`, `at: «"2026-09-29T25:58:00Z"`, "timeline.events[3].at", "not a time of the calendar", "an hour that exist"},
		{"time of review that does not exist", full, `reviewed_at: "2026-11-29T00:00:00Z"`, `reviewed_at: «"2026-11-31T00:00:00Z"`, "review.reviewed_at", "not a time of the calendar", "a day and an hour"},
		{"duration not in its shortest form", full, "resolved_after: 5h 55m", "resolved_after: «5h 99m", "timeline.resolved_after", "not a duration in its shortest form", "write 6h 39m"},
		{"incident after the last change", full, `date: "2026-09-29"` + "\ndate_kind", `date: «"2026-12"` + "\ndate_kind", "date", "later than updated_at (2026-11-29)", "correct one"},
		{"updated before created", short, `updated_at: "2026-11-28T00:00:00Z"`, `updated_at: «"2026-11-27T00:00:00Z"`, "updated_at", "updated before it was created", "correct one"},
		{"reviewed by nobody", full, `review: {written_by: machine, reviewed_at: "2026-11-29T00:00:00Z", reviewed_by: a reader}`, `review: «{written_by: machine, reviewed_at: "2026-11-29T00:00:00Z"}`, "review.reviewed_by", "a review needs a reviewer", "reviewed_at to null"},
		{"reviewed at no time", full, `reviewed_at: "2026-11-29T00:00:00Z"`, "reviewed_at: «null", "review.reviewed_at", "a review needs a time", "reviewed_by to null"},
		{"detection that the events contradict", full, "detected_after: 14m", "detected_after: «15m", "timeline.detected_after", "it says 15m, but from the first impact to the first detection the events count 14m", "leave it out"},
		{"recovery that the events contradict", full, "resolved_after: 5h 55m", "resolved_after: «6h", "timeline.resolved_after", "it says 6h, but from the first impact to the last resolution the events count 5h 55m", "leave it out"},
		{"events not in order", full, `at: "2026-09-29T19:17:00+09:00"`, `at: «"2026-09-29T19:00:00+09:00"`, "timeline.events[2].at", "stands after a later one", "in time order"},
		{"time after a later day", full, "- at: \"2026-09-29\"\n      phase: trigger\n      text: {en: The deployment began, ko: 배포가 시작됐다}\n    - at: ",
			"- at: \"2026-09-30\"\n      phase: trigger\n      text: {en: The deployment began, ko: 배포가 시작됐다}\n    - at: «", "timeline.events[1].at", "stands after a later one", "in time order"},
		{"withdrawn without reason", withdrawn, "reason: {en: Written twice, ko: 두 번 썼다}\n", "", "reason", "a withdrawn case must say why", "add reason"},
		{"merged but published", withdrawn, "status: withdrawn\nreason: {en: Written twice, ko: 두 번 썼다}\nmerged_into: IL-1002", "merged_into: «IL-1002", "merged_into", "only a withdrawn case can be merged", "set status to withdrawn"},
		{"reason but published", short, "review: {written_by: human}", "review: {written_by: human}\nreason: «{en: Twice, ko: 두 번}", "reason", "a published case has no reason", "set status to withdrawn"},
		{"source twice", full, "docs: [", "  - url: «https://azure.status.microsoft/history/?trackingId=7QL5-Z50\n    kind: press\ndocs: [", "sources[1].url", "this address is a source already", "remove one"},
		{"password in an address", full, url, "url: «https://me:secret@example.com/", "sources[0].url", "it holds a user name or a password", "public http or https"},
		{"no host", full, url, "url: «https:///path", "sources[0].url", "it names no host", "public"},
		{"loopback name", full, "docs: [https://learn.microsoft.com/azure/retry]", "docs: [«http://localhost:8080/]", "docs[0]", "localhost is not a host of the public internet", "public"},
		{"loopback address", full, url, "url: «http://127.0.0.1/", "sources[0].url", "127.0.0.1 is not a host", "public"},
		{"unsafe copy", full, "archived: null", "archived: «http://192.168.0.1/x", "sources[0].archived", "192.168.0.1 is not a host", "public"},
		{"broken address", full, url, "url: «https://example.com/%zz", "sources[0].url", "it cannot be read", "public"},
	})
}

func TestUnsafe(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/":               "",
		"http://example.com:8080/a?b=c#d":    "",
		"https://ko.wikipedia.org/wiki/장애":   "",
		"https://xn--9t4b11yi5a.com/":        "",
		"https://8.8.8.8/":                   "",
		"https://[2001:4860:4860::8888]/":    "",
		"https://EXAMPLE.COM./":              "",
		"https://a_b.example.co.kr/~x/(y)|z": "",
		"javascript:alert(1)":                "neither",
		"//example.com/":                     "neither",
		"data:text/html,x":                   "neither",
		"https://user@example.com/":          "user name",
		"https://exa mple.com/":              "character",
		"https://example.com\\@evil.com/":    "character",
		"https://example.com/\"><script>":    "character",
		"https://example.com/\u00a0":         "character",
		"https://example.com:port/":          "cannot be read",
		"https://intranet/":                  "public internet",
		"https://localhost./":                "public internet",
		"https://x.localhost/":               "public internet",
		"https://printer.local/":             "public internet",
		"https://wiki.corp/":                 "public internet",
		"https://router.home.arpa/":          "public internet",
		"https://10.1.2.3/":                  "public internet",
		"https://172.16.0.1/":                "public internet",
		"https://100.64.0.1/":                "public internet",
		"https://169.254.169.254/latest/":    "public internet",
		"https://0.0.0.0/":                   "public internet",
		"https://127.1/":                     "public internet",
		"https://2130706433/":                "public internet",
		"https://0x7f.0.0.0x1/":              "public internet",
		"https://[::1]/":                     "public internet",
		"https://[::ffff:127.0.0.1]/":        "public internet",
		"https://[fd00::1]/":                 "public internet",
		"https://[fe80::1%25eth0]/":          "public internet",
		"https://예시.한국/":                     "public internet",
	} {
		if got := unsafe(address); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("unsafe(%q) = %q, want %q", address, got, want)
		}
	}
}

// TestTitles: a title is as long as it is wide, and only one that is too wide is
// warned of.
func TestTitles(t *testing.T) {
	wide := strings.Repeat("가 ", 40) // 120 columns in 80 characters
	expect(t, Warning, []breakage{
		{"English", "IL-1002.yaml", "title: {en: A fire, ko: 화재}", "title: {en: «" + strings.Repeat("a ", 60) + "b, ko: 화재}", "title.en", "the title is 121 columns wide", "shorten it to 120"},
		{"Korean", "IL-1002.yaml", "title: {en: A fire, ko: 화재}", "title: {en: A fire, ko: «" + wide + "나}", "title.ko", "the title is 122 columns wide", "a Hangul syllable takes two"},
	})
	for text, want := range map[string]int{"": 0, "DNS 장애": 8, norm.NFD.String("장애 é"): 6, "「」": 4, "…·": 2} {
		if got := columns(text); got != want {
			t.Errorf("columns(%q) = %d, want %d", text, got, want)
		}
	}
	fsys := fixture()
	edit(t, fsys, "cases/IL-1002.yaml", "ko: 화재}", "ko: "+strings.Repeat("가 ", 39)+"가나다}")
	if _, issues := Load(fsys); len(issues) == 0 {
		t.Error("121 columns pass")
	}
}

// TestCommentsInText: what YAML takes for a comment behind a text was as often
// meant to be of it ("the author of #13654").
func TestCommentsInText(t *testing.T) {
	expect(t, Warning, []breakage{
		{"a number sign", "IL-1001.yaml", "title: {en: A deployment cleared caches, ko: 배포가 캐시를 비웠다}", "title:\n  en: «A deployment cleared caches of #13654\n  ko: 배포가 캐시를 비웠다", "title.en", "what follows # is a comment", "in quotes"},
	})
	fsys := fixture()
	edit(t, fsys, "cases/IL-1001.yaml", "title: {en: A deployment cleared caches, ko: 배포가 캐시를 비웠다}", "# one of its own\ntitle:\n  en: 'A deployment cleared caches of #13654' # quoted\n  ko: 배포가 캐시를#비웠다")
	if _, issues := Load(fsys); len(issues) > 0 {
		t.Error(issues)
	}
}

// TestTimelinesThatStand: a time that is not exact contradicts nothing.
func TestTimelinesThatStand(t *testing.T) {
	for name, change := range map[string][2]string{
		"the impact is known to the day": {`at: "2026-09-29T10:03:00Z"`, `at: "2026-09-29"`},
		"the impact is approximate":      {"at: \"2026-09-29T10:03:00Z\"\n", "at: \"2026-09-29T10:00:00Z\"\n      approx: true\n"},
		"there is no impact":             {"phase: impact", "phase: other"},
		"a day after a time":             {`at: "2026-09-29T15:58:00Z"`, `at: "2026-09-30"`},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fixture()
			edit(t, fsys, "cases/IL-1001.yaml", change[0], change[1])
			corpus, issues := Load(fsys)
			if len(issues) > 0 {
				t.Fatal("\n" + lines(issues))
			}
			if got := corpus.Cases[0].Timeline.DetectedAfter.String(); got != "14m" {
				t.Errorf("detected after %s, want what the file says, 14m", got)
			}
		})
	}
}

// TestCheckCorpus has a subtest for each rule of check_corpus.go.
func TestCheckCorpus(t *testing.T) {
	const full, short, withdrawn = "IL-1001.yaml", "IL-1002.yaml", "IL-1003.yaml"
	expect(t, Error, []breakage{
		{"alias of two lines", full, "aliases: [", "aliases: [«\"INC 1\\nINC 2\", ", "aliases[0]", "is not a line of text", "write it on one line"},
		{"alias with space", full, "aliases: [", "aliases: [«\"INC 1\\u3000\", ", "aliases[0]", "is not a line of text", "write it on one line"},
		{"dangling related", full, "related: [IL-1002]", "related: [IL-1002, «IL-9999]", "related[1]", "no case has the id IL-9999", "correct the id"},
		{"dangling recurrence", short, "recurrence_of: IL-1001", "recurrence_of: «IL-9999", "recurrence_of", "no case has the id IL-9999", "correct the id"},
		{"dangling merge", withdrawn, "merged_into: IL-1002", "merged_into: «IL-9999", "merged_into", "no case has the id IL-9999", "correct the id"},
		{"related to itself", full, "related: [IL-1002]", "related: [«IL-1001]", "related[0]", "the case names itself", "remove it"},
		{"recurrence of itself", short, "recurrence_of: IL-1001", "recurrence_of: «IL-1002", "recurrence_of", "in a circle: IL-1002 -> IL-1002", "remove one"},
		{"circle of recurrences", full, "recurrence_of: null", "recurrence_of: «IL-1002", "recurrence_of", "in a circle: IL-1001 -> IL-1002 -> IL-1001", "remove one"},
		{"merged into itself", withdrawn, "merged_into: IL-1002", "merged_into: «IL-1003", "merged_into", "in a circle: IL-1003 -> IL-1003", "remove one"},
		{"alias of two cases", short, "aliases: [KKO-7]", "aliases: [«7ql5-z50]", "aliases[0]", `"7ql5-z50" is an alias of IL-1001 already`, "leave it with"},
		{"alias twice in a case", short, "aliases: [KKO-7]", "aliases: [KKO-7, «kko-7]", "aliases[1]", `is an alias of IL-1002 already`, "leave it with"},
		{"alias that is an id", short, "aliases: [KKO-7]", "aliases: [«il1001]", "aliases[0]", `"il1001" reads as the id IL-1001`, "remove it"},
	})
}

// TestReferencesThatMislead has a subtest for each warning of check_corpus.go.
func TestReferencesThatMislead(t *testing.T) {
	const full, short, withdrawn = "IL-1001.yaml", "IL-1002.yaml", "IL-1003.yaml"
	expect(t, Warning, []breakage{
		{"related to a withdrawn case", full, "related: [IL-1002]", "related: [«IL-1003]", "related[0]", "the case IL-1003 is withdrawn", "write IL-1002, which took its place"},
		{"related to the withdrawn case that it replaced", short, "recurrence_of: IL-1001", "related: [«IL-1003]", "related[0]", "the case IL-1003 is withdrawn", "remove it"},
		{"recurrence of a withdrawn case", full, "recurrence_of: null", "recurrence_of: «IL-1003", "recurrence_of", "the case IL-1003 is withdrawn", "write IL-1002"},
		{"change in the future", full, `updated_at: "2026-11-29T00:00:35.523105Z"`, `updated_at: «"2126-11-29T00:00:35Z"`, "updated_at", "the time lies in the future", "when the case was last changed"},
	})
	t.Run("recurrence of a later case", func(t *testing.T) {
		fsys := fixture()
		edit(t, fsys, "cases/"+short, `date: "2026"`, `date: "2026-08"`)
		_, issues := Load(fsys)
		if got, want := lines(issues), "cases/IL-1002.yaml:12:16: warning: recurrence_of: IL-1001 is later (2026-09-29) than this case (2026-08); name the earlier of the two in the later, or correct the dates\n"; got != want {
			t.Errorf("issues\n%s\nwant\n%s", got, want)
		}
	})
	t.Run("merged into a withdrawn case", func(t *testing.T) {
		fsys := fixture()
		edit(t, fsys, "cases/"+short, "recurrence_of: IL-1001", "recurrence_of: null\nstatus: withdrawn\nreason: {en: Twice, ko: 두 번}\nmerged_into: IL-1001")
		edit(t, fsys, "cases/"+full, "related: [IL-1002]", "related: []")
		_, issues := Load(fsys)
		if got, want := lines(issues), "cases/IL-1003.yaml:20:14: warning: merged_into: the case IL-1002 is withdrawn; write IL-1001, which took its place\n"; got != want {
			t.Errorf("issues\n%s\nwant\n%s", got, want)
		}
	})
}

// TestReferencesThatStand: what the dates leave open is no mistake, and a clock
// that is behind most cases is itself wrong.
func TestReferencesThatStand(t *testing.T) {
	for name, change := range map[string][3]string{
		"recurrence in the same month":     {"IL-1002.yaml", `date: "2026"`, `date: "2026-09"`},
		"the first is dated by its report": {"IL-1001.yaml", "date_kind: incident", "date_kind: report"},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fixture()
			edit(t, fsys, "cases/"+change[0], change[1], change[2])
			if name == "the first is dated by its report" {
				edit(t, fsys, "cases/IL-1002.yaml", `date: "2026"`, `date: "2022"`)
			}
			if _, issues := Load(fsys); len(issues) > 0 {
				t.Error("\n" + lines(issues))
			}
		})
	}
	t.Run("a clock that is behind", func(t *testing.T) {
		files, _ := readFiles(fixture())
		vocabularies, _ := readVocabularies(files.vocab)
		records, _ := readCases(files.cases, vocabularies)
		checkFuture(records, records[0].CreatedAt.AddDate(-1, 0, 0))
		for _, r := range records {
			if len(r.doc.issues) > 0 {
				t.Error("\n" + lines(r.doc.issues))
			}
		}
	})
}

func TestCircleOfMerges(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1002.yaml", "review: {written_by: human}", "review: {written_by: human}\nstatus: withdrawn\nreason: {en: Twice, ko: 두 번}\nmerged_into: IL-1003")
	edit(t, fsys, "cases/IL-1001.yaml", "related: [IL-1002]", "related: []")
	_, issues := Load(fsys)
	if len(issues) != 1 || issues[0].File != "cases/IL-1002.yaml" || !strings.Contains(issues[0].Message, "IL-1002 -> IL-1003 -> IL-1002") {
		t.Errorf("issues\n%s\nwant one, at the lowest id of the circle", lines(issues))
	}
}

// TestNumberAsAlias: an alias may look like an id that no case has.
func TestNumberAsAlias(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1002.yaml", "aliases: [KKO-7]", `aliases: ["20013"]`)
	if _, issues := Load(fsys); len(issues) > 0 {
		t.Error("\n" + lines(issues))
	}
}

// TestCheckVocabulary has a subtest for each rule of check_vocab.go.
func TestCheckVocabulary(t *testing.T) {
	const causes, factors, domains, orgs, severities = "vocab/causes.yaml", "vocab/factors.yaml", "vocab/domains.yaml", "vocab/orgs.yaml", "vocab/severities.yaml"
	expect(t, Error, []breakage{
		{"wrong kind", factors, "kind: factor", "kind: «cause", "kind", `this file is for the kind "factor"`, "write kind: factor"},
		{"unknown kind", factors, "kind: factor", "kind: «factors", "kind", `"factors" is not one of the values`, `did you mean "factor"?`},
		{"slug of wrong form", factors, "slug: no-runbook", "slug: «no_runbook", "terms[1].slug", `"no_runbook" has the wrong form`, "lower-case ASCII words"},
		{"slug twice", domains, "  - slug: ai-infra\n", "  - slug: «azure\n    label: {en: A, ko: 가}\n    definition: {en: B, ko: 나}\n  - slug: ai-infra\n", "terms[1].slug", `a term "azure" stands above already`, "another slug"},
		{"unknown group", causes, "group: change\n    label: {en: Faulty", "group: «chang\n    label: {en: Faulty", "terms[0].group", `no group is called "chang"`, `did you mean "change"?`},
		{"no group", causes, "  - slug: deploy-rollout\n    group: change\n", "  - «slug: deploy-rollout\n", "terms[0].group", "the term stands in no group", "name one of change"},
		{"group twice", causes, "    label: {en: Change, ko: 변경}\n", "    label: {en: Change, ko: 변경}\n  - slug: «change\n    label: {en: Change, ko: 변경}\n", "groups[1].slug", `a group "change" stands above already`, "another slug"},
		{"no label", factors, "  - slug: no-runbook\n    label: {en: Label of no-runbook, ko: no-runbook 이름}\n", "  - «slug: no-runbook\n", "terms[1].label", "this key is missing", "add it: what pages call it"},
		{"no definition", causes, "  - slug: bad-release\n    group: change\n    label: {en: Bad release, ko: 릴리스 문제}\n    definition: {en: An older name., ko: 예전 이름이다.}\n",
			"  - «slug: bad-release\n    group: change\n    label: {en: Bad release, ko: 릴리스 문제}\n", "terms[1].definition", "the term has no definition", "add definition"},
		{"dangling replacement", causes, "replaced_by: deploy-rollout", "replaced_by: «deploy-rolout", "terms[1].replaced_by", `no term is called "deploy-rolout"`, `did you mean "deploy-rollout"?`},
		{"replaced by itself", causes, "replaced_by: deploy-rollout", "replaced_by: «bad-release", "terms[1].replaced_by", "leads in a circle", "not replaced"},
		{"alias of two terms", causes, "    replaced_by: deploy-rollout", "    aliases: {ko: [«Bad Deploy]}\n    replaced_by: deploy-rollout", "terms[1].aliases.ko[0]", `"Bad Deploy" is an alias of "deploy-rollout" already`, "leave it with"},
		{"alias twice in a list", causes, "en: [bad deploy]", "en: [bad deploy, «bad deploy]", "terms[0].aliases.en[1]", "stands in the list twice", "remove one"},
		{"checks of an organisation", orgs, "    label: {en: Kakao, ko: 카카오}\n", "    label: {en: Kakao, ko: 카카오}\n    checks:\n      «- question: {en: Why?, ko: 왜?}\n", "terms[1].checks", "only causes, components and factors have checks", "remove them"},
		{"definition of an organisation", orgs, "    label: {en: Kakao, ko: 카카오}\n", "    label: {en: Kakao, ko: 카카오}\n    definition: «{en: A firm., ko: 회사다.}\n", "terms[1].definition", "organisations have no definition", "remove it"},
		{"organisation without name", orgs, "  - slug: daum\n    name: Daum\n", "  - «slug: daum\n", "terms[2].name", "an organisation needs a name", "add what a case's org says"},
		{"name of a cause", causes, "slug: deploy-rollout\n", "slug: deploy-rollout\n    name: «Deploy\n", "terms[0].name", "only organisations have a name", "remove it"},
		{"name twice", orgs, "name: Daum", "name: «KAKAO", "terms[2].name", `an organisation "KAKAO" stands above already`, "merge the two"},
		{"severity too many", severities, "  - slug: unknown\n", "  - slug: «huge\n    label: {en: Huge, ko: 아주 큼}\n    definition: {en: It is huge., ko: 아주 크다.}\n  - slug: unknown\n", "terms[3].slug", `no severity is called "huge"`, "the severities are fixed"},
		{"unknown key of a term", factors, "    label: {en: Label of no-runbook", "    «labels: 1\n    label: {en: Label of no-runbook", "terms[1].labels", "no key is called", `did you mean "label"?`},
	})
	expect(t, Warning, []breakage{
		{"label in one language", factors, "label: {en: Label of no-runbook, ko: no-runbook 이름}", "label: «{en: Label}", "terms[1].label", "it has no ko text", "write it in Korean"},
		{"definition in one language", causes, "definition: {en: An older name., ko: 예전 이름이다.}", "definition: «{ko: 예전 이름이다.}", "terms[1].definition", "it has no en text", "write it in English"},
		{"question in one language", causes, "question: {en: Which releases came before?, ko: 직전에 무엇이 배포됐는가?}", "question: «{en: Which releases?}", "terms[0].checks[0].question", "it has no ko text", "write it in Korean"},
		{"group in one language", causes, "label: {en: Change, ko: 변경}", "label: «{en: Change}", "groups[0].label", "it has no ko text", "write it in Korean"},
	})
}

func TestMissingSeverity(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "vocab/severities.yaml", "", vocabulary("severity", "critical", "major", "unknown"))
	_, issues := Load(fsys)
	if got, want := lines(issues), "vocab/severities.yaml:3:3: terms: the severity \"minor\" is missing; add it with its rule as the definition\n"; got != want {
		t.Errorf("issues\n%s\nwant\n%s", got, want)
	}
}

// TestReplacedTwice: the fix names the term at the end of the chain.
func TestReplacedTwice(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "vocab/factors.yaml", "", vocabulary("factor", "no-runbook")+`  - slug: retry-storm
    label: {en: A, ko: 가}
    definition: {en: A., ko: 가.}
    replaced_by: retries
  - slug: retries
    label: {en: B, ko: 나}
    definition: {en: B., ko: 나.}
    replaced_by: no-runbook
`)
	_, issues := Load(fsys)
	if len(issues) != 1 || issues[0].Fix != `write "no-runbook"` {
		t.Errorf("issues\n%s\nwant the last replacement named", lines(issues))
	}
}

// TestBrokenVocabulary: terms are not called unknown because their vocabulary
// cannot be read.
func TestBrokenVocabulary(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "vocab/symptoms.yaml", "", "kind: [")
	edit(t, fsys, "vocab/orgs.yaml", "", "kind: [")
	_, issues := Load(fsys)
	if len(issues) != 2 {
		t.Errorf("issues\n%s\nwant the two files alone", lines(issues))
	}
}
