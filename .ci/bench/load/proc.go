package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// allowedCores lists the cores that this process may run on.
func allowedCores() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, err
	}
	var out []int
	for i := range len(set) * 64 {
		if set.IsSet(i) {
			out = append(out, i)
		}
	}
	return out, nil
}

// processorTime is the time that the threads of a process and of its children
// have run (proc_pid_schedstat; in /proc/PID/stat it is rounded to a hundredth of
// a second).
func processorTime(pid int) time.Duration {
	var sum int
	for _, p := range append(children(pid), pid) {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p))
		for _, name := range threads {
			text, _ := os.ReadFile(name)
			ran, _, _ := strings.Cut(string(text), " ")
			n, _ := strconv.Atoi(ran)
			sum += n
		}
	}
	return time.Duration(sum)
}

func children(pid int) []int {
	var out []int
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, name := range lists {
		text, _ := os.ReadFile(name)
		for _, f := range strings.Fields(string(text)) {
			if n, err := strconv.Atoi(f); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// memory is what a process holds, in bytes: of its own, and with the pages of
// files that it has mapped.
type memory struct{ anonymous, resident int }

func memoryOf(pid int) (memory, error) {
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return memory{}, err
	}
	defer file.Close()
	var m memory
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ":")
		kB, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
		switch name {
		case "RssAnon":
			m.anonymous = kB << 10
		case "VmRSS":
			m.resident = kB << 10
		}
	}
	return m, nil
}

// openFiles counts the file descriptors of a process.
func openFiles(pid int) int {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	return len(entries)
}

func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

func cpuName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.Trim(name, "\t\n: ")
		}
	}
	return "unknown processor"
}
