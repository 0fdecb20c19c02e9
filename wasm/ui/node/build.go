package node

import (
	"github.com/vugu/vjson"
	"github.com/vugu/vugu"
)

// Generated code calls the functions of this file; site/build/dense adds the calls. Written out for each node, their
// code would add 40 KB to the download.

// Element returns a new element with attributes, as keys and values in turn. It is the last child of its parent, unless
// that is nil.
func Element(parent *vugu.VGNode, name string, attributes ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	if len(attributes) > 0 {
		n.Attr = make([]vugu.VGAttribute, len(attributes)/2)
		for i := range n.Attr {
			n.Attr[i].Key, n.Attr[i].Val = attributes[2*i], attributes[2*i+1]
		}
	}
	if parent != nil {
		parent.AppendChild(n)
	}
	return n
}

// AppendText appends a text node to its parent, and translates its text.
func AppendText(parent *vugu.VGNode, text string) {
	parent.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: Text(text)})
}

// Property sets a property of an element in the document, which is not an attribute: whether a box is checked.
func Property(n *vugu.VGNode, key string, value any) {
	b, err := vjson.Marshal(value)
	if err != nil {
		panic(err)
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: key, JSONVal: b})
}

// On adds a handler of an event.
func On(n *vugu.VGNode, event string, do func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event, Func: do})
}
