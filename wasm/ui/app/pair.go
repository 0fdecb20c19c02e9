package app

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// Two traces are open beside each other, A, the base, and B: one of them is in front, in the room of
// traces, and a room of their own has what differs.

// A compareRoom is the room of two traces.
type compareRoom interface {
	room
	Open(names [2]string, do desk.PairActions)    // begins with two traces
	Swapped(names [2]string, do desk.PairActions) // goes on with A and B exchanged
	SetRanges(ranges [2]message.Scope)            // what of each is compared, but for its threads
	Receive(number uint32, body message.Body)     // an answer that nobody else waits for
	Renamed()                                     // methods have other names
}

// pair is the two traces.
type pair struct {
	open    bool
	about   [2]*message.Description
	names   [2]string
	front   int
	moments [2]desk.Moment // of the one that is not in front, once it has been
	kept    [2]bool
	ranges  [2]message.Scope
	naming  [2]*message.Named // what maps of names gave; unnamed without one
}

// Paired is called when two traces have been read; B is in front.
func (c *App) Paired(about [2]*message.Description, names [2]string) {
	c.forget()
	c.opening.stage = opened
	c.pair = pair{open: true, about: about, names: names, front: 1, naming: [2]*message.Named{unnamed, unnamed}}
	for i := range names {
		c.pair.ranges[i] = message.Scope{To: message.Whole}
	}
	c.showTrace()
	c.compare.Open(names, c.pairActions())
	c.page.Room = desk.CompareRoom
	c.requestData() // so that the room has told what it shows
	c.startHistory(false)
	c.notifyReplaced()
	c.changed()
}

// pairActions is what the room can do.
func (c *App) pairActions() desk.PairActions {
	return desk.PairActions{
		Line:  c.host,
		About: c.pair.about,
		Show: func(i int, method string) {
			c.toFront(i)
			if method != "" {
				c.desk.ChooseNamed(method)
			}
		},
		Close: c.closeOne,
		Swap:  c.swap,
		Range: func(i int, from, to int64) {
			all := c.Ranges()
			all[i] = [2]int64{from, to}
			c.setRanges(all)
		},
		ClearRanges: func() { c.setRanges([2][2]int64{}) },
	}
}

// comparing reports whether what differs is shown.
func (c *App) comparing() bool {
	return c.opening.stage == opened && c.page.Room == desk.CompareRoom && c.pair.open
}

// fronts reports whether one of the two traces is shown.
func (c *App) fronts(i int) bool { return c.tracing() && c.pair.front == i }

// showTrace shows the trace in front, as it was shown last.
func (c *App) showTrace() {
	b := &c.pair
	c.page.Forget()
	c.trace.Forget()
	c.page.File = b.names[b.front]
	c.naming = b.naming[b.front]
	c.trace.Open(b.about[b.front])
	if b.kept[b.front] {
		c.desk.Return(b.moments[b.front])
	}
	b.applyRange(c.desk)
}

// keepMoment keeps how the trace in front is shown.
func (b *pair) keepMoment(d *desk.Desk) {
	b.moments[b.front], b.kept[b.front] = d.Moment(), true
	b.noteRange(d)
}

// noteRange notes the range of the trace in front.
func (b *pair) noteRange(d *desk.Desk) {
	s := d.Selection.Scope()
	b.ranges[b.front] = message.Scope{From: s.From, To: s.To, Measure: s.Measure}
}

// applyRange chooses it, where it was chosen while the other was in front.
func (b *pair) applyRange(d *desk.Desk) {
	if s := &b.ranges[b.front]; s.To < message.Whole {
		d.SetRange(s.From, s.To, d.Trace.Span)
	} else {
		d.ClearRange()
	}
}

// Ranges are the ranges of time that are chosen in A and in B, from and to in ns; to is 0 of a whole trace.
func (c *App) Ranges() (all [2][2]int64) {
	b := &c.pair
	if !b.open {
		return all
	}
	b.noteRange(c.desk)
	for i, s := range b.ranges {
		if s.To < message.Whole {
			all[i] = [2]int64{s.From, s.To}
		}
	}
	return all
}

// setRanges chooses them, held inside the traces.
func (c *App) setRanges(all [2][2]int64) {
	b := &c.pair
	for i, of := range all {
		s := desk.Selection{}
		s.SetRange(of[0], of[1], b.about[i].Span)
		in := s.Scope()
		b.ranges[i].From, b.ranges[i].To = in.From, in.To
	}
	b.applyRange(c.desk)
}

// toFront shows one of the traces.
func (c *App) toFront(i int) {
	b := &c.pair
	if b.front != i {
		b.keepMoment(c.desk)
		c.host.Front(i)
		b.front = i
		c.showTrace()
		c.page.Room = desk.TraceRoom
		c.startHistory(false)
	}
	c.page.Room = desk.TraceRoom
}

// closeOne closes one of the traces; the other stays.
func (c *App) closeOne(i int) {
	c.toFront(1 - i)
	c.host.CloseOther()
	c.closePair()
}

func (c *App) closePair() {
	if c.pair.open {
		c.pair = pair{}
		c.compare.Forget()
	}
}

// swap makes A B.
func (c *App) swap() {
	b := &c.pair
	b.keepMoment(c.desk)
	b.about[0], b.about[1] = b.about[1], b.about[0]
	b.names[0], b.names[1] = b.names[1], b.names[0]
	b.moments[0], b.moments[1] = b.moments[1], b.moments[0]
	b.kept[0], b.kept[1] = b.kept[1], b.kept[0]
	b.ranges[0], b.ranges[1] = b.ranges[1], b.ranges[0]
	b.naming[0], b.naming[1] = b.naming[1], b.naming[0]
	b.front = 1 - b.front
	c.host.Swap()
	c.compare.Swapped(b.names, c.pairActions())
	c.startHistory(false) // steps before are of A and B as they were
}

// Swap makes A B, and B A.
func (c *App) Swap() {
	if c.pair.open {
		c.swap()
		c.changed()
	}
}

// compareWith has a trace chosen to compare with the one that is open.
func (c *App) compareWith() {
	c.menu = menu{}
	c.host.Compare()
}

// leaveEmptyPair shows the one trace where two are asked for that are not open.
func (c *App) leaveEmptyPair() {
	if c.page.Room == desk.CompareRoom && !c.pair.open {
		c.page.Room = desk.TraceRoom
	}
}
