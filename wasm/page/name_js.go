package page

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// apart takes out of a name what parts lines, and parts of a line.
var apart = strings.NewReplacer("\n", "", "\t", " ")

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

// learn hands names to draw.js, a line each: package, class, method and, where another has
// the same name, parameters, between tabs, of which a box shows what it has room for; or what the
// method is called, if no class is known.
func (p *page) learn(reply *message.NamesReply) {
	methods := make([]any, len(reply.Names))
	lines := make([]string, len(reply.Names))
	for i, n := range reply.Names {
		methods[i] = n.Method
		line := apart.Replace(n.Label)
		if n.Class != "" && n.Name != "" {
			pkg, class := words.CutClass(apart.Replace(n.Class))
			line = pkg + "\t" + class + "\t" + apart.Replace(n.Name) + "\t" + apart.Replace(n.Params)
		}
		lines[i] = line
	}
	p.draw.Call("learn", methods, strings.Join(lines, "\n"))
}
