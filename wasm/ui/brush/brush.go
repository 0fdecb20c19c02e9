// Package brush selects time ranges on canvases with a time axis, the timeline and the minimap, and draws the marks on them.
package brush

import (
	"math"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// edgeReach is the distance in CSS pixels within which the pointer grabs an edge of the range.
const edgeReach = 6

// Edge looks for an end of the selected range near x, in CSS pixels. ok is false if it finds none. It returns the
// other end in ns, which stays fixed while the user drags this one.
func Edge(d *desk.Desk, p *canvas.Pane, x message.CSS) (stays float64, ok bool) {
	if !d.Ranged() {
		return 0, false
	}
	from, to := float64(d.From), float64(d.To)
	nearFrom, nearTo := (p.X(from) - x).Abs(), (p.X(to) - x).Abs()
	switch {
	case nearFrom <= edgeReach && nearFrom < nearTo:
		return to, true
	case nearTo <= edgeReach:
		return from, true
	}
	return 0, false
}

// ScaleZone returns the zone of an input on the time scale: an edge of the range, or the ruler.
func ScaleZone(d *desk.Desk, p *canvas.Pane, in canvas.Input) canvas.Zone {
	if _, ok := Edge(d, p, in.StartingX()); ok {
		return canvas.OnEdge
	}
	return canvas.OnRuler
}

// Drag selects the time range from the start of a drag to the pointer. With the act MoveEdge it moves the
// grabbed edge instead. Drag returns false for other acts.
func Drag(d *desk.Desk, p *canvas.Pane, act canvas.Act, in canvas.Input) bool {
	anchor := p.At(in.StartX)
	switch act {
	case canvas.Brush:
	case canvas.MoveEdge:
		stays, ok := Edge(d, p, in.StartX)
		if !ok {
			return true
		}
		anchor = stays
	default:
		return false
	}
	p.Dragged(in, func(in canvas.Input) {
		at := p.At(in.X)
		d.Cursor.At, d.Cursor.Shown = min(max(at, 0), p.End), true
		d.Cursor.Over, d.Cursor.X = p.ID, p.X(d.Cursor.At)
		d.SetRange(int64(anchor), int64(at), d.Trace.Span)
		d.Host.Redraw()
	})
	return true
}

// Point moves the cursor with the pointer over a canvas with a time axis.
func Point(d *desk.Desk, p *canvas.Pane, in canvas.Input) {
	switch in.Kind {
	case canvas.Leave:
		d.Cursor.Shown = false
		return
	case canvas.Size, canvas.HideTips:
		return
	case canvas.Move:
		d.Front = canvas.Timeline
		d.Cursor.Shown = in.X >= p.Left
	}
	d.Cursor.Over, d.Cursor.X = p.ID, in.X
	d.Cursor.At = p.At(in.X)
}

// Mark draws the selected range and the pointer's cursor over a canvas with a time axis. Over the minimap it
// also draws a box around the time that the timeline shows.
func Mark(d *desk.Desk, p *canvas.Pane) {
	m := canvas.Marks{From: 1, Cursor: math.Inf(-1), BoxFrom: 1}
	if d.Ranged() {
		m.From, m.To = float64(d.From), float64(d.To)
	}
	if d.Cursor.Shown && d.Cursor.Over == d.Time.ID {
		d.Cursor.At = d.Time.At(d.Cursor.X)
	}
	if d.Cursor.Shown {
		m.Cursor, m.Time = d.Cursor.At, timeAt(d, d.Cursor.At)
	}
	if p != &d.Time {
		m.BoxFrom, m.BoxTo = d.Time.View.From, d.Time.View.To
	}
	p.Mark(d.Host, m)
}

// timeAt formats a time in ns with the precision of one pixel of the timeline.
func timeAt(d *desk.Desk, at float64) string {
	v := &d.Time.View
	if !(at >= 0 && at <= d.Time.End) || v.Width <= 0 {
		return ""
	}
	step := int64(1)
	for float64(step)*10 <= (v.To-v.From)/float64(v.Width) {
		step *= 10
	}
	return words.NewRuler(v.To, step).At(int64(at) / step * step)
}

// BoxEdge returns the end of the timeline's box that stays fixed while the user drags the other end, which lies
// under x pixels of the minimap.
func BoxEdge(d *desk.Desk, p *canvas.Pane, x message.CSS) (stays float64, ok bool) {
	from, to := d.Time.View.From, d.Time.View.To
	left, right := p.X(from), p.X(to)
	nearFrom, nearTo := (left - x).Abs(), (right - x).Abs()
	reach := message.CSS(edgeReach)
	if left < x && x < right {
		reach = min(reach, (right-left)/4) // keep room to grab the box itself
	}
	switch {
	case nearFrom <= reach && nearFrom < nearTo:
		return to, true
	case nearTo <= reach:
		return from, true
	}
	return 0, false
}
