// Package node has functions for the templates of several views: translation of text, values of attributes, and
// routes of clicks.
package node

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
)

// Text translates a text of a template: a text node, or an attribute that users see or hear. It keeps the
// blanks around the text, which separate it from its neighbours. Generated code calls Text and HTML;
// site/build/dense adds the calls.
func Text(text string) string {
	if words.English() {
		return text
	}
	return translated(text)
}

// HTML translates an element of a template that has no dynamic parts.
func HTML(html string) vugu.HTML {
	if words.English() {
		return vugu.HTML(html)
	}
	return vugu.HTML(Translated(html, translated))
}

func translated(text string) string {
	if bare := strings.TrimSpace(text); bare != "" {
		return strings.Replace(text, bare, words.T(words.Text(Key(bare))), 1)
	}
	return text
}

// Key returns the catalogue key of a template's text: trimmed, and with line breaks collapsed as a browser
// does.
func Key(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}

// Translated returns a template's HTML with say applied to each text. A text is the content between tags, which
// may contain code and links, or an attribute in spoken.
func Translated(html string, say func(string) string) string {
	var out strings.Builder
	for html != "" {
		text := upTo(html)
		out.WriteString(say(text))
		html = html[len(text):]
		end := strings.IndexByte(html, '>') + 1
		tag := html[:end]
		html = html[end:]
		for _, name := range spoken {
			if before, value, ok := strings.Cut(tag, " "+name+`="`); ok {
				value, after, _ := strings.Cut(value, `"`)
				tag = before + " " + name + `="` + say(value) + `"` + after
			}
		}
		out.WriteString(tag)
	}
	return out.String()
}

// spoken lists the attributes that hold text.
var spoken = [...]string{"title", "aria-label", "placeholder"}

// Spoken returns the attributes that hold text.
func Spoken() []string { return spoken[:] }

// upTo returns the HTML before the next tag that is not part of a sentence.
func upTo(html string) string {
	for at := 0; ; at++ {
		next := strings.IndexByte(html[at:], '<')
		if next < 0 {
			return html
		}
		at += next
		tag := strings.TrimPrefix(html[at+1:], "/")
		if !strings.HasPrefix(tag, "a>") && !strings.HasPrefix(tag, "a ") && !strings.HasPrefix(tag, "code>") {
			return html[:at]
		}
	}
}

// A Fact is a row of a description list: a term, its text, and the exact figure as title.
type Fact struct {
	_                 [0]func() // not comparable, because comparison code for arrays of Fact would add 7 KB to app.wasm
	Term, Text, Title string
}

// Optional returns the value of an attribute, or nil for an element without it.
func Optional(value string) any {
	if value == "" {
		return nil
	}
	return value
}

// AriaBool formats the value of an ARIA state.
func AriaBool(on bool) string { return strconv.FormatBool(on) }

// ClassIf returns class if on, else "".
func ClassIf(on bool, class string) string {
	if on {
		return class
	}
	return ""
}

// Tabindex returns the tabindex of one button of a row. Tab reaches only the button that is on; arrow keys
// reach the others.
func Tabindex(on bool) string {
	if on {
		return "0"
	}
	return "-1"
}

// Routes maps ids to click handlers, without the number at an id's end. "process" handles "process-3" with n =
// 3, and "process" with n = -1. A single listener on a container serves all elements in it. This matters
// because Vugu skips unchanged elements, and these would lose listeners of their own.
type Routes map[string]func(n int)

// Dispatch calls the handler of the event's target. It reports whether there is one.
func (r Routes) Dispatch(event vugu.DOMEvent) bool {
	id := event.PropString("target", "id")
	if do, ok := r[id]; ok { // an id may itself end with a number
		do(-1)
		return true
	}
	stem, n := CutNumber(id)
	do, ok := r[stem]
	if ok && n >= 0 {
		do(n)
	}
	return ok && n >= 0
}

// CutNumber splits the number off an id: "stacks-3" becomes "stacks" and 3. n is -1 if the id has none.
func CutNumber(id string) (stem string, n int) {
	at := strings.LastIndexByte(id, '-')
	if at < 0 {
		return id, -1
	}
	n, err := strconv.Atoi(id[at+1:])
	if err != nil || n < 0 {
		return id, -1
	}
	return id[:at], n
}

// ID returns the id of element n of a list: "stacks-3".
func ID(stem string, n int) string { return stem + "-" + strconv.Itoa(n) }

// Value returns the value of a form element. Number returns it as a number from 0.
func Value(event vugu.DOMEvent) string { return event.PropString("target", "value") }

func Number(event vugu.DOMEvent) int {
	n, _ := strconv.Atoi(Value(event))
	return max(0, n)
}
