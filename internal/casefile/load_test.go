package casefile

import (
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// TestEmbeddedData has a subtest for each file of the library.
func TestEmbeddedData(t *testing.T) {
	_, issues := Load(data.FS)
	files, err := fs.Glob(data.FS, "*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			for _, i := range issues {
				if i.File == name {
					t.Error(i)
				}
			}
		})
	}
	for _, i := range issues {
		if !slices.Contains(files, i.File) {
			t.Error(i)
		}
	}
}

func TestLoad(t *testing.T) {
	corpus, issues := Load(fixture())
	if len(issues) > 0 {
		t.Fatal("\n" + lines(issues))
	}
	var ids []string
	for _, c := range corpus.Cases {
		ids = append(ids, c.ID)
	}
	if want := []string{"IL-1001", "IL-1002", "IL-1003"}; !slices.Equal(ids, want) {
		t.Fatalf("cases %v, want %v", ids, want)
	}
	full, short, withdrawn := corpus.Cases[0], corpus.Cases[1], corpus.Cases[2]

	if want := "At 10:03 UTC on 29 September 2026 requests began to fail.\n\nAbout 20% of them failed until 15:58 UTC."; full.Summary.EN != want {
		t.Errorf("summary %q, want %q", full.Summary.EN, want)
	}
	if want := []string{"high-error-rate", "high-latency"}; !slices.Equal(full.Symptoms, want) {
		t.Errorf("symptoms %v, want the order of the file, %v", full.Symptoms, want)
	}
	if full.OrgSlug != "microsoft-azure" {
		t.Errorf("org_slug %q", full.OrgSlug)
	}
	if full.UpdatedAt.Nanosecond() != 523105000 {
		t.Errorf("updated_at %v lost its fraction", full.UpdatedAt)
	}
	if full.ActionItems[0].Due != "2026-10" || full.ActionItems[0].Status != incident.ItemPlanned {
		t.Errorf("action item %+v", full.ActionItems[0])
	}
	if !full.Timeline.Events[0].At.DayOnly || full.Timeline.Events[2].At.String() != "2026-09-29T19:17:00+09:00" {
		t.Errorf("events %+v", full.Timeline.Events)
	}
	if full.Review.ReviewedAt == nil || full.Review.ReviewedBy != "a reader" {
		t.Errorf("review %+v", full.Review)
	}

	// What a file leaves out.
	if short.Severity != incident.UnknownSeverity || short.Status != incident.StatusPublished || short.Sources[0].License != "unknown" {
		t.Errorf("severity %q, status %q, license %q", short.Severity, short.Status, short.Sources[0].License)
	}
	if !slices.Equal(short.Related, []string{"IL-1001"}) || !slices.Equal(full.Related, []string{"IL-1002"}) {
		t.Errorf("related %v and %v, want both directions", full.Related, short.Related)
	}
	if withdrawn.MergedInto != "IL-1002" || withdrawn.Withdrawn.EN != "Written twice" || withdrawn.Published() {
		t.Errorf("withdrawn case %+v", withdrawn)
	}
	if len(corpus.Vocabularies) != 7 {
		t.Errorf("%d vocabularies", len(corpus.Vocabularies))
	}
	cause := corpus.Vocabularies[incident.Cause]
	if got := cause.Terms[0]; got.Checks[0].Command != "kubectl get rs -A" || got.AliasesKO[0] != "릴리스 오류" || got.Group != "change" || cause.Groups[0].Label.KO != "변경" {
		t.Errorf("term %+v of %+v", got, cause.Groups)
	}
}

func TestDurationsOfTheEvents(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1001.yaml", "  detected_after: 14m\n  resolved_after: 5h 55m\n", "")
	corpus, issues := Load(fsys)
	if len(issues) > 0 {
		t.Fatal("\n" + lines(issues))
	}
	line := corpus.Cases[0].Timeline
	if line.DetectedAfter == nil || line.DetectedAfter.String() != "14m" || line.ResolvedAfter == nil || line.ResolvedAfter.String() != "5h 55m" {
		t.Errorf("durations %v and %v, want 14m and 5h 55m", line.DetectedAfter, line.ResolvedAfter)
	}
}

// TestFormsOfTheFile: what an editor or another system does to a file changes
// nothing of what it says.
func TestFormsOfTheFile(t *testing.T) {
	want, issues := Load(fixture())
	if len(issues) > 0 {
		t.Fatal("\n" + lines(issues))
	}
	for name, change := range map[string]func(string) string{
		"byte order mark":     func(s string) string { return "\uFEFF" + s },
		"CRLF":                func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"NFD":                 decomposed.String,
		"document mark":       func(s string) string { return "---\n" + s },
		"blank lines":         func(s string) string { return "\n\n" + s + "\n\n" },
		"comments":            func(s string) string { return "# one\n" + strings.ReplaceAll(s, "\nseverity", " # two\nseverity") },
		"another block style": func(s string) string { return strings.ReplaceAll(s, "|\n", "|+\n") },
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fixture()
			for file, content := range fsys {
				if strings.HasPrefix(file, "cases/") {
					fsys[file] = &fstest.MapFile{Data: []byte(change(string(content.Data)))}
				}
			}
			got, issues := Load(fsys)
			if len(issues) > 0 {
				t.Fatal("\n" + lines(issues))
			}
			if !reflect.DeepEqual(got.Cases, want.Cases) {
				t.Errorf("the cases are others:\n%+v\nwant\n%+v", got.Cases, want.Cases)
			}
		})
	}
}

func TestAllIssuesAtOnce(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1001.yaml", "root_cause: deploy-rollout", "root_cause: deploy-rolout")
	edit(t, fsys, "cases/IL-1001.yaml", "severity: major", "severty: major")
	edit(t, fsys, "cases/IL-1001.yaml", "date: \"2026-09-29\"\ndate_kind", "date: 2026-09-29\ndate_kind")
	edit(t, fsys, "cases/IL-1001.yaml", "trigger: {en: A deployment, ko: 배포}", "trigger: {en: A deployment}")
	edit(t, fsys, "cases/IL-1001.yaml", "due: \"2026-10\"", "due: \"2026-13\"")
	edit(t, fsys, "cases/IL-1002.yaml", "title: {en: A fire, ko: 화재}", "title: {en: A fire, ko: 화재")
	edit(t, fsys, "cases/IL-1003.yaml", "merged_into: IL-1002", "merged_into: IL-1009")
	edit(t, fsys, "vocab/factors.yaml", "slug: no-runbook", "slug: No Runbook")
	fsys["cases/notes.txt"] = &fstest.MapFile{}
	fsys["cases/.hidden"] = &fstest.MapFile{}
	corpus, issues := Load(fsys)
	if corpus != nil {
		t.Error("there is a corpus")
	}
	want := `cases/IL-1001.yaml:4:7: date: a date without quotes; quote it: "2026-09-29"
cases/IL-1001.yaml:8:13: root_cause: no cause is called "deploy-rolout"; did you mean "deploy-rollout"?
cases/IL-1001.yaml:13:1: severty: no key is called "severty"; did you mean "severity"?
cases/IL-1001.yaml:28:10: warning: trigger: untranslated: it has no ko text; write it in Korean
cases/IL-1001.yaml:55:10: action_items[0].due: "2026-13" is not a date of the calendar; write YYYY-MM-DD, YYYY-MM or YYYY
cases/IL-1002.yaml:5:8: not valid YAML: did not find expected ',' or '}'; close the bracket that opens here, and put text that holds a comma, a bracket or a quote in quotes
cases/IL-1003.yaml:20:14: merged_into: no case has the id IL-1009; correct the id, or write that case too
cases/notes.txt:1:1: this is not a .yaml file; move it out of the folder
vocab/factors.yaml:6:11: terms[1].slug: "No Runbook" has the wrong form; write lower-case ASCII words joined by hyphens, such as retry-storm
`
	if got := lines(issues); got != want {
		t.Errorf("issues\n%s\nwant\n%s", got, want)
	}
}

func TestFiles(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(fstest.MapFS)
		want   string
	}{
		{"a folder is missing", func(f fstest.MapFS) {
			for name := range f {
				if strings.HasPrefix(name, "cases/") {
					delete(f, name)
				}
			}
		}, "cases:1:1: the folder cannot be read: file does not exist; point to a folder laid out like data/"},
		{"no case", func(f fstest.MapFS) {
			for name := range f {
				if strings.HasPrefix(name, "cases/") {
					delete(f, name)
				}
			}
			f["cases/.keep"] = &fstest.MapFile{}
		}, "cases:1:1: the folder holds no case; write one as cases/<ID>.yaml"},
		{"another ending", func(f fstest.MapFS) { f["cases/IL-1004.yml"] = &fstest.MapFile{} },
			"cases/IL-1004.yml:1:1: this is not a .yaml file; move it out of the folder"},
		{"a folder as a file", func(f fstest.MapFS) { f["cases/IL-1004.yaml/x"] = &fstest.MapFile{} },
			"cases/IL-1004.yaml:1:1: the file cannot be read: it is not a regular file"},
		{"too large", func(f fstest.MapFS) {
			f["cases/IL-1003.yaml"].Data = append(f["cases/IL-1003.yaml"].Data, strings.Repeat("#", 1<<20)...)
		}, "cases/IL-1003.yaml:1:1: the file cannot be read: it is larger than 1 MiB"},
		{"no id in the name", func(f fstest.MapFS) { rename(f, "cases/IL-1003.yaml", "cases/fire.yaml") },
			"cases/fire.yaml:1:1: a case file is named by its id; rename it to <ID>.yaml, such as IL-0136.yaml"},
		{"id in another case", func(f fstest.MapFS) { rename(f, "cases/IL-1003.yaml", "cases/il-1003.yaml") },
			"cases/il-1003.yaml:1:1: a case file is named by its id; rename it to IL-1003.yaml"},
		{"two files of one id", func(f fstest.MapFS) { f["cases/il-1003.yaml"] = f["cases/IL-1003.yaml"] },
			"cases/il-1003.yaml:1:1: another file is the case IL-1003 already; remove one of them"},
		{"a vocabulary is missing", func(f fstest.MapFS) { delete(f, "vocab/factors.yaml") },
			"vocab/factors.yaml:1:1: this vocabulary is missing; write it: data/README.md says how"},
		{"a vocabulary too many", func(f fstest.MapFS) { f["vocab/factor.yaml"] = f["vocab/factors.yaml"] },
			"vocab/factor.yaml:1:1: no vocabulary has this name; did you mean \"vocab/factors.yaml\"?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys := fixture()
			test.change(fsys)
			corpus, issues := Load(fsys)
			if got := lines(issues); got != test.want+"\n" || corpus != nil {
				t.Errorf("issues\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func rename(f fstest.MapFS, old, new string) {
	f[new] = f[old]
	delete(f, old)
}

func TestReferenceToABrokenFile(t *testing.T) {
	fsys := fixture()
	edit(t, fsys, "cases/IL-1002.yaml", "", "id: [")
	_, issues := Load(fsys)
	if len(issues) != 1 || issues[0].File != "cases/IL-1002.yaml" {
		t.Errorf("issues\n%s\nwant the broken file alone: references to it are not dangling", lines(issues))
	}
}

func TestHash(t *testing.T) {
	fsys := fixture()
	hash, err := Hash(fsys)
	if err != nil {
		t.Fatal(err)
	}
	corpus, _ := Load(fsys)
	if len(hash) != 64 || corpus.Hash != hash {
		t.Errorf("hash %q, of the corpus %q", hash, corpus.Hash)
	}
	fsys["cases/.hidden"] = &fstest.MapFile{Data: []byte("x")}
	fsys["README.md"] = &fstest.MapFile{Data: []byte("x")}
	if same, _ := Hash(fsys); same != hash {
		t.Error("files that Load does not read change the hash")
	}
	fsys["cases/IL-1001.yaml"].Data = append(fsys["cases/IL-1001.yaml"].Data, '\n')
	if other, _ := Hash(fsys); other == hash {
		t.Error("a changed byte does not change the hash")
	}
	rename(fsys, "cases/IL-1001.yaml", "cases/IL-1004.yaml")
	renamed, _ := Hash(fsys)
	edit(t, fsys, "cases/IL-1004.yaml", "", "not: even [YAML")
	if broken, err := Hash(fsys); broken == renamed || err != nil {
		t.Errorf("hash %q, %v of a folder that does not parse", broken, err)
	}
	if _, err := Hash(os.DirFS(t.TempDir())); err == nil {
		t.Error("an empty folder has a hash")
	}
}

// BenchmarkLoad loads 300 cases: the library's own, repeated under other ids.
func BenchmarkLoad(b *testing.B) {
	files, _ := readFiles(data.FS)
	vocabularies, _ := readVocabularies(files.vocab)
	records, _ := readCases(files.cases, vocabularies)
	records = slices.DeleteFunc(records, func(r record) bool { return len(r.doc.issues.Errors()) > 0 })
	fsys := fstest.MapFS{}
	for _, f := range files.vocab {
		fsys[f.name] = &fstest.MapFile{Data: f.data}
	}
	size := 0
	for i := range 300 {
		c := records[i%len(records)].Case
		c.ID = fmt.Sprintf("IL-%04d", 2000+i)
		c.Related, c.Aliases, c.RecurrenceOf, c.MergedInto = nil, nil, "", ""
		file, err := Marshal(&c)
		if err != nil {
			b.Fatal(err)
		}
		fsys[caseFile(c.ID)] = &fstest.MapFile{Data: file}
		size += len(file)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		if corpus, issues := Load(fsys); corpus == nil {
			b.Fatal(lines(issues))
		}
	}
}
