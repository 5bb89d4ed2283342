package config

import (
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// valid returns a configuration that passes, with every field set.
func valid(t *testing.T) Input {
	t.Helper()
	dir := t.TempDir()
	for _, name := range dataFolders {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return Input{Addr: "127.0.0.1:8080", BaseURL: "https://example.org/incidents/", Data: dir, DBDir: t.TempDir(), DefaultLang: "ko", Watch: true, Force: true, AdminAddr: "localhost:8081", LogFormat: "json",
		AccessLog: "full", PageCache: 8, MaxConnections: 100, TrustedProxies: []string{"10.1.2.3/8", " 127.0.0.1 ", "fd00::/8"}, SearchRate: 0.5, ExportRate: 6}
}

func TestCheckKeepsWhatIsValid(t *testing.T) {
	in := valid(t)
	c, err := in.Check()
	if err != nil {
		t.Fatal(err)
	}
	// The fields are those of the input but for what is parsed.
	want, got := reflect.ValueOf(in), reflect.ValueOf(c)
	for i := range want.NumField() {
		name := want.Type().Field(i).Name
		if field := got.FieldByName(name); name != "BaseURL" && name != "TrustedProxies" && (!field.IsValid() || !field.Equal(want.Field(i))) {
			t.Errorf("%s: got %v, want %v", name, field, want.Field(i))
		}
	}
	if got := fmt.Sprint(c.TrustedProxies); got != "[10.0.0.0/8 127.0.0.1/32 fd00::/8]" {
		t.Errorf("trusted proxies %s", got)
	}
	if got := c.SiteURL(nil).String(); got != "https://example.org/incidents" {
		t.Errorf("base URL %q, want it without the trailing slash", got)
	}
	if _, err := (Input{Addr: ":0", DefaultLang: "en", LogFormat: "text", AccessLog: "off", MaxConnections: 1}).Check(); err != nil {
		t.Errorf("only what has no default: %v", err)
	}
}

func TestCheckNamesEachFault(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		set  func(*Input)
		want string
	}{
		{"port alone", func(in *Input) { in.Addr = "8080" }, `--addr "8080": this is no address`},
		{"empty addr", func(in *Input) { in.Addr = "" }, `--addr ""`},
		{"port by name", func(in *Input) { in.Addr = ":http" }, `the port "http" is no number`},
		{"port too high", func(in *Input) { in.Addr = ":65536" }, `the port "65536"`},
		{"signed port", func(in *Input) { in.Addr = ":+80" }, `the port "+80"`},
		{"URL as addr", func(in *Input) { in.Addr = "http://localhost:8080" }, "--addr"},
		{"no scheme", func(in *Input) { in.BaseURL = "example.org" }, "must begin with http:// or https://"},
		{"other scheme", func(in *Input) { in.BaseURL = "ftp://example.org" }, "must begin with http:// or https://"},
		{"no host", func(in *Input) { in.BaseURL = "https:///x" }, "it has no host"},
		{"only a port", func(in *Input) { in.BaseURL = "http://:8080" }, "it has no host"},
		{"port 0", func(in *Input) { in.BaseURL = "http://localhost:0" }, `the port "0"`},
		{"port too high", func(in *Input) { in.BaseURL = "http://localhost:70000" }, `the port "70000"`},
		{"not parsed", func(in *Input) { in.BaseURL = "http://[::1" }, "this is no URL"},
		{"user", func(in *Input) { in.BaseURL = "https://me:pw@example.org" }, "user name or password"},
		{"query", func(in *Input) { in.BaseURL = "https://example.org/?a=b" }, "must not have a query"},
		{"empty query", func(in *Input) { in.BaseURL = "https://example.org/?" }, "must not have a query"},
		{"fragment", func(in *Input) { in.BaseURL = "https://example.org/#top" }, "must not have a fragment"},
		{"empty fragment", func(in *Input) { in.BaseURL = "https://example.org/#" }, "must not have a fragment"},
		{"dots", func(in *Input) { in.BaseURL = "https://example.org/a/.." }, "empty part or dots"},
		{"double slash", func(in *Input) { in.BaseURL = "https://example.org/a//b" }, "empty part or dots"},
		{"no data", func(in *Input) { in.Data += "/nowhere" }, "there is no such folder"},
		{"data is a file", func(in *Input) { in.Data = file }, "this is a file"},
		{"data without vocab", func(in *Input) { _ = os.Remove(filepath.Join(in.Data, "vocab")) }, "the folder has no vocab/"},
		{"some other folder", func(in *Input) { in.Data = t.TempDir() }, "the folder has no cases/ and no vocab/"},
		{"database folder is a file", func(in *Input) { in.DBDir = file }, `--db-dir`},
		{"another language", func(in *Input) { in.DefaultLang = "fr" }, `--default-lang "fr": the site has no such language: write en or ko`},
		{"watch what cannot change", func(in *Input) { in.Data, in.Force = "", false }, `--watch: the cases in the program never change: name a folder to serve with --data DIR`},
		{"force what cannot change", func(in *Input) { in.Data, in.Watch = "", false }, `--force: the cases in the program`},
		{"admin port alone", func(in *Input) { in.AdminAddr = "8081" }, `--admin-addr "8081": this is no address`},
		{"admin on the site's port", func(in *Input) { in.AdminAddr = in.Addr }, `--admin-addr "127.0.0.1:8080": this is the address of the site`},
		{"another log format", func(in *Input) { in.LogFormat = "xml" }, `--log-format "xml": there is no such format: write text or json`},
		{"negative cache", func(in *Input) { in.PageCache = -1 }, `--page-cache "-1": write a number of MiB`},
		{"bytes as MiB", func(in *Input) { in.PageCache = 8 << 20 }, `--page-cache "8388608"`},
		{"no connections", func(in *Input) { in.MaxConnections = 0 }, `--max-connections "0"`},
		{"proxy by name", func(in *Input) { in.TrustedProxies = []string{"127.0.0.1", "proxy"} }, `"proxy" is no network: write them like`},
		{"negative rate", func(in *Input) { in.SearchRate = -1 }, `--search-rate "-1"`},
		{"no rate", func(in *Input) { in.ExportRate = math.NaN() }, `--export-rate "NaN"`},
		{"unknown log", func(in *Input) { in.AccessLog = "on" }, `--access-log "on": there is no such log: write off or basic or full`},
		{"no language", func(in *Input) { in.DefaultLang = "" }, `--default-lang ""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := valid(t)
			tt.set(&in)
			_, err := in.Check()
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Count(err.Error(), "\n") > 0 {
				t.Errorf("got %v, want one problem with %q", err, tt.want)
			}
		})
	}
}

func TestCheckTellsEverythingAtOnce(t *testing.T) {
	_, err := Input{Addr: "x", BaseURL: "x", Data: "/nowhere/x", DBDir: os.DevNull, DefaultLang: "x", AdminAddr: "x", LogFormat: "x",
		PageCache: -1, TrustedProxies: []string{"x"}, SearchRate: -1, ExportRate: -1, AccessLog: "x"}.Check()
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"--addr", "--base-url", "--data", "--db-dir", "--default-lang", "--admin-addr", "--log-format", "--page-cache", "--max-connections", "--trusted-proxies", "--search-rate", "--export-rate", "--access-log"} {
		if strings.Count(err.Error(), name+" ") != 1 {
			t.Errorf("%s is not named once in:\n%v", name, err)
		}
	}
}

func TestDBDirMayBeNew(t *testing.T) {
	in := valid(t)
	in.DBDir = filepath.Join(t.TempDir(), "a", "b")
	if _, err := in.Check(); err != nil {
		t.Errorf("a folder that does not exist yet: %v", err)
	}
}

func TestSiteURLFollowsTheListener(t *testing.T) {
	for bound, want := range map[string]string{
		"[::]:8080":        "http://localhost:8080",
		"0.0.0.0:9000":     "http://localhost:9000",
		"127.0.0.1:8080":   "http://localhost:8080",
		"192.0.2.7:80":     "http://192.0.2.7:80",
		"[2001:db8::1]:81": "http://[2001:db8::1]:81",
	} {
		addr, err := net.ResolveTCPAddr("tcp", bound)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Config{}).SiteURL(addr).String(); got != want {
			t.Errorf("listening on %s: %s, want %s", bound, got, want)
		}
	}
}

func TestIsLoopback(t *testing.T) {
	for addr, want := range map[string]bool{
		"localhost:1": true, "127.0.0.1:1": true, "127.1.2.3:1": true, "[::1]:1": true,
		":1": false, "0.0.0.0:1": false, "192.0.2.7:1": false, "example.org:1": false, "x": false,
	} {
		if IsLoopback(addr) != want {
			t.Errorf("%s: %t", addr, !want)
		}
	}
}
