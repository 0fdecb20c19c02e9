package ui

import (
	"math"

	"traceglass/wasm/message"
)

// hover is the tooltip of a canvas: the call or frame under the pointer.
type hover struct {
	canvas Canvas
	hit    Hit
	x, y   float64
	shown  bool
	call   *message.Call   // where rects are calls, when it is known
	off    *message.Switch // the context switch over it, when it is known
	query  query
	offs   query
}

// hide takes the tooltip away.
func (h *hover) hide() { h.shown, h.call, h.off = false, nil, nil }

// follow moves the tooltip. The page is drawn again only when that is to be seen.
func (h *hover) follow(c *App, in Input) {
	hit := in.Hit
	if hit.Method == message.NoNode && !hit.Switch && !(c.dumping() && hit.Row != message.NoNode) {
		hit.OK = false
	}
	if !hit.OK {
		if h.shown {
			h.hide()
			c.host.Redraw()
		}
		return
	}
	same := h.shown && h.canvas == in.Canvas && h.hit == hit
	if same && math.Abs(in.X-h.x)+math.Abs(in.Y-h.y) < 4 {
		return
	}
	if !same {
		h.call, h.off = nil, nil
		c.names.need(hit.Method)
	}
	h.canvas, h.hit, h.x, h.y, h.shown = in.Canvas, hit, in.X, in.Y, true
	c.host.Redraw()
}

// ref is the call under the pointer.
func (h *hover) ref() message.CallRef {
	return message.CallRef{Thread: h.hit.Thread, Depth: h.hit.Depth, Row: h.hit.Row}
}

// want asks for the times of the call under the pointer.
func (h *hover) want(c *App) {
	calls := h.canvas == TimelineCanvas || h.canvas == FlameCanvas && c.flame.ordered
	if !h.shown || h.hit.Merged {
		return
	}
	if calls && h.hit.Method != message.NoNode && h.call == nil {
		h.query.want(c.host, &message.CallInfo{Call: h.ref()})
	}
	if h.hit.Switch && h.off == nil {
		h.offs.want(c.host, h.switchInfo(c))
	}
}

// switchInfo asks for the context switch under the pointer by its middle.
func (h *hover) switchInfo(c *App) *message.SwitchInfo {
	return &message.SwitchInfo{Thread: h.hit.Thread, At: int64(c.timeline.at(h.hit.X + h.hit.W/2))}
}

func (h *hover) takeSwitch(c *App, off *message.Switch) {
	if h.shown && h.hit.Switch && off.Found {
		h.off = off
		h.offs.asked = ""
	}
}

func (h *hover) take(c *App, call *message.Call) {
	if h.shown && call.Found && call.Call == h.ref() {
		h.call = call
		h.query.asked = ""
	}
}

// on reports whether the tooltip belongs to a canvas.
func (h *hover) on(canvas Canvas) bool { return h.shown && h.canvas == canvas }
