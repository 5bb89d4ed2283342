package config

import (
	"errors"
	"net/url"
)

// ExportInput is how the site is to be written out as files, as it was given.
type ExportInput struct {
	Out         string // folder to write
	BaseURL     string // address under which readers reach the site
	Data        string // as in Input
	DBDir       string // as in Input
	DefaultLang string // language of pages whose address names none
}

// Check returns the base URL, without a trailing slash, or an error that lists
// everything that is wrong with the input and what would be right.
func (in ExportInput) Check() (*url.URL, error) {
	base, baseErr := checkBaseURL(in.BaseURL)
	if in.BaseURL == "" {
		baseErr = errors.New(`it must be given, as the pages name their own address: write it like "https://incidents.example.org"`)
	}
	var outErr error
	if in.Out == "" {
		outErr = errors.New("name the folder to write")
	}
	return base, errors.Join(
		named("out", in.Out, outErr),
		named("base-url", in.BaseURL, baseErr),
		named("data", in.Data, CheckData(in.Data)),
		named("db-dir", in.DBDir, checkDBDir(in.DBDir)),
		named("default-lang", in.DefaultLang, oneOf(DefaultLangs, in.DefaultLang, "the site has no such language")),
	)
}
