package app

import (
	"slices"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/list"
)

// Two traces are open: A, the base, and B. The room of traces shows one of them. The compare room shows their
// differences.

// A compareRoom is the room of two traces.
type compareRoom interface {
	room
	Open(names [2]string, do desk.PairActions)    // begins with two traces
	Swapped(names [2]string, do desk.PairActions) // continues after A and B were swapped
	SetRanges(ranges [2]message.Scope)            // sets the compared ranges; their threads are ignored
	Renamed()                                     // the names of methods have changed
}

// pair is the state of two open traces.
type pair struct {
	open    bool
	about   [2]*message.Description
	names   [2]string
	front   int
	moments [2]link.Moment // saved state of the trace that is not in front
	kept    [2]bool
	ranges  [2]message.Scope
	naming  [2]*message.Named // effects of mapping files; unnamed without one
}

// Paired handles two traces that were read. B is in front.
func (c *files) Paired(about [2]*message.Description, names [2]string) {
	c.forget()
	c.opening.stage = opened
	c.pair = pair{open: true, about: about, names: names, front: 1, naming: [2]*message.Named{unnamed, unnamed}}
	for i := range names {
		c.pair.ranges[i] = message.Scope{To: message.Whole}
	}
	c.showTrace()
	c.compare.Open(names, c.pairActions())
	c.page.Room = desk.CompareRoom
	c.requestData() // the room reports its state before the history starts
	c.enterHistory()
	if slices.Contains(names[:], c.opening.replaced) { // it is compared now
		c.opening.replacing = false
	}
	c.notifyReplaced()
	c.past.changed()
}

// pairActions returns the actions of the compare room.
func (c *files) pairActions() desk.PairActions {
	return desk.PairActions{
		About: c.pair.about,
		Show: func(i int, method string) {
			c.toFront(i)
			if method != "" {
				c.desk.Lookup.Show(c.desk, method)
			}
		},
		Finding: func(i int, thread uint32, key string) {
			c.toFront(i)
			desk.ShowFinding(c.desk, thread, key)
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

// showTrace shows the trace in front, in its saved state.
func (c *files) showTrace() {
	b := &c.pair
	c.page.Forget()
	c.trace.Forget()
	c.page.File = b.names[b.front]
	c.naming = b.naming[b.front]
	c.trace.Open(b.about[b.front])
	if b.kept[b.front] {
		b.moments[b.front].Show(c.desk)
	}
	b.applyRange(c.desk)
}

// keepMoment saves the state of the trace in front.
func (b *pair) keepMoment(d *desk.Desk) {
	b.moments[b.front], b.kept[b.front] = link.Now(d), true
	b.noteRange(d)
}

// noteRange saves the selected range of the trace in front.
func (b *pair) noteRange(d *desk.Desk) {
	s := d.AnswerScope() // a look at a finding compares no other range
	b.ranges[b.front] = message.Scope{From: s.From, To: s.To, Measure: s.Measure}
}

// applyRange selects the saved range, which may have been set while the other trace was in front.
func (b *pair) applyRange(d *desk.Desk) {
	if s := &b.ranges[b.front]; s.To < message.Whole {
		d.SetRange(s.From, s.To, d.Trace.Span)
	} else {
		d.ClearRange()
	}
}

// Ranges returns the selected ranges of A and B in ns. The end is 0 for a whole trace.
func (c *files) Ranges() (all [2][2]int64) {
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

// setRanges selects ranges, limited to the length of the traces.
func (c *files) setRanges(all [2][2]int64) {
	b := &c.pair
	for i, of := range all {
		s := desk.Selection{}
		s.SetRange(of[0], of[1], b.about[i].Span)
		in := s.BaseScope()
		b.ranges[i].From, b.ranges[i].To = in.From, in.To
	}
	b.applyRange(c.desk)
}

// toFront shows trace i.
func (c *files) toFront(i int) {
	b := &c.pair
	c.host.ScrollTo(list.Page, 0)
	if b.front != i {
		c.past.keepMoment()
		c.bringToFront(i)
		c.page.Room = desk.TraceRoom
		c.past.startHistory(true)
	}
	c.page.Room = desk.TraceRoom
}

// bringToFront exchanges the trace in front.
func (c *files) bringToFront(i int) {
	b := &c.pair
	b.keepMoment(c.desk)
	c.host.Front(i)
	b.front = i
	c.showTrace()
}

// switchTo shows trace i. The selected method stays selected if both traces have it.
func (c *files) switchTo(i int) {
	d := c.desk
	name := ""
	if c.pair.front != i {
		name = d.Names.InFile(d.Method)
	}
	if c.toFront(i); name != "" {
		d.Lookup.Choose(d, name)
	}
}

// toChanges shows the differences between the traces.
func (c *files) toChanges() {
	c.host.ScrollTo(list.Page, 0)
	c.page.Room = desk.CompareRoom
}

// closeOne closes trace i and keeps the other.
func (c *files) closeOne(i int) {
	c.toFront(1 - i)
	c.host.CloseOther()
	c.closePair()
}

func (c *files) closePair() {
	if c.pair.open {
		c.pair = pair{}
		c.compare.Forget()
	}
}

// swap makes A B and B A, in an entry of its own.
func (c *files) swap() {
	c.past.keepMoment()
	c.exchange()
	c.requestData() // the room reports its state before the history starts
	c.past.startHistory(false)
}

// exchange makes A B and B A.
func (c *files) exchange() {
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
}

// Swap makes A B and B A, if two traces are open.
func (c *files) Swap() {
	if c.pair.open {
		c.swap()
		c.past.changed()
	}
}

// compareWith opens the file chooser, for a trace to compare with the open one.
func (c *files) compareWith() {
	c.over.menu = menu{}
	c.host.Compare()
}
