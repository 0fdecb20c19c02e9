// Package languages embeds the catalogues of all languages except English, for
// words.SetCatalogue. The page fetches only the one in use, so only the command links this
// package.
package languages

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.txt
var files embed.FS

// Of returns the catalogue of a language by its code, "zh" or "zh-CN". English has the catalogue
// "". ok is false for an unknown language.
func Of(code string) (catalogue string, ok bool) {
	code, _, _ = strings.Cut(strings.ToLower(code), "-")
	if code == "en" {
		return "", true
	}
	text, err := files.ReadFile(code + ".txt")
	return string(text), err == nil
}

// Codes returns the codes of all languages, sorted.
func Codes() []string {
	all := []string{"en"}
	found, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is part of the program
	}
	for _, f := range found {
		all = append(all, strings.TrimSuffix(f.Name(), ".txt"))
	}
	slices.Sort(all)
	return all
}
