package search

import "testing"

func TestReadVerb(t *testing.T) {
	for _, c := range []struct{ word, stem, infinitive string }{
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
