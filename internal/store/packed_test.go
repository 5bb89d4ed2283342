package store

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

// fill gives every field of a value something of its own.
func fill(v reflect.Value, path string) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		zone := time.FixedZone("", 60*len(path)*15)
		v.Set(reflect.ValueOf(time.Date(2026, 9, 29, 10, 3, 5, 700, zone)))
	case v.Kind() == reflect.String:
		v.SetString(path + " 장애")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(int64(len(path)) << 40)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), path)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), path+"[0]")
		fill(v.Index(1), path+"[1]")
	default: // a struct; for any other kind NumField panics
		for i := range v.NumField() {
			fill(v.Field(i), path+"."+v.Type().Field(i).Name)
		}
	}
}

// spelled writes a value out; of a time its offset, not how that is called.
func spelled(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// roundTrip packs and unpacks a value, the zero value, and what is damaged.
func roundTrip[T any](t *testing.T, walk func(*packer, *T)) {
	t.Helper()
	var full, empty, got T
	fill(reflect.ValueOf(&full).Elem(), "")
	for _, want := range []T{full, empty} {
		got = *new(T)
		if err := unmarshal(string(marshal(&want, walk)), &got, walk); err != nil || spelled(got) != spelled(want) {
			t.Errorf("read %+v, %v\nwant %+v", got, err, want)
		}
	}
	packed := string(marshal(&full, walk))
	for n := range len(packed) {
		if err := unmarshal(packed[:n], &got, walk); err == nil {
			t.Errorf("the first %d of %d bytes were read", n, len(packed))
		}
	}
	if err := unmarshal(packed+"\x00", &got, walk); err == nil {
		t.Error("a byte too many was read")
	}
	for i := range len(packed) { // wrong, but no panic and no endless memory
		bad := []byte(packed)
		bad[i] ^= 0xff
		_ = unmarshal(string(bad), new(T), walk)
	}
}

func TestPackedCase(t *testing.T)       { roundTrip(t, packCase) }
func TestPackedSummary(t *testing.T)    { roundTrip(t, packSummary) }
func TestPackedVocabulary(t *testing.T) { roundTrip(t, packVocabulary) }
