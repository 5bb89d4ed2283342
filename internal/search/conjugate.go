package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Final consonants, as Unicode counts them (3.12, Hangul composition).
const (
	finalN  = 4  // ㄴ
	finalL  = 8  // ㄹ
	finalM  = 16 // ㅁ
	finalB  = 17 // ㅂ
	finalSS = 20 // ㅆ
)

// Vowels, as Unicode counts them.
const (
	vowelA   = 0
	vowelAE  = 1
	vowelEO  = 4
	vowelE   = 5
	vowelYEO = 6
	vowelO   = 8
	vowelWA  = 9
	vowelWAE = 10
	vowelOE  = 11
	vowelU   = 13
	vowelWO  = 14
	vowelEU  = 18
	vowelI   = 20
)

func vowel(r rune) rune { return (r - '가') / 28 % 21 }

// withVowel is an open syllable with another vowel.
func withVowel(r, v rune) rune { return r + (v-vowel(r))*28 }

func lastOf(word string) rune {
	r, _ := utf8.DecodeLastRuneInString(word)
	return r
}

// initial is a word without its last syllable.
func initial(word string) string { return word[:len(word)-syllable] }

// without takes the consonant below the last syllable of a word off, if that is what stands there.
func without(word string, consonant rune) (open string, ok bool) {
	r := lastOf(word)
	if word == "" || finalConsonant(r) != consonant {
		return "", false
	}
	return initial(word) + string(r-consonant), true
}

// fromStem gives a verb by its stem. The vowels of stem and ending become one where they meet (끊기어 끊겨), 르 doubles
// its ㄹ (모르 몰라).
func fromStem(stem string) verb {
	v := verb{stem: stem}
	last := lastOf(stem)
	switch bright := brightAt(stem); {
	case stem == "":
	case last == '하':
		v.infinitive = initial(stem) + "해"
	case last == '르' && len(stem) > syllable && afterVowel(lastOf(initial(stem))):
		head := initial(stem)
		v.infinitive = initial(head) + string(lastOf(head)+finalL) + pick(brightAt(head), "라", "러")
	case afterConsonant(last):
		v.infinitive = stem + pick(bright, "아", "어")
	default:
		v.infinitive = contracted(stem)
	}
	return v
}

// contracted is the infinitive of a stem that ends in a vowel.
func contracted(stem string) string {
	last := lastOf(stem)
	as := func(v rune) string { return initial(stem) + string(withVowel(last, v)) }
	switch vowel(last) {
	case vowelA, vowelAE, vowelEO, vowelE, vowelYEO:
		return stem
	case vowelO:
		return as(vowelWA)
	case vowelU:
		return as(vowelWO)
	case vowelI:
		return as(vowelYEO)
	case vowelOE:
		return as(vowelWAE)
	case vowelEU:
		if head := initial(stem); head != "" && brightAt(head) {
			return as(vowelA)
		}
		return as(vowelEO)
	}
	return stem + "어"
}

// fromInfinitive gives a verb by its infinitive, or false where a word cannot be one.
func fromInfinitive(word string) (verb, bool) {
	if word == "" || !afterVowel(lastOf(word)) {
		return verb{}, false
	}
	head, last := initial(word), lastOf(word)
	stemWith := func(v rune) (verb, bool) {
		return verb{stem: head + string(withVowel(last, v)), infinitive: word}, true
	}
	switch v := vowel(last); {
	case (last == '어' || last == '아') && head != "":
		return verb{stem: head, infinitive: word}, true
	case last == '여' && strings.HasSuffix(head, "하"):
		return fromStem(head), true
	case last == '해':
		return fromStem(head + "하"), true
	case (last == '라' || last == '러') && head != "" && finalConsonant(lastOf(head)) == finalL:
		return verb{stem: initial(head) + string(lastOf(head)-finalL) + "르", infinitive: word}, true
	case v == vowelYEO && last != '펴' && (last != '켜' || strings.HasSuffix(head, "시") && len(head) > 2*syllable):
		return stemWith(vowelI)
	case v == vowelWAE:
		return stemWith(vowelOE)
	case v == vowelWA:
		return stemWith(vowelO)
	case v == vowelWO:
		return stemWith(vowelU)
	case v == vowelEO && last != '서':
		return stemWith(vowelEU)
	case v == vowelA, v == vowelAE, v == vowelE, v == vowelEO, v == vowelYEO:
		return verb{stem: word, infinitive: word}, true
	}
	return verb{}, false
}

// brightAt reports whether the last vowel of a word is ㅏ or ㅗ, which take 아 for 어.
func brightAt(word string) bool {
	v := vowel(lastOf(word))
	return v == vowelA || v == vowelO
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// made reports whether a stem ends in a suffix that makes verbs: those of the passive and causative, 되 and 하 behind a
// noun, 지 and 나 behind an infinitive.
func (v verb) made() bool {
	if len(v.stem) < 2*syllable {
		return false
	}
	head := initial(v.stem)
	before := lastOf(head)
	final := finalConsonant(before)
	switch lastOf(v.stem) {
	case '기':
		return final != 0 && !strings.ContainsRune("ㄱㄹㅂ", letterBelow(before))
	case '히':
		return strings.ContainsRune("ㄱㄷㅂㅈㄵㄺㄼ", letterBelow(before))
	case '리':
		return strings.ContainsRune("ㄹㅀ", letterBelow(before)) || before == '느' || before == '내'
	case '이':
		return strings.ContainsRune("ㅎㅍㄲㅌ", letterBelow(before)) || strings.ContainsRune("보쓰꼬", before)
	case '추':
		return strings.ContainsRune("ㅁㅈㅊ", letterBelow(before))
	case '치':
		return strings.ContainsRune("ㅁㅎ", letterBelow(before)) || before == '고'
	case '우':
		return final == 0 && slices.Contains([]rune{vowelI, vowelAE, vowelE}, vowel(before))
	case '꾸':
		return before == '바'
	case '지':
		return strings.ContainsRune(connective, before)
	case '나':
		return strings.ContainsRune(connective, before) || before == '끝'
	case '하', '되':
		return len(head) >= 2*syllable && !isKept(v.stem)
	}
	return strings.HasSuffix(v.stem, "시키")
}

// letterBelow is the consonant below a syllable, or a space.
func letterBelow(r rune) rune {
	return []rune(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")[finalConsonant(r)]
}

// noun is what a verb is made of if that is a word of two syllables or more: 배포 of 배포하다, 느려 of 느려지다.
func (v verb) noun() string {
	for _, light := range []string{"당하", "시키", "하", "되", "받", "없", "지", "나", "이"} {
		head, ok := strings.CutSuffix(v.stem, light)
		if !ok {
			continue
		}
		switch {
		case len(head) < 2*syllable, isKept(v.stem):
		case light == "이" && v.made():
		case light == "지" && !strings.ContainsRune(connective, lastOf(head)) && !(v.sure && infinitiveLike(lastOf(head))):
		case light == "나" && !v.sure && !v.made():
		default:
			return head
		}
	}
	return ""
}

// infinitiveLike reports whether infinitives end in such a syllable.
func infinitiveLike(r rune) bool {
	return afterVowel(r) && slices.Contains([]rune{vowelA, vowelAE, vowelEO, vowelE, vowelYEO, vowelWA, vowelWAE, vowelWO}, vowel(r))
}

// spellings are the beginnings that the forms of a verb have: 끊기 끊긴 끊길 끊깁 끊김 끊겨 끊겼. Of a verb of one syllable
// they are so short that some of the ending is among them.
func (v verb) spellings() []string {
	if len(v.stem) == syllable {
		return v.short()
	}
	all := []string{v.stem}
	if last := lastOf(v.stem); afterVowel(last) {
		for _, final := range []rune{finalN, finalL, finalB, finalM} {
			if final != finalM || v.made() { // not 사람 for 사라지다
				all = append(all, initial(v.stem)+string(last+final))
			}
		}
	}
	if !strings.HasPrefix(v.infinitive, v.stem) {
		all = append(all, v.infinitive)
	}
	if afterVowel(lastOf(v.infinitive)) && len(v.infinitive) == len(v.stem) {
		all = append(all, initial(v.infinitive)+string(lastOf(v.infinitive)+finalSS))
	}
	return all
}

func (v verb) short() []string {
	var all []string
	add := func(head string, tails string) {
		for _, t := range strings.Fields(tails) {
			all = append(all, head+t)
		}
	}
	add(v.stem, "고 는 지 네 게 던 기 자")
	last := lastOf(v.stem)
	if afterConsonant(last) {
		add(v.stem, "으 은 을 음 습")
		return append(all, v.infinitive, initial(v.infinitive)+string(lastOf(v.infinitive)+finalSS))
	}
	add(v.stem, "면 며 니")
	add(string(last+finalN), "다")
	add(string(last+finalB), "니")
	if len(v.infinitive) > syllable { // 튀어
		return append(all, v.infinitive, initial(v.infinitive)+string(lastOf(v.infinitive)+finalSS))
	}
	add(v.infinitive, "서 도")
	add(string(lastOf(v.infinitive)+finalSS), "다 고 는 지 던 으 을 음 습 어")
	return all
}

// all lists the forms of a verb whose stem ends in a vowel.
func (v verb) all() []string {
	stem, infinitive := v.stem, v.infinitive
	with := func(word string, final rune) string { return initial(word) + string(lastOf(word)+final) }
	heads := map[place]string{
		onStem: stem, onOpen: stem, onN: with(stem, finalN), onL: with(stem, finalL), onB: with(stem, finalB), onInfinitive: infinitive,
	}
	all := []string{heads[onN], heads[onL], with(stem, finalM), infinitive}
	for text, places := range tails() {
		for _, t := range places {
			if head := heads[t.place]; head != "" {
				all = append(all, head+text)
			}
		}
	}
	for _, text := range strings.Fields(`다 고 는데 는데요 지만 던 더니 나요 네요 습니다 어요 거든요 으며 으나 으면 으니 을 음`) {
		all = append(all, with(infinitive, finalSS)+text)
	}
	return all
}
