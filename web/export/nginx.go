package export

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// The files of an export that are for web servers, not for readers.
const (
	versionFile   = serverFolder + "/version"
	redirectsFile = serverFolder + "/nginx/redirects.conf"
	headersFile   = serverFolder + "/nginx/headers.conf"
	languageFile  = serverFolder + "/nginx/language.conf"
)

// noJekyll keeps GitHub Pages from making pages of the Markdown files and from
// leaving out what begins with an underscore.
const noJekyll = ".nojekyll"

// writeServerFiles writes what web servers need beside the pages: the version
// of the format, and for nginx the redirects and the headers of every answer.
func (w *writer) writeServerFiles() error {
	for name, content := range map[string]string{
		versionFile:   version(),
		noJekyll:      "",
		redirectsFile: nginxMap(w.redirects),
		headersFile:   nginxHeaders(w.headers),
		languageFile:  "00 " + w.Langs[0] + ";\n", // how nginx.conf writes that a reader likes none
	} {
		sum := digest([]byte(content))
		if err := w.folder.put(name, []byte(content), sum, w.folder.earlier[name] == sum); err != nil {
			return err
		}
	}
	return nil
}

// version names what the compressed bytes of an export depend on beside the
// content: Go, the version of the Brotli package, and its levels.
func version() string {
	out := fmt.Sprintf("%s\nbrotli %d, %d above %d\n", runtime.Version(), levelOfPages, levelOfLong, long)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if strings.Contains(m.Path, "brotli") {
				out += m.Path + " " + m.Version + "\n"
			}
		}
	}
	return out
}

// nginxMap writes the entries of a map of nginx: each address that leads on,
// decoded as in $uri, and where to.
func nginxMap(redirects map[string]string) string {
	var out strings.Builder
	for _, from := range slices.Sorted(maps.Keys(redirects)) {
		if path, err := url.PathUnescape(from); err == nil {
			fmt.Fprintf(&out, "%s %s;\n", nginxString(path), nginxString(redirects[from]))
		}
	}
	return out.String()
}

// perAnswer are headers that are not the same in all answers of a server, or
// that nginx sets itself.
var perAnswer = []string{
	"Cache-Control", "Content-Encoding", "Content-Language", "Content-Length", "Content-Type", "Date", "Etag", "Last-Modified", "Link", "Vary", "X-Request-Id",
}

// nginxHeaders writes the directives that set the headers which every answer of
// the site has, its Content-Security-Policy among them.
func nginxHeaders(h http.Header) string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if slices.Contains(perAnswer, name) {
			continue
		}
		for _, value := range h[name] {
			fmt.Fprintf(&out, "add_header %s %s always;\n", name, nginxString(value))
		}
	}
	return out.String()
}

// nginxString quotes a string of a configuration of nginx. A dollar sign cannot
// be quoted; no header or address of the site has one.
func nginxString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
