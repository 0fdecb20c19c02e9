//go:build !js

package answer

import (
	_ "embed"
	"strings"
)

// Guide is one page of Markdown on how to ask, for assistants and for the authors of scripts.
//
//go:embed guide.md
var Guide string

// Instructions returns the part of the guide that holds for every way to ask: all but its command lines.
func Instructions() string {
	text, _, _ := strings.Cut(Guide, "\n## Sessions\n")
	return text
}
