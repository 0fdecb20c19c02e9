package page

import (
	"cmp"
	"strings"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// Opening goes on beside what is open, so that a file which turns out to be something else, or
// to be damaged beyond use, closes nothing: a worker of its own reads it, and only when that
// has sent all that it read does it take the place of the worker before. Until then both hold
// memory. So the newcomer gets of the budget what is left beside what is open, or where that
// will not do, enough to see what the file is. If it proves good and to need more, what is open
// ends, and the file is read anew with the whole budget.

// A newcomer is a reading beside what is open.
type newcomer struct {
	*link
	files   js.Value // array of all Files, with added those that are open too
	name    string   // what to call them
	chosen  string   // what to call those that were chosen now
	size    int64    // bytes as stored
	added   bool     // what is open is among them
	choice  choice   // of the traces in them
	budget  float64  // bytes, as in package worker
	began   float64  // when the reading began, in ms since the page was loaded
	results []arrival
}

// An arrival is what the newcomer's worker sent of what it read.
type arrival struct {
	data []byte
	body message.Body
}

// readBeside reads files beside what is open.
func (p *page) readBeside(n *newcomer) {
	p.dismiss()
	p.opening.turn++
	n.link, n.budget, n.began = p.newLink(), p.leftover(n.files), script.Now()
	p.newcomer = n
	p.app.OpeningInBackground(n.chosen, n.size)
	p.read(n)
}

// read has the newcomer's worker read its files.
func (p *page) read(n *newcomer) {
	n.start()
	if p.newcomer == n { // a worker could be started
		n.post(reading(n.files, n.budget, n.choice))
	}
}

// leftover is the budget for files that are read beside what is open. A trace's calls take
// about as much as its file does, unpacked.
func (p *page) leftover(files js.Value) float64 {
	const (
		glance  = 8e6
		packing = 10
	)
	need := 0.0
	for i := range files.Length() {
		bytes := files.Index(i).Get("size").Float()
		switch input.Ext(files.Index(i).Get("name").String()) {
		case ".gz", ".zip":
			bytes *= packing
		}
		need += bytes
	}
	left := budget() - float64(p.opened.memory)
	if need > left {
		return min(glance, budget())
	}
	return left
}

// dismiss ends what is read beside what is open.
func (p *page) dismiss() {
	if p.newcomer != nil {
		p.newcomer.end()
		p.newcomer = nil
	}
	if p.naming != nil {
		p.naming.cancel()
	}
}

// refuse says why a file was not opened; what is open stays.
func (p *page) refuse(name, why string) {
	p.dismiss()
	p.app.Refused(name, why)
}

// arrives takes a message of the worker that reads beside what is open. Those of what it read
// are kept until it has sent all.
func (p *page) arrives(m js.Value) {
	n := p.newcomer
	switch m.Get("kind").String() {
	case "answer":
		data := script.Bytes(m.Get("data"))
		_, body, err := message.Decode(data)
		if progress, ok := body.(*message.Progress); ok && err == nil {
			p.app.Receive(0, progress)
			return
		}
		n.results = append(n.results, arrival{data, body})
	case "read":
		p.welcome(n, m.Get("full").Bool())
	}
}

// welcome puts what was read in the place of what is open, if there is anything new; full means
// that there is more than the newcomer's budget allowed.
func (p *page) welcome(n *newcomer, full bool) {
	var found opened
	why := ""
	named := -1
	for i, r := range n.results {
		switch body := r.body.(type) {
		case *message.Named:
			named = i
		case *message.Failure:
			why = body.Text
		case *message.Members:
			if body.Chosen < 0 {
				p.ask(asked{n.files, n.added}, body)
				return
			}
		default:
			found.hold(body)
		}
	}
	switch {
	case named < 0:
	case !n.added && !found.any(): // what lies beside it in a zip file is of no use
		p.newcomer = nil
		n.end()
		p.nameBy(n.files)
		return
	case n.added && found.same(&p.opened) && !(full && n.budget < budget()):
		p.rename(n, n.results[named].data)
		return
	}
	if !found.any() || n.added && why != "" && found.same(&p.opened) {
		p.refuse(n.chosen, strings.TrimPrefix(why, n.chosen+": "))
		return
	}
	if full && n.budget < budget() {
		p.dismiss()
		p.begin(n.files, n.name, n.size, n.added, n.choice)
		return
	}
	p.newcomer = nil // reset would end it
	p.replace(n.added)
	p.reset()
	p.link.end()
	p.link = n.link
	p.link.used = true
	p.link.show()
	p.opened = opened{files: n.files, choice: n.choice}
	p.requests.from = n.began
	p.app.Opening(n.name, n.size, n.added)
	p.render() // without the room before, so that what is kept of its document starts anew
	for _, r := range n.results {
		p.answer(r.data)
	}
	p.findMaps()
}

// ask has the user choose one of several traces; what is open stays.
func (p *page) ask(which asked, from *message.Members) {
	p.dismiss()
	p.opening.asked = which
	p.app.Receive(0, from)
}

// hold notes what a message says is open.
func (o *opened) hold(body message.Body) {
	o.mapID = cmp.Or(o.mapID, mapID(body))
	switch body := body.(type) {
	case *message.Description:
		o.trace, o.drawn = true, false
		o.memory += body.Memory
	case *message.Runs:
		o.runs = true
	case *message.Dumps:
		o.dumps, o.texts = true, len(body.Files)
		if !o.trace { // else the trace's figure is of the same worker
			o.memory += body.Memory
		}
	}
}

// same reports whether others hold no more than these.
func (o *opened) same(others *opened) bool {
	return o.trace == others.trace && o.texts == others.texts
}
