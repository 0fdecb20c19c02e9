package session

import (
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// comparing is the exchange between the workers of two traces, A and B. B's worker compares. For that it needs from
// A's worker the side of A: what its methods cost, no calls. The messages are, in this order:
//
//	page → both   SideOf        for B's worker to keep its own side; with the reading, or when other parts are compared
//	A → page      Side          A's
//	page → B      Compare       with A's side
//	B → page      Compared, Changes
//	page → A      SideOf        with contexts: call paths, once the first changes are on the screen or something needs them
//	A → page      Side
//	page → B      SideContexts  with A's contexts
//	page → B      what needs contexts and has waited: see message.OfContexts
type comparing struct {
	of     [2]message.SideOf // as requested last
	number uint32            // of the request for A's side, 0 for none
	data   post.Buffer       // A's side, until it is passed on

	waits    *message.Compare // until A's side is here, nil for none
	answers  uint32           // its number, 0 once it is answered
	compared bool             // it has been answered
	shown    bool             // the first changes are on the screen

	contexts uint32 // number of the request for A's contexts, 0 for none
	whole    bool   // they have been passed on
	held     []held // requests that wait for that
}

// held is a request that was not sent yet.
type held struct {
	to     *Worker
	what   post.Post
	canvas int // that waits for it, -1 for none
}

// encodeSide returns the request for a side. B's worker keeps its own.
func (c *comparing) encodeSide(out *outbox, i int, of message.SideOf) *post.Ask {
	of.Own, c.of[i] = i == 1, of
	p, number := out.encode(&of)
	if i == 0 {
		c.number, c.data = number, nil
	}
	return p
}

// hasSides reports whether those sides were requested.
func (c *comparing) hasSides(of *[2]message.SideOf) bool {
	return c.number != 0 && c.of[0].Same(of[0]) && c.of[1].Same(of[1])
}

// workerOf returns the worker that answers a request.
func (c *comparing) workerOf(o *open, body message.Body) *Worker {
	if who := message.AskedOf(body); who != message.AskFront {
		return o.sides[who-message.AskA].worker
	}
	return o.shown().worker
}

// ask sends a request about both traces, or about one of both. Compare waits for A's side.
func (c *comparing) ask(o *open, body message.Body) uint32 {
	request, ok := body.(*message.Compare)
	if !ok {
		p, number := o.out.encode(body)
		c.send(o, c.workerOf(o, body), body, p, -1)
		return number
	}
	if !c.hasSides(&request.Of) {
		for i := range request.Of {
			o.out.send(o.sides[i].worker, c.encodeSide(o.out, i, request.Of[i]))
		}
	}
	number := o.out.next()
	c.waits, c.answers = request, number
	c.compared, c.contexts, c.whole = false, 0, false
	c.sendCompare(o)
	return c.answers
}

// sendCompare passes A's side on, if it is here and waited for. It is not decoded here, since it may be large.
func (c *comparing) sendCompare(o *open) {
	request, side := c.waits, c.data
	if request == nil || side == nil {
		return
	}
	c.waits, c.data, c.number = nil, nil, 0
	o.out.send(o.sides[1].worker, &post.Ask{Data: message.Encode(nil, c.answers, request), Side: side})
}

// send sends a request to the worker that answers it. If it needs contexts, it waits for those.
func (c *comparing) send(o *open, to *Worker, body message.Body, p post.Post, canvas int) {
	if !message.OfContexts(body) || c.whole {
		o.out.send(to, p)
		return
	}
	c.held = append(c.held, held{to, p, canvas})
	c.askContexts(o)
}

// askContexts requests A's contexts, once both traces have been compared.
func (c *comparing) askContexts(o *open) {
	if !c.compared || c.contexts != 0 {
		return
	}
	of := c.of[0]
	of.Contexts = true
	p, number := o.out.encode(&of)
	c.contexts = number
	o.out.send(o.sides[0].worker, p)
}

// sendHeld sends the requests that waited for contexts.
func (c *comparing) sendHeld(o *open) {
	all := c.held
	c.whole, c.held = true, nil
	for _, h := range all {
		o.out.send(h.to, h.what)
	}
}

// release forgets what waits for contexts.
func (c *comparing) release(o *open) {
	for _, h := range c.held {
		if h.canvas >= 0 {
			o.out.do(func(host Host) { host.Release(h.canvas) })
		}
	}
	c.held = nil
}

// handle handles what a worker says about both traces, and what that of the trace says that is not in front. It returns
// false for all else.
func (c *comparing) handle(o *open, w *Worker, p post.Post) bool {
	i := o.sideOf(w)
	switch p := p.(type) {
	case *post.Answer:
		switch {
		case i == 0 && p.Number != 0 && p.Number == c.number:
			c.data = p.Data
			c.sendCompare(o)
			return true
		case i == 0 && p.Number != 0 && p.Number == c.contexts:
			ask, _ := o.out.encode(&message.SideContexts{})
			ask.Side = p.Data
			o.out.send(o.sides[1].worker, ask)
			c.sendHeld(o)
			return true
		}
		number, body := decoded(p.Data)
		return c.answer(o, i, number, body)
	case *post.UpdatedTexts:
		_, body := decoded(p.Data)
		o.out.do(func(host Host) { host.UpdateTexts(i, body, true) })
		return true
	}
	return w != o.shown().worker
}

// answer handles an answer of the worker of side i. It returns false if that is one about the trace in front alone.
func (c *comparing) answer(o *open, i int, number uint32, body message.Body) bool {
	if i == 1 && number != 0 && number == c.answers {
		c.answers, c.compared = 0, true
		if of, ok := body.(*message.Compared); !ok || of.Refusal != "" {
			c.sendHeld(o) // which the worker refuses too
		} else if len(c.held) > 0 {
			c.askContexts(o)
		}
		o.out.show(number, body)
		return true
	}
	switch body := body.(type) {
	case *message.Changes:
		if c.shown {
			o.out.show(number, body)
		} else {
			c.shown = true
			o.out.do(func(host Host) { host.ShowChanges(number, body) })
		}
		c.askContexts(o)
		return true
	case *message.Side: // that of B, which its worker keeps; or of parts that are compared no more
		return true
	case *message.Named:
		o.out.do(func(host Host) {
			host.Rename(i, body)
			host.Redraw()
		})
		return true
	case *message.ChangeRelatives:
		o.out.show(number, body)
		return true
	}
	if i == o.front {
		return false
	}
	o.out.show(number, body)
	return true
}
