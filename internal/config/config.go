// Package config checks how the site is to be served, once, before anything is
// opened: what passes here is not checked again.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Input is the configuration as it was given, by flag or environment variable.
type Input struct {
	Addr        string // host:port to listen on
	BaseURL     string // address under which readers reach the site; empty: where it listens
	Data        string // folder of cases and vocabularies; empty: those in the program
	DBDir       string // folder of the database; empty: chosen by the library
	DefaultLang string // language for readers who ask for none of ours
	Watch       bool   // load Data again when a file changes
	Force       bool   // take data even if many cases vanish
	AdminAddr   string // host:port of metrics and profiles; empty: none
	LogFormat   string // of the log, one of LogFormats

	AccessLog      string   // which requests are logged, one of AccessLogs
	PageCache      int      // MiB of pages that are kept; 0: none
	MaxConnections int      // connections at a time
	TrustedProxies []string // networks or addresses of proxies, whose word on the reader's address is taken
	SearchRate     float64  // searches a second of one client; 0: no limit
	ExportRate     float64  // exports a minute of one client; 0: no limit
}

// Config is a checked configuration.
type Config struct {
	Addr        string
	Data        string
	DBDir       string
	DefaultLang string
	Watch       bool
	Force       bool
	AdminAddr   string
	LogFormat   string

	AccessLog      string
	PageCache      int // MiB
	MaxConnections int
	TrustedProxies []netip.Prefix
	SearchRate     float64
	ExportRate     float64

	baseURL *url.URL
}

// DefaultLangs are the languages that DefaultLang may name.
var DefaultLangs = []string{"en", "ko"}

// LogFormats are the formats that LogFormat may name.
var LogFormats = []string{"text", "json"}

// Check returns the configuration, or an error that lists everything that is
// wrong with it and what would be right.
func (in Input) Check() (Config, error) {
	base, baseErr := checkBaseURL(in.BaseURL)
	proxies, proxiesErr := parseProxies(in.TrustedProxies)
	err := errors.Join(
		named("addr", in.Addr, checkAddr(in.Addr)),
		named("base-url", in.BaseURL, baseErr),
		named("data", in.Data, CheckData(in.Data)),
		named("db-dir", in.DBDir, checkDBDir(in.DBDir)),
		named("default-lang", in.DefaultLang, oneOf(DefaultLangs, in.DefaultLang, "the site has no such language")),
		in.checkFolderOnly("watch", in.Watch),
		in.checkFolderOnly("force", in.Force),
		named("admin-addr", in.AdminAddr, checkAdminAddr(in.AdminAddr, in.Addr)),
		named("log-format", in.LogFormat, oneOf(LogFormats, in.LogFormat, "there is no such format")),
		named("access-log", in.AccessLog, oneOf(AccessLogs, in.AccessLog, "there is no such log")),
		named("page-cache", strconv.Itoa(in.PageCache), checkPageCache(in.PageCache)),
		named("max-connections", strconv.Itoa(in.MaxConnections), checkMaxConnections(in.MaxConnections)),
		named("trusted-proxies", strings.Join(in.TrustedProxies, ","), proxiesErr),
		named("search-rate", fmt.Sprint(in.SearchRate), checkRate(in.SearchRate)),
		named("export-rate", fmt.Sprint(in.ExportRate), checkRate(in.ExportRate)),
	)
	if err != nil {
		return Config{}, err
	}
	return Config{
		Addr: in.Addr, Data: in.Data, DBDir: in.DBDir, DefaultLang: in.DefaultLang, Watch: in.Watch, Force: in.Force,
		AdminAddr: in.AdminAddr, LogFormat: in.LogFormat, baseURL: base,
		AccessLog: in.AccessLog, PageCache: in.PageCache, MaxConnections: in.MaxConnections, TrustedProxies: proxies,
		SearchRate: in.SearchRate, ExportRate: in.ExportRate,
	}, nil
}

// named adds to an error which setting it is about.
func named(setting, value string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("--%s %q: %w", setting, value, err)
}

// SiteURL returns the address under which readers reach the site, without a
// trailing slash: the one given, else the one that the server listens on.
func (c Config) SiteURL(bound net.Addr) *url.URL {
	if c.baseURL != nil {
		return c.baseURL
	}
	host, port, err := net.SplitHostPort(bound.String())
	if ip := net.ParseIP(host); err != nil || host == "" || ip != nil && (ip.IsUnspecified() || ip.IsLoopback()) {
		host = "localhost"
	}
	return &url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}
}

func checkAddr(s string) error {
	const fix = `write HOST:PORT or :PORT, such as ":8080" or "127.0.0.1:8080"`
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return errors.New("this is no address to listen on: " + fix)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port {
		return fmt.Errorf("the port %q is no number from 0 to 65535: %s", port, fix)
	}
	if strings.ContainsAny(host, "/@ ") {
		return fmt.Errorf("%q is no host: %s", host, fix)
	}
	return nil
}

func checkBaseURL(s string) (*url.URL, error) {
	if s == "" {
		return nil, nil
	}
	const fix = `write it like "https://incidents.example.org" or "https://example.org/incidents"`
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return nil, fmt.Errorf("this is no URL: %s", fix)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("it must begin with http:// or https://: %s", fix)
	case u.Hostname() == "":
		return nil, fmt.Errorf("it has no host: %s", fix)
	case u.User != nil:
		return nil, fmt.Errorf("it must not carry a user name or password: %s", fix)
	case u.RawQuery != "" || u.ForceQuery:
		return nil, fmt.Errorf("it must not have a query (from the ? on): %s", fix)
	case u.Fragment != "" || strings.HasSuffix(s, "#"):
		return nil, fmt.Errorf("it must not have a fragment (from the # on): %s", fix)
	case u.EscapedPath() != u.Path:
		return nil, fmt.Errorf("its path has characters that an address must escape; letters, digits, - and _ need none: %s", fix)
	case strings.Contains(u.Path, "//") || strings.Contains(u.Path+"/", "/../") || strings.Contains(u.Path+"/", "/./"):
		return nil, fmt.Errorf("its path has an empty part or dots: %s", fix)
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, fmt.Errorf("the port %q is no number from 1 to 65535: %s", port, fix)
		}
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = strings.TrimRight(u.RawPath, "/")
	return u, nil
}

// dataFolders are the folders that a data folder must have.
var dataFolders = []string{"cases", "vocab"}

// CheckData returns an error if dir is not laid out like data/. The empty
// string stands for the data in the program.
func CheckData(dir string) error {
	if dir == "" {
		return nil
	}
	if err := checkFolder(dir); err != nil {
		return err
	}
	var missing []string
	for _, name := range dataFolders {
		if checkFolder(filepath.Join(dir, name)) != nil {
			missing = append(missing, name+"/")
		}
	}
	if missing != nil {
		return fmt.Errorf("the folder has no %s: name a folder laid out like data/, with case files in cases/ and vocabularies in vocab/", strings.Join(missing, " and no "))
	}
	return nil
}

func checkDBDir(dir string) error {
	if dir == "" {
		return nil
	}
	if err := checkFolder(dir); err != nil && !errors.Is(err, errNoFolder) {
		return err
	}
	return nil // one that does not exist is made
}

// checkFolder returns an error if dir is no folder.
func checkFolder(dir string) error {
	switch info, err := os.Stat(dir); {
	case errors.Is(err, os.ErrNotExist):
		return errNoFolder
	case err != nil:
		return fmt.Errorf("the folder cannot be read: %w", errors.Unwrap(err))
	case !info.IsDir():
		return errors.New("this is a file: name a folder")
	}
	return nil
}

var errNoFolder = errors.New("there is no such folder: check the path")

// oneOf wants one of the values that there are.
func oneOf(values []string, s, otherwise string) error {
	if slices.Contains(values, s) {
		return nil
	}
	return fmt.Errorf("%s: write %s", otherwise, strings.Join(values, " or "))
}

// checkFolderOnly refuses a switch that means nothing without a folder: the
// cases in the program never change.
func (in Input) checkFolderOnly(name string, on bool) error {
	if !on || in.Data != "" {
		return nil
	}
	return fmt.Errorf("--%s: the cases in the program never change: name a folder to serve with --data DIR", name)
}

func checkAdminAddr(s, site string) error {
	if s == "" {
		return nil
	}
	if _, port, _ := net.SplitHostPort(s); s == site && port != "0" {
		return errors.New("this is the address of the site: choose another port, such as localhost:8081")
	}
	return checkAddr(s)
}

// IsLoopback reports whether an address to listen on is reached from this
// machine alone.
func IsLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}
