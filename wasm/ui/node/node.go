// Package node translates the text of templates, and has the values of attributes and the
// routes of clicks that several views share.
package node

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
)

// Text translates the text of a template: a text node, or an attribute that is read out or
// shown. The blanks around it part it from its neighbours and stay. Generated code calls Text
// and HTML; site/build/dense adds the calls.
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

// Key is the key of a template's text in the catalogues: without the blanks around it, and on
// one line, as a browser shows a text that the template breaks.
func Key(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}

// Translated is a template's HTML with each of its texts put through say: texts between tags,
// which may hold codes and links, and spoken attributes.
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

// spoken are the attributes that hold text.
var spoken = [...]string{"title", "aria-label", "placeholder"}

// Spoken lists the attributes that hold text.
func Spoken() []string { return spoken[:] }

// upTo is HTML up to the next tag that is none within a sentence.
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

// A Fact is a line of a list of terms: what is said of a term, and the figure in full.
type Fact struct {
	_                 [0]func() // none is compared: what compares arrays of them would be 7 KB of the program
	Term, Text, Title string
}

// AriaBool turns a state into aria's word for it.
func AriaBool(on bool) string { return strconv.FormatBool(on) }

// ClassIf gives a class only where it applies.
func ClassIf(on bool, class string) string {
	if on {
		return class
	}
	return ""
}

// Tabindex lets one of a row of buttons be reached by Tab; arrow keys reach the rest.
func Tabindex(on bool) string {
	if on {
		return "0"
	}
	return "-1"
}

// Routes say what a click does by the id of what was clicked, without the number at its end:
// "process" is called with 3 for "process-3", with -1 for "process" alone. One listener on
// the box around many elements serves them all, since those that the browser has already
// are not given to it again, and would lose listeners of their own.
type Routes map[string]func(n int)

// Dispatch calls what the event's target is for, and reports whether there was such.
func (r Routes) Dispatch(event vugu.DOMEvent) bool {
	id := event.PropString("target", "id")
	if do, ok := r[id]; ok { // an id may end in a number of its own
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

// CutNumber cuts the number off an id's end: "stacks-3" is "stacks" and 3; -1 for none.
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

// ID is the id of the n-th of several elements: "stacks-3".
func ID(stem string, n int) string { return stem + "-" + strconv.Itoa(n) }

// Value is what was typed or chosen, Number the same as a number from 0 on.
func Value(event vugu.DOMEvent) string { return event.PropString("target", "value") }

func Number(event vugu.DOMEvent) int {
	n, _ := strconv.Atoi(Value(event))
	return max(0, n)
}
