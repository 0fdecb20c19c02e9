package node

import (
	"html"
	"strings"

	"github.com/vugu/vugu"
)

// longName is the smallest length of names that may be too long for a line on a phone, in bytes.
const longName = 24

// Pieces cuts a sentence where a line may end besides its spaces: in long names, before each letter that follows a dot, a
// dollar sign or a colon.
func Pieces(text string) []string {
	var all []string
	from, at := 0, 0
	for word := range strings.SplitSeq(text, " ") {
		for i := 1; i < len(word) && len(word) >= longName; i++ {
			if c := word[i] | 0x20; strings.IndexByte(".$:", word[i-1]) >= 0 && (c >= 'a' && c <= 'z' || c >= 0x80) {
				all = append(all, text[from:at+i])
				from = at + i
			}
		}
		at += len(word) + 1
	}
	return append(all, text[from:])
}

// Escape returns text as HTML. Text of a file becomes HTML only here and in Breakable.
func Escape(text string) vugu.HTML { return vugu.HTML(html.EscapeString(text)) }

// Breakable returns a sentence as HTML that lets the browser break its long names as Pieces cuts them.
func Breakable(text string) vugu.HTML {
	pieces := Pieces(text)
	for i := range pieces {
		pieces[i] = html.EscapeString(pieces[i])
	}
	return vugu.HTML(strings.Join(pieces, "<wbr>"))
}
