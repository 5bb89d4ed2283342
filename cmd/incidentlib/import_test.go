package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// record is a case in the API's shape, in English only.
const record = `{"id": "IL-0777", "org": "Cloudflare", "org_slug": "cloudflare", "url": "https://example.org/cases/IL-0777",
	"date": "2019-07-02", "date_kind": "incident", "severity": "unknown", "status": "published",
	"title": {"en": "A regular expression exhausted every CPU"}, "summary": {"en": "A rule was deployed everywhere at once."},
	"domain": ["cdn"], "symptoms": [], "components": [], "contributing": [], "root_cause": null,
	"sources": [{"url": "https://example.org/report", "kind": "official-report"}],
	"updated_at": "2026-11-01T00:00:00Z", "review": {"written_by": "session", "reviewed_at": null, "reviewed_by": null}}`

// recordFile writes a file to import.
func recordFile(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "records.json")
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestImportWritesCasesThatPass(t *testing.T) {
	dir := dataFolder(t)
	got := command(t, "import", "--data", dir, recordFile(t, record))
	written := filepath.Join(dir, "cases", "IL-0777.yaml")
	if got.code != exitOK || !strings.Contains(got.out, "wrote "+written) || !strings.Contains(got.out, "warning: ") {
		t.Fatalf("%+v", got)
	}
	if got := command(t, "check", "--data", dir); got.code != exitOK || !strings.Contains(got.out, written) {
		t.Errorf("the case that was written does not pass, or misses nothing: %+v", got)
	}
}

func TestImportOverwritesOnlyByForce(t *testing.T) {
	dir := dataFolder(t)
	file := recordFile(t, record)
	written := filepath.Join(dir, "cases", "IL-0777.yaml")
	if err := os.WriteFile(written, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := command(t, "import", "--data", dir, file)
	if content, err := os.ReadFile(written); got.code != exitFailed || string(content) != "mine" {
		t.Fatalf("%+v; the file is now %q, %v", got, content, err)
	}
	if !strings.Contains(got.out+got.err, "--force") {
		t.Errorf("the way out is not named: %+v", got)
	}
	got = command(t, "import", "--data", dir, "--force", file)
	if content, err := os.ReadFile(written); got.code != exitOK || !strings.Contains(string(content), "IL-0777") {
		t.Errorf("by force: %+v; the file is now %q, %v", got, content, err)
	}
}

func TestImportWritesNothingIfAnythingIsWrong(t *testing.T) {
	dir := dataFolder(t)
	wrong := strings.NewReplacer("IL-0777", "IL-0778", `"cdn"`, `"no-such-domain"`).Replace(record)
	got := command(t, "import", "--data", dir, recordFile(t, "["+record+","+wrong+"]"))
	if got.code != exitFailed || !strings.Contains(got.out, "no-such-domain") {
		t.Errorf("%+v", got)
	}
	for _, id := range []string{"IL-0777", "IL-0778"} {
		if _, err := os.Stat(filepath.Join(dir, "cases", id+".yaml")); err == nil {
			t.Errorf("%s was written", id)
		}
	}
	if got := command(t, "import", "--data", dir, filepath.Join(dir, "nowhere.json")); got.code != exitFailed || !strings.Contains(got.out+got.err, "nowhere.json") {
		t.Errorf("a file that is not there: %+v", got)
	}
}

func TestImportWritesToTheFolderAtHand(t *testing.T) {
	dir := dataFolder(t)
	t.Chdir(filepath.Dir(dir))
	got := command(t, "import", recordFile(t, record))
	if _, err := os.Stat(filepath.Join("data", "cases", "IL-0777.yaml")); got.code != exitOK || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
