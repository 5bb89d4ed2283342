package search

import (
	"strings"
	"sync"
)

// auxiliaries list what follows a form of a verb as a word of its own and is written together with it in chat, by the
// place it stands in, and behind it any ending: 되고있어요, 할수없음, 해놓고, 된것같아요, 한뒤에, 할때마다. Sure ones begin no part of
// a noun.
var auxiliaries = sync.OnceValue(func() map[string][]tail {
	all := map[string][]tail{}
	add := func(p place, sure bool, texts string) {
		for _, text := range strings.Fields(texts) {
			all[text] = append(all[text], tail{p, sure})
		}
	}
	add(onStem, true, `고있 고싶 고나서 고나니 고나면 지않 지못 는것 는거 는중 는동안 기때문 는바람`)
	add(onStem, false, `기전 지마 지도`)
	add(onOpen, true, `려고하 려고해 려했 려던`)
	add(onClosed, true, `을때 을수 을것 을거 은것 은거 은뒤 은후 은다음 은상태 으려고하`)
	add(onN, false, `것 거 뒤 후 다음 채 이후 직후 상태 적 줄 지`)
	add(onL, true, `수있 수없 것같 거같`)
	add(onL, false, `때 수 것 거 줄 뻔 예정`)
	add(onInfinitive, false, `놓 놔 두 둬 뒀 버리 버려 버린 버릴 버림 버립 버렸 보니 보면 봤 봐 주 줘 줬 줄 달라 야`)
	return all
})

// longestAuxiliary is the length of the longest of auxiliaries, in bytes.
const longestAuxiliary = 4 * syllable

// longestHelped is the length of the longest word that an auxiliary is looked for in, in bytes.
const longestHelped = 20 * syllable

// readHelped reads the verb before an auxiliary that is written together with it, the first in the word.
func readHelped(word string) (v verb, ok bool) {
	if len(word) > longestHelped {
		return verb{}, false
	}
	for at := syllable; at < len(word); at += syllable {
		for n := min(longestAuxiliary, len(word)-at); n > 0; n -= syllable {
			for _, t := range auxiliaries()[word[at:at+n]] {
				if v, ok = t.behind(word[:at]); ok && (t.sure || v.made()) && v.stem != "" && !isKept(v.stem) {
					v.sure = t.sure
					return v, true
				}
			}
		}
	}
	return verb{}, false
}
