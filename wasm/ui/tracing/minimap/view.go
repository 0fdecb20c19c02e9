// Package minimap is a strip with the whole trace. It shows the load of main and of the other threads along
// time, and selects the part that the timeline shows.
package minimap

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/brush"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the strip and its component.
type View struct {
	room.NoView
	desk   *desk.Desk
	pane   canvas.Pane
	tip    canvas.Tip
	at     float64 // time under the pointer in ns
	query  ask.Query[*message.Moment]
	moment *message.Moment // details of a time near the pointer
	lane   canvas.Label
}

var _ room.Part = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View { return &View{desk: d, pane: canvas.Pane{ID: canvas.Minimap}} }

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	v.pane.Reset(v.desk.Time.End, v.desk.Time.Least)
	v.pane.Start = v.desk.Time.Start
	v.pane.ShowAll()
	v.moment = nil
}

// Canvases returns the canvas of the strip.
func (v *View) Canvases() []canvas.ID { return []canvas.ID{canvas.Minimap} }

// RequestData requests the draw list, and details of the time under the pointer.
func (v *View) RequestData() {
	d := v.desk
	v.pane.Want(d.Host, &d.Line, d.Minimap(v.pane.View))
	brush.Mark(d, &v.pane)
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

// Input handles an input on the canvas.
func (v *View) Input(in canvas.Input) {
	brush.Point(v.desk, &v.pane, in)
	v.lane.Follow(v.desk.Host, &v.pane, in)
	if in.Kind == canvas.Move { // every place has a tooltip
		v.at = v.pane.At(in.X)
		in.Hit = canvas.Hit{OK: in.X >= v.pane.Left, Method: message.NoNode, X: in.X}
		in.Y = min(in.Y, v.pane.View.Height/2) // the tooltip lies below, because there is no room above
	}
	v.pane.Handle(v.desk.Host, in, canvas.InTrace, true, v)
}

// Drawn stores the layout of the list that the canvas now shows.
func (v *View) Drawn(g canvas.Geometry) {
	v.pane.Drawn(g)
	brush.Mark(v.desk, &v.pane)
}

// Zone returns the part of the canvas under an input: the box, an edge of the box or of the range, or else the
// time scale, which is the rest of the strip.
func (v *View) Zone(in canvas.Input) canvas.Zone {
	d, x := v.desk, in.StartingX()
	if zone := brush.ScaleZone(d, &v.pane, in); zone == canvas.OnEdge {
		return zone
	}
	if _, ok := brush.BoxEdge(d, &v.pane, x); ok {
		return canvas.OnBoxEdge
	}
	if at := v.pane.At(x); !d.Time.AllInView() && d.Time.View.From <= at && at <= d.Time.View.To {
		return canvas.OnBox
	}
	return canvas.OnRuler
}

// Touch performs a gesture on the canvas. It zooms and moves the timeline.
func (v *View) Touch(act canvas.Act, in canvas.Input) {
	d := v.desk
	switch {
	case act == canvas.Menu || act == canvas.Deselect && v.lane.More(&v.pane, in):
		v.open(in)
		d.Host.Redraw()
	case brush.Drag(d, &v.pane, act, in):
	case act == canvas.DragBox:
		from, to, start := d.Time.View.From, d.Time.View.To, v.pane.At(in.StartX)
		v.pane.Dragged(in, func(in canvas.Input) {
			by := v.pane.At(in.X) - start
			v.show(from+by, to+by)
		})
	case act == canvas.MoveBoxEdge:
		stays, _ := brush.BoxEdge(d, &v.pane, in.StartX)
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

// open opens the menu of the lane under an input.
func (v *View) open(in canvas.Input) {
	m := desk.Menu{At: desk.Place{X: in.PageX, Y: in.PageY}}
	v.pane.Hover.Leave(v.desk.Host)
	if in.Hit.OK {
		menus.OpenThread(v.desk, in.Hit.Thread, m)
	} else {
		menus.OpenTime(v.desk, v.pane.At(in.X), m)
	}
}

// show moves the timeline to a range of time, and so moves the box.
func (v *View) show(from, to float64) {
	d := v.desk
	d.Time.Show(from, to)
	d.Time.Preview(d.Host)
	brush.Mark(d, &v.pane)
	d.Host.Redraw()
}

// place returns the tooltip over the canvas, with the time and the method on main.
func (v *View) place() vugu.Builder {
	t, d := &v.tip, v.desk
	if v.lane.Shown && t.PlaceAt(&v.pane, &v.lane) {
		t.Last, t.Facts = d.ThreadName(v.lane.Hit.Thread), facts.Thread(d, v.lane.Hit.Thread)
		return t
	}
	if !t.Place(&v.pane) {
		return t
	}
	t.Last = words.Brief(int64(v.at))
	if m := v.moment; m != nil && m.Ending != "" {
		t.Facts = []node.Fact{{Term: d.ThreadName(m.Thread), Text: m.Ending}}
	} else if m != nil && m.Found {
		ran := words.T("no call")
		if m.Method != message.NoNode {
			ran = d.Names.Label(m.Method)
		}
		t.Facts = []node.Fact{{Term: d.ThreadName(m.Thread), Text: ran}, {Term: "busy", Text: words.Percent(m.Share)}}
	}
	return t
}

// label describes the canvas for screen readers.
func (v *View) label() string {
	if s := v.desk.ScopeText(); v.desk.Ranged() {
		return words.Say("Minimap of the whole trace; chosen: {1}", s)
	}
	return words.T("Minimap of the whole trace; drag to choose a range")
}
