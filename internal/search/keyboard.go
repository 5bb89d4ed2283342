package search

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The Korean two-set layout (dubeolsik, KS X 5002): which jamo a key of the Latin layout types.
const (
	latinKeys = "rRseEfaqQtTdwWczxvgkoiOjpuPhynbml"
	jamoKeys  = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ"
)

// The jamo of syllables in the order of Unicode 3.12, compounds of the layout as the keys that type them.
var (
	initials = strings.Fields("ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ")
	vowels   = strings.Fields("ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ")
	finals   = append([]string{""}, strings.Fields(`ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ
		ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ`)...)

	// compounds are the jamo of the compatibility block that take two keys.
	compounds = map[rune]string{
		'ㄳ': "ㄱㅅ", 'ㄵ': "ㄴㅈ", 'ㄶ': "ㄴㅎ", 'ㄺ': "ㄹㄱ", 'ㄻ': "ㄹㅁ", 'ㄼ': "ㄹㅂ", 'ㄽ': "ㄹㅅ", 'ㄾ': "ㄹㅌ", 'ㄿ': "ㄹㅍ",
		'ㅀ': "ㄹㅎ", 'ㅄ': "ㅂㅅ", 'ㅘ': "ㅗㅏ", 'ㅙ': "ㅗㅐ", 'ㅚ': "ㅗㅣ", 'ㅝ': "ㅜㅓ", 'ㅞ': "ㅜㅔ", 'ㅟ': "ㅜㅣ", 'ㅢ': "ㅡㅣ",
	}
)

// keyboard tells which key types which jamo.
type keyboard struct {
	toJamo map[rune]rune
	toKey  map[rune]rune
}

var layout = sync.OnceValue(func() keyboard {
	toJamo, toKey := map[rune]rune{}, map[rune]rune{}
	jamo := []rune(jamoKeys)
	for i, key := range latinKeys {
		toJamo[key], toKey[jamo[i]] = jamo[i], key
	}
	for key := 'A'; key <= 'Z'; key++ {
		if _, ok := toJamo[key]; !ok {
			toJamo[key] = toJamo[unicode.ToLower(key)]
		}
	}
	return keyboard{toJamo, toKey}
})

// FromKeyboard gives what a text says if it was typed with the keyboard in the other layout: wkddo is 장애, ㅊㅁ촏 is
// cache. ok is false where the text does not look so: Latin words that give no whole syllables, Hangul without a
// stray jamo. Real words can pass (disk is 야나), so a caller offers the answer only if it finds something.
func FromKeyboard(text string) (typed string, ok bool) {
	text = clean(text, maxText)
	if strings.ContainsFunc(text, isJamo) {
		return toLatin(text), !onlyInitials(text)
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		if h, whole := toHangul(w); whole {
			words[i], ok = h, true
		}
	}
	return strings.Join(words, " "), ok
}

func isJamo(r rune) bool { return 'ㄱ' <= r && r <= 'ㅣ' }

// toLatin gives the keys that type a text.
func toLatin(text string) string {
	var b strings.Builder
	for _, r := range decompose(text) {
		if key, ok := layout().toKey[r]; ok {
			r = key
		}
		b.WriteRune(r)
	}
	return b.String()
}

// toHangul composes the syllables that the keys of a word type, and reports whether nothing else is left over.
func toHangul(word string) (hangul string, whole bool) {
	if word == strings.ToUpper(word) {
		word = strings.ToLower(word) // caps lock
	}
	var jamo []string
	for _, key := range word {
		j, ok := layout().toJamo[key]
		if !ok {
			return "", false
		}
		jamo = append(jamo, string(j))
	}
	var b strings.Builder
	for len(jamo) > 0 {
		s, n := compose(jamo)
		if n == 0 {
			return "", false
		}
		b.WriteRune(s)
		jamo = jamo[n:]
	}
	return b.String(), b.Len() > 0
}

// compose makes the first syllable of jamo as the layout does, and says how many it took. A consonant before a vowel
// begins the next syllable, so it ends none.
func compose(jamo []string) (s rune, n int) {
	i := indexOf(initials, jamo, 0, 1)
	v, vn := longest(vowels, jamo, 1, func(int) bool { return true })
	if i < 0 || vn == 0 {
		return 0, 0
	}
	f, fn := longest(finals, jamo, 1+vn, func(end int) bool {
		return end == len(jamo) || indexOf(vowels, jamo, end, 1) < 0
	})
	return '가' + rune((i*21+v)*28+max(f, 0)), 1 + vn + fn
}

// longest finds the entry that jamo[at:] begins with, two jamo before one, where allowed agrees to its end.
func longest(table, jamo []string, at int, allowed func(end int) bool) (index, n int) {
	for n := 2; n > 0; n-- {
		if i := indexOf(table, jamo, at, n); i >= 0 && allowed(at+n) {
			return i, n
		}
	}
	return -1, 0
}

func indexOf(table, jamo []string, at, n int) int {
	if at+n > len(jamo) {
		return -1
	}
	want := strings.Join(jamo[at:at+n], "")
	for i, entry := range table {
		if entry == want {
			return i
		}
	}
	return -1
}

// decompose writes each syllable and compound jamo of a text as the jamo that type it.
func decompose(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch two, ok := compounds[r]; {
		case ok:
			b.WriteString(two)
		case isHangul(r):
			n := int(r - '가')
			b.WriteString(initials[n/588] + vowels[n/28%21] + finals[n%28])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Initials reads a text of nothing but initial consonants, two at least, as Koreans abbreviate: ㅋㅅ for 캐시. An input
// method may have joined two of them (ㄱㅅ to ㄳ); they are taken apart. Spaces are dropped.
func Initials(text string) (consonants string, ok bool) {
	text = strings.Join(strings.Fields(clean(text, maxText)), "")
	if !onlyInitials(text) {
		return "", false
	}
	text = decompose(text)
	return text, utf8.RuneCountInString(text) > 1
}

// onlyInitials reports a text of consonants alone, spaces aside.
func onlyInitials(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return (r < 'ㄱ' || r > 'ㅎ') && r != ' '
	})
}

// MatchesInitials reports whether a word or phrase begins with syllables that have these initials, spaces aside.
func MatchesInitials(consonants, word string) bool {
	for _, r := range Canonical(word) {
		if consonants == "" {
			return true
		}
		switch {
		case r == ' ':
			continue
		case !isHangul(r):
			return false
		}
		rest, ok := strings.CutPrefix(consonants, initials[(r-'가')/588])
		if !ok {
			return false
		}
		consonants = rest
	}
	return consonants == ""
}
