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
	var methods [message.AskB + 1][]uint32 // by the side that knows them
	for i := range unknown.Length() {
		n := uint32(unknown.Index(i).Float())
		who := message.AskedOf(&message.Names{Methods: []uint32{n}})
		methods[who] = append(methods[who], n)
	}
	for _, some := range methods {
		if len(some) > 0 {
			p.names = p.Ask(&message.Names{Methods: some})
		}
	}
}

// learn hands names to draw.js.
func (p *page) learn(reply *message.NamesReply) {
	methods := make([]any, len(reply.Names))
	lines := make([]string, len(reply.Names))
	for i, n := range reply.Names {
		class, name, label := n.Shown()
		methods[i], lines[i] = n.Method, words.NameLine(label, class, name, n.Params, n.Mark)
	}
	p.draw.Call("learn", methods, strings.Join(lines, "\n"))
}
