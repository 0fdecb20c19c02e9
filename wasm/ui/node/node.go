// Package node makes the nodes of the page's document: what Vugu's generator writes out each
// time, as calls, and the values of attributes that every view has.
package node

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vjson"
	"github.com/vugu/vugu"

	"traceglass/render/words"
)

// The functions from Root to On stand in the generated code; site/build/dense puts them there.

// Root makes a component's own element: a tag, then its static attributes as key and value, parted
// by zero bytes.
func Root(out *vugu.BuildOut, static string) *vugu.VGNode {
	n := element(static)
	out.Out = append(out.Out, n)
	return n
}

// Element adds an element to its parent.
func Element(parent *vugu.VGNode, static string) *vugu.VGNode {
	n := element(static)
	parent.AppendChild(n)
	return n
}

func element(static string) *vugu.VGNode {
	n := &vugu.VGNode{Type: 3}
	n.Data, static, _ = strings.Cut(static, "\x00")
	if static != "" {
		n.Attr = make([]vugu.VGAttribute, 0, (strings.Count(static, "\x00")+1)/2)
		for rest, more := static, true; more; {
			var a vugu.VGAttribute
			a.Key, rest, _ = strings.Cut(rest, "\x00")
			a.Val, rest, more = strings.Cut(rest, "\x00")
			if slices.Contains(spoken[:], a.Key) {
				a.Val = said(a.Val)
			}
			n.Attr = append(n.Attr, a)
		}
	}
	return n
}

// Text adds a text node, of a template's own text.
func Text(parent *vugu.VGNode, text string) *vugu.VGNode {
	n := &vugu.VGNode{Type: 1, Data: said(text)}
	parent.AppendChild(n)
	return n
}

// Attr adds an attribute; of a bool it is there or not.
func Attr[T any](n *vugu.VGNode, key string, value T) { n.AddAttrInterface(key, value) }

// Inner sets what is in an element: escaped text, but for a template's own vugu.HTML.
func Inner[T any](n *vugu.VGNode, value T) { inner(n, value) }

func inner(n *vugu.VGNode, value any) {
	switch v := value.(type) {
	case words.Text:
		n.SetInnerHTML(v.String())
	case words.Told:
		n.SetInnerHTML(v.String())
	case vugu.HTML:
		if !words.English() {
			v = vugu.HTML(Translated(string(v), said))
		}
		n.SetInnerHTML(v)
	default:
		n.SetInnerHTML(value)
	}
}

// said is a template's text in the language that is spoken; the blanks around it part it from what
// is beside it.
func said(text string) string {
	if key := strings.TrimSpace(text); key != "" {
		return strings.Replace(text, key, words.T(words.Text(key)), 1)
	}
	return text
}

// Translated is a template's HTML with what it says put through say: what stands between its tags,
// but for those of codes and links within a sentence, and what attributes say.
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

// spoken are the attributes that say something.
var spoken = [...]string{"title", "aria-label", "placeholder"}

// Spoken lists them.
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

// Prop sets a property of the element in the document.
func Prop[T any](n *vugu.VGNode, key string, value T) {
	b, err := vjson.Marshal(value)
	if err != nil {
		panic(err) // Marshal fails for no string, bool or number
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: key, JSONVal: vjson.RawMessage(b)})
}

// On handles an event.
func On(n *vugu.VGNode, event string, handle func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event, Func: handle})
}

// A Fact is a line of a list of terms: what is said of a term, and the figure in full.
type Fact struct {
	_                 [0]func() // none is compared: what compares arrays of them would be 7 KB of the program
	Term, Text, Title string
}

// Is turns a state into aria's word for it.
func Is(on bool) string { return strconv.FormatBool(on) }

// When gives a class only where it applies.
func When(on bool, class string) string {
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

// Take calls what the event's target is for, and reports whether there was such.
func (r Routes) Take(event vugu.DOMEvent) bool {
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
