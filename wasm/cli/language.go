package main

import (
	"fmt"
	"strings"

	"traceglass/render/words"
	"traceglass/render/words/languages"
)

// languageFlag sets the language to the value of -lang and returns the other arguments. Only text
// for people changes: what overview, explain, compare and check write as text or Markdown, and a
// process for an issue tracker. Output for programs stays English.
func languageFlag(command string, args []string) (rest []string, err error) {
	words.SetCatalogue("")
	catalogue := ""
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		if name != "-lang" && name != "--lang" {
			rest = append(rest, args[i])
			continue
		}
		if !given && i+1 < len(args) {
			i++
			value = args[i]
		}
		var ok bool
		if catalogue, ok = languages.Of(value); !ok || value == "" {
			return nil, fmt.Errorf("-lang must be one of %s", strings.Join(languages.Codes(), ", "))
		}
	}
	format := ""
	for i, a := range rest {
		if value, ok := strings.CutPrefix(strings.TrimLeft(a, "-"), "format"); ok {
			if format = strings.TrimPrefix(value, "="); format == "" && i+1 < len(rest) {
				format = rest[i+1]
			}
		}
	}
	switch command {
	case "overview", "explain", "compare", "check":
		if format == "" || format == "text" || format == "markdown" {
			words.SetCatalogue(catalogue)
		}
	case "export":
		if format == "markdown" {
			words.SetCatalogue(catalogue)
		}
	}
	return rest, nil
}
