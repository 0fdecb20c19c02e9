package page

import (
	"slices"

	"traceglass/wasm/message"
)

// askNames asks for the names that draw.js came upon and does not know.
func (p *page) askNames() {
	if p.names != 0 {
		return
	}
	unknown := p.draw.Call("unknown")
	if n := unknown.Length(); n > 0 {
		methods := make([]uint32, n)
		for i := range methods {
			methods[i] = uint32(unknown.Index(i).Float())
		}
		p.names = p.Ask(&message.Names{Methods: methods})
	}
}

// learn hands names to draw.js, in their short form.
func (p *page) learn(reply *message.NamesReply) {
	var lines []byte
	methods := make([]any, len(reply.Names))
	for i, name := range reply.Names {
		methods[i] = name.Method
		if i > 0 {
			lines = append(lines, '\n')
		}
		lines = append(lines, shortName(name)...)
	}
	p.draw.Call("learn", methods, string(lines))
}

// shortName is how a method is called in a box: its class without the package, and its name.
func shortName(n message.Name) string {
	class := n.Class
	for i := len(class) - 1; i >= 0; i-- {
		if class[i] == '.' {
			class = class[i+1:]
			break
		}
	}
	short := n.Label
	if class != "" && n.Name != "" {
		short = class + "." + n.Name
	}
	return string(slices.DeleteFunc([]byte(short), func(b byte) bool { return b == '\n' }))
}
