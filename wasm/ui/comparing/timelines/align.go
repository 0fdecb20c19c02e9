package timelines

import (
	"math"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// How the two timelines move together.

// An alignment is the way to place both traces on the axis.
type alignment uint8

const (
	atStart   alignment = iota // both begin at the same place
	atCalls                    // two calls of one method begin at the same place: the first calls, or the selected ones
	stretched                  // both begin and end at the same place
)

// span returns the length of a trace in ns.
func (v *View) span(i int) float64 {
	if about := v.desk.Actions.About[i]; about != nil {
		return math.Max(1, float64(about.Span))
	}
	return 1
}

// unit returns the number of ns of A that have the width of one ns of B.
func (v *View) unit() float64 {
	if v.aligned == stretched {
		return v.span(0) / v.span(1)
	}
	return 1
}

// toOther converts a time in trace i to the time in the other trace at the same place.
func (v *View) toOther(i int, at float64) float64 {
	if i == 0 {
		return v.at[1] + (at-v.at[0])/v.unit()
	}
	return v.at[0] + (at-v.at[1])*v.unit()
}

// align aligns both traces, and shows them whole.
func (v *View) align(how alignment, at [2]float64) {
	v.aligned, v.at = how, at
	for i := range v.lines {
		p := &v.lines[i].pane
		scroll := p.View.ScrollY
		p.Reset(math.Max(v.span(i), v.toOther(1-i, v.span(1-i))), 100)
		p.Start, p.View.ScrollY = math.Min(0, v.toOther(1-i, 0)), scroll
		p.ShowAll()
	}
}

// alignAtFirst aligns the traces at the first calls of the selected method.
func (v *View) alignAtFirst() {
	d := v.desk
	texts := d.Texts
	if texts[0] == "" || texts[1] == "" {
		return
	}
	v.lines[0].query.Ask(&d.CompareLine, &message.SideCall{Side: 0, Texts: texts}, func(a *message.SidePlace) {
		v.lines[1].query.Ask(&d.CompareLine, &message.SideCall{Side: 1, Texts: texts}, func(b *message.SidePlace) {
			if !a.Found || !b.Found {
				d.Notify(words.T("Cannot align: one of the traces has no call of the selected method."))
				return
			}
			v.align(atCalls, [2]float64{float64(a.From), float64(b.From)})
			v.setChosen(0, a)
			v.setChosen(1, b)
		})
	})
}

// alignAt aligns the traces at two calls when one of them would not be visible. Timeline i keeps its range.
func (v *View) alignAt(i int, here, there float64) {
	view := v.lines[i].pane.View
	at := [2]float64{here, there}
	if i == 1 {
		at[0], at[1] = there, here
	}
	v.align(atCalls, at)
	v.lines[i].pane.Show(view.From, view.To)
	v.follow(i)
}

// follow moves the other timeline to the range of timeline i.
func (v *View) follow(i int) {
	from, to := &v.lines[i].pane, &v.lines[1-i].pane
	to.View.From, to.View.To = v.toOther(i, from.View.From), v.toOther(i, from.View.To)
}

// A linkedMover moves one of the timelines by gestures, and the other with it in time.
type linkedMover struct {
	*canvas.Pane
	view *View
	side int
}

func (l linkedMover) Preview(h canvas.Host) {
	l.view.follow(l.side)
	for i := range l.view.lines {
		l.view.lines[i].pane.Preview(h)
	}
}

func (v *View) linked(i int) linkedMover { return linkedMover{&v.lines[i].pane, v, i} }
