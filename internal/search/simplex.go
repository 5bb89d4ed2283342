package search

import "slices"

// simplex are Hangul words in which another one merely seems to be, as 메모 in 메모리 and 이전 in 에이전트. Where a run
// begins with one, its bigrams have a spelling of their own, so that the other word is not found in it. Inside a
// longer word they are spelt as usual: there the same syllables may be two words.
var simplex = wordSet(`디스크립터 다운로드 다운그레이드 업로드 워크로드 메시지 메시징 메모리 메타스테이블 스토리지 게이트웨이 라이브러리 라이브니스
	방화벽 체크섬 하드웨어 마이크로소프트 로그인 프로그램 버퍼링 서버리스 클라우드플레어 수요일 실시간 비동기 비정상 불안정 악순환 대부분 사용량
	에이전트 스위치 리소스 온라인 파이프라인 타임라인 트레이스 마켓플레이스 스레드 릴리스 트리거 레지스트리 방문자 컴파일 파일럿 레코드 템플릿 백포트
	로블록스 국정자원`)

// The length of the words of simplex in syllables.
const (
	leastSimplex = 3
	mostSimplex  = 7
)

// Simplex lists the words in which the index finds no other one, sorted.
func Simplex() []string { return slices.Sorted(simplex.all()) }

// simplexIn is the length of the simplex word that a Hangul run begins with, 0 for none.
func simplexIn(word string) int {
	for n := min(len(word), mostSimplex*syllable); n >= leastSimplex*syllable; n -= syllable {
		if simplex.has(word[:n]) {
			return n
		}
	}
	return 0
}

// inSimplex ends the bigrams of a simplex word.
const inSimplex = "ㆍ"

// indexedBigrams hands over the bigrams of a Hangul run as the index has them, and where each begins.
func indexedBigrams(word string, emit func(term string, at int, simplex bool)) {
	within := simplexIn(word)
	for at := 0; at+2*syllable <= len(word); at += syllable {
		end := at + 2*syllable
		if end <= within {
			emit(word[at:end]+inSimplex, at, true)
		} else {
			emit(word[at:end], at, false)
		}
	}
}
