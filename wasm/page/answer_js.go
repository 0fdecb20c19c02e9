package page

import (
	"strings"
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// encode makes a request of the next number, in an ArrayBuffer.
func (p *page) encode(body message.Body) js.Value {
	p.number++
	return p.encodeAs(p.number, body)
}

func (p *page) encodeAs(number uint32, body message.Body) js.Value {
	return script.Buffer(message.Encode(nil, number, body))
}

func (p *page) Ask(body message.Body) uint32 {
	if p.pair != nil && message.AskedOf(body) != message.AskFront {
		return p.pair.ask(p, body)
	}
	if turn, ok := body.(*message.Naming); ok && p.pair != nil {
		return p.pair.turn(p, turn)
	}
	data := p.encode(body)
	p.link.post(script.Object("kind", "ask", "data", data), data)
	return p.number
}

// receive takes a message of a worker.
func (p *page) receive(from *link, m js.Value) {
	defer p.recovered()
	if p.newcomer != nil && from == p.newcomer.link {
		p.arrives(m)
		return
	}
	if p.pairing != nil && p.pairing.has(from) {
		p.pairArrives(from, m)
		return
	}
	if p.naming != nil && p.naming.hears(p, from, m) {
		return
	}
	if p.pair != nil && p.pair.hears(p, from, m) {
		return
	}
	p.opening.ticks = answerTicks // it lives
	switch m.Get("kind").String() {
	case "answer":
		p.answer(script.Bytes(m.Get("data")))
	case "list":
		p.show(m)
	case "retold":
		if _, body, err := message.Decode(script.Bytes(m.Get("data"))); err == nil {
			p.app.Retranslated(body)
		}
	case "read":
		p.findMaps()
	case "map", "no map":
		p.keepMap(m)
	case "no list":
		p.refused(m)
	case "stopping":
		p.stopping()
	case "first list", "first verdict":
		p.draw.Call("early", m)
		p.early()
	case "first names":
		p.answer(script.Bytes(m.Get("data")))
	case "fetched":
		p.arrived(m.Get("file"))
	case "not fetched":
		p.missed(m.Get("reason").String())
	}
}

func (p *page) answer(data []byte) {
	number, body, err := message.Decode(data)
	if err != nil {
		body = &message.Failure{Text: err.Error()}
	}
	p.opened.hold(body)
	switch body := body.(type) {
	case *message.NamesReply:
		p.learn(body)
		if number != 0 && number == p.names { // of what is drawn; to the interface nothing has changed
			p.names = 0
			p.askNames()
			return
		}
	case *message.Description:
		p.keep()
		note("read")
	case *message.Runs:
		note("runs")
	case *message.Dumps:
		p.keep()
		note("dumped")
	case *message.Members:
		if body.Chosen < 0 { // nothing was read
			p.link.used = false
			p.ask(asked{p.opened.files, false}, body)
			p.unveil()
			return
		}
	case *message.Named:
		p.renamed()
	case *message.Failure:
		if number == 0 && !p.opened.any() {
			p.link.used = false // a file refused leaves nothing behind
		}
	}
	if number != 0 && number == p.names {
		p.names = 0
		p.askNames()
	}
	p.app.Receive(number, body)
	if _, ok := body.(*message.Named); ok && number == 0 {
		p.sayKept()
	}
	switch body.(type) {
	case *message.Progress, *message.NamesReply: // nothing to show yet
	default:
		p.unveil()
	}
	if _, ok := body.(*message.Description); ok {
		js.Global().Call("traceglassFollow") // or it would be drawn whole first
		if p.dom.fresh = true; p.draw.Call("waits").Bool() {
			p.Redraw()
		} else {
			p.present()
		}
	}
}

// died is called when a worker ended by itself.
func (p *page) died(l *link, reason string) {
	defer p.recovered()
	if strings.Contains(reason, "out of memory") {
		reason = words.T("it needed more memory than the browser has for a page")
	}
	if p.newcomer != nil && l == p.newcomer.link {
		p.dismiss() // what is open stays
		p.app.Crashed(reason)
		return
	}
	if p.pairing != nil && p.pairing.has(l) {
		p.pairDied(l, reason)
		return
	}
	again := p.link.ready
	p.reset()
	p.link.end()
	if again { // one that never got to work would only fail again
		p.link.start()
		p.link.show()
	}
	p.app.Crashed(reason)
}
