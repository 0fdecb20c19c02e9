package page

import (
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// The workers that hold the open files read a map of names that the user adds. They read nothing else again, except the
// dumps of a pile. Only names change; selection and views stay.

// A naming is a map that the workers which hold what is open are reading.
type naming struct {
	files js.Value          // array
	name  string            // of them
	waits [2]*link          // which are yet to answer; of one trace, or of dumps, the first
	gave  [2]*message.Named // what they did, nil for nothing
	why   string            // one of them did not
}

// nameBy has what is open named by a map. Of two traces each is, or those whose side is given, and one that
// has a map keeps that where this one does not fit.
func (p *page) nameBy(files js.Value, sides ...int) {
	name, _ := called(files)
	p.dismiss()
	n := &naming{files: files, name: name}
	n.waits[0] = p.link
	if b := p.pair; b != nil {
		n.waits = b.links
		if len(sides) == 1 {
			n.waits[1-sides[0]] = nil
		}
	}
	p.naming = n
	p.app.OpeningInBackground(name, sizeOf(files))
	for _, l := range n.waits {
		if l != nil {
			l.post(script.Object("kind", "name", "files", files, "only", p.pair != nil))
		}
	}
}

// hears takes what a worker says of the map that it reads; false for all else.
func (n *naming) hears(p *page, from *link, m js.Value) bool {
	side := 0
	switch from {
	case n.waits[0]:
	case n.waits[1]:
		side = 1
	default:
		return false
	}
	switch m.Get("kind").String() {
	case "not named":
		n.why = m.Get("reason").String()
	case "answer":
		number, body, err := message.Decode(script.Bytes(m.Get("data")))
		named, ok := body.(*message.Named)
		if err != nil || number != 0 || !ok {
			return false
		}
		n.gave[side] = named
	default:
		return false
	}
	n.waits[side] = nil
	if n.waits == [2]*link{} {
		p.naming = nil
		n.ended(p)
	}
	return true
}

// ended shows what the map gave.
func (n *naming) ended(p *page) {
	b := p.pair
	switch {
	case n.gave == [2]*message.Named{}:
		if n.why != "" {
			p.refuse(n.name, n.why)
		}
		return
	case b == nil:
		p.opened.files = p.opened.files.Call("concat", n.files)
		p.renamed()
		p.app.Receive(0, n.gave[0])
	default:
		b.opened[b.front] = p.opened
		for i, gave := range n.gave {
			if gave != nil && gave.On {
				b.opened[i].files = b.opened[i].files.Call("concat", n.files)
				b.maps[i] = true
			}
		}
		p.opened = b.opened[b.front]
		p.app.NamedBoth(n.gave)
		p.redraw()
	}
	p.sayKept()
	if later := p.later; later.Truthy() {
		p.later = js.Undefined()
		p.nameBy(script.Array(later), 1)
	}
}

// cancel has the workers leave the map; what they answer is still heard.
func (n *naming) cancel() {
	for _, l := range n.waits {
		if l != nil {
			l.post(script.Object("kind", "cancel"))
		}
	}
}

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
	p.redraw()
}

// redraw has all that is drawn drawn anew, with other words or names in it.
func (p *page) redraw() {
	p.draw.Call("forget")
	p.names = 0
	for i := range p.surfaces {
		p.surfaces[i].next = p.surfaces[i].last
		p.send(i)
	}
}

// mapsOf parts files into those that are maps by their names, and the others.
func mapsOf(files js.Value) (maps, others js.Value) {
	maps, others = script.Array(), script.Array()
	for _, file := range script.All(files) {
		if input.IsMappingName(file.Get("name").String()) {
			maps.Call("push", file)
		} else {
			others.Call("push", file)
		}
	}
	return maps, others
}
