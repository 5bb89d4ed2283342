package config

import (
	"strings"
	"testing"
)

func TestExportInput(t *testing.T) {
	good := ExportInput{Out: "site", BaseURL: "https://example.org/incidents/", DefaultLang: "ko"}
	if base, err := good.Check(); err != nil || base.String() != "https://example.org/incidents" {
		t.Errorf("%v, %v", base, err)
	}
	_, err := ExportInput{Data: "nowhere", DefaultLang: "fr"}.Check()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`--out "": name the folder`, `--base-url "": it must be given`, `--data "nowhere": there is no such folder`, "write en or ko"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
	if _, err := (ExportInput{Out: "site", BaseURL: "example.org", DefaultLang: "en"}).Check(); err == nil || !strings.Contains(err.Error(), "must begin with http://") {
		t.Errorf("%v", err)
	}
}
