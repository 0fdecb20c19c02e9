package page

import (
	"cmp"
	"encoding/binary"
	"strings"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// Two traces are open in a worker each, A, the base, and B. Of A the other worker gets what its
// engine made of it for comparing, figures without calls: what methods cost, made as soon as each has
// been read, and contexts when there is a table of changes, or what is asked needs them. The trace that
// is in front is the page's own link's, and all that is asked of one trace goes there.

// A pair is two traces that are open.
type pair struct {
	links  [2]*link
	opened [2]opened
	maps   [2]bool // each has a map of names
	front  int
	shown  bool // the table has been

	sides    sides            // as asked for last
	waits    *message.Compare // until A's side is here, nil for none
	number   uint32           // of that request
	compared bool             // it has been answered

	contexts uint32 // of the request for A's contexts, 0 before it
	whole    bool   // they have been passed on
	held     []held // what waits for that
}

// held is a request that is yet to be sent.
type held struct {
	body message.Body
	send func()
}

// sides are what both workers are asked to make of their traces to compare.
type sides struct {
	of     [2]message.SideOf
	number uint32   // of the request for A's
	data   js.Value // A's, until it is passed on
}

// request is that for one of them; B's worker makes its own and keeps it.
func (s *sides) request(p *page, i int, of message.SideOf) js.Value {
	of.Own, s.of[i] = i == 1, of
	data := p.encode(&of)
	if i == 0 {
		s.number, s.data = p.number, js.Undefined()
	}
	return data
}

// are reports whether they are those that are asked for.
func (s *sides) are(of *[2]message.SideOf) bool {
	return s.number != 0 && s.of[0].Same(of[0]) && s.of[1].Same(of[1])
}

// A pairing is two traces that are being read.
type pairing struct {
	readers [2]newcomer
	news    [2]message.Progress
	done    [2]bool
	sides   sides
}

// tracesIn parts files by input.Pair, if all of them are traces by their names.
func tracesIn(files js.Value) (groups []js.Value, ok bool) {
	names := namesOf(files)
	for _, group := range input.Pair(names) {
		if !input.IsTraceName(names[group[0]]) {
			return nil, false
		}
		one := script.Array()
		for _, i := range group {
			one.Call("push", files.Index(i))
		}
		groups = append(groups, one)
	}
	return groups, true
}

// two parts files that are two traces: the one that was changed last on the disk is B.
func two(files js.Value) (a, b js.Value, ok bool) {
	groups, ok := tracesIn(files)
	if !ok || len(groups) != 2 {
		return js.Undefined(), js.Undefined(), false
	}
	age := func(files js.Value) float64 { return files.Index(0).Get("lastModified").Float() }
	if age(groups[0]) > age(groups[1]) {
		return groups[1], groups[0], true
	}
	return groups[0], groups[1], true
}

// allTraces reports whether files are one trace, by its name.
func (p *page) allTraces(files js.Value) bool {
	groups, ok := tracesIn(files)
	return ok && len(groups) == 1
}

// CompareWith compares the trace that is open, the base, with another.
func (p *page) CompareWith(files js.Value) { p.compare(p.opened, opened{files: files}) }

// compare opens two traces, to compare them.
func (p *page) compare(a, b opened) {
	p.dismiss()
	if p.opened.any() {
		p.told = script.Buffer(p.app.EncodeView())
	}
	p.readBoth(a, b)
}

// readBoth reads two traces in place of what is open.
func (p *page) readBoth(a, b opened) {
	p.replace(false)
	p.opened.trace, p.opened.dumps = false, false
	p.fresh()
	p.link.end() // which another trace may have
	p.pairing = &pairing{}
	size := int64(0)
	p.requests.from = script.Now()
	for i, of := range [2]opened{a, b} {
		n := &p.pairing.readers[i]
		n.link, n.files, n.choice, n.budget = p.newLink(), of.files, of.choice, budget()
		n.name, _ = called(of.files)
		n.size = sizeOf(of.files)
		size += n.size
	}
	p.app.Opening(p.pairing.readers[0].name+", "+p.pairing.readers[1].name, size, false)
	note("opening")
	for i := range p.pairing.readers {
		n := &p.pairing.readers[i]
		n.start()
		if p.pairing == nil { // no worker could be started
			return
		}
		m := reading(n.files, n.budget, n.choice)
		data := p.pairing.sides.request(p, i, message.SideOf{Scope: message.Scope{To: message.Whole}, Name: n.name, English: words.English()})
		m.Set("beside", data)
		n.post(m, data)
	}
}

func (g *pairing) has(l *link) bool { return g.of(l) >= 0 }

func (g *pairing) of(l *link) int {
	for i := range g.readers {
		if g.readers[i].link == l {
			return i
		}
	}
	return -1
}

// cancel ends the reading of both.
func (g *pairing) cancel(p *page) {
	p.endPairing()
	p.fail(words.T("It was cancelled before both traces were read."))
}

func (p *page) endPairing() {
	if p.pairing != nil {
		for i := range p.pairing.readers {
			p.pairing.readers[i].end()
		}
		p.pairing = nil
	}
}

// pairDied goes on without a trace whose worker ended.
func (p *page) pairDied(l *link, reason string) {
	g := p.pairing
	i := g.of(l)
	if i < 0 || g.done[i] && len(g.readers[i].results) == 0 {
		return
	}
	why := words.Say("Traceglass stopped reading it: {1}", reason)
	if strings.Contains(reason, "memory") {
		why = words.T("It needs more memory than the browser gives to a page with two traces.")
	}
	g.readers[i].end()
	g.readers[i].results = []arrival{{body: &message.Failure{Text: why}}}
	g.done[i] = true
	p.pairDone()
}

// pairArrives takes a message of one of the workers that read two traces.
func (p *page) pairArrives(from *link, m js.Value) {
	g := p.pairing
	i := g.of(from)
	n := &g.readers[i]
	switch m.Get("kind").String() {
	case "answer":
		if number := numberOf(m); number != 0 {
			if i == 0 && number == g.sides.number {
				g.sides.data = m.Get("data")
			}
			return
		}
		data := script.Bytes(m.Get("data"))
		_, body, err := message.Decode(data)
		if err != nil {
			body = &message.Failure{Text: err.Error()}
		}
		if progress, ok := body.(*message.Progress); ok {
			g.news[i] = *progress
			both := message.Progress{}
			for i, of := range g.news {
				both.Bytes, both.Calls = both.Bytes+of.Bytes, both.Calls+of.Calls
				both.Size += cmp.Or(of.Size, g.readers[i].size)
			}
			p.app.Receive(0, &both)
			return
		}
		n.results = append(n.results, arrival{data, body})
	case "read":
		g.done[i] = true
		for _, r := range n.results {
			if about, ok := r.body.(*message.Description); ok {
				g.sides.of[i].Main = about.HasMain()
			}
		}
		p.pairDone()
	}
}

// pairDone shows both traces once they have been read, or the one that could be.
func (p *page) pairDone() {
	g := p.pairing
	if !g.done[0] || !g.done[1] {
		return
	}
	p.pairing = nil
	var found [2]opened
	var why [2]string
	for i := range g.readers {
		n := &g.readers[i]
		found[i] = opened{files: n.files, choice: n.choice}
		for _, r := range n.results {
			switch body := r.body.(type) {
			case *message.Failure:
				why[i] = body.Text
			case *message.Members:
				if body.Chosen < 0 {
					why[i] = "It holds several traces. Open it alone, choose one, and compare that one."
				}
			case *message.Dumps:
				why[i] = cmp.Or(why[i], "This is a thread dump. Only method traces can be compared.")
			default:
				found[i].hold(r.body)
			}
		}
		if !found[i].trace {
			n.end()
			why[i] = cmp.Or(why[i], "This holds no method trace.")
		}
	}
	told := p.told
	p.told = js.Undefined()
	if !found[0].trace && !found[1].trace {
		of := func(i int) string {
			return words.Filled(strings.TrimPrefix(why[i], g.readers[i].name+": ")).String()
		}
		p.fail(words.Say("Neither trace could be opened. {1}: {2} {3}: {4}", g.readers[0].name, of(0), g.readers[1].name, of(1)))
		return
	}
	front := 1
	if !found[1].trace {
		front = 0
	}
	of := &g.readers[front]
	p.link.end()
	p.link = of.link
	p.link.used = true
	p.link.show()
	p.opened = opened{files: of.files, choice: of.choice}
	p.app.Opening(of.name, of.size, false)
	if !found[0].trace || !found[1].trace {
		for _, r := range of.results {
			p.answer(r.data)
		}
		if told.Truthy() {
			p.app.ApplyView(script.Bytes(told), themeNow(), nil)
		}
		other := &g.readers[1-front]
		p.app.Refused(other.name, strings.TrimPrefix(why[1-front], other.name+": "))
		return
	}
	p.pair = &pair{front: front, sides: g.sides}
	var about [2]*message.Description
	for i := range g.readers {
		p.pair.links[i], p.pair.opened[i] = g.readers[i].link, found[i]
		g.readers[i].link.used = true
		for _, r := range g.readers[i].results {
			if d, ok := r.body.(*message.Description); ok {
				about[i] = d
			}
		}
	}
	p.opened = found[front]
	p.keep()
	note("read")
	p.veil() // what is shown next is the table
	p.app.Paired(about, [2]string{g.readers[0].name, g.readers[1].name})
	if maps := p.opening.maps; maps.Truthy() { // which came before them, or with them
		p.opening.maps = js.Undefined()
		p.nameBy(maps)
		return
	}
	p.findMaps()
}

// themeNow is how the page looks.
func themeNow() string {
	if t := js.Global().Get("document").Get("documentElement").Get("dataset").Get("theme"); t.Truthy() {
		return t.String()
	}
	return ""
}

// both are the files of A and those of B, undefined where no two traces are open.
func (p *page) both() js.Value {
	if p.pair == nil {
		return js.Undefined()
	}
	of := p.pair.opened
	of[p.pair.front] = p.opened
	return script.Array(of[0].files, of[1].files)
}

// ranges are those chosen in both, as view.js has them: [[from, to], [from, to]] in ns.
func (p *page) ranges() js.Value {
	all := script.Array()
	for _, of := range p.app.Ranges() {
		all.Call("push", script.Array(of[0], of[1]))
	}
	return all
}

// rangesOf reads them, nil for none.
func rangesOf(args []js.Value) *[2][2]int64 {
	if len(args) == 0 || args[0].IsUndefined() {
		return nil
	}
	all := new([2][2]int64)
	for i := range all {
		for end := range all[i] {
			all[i][end] = int64(min(args[0].Index(i).Index(end).Float(), 1<<62))
		}
	}
	return all
}

// unpair ends the worker of the trace that is not in front.
func (p *page) unpair() {
	p.endPairing()
	if p.pair != nil {
		p.pair.drop(p)
		for _, l := range p.pair.links {
			if l != p.link {
				l.end()
			}
		}
		p.pair = nil
	}
}

// Front puts one of the two traces in front.
func (p *page) Front(i int) {
	b := p.pair
	if b == nil || b.front == i {
		return
	}
	b.opened[b.front] = p.opened
	b.front = i
	p.link, p.opened = b.links[i], b.opened[i]
	p.link.show()
	p.clearSurfaces()
}

// Swap makes A B and B A.
func (p *page) Swap() {
	if b := p.pair; b != nil {
		b.opened[b.front] = p.opened
		b.links[0], b.links[1] = b.links[1], b.links[0]
		b.opened[0], b.opened[1] = b.opened[1], b.opened[0]
		b.maps[0], b.maps[1] = b.maps[1], b.maps[0]
		b.front = 1 - b.front
		*b = pair{links: b.links, opened: b.opened, maps: b.maps, front: b.front, shown: b.shown}
		p.clearSurfaces() // what is drawn has the numbers of the other side
		p.keep()
	}
}

// CloseOther closes the trace that is not in front.
func (p *page) CloseOther() {
	p.unpair()
	p.keep()
}

func (b *pair) sideOf(l *link) int {
	if l == b.links[0] {
		return 0
	}
	return 1
}

// turn takes the names of a map away, or gives them again, of each that has one.
func (b *pair) turn(p *page, body *message.Naming) uint32 {
	for i, l := range b.links {
		if b.maps[i] {
			data := p.encode(body)
			l.post(script.Object("kind", "ask", "data", data), data)
		}
	}
	return p.number
}

// ask sends a request about both, or one of both, to its worker; Compare waits for A's side first.
func (b *pair) ask(p *page, body message.Body) uint32 {
	c, ok := body.(*message.Compare)
	if !ok {
		data := p.encode(body)
		number := p.number
		b.post(p, body, script.Object("kind", "ask", "data", data), data)
		return number
	}
	if !b.sides.are(&c.Of) {
		for i := range c.Of {
			data := b.sides.request(p, i, c.Of[i])
			b.links[i].post(script.Object("kind", "ask", "data", data), data)
		}
	}
	p.number++
	b.waits, b.number = c, p.number
	b.compared, b.contexts, b.whole = false, 0, false
	b.compare(p)
	return b.number
}

// compare passes A's side on, as it is, for it may be large, if it is here and waited for.
func (b *pair) compare(p *page) {
	data := b.sides.data
	if c := b.waits; c != nil && data.Truthy() {
		b.waits, b.sides = nil, sides{of: b.sides.of}
		request := p.encodeAs(b.number, c)
		b.links[1].post(script.Object("kind", "ask", "data", request, "side", data), request, data)
	}
}

// post sends a request to the worker that answers it. What needs contexts waits for those.
func (b *pair) post(p *page, body message.Body, m js.Value, buffers ...any) {
	to := p.linkOf(body)
	if !message.OfContexts(body) || b.whole {
		to.post(m, buffers...)
		return
	}
	b.held = append(b.held, held{body, func() { to.post(m, buffers...) }})
	b.askContexts(p)
}

// askContexts asks for A's contexts, once both have been compared.
func (b *pair) askContexts(p *page) {
	if !b.compared || b.contexts != 0 {
		return
	}
	of := b.sides.of[0]
	of.Contexts = true
	data := p.encode(&of)
	b.contexts = p.number
	b.links[0].post(script.Object("kind", "ask", "data", data), data)
}

// addContexts passes A's contexts on, and then what has waited for them.
func (b *pair) addContexts(p *page, data js.Value) {
	request := p.encode(&message.SideContexts{})
	b.links[1].post(script.Object("kind", "ask", "data", request, "side", data), request, data)
	b.release()
}

// release sends what has waited for contexts.
func (b *pair) release() {
	all := b.held
	b.whole, b.held = true, nil
	for _, h := range all {
		h.send()
	}
}

// drop forgets what has waited for contexts, so that canvases wait for it no more.
func (b *pair) drop(p *page) {
	for _, h := range b.held {
		for i := range p.surfaces {
			if s := &p.surfaces[i]; s.flying != nil && s.flying.body == h.body {
				s.flying = nil
			}
		}
	}
	b.held = nil
}

// linkOf is the worker that answers a request.
func (p *page) linkOf(body message.Body) *link {
	if who := message.AskedOf(body); p.pair != nil && who != message.AskFront {
		return p.pair.links[who-message.AskA]
	}
	return p.link
}

// numberOf is the number of the request that a message answers.
func numberOf(m js.Value) uint32 {
	var head [4]byte
	js.CopyBytesToGo(head[:], script.Uint8Array.New(m.Get("data"), 0, len(head)))
	return binary.LittleEndian.Uint32(head[:])
}

// hears takes what a worker says about both, and what that of the trace says that is not in front;
// false for all else.
func (b *pair) hears(p *page, from *link, m js.Value) bool {
	switch m.Get("kind").String() {
	case "answer":
	case "list", "no list": // those of both too
		s := &p.surfaces[m.Get("canvas").Int()]
		return s.flying == nil || s.flying.link != from
	case "retold":
		if _, body, err := message.Decode(script.Bytes(m.Get("data"))); err == nil {
			p.app.RetranslatedOf(b.sideOf(from), body)
		}
		return true
	default:
		return from != p.link
	}
	data := m.Get("data")
	if number := numberOf(m); number != 0 && from == b.links[0] {
		switch number {
		case b.sides.number:
			b.sides.data = data
			b.compare(p)
			return true
		case b.contexts:
			b.addContexts(p, data)
			return true
		}
	}
	number, body, err := message.Decode(script.Bytes(data))
	if err != nil {
		return from != p.link
	}
	if number == b.number && from == b.links[1] {
		b.number, b.compared = 0, true
		if c, ok := body.(*message.Compared); !ok || c.Refusal != "" {
			b.release() // to be told that there is nothing
			p.unveil()
		} else if len(b.held) > 0 {
			b.askContexts(p)
		}
		p.app.Receive(number, body)
		return true
	}
	switch body := body.(type) {
	case *message.Changes:
		if !b.shown {
			b.shown = true
			p.unveil()
			p.app.Receive(number, body)
			p.render()
			note("compared")
			b.askContexts(p)
			return true
		}
		b.askContexts(p)
	case *message.Side: // B has its own, or A's contexts; or those are of what is compared no more
		return true
	case *message.NamesReply:
		if from != p.link {
			p.answer(script.Bytes(data)) // of what is drawn of both
			return true
		}
		return false
	case *message.ChangeRelatives:
	case *message.Named:
		p.app.NamedOf(b.sideOf(from), body)
		p.redraw()
		return true
	default:
		if from == p.link {
			return false
		}
	}
	p.app.Receive(number, body)
	return true
}
