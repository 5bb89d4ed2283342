package search

import (
	"strings"
	"sync"
)

// What follows a Korean noun in writing: particles (josa), and 이다. A word that ends in one is also searched without
// it. An ending is taken off only where it can stand: 이 follows a final consonant and 가 a vowel, so 평가 keeps its 가.
var endings = sync.OnceValue(func() map[string]ending {
	all := map[string]ending{}
	add := func(after condition, particle bool, list string) {
		for _, text := range strings.Fields(list) {
			all[text] = ending{text, after, particle}
		}
	}
	add(anywhere, true, `에 에서 에게 께서 한테 의 도 만 부터 까지 마다 마저 처럼 보다 만큼 조차 밖에 대로 뿐 씩 쯤 들 커녕
		라도 든지 때문에 때문 동안`)
	add(afterConsonant, true, `은 이 을 과 이나 이라도 이든지 이랑`)
	add(afterVowel, true, `는 가 를 와 랑`)
	add(afterOpen, true, `로 로서 로써`)
	add(afterClosed, true, `으로 으로서 으로써`)

	add(anywhere, false, `중 입니다 입니까 인데 인데요 인가 인가요 인지 일까 일까요 이에요 예요 에요 이죠 죠 라고 라는데 라던데 라네요 래요`)
	add(anywhere, false, nounsOfTime)
	add(afterConsonant, false, `이다 이고 이며 이면 이라 이라서 이라는 이라고 이라며 이라는데 이라던데 이래요 이네요`)
	add(afterVowel, false, `라서 라는`)
	add(after("적중"), false, `인`)
	return all
})

// longestEnding is the length of the longest of endings, in bytes.
const longestEnding = 5 * syllable

// connective lists the syllables in which the verbs end that 지다 and 나다 attach to (느려지다, 늘어나다), so that
// 메시지는 does not lose its 지.
const connective = "어아려겨혀쳐커꺼터깨켜펴져워라빠러해내"

// kept are nouns, and ends of nouns, that only look as if they ended in a particle or ending: 재시도, 응답 속도.
var kept = wordSet(`부하 저하 이하 지하 강하 비하 시도 한도 속도 온도 정도 빈도 강도 밀도 용도 별도 제도 지도 각도 요도 이도 뢰도 성도 족도 상도
	제한 권한 기한 상한 하한 무한 역할 분할 포함 결함 이해 피해 침해 방해 장해 올해
	집중 이중 다중 적중 도중 공중 핸들 번들 결과 효과 성과 통과 추가 허가 휴가 회의 주의 정의 문의 논의 동의 합의 협의 유의 편의
	캐시 메시 해시 푸시 크래시 플래시 프레시 대시 프록시 레거시 갤럭시 프라이버시 턴시 던시 런시 반드시 표시 감시 즉시 임시 명시 게시 무시 일시 당시 다시 역시 잠시
	오후 향후
	길이 높이 깊이 넓이 차이 불만 미만 제로 회로 프로 마이크로 매크로 서로 바로 별로 새로 스스로 그대로 제대로`)

// particleMay lists the particles that are taken off even where one syllable is left: 락을, 큐에서.
var particleMay = wordSet(`을 를 은 는 이 가 에 에서 에게 으로 까지 부터 마다`)

// particleSecond lists the particles that follow another one: 에서는, 까지만.
var particleSecond = wordSet(`은 는 도 만 의 까지 부터 나 라도`)

// koreanStops are words that only hold a sentence together; they stand alone and never constrain a query.
var koreanStops = wordSet(`및 등 또 또는 그리고 그런데 그래서 그러나 하지만 혹은 즉 때 때문 것 거 수 시 후 뒤 전 안 못 더 잘 좀 다 왜
	어떻게 어떤 무엇 뭐 이 그 저 이런 그런 저런 이것 그것 대한 대해 대해서 위한 위해 위해서 통해 통한 관한 따라 따른 의해 인한 인해 경우 계속 너무 매우 아주 갑자기
	어떡해 어쩌죠 알려줘 알려주세요 찾아줘 찾아주세요 보여줘`)

// koreanAdverbs say how or when, of which a report seldom says anything, and only rank.
var koreanAdverbs = wordSet(`다시 같이 함께 그냥 일단 아마 아마도 전부 완전 완전히 아예 이미 아직 아직도 이제 진짜 정말 거의 결국 여전히 먼저 나중에 모두 다들
	대체 왠지 역시 당장 금방 얼른 빨리 천천히 조금 많이 자주 항상 계속해서 도로 당연히 이후 직후 분명 분명히 그나마 겨우 혼자`)

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

// stem is a Hangul word without its particles and endings, as far as two syllables or more are left: of a verb that is
// made of a noun, the noun.
func stem(word string) string {
	for {
		rest := ""
		if v, ok := readVerb(word); ok {
			rest = v.noun()
		}
		if rest == "" {
			rest = cut(endings(), word, func(rest string, _ ending) bool { return len(rest) >= 2*syllable })
		}
		if rest == word {
			return word
		}
		word = rest
	}
}

// bare is a Hangul word without its particles, as far as a syllable is left.
func bare(word string) string {
	return strip(word, func(rest string, e ending) bool { return e.particle && rest != "" })
}

// naked is a Hangul word without its particles and forms of 이다, as far as a syllable is left.
func naked(word string) string {
	return strip(word, func(rest string, _ ending) bool { return rest != "" })
}

// single is the one-syllable noun that a word consists of but for a particle that leaves no doubt, or "".
func single(word string) string {
	rest := strip(word, func(rest string, e ending) bool { return rest != "" && particleMay.has(e.text) })
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

// strip takes endings off while they may stand where they do and allowed agrees.
func strip(word string, allowed func(rest string, e ending) bool) string {
	return stripBy(endings(), word, allowed)
}

func stripBy(endings map[string]ending, word string, allowed func(rest string, e ending) bool) string {
	for {
		rest := cut(endings, word, allowed)
		if rest == word {
			return word
		}
		word = rest
	}
}

// cut takes one ending off, the longest that may.
func cut(endings map[string]ending, word string, allowed func(rest string, e ending) bool) string {
	if isKept(word) {
		return word
	}
	for n := min(longestEnding, len(word)-syllable); n > 0; n -= syllable {
		rest := word[:len(word)-n]
		if e, ok := endings[word[len(rest):]]; ok && allowed(rest, e) && e.after(lastOf(rest)) {
			return rest
		}
	}
	return word
}

// isKept reports whether a word ends in one of the nouns of kept.
func isKept(word string) bool {
	for n := 2 * syllable; n <= 4*syllable && n <= len(word); n += syllable {
		if kept.has(word[len(word)-n:]) {
			return true
		}
	}
	return false
}

// nounsOfTime are written together with the noun before them.
const nounsOfTime = `후 시 때 직후 이후`

var timeNouns = wordSet(nounsOfTime)

// lightVerbs make verbs of the nouns before them.
var lightVerbs = wordSet(`하 되 시키 지 나`)

// grammatical reports whether a run of Hangul is nothing but a particle or ending, as 가 is in "Pod 가", a light verb
// (됐나요), or two particles, as 에서는 is in "Redis에서는". 과도 and 의도 are not: two bare particles do not follow each other.
func grammatical(word string) bool {
	if len(word) > longestEnding+2*syllable || isKept(word) {
		return false
	}
	if _, ok := endings()[word]; ok && !timeNouns.has(word) {
		return true
	}
	if v, ok := readVerb(word); ok && lightVerbs.has(v.stem) {
		return true
	}
	for n := syllable; n <= 2*syllable && n < len(word); n += syllable {
		first, second := word[:len(word)-n], word[len(word)-n:]
		if particleSecond.has(second) && (len(first) > syllable || first == "에" || first == "로") && endings()[first].particle {
			return true
		}
	}
	return false
}
