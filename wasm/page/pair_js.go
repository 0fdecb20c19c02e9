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
// engine made of it for comparing, figures without calls. The trace that is in front is the page's
// own link's, and all that is asked of one trace goes there.

// A pair is two traces that are open.
type pair struct {
	links  [2]*link
	opened [2]opened
	maps   [2]bool // each has a map of names
	front  int
	shown  bool // the table has been

	waits    *message.Compare // until A's side is here, nil for none
	number   uint32           // of that request
	sideFrom uint32           // of the one for the side
}

// A pairing is two traces that are being read.
type pairing struct {
	readers [2]newcomer
	news    [2]message.Progress
	done    [2]bool
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

// compare opens two traces beside each other, by the program that has the views of two.
func (p *page) compare(a, b opened) {
	p.dismiss()
	if p.opened.any() {
		p.told = script.Buffer(p.app.Tell())
	}
	p.loadDumps(func() {
		if p.all {
			p.readBoth(a, b)
			return
		}
		p.paired = script.Array(a.passed(), b.passed())
		p.link.module = p.opening.reader
		p.link.start()
		p.link.show()
		p.pass(nil)
	})
}

// fetchBoth opens two files of our own site.
func (p *page) fetchBoth(a, b string) {
	p.fetch(a + ", " + b)
	turn := p.opening.turn
	go func() {
		var files [2]js.Value
		for i, url := range [2]string{a, b} {
			address := js.Global().Call("traceglassFile", url)
			err := error(nil)
			if address.IsNull() {
				p.unfetched(url, "Only files in the folder of this site can be opened by address. Save "+url+" and drop it here.")
				return
			}
			files[i], err = script.Await(js.Global().Call("traceglassDownload", address))
			if turn != p.opening.turn {
				return
			}
			if err != nil {
				p.unfetched(url, notFetched(url, err.Error()))
				return
			}
			files[i].Set("from", url)
		}
		defer p.recovered()
		p.fetched(turn)
		p.compare(opened{files: script.Array(files[0])}, opened{files: script.Array(files[1])})
	}()
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
		n.post(reading(n.files, n.budget, n.choice))
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
	p.fail(words.T("It was cancelled before both traces were there."))
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
	why := words.Say("Traceglass had to stop reading it: {1}", reason)
	if strings.Contains(reason, "memory") {
		why = words.T("It needed more memory than the browser gives to a page beside the other.")
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
		data := script.Bytes(m.Get("data"))
		_, body, err := message.Decode(data)
		if err != nil {
			body = &message.Failure{Text: err.Error()}
		}
		if progress, ok := body.(*message.Progress); ok {
			g.news[i] = *progress
			p.app.Receive(0, &message.Progress{
				Bytes: g.news[0].Bytes + g.news[1].Bytes, Size: g.readers[0].size + g.readers[1].size, Calls: g.news[0].Calls + g.news[1].Calls,
			})
			return
		}
		n.results = append(n.results, arrival{data, body})
	case "needs dumps": // it cannot be, by the program that has all
		n.results = append(n.results, arrival{body: &message.Failure{Text: "This holds no method trace."}})
		g.done[i] = true
		p.pairDone()
	case "read":
		g.done[i] = true
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
					why[i] = "It holds several traces: open it by itself, choose one, and compare that."
				}
			case *message.Dumps:
				why[i] = cmp.Or(why[i], "This is a thread dump. What is compared are method traces.")
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
			return words.Told(strings.TrimPrefix(why[i], g.readers[i].name+": ")).String()
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
			p.app.Told(script.Bytes(told), themeNow(), nil)
		}
		other := &g.readers[1-front]
		p.app.Refused(other.name, strings.TrimPrefix(why[1-front], other.name+": "))
		return
	}
	p.pair = &pair{front: front}
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

// Exchange makes A B and B A.
func (p *page) Exchange() {
	if b := p.pair; b != nil {
		b.opened[b.front] = p.opened
		b.links[0], b.links[1] = b.links[1], b.links[0]
		b.opened[0], b.opened[1] = b.opened[1], b.opened[0]
		b.maps[0], b.maps[1] = b.maps[1], b.maps[0]
		b.front = 1 - b.front
		b.waits = nil
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
		p.linkOf(body).post(script.Object("kind", "ask", "data", data), data)
		return p.number
	}
	p.number++
	b.waits, b.number = c, p.number
	data := p.encode(&c.Of[0])
	b.sideFrom = p.number
	b.links[0].post(script.Object("kind", "ask", "data", data), data)
	own := c.Of[1] // B's is made meanwhile
	own.Own = true
	data = p.encode(&own)
	b.links[1].post(script.Object("kind", "ask", "data", data), data)
	return b.number
}

// linkOf is the worker that answers a request.
func (p *page) linkOf(body message.Body) *link {
	if who := message.AskedOf(body); p.pair != nil && who != message.AskFront {
		return p.pair.links[who-message.AskA]
	}
	return p.link
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
			p.app.RetoldOf(b.sideOf(from), body)
		}
		return true
	default:
		return from != p.link
	}
	data := m.Get("data")
	var head [4]byte
	js.CopyBytesToGo(head[:], script.Uint8Array.New(data, 0, len(head)))
	if number := binary.LittleEndian.Uint32(head[:]); number != 0 && from == b.links[0] && number == b.sideFrom {
		b.sideFrom = 0
		if c := b.waits; c != nil { // the side passes as it is: it may be large
			b.waits = nil
			request := p.encodeAs(b.number, c)
			b.links[1].post(script.Object("kind", "ask", "data", request, "side", data), request, data)
		}
		return true
	}
	number, body, err := message.Decode(script.Bytes(data))
	if err != nil {
		return from != p.link
	}
	switch body.(type) {
	case *message.Changes:
		if !b.shown {
			b.shown = true
			p.app.Receive(number, body)
			p.render()
			note("compared")
			return true
		}
	case *message.Side: // B has its own
		return true
	case *message.NamesReply:
		if from != p.link {
			p.answer(script.Bytes(data)) // of what is drawn of both
			return true
		}
		return false
	case *message.Compared, *message.ChangeRelatives:
	case *message.Named:
		p.app.NamedOf(b.sideOf(from), body.(*message.Named))
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
