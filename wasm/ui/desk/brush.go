package desk

import (
	"math"

	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
)

// What a hand does to the chosen range on a canvas whose x is time: the timeline and the
// overview.

// edgeReach is how near, in pixels, the pointer takes hold of the range's edge.
const edgeReach = 6

// Edge is the end of the range that stays when the one under x pixels is dragged.
func (d *Desk) Edge(p *canvas.Pane, x float64) (stays float64, ok bool) {
	if !d.Ranged() {
		return 0, false
	}
	from, to := float64(d.From), float64(d.To)
	nearFrom, nearTo := math.Abs(p.X(from)-x), math.Abs(p.X(to)-x)
	switch {
	case nearFrom <= edgeReach && nearFrom < nearTo:
		return to, true
	case nearTo <= edgeReach:
		return from, true
	}
	return 0, false
}

// ScaleZone is the zone of an input on the time scale.
func (d *Desk) ScaleZone(p *canvas.Pane, in canvas.Input) canvas.Zone {
	if _, ok := d.Edge(p, in.StartingX()); ok {
		return canvas.OnEdge
	}
	return canvas.OnRuler
}

// Brush chooses the range from where the drag began to where it is; with the act MoveEdge the
// end it took hold of moves. False for other acts.
func (d *Desk) Brush(p *canvas.Pane, act canvas.Act, in canvas.Input) bool {
	anchor := p.At(in.StartX)
	switch act {
	case canvas.Brush:
	case canvas.MoveEdge:
		stays, ok := d.Edge(p, in.StartX)
		if !ok {
			return true
		}
		anchor = stays
	default:
		return false
	}
	p.Dragged(in, func(in canvas.Input) {
		at := p.At(in.X)
		d.Pointer, d.Pointed = min(max(at, 0), p.End), true
		d.over, d.overX = p.ID, p.X(d.Pointer)
		d.SetRange(int64(anchor), int64(at), d.Trace.Span)
		d.Host.Redraw()
	})
	return true
}

// Point follows the pointer over a canvas of time.
func (d *Desk) Point(p *canvas.Pane, in canvas.Input) {
	switch in.Kind {
	case canvas.Leave:
		d.Pointed = false
		return
	case canvas.Size, canvas.HideTips:
		return
	case canvas.Move:
		d.Front = canvas.Timeline
		d.Pointed = in.X >= p.Left
	}
	d.over, d.overX = p.ID, in.X
	d.Pointer = p.At(in.X)
}

// Mark draws the chosen range and the pointer's cursor over a canvas of time, and over that of
// the whole trace what the timeline shows.
func (d *Desk) Mark(p *canvas.Pane) {
	m := canvas.Marks{From: 1, Cursor: math.Inf(-1), BoxFrom: 1}
	if d.Ranged() {
		m.From, m.To = float64(d.From), float64(d.To)
	}
	if d.Pointed && d.over == d.Time.ID {
		d.Pointer = d.Time.At(d.overX)
	}
	if d.Pointed {
		m.Cursor, m.Time = d.Pointer, d.timeAt(d.Pointer)
	}
	if p != &d.Time {
		m.BoxFrom, m.BoxTo = d.Time.View.From, d.Time.View.To
	}
	p.Mark(d.Host, m)
}

// timeAt writes a time as finely as a pixel of the timeline tells times apart.
func (d *Desk) timeAt(at float64) string {
	v := &d.Time.View
	if !(at >= 0 && at <= d.Time.End) || v.Width <= 0 {
		return ""
	}
	step := int64(1)
	for float64(step)*10 <= (v.To-v.From)/v.Width {
		step *= 10
	}
	return words.NewRuler(v.To, step).At(int64(at) / step * step)
}

// BoxEdge is the end of what the timeline shows that stays when the one under x pixels of the
// overview is dragged.
func (d *Desk) BoxEdge(p *canvas.Pane, x float64) (stays float64, ok bool) {
	from, to := d.Time.View.From, d.Time.View.To
	left, right := p.X(from), p.X(to)
	nearFrom, nearTo := math.Abs(left-x), math.Abs(right-x)
	reach := float64(edgeReach)
	if left < x && x < right {
		reach = min(reach, (right-left)/4) // between them there is something to take hold of
	}
	switch {
	case nearFrom <= reach && nearFrom < nearTo:
		return to, true
	case nearTo <= reach:
		return from, true
	}
	return 0, false
}
