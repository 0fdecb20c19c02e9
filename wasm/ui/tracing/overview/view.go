// Package overview is the whole trace on a strip: how busy main was, and the rest. It has the
// time axis of all that was recorded; what is shown below is zoomed from here.
package overview

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// A View is the strip, and the component of it.
type View struct {
	desk *desk.Desk
	pane canvas.Pane
}

// New makes the view.
func New(d *desk.Desk) *View { return &View{desk: d, pane: canvas.Pane{ID: canvas.Overview}} }

// Open begins with another trace.
func (v *View) Open() {
	end := 0.0
	if t := v.desk.Trace; t != nil {
		end = float64(t.Span)
	}
	v.pane.Reset(end, 1000)
}

// Wants asks for the picture.
func (v *View) Wants() {
	d := v.desk
	v.pane.Want(d.Host, &message.Overview{Width: v.pane.View.Width, Height: v.pane.View.Height, Hidden: d.Hidden, Colour: d.Colour})
	d.Mark(&v.pane)
}

// Input takes what happened on the canvas.
func (v *View) Input(in canvas.Input) {
	v.desk.Point(&v.pane, in)
	v.pane.Take(v.desk.Host, in, canvas.InTrace, false, v)
}

// Drawn takes the layout of the list that is now on the canvas.
func (v *View) Drawn(g canvas.Geometry) {
	v.pane.Drawn(g)
	v.desk.Mark(&v.pane)
}

// Zone is the part of the canvas that an input is on: all of it is a time scale.
func (v *View) Zone(in canvas.Input) canvas.Zone { return v.desk.ScaleZone(&v.pane, in) }

// Touch does what a gesture on the canvas means. It zooms and moves the timeline.
func (v *View) Touch(act canvas.Act, in canvas.Input) {
	d := v.desk
	switch {
	case d.Brush(&v.pane, act, in):
	case act == canvas.LetGo:
		d.ClearRange()
		d.Host.Redraw()
	case act == canvas.ZoomAt || act == canvas.ScrollBy:
		d.Time.Zoom(d.Time.InView(v.pane.At(in.X)), 0, in.Factor())
		d.Time.Preview(d.Host)
	default:
		d.Time.Move(d.Host, &d.Time, act, in)
	}
}

// label tells a screen reader what the canvas shows.
func (v *View) label() string {
	if s := v.desk.ScopeText(); v.desk.Ranged() {
		return "Overview of the whole trace; chosen: " + s
	}
	return "Overview of the whole trace; drag to choose a range"
}
