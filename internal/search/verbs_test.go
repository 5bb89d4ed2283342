package search

import (
	"strings"
	"testing"
)

func TestReadVerb(t *testing.T) {
	for _, c := range []struct{ word, stem, infinitive string }{
		{"찾으려고하는데", "찾", "찾아"}, {"고치려고하는데", "고치", "고쳐"},
		// The past, whatever follows it.
		{"느려졌나요", "느려지", "느려져"},
		{"죽었는데요", "죽", "죽어"},
		{"막혔습니다", "막히", "막혀"},
		{"터졌었죠", "터지", "터져"},
		{"올라갔는데", "올라가", "올라가"},
		{"멈췄어요", "멈추", "멈춰"},
		{"지웠더니", "지우", "지워"},
		{"껐는데", "끄", "꺼"},
		{"켰는데", "켜", "켜"},
		{"몰랐어요", "모르", "몰라"},
		{"됐나요", "되", "돼"},
		{"실패했습니다", "실패하", "실패해"},
		{"되겠죠", "되", "돼"},
		{"멈춰있어요", "멈추", "멈춰"},
		{"지워버렸네요", "지우", "지워"},

		// Endings that no noun has.
		{"느려요", "느리", "느려"},
		{"죽네요", "죽", "죽어"},
		{"죽는다", "죽", "죽어"},
		{"끊겨요", "끊기", "끊겨"},
		{"끊긴다", "끊기", "끊겨"},
		{"끊깁니다", "끊기", "끊겨"},
		{"떠요", "뜨", "떠"},
		{"튀어요", "튀", "튀어"},
		{"안돼요", "안되", "안돼"},
		{"나는데", "나", "나"},
		{"쌓이면서", "쌓이", "쌓여"},
		{"가져와요", "가져오", "가져와"},
		{"막히니까", "막히", "막혀"},
		{"흘러요", "흐르", "흘러"},

		// Endings that nouns have too, behind a suffix that makes verbs.
		{"끊기고", "끊기", "끊겨"},
		{"끊김", "끊기", "끊겨"},
		{"끊긴", "끊기", "끊겨"},
		{"끊겨", "끊기", "끊겨"},
		{"막힘", "막히", "막혀"},
		{"느림", "느리", "느려"},
		{"터짐", "터지", "터져"},
		{"멈춤", "멈추", "멈춰"},
		{"배포하면", "배포하", "배포해"},
		{"시작된", "시작되", "시작돼"},
		{"뜸", "뜨", "떠"},

		// Nouns that only end like verbs.
		{"람다", "", ""},
		{"재고", "", ""},
		{"경고", "", ""},
		{"시스템", "", ""},
		{"스트림", "", ""},
		{"메시지는", "", ""},
		{"카나리", "", ""},
		{"필요", "", ""},
		{"수요", "", ""},
		{"과부하는", "", ""},
		{"재시도", "", ""},
		{"단어", "", ""},
		{"배려", "", ""},
		{"서버", "", ""},
		{"다", "", ""},
		{"요", "", ""},
	} {
		v, ok := readVerb(c.word)
		if !ok {
			v = verb{}
		}
		if v.stem != c.stem || v.infinitive != c.infinitive {
			t.Errorf("%s: stem %q, infinitive %q; want %q, %q", c.word, v.stem, v.infinitive, c.stem, c.infinitive)
		}
	}
}

// Every form of a verb finds every other.
func TestVerbForms(t *testing.T) {
	for _, forms := range [][]string{
		{"끊겨요", "끊겼다", "끊긴", "끊기고", "끊김", "끊깁니다", "끊길"},
		{"느려요", "느렸다", "느린", "느리고", "느림", "느립니다"},
		{"멈춰요", "멈췄다", "멈춘", "멈추고", "멈춤", "멈춥니다"},
		{"죽어요", "죽었다", "죽은", "죽고", "죽음", "죽습니다", "죽는"},
		{"튀어요", "튀었다", "튄다", "튀고", "튑니다", "튀는"},
		{"떴어요", "떴다", "뜬다", "뜨고", "뜹니다", "뜨는"},
		{"올라가요", "올라갔다", "올라간", "올라가고", "올라갑니다"},
		{"몰라요", "몰랐다", "모른", "모르고", "모릅니다"},
		{"비워요", "비웠다", "비운", "비우고", "비움", "비웁니다"},
	} {
		v, ok := readVerb(forms[0])
		if !ok {
			t.Errorf("%s is no verb", forms[0])
			continue
		}
		for _, form := range forms {
			found := false
			for _, spelling := range v.spellings() {
				found = found || len(form) >= len(spelling) && form[:len(spelling)] == spelling
			}
			if !found {
				t.Errorf("%s is not among the forms of %s: %q", form, forms[0], v.spellings())
			}
		}
	}
}

func TestDenied(t *testing.T) {
	for word, want := range map[string]string{
		"안돼요": "돼요", "안됨": "됨", "안뜸": "뜸", "안켜져요": "켜져요", "안열려요": "열려요", "못해요": "해요",
		"안내했는데": "", "안정됐어요": "", "안전해졌어요": "", "안내": "", "안": "", "안드로이드": "",
	} {
		got, ok := denied(word)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q %v, want %q", word, got, ok, want)
		}
	}
}

func TestRespelt(t *testing.T) {
	for _, c := range []struct {
		word, standard string
		others         int
	}{
		{"데이타베이스", "데이터베이스", 1}, {"데이터베이스", "데이터베이스", 1}, {"메세지큐", "메시지큐", 1}, {"슬로우쿼리", "슬로쿼리", 1},
		{"데이타캐쉬", "데이터캐시", 2}, {"장애", "장애", 0}, {"", "", 0},
	} {
		standard, others := respelt(c.word)
		if standard != c.standard || len(others) != c.others {
			t.Errorf("%s: %s, %q; want %s and %d", c.word, standard, others, c.standard, c.others)
		}
	}
}

// A noun is found whatever people write behind it: endings, helping verbs and nouns of time without a space before them.
func TestEndingsOfChat(t *testing.T) {
	for _, ending := range strings.Fields(`
		하려는데 하려니까 하려다가 하려다 하려고 하려면 하려던 할때 할때마다 할때는 하고나서 하고나니 해놓고 해놨는데 해두고 해버림
		해버렸어요 해버리면 한뒤에 한뒤 한다음 한다음에 한후 한후에 할수없음 할수없어요 할수있나요 할수있음 하지않음 하지않아요
		하지못함 되고있어요 되고있는데 되고있음 하고있어요 된것같아요 된거같아요 한거같은데 하는것같아요 됬어요 됬는데 됫어요 됫는데
		됬음 햇는데 햇어요 후 후에 시 시에 때 때는 때마다 하는중 하는중에 하는동안 하다가 하자마자 하느라 하더라도 하든지 하기전에
		하기때문에 해도 해서 해야 해야함 해야하는데 해야되나요 해봤는데 해봐도 해보니 해줘요 해주세요 했더니 했는데 했는데도 했습니다
		했음 됐음 됐는데 됐네요 되네요 되는데 되는데요 되는지 되서 되요 되면 되면서 됩니다 됨 되지않음 되었습니다 되었어요 하면
		하니까 하니 하고 하네 할까요 할게요 합니다 합니다만 함 하길래 하거나 하도록 하던데 하잖아요 할텐데 한다고 한다는데 한대요
		시켰는데 시키면 시킬때 중 중에 중인데 입니다 이후 직후 하려구요 하려고하는데 하려는 된상태에서 된이후 되어있음
		되어있어요 돼있음 되버렸어요 되버림 되는중`) {
		for _, noun := range []string{"롤백", "페일오버", "재부팅"} {
			if got := stem(noun + ending); got != noun {
				t.Errorf("%s: %s", noun+ending, got)
			}
		}
	}
}

// Words that only end as verbs and nouns of time do stay whole.
func TestNounsKeepWhatLooksLikeAnEnding(t *testing.T) {
	for _, word := range strings.Fields(`분산캐시 로컬캐시 프록시 서비스메시 레거시 레이턴시 크래시 즉시 반드시 표시 감시 이후 직후 보고서 경고 시간대 실수 필수 서버리스
		클라우드서버리스 쓰기 읽기 재고 일지 데이터 파이프라인 릴리스`) {
		if got := stem(word); got != word {
			t.Errorf("%s: %s", word, got)
		}
	}
	for word, noun := range map[string]string{"서버에서는": "서버", "외부에서도": "외부", "경고는": "경고", "실수도": "실수", "쓰기는": "쓰기", "시간대에": "시간대"} {
		if got := stem(word); got != noun {
			t.Errorf("%s: %s, want %s", word, got, noun)
		}
		if v, ok := readVerb(word); ok {
			t.Errorf("%s is read as a form of %s", word, v.stem)
		}
	}
}

// What is denied is a word of its own, though it is written against the one before.
func TestBeforeNot(t *testing.T) {
	for _, c := range []struct{ text, parts string }{
		{"로그인안됨", "로그인 안됨"}, {"로그인이안돼요", "로그인이 안돼요"}, {"결제안됐어요", "결제 안됐어요"}, {"롤백안되요", "롤백 안되요"},
		{"페이지가안열려요", "페이지가 안열려요"}, {"락이안풀려서", "락이 안풀려서"}, {"접속안되는데요", "접속 안되는데요"}, {"서버가안떠요", "서버가 안떠요"},
		{"접속못해요", "접속 못해요"}, {"작동안됨", "작동 안됨"}, {"환불안돼요", "환불 안돼요"}, {"재현안됨", "재현 안됨"}, {"보안안됨", "보안 안됨"}, {"연결안끊김", "연결 안끊김"},
		{"대응방안됨", "대응방안됨"}, {"점검동안됐어요", "점검동안됐어요"}, {"정보보안됐어요", "정보보안됐어요"}, {"변경제안됨", "변경제안됨"}, {"설정잘못됨", "설정잘못됨"},
		{"서비스안내했는데", "서비스안내했는데"}, {"서비스안정됐어요", "서비스안정됐어요"}, {"안드로이드", "안드로이드"}, {"로그인안", "로그인안"}, {"안됨", "안됨"},
	} {
		var parts []string
		for _, r := range partNots(c.text, split(c.text, nil)) {
			parts = append(parts, c.text[r.start:r.end])
		}
		if got := strings.Join(parts, " "); got != c.parts {
			t.Errorf("%s: %s, want %s", c.text, got, c.parts)
		}
	}
	for joined, apart := range map[string]string{"로그인안됨": "로그인", "결제안됨": "결제", "페이지가안열려요": "페이지가", "락이안풀려서": "락이"} {
		if q := Parse(joined, nil); !q.Words[0].Required || !asks(q, apart) {
			t.Errorf("%s does not ask for %s", joined, apart)
		}
	}
}
