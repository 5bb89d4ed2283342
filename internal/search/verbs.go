package search

import (
	"strings"
	"sync"
)

// Verbs and adjectives, which Korean inflects alike. People on call write as they speak (느려졌나요, 안 떠요, 끊김), a
// report does not (느려졌다, 끊겼다), and both have the same verb. How a verb's forms are made follows from few rules of
// the standard orthography (한글 맞춤법): endings in articles 15 and 16, irregular verbs in 18, contractions in 34 to 38.
// Endings that nouns have too (람다, 재고, 시스템) are taken for such only behind a suffix that makes verbs (막히고, 끊김).

// verb is a verb by the two forms that all others are made of: 끊기 and 끊겨, 죽 and 죽어, 느리 and 느려. It is sure where
// the word that it was read in can be no noun.
type verb struct {
	stem, infinitive string
	sure             bool
}

// place is what an ending stands behind.
type place uint8

const (
	onStem   place = iota // any stem
	onOpen                // a stem that ends in a vowel
	onClosed              // a stem that ends in a consonant
	onN                   // a stem with ㄴ below
	onL                   // with ㄹ
	onB                   // with ㅂ
	onInfinitive
)

// tail is an ending of verbs; sure ones end no noun.
type tail struct {
	place
	sure bool
}

// tails lists the endings. Those of the past are not among them: behind a syllable that ends in ㅆ all is ending.
var tails = sync.OnceValue(func() map[string][]tail {
	all := map[string][]tail{}
	add := func(p place, sure bool, texts string) {
		for _, text := range strings.Fields(texts) {
			all[text] = append(all[text], tail{p, sure})
		}
	}
	add(onStem, true, `네요 나요 는데 는데요 는지 는지요 더니 더라 더라고요 더라구요 던데 던데요 지만 거든요 길래 자마자 도록 거나
		지요 죠 고요 구요 군요
		네여 나여 는데여 는데도 는지도 다가 다가도 느라 느라고 더라도 든지 든가 던가요 는중 는중에 는지를 더니만 지만요 잖아 잖아요 길래요`)
	add(onStem, false, `고서 고도 고는 기만 기는 기도 다 고 는 지 게 기 던 자 나 네`)
	add(onOpen, true, `면서 면서도 니까 니까요 려고 려고요 려구 려구요 려는 려는데 려는데요 려니 려니까 려다 려다가 려던 려던데 려면 려나 려해도 려고해도 세요 므로 셔서`)
	add(onOpen, false, `면 며 니 러 려`)
	add(onClosed, true, `으려고 으려는 으려는데 으려니까 으려다 으려다가 으려면 으므로 는다 는다고 는다는 습니다 습니까 으면 으면서 으니까 은데 은데요 은가요 을까 을까요 을수록`)
	add(onClosed, false, `으며 으나 음 은 을`)
	add(onN, true, `답니다 다네요 다는데 다는데요 다고요 다면서 다던데 다니 지라 데 데요 다 다고 다는 다면 대요 가요`)
	add(onL, true, `까 까요 텐데 텐데요 께요 까봐 게요 수록`)
	add(onL, false, `지 지도 지를 때마다 때는 때만 때도 때의 때에 때에도 때부터`)
	add(onB, true, `니다 니까 니다만`)
	add(onInfinitive, true, `요 서요 야만 야지 야죠 야해요 야하는데 야함 야됨 도됨 도되나요`)
	add(onInfinitive, false, `서 도 야`)
	return all
})

// bareVerbs are verbs of one syllable that stand for whole words in chat: 안 됨, 안 뜸.
var bareVerbs = wordSet(`하 되 뜨 나 가 오`)

// helpingVerbs are read with any ending.
var helpingVerbs = wordSet(`하 되 시키 지 나 있 같 않 없`)

// stopVerbs tell nothing by themselves.
var stopVerbs = wordSet(`하 되 뜨 나 가 오 있 같 않 보 주 이 아니 모르 싶 말 알`)

// longestTail is the length of the longest of tails, in bytes.
const longestTail = 4 * syllable

// auxiliaryStems are the stems of helping verbs that chat writes together with the verb before them: 지워버렸네요, 해놨는데.
var auxiliaryStems = []string{"버리", "놓", "노", "두", "보", "주"}

// readVerb reads a word as a form of a verb, without a helping verb behind it.
func readVerb(word string) (verb, bool) {
	v, ok := readForm(word)
	if !ok {
		return v, false
	}
	for _, auxiliary := range auxiliaryStems {
		head, helped := strings.CutSuffix(v.stem, auxiliary)
		if !helped {
			continue
		}
		if main, isVerb := beforeAuxiliary(head); isVerb && (auxiliary == "버리" || main.made()) {
			main.sure = v.sure
			return main, true
		}
	}
	return v, true
}

// beforeAuxiliary reads an infinitive, 되 being often written for 돼.
func beforeAuxiliary(word string) (verb, bool) {
	if strings.HasSuffix(word, "되") {
		return fromStem(word), true
	}
	return fromInfinitive(word)
}

func readForm(word string) (v verb, ok bool) {
	if isKept(word) || strings.ContainsFunc(word, notHangul) {
		return v, false
	}
	if v, ok = readPast(word); ok {
		return v, true
	}
	if v, ok = readHelped(word); ok {
		return v, true
	}
	for n := min(longestTail, len(word)-syllable); n > 0; n -= syllable {
		for _, t := range tails()[word[len(word)-n:]] {
			if v, ok = t.behind(word[:len(word)-n]); ok && (t.sure || v.made() || helpingVerbs.has(v.stem)) {
				v.sure = t.sure
				return v, true
			}
		}
	}
	for _, below := range []rune{finalN, finalL, finalM} { // 끊긴 연결, 연결이 끊김
		if stem, ok := without(word, below); ok {
			if v = fromStem(stem); v.made() || bareVerbs.has(stem) {
				return v, true
			}
		}
	}
	v, ok = fromInfinitive(word) // 연결이 끊겨
	return v, ok && v.made()
}

// readPast reads a word with a syllable that ends in ㅆ, as those of verbs alone do: 느려졌나요, 죽었는데, 켜져있어요, 되겠죠.
func readPast(word string) (v verb, ok bool) {
	for at, r := range word {
		if at > 0 && misspelt(word[at:]) {
			r += finalSS - finalConsonant(r)
			word = word[:at] + string(r) + word[at+syllable:]
		}
		if finalConsonant(r) != finalSS {
			continue
		}
		switch head := word[:at]; {
		case head == "" && r == '있':
			v, ok = fromStem("있"), true
		case head == "":
			v, ok = fromInfinitive(string(r - finalSS))
		case r == '있':
			if v, ok = fromInfinitive(head); !ok {
				return readHelped(word)
			}
		case r == '됬':
			v, ok = fromStem(head+"되"), true
		case strings.ContainsRune("겠었았", r):
			v, ok = fromStem(head), true
		default:
			v, ok = fromInfinitive(head + string(r-finalSS))
		}
		v.sure = ok
		return v, ok
	}
	return v, false
}

// misspelt reports whether a word begins with a form of the past that is often written with ㅅ for ㅆ: 됫어요, 햇는데.
func misspelt(word string) bool {
	head, rest := word[:syllable], word[syllable:]
	return (head == "됫" || head == "햇" || head == "졋") && rest != "" && strings.ContainsRune("어습는다던네나고지음거", []rune(rest)[0])
}

// behind reads what stands before an ending.
func (t tail) behind(word string) (verb, bool) {
	switch t.place {
	case onInfinitive:
		return beforeAuxiliary(word)
	case onStem:
		return fromStem(word), true
	case onOpen:
		return fromStem(word), afterOpen(lastOf(word))
	case onClosed:
		return fromStem(word), afterConsonant(lastOf(word))
	}
	stem, ok := without(word, map[place]rune{onN: finalN, onL: finalL, onB: finalB}[t.place])
	return fromStem(stem), ok
}
