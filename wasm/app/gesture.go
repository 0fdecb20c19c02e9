//go:build !dumps

package main

import (
	"math"

	"traceglass/wasm/ui"
)

// An event is one pointer event of a canvas, as draw.js queues it.
type event struct {
	kind           eventKind
	canvas         ui.Canvas
	pointer        int // tells fingers apart
	x, y           float64
	wheelX, wheelY float64
	shift, mod     bool
	time           float64 // ms, of the page's clock
}

type eventKind int

// In the order of draw.js.
const (
	down eventKind = iota
	move
	up
	cancel
	leave
	wheel
	double
	size
)

const eventNumbers = 9 // in the queue, each event

func readEvent(n []float64) event {
	modifiers := int(n[7])
	return event{
		kind: eventKind(n[0]), canvas: ui.Canvas(n[1]), pointer: int(n[2]),
		x: n[3], y: n[4], wheelX: n[5], wheelY: n[6],
		shift: modifiers&1 != 0, mod: modifiers&2 != 0,
		time: n[8],
	}
}

// still is how far a pointer may stray, in CSS pixels, for a press to be a click.
const still = 3

// pinch is how many pixels of wheel a pinch to e times the size stands for: the interface
// zooms by as much. Browsers report a trackpad's pinch as turns of the wheel with Ctrl held,
// but as trackpadPinch pixels, and in turns so small as no wheel makes.
const (
	pinch         = 250.0
	trackpadPinch = 100.0
	smallTurn     = 40
)

// A gesture makes inputs of one canvas's events. One pointer moves, clicks and drags;
// two pan and zoom as a wheel does.
type gesture struct {
	fingers  []finger // that are down, two at most
	dragging bool
	spread   bool // two fingers were down: no click or drag until all are up
	// Where the two fingers were: middle and distance.
	midX, midY, apart float64
}

type finger struct {
	pointer        int
	startX, startY float64
	x, y           float64
}

// add appends the inputs that e completes.
func (g *gesture) add(inputs []ui.Input, e event) []ui.Input {
	in := ui.Input{Canvas: e.canvas, X: e.x, Y: e.y, StartX: e.x, StartY: e.y, Shift: e.shift, Mod: e.mod}
	put := func(kind ui.InputKind) {
		in.Kind = kind
		inputs = append(inputs, in)
	}
	at := -1
	for i, f := range g.fingers {
		if f.pointer == e.pointer {
			at = i
		}
	}
	if at >= 0 {
		in.StartX, in.StartY = g.fingers[at].startX, g.fingers[at].startY
	}

	switch e.kind {
	case down:
		if at >= 0 || len(g.fingers) == 2 {
			break
		}
		g.fingers = append(g.fingers, finger{e.pointer, e.x, e.y, e.x, e.y})
		if len(g.fingers) == 2 {
			if g.dragging {
				first := g.fingers[0]
				in.X, in.Y, in.StartX, in.StartY = first.x, first.y, first.startX, first.startY
				put(ui.DragEnd)
			}
			g.dragging, g.spread = false, true
			g.midX, g.midY, g.apart = g.between()
		}

	case move:
		if at < 0 {
			if len(g.fingers) == 0 {
				put(ui.Move)
			}
			break
		}
		g.fingers[at].x, g.fingers[at].y = e.x, e.y
		switch {
		case len(g.fingers) == 2:
			inputs = g.pinched(inputs, in)
		case g.spread:
		case g.dragging:
			put(ui.Drag)
		case math.Hypot(e.x-in.StartX, e.y-in.StartY) > still:
			g.dragging = true
			put(ui.DragStart)
		}

	case up, cancel:
		if at < 0 {
			break
		}
		switch {
		case g.dragging:
			put(ui.DragEnd)
		case !g.spread && e.kind == up:
			put(ui.Click)
		}
		g.fingers = append(g.fingers[:at], g.fingers[at+1:]...)
		g.dragging = false
		g.spread = g.spread && len(g.fingers) > 0

	case leave:
		if len(g.fingers) == 0 {
			put(ui.Leave)
		}

	case wheel:
		in.WheelX, in.WheelY = e.wheelX, e.wheelY
		if e.shift && in.WheelX == 0 {
			in.WheelX, in.WheelY = in.WheelY, 0 // some browsers turn the wheel themselves
		}
		if e.mod && math.Abs(e.wheelY) < smallTurn {
			in.WheelY *= pinch / trackpadPinch
		}
		put(ui.Wheel)

	case double:
		put(ui.DoubleClick)

	case size:
		put(ui.Size)
	}
	return inputs
}

// between returns the middle of the two fingers, and how far they are apart.
func (g *gesture) between() (x, y, apart float64) {
	a, b := g.fingers[0], g.fingers[1]
	return (a.x + b.x) / 2, (a.y + b.y) / 2, max(1, math.Hypot(a.x-b.x, a.y-b.y))
}

func (g *gesture) pinched(inputs []ui.Input, in ui.Input) []ui.Input {
	x, y, apart := g.between()
	in.Kind, in.X, in.Y, in.StartX, in.StartY = ui.Wheel, x, y, x, y
	if x != g.midX || y != g.midY {
		pan := in
		pan.WheelX, pan.WheelY, pan.Mod = g.midX-x, g.midY-y, false
		pan.Fingers = true
		inputs = append(inputs, pan)
	}
	if apart != g.apart {
		in.WheelY, in.Mod = -pinch*math.Log(apart/g.apart), true
		inputs = append(inputs, in)
	}
	g.midX, g.midY, g.apart = x, y, apart
	return inputs
}
