// Package locales holds every string of the interface, one file per language
// with flat dotted keys. A file's last segment but one names its language.
package locales

import "embed"

// FS holds active.en.json and active.ko.json.
//
//go:embed active.*.json
var FS embed.FS
