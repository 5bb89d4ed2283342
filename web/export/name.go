package export

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// fileName is the file that an address is answered with, relative to the
// export's folder.
func fileName(address, mediaType string) (string, error) {
	name, err := url.PathUnescape(strings.TrimPrefix(address, "/"))
	if err != nil {
		return "", err
	}
	switch {
	case mediaType == htmlType && (name == "" || strings.HasSuffix(name, "/")):
		name += "index.html"
	case mediaType == htmlType:
		name += ".html"
	case mediaType == "application/json" && !strings.HasSuffix(name, ".json"):
		name += ".json"
	}
	if !hasEnding(name) {
		return "", fmt.Errorf("a file of type %q needs an ending by which a server knows the type", mediaType)
	}
	if !filepath.IsLocal(name) || path.Clean(name) != name || strings.HasPrefix(name, serverFolder) || strings.Contains(name, `\`) {
		return "", fmt.Errorf("%q is no name for a file", name)
	}
	return name, nil
}

// hasEnding reports whether the last part of an address or name has an ending.
func hasEnding(name string) bool { return len(path.Ext(path.Base(name))) > 1 }
