package mcp

import (
	"strconv"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// words are the headings and remarks of an answer's text. No Korean one puts a
// particle after something that is filled in.
var words = map[string]incident.Text{
	"left_out":   {EN: "Left out (with the number of parts)", KO: "빠진 항목(괄호 안은 개수)"},
	"how_cursor": {EN: "To go on, repeat the call with the same arguments and next_cursor as cursor; to get single fields, name them in fields.", KO: "이어서 받으려면 같은 인자에 next_cursor 값을 cursor로 더해 다시 호출하고, 일부 항목만 받으려면 fields에 이름을 적는다."},
	"how_fields": {EN: "To get these, name them in fields.", KO: "받으려면 fields에 이름을 적는다."},
	"continued":  {EN: "continued", KO: "이어짐"},
	"other_lang": {EN: "Written in Korean only", KO: "영어로만 쓰인 항목"},

	"root_cause":   {EN: "Root cause", KO: "원인"},
	"symptoms":     {EN: "Symptoms", KO: "증상"},
	"components":   {EN: "Components", KO: "구성 요소"},
	"contributing": {EN: "Contributing factors", KO: "기여 요인"},
	"domain":       {EN: "Domains", KO: "분야"},
	"severity":     {EN: "Severity", KO: "심각도"},
	"detected":     {EN: "Detected after", KO: "감지까지"},
	"resolved":     {EN: "Resolved after", KO: "복구까지"},
	"report_date":  {EN: "date of the report", KO: "보고일"},
	"withdrawn":    {EN: "Withdrawn: this case is in no list", KO: "철회한 사례로 목록에는 나오지 않는다"},
	"merged":       {EN: "The id asked for was merged into this case", KO: "요청한 사례는 다음 사례에 합쳐졌다"},
	"review":       {EN: "Record", KO: "기록"},
	"by_machine":   {EN: "written by a machine", KO: "기계가 작성"},
	"by_human":     {EN: "written by a person", KO: "사람이 작성"},
	"not_reviewed": {EN: "not yet checked by a person against its sources", KO: "사람이 출처와 대조해 검토하지 않음"},
	"reviewed":     {EN: "checked against its sources on", KO: "출처와 대조해 검토한 날"},

	"impact":        {EN: "Impact", KO: "영향"},
	"scope":         {EN: "Scope", KO: "범위"},
	"users":         {EN: "Users", KO: "사용자"},
	"region":        {EN: "Region", KO: "지역"},
	"symptoms_text": {EN: "What was seen", KO: "증상"},
	"summary":       {EN: "What happened", KO: "무슨 일이 있었나"},
	"trigger":       {EN: "Trigger", KO: "촉발"},
	"detection":     {EN: "Detection", KO: "감지"},
	"remediation":   {EN: "What worked", KO: "효과가 있었던 조치"},
	"tried":         {EN: "What was tried and did not work", KO: "효과가 없었던 조치"},
	"lessons":       {EN: "Lessons", KO: "교훈"},
	"action_items":  {EN: "Follow-ups", KO: "후속 조치"},
	"timeline":      {EN: "Timeline", KO: "타임라인"},
	"sources":       {EN: "Sources", KO: "출처"},
	"similar":       {EN: "Similar cases", KO: "비슷한 사례"},
	"related":       {EN: "Related cases", KO: "관련 사례"},
	"checks":        {EN: "Do you have this too? Read-only checks", KO: "내 시스템에도 있는지 확인하기(읽기 전용)"},
	"docs":          {EN: "Reference documents", KO: "참고 문서"},
	"approx":        {EN: "about", KO: "쯤"},
	"shares":        {EN: "shares", KO: "함께 가진 용어"},
	"recurrence_of": {EN: "repeats", KO: "먼저 있었던 같은 장애"},
	"recurrence":    {EN: "repeated by", KO: "다시 일어난 같은 장애"},

	"due":     {EN: "due", KO: "완료 목표"},
	"done":    {EN: "done", KO: "완료"},
	"planned": {EN: "planned", KO: "예정"},
	"unknown": {EN: "status unknown", KO: "상태 미상"},

	"cases":       {EN: "Cases", KO: "사례"},
	"no_cases":    {EN: "No case matches all of this. Leave a filter out, or see list_incidents with fields [\"facets\"] for the values in use.", KO: "모든 조건에 맞는 사례가 없다. 필터를 줄이거나 list_incidents에 fields [\"facets\"]를 더해 쓰이는 값을 본다."},
	"nothing":     {EN: "No case has these words. Try fewer or other words, or vocab for the terms in use.", KO: "이 낱말이 있는 사례가 없다. 낱말을 줄이거나 바꾸고, 쓰이는 용어는 vocab으로 찾는다."},
	"relaxed":     {EN: "No case has every word: these have the most of them, or of their synonyms.", KO: "모든 낱말이 있는 사례가 없어, 낱말이나 뜻이 같은 말이 가장 많은 사례를 보인다."},
	"also":        {EN: "Terms recognised and searched as well", KO: "함께 검색한 용어"},
	"slips":       {EN: "Searched in place of words that no case has", KO: "어느 사례에도 없어 고쳐서 찾은 말"},
	"suggest":     {EN: "Other searches that find cases", KO: "사례를 찾는 다른 검색어"},
	"found_in":    {EN: "found in", KO: "찾은 곳"},
	"facets":      {EN: "Filters that narrow this list (cases)", KO: "목록을 좁히는 필터(사례 수)"},
	"shortened":   {EN: "Shortened here, whole in get_incident", KO: "여기서는 줄였고 전체는 get_incident에 있음"},
	"occurs_with": {EN: "What occurs with it (cases, times more often than by chance)", KO: "함께 나타나는 용어(사례 수, 우연보다 몇 배 잦은지)"},
	"definition":  {EN: "Definition", KO: "정의"},
	"aliases":     {EN: "Also called", KO: "다른 이름"},
	"replaced":    {EN: "The slug asked for has been replaced by this one", KO: "요청한 슬러그는 다음 슬러그로 바뀌었다"},
	"vocab_kinds": {EN: "Vocabularies (terms). Name a kind to list one, or give q to look a word up.", KO: "어휘(용어 수). kind를 적으면 목록을, q를 적으면 찾은 용어를 보인다."},
	"no_term":     {EN: "No term is like this. The text of cases may still have it: try search_incidents. vocab with a kind and no q lists all terms.", KO: "비슷한 용어가 없다. 사례 본문에는 있을 수 있으니 search_incidents로 찾는다. kind만 적은 vocab은 모든 용어를 보인다."},
	"terms":       {EN: "Terms (cases)", KO: "용어(사례 수)"},
}

// word is a heading or remark in the language of the answer.
func (c *call) word(key string) string { return words[key].In(c.lang) }

// pick is a text in the language of the answer or, where that is missing, in
// the other.
func (c *call) pick(t incident.Text) string {
	s, _ := t.Pick(c.lang)
	return incident.OneLine(s)
}

func itoa(n int) string { return strconv.Itoa(n) }
