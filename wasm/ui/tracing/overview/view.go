// Package overview is the whole trace on a strip: how busy main was, and the rest. It has the
// time axis of all that was recorded; what is shown below is zoomed from here.
package overview

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A View is the strip, and the component of it.
type View struct {
	desk   *desk.Desk
	pane   canvas.Pane
	tip    canvas.Tip
	at     float64 // ns under the pointer
	query  ask.Query[*message.Moment]
	moment *message.Moment // what is known of a place near it
	lane   canvas.Label
}

// New makes the view.
func New(d *desk.Desk) *View { return &View{desk: d, pane: canvas.Pane{ID: canvas.Overview}} }

// Open begins with another trace.
func (v *View) Open() {
	v.pane.Reset(v.desk.Time.End, v.desk.Time.Least)
	v.pane.Start = v.desk.Time.Start
	v.pane.ShowAll()
	v.moment = nil
}

// RequestData asks for the picture.
func (v *View) RequestData() {
	d := v.desk
	v.pane.Want(d.Host, d.Overview(v.pane.View))
	d.Mark(&v.pane)
	if v.pane.Hover.Shown {
		v.query.Want(&d.Line, &message.MomentInfo{At: int64(v.at), Hidden: d.Hidden}, func(m *message.Moment) {
			v.moment = m
			d.Names.Need(m.Method)
		})
		if v.moment != nil {
			d.Names.Need(v.moment.Method)
		}
	}
}

// Input takes what happened on the canvas.
func (v *View) Input(in canvas.Input) {
	v.desk.Point(&v.pane, in)
	v.lane.Follow(v.desk.Host, &v.pane, in)
	if in.Kind == canvas.Move { // every place has something to tell
		v.at = v.pane.At(in.X)
		in.Hit = canvas.Hit{OK: in.X >= v.pane.Left, Method: message.NoNode, X: in.X}
		in.Y = min(in.Y, v.pane.View.Height/2) // the tip lies below: above there is no room
	}
	v.pane.Handle(v.desk.Host, in, canvas.InTrace, true, v)
}

// Drawn takes the layout of the list that is now on the canvas.
func (v *View) Drawn(g canvas.Geometry) {
	v.pane.Drawn(g)
	v.desk.Mark(&v.pane)
}

// Zone is the part of the canvas that an input is on: the box, a side of it or of the range,
// else the time scale that all of it is.
func (v *View) Zone(in canvas.Input) canvas.Zone {
	d, x := v.desk, in.StartingX()
	if zone := d.ScaleZone(&v.pane, in); zone == canvas.OnEdge {
		return zone
	}
	if _, ok := d.BoxEdge(&v.pane, x); ok {
		return canvas.OnBoxEdge
	}
	if at := v.pane.At(x); !d.Time.AllInView() && d.Time.View.From <= at && at <= d.Time.View.To {
		return canvas.OnBox
	}
	return canvas.OnRuler
}

// Touch does what a gesture on the canvas means. It zooms and moves the timeline.
func (v *View) Touch(act canvas.Act, in canvas.Input) {
	d := v.desk
	switch {
	case act == canvas.Menu || act == canvas.Deselect && v.lane.More(&v.pane, in):
		v.open(in)
		d.Host.Redraw()
	case d.Brush(&v.pane, act, in):
	case act == canvas.DragBox:
		from, to, start := d.Time.View.From, d.Time.View.To, v.pane.At(in.StartX)
		v.pane.Dragged(in, func(in canvas.Input) {
			by := v.pane.At(in.X) - start
			v.show(from+by, to+by)
		})
	case act == canvas.MoveBoxEdge:
		stays, _ := d.BoxEdge(&v.pane, in.StartX)
		v.pane.Dragged(in, func(in canvas.Input) {
			at := v.pane.At(in.X)
			v.show(min(stays, at), max(stays, at))
		})
	case act == canvas.Deselect:
		d.ClearRange()
		d.Host.Redraw()
	case act == canvas.ZoomAt || act == canvas.ScrollBy:
		d.Time.Zoom(d.Time.InView(v.pane.At(in.X)), 0, in.Factor())
		d.Time.Preview(d.Host)
	default:
		d.Time.Move(d.Host, &d.Time, act, in)
	}
}

// open opens the menu of the lane that an input is on.
func (v *View) open(in canvas.Input) {
	m := desk.Menu{At: desk.Place{X: in.PageX, Y: in.PageY}}
	v.pane.Hover.Leave(v.desk.Host)
	if in.Hit.OK {
		v.desk.OpenThread(in.Hit.Thread, m)
	} else {
		v.desk.OpenTime(v.pane.At(in.X), m)
	}
}

// show moves the timeline to a stretch of time; the box follows.
func (v *View) show(from, to float64) {
	d := v.desk
	d.Time.Show(from, to)
	d.Time.Preview(d.Host)
	d.Mark(&v.pane)
	d.Host.Redraw()
}

// place is the tip over the canvas: when that is, and what ran on main.
func (v *View) place() vugu.Builder {
	t, d := &v.tip, v.desk
	if v.lane.Shown && t.PlaceAt(&v.pane, &v.lane) {
		t.Last, t.Facts = d.ThreadName(v.lane.Hit.Thread), d.ThreadFacts(v.lane.Hit.Thread)
		return t
	}
	if !t.Place(&v.pane) {
		return t
	}
	t.Last = words.Brief(int64(v.at))
	if m := v.moment; m != nil && m.Found {
		ran := words.T("no call")
		if m.Method != message.NoNode {
			ran = d.Names.Label(m.Method)
		}
		t.Facts = []node.Fact{{Term: d.ThreadName(m.Thread), Text: ran}, {Term: "busy", Text: words.Percent(m.Share)}}
	}
	return t
}

// label tells a screen reader what the canvas shows.
func (v *View) label() string {
	if s := v.desk.ScopeText(); v.desk.Ranged() {
		return words.Say("Overview of the whole trace; chosen: {1}", s)
	}
	return words.T("Overview of the whole trace; drag to choose a range")
}
