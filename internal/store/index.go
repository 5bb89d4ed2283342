package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// Kinds of set besides those of the terms (see the table "bitmap").
const (
	Year       = "year"
	Month      = "month"
	Precision  = "precision"
	Recurrence = "recurrence"
	Status     = "status"
	DateKind   = "date_kind"
)

// SetKey names a set of cases. Kind is an incident.Kind or one of the kinds above.
type SetKey struct{ Kind, Value string }

// Index is what is held in memory of a database: enough to find, count and
// order cases without reading a row. It is not changed once loaded.
type Index struct {
	IDs          []string // by position
	ByID         []uint32 // positions, in the order of the ids
	Days         []int32  // by position, ascending: first day of the date, in days since 1970
	Sets         map[SetKey]*roaring.Bitmap
	Updated      []uint32          // positions, the one changed last first
	Created      []uint32          // positions, the one added last first
	Detected     []int32           // by position: minutes from the impact to the detection; Unknown
	Resolved     []int32           // by position: minutes from the impact to the resolution; Unknown
	Aliases      []string          // of cases, as incident.FoldAlias writes them, sorted
	Aliased      []uint32          // positions of the cases that Aliases name, in their order
	Merged       map[string]string // id of a merged case -> id of the one that took its place
	Vocabularies map[incident.Kind]*incident.Vocabulary
}

// Unknown stands for a time that no source tells.
const Unknown = -1

// Set returns a set, empty if no case is in it. It is not to be changed.
func (x *Index) Set(kind, value string) *roaring.Bitmap {
	if set, ok := x.Sets[SetKey{kind, value}]; ok {
		return set
	}
	return none
}

var none = roaring.New()

// Position finds a case by its id.
func (x *Index) Position(id string) (position uint32, ok bool) {
	i, ok := slices.BinarySearchFunc(x.ByID, id, func(p uint32, id string) int { return CompareIDs(x.IDs[p], id) })
	if !ok {
		return 0, false
	}
	return x.ByID[i], true
}

// Alias finds the case that an alias names, in any spelling that incident.FoldAlias
// makes one.
func (x *Index) Alias(typed string) (position uint32, ok bool) {
	i, ok := slices.BinarySearch(x.Aliases, incident.FoldAlias(typed))
	if !ok {
		return 0, false
	}
	return x.Aliased[i], true
}

// Index loads the index.
func (d *DB) Index(ctx context.Context) (_ *Index, err error) {
	defer incident.Wrap(&err, "load index")
	x := &Index{Sets: map[SetKey]*roaring.Bitmap{}, Merged: map[string]string{}}
	err = d.rows(ctx, "SELECT kind, value, bits FROM bitmap", func(rows *sql.Rows) error {
		var key SetKey
		var bits sql.RawBytes
		if err := rows.Scan(&key.Kind, &key.Value, &bits); err != nil {
			return err
		}
		x.Sets[key] = roaring.New()
		return x.Sets[key].UnmarshalBinary(bits)
	})
	if err != nil {
		return nil, err
	}
	err = d.rows(ctx, "SELECT name, packed FROM sequence", func(rows *sql.Rows) error {
		var name string
		var packed sql.RawBytes
		if err := rows.Scan(&name, &packed); err != nil {
			return err
		}
		return x.unpack(name, packed)
	})
	if err != nil {
		return nil, err
	}
	err = d.rows(ctx, "SELECT id, merged_into FROM cases WHERE merged_into <> ''", func(rows *sql.Rows) error {
		var id, into string
		err := rows.Scan(&id, &into)
		x.Merged[id] = into
		return err
	})
	if err != nil {
		return nil, err
	}
	x.Vocabularies, err = d.vocabularies(ctx)
	return x, err
}

func (x *Index) unpack(name string, packed []byte) error {
	switch name {
	case "ids":
		x.IDs = lines(packed)
	case "by_id":
		x.ByID = positions(packed)
	case "days":
		x.Days = numbers(packed)
	case "updated":
		x.Updated = positions(packed)
	case "created":
		x.Created = positions(packed)
	case "detected":
		x.Detected = numbers(packed)
	case "resolved":
		x.Resolved = numbers(packed)
	case "aliases":
		x.Aliases = lines(packed)
	case "aliased":
		x.Aliased = positions(packed)
	case "lengths": // the full text's
	default:
		return fmt.Errorf("unknown sequence %q", name)
	}
	return nil
}

func lines(packed []byte) []string {
	if len(packed) == 0 {
		return nil
	}
	return strings.Split(string(packed), "\n")
}

func positions(packed []byte) []uint32 {
	out := make([]uint32, len(packed)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(packed[4*i:])
	}
	return out
}

func numbers(packed []byte) []int32 {
	out := make([]int32, len(packed)/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(packed[4*i:]))
	}
	return out
}

func pack(positions []uint32) []byte {
	out := make([]byte, 0, 4*len(positions)) // not nil, which would be NULL
	for _, p := range positions {
		out = binary.LittleEndian.AppendUint32(out, p)
	}
	return out
}

func (d *DB) vocabularies(ctx context.Context) (map[incident.Kind]*incident.Vocabulary, error) {
	out := map[incident.Kind]*incident.Vocabulary{}
	err := d.rows(ctx, "SELECT kind, packed FROM vocabulary", func(rows *sql.Rows) error {
		var kind incident.Kind
		var packed string
		if err := rows.Scan(&kind, &packed); err != nil {
			return err
		}
		out[kind] = &incident.Vocabulary{}
		return unmarshal(packed, out[kind], packVocabulary)
	})
	return out, err
}

// rows runs a query that is asked seldom.
func (d *DB) rows(ctx context.Context, q string, read func(*sql.Rows) error, args ...any) error {
	rows, err := d.db.QueryContext(ctx, q, args...)
	if err != nil {
		return err
	}
	return each(rows, read)
}

// inOrder returns the cases in the order of their positions.
func inOrder(cases []incident.Case) []*incident.Case {
	out := make([]*incident.Case, len(cases))
	for i := range cases {
		out[i] = &cases[i]
	}
	slices.SortFunc(out, func(a, b *incident.Case) int {
		return cmp.Or(a.Date.First().Compare(b.Date.First()), CompareIDs(a.ID, b.ID))
	})
	return out
}

// CompareIDs orders ids by their number.
func CompareIDs(a, b string) int {
	return cmp.Or(len(a)-len(b), strings.Compare(a, b))
}

// setsOf computes every set over cases in the order of their positions.
func setsOf(cases []*incident.Case) map[SetKey]*roaring.Bitmap {
	sets := map[SetKey]*roaring.Bitmap{}
	merged := map[string]string{}
	for _, c := range cases {
		if c.MergedInto != "" {
			merged[c.ID] = c.MergedInto
		}
	}
	for i, c := range cases {
		add := func(kind, value string) {
			key := SetKey{kind, value}
			if sets[key] == nil {
				sets[key] = roaring.New()
			}
			sets[key].Add(uint32(i))
		}
		add(Status, string(c.Status))
		if !c.Published() {
			continue
		}
		for _, k := range append(slices.Clone(incident.Kinds), incident.SeverityKind) {
			for _, slug := range c.Terms(k) {
				add(string(k), slug)
			}
		}
		add(Year, c.Date.Year())
		switch len(c.Date) {
		case len("2006"):
			add(Precision, Year)
		case len("2006-01"):
			add(Precision, Month)
			fallthrough
		case len(time.DateOnly):
			add(Month, string(c.Date[:len("2006-01")]))
		}
		add(DateKind, string(c.DateKind))
		if c.RecurrenceOf != "" {
			add(Recurrence, Final(merged, c.RecurrenceOf))
		}
	}
	return sets
}

// Final follows merged cases to the one that stands today.
func Final(merged map[string]string, id string) string {
	for range len(merged) {
		into, ok := merged[id]
		if !ok {
			break
		}
		id = into
	}
	return id
}

// sequencesOf computes the table "sequence", but for lengths, over cases in the order of their positions.
func sequencesOf(cases []*incident.Case) map[string][]byte {
	ids := make([]string, len(cases))
	var days, detected, resolved []byte
	order := make([]uint32, len(cases))
	aliases := map[string]uint32{}
	number := func(to []byte, n int32) []byte { return binary.LittleEndian.AppendUint32(to, uint32(n)) }
	for i, c := range cases {
		ids[i] = c.ID
		order[i] = uint32(i)
		for _, alias := range c.Aliases {
			aliases[incident.FoldAlias(alias)] = uint32(i)
		}
		days = number(days, Day(c.Date.First()))
		detected = number(detected, minutesOf(c.Timeline.DetectedAfter))
		resolved = number(resolved, minutesOf(c.Timeline.ResolvedAfter))
	}
	byID := slices.SortedFunc(slices.Values(order), func(a, b uint32) int { return CompareIDs(ids[a], ids[b]) })
	newestBy := func(at func(*incident.Case) time.Time) []byte {
		return pack(slices.SortedFunc(slices.Values(order), func(a, b uint32) int {
			return cmp.Or(at(cases[b]).Compare(at(cases[a])), cmp.Compare(b, a))
		}))
	}
	names := slices.Sorted(maps.Keys(aliases))
	aliased := make([]uint32, len(names))
	for i, name := range names {
		aliased[i] = aliases[name]
	}
	return map[string][]byte{
		"ids":      []byte(strings.Join(ids, "\n")),
		"by_id":    pack(byID),
		"aliases":  []byte(strings.Join(names, "\n")),
		"aliased":  pack(aliased),
		"days":     days,
		"updated":  newestBy(func(c *incident.Case) time.Time { return c.UpdatedAt }),
		"created":  newestBy(func(c *incident.Case) time.Time { return c.CreatedAt }),
		"detected": detected,
		"resolved": resolved,
	}
}

func minutesOf(d *incident.Duration) int32 {
	if d == nil {
		return Unknown
	}
	return int32(d.Minutes())
}

// Day numbers the days from 1970.
func Day(t time.Time) int32 { return int32(t.Unix() / (24 * 60 * 60)) }
