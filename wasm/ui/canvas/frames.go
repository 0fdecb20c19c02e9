package canvas

import "math"

// Frames is the pane of a flame graph: units are shares of the root's width, from 0 to 1.
type Frames struct {
	Pane
	Upward      bool    // root at the bottom: a flame; else an icicle
	Path        []Crumb // frames zoomed into, the outermost first
	Selected    Crumb   // frame clicked last
	HasSelected bool    // there is one
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
func (f *Frames) Zoomed() bool { return len(f.Path) > 0 || !f.AllInView() }

// ZoomInto zooms into a frame.
func (f *Frames) ZoomInto(to Crumb) {
	if len(f.Path) == 0 || f.Path[len(f.Path)-1].Node != to.Node {
		f.Path = append(f.Path, to)
	}
	f.Restart()
}

// ZoomOut zooms out by one step.
func (f *Frames) ZoomOut() {
	if !f.AllInView() {
		f.ShowAll()
	} else if len(f.Path) > 0 {
		f.Path = f.Path[:len(f.Path)-1]
	}
}

// BackTo goes back to the first n frames of the path, 0 for the whole graph.
func (f *Frames) BackTo(n int) {
	f.Path = f.Path[:n]
	f.Restart()
}

// BackToFrame goes back to the n-th frame of the path, from 0; to one that is gone it does nothing.
func (f *Frames) BackToFrame(n int) {
	if n < len(f.Path) {
		f.BackTo(n + 1)
	}
}

// Restart shows all of the root, from its row on. No frame is selected any more.
func (f *Frames) Restart() {
	f.HasSelected = false
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

// TurnOver makes an icicle a flame, or a flame an icicle.
func (f *Frames) TurnOver() {
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

// Mover is the graph as gestures zoom and move it: to show all is to show the whole graph, and not what
// is below the root.
func (f *Frames) Mover() Mover { return wholeGraph{f} }

type wholeGraph struct{ *Frames }

func (w wholeGraph) ShowAll() { w.BackTo(0) }

// AsDrawn is an arrow key as the graph is drawn: up leads to the caller of an icicle's frame, down to
// that of a flame's.
func (f *Frames) AsDrawn(act Act) Act {
	switch {
	case f.Upward && act == GoUp:
		return GoDown
	case f.Upward && act == GoDown:
		return GoUp
	}
	return act
}

// pitch is how high a row of frames is, in CSS pixels.
const pitch = 18

// RevealFrame brings a frame into view, that lies from and to so many parts of the root's width, in a
// row from 0.
func (f *Frames) RevealFrame(from, to float64, row int) {
	f.Reveal(from, to)
	y := pitch * float64(row)
	if f.Upward {
		y = max(f.Content, f.View.Height) - pitch*float64(row+1)
	}
	switch {
	case y < f.View.ScrollY:
		f.Scroll(y)
	case y+pitch > f.View.ScrollY+f.View.Height:
		f.Scroll(y + pitch - f.View.Height)
	}
}
