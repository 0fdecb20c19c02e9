package ui

import (
	"math"

	"traceglass/wasm/message"
)

// flame is the flame graph.
type flame struct {
	pane
	ordered  bool   // calls of one thread in order of time, instead of merged
	thread   uint32 // for ordered
	flames   bool   // root at the bottom: a flame; else an icicle
	fold     bool   // direct recursion collapsed
	path     []crumb
	selected crumb // frame clicked last, by its node
	has      bool
	focused  bool // the pointer, or the keyboard, was last here and not on the timeline
}

// A crumb is a frame zoomed into.
type crumb struct{ node, method uint32 }

// atTimeline is called when the timeline gets the keyboard.
func (c *App) atTimeline() { c.flame.focused, c.graph.focused = false, false }

// flameList asks for what the flame graph shows.
func (c *App) flameList() *message.Flame {
	f := &c.flame
	return &message.Flame{
		Scope: c.sel.scope(), View: f.View, Ordered: f.ordered, Thread: f.thread, Root: f.root(),
		Invert: f.flames, Fold: f.fold, Method: c.sel.Method, Find: c.find.text, Colour: c.colour,
	}
}

// root is the node that fills the width.
func (f *flame) root() uint32 {
	if len(f.path) == 0 || f.ordered {
		return message.NoNode
	}
	return f.path[len(f.path)-1].node
}

// zoomed reports whether there is anything to zoom out of.
func (f *flame) zoomed() bool { return len(f.path) > 0 || !f.all() }

// into zooms into a frame.
func (f *flame) into(to crumb) {
	if f.root() != to.node {
		f.path = append(f.path, to)
	}
	f.View.From, f.View.To = 0, f.End
	f.toRoot()
	f.has = false
}

// out zooms out by one step.
func (f *flame) out() {
	if !f.all() {
		f.show(0, f.End)
	} else if len(f.path) > 0 {
		f.path = f.path[:len(f.path)-1]
	}
}

// to goes back to the n-th frame of the path, 0 for the whole graph.
func (f *flame) to(n int) {
	f.path = f.path[:n]
	f.home0()
}

// home shows the whole graph.
func (f *flame) home() {
	f.path = nil
	f.home0()
}

func (f *flame) home0() {
	f.has = false
	f.View.From, f.View.To = 0, f.End
	f.toRoot()
}

// toRoot scrolls to where the root is: the top, or the end of all there is below.
func (f *flame) toRoot() {
	f.View.ScrollY = 0
	if f.flames {
		f.View.ScrollY = math.MaxInt32 // App.Drawn puts right how far that is
	}
}

// turn makes an icicle a flame, or a flame an icicle.
func (f *flame) turn() {
	f.flames = !f.flames
	f.toRoot()
}

// clickFlame selects a frame's method; a second click on the frame zooms into it. In
// order of time frames are calls, and the click selects the call.
func (c *App) clickFlame(in Input) {
	h := in.Hit
	if h.Method == message.NoNode {
		return
	}
	f := &c.flame
	again := f.has && f.selected.node == h.Row && f.selected.method == h.Method
	f.selected, f.has = crumb{h.Row, h.Method}, true
	if f.ordered {
		c.jump(message.CallRef{Thread: h.Thread, Depth: h.Depth, Row: h.Row}, h.Method)
	} else if again {
		c.enterFlame(h)
	} else {
		c.chooseMethod(h.Method)
	}
	c.host.Redraw()
}

// enterFlame zooms into a frame: merged, by making it the root; in order of time, by
// its place.
func (c *App) enterFlame(h Hit) {
	if !h.OK || h.Method == message.NoNode {
		return
	}
	f := &c.flame
	if f.ordered {
		f.show(f.at(h.X), f.at(h.X+h.W))
		c.preview(FlameCanvas)
	} else if !h.Merged {
		f.into(crumb{h.Row, h.Method})
		c.hover.shown = false
	}
	c.host.Redraw()
}
