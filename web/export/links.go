package export

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// links lists the addresses of the site that an answer links.
func (w *writer) links(address string, a *answer) []string {
	var out []string
	for _, ref := range references(a.mediaType(), a.body) {
		to, ok := w.within(address, ref)
		switch {
		case !ok:
		case strings.Contains(ref, "?"):
			w.breaks(address, ref, "a file has no query")
		default:
			out = append(out, to)
		}
	}
	return out
}

// within resolves a reference on a page and returns the address that it leads
// to, without its fragment; ok is false for one that is not of the site.
func (w *writer) within(page, ref string) (address string, ok bool) {
	u, err := url.Parse(ref)
	if err != nil || u.Opaque != "" {
		return "", false
	}
	base, err := url.Parse(w.root() + page)
	if err != nil {
		return "", false
	}
	base.Scheme, base.Host = w.BaseURL.Scheme, w.BaseURL.Host
	u = base.ResolveReference(u)
	rest, ok := strings.CutPrefix(u.EscapedPath(), w.root())
	if !ok || u.Scheme != base.Scheme || u.Host != base.Host || rest != "" && rest[0] != '/' {
		return "", false
	}
	if rest == "" {
		rest = "/"
	}
	return rest, true
}

// references lists what a document refers to.
func references(mediaType string, body []byte) []string {
	switch {
	case mediaType == htmlType:
		return htmlReferences(body)
	case mediaType == "text/css":
		var out []string
		for _, m := range cssURL.FindAllSubmatch(body, -1) {
			out = append(out, string(m[1]))
		}
		return out
	case mediaType == "application/feed+json" || mediaType == "application/manifest+json":
		var v any
		if json.Unmarshal(body, &v) != nil {
			return nil
		}
		return jsonReferences(v)
	case strings.HasSuffix(mediaType, "xml"):
		return xmlReferences(body)
	}
	return nil
}

var cssURL = regexp.MustCompile(`url\(\s*["']?([^"')]+)["']?\s*\)`)

// linked are the attributes that hold addresses.
var linked = map[string]bool{"href": true, "src": true, "srcset": true, "action": true, "poster": true}

// metaAddresses are the names of <meta> whose content is an address.
var metaAddresses = map[string]bool{"og:image": true, "og:url": true, "twitter:image": true}

func htmlReferences(body []byte) []string {
	var out []string
	for z := html.NewTokenizer(bytes.NewReader(body)); z.Next() != html.ErrorToken; {
		t := z.Token()
		if t.Type != html.StartTagToken && t.Type != html.SelfClosingTagToken {
			continue
		}
		named, content := "", ""
		for _, attr := range t.Attr {
			switch {
			case attr.Key == "srcset":
				for candidate := range strings.SplitSeq(attr.Val, ",") {
					if fields := strings.Fields(candidate); len(fields) > 0 {
						out = append(out, fields[0])
					}
				}
			case linked[attr.Key]:
				out = append(out, attr.Val)
			case attr.Key == "property" || attr.Key == "name":
				named = attr.Val
			case attr.Key == "content":
				content = attr.Val
			}
		}
		if t.Data == "meta" && metaAddresses[named] {
			out = append(out, content)
		}
	}
	return out
}

// xmlReferences lists the attributes "href" and the contents of <loc> and
// <Image>, of feeds, sitemaps and OpenSearch descriptions.
func xmlReferences(body []byte) []string {
	var out []string
	inside := ""
	for d := xml.NewDecoder(bytes.NewReader(body)); ; {
		token, err := d.Token()
		if err != nil {
			return out
		}
		switch t := token.(type) {
		case xml.StartElement:
			inside = t.Name.Local
			for _, attr := range t.Attr {
				if attr.Name.Local == "href" {
					out = append(out, attr.Value)
				}
			}
		case xml.CharData:
			if inside == "loc" || inside == "Image" {
				out = append(out, strings.TrimSpace(string(t)))
			}
		case xml.EndElement:
			inside = ""
		}
	}
}

// jsonReferences lists the values of members whose names end in url or are src.
func jsonReferences(v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			out = append(out, jsonReferences(item)...)
		}
	case map[string]any:
		for name, value := range v {
			if s, ok := value.(string); ok && (strings.HasSuffix(name, "url") || name == "src") {
				out = append(out, s)
			} else {
				out = append(out, jsonReferences(value)...)
			}
		}
	}
	return out
}
