package ui

import (
	"strings"

	"github.com/vugu/vjson"
	"github.com/vugu/vugu"
)

// The functions here stand in the generated code for what Vugu's generator writes out each
// time; site/build/dense puts them there.

// vgElement adds an element to its parent: a tag, then its static attributes as key and
// value, parted by zero bytes.
func vgElement(parent *vugu.VGNode, static string) *vugu.VGNode {
	n := &vugu.VGNode{Type: 3}
	n.Data, static, _ = strings.Cut(static, "\x00")
	if static != "" {
		n.Attr = make([]vugu.VGAttribute, 0, (strings.Count(static, "\x00")+1)/2)
		for rest, more := static, true; more; {
			var a vugu.VGAttribute
			a.Key, rest, _ = strings.Cut(rest, "\x00")
			a.Val, rest, more = strings.Cut(rest, "\x00")
			n.Attr = append(n.Attr, a)
		}
	}
	parent.AppendChild(n)
	return n
}

// vgText adds a text node.
func vgText(parent *vugu.VGNode, text string) *vugu.VGNode {
	n := &vugu.VGNode{Type: 1, Data: text}
	parent.AppendChild(n)
	return n
}

// vgAttr adds an attribute; of a bool it is there or not.
func vgAttr[T any](n *vugu.VGNode, key string, value T) { n.AddAttrInterface(key, value) }

// vgInner sets what is in an element: escaped text, but for a vugu.HTML.
func vgInner[T any](n *vugu.VGNode, value T) { n.SetInnerHTML(value) }

// vgProp sets a property of the element in the document.
func vgProp[T any](n *vugu.VGNode, key string, value T) {
	b, err := vjson.Marshal(value)
	if err != nil {
		panic(err) // Marshal fails for no string, bool or number
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: key, JSONVal: vjson.RawMessage(b)})
}

// vgOn handles an event.
func vgOn(n *vugu.VGNode, event string, handle func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event, Func: handle})
}
