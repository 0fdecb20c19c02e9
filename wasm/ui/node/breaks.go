package node

import (
	"html"
	"strings"

	"github.com/vugu/vugu"
)

// longName is the smallest length of names that may be too long for a line on a phone, in bytes.
const longName = 24

// Pieces cuts a sentence around its long names. A string is text. A list has the parts of a long name, which ends a line only
// between two parts: after a dot, a dollar sign or a colon.
func Pieces(text string) []any {
	var all []any
	plain := ""
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			plain += " "
		}
		if parts := nameParts(word); len(word) >= longName && len(parts) > 1 {
			if plain != "" {
				all = append(all, plain)
			}
			all, plain = append(all, parts), ""
			continue
		}
		plain += word
	}
	if plain != "" {
		all = append(all, plain)
	}
	return all
}

// nameParts cuts a name before each letter that follows a dot, a dollar sign or a colon.
func nameParts(name string) []any {
	var parts []any
	from := 0
	for i := 1; i < len(name); i++ {
		if c := name[i] | 0x20; strings.IndexByte(".$:", name[i-1]) >= 0 && (c >= 'a' && c <= 'z' || c >= 0x80) {
			parts = append(parts, name[from:i])
			from = i
		}
	}
	return append(parts, name[from:])
}

// Breakable returns a sentence as HTML, with its long names in elements of the class long-name.
func Breakable(text string) vugu.HTML {
	var out strings.Builder
	for _, piece := range Pieces(text) {
		parts, long := piece.([]any)
		if !long {
			out.WriteString(html.EscapeString(piece.(string)))
			continue
		}
		out.WriteString(`<span class="long-name">`)
		for i, part := range parts {
			if i > 0 {
				out.WriteString("<wbr>")
			}
			out.WriteString(html.EscapeString(part.(string)))
		}
		out.WriteString("</span>")
	}
	return vugu.HTML(out.String())
}
