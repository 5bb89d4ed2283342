package card

import (
	"bytes"
	"image"
	"image/png"
	"io/fs"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/data"
)

var samples = map[string]Card{
	"en": {
		Library: "Incident Library", Call: "IL-0136", Org: "Microsoft Azure", Date: "29 September 2026",
		Title: "A deployment emptied caches at peak, and a database-bound health check kept Azure OpenAI failing for hours",
		Cause: "Faulty deployment", CauseText: "a rollout that emptied caches at peak traffic, and two cache-read defects",
		Took: "5 h 55 min", TookLabel: "Time to resolve",
	},
	"ko": {
		Library: "Incident Library", Call: "IL-0136", Org: "Microsoft Azure", Date: "2026년 9월 29일",
		Title: "피크 시간에 캐시를 비운 배포와 DB에 의존한 헬스 체크 탓에 Azure OpenAI 장애가 몇 시간 이어졌다",
		Cause: "배포 오류", CauseText: "트래픽 피크에 캐시를 비운 배포와 캐시 조회 결함 두 개", Took: "5시간 55분", TookLabel: "복구까지",
	},
	"empty":    {},
	"hostile":  {Library: "漢字", Call: "IL-1", Title: strings.Repeat("쀍뷁", 400), Org: strings.Repeat("o", 300), Cause: strings.Repeat("c", 300), CauseText: strings.Repeat("긴말 ", 300), Took: "1,234일 12시간"},
	"withheld": {Call: "IL-1", Title: "\u202e\x00\n漢🔥"},
}

func decode(t *testing.T, content []byte) *image.Paletted {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.Paletted)
}

// TestCardsAreOfTheirSize: readers of the Open Graph protocol cut or refuse
// other sizes, and nothing may touch the edge.
func TestCardsAreOfTheirSize(t *testing.T) {
	for name, c := range samples {
		content, err := c.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if len(content) > 100<<10 {
			t.Errorf("%s: %d bytes", name, len(content))
		}
		img := decode(t, content)
		if img.Bounds() != image.Rect(0, 0, Width, Height) {
			t.Errorf("%s: %v", name, img.Bounds())
		}
		if r := inked(img); !r.In(image.Rect(40, 30, Width-40, Height-20)) {
			t.Errorf("%s: drawn on %v, too near the edge", name, r)
		}
	}
}

// inked is the part of a card that is not bare paper, the palette's first
// colour.
func inked(img *image.Paletted) (r image.Rectangle) {
	for i, c := range img.Pix {
		if c != 0 {
			x, y := i%img.Stride, i/img.Stride
			r = r.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return r
}

// TestTheSameCardIsTheSameFile: its entity tag is made from its bytes.
func TestTheSameCardIsTheSameFile(t *testing.T) {
	first, err := samples["ko"].PNG()
	if err != nil {
		t.Fatal(err)
	}
	second, err := samples["ko"].PNG()
	if err != nil || !bytes.Equal(first, second) {
		t.Error("it is not")
	}
}

func TestDrawableLeavesNoEmptyBox(t *testing.T) {
	for text, want := range map[string]string{
		"캐시 – “DB”":            "캐시 – “DB”",
		"\u1112\u1161\u11ab글":  "한글", // NFD
		"e\u0301ﬃ":             "éffi",
		"a\u202eb\x00c":        "abc",
		"漢字 뒤에 말":              "뒤에 말",
		"불🔥 👨‍👩‍👧 났다":          "불 났다",
		"쀍뷁 똠방각하 펲시":           "쀍뷁 똠방각하 펲시",
		"no\u00a0break\u2009x": "no break x",
		strings.Repeat("字", 9): "",
	} {
		if got := drawable(text); got != want {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}

// TestEverySyllableHasAGlyph: Hangul has 11,172 of them.
func TestEverySyllableHasAGlyph(t *testing.T) {
	for r := rune(0xAC00); r <= 0xD7A3; r++ {
		if !has(r) {
			t.Fatalf("%q has none", r)
		}
	}
}

// TestEveryCaseCanBeDrawn: what a card says of a case has a glyph for each
// letter, in both languages.
func TestEveryCaseCanBeDrawn(t *testing.T) {
	type bilingual struct{ EN, KO string }
	var orgs struct {
		Terms []struct {
			Slug  string
			Label bilingual
		}
	}
	read(t, "vocab/orgs.yaml", &orgs)
	names, err := fs.Glob(data.FS, "cases/*.yaml")
	if err != nil || len(names) == 0 || len(orgs.Terms) == 0 {
		t.Fatal("no cases: ", err)
	}
	check := func(of string, texts ...string) {
		for _, text := range texts {
			if plain := strings.Join(strings.Fields(text), " "); drawable(text) != plain {
				t.Errorf("%s: %q is drawn as %q", of, plain, drawable(text))
			}
		}
	}
	for _, o := range orgs.Terms {
		check(o.Slug, o.Label.EN, o.Label.KO)
	}
	for _, name := range names {
		var c struct {
			Title bilingual
			Cause bilingual `yaml:"root_cause_text"`
		}
		read(t, name, &c)
		if c.Title.EN+c.Title.KO == "" {
			t.Errorf("%s: no title", name)
		}
		check(name, c.Title.EN, c.Title.KO, c.Cause.EN, c.Cause.KO)
	}
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	content, err := data.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(content, into); err != nil {
		t.Fatal(err)
	}
}

func TestTitlesAreBalancedAndKeepWordsWhole(t *testing.T) {
	s := newSheet()
	for name, c := range map[string]Card{"en": samples["en"], "ko": samples["ko"]} {
		w := words{c.Title, bold, 58, ink}
		lines := s.balance(w, column)
		if strings.Join(lines, " ") != c.Title {
			t.Errorf("%s: words are broken: %q", name, lines)
		}
		shortest, longest := column, 0
		for _, line := range lines {
			w.text = line
			shortest, longest = min(shortest, s.width(w)), max(longest, s.width(w))
		}
		if longest > column || shortest < longest/2 {
			t.Errorf("%s: lines from %d to %d px: %q", name, shortest, longest, lines)
		}
	}
}

func BenchmarkCard(b *testing.B) {
	for b.Loop() {
		content, err := samples["ko"].PNG()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(content)), "bytes")
	}
}
