package views

import (
	"github.com/incidentlib/incidentlib/static"
	"os"
	"strings"
	"testing"
)

func TestShots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		t.Skip()
	}
	os.MkdirAll(dir+"/static", 0o755)
	for _, n := range []string{"site.css", "favicon.svg"} {
		b, _ := os.ReadFile("../static/" + n)
		os.WriteFile(dir+static.URL(n), b, 0o644)
	}
	for _, s := range samples(t) {
		for name, c := range s.pages() {
			h := render(t, c)
			h = strings.ReplaceAll(h, `"/static/`, `"static/`)
			os.WriteFile(dir+"/"+name+"."+string(s.l.Lang)+".html", []byte(h), 0o644)
		}
	}
}
