package page

import (
	"strings"

	"traceglass/render/words"
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

// learn hands names to draw.js, a line each, as a box shows them.
func (p *page) learn(reply *message.NamesReply) {
	methods := make([]any, len(reply.Names))
	lines := make([]string, len(reply.Names))
	for i, n := range reply.Names {
		methods[i] = n.Method
		short := n.Label
		if n.Class != "" && n.Name != "" {
			short = words.ShortMethod(n.Class, n.Name)
		}
		lines[i] = strings.ReplaceAll(short, "\n", "")
	}
	p.draw.Call("learn", methods, strings.Join(lines, "\n"))
}
