package prefault

import (
	"bytes"
	"strconv"
	"syscall"
	"unsafe"
)

// What madvise(2) is to do: map all pages of a range, to be read or to be
// written. Linux has these since version 5.14 and else answers with an error,
// which is no harm.
const (
	populateRead  = 22
	populateWrite = 23
)

// mapsSize has room for the lines of /proc/self/maps that a program has when it
// is initialised, in bytes.
const mapsSize = 8 << 10

func init() {
	var room [mapsSize]byte
	maps := readMaps(room[:])
	heap := uintptr(unsafe.Pointer(new([64]byte)))
	for line := range bytes.Lines(maps) {
		r, ok := parse(line)
		switch {
		case !ok:
		case r.file && !r.writable: // code and constants; of the variables few are used
			r.populate(populateRead)
		case r.from <= heap && heap < r.to:
			r.populate(populateWrite)
		}
	}
}

// readMaps reads /proc/self/maps, as far as it fits.
func readMaps(into []byte) []byte {
	fd, err := syscall.Open("/proc/self/maps", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = syscall.Close(fd) }()
	size := 0
	for size < len(into) {
		n, err := syscall.Read(fd, into[size:])
		if n <= 0 || err != nil {
			break
		}
		size += n
	}
	return into[:size]
}

// region is a line of /proc/self/maps.
type region struct {
	from, to uintptr
	writable bool
	file     bool // of a file: the program, and libraries if it has any
}

// parse reads a line (proc_pid_maps(5)): "400000-1151000 r-xp 00000000 fe:00 123  /bin/program".
func parse(line []byte) (r region, ok bool) {
	fields := bytes.Fields(line)
	if len(fields) < 5 {
		return r, false
	}
	from, to, _ := bytes.Cut(fields[0], []byte("-"))
	begin, errBegin := strconv.ParseUint(string(from), 16, 64)
	end, errEnd := strconv.ParseUint(string(to), 16, 64)
	r = region{from: uintptr(begin), to: uintptr(end), writable: bytes.HasPrefix(fields[1], []byte("rw")), file: len(fields) > 5 && fields[5][0] == '/'}
	return r, errBegin == nil && errEnd == nil && fields[1][0] == 'r'
}

func (r region) populate(advice uintptr) {
	_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, r.from, r.to-r.from, advice)
}
