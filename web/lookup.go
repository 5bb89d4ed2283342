package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/web/reply"
)

// lookupPrefix is the path before the files of the index that static/lookup.js
// looks words and filters up in. The library's index of words lies in shards,
// of which the script loads those of the words that were typed; another file
// holds what it needs whatever is typed. Their names carry a hash of them all,
// so that a page and an index of different editions never meet.
const lookupPrefix = "/lookup/"

// shardSize is about how large a shard is, in bytes, before compression.
const shardSize = 16 << 10

// lookupIndex is the index of an edition as files.
type lookupIndex struct {
	hash   string
	shards int               // that hold words
	files  map[string][]byte // by the end of their names
}

// folder is the address before the ends of the names.
func (x *lookupIndex) folder() string { return lookupPrefix + x.hash + "-" }

// lookupShard is a shard: what each word finds, as an index into Finds.
type lookupShard struct {
	Words map[string]int `json:"words"`
	Finds [][]int        `json:"finds"`
}

// lookupCommon is the file common.json.
type lookupCommon struct {
	Stops  []string                    `json:"stops"`
	Korean any                         `json:"korean"`
	Any    []string                    `json:"any"` // facets of which one value is enough
	Facets map[string]map[string][]int `json:"facets"`
}

// lookupCache makes the index of an edition once.
type lookupCache struct {
	making  sync.Mutex
	edition *library.Edition
	index   *lookupIndex
}

func (s *Site) lookup(ctx context.Context) (*lookupIndex, error) {
	c := &s.lookups
	c.making.Lock()
	defer c.making.Unlock()
	e := s.library.Edition()
	if c.edition != e {
		index, err := newLookupIndex(ctx, e)
		if err != nil {
			return nil, err
		}
		c.edition, c.index = e, index
	}
	return c.index, nil
}

func newLookupIndex(ctx context.Context, e *library.Edition) (*lookupIndex, error) {
	words, err := e.WordIndex(ctx)
	if err != nil {
		return nil, err
	}
	all, err := e.List(ctx, query.Query{PerPage: max(1, e.Total())})
	if err != nil {
		return nil, err
	}
	x := &lookupIndex{files: map[string][]byte{}}
	common := lookupCommon{Stops: words.Stops, Korean: words.Korean, Any: []string{"year"}, Facets: facetPlaces(all.Cases)}
	for _, f := range query.Facets {
		if f.Any {
			common.Any = append(common.Any, f.Param)
		}
	}
	shards := inShards(words)
	x.shards = len(shards)
	contents := map[string]any{"common.json": common}
	for i, shard := range shards {
		contents[fmt.Sprintf("%d.json", i)] = shard
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		if x.files[name], err = reply.Marshal(contents[name]); err != nil {
			return nil, err
		}
		sum.Write(x.files[name])
	}
	x.hash = hex.EncodeToString(sum.Sum(nil)[:6])
	return x, nil
}

// facetPlaces gives the places of the cases of each value of each facet.
func facetPlaces(cases []library.Summary) map[string]map[string][]int {
	out := map[string]map[string][]int{}
	for place := range cases {
		c := &cases[place]
		add := func(param string, values ...string) {
			if out[param] == nil {
				out[param] = map[string][]int{}
			}
			for _, v := range values {
				out[param][v] = append(out[param][v], place)
			}
		}
		for _, f := range query.Facets {
			switch f.Kind {
			case incident.Cause:
				add(f.Param, c.RootCause)
			case incident.Component:
				add(f.Param, c.Components...)
			case incident.Symptom:
				add(f.Param, c.Symptoms...)
			case incident.Factor:
				add(f.Param, c.Factors...)
			case incident.Domain:
				add(f.Param, c.Domains...)
			case incident.Org:
				add(f.Param, c.OrgSlug)
			case incident.SeverityKind:
				add(f.Param, string(c.Severity))
			}
		}
		add("year", c.Date.Year())
	}
	return out
}

// inShards distributes the words of an index over a power of two of shards.
func inShards(x *library.WordIndex) []lookupShard {
	size := 0
	for word, at := range x.Words {
		size += len(word) + 8 + 3*len(x.Finds[at])
	}
	shards := make([]lookupShard, 1)
	for len(shards)*shardSize < size {
		shards = make([]lookupShard, 2*len(shards))
	}
	at := map[[2]int]int{} // shard and list -> list of the shard
	for _, word := range slices.Sorted(maps.Keys(x.Words)) {
		number := shardOf(word, len(shards))
		s := &shards[number]
		if s.Words == nil {
			s.Words = map[string]int{}
		}
		key := [2]int{number, x.Words[word]}
		if _, ok := at[key]; !ok {
			at[key] = len(s.Finds)
			s.Finds = append(s.Finds, slices.Concat([]int{}, x.Finds[x.Words[word]]))
		}
		s.Words[word] = at[key]
	}
	return shards
}

// shardOf is the shard of a word: FNV-1a over UTF-16 of its first syllable, if
// it is Hangul, else its first two letters in lower case, so that the forms of
// a word are nearly always in one shard.
func shardOf(word string, shards int) int {
	word = library.FoldWord(word)
	units := utf16.Encode([]rune(word))
	most := 2
	if r, _ := utf8.DecodeRuneInString(word); r >= '가' {
		most = 1
	}
	h := uint32(2166136261)
	for _, unit := range units[:min(most, len(units))] {
		h = (h ^ uint32(unit)) * 16777619
	}
	return int(h % uint32(shards))
}

// shards lists the names of the files of the index.
func (a addresses) shards() []string {
	index, err := a.site.lookup(a.ctx)
	if err != nil {
		return nil
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(index.files)) {
		out = append(out, strings.TrimPrefix(index.folder(), lookupPrefix)+name)
	}
	return out
}

// serveLookup answers with a file of the index.
func (s *Site) serveLookup(c echo.Context) error {
	index, err := s.lookup(c.Request().Context())
	if err != nil {
		return err
	}
	name, ok := strings.CutPrefix(c.Param("shard"), index.hash+"-")
	if content := index.files[name]; ok && content != nil {
		return reply.Bytes(c, "application/json", content)
	}
	return echo.ErrNotFound
}
