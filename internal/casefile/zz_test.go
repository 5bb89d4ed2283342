package casefile
import ("testing";"time";"strings";"testing/fstest";"fmt")
func TestZZ(t *testing.T){
 rep := func(s string) string { return strings.Repeat(s, (1<<20)/len(s)) }
 var keys strings.Builder
 for i:=0; keys.Len() < 1<<20-20; i++ { fmt.Fprintf(&keys, "k%d: 1\n", i) }
 var slugs strings.Builder
 slugs.WriteString("symptoms: [")
 for i:=0; slugs.Len() < 1<<20-30; i++ { fmt.Fprintf(&slugs, "s%d, ", i) }
 slugs.WriteString("]\n")
 for name, s := range map[string]string{"brackets": rep("["), "braces": rep("{"), "q": rep("? "), "dash": rep("- "), "quote": rep("'a "), "keys": keys.String(), "slugs": slugs.String(), "anchors": rep("&a "), "colon": rep(":"), "flow": "["+rep("a,")[:1<<20-2]+"]", "text": "title: {en: |\n"+rep("10:03 ")[:1<<20-100], "lines": "title:\n  en: |\n"+strings.Repeat("    10:03 29 September 2026 20%\n\n", 15000)+"  ko: |\n"+strings.Repeat("    10시 3분 2026년 9월 29일 20%\n\n", 8000), "comments": rep("#\n"), "spaces": rep(" "), "dup": rep("a: 1\n")} {
  f := fixture()
  if len(s) > 1<<20 { s = s[:1<<20] }
  f["cases/IL-1003.yaml"] = &fstest.MapFile{Data: []byte(s)}
  st := time.Now(); _, is := Load(f); t.Log(name, time.Since(st), len(is), is[0])
 }
}
