package canvas

import "math"

// Frames is the pane of a flame graph: units are shares of the root's width, from 0 to 1.
type Frames struct {
	Pane
	Upward   bool    // root at the bottom: a flame; else an icicle
	Path     []Crumb // frames zoomed into, the outermost first
	Selected Crumb   // frame clicked last
	Has      bool    // there is one
}

// A Crumb is a frame, and the method it is of.
type Crumb struct{ Node, Method uint32 }

// Root is the node that fills the width, none for the whole graph.
func (f *Frames) Root(none uint32) uint32 {
	if len(f.Path) == 0 {
		return none
	}
	return f.Path[len(f.Path)-1].Node
}

// Zoomed reports whether there is anything to zoom out of.
func (f *Frames) Zoomed() bool { return len(f.Path) > 0 || !f.Whole() }

// Into zooms into a frame.
func (f *Frames) Into(to Crumb) {
	if len(f.Path) == 0 || f.Path[len(f.Path)-1].Node != to.Node {
		f.Path = append(f.Path, to)
	}
	f.Restart()
}

// Out zooms out by one step.
func (f *Frames) Out() {
	if !f.Whole() {
		f.ShowAll()
	} else if len(f.Path) > 0 {
		f.Path = f.Path[:len(f.Path)-1]
	}
}

// To goes back to the first n frames of the path, 0 for the whole graph.
func (f *Frames) To(n int) {
	f.Path = f.Path[:n]
	f.Restart()
}

// Restart shows all of the root, from its row on. No frame is selected any more.
func (f *Frames) Restart() {
	f.Has = false
	f.View.From, f.View.To = 0, f.End
	f.toRoot()
}

// toRoot scrolls to where the root is: the top, or the end of all there is below.
func (f *Frames) toRoot() {
	f.View.ScrollY = 0
	if f.Upward {
		f.View.ScrollY = math.MaxInt32 // Drawn puts right how far that is
	}
}

// Turn makes an icicle a flame, or a flame an icicle.
func (f *Frames) Turn() {
	f.Upward = !f.Upward
	f.toRoot()
}

// Drawn takes the layout of the list that is now on the canvas. Only the newest tells how far
// there is to scroll: another may have been made for another root.
func (f *Frames) Drawn(g Geometry) {
	f.Pane.Drawn(g)
	if !g.Stale {
		f.View.ScrollY = min(f.View.ScrollY, g.ScrollY)
	}
}
