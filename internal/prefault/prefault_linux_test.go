package prefault

import (
	"bytes"
	"os"
	"testing"
	"unsafe"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]region{
		"00400000-01151000 r-xp 00000000 fe:00 1317 /usr/bin/program\n": {from: 0x400000, to: 0x1151000, file: true},
		"02171000-02646000 rw-p 01d71000 fe:00 1317 /usr/bin/program\n": {from: 0x2171000, to: 0x2646000, file: true, writable: true},
		"c000000000-c000400000 rw-p 00000000 00:00 0 \n":                {from: 0xc000000000, to: 0xc000400000, writable: true},
		"7fff5f479000-7fff5f49a000 rw-p 00000000 00:00 0 [stack]\n":     {from: 0x7fff5f479000, to: 0x7fff5f49a000, writable: true},
	} {
		if got, ok := parse([]byte(line)); !ok || got != want {
			t.Errorf("%q: %+v, %v, want %+v", line, got, ok, want)
		}
	}
	for _, line := range []string{"", "\n", "c000400000-c004000000 ---p 00000000 00:00 0 \n", "heap rw-p 0 0 0\n", "0000-1000 r"} {
		if got, ok := parse([]byte(line)); ok {
			t.Errorf("%q is read as %+v", line, got)
		}
	}
}

// TestReadMaps holds that the lines that matter are among those that are read:
// the program's, which come first, and the heap's.
func TestReadMaps(t *testing.T) {
	var room [mapsSize]byte
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	heap := uintptr(unsafe.Pointer(new([64]byte)))
	var files, heaps int
	for line := range bytes.Lines(readMaps(room[:])) {
		r, ok := parse(line)
		if ok && r.file && bytes.Contains(line, []byte(program)) {
			files++
		}
		if ok && r.writable && r.from <= heap && heap < r.to {
			heaps++
		}
	}
	if files < 2 || heaps != 1 {
		t.Errorf("%d regions of %s, %d of the heap", files, program, heaps)
	}
}
