package page

import (
	"syscall/js"

	"traceglass/wasm/message"
)

// A map of names that comes to what is open is read beside it, by a worker that reads what is open
// too: in that all has the same numbers, so it takes the other's place, and nothing that is chosen or
// shown changes but names.

// rename puts a worker that has read what is open with a map of names in the place of the one
// before.
func (p *page) rename(n *newcomer, named []byte) {
	p.newcomer = nil
	p.link.end()
	p.link = n.link
	p.link.used = true
	p.link.show()
	p.opened.files = n.files
	for i := range p.surfaces {
		p.surfaces[i].flying, p.surfaces[i].spare = nil, js.Undefined()
	}
	p.answer(named)
	for _, r := range n.results {
		if _, ok := r.body.(*message.Named); !ok {
			p.app.Receive(0, r.body)
		}
	}
}

// renamed has all that is drawn drawn with other names. A map that came alone waits for the next
// file.
func (p *page) renamed() {
	if !p.opened.any() {
		p.opening.maps = p.opened.files
		p.link.used = false
		return
	}
	p.draw.Call("forget")
	p.names = 0
	for i := range p.surfaces {
		p.surfaces[i].next = p.surfaces[i].last
		p.send(i)
	}
}
