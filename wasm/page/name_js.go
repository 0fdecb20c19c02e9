package page

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/session"
)

// names gives draw.js the names of the methods that it comes upon.
type names struct {
	*base
	session *session.Session
	number  uint32 // of the request under way, 0 for none
}

// ask asks for the names that draw.js does not know.
func (n *names) ask() {
	if n.number != 0 {
		return
	}
	unknown := n.draw.Call("unknown")
	var methods [message.AskB + 1][]uint32 // by the side that knows them
	for i := range unknown.Length() {
		method := uint32(unknown.Index(i).Float())
		who := message.AskedOf(&message.Names{Methods: []uint32{method}})
		methods[who] = append(methods[who], method)
	}
	for _, some := range methods {
		if len(some) > 0 {
			n.number = n.session.Ask(&message.Names{Methods: some})
		}
	}
}

// take handles an answer. It returns true if only the pictures needed it, so that nothing changes for the interface.
func (n *names) take(number uint32, body message.Body) bool {
	reply, isNames := body.(*message.NamesReply)
	if isNames {
		n.learn(reply)
	}
	if number == 0 || number != n.number {
		return false
	}
	n.number = 0
	n.ask()
	return isNames
}

// forget has draw.js forget all names, and the page the request for some.
func (n *names) forget() {
	n.draw.Call("forget")
	n.number = 0
}

// learn hands names to draw.js.
func (n *names) learn(reply *message.NamesReply) {
	methods := make([]any, len(reply.Names))
	lines := make([]string, len(reply.Names))
	for i, of := range reply.Names {
		class, name, label := of.Shown()
		methods[i], lines[i] = of.Method, words.NameLine(label, class, name, of.Params, of.Mark)
	}
	n.draw.Call("learn", methods, strings.Join(lines, "\n"))
}
