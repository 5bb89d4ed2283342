package library

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"golang.org/x/text/unicode/norm"
)

func searchFor(t testing.TB, e *Edition, text string) *List {
	t.Helper()
	l, err := e.List(t.Context(), query.Query{Text: text})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return l
}

// Each of these finds what it should: a case of the library carries the term
// or tells the sentence.
func TestSearchFinds(t *testing.T) {
	corpus, e := synthetic(t)
	carries := func(k incident.Kind, slug string) func(*incident.Case) bool {
		return func(c *incident.Case) bool { return slices.Contains(c.Terms(k), slug) }
	}
	tells := func(phrase string) func(*incident.Case) bool {
		return func(c *incident.Case) bool {
			return slices.ContainsFunc(c.Prose(), func(f incident.Field) bool {
				return strings.Contains(f.Text.EN+f.Text.KO, phrase)
			})
		}
	}
	for text, right := range map[string]func(*incident.Case) bool{
		"캐시":                      carries(incident.Component, "cache"),
		"캐시를":                     carries(incident.Component, "cache"),
		norm.NFD.String("캐시"):     carries(incident.Component, "cache"),
		"redis":                   carries(incident.Component, "cache"),
		"In-Memory Cache":         carries(incident.Component, "cache"),
		"메시지큐":                    carries(incident.Component, "message-queue"),
		"no space left on device": carries(incident.Symptom, "disk-full"),
		"보기상사 00":                 carries(incident.Org, "example-00"),
		"Example 00":              carries(incident.Org, "example-00"),
		"헬스체크":                    tells("헬스 체크"),
		"커넥션이 거부":                 nil, // no such words: relaxed or nothing, never an error
		"standby":                 tells("standby"),
		"핸드셰이크의":                  tells("핸드셰이크"),
		"ERROR 2026-01-01T00:00:00Z dial tcp 10.9.8.7:5432: connect: connection refused": tells("connection refused"),
	} {
		l := searchFor(t, e, text)
		if right == nil {
			continue
		}
		if l.Total == 0 || l.Search.Relaxed {
			t.Errorf("%q finds %d, relaxed %v", text, l.Total, l.Search.Relaxed)
		}
		for _, s := range l.Cases {
			if c := find(corpus, s.ID); !right(c) || !c.Published() {
				t.Errorf("%q finds %s", text, s.ID)
			}
		}
	}
}

// What carries the text in its title comes before what only mentions it.
func TestTitleWeighsMore(t *testing.T) {
	corpus := testkit.Corpus(30)
	text := func(s string) incident.Text { return incident.Text{EN: s, KO: s} }
	corpus.Cases[3].Title = text("A quokka ate the cable")
	corpus.Cases[4].SymptomsText = text("A quokka was seen near the cable by the engineer on call")
	corpus.Cases[5].Lessons = text("A quokka may come again")
	l := searchFor(t, edit(t, corpus), "quokka")
	if want := []string{corpus.Cases[3].ID, corpus.Cases[4].ID, corpus.Cases[5].ID}; !slices.Equal(ids(l.Cases), want) {
		t.Errorf("found %v, want %v", ids(l.Cases), want)
	}
}

func TestIDOrAliasComesFirst(t *testing.T) {
	corpus, e := synthetic(t)
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		for _, typed := range append([]string{c.ID, strings.ToLower(c.ID), " " + strings.TrimPrefix(c.ID, "IL-")}, c.Aliases...) {
			l := searchFor(t, e, typed)
			if first := len(l.Cases) > 0 && l.Cases[0].ID == c.ID; first != c.Published() {
				t.Errorf("%q finds %v", typed, ids(l.Cases))
			}
		}
	}
}

func TestRelaxedSearch(t *testing.T) {
	_, e := synthetic(t)
	strict, relaxed := searchFor(t, e, "캐시 standby"), searchFor(t, e, "캐시 standby xyzzy")
	if strict.Search.Relaxed || strict.Total == 0 {
		t.Fatalf("%+v", strict.Search)
	}
	if !relaxed.Search.Relaxed || relaxed.Total < strict.Total {
		t.Errorf("relaxed %v: %d cases, %d have both words", relaxed.Search.Relaxed, relaxed.Total, strict.Total)
	}
	most, err := e.List(t.Context(), query.Query{Text: "캐시 standby xyzzy", PerPage: query.MaxPerPage})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids(strict.Cases) {
		if !slices.Contains(ids(most.Cases), id) {
			t.Errorf("%s, which has two of the words, is not shown", id)
		}
	}
	if want := []string{"캐시", "standby", "xyzzy"}; !slices.Equal(relaxed.Search.Words, want) {
		t.Errorf("words %q", relaxed.Search.Words)
	}
	if want := []TermRef{{incident.Component, "cache"}}; !slices.Equal(relaxed.Search.Also, want) {
		t.Errorf("also %v", relaxed.Search.Also)
	}
	if none := searchFor(t, e, "xyzzy plugh"); none.Total != 0 || none.Search.Relaxed || len(none.Facets[0].Values) != 0 {
		t.Errorf("%d cases for words that none has", none.Total)
	}
}

func TestSuggestions(t *testing.T) {
	_, e := synthetic(t)
	for text, want := range map[string]string{
		"zotl": "캐시",
		"ㅋㅅ":   "캐시",
		"ㅇㅈㅅ":  "인증서 만료",
	} {
		l := searchFor(t, e, text)
		if !slices.ContainsFunc(l.Search.Suggest, func(s string) bool { return strings.EqualFold(s, want) }) {
			t.Errorf("%q: suggested %q, want %q among them", text, l.Search.Suggest, want)
		}
		for _, s := range l.Search.Suggest {
			if found := searchFor(t, e, s); found.Total == 0 || found.Search.Relaxed {
				t.Errorf("%q is suggested for %q and finds nothing", s, text)
			}
		}
	}
	if l := searchFor(t, e, "cache"); l.Search.Suggest != nil {
		t.Errorf("suggested beside results: %q", l.Search.Suggest)
	}
}

// A word that no case has is taken for the name that it is a slip of, and the
// note says so.
func TestSlips(t *testing.T) {
	_, e := synthetic(t)
	for text, want := range map[string][]Slip{
		"케시":             {{"케시", "캐시"}},
		"케시가 장애":         {{"케시가", "캐시"}},
		"클리스터":           {{"클리스터", "클러스터"}}, // a word of a label
		"kuberentes":     {{"kuberentes", "kubernetes"}},
		"load balncer":   {{"balncer", "balancer"}},
		"replicaton lag": {{"replicaton", "replication"}},
		"cache":          nil,
		"xyzzy":          nil,
		"캐시 xyzzy":       nil,
		"dsn":            nil, // too short to tell
		"cahce kuberentes one two three four five six seven eight": nil, // a long text has other words
	} {
		l := searchFor(t, e, text)
		same := func(a, b Slip) bool { return a.Typed == b.Typed && strings.EqualFold(a.Meant, b.Meant) }
		if !slices.EqualFunc(l.Search.Slips, want, same) {
			t.Errorf("%q: slips %q, want %q", text, l.Search.Slips, want)
		}
		if want != nil && (l.Total == 0 || l.Search.Relaxed) {
			t.Errorf("%q finds %d, relaxed %v", text, l.Total, l.Search.Relaxed)
		}
	}
}

// A withdrawn case is in no list; its id or alias leads to it all the same.
func TestNamedCase(t *testing.T) {
	corpus, e := synthetic(t)
	seen := 0
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		digits := strings.TrimPrefix(c.ID, "IL-")
		for _, typed := range append([]string{c.ID, strings.ToLower(c.ID), "IL" + digits, "il-" + digits, digits}, c.Aliases...) {
			named := searchFor(t, e, typed).Search.Named
			if c.Published() != (named == nil) || named != nil && (named.ID != c.ID || (named.MergedInto != "") != (c.MergedInto != "")) {
				t.Errorf("%q names %+v; %s is %s", typed, named, c.ID, c.Status)
			}
			if named != nil {
				seen++
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d names of withdrawn cases", seen)
	}
}

// Filters and facets beside a text: totals are those of the links, in every
// order each case stands once, and without a text or filter the counts are the
// plain ones.
func TestTextWithFilters(t *testing.T) {
	corpus, e := synthetic(t)
	for _, text := range []string{"standby", "캐시 xyzzy", "1004", "xyzzy"} {
		whole := map[string]bool{}
		for page := 1; ; page++ {
			l, err := e.List(t.Context(), query.Query{Text: text, Page: page})
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range ids(l.Cases) {
				if whole[id] {
					t.Errorf("%q: %s stands twice", text, id)
				}
				whole[id] = true
			}
			if page == l.Pages {
				if len(whole) != l.Total {
					t.Errorf("%q: %d cases on all pages, total %d", text, len(whole), l.Total)
				}
				break
			}
		}
		for _, q := range []query.Query{
			query.Query{Text: text}.With(incident.Cause, "capacity").With(incident.Cause, "misconfiguration"),
			query.Query{Text: text, Years: []string{"2019"}, From: "2016", Sort: query.Oldest}.With(incident.Component, "database"),
		} {
			l, err := e.List(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, c := range matching(corpus, q) {
				if whole[c.ID] {
					total++
				}
			}
			if l.Total != total {
				t.Errorf("%s: total %d, want %d", q.Encode(), l.Total, total)
			}
			for _, f := range l.Facets {
				for _, v := range f.Values {
					link, err := e.List(t.Context(), linkOf(q, f, v))
					if err != nil || link.Total != v.Total {
						t.Errorf("%s, %s: %+v leads to %d, %v", q.Encode(), f.Param, v, link.Total, err)
					}
				}
			}
		}
	}
}

func TestMark(t *testing.T) {
	_, e := synthetic(t)
	for text, want := range map[string][]string{"standby": {"standby", "standby"}, "캐시": {"cache", "캐시"}, "kafka": {"Message queue", "메시지 큐"}} {
		for i, lang := range incident.Langs {
			l := searchFor(t, e, text)
			if l.Search.Hits != nil {
				t.Fatal("marked before it was asked for")
			}
			if err := e.Mark(t.Context(), l, lang); err != nil {
				t.Fatal(err)
			}
			marked := false
			for _, s := range l.Cases {
				hit, ok := l.Search.Hits[s.ID]
				if !ok || hit.Title.Lang != lang || hit.Title.Text != s.Title.In(lang) {
					t.Errorf("%q in %s: %+v", text, s.ID, hit)
				}
				if (hit.Field == "") != (hit.Passage.Text == "") || utf8.RuneCountInString(hit.Passage.Text) > passageLength {
					t.Errorf("%q in %s: passage %+v of %q", text, s.ID, hit.Passage, hit.Field)
				}
				for _, m := range []Marked{hit.Title, hit.Passage} {
					checkSpans(t, m)
					for _, span := range m.Spans {
						marked = marked || strings.Contains(m.Text[span[0]:span[1]], want[i])
					}
				}
			}
			if !marked {
				t.Errorf("%q: %q is marked nowhere", text, want[i])
			}
		}
	}
	plain, err := e.List(t.Context(), query.Query{})
	if err != nil || e.Mark(t.Context(), plain, incident.KO) != nil || plain.Search != nil {
		t.Errorf("a list without text: %+v, %v", plain.Search, err)
	}
}

func checkSpans(t *testing.T, m Marked) {
	t.Helper()
	end := 0
	for _, s := range m.Spans {
		if s[0] < end || s[1] <= s[0] || s[1] > len(m.Text) || !utf8.ValidString(m.Text[s[0]:s[1]]) {
			t.Errorf("spans %v of %q", m.Spans, m.Text)
			return
		}
		end = s[1]
	}
}

// A passage for a screen shows as many of the words as a long one, in less.
func TestMarkBriefly(t *testing.T) {
	corpus := testkit.Corpus(30)
	long := func(words ...string) string {
		return strings.Join(words, strings.Repeat(" and then more of it", 6)+" ")
	}
	near, far, twice := &corpus.Cases[3], &corpus.Cases[4], &corpus.Cases[5]
	near.SymptomsText = incident.Text{EN: long("It began.", "A quokka met a numbat.", "It ended.", "At last."), KO: strings.Repeat("그리고 한참 뒤에 ", 9) + "쿼카가 넘뱃을 만났다. " + strings.Repeat("그리고 또 한참 뒤에 ", 9)}
	far.SymptomsText = incident.Text{EN: long("A quokka began.", "A numbat ended."), KO: "없다."}
	twice.SymptomsText = incident.Text{EN: long("A wombat and more wombats.", "A bilby ended."), KO: "없다."}
	e := edit(t, corpus)
	for _, x := range []struct {
		text string
		lang incident.Lang
		c    *incident.Case
		most int
	}{
		{"quokka numbat", incident.EN, near, briefLength[incident.EN]},
		{"쿼카 넘뱃", incident.KO, near, briefLength[incident.KO]},
		{"quokka numbat", incident.EN, far, passageLength},
		{"wombat bilby", incident.EN, twice, passageLength},
	} {
		l := searchFor(t, e, x.text)
		if err := e.MarkBriefly(t.Context(), l, x.lang); err != nil {
			t.Fatal(err)
		}
		m := l.Search.Hits[x.c.ID].Passage
		checkSpans(t, m)
		last := strings.Fields(x.text)[1]
		if n := utf8.RuneCountInString(m.Text); len(m.Spans) < 2 || !strings.Contains(m.Text, last) || n > x.most || n < x.most/2 {
			t.Errorf("%q in %s: %d characters, want at most %d, with both words: %q", x.text, x.c.ID, n, x.most, m.Text)
		}
	}
}

// A name of which a case has the words in names of several terms is marked in
// one of those.
func TestWordsOfSeveralTerms(t *testing.T) {
	corpus := testkit.Corpus(30)
	c := &corpus.Cases[3]
	name := func(kind incident.Kind, slug, name string) {
		terms := corpus.Vocabularies[kind].Terms
		i := slices.IndexFunc(terms, func(t incident.Term) bool { return t.Slug == slug })
		terms[i].AliasesEN = append(terms[i].AliasesEN, name)
	}
	name(incident.Cause, c.RootCause, "aardwolf amplification")
	name(incident.Factor, c.Factors[0], "reconnect bilby")
	for _, other := range corpus.Vocabularies[incident.Factor].Terms {
		if !slices.Contains(c.Factors, other.Slug) {
			name(incident.Factor, other.Slug, "aardwolf bilby")
			break
		}
	}
	e := edit(t, corpus)
	l := searchFor(t, e, "aardwolf bilby")
	if err := e.MarkBriefly(t.Context(), l, incident.EN); err != nil {
		t.Fatal(err)
	}
	hit, ok := l.Search.Hits[c.ID]
	if m := hit.Passage; !ok || hit.Field != "cause" || !strings.Contains(m.Text, "aardwolf amplification") || len(m.Spans) != 1 {
		t.Errorf("%v: %q, marked %v", ok, m.Text, m.Spans)
	}
}

// The passage is in the reader's language if one matched there.
func TestPassageLanguage(t *testing.T) {
	corpus := testkit.Corpus(30)
	c := &corpus.Cases[3]
	c.SymptomsText = incident.Text{EN: "A quokka appeared.", KO: "쿼카가 나타났다."}
	c.Lessons = incident.Text{EN: "Mind the quokka.", KO: "quokka 를 조심한다."}
	e := edit(t, corpus)
	for _, x := range []struct {
		text        string
		want, lang  incident.Lang
		field, part string
	}{
		{"quokka", incident.EN, incident.EN, "symptoms_text", "A quokka appeared."},
		{"quokka", incident.KO, incident.KO, "lessons", "quokka 를 조심한다."},
		{"쿼카", incident.KO, incident.KO, "symptoms_text", "쿼카가 나타났다."},
		{"쿼카", incident.EN, incident.KO, "symptoms_text", "쿼카가 나타났다."},
	} {
		l := searchFor(t, e, x.text)
		if err := e.Mark(t.Context(), l, x.want); err != nil {
			t.Fatal(err)
		}
		hit := l.Search.Hits[c.ID]
		if hit.Passage.Lang != x.lang || hit.Passage.Text != x.part || hit.Field != x.field {
			t.Errorf("%q for a reader of %s: %+v", x.text, x.want, hit)
		}
	}
}

// No text is an error, whatever its bytes.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"", " ", "\x00", "\"", "AND", "NEAR(a b)", "캐시*", "a OR b", "ㅋㅅ", "wkddo", "title:x", "-x", "^캐", "(", "가", strings.Repeat("가 ", 3000), "\xff\xfe", "1004", "É́"} {
		f.Add(seed)
	}
	_, e := synthetic(f)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := e.List(t.Context(), query.Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Mark(t.Context(), l, incident.KO); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	_, e := synthetic(b)
	for name, text := range map[string]string{
		"word": "캐시", "common": "서비스", "log": "dial tcp 10.0.0.7:5432: connect: connection refused", "relaxed": "캐시 standby xyzzy", "nothing": "zotl",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.List(b.Context(), query.Query{Text: text}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMark(b *testing.B) {
	_, e := synthetic(b)
	l := searchFor(b, e, "dial tcp 10.0.0.7:5432: connect: connection refused")
	for b.Loop() {
		if err := e.Mark(b.Context(), l, incident.KO); err != nil {
			b.Fatal(err)
		}
	}
}

// A synonym stands in for a word only where no case has every word.
func TestSynonyms(t *testing.T) {
	_, e := embedded(t)
	for text, same := range map[string]string{"리스타트": "재시작", "얼어붙었어요": "멈춤", "sluggish": "slow", "boxes freezing": "servers hang"} {
		strict, got := searchFor(t, e, same), searchFor(t, e, text)
		if strict.Search.Relaxed || strict.Total == 0 || !got.Search.Relaxed || got.Total < strict.Total {
			t.Errorf("%q finds %d, relaxed %t; %q finds %d", text, got.Total, got.Search.Relaxed, same, strict.Total)
		}
		if err := e.Mark(t.Context(), got, incident.KO); err != nil || len(got.Search.Hits) == 0 {
			t.Errorf("%q: nothing is marked, %v", text, err)
		}
	}
}

// A slip is mended where another word of the text has no case either.
func TestSlipBesideAnUnknownWord(t *testing.T) {
	_, e := embedded(t)
	l := searchFor(t, e, "xyzzy 마이그래이션")
	if want := []Slip{{"마이그래이션", "마이그레이션"}}; !l.Search.Relaxed || l.Total == 0 || !slices.Equal(l.Search.Slips, want) {
		t.Errorf("%d cases, relaxed %t, slips %v", l.Total, l.Search.Relaxed, l.Search.Slips)
	}
}

// The words of a name are one word only as long as something has it.
func TestWordsOfATermWithoutCases(t *testing.T) {
	_, e := embedded(t)
	recognised := 0
	for _, kind := range incident.Kinds {
		used := e.Terms(kind)
		for _, term := range e.Vocabulary(kind).Terms {
			if slices.ContainsFunc(used, func(c Count) bool { return c.Slug == term.Slug }) {
				continue
			}
			for _, name := range []string{term.Label.EN, term.Label.KO} {
				words := strings.Fields(name)
				if len(words) < 2 || !slices.ContainsFunc(words, func(w string) bool { return searchFor(t, e, w).Total > 0 }) {
					continue
				}
				l := searchFor(t, e, name)
				if l.Total == 0 {
					t.Errorf("%q has no case, though a word of it has", name)
				}
				if l.Search.Relaxed && slices.Contains(l.Search.Also, TermRef{kind, term.Slug}) {
					recognised++
				}
			}
		}
	}
	if recognised == 0 {
		t.Error("no term is offered beside the cases with some of its words")
	}
}
