package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestCheckPassesTheCasesInTheProgram(t *testing.T) {
	got := command(t, "check", "--strict")
	if got.code != exitOK || got.err != "" || !regexp.MustCompile(`^\d+ cases: 0 errors, 0 warnings\n$`).MatchString(got.out) {
		t.Errorf("%+v", got)
	}
}

func TestCheckReportsEverythingAtOnce(t *testing.T) {
	dir := dataFolder(t)
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "severity: unknown", "severity: catastrophic")
	edit(t, filepath.Join(dir, "cases", "IL-0248.yaml"), "date_kind: incident", "date_kind: rumour")
	edit(t, filepath.Join(dir, "vocab", "causes.yaml"), "slug: ", "sulg: ")
	got := command(t, "check", "--data", dir)
	if got.code != exitFailed || got.err != "" {
		t.Errorf("exit status %d, stderr %q", got.code, got.err)
	}
	for _, want := range []string{
		regexp.QuoteMeta(filepath.Join(dir, "cases", "IL-0136.yaml")) + `:\d+:\d+: severity: .*catastrophic`,
		regexp.QuoteMeta(filepath.Join(dir, "cases", "IL-0248.yaml")) + `:\d+:\d+: date_kind: .*rumour`,
		regexp.QuoteMeta(filepath.Join(dir, "vocab", "causes.yaml")) + `:\d+:\d+: .*sulg`,
		`\d+ errors, \d+ warnings?\n$`,
	} {
		if !regexp.MustCompile(want).MatchString(got.out) {
			t.Errorf("no line like %s in:\n%s", want, got.out)
		}
	}
	if strings.Contains(got.out, "\x1b") {
		t.Errorf("colour where no terminal is:\n%q", got.out)
	}
}

func TestCheckStrictTakesWarningsForErrors(t *testing.T) {
	dir := dataFolder(t)
	edit(t, filepath.Join(dir, "cases", "IL-0136.yaml"), "  region: {en: Sweden Central, ko: Sweden Central}", "  region: {en: Sweden Central}")
	got := command(t, "check", "--data", dir)
	if got.code != exitOK || !strings.Contains(got.out, "warning: impact.region") || !strings.HasSuffix(got.out, ": 0 errors, 1 warning\n") {
		t.Errorf("a missing translation: %+v", got)
	}
	t.Setenv("INCIDENTLIB_STRICT", "true")
	got = command(t, "check", "--data", dir)
	if got.code != exitFailed || strings.Contains(got.out, "warning:") || !strings.HasSuffix(got.out, "1 error, 0 warnings\n") {
		t.Errorf("strictly: %+v", got)
	}
}

func TestColourOnlyForPeople(t *testing.T) {
	if isTerminal(new(strings.Builder)) {
		t.Error("a buffer is taken for a terminal")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if isTerminal(file) {
		t.Error("a file is taken for a terminal")
	}
}
