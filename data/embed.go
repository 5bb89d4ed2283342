// Package data holds the library's content: the case files, the vocabularies
// that classify them and the schemas that both are checked against.
package data

import "embed"

// FS is the folder as it stood at the build: cases/*.yaml, vocab/*.yaml and
// schema/*.json.
//
//go:embed cases/*.yaml vocab/*.yaml schema/*.json
var FS embed.FS
