package pagecache

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNegotiate(t *testing.T) {
	for accept, want := range map[string]Encoding{
		"":                                Identity,
		"br":                              Brotli,
		"gzip":                            Gzip,
		"x-gzip":                          Gzip,
		"gzip, deflate":                   Gzip,
		"gzip, deflate, br, zstd":         Brotli,
		"GZIP,BR":                         Brotli,
		"deflate, zstd":                   Identity,
		"br;q=0.5, gzip":                  Gzip, // weight before size
		"br;q=0.5, gzip;q=0.5":            Brotli,
		"br; q=0.9 , gzip ; q=0.8":        Brotli,
		"br;q=0, gzip":                    Gzip,
		"br;q=0.000, gzip;q=0":            Identity,
		"identity, br;q=0.5":              Identity,
		"identity;q=0.4, br;q=0.5":        Brotli,
		"*":                               Brotli,
		"*;q=0.1":                         Brotli,
		"*;q=0":                           Identity, // none is acceptable: what every reader can read
		"gzip, *;q=0":                     Gzip,
		"br;q=0, *":                       Gzip,
		"identity;q=0":                    Identity, // as nothing else was named
		"identity;q=0, *":                 Brotli,
		"identity;q=0, gzip;q=0.001":      Gzip,
		"identity;q=1, *;q=0.5":           Identity,
		"br;q=x, gzip":                    Gzip, // malformed counts as absent
		"br;q=2, gzip":                    Gzip,
		"br;q=-1, gzip":                   Gzip,
		"br;q=NaN, gzip":                  Gzip,
		"br;q=1e-9, gzip;q=0":             Identity,
		"br;w=1, gzip":                    Gzip,
		",,;;, br":                        Brotli,
		"bra, gzipped":                    Identity,
		"\x00\xff":                        Identity,
		strings.Repeat("x,", 5000) + "br": Identity, // too far behind
	} {
		if got := Negotiate([]string{accept}); got != want {
			t.Errorf("%.60q: %s, want %s", accept, names[got], names[want])
		}
	}
	if got := Negotiate(nil); got != Identity {
		t.Errorf("no field: %s", names[got])
	}
	if got := Negotiate([]string{"gzip;q=0.5", "br"}); got != Brotli {
		t.Errorf("two fields: %s", names[got])
	}
}

// FuzzNegotiate holds that no field chooses what it excludes.
func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{"", "br", "gzip;q=0,*", "identity;q=0, br;q=0.001", "*;q=0", "br;q=0,gzip;q=0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		got := Negotiate([]string{accept})
		if got >= encodings {
			t.Fatal(got)
		}
		if got != Identity && !strings.Contains(strings.ToLower(accept), names[got]) && !strings.Contains(accept, "*") {
			t.Errorf("%q chose %s", accept, names[got])
		}
	})
}

func TestEncodeAndDecode(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	noise := make([]byte, 5000)
	_, _ = random.Read(noise)
	for _, body := range [][]byte{nil, []byte("short"), bytes.Repeat([]byte("장애 사례 <li>"), 9000), noise, bytes.Repeat([]byte("x"), 3<<20)} {
		for e := range Encoding(encodings) {
			for _, quality := range []int{quick, quick, best} { // the second time with a used compressor
				if quality == best && len(body) > 1<<20 {
					continue
				}
				encoded, err := encode(e, quality, body)
				if err != nil {
					t.Fatal(err)
				}
				back, err := decode(e, encoded)
				if err != nil || !bytes.Equal(back, body) {
					t.Errorf("%s at quality %d: %d bytes came back of %d, %v", names[e], quality, len(back), len(body), err)
				}
			}
		}
	}
	if _, err := decode(Brotli, []byte("no brotli")); err == nil {
		t.Error("nonsense is decoded")
	}
}

func BenchmarkEncode(b *testing.B) {
	var page bytes.Buffer // about as much like itself as a page is
	for i := range 700 {
		fmt.Fprintf(&page, `<li><a class="term" href="/ko/cases/IL-%04d">%x 지연 시간 증가</a></li>`, i*i%991, i*i)
	}
	for _, v := range []struct {
		name     string
		encoding Encoding
		quality  int
	}{{"gzip", Gzip, 0}, {"br5", Brotli, quick}, {"br11", Brotli, best}} {
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(page.Len()))
			for b.Loop() {
				if _, err := encode(v.encoding, v.quality, page.Bytes()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
