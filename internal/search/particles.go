package search

import (
	"strings"
	"unicode/utf8"
)

// What follows a Korean noun in writing: particles (josa), the light verbs 하다, 되다, 시키다 and 이다, and the
// endings of a few verbs that reports use. A word that ends in one is also searched without it. An ending is taken
// off only where it can stand: 이 follows a final consonant and 가 a vowel, so 평가 keeps its 가.
var endings = func() map[string]ending {
	all := map[string]ending{}
	add := func(after condition, particle bool, list string) {
		for _, text := range strings.Fields(list) {
			all[text] = ending{text, after, particle}
		}
	}
	add(anywhere, true, `에 에서 에게 께서 한테 의 도 만 부터 까지 마다 처럼 보다 조차 밖에 대로 뿐 씩 쯤 들 커녕
		라도 든지 때문에 때문 동안`)
	add(afterConsonant, true, `은 이 을 과 이나 이라도 이든지 이랑`)
	add(afterVowel, true, `는 가 를 와 랑`)
	add(afterOpen, true, `로 로서 로써`)
	add(afterClosed, true, `으로 으로서 으로써`)

	add(anywhere, false, `중 입니다 인데 인가요`)
	add(afterConsonant, false, `이다 이고 이며 이면 이었다 이었고 이라 이라서 이라는 이라고 이라며`)
	add(afterVowel, false, `였다 였고 였으며`)
	add(after("적중"), false, `인`)
	add(anywhere, false, `하다 하고 하며 하면 하면서 하면서도 하여 하여서 하였다 하였고 하였습니다 하는 하던 하지 하지만 하기 하자
		하자마자 하게 하도록 하려 하려고 하려는 하려면 한 한다 한다고 할 함 합니다 해 해서 해도 해야 해요 했다 했고 했는데 했으며
		했으나 했지만 했던 했을 했음 했더니 했습니다 했어요`)
	add(anywhere, false, `되다 되고 되며 되면 되면서 되면서도 되어 되어서 되었다 되었고 되었으며 되었습니다 되는 되던 되지 되지만 되기
		되자 되자마자 되게 되도록 되려 되려면 된 된다 된다고 될 됨 됩니다 돼 돼서 돼도 돼야 돼요 됐다 됐고 됐는데 됐으며 됐으나 됐지만
		됐던 됐을 됐음 됐더니 됐습니다 됐어요`)
	add(anywhere, false, `시키다 시키고 시키며 시키면 시키면서 시키는 시키지 시키기 시키자 시키도록 시킨 시킨다 시킬 시킴 시킵니다
		시켜 시켜서 시켰다 시켰고 시켰으며 시켰습니다`)
	add(after(connective), false, `지다 지고 지며 지면 지면서 지는 지던 지지 지기 지자 지도록 진 진다 질 짐 집니다 져 져서 졌다 졌고
		졌는데 졌으며 졌지만 졌던 졌습니다 졌어요`)
	add(after(connective), false, `나다 나고 나며 나면 나면서 나는 나던 나지 나기 나자 나도록 난 난다 납니다 나서 났다 났고 났는데
		났으며 났지만 났던 났습니다 났어요`)
	add(anywhere, false, `었다 었고 었는데 었으며 었지만 었던 었습니다 었어요 았다 았고 았는데 았으며 았지만 았던 았습니다 았어요`)
	return all
}()

// longestEnding is the length of the longest of endings, in bytes.
const longestEnding = 5 * syllable

// connective lists the syllables in which the verbs end that 지다 and 나다 attach to (느려지다, 늘어나다), so that
// 메시지는 does not lose its 지.
const connective = "어아려겨혀쳐커꺼져워라빠러해내"

// kept are nouns, and ends of nouns, that only look as if they ended in a particle or ending: 재시도, 응답 속도.
var kept = wordSet(`시도 한도 속도 온도 정도 빈도 강도 밀도 용도 별도 제도 지도 각도 요도 이도 뢰도 성도 족도 상도
	제한 권한 기한 상한 하한 무한 역할 분할 포함 결함 이해 피해 침해 방해 장해 올해
	집중 이중 다중 적중 도중 공중 핸들 번들 결과 효과 성과 통과 추가 허가 휴가 회의 주의 정의 문의 논의 동의 합의 협의 유의 편의
	길이 높이 깊이 넓이 차이 불만 미만 제로 회로 프로 마이크로 매크로 서로 바로 별로 새로 스스로 그대로 제대로`)

// particleMay lists the particles that are taken off even where one syllable is left: 락을, 큐에서.
var particleMay = wordSet(`을 를 은 는 이 가 에 에서 에게 으로 까지 부터 마다`)

// particleSecond lists the particles that follow another one: 에서는, 까지만.
var particleSecond = wordSet(`은 는 도 만 의 까지 부터 나 라도`)

// koreanStops are words that only hold a sentence together; they stand alone and never constrain a query.
var koreanStops = wordSet(`및 등 또 또는 그리고 그런데 그래서 그러나 하지만 혹은 즉 때 때문 것 거 수 후 뒤 전 안 못 더 잘 좀 다 왜
	어떻게 어떤 무엇 뭐 이 그 저 이런 그런 저런 이것 그것 있는 있다 있음 있을 있어 있었다 있습니다 있나요 같은 같다 같아요 같습니다
	대한 대해 대해서 위한 위해 위해서 통해 통한 관한 따라 따른 의해 인한 인해 경우 계속 너무 매우 아주 갑자기 나요 해요 되나요 하나요
	어떡해 어쩌죠 알려줘 알려주세요 찾아줘 찾아주세요 보여줘`)

// ending is one particle or ending and what the syllable before it must be.
type ending struct {
	text     string
	after    condition
	particle bool
}

type condition func(before rune) bool

func anywhere(rune) bool { return true }

// finalConsonant is the index of a syllable's final consonant, 0 for none (Unicode 3.12, Hangul composition).
func finalConsonant(r rune) rune { return (r - '가') % 28 }

// rieul is the final consonant ㄹ, after which 로 stands as after a vowel.
const rieul = 8

func afterConsonant(r rune) bool { return finalConsonant(r) != 0 }
func afterVowel(r rune) bool     { return finalConsonant(r) == 0 }
func afterOpen(r rune) bool      { return finalConsonant(r) == 0 || finalConsonant(r) == rieul }
func afterClosed(r rune) bool    { return !afterOpen(r) }

func after(syllables string) condition {
	return func(before rune) bool { return strings.ContainsRune(syllables, before) }
}

// stem is a Hangul word without its particles and endings, as far as two syllables or more are left.
func stem(word string) string {
	return strip(word, func(rest string, _ ending) bool { return len(rest) >= 2*syllable })
}

// bare is a Hangul word without its particles, as far as a syllable is left.
func bare(word string) string {
	return strip(word, func(rest string, e ending) bool { return e.particle && rest != "" })
}

// single is the one-syllable noun that a word consists of but for a particle that leaves no doubt, or "".
func single(word string) string {
	rest := strip(word, func(rest string, e ending) bool { return rest != "" && particleMay[e.text] })
	if len(rest) != syllable || rest == word {
		return ""
	}
	return rest
}

// noun is what is left of a Hangul word without particles and endings.
func noun(word string) string {
	if one := single(word); one != "" {
		return one
	}
	return stem(word)
}

// strip takes endings off, the longest first, while they may stand where they do and allowed agrees.
func strip(word string, allowed func(rest string, e ending) bool) string {
	for len(word) > syllable && !isKept(word) {
		rest := word
		for n := min(longestEnding, len(word)-syllable); n > 0 && rest == word; n -= syllable {
			e, ok := endings[word[len(word)-n:]]
			if !ok || !allowed(word[:len(word)-n], e) {
				continue
			}
			if before, _ := utf8.DecodeLastRuneInString(word[:len(word)-n]); e.after(before) {
				rest = word[:len(word)-n]
			}
		}
		if rest == word {
			return word
		}
		word = rest
	}
	return word
}

// isKept reports whether a word ends in one of the nouns of kept.
func isKept(word string) bool {
	for n := 2 * syllable; n <= 4*syllable && n <= len(word); n += syllable {
		if kept[word[len(word)-n:]] {
			return true
		}
	}
	return false
}

// grammatical reports whether a run of Hangul is nothing but a particle or ending, as 가 is in "Pod 가", or two
// particles, as 에서는 is in "Redis에서는". 과도 and 의도 are not: two bare particles do not follow each other.
func grammatical(word string) bool {
	if len(word) > longestEnding+2*syllable || isKept(word) {
		return false
	}
	if _, ok := endings[word]; ok {
		return true
	}
	for n := syllable; n <= 2*syllable && n < len(word); n += syllable {
		first, second := word[:len(word)-n], word[len(word)-n:]
		if particleSecond[second] && (len(first) > syllable || first == "에" || first == "로") && endings[first].particle {
			return true
		}
	}
	return false
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
