package mcp

import (
	"context"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// findSimilarIncident compares what is seen now with past cases.
var findSimilarIncident = prompt{
	name:        "find_similar_incident",
	title:       "Find a similar incident",
	description: "Finds past incidents like a symptom or a case, and what fixed them and what did not.",
	write: func(ctx context.Context, c *call, in promptInput) (string, error) {
		if in.page != nil {
			v := &caseView{c, in.page, &in.page.Case, &caseOut{}}
			v.head()
			text := similarTasks["case"].In(c.lang) + "\n\n" + v.headText() + "\n## " + c.word("similar") + "\n"
			for _, p := range v.similar() {
				text += p.text
			}
			return text, nil
		}
		text := similarTasks["symptom"].In(c.lang) + "\n\n> " + strings.ReplaceAll(cut(in.symptom, maxEcho), "\n", "\n> ") + "\n\n"
		rows, err := c.foundText(ctx, in, text)
		return text + rows, err
	},
}

// maxEcho is how many bytes of a symptom a prompt repeats.
const maxEcho = 3_000

// similarTasks are the tasks, by what is given.
var similarTasks = map[string]incident.Text{
	"symptom": {
		EN: `Find past incidents that looked like the symptom below, from the Incident Library. The cases that its search found follow; they may or may not fit.
1. Read the likeliest with get_incident. If none fits, call search_incidents with other words (error text, component), or find terms with vocab and filter with list_incidents.
2. For each case that fits, say: what is alike and what differs, the root cause, what fixed it, what was tried and did not work, how long it took.
3. End with what to check first here, and the ids and sources you used. Say so if nothing fits.`,
		KO: `아래 증상과 비슷했던 과거 장애를 Incident Library에서 찾아 줘. 검색으로 찾은 사례를 덧붙였는데, 맞지 않을 수도 있어.
1. 가장 그럴듯한 사례를 get_incident로 읽어. 맞는 것이 없으면 다른 낱말(오류 문구, 구성 요소)로 search_incidents를 호출하거나, vocab으로 용어를 찾아 list_incidents로 걸러.
2. 맞는 사례마다 비슷한 점과 다른 점, 근본 원인, 효과가 있었던 조치, 효과가 없었던 조치, 걸린 시간을 정리해.
3. 여기서 먼저 확인할 것과 참고한 사례 id, 출처로 마무리해. 맞는 사례가 없으면 없다고 말해.`,
	},
	"case": {
		EN: `Find past incidents like the case below, from the Incident Library. Those that share its rarest terms follow.
1. Read the likeliest with get_incident; look further with list_incidents (by its causes, symptoms or factors) or get_topic.
2. For each, say what is alike and what differs, what fixed it, and what was tried and did not work.
3. End with what these cases teach together, and the ids and sources you used.`,
		KO: `아래 사례와 비슷한 과거 장애를 Incident Library에서 찾아 줘. 드문 용어를 함께 가진 사례를 덧붙였어.
1. 가장 그럴듯한 사례를 get_incident로 읽고, list_incidents(원인, 증상, 기여 요인)나 get_topic으로 더 찾아.
2. 사례마다 비슷한 점과 다른 점, 효과가 있었던 조치, 효과가 없었던 조치를 정리해.
3. 이 사례들에서 함께 배울 점과 참고한 사례 id, 출처로 마무리해.`,
	},
}

// foundText writes the cases that a symptom led to, after a text.
func (c *call) foundText(ctx context.Context, in promptInput, after string) (string, error) {
	if in.found.Total == 0 {
		return c.word("nothing") + "\n", nil
	}
	if err := c.edition.Mark(ctx, in.found, c.lang); err != nil {
		return "", err
	}
	b := newBudget()
	b.twice = false
	b.take(after, nil)
	var rows strings.Builder
	var out []rowOut
	_, err := c.addRows(ctx, in.found, in.found.Cases, b, &out, &rows)
	head := ""
	if in.found.Search.Relaxed {
		head = c.word("relaxed") + "\n"
	}
	return "## " + c.word("cases") + "\n" + head + rows.String(), err
}
