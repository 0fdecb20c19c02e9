package canvas

import (
	"math"
	"traceglass/wasm/message"
)

// Frames is the pane of a flame graph. Its unit is the root's width, from 0 to 1.
type Frames struct {
	Pane
	Upward      bool    // the root is at the bottom
	Path        []Crumb // frames zoomed into, outermost first
	Selected    Crumb   // the selected frame
	HasSelected bool    // Selected is set
	Sandwich    bool    // the root is in the middle, between its callers and its callees
}

// A Crumb is a frame and its method.
type Crumb struct{ Node, Method uint32 }

// Root returns the node that fills the width, none if the whole graph does.
func (f *Frames) Root(none uint32) uint32 {
	if len(f.Path) == 0 {
		return none
	}
	return f.Path[len(f.Path)-1].Node
}

// Zoomed reports whether the graph can zoom out.
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

// BackTo zooms out to the first n frames of the path, 0 for the whole graph.
func (f *Frames) BackTo(n int) {
	f.Path = f.Path[:n]
	f.Restart()
}

// BackToFrame zooms out to the n-th frame of the path, from 0. It does nothing if the path is shorter.
func (f *Frames) BackToFrame(n int) {
	if n < len(f.Path) {
		f.BackTo(n + 1)
	}
}

// Restart shows all of the root, from its row on, and clears the selection.
func (f *Frames) Restart() {
	f.HasSelected = false
	f.View.From, f.View.To = 0, f.End
	f.toRoot()
}

// toRoot scrolls to the root: to the top, or if Upward to the bottom. In a sandwich it scrolls to the selected frame.
func (f *Frames) toRoot() {
	f.View.ScrollY = 0
	if f.Upward || f.Sandwich {
		f.View.ScrollY = math.MaxInt32 // Drawn limits it to the real height
	}
}

// TurnOver turns the graph upside down.
func (f *Frames) TurnOver() {
	f.Upward = !f.Upward
	f.toRoot()
}

// Drawn stores the layout of the list that is now on the canvas. Only the newest list limits the scroll offset,
// because an older one may have another root.
func (f *Frames) Drawn(g Geometry) {
	f.Pane.Drawn(g)
	if !g.Stale {
		f.View.ScrollY = min(f.View.ScrollY, g.ScrollY)
	}
}

// Mover returns the graph for gestures. Its ShowAll shows the whole graph, not only all of the root.
func (f *Frames) Mover() Mover { return wholeGraph{f} }

type wholeGraph struct{ *Frames }

func (w wholeGraph) ShowAll() { w.BackTo(0) }

// AsDrawn swaps the arrow keys up and down if the root is at the bottom, so that GoUp leads to the caller.
func (f *Frames) AsDrawn(act Act) Act {
	switch {
	case f.Upward && act == GoUp:
		return GoDown
	case f.Upward && act == GoDown:
		return GoUp
	}
	return act
}

// pitch is the height of a row of frames, in CSS pixels.
const pitch = 18

// visible is the least width of a revealed frame, in CSS pixels.
const visible = 3

// RevealFrame scrolls a frame into view, and zooms in if it is too narrow to see. from and to are its horizontal position in the unit of the pane; row
// counts from 0.
func (f *Frames) RevealFrame(from, to float64, row int) {
	f.Reveal(from, to)
	if span := f.View.To - f.View.From; (to-from)*float64(f.View.Width) < visible*span { // it may be one of several merged frames
		f.Show(from-(to-from)*4, to+(to-from)*4)
	}
	if f.Sandwich {
		f.toRoot()
		return
	}
	y := pitch * message.CSS(row)
	if f.Upward {
		y = max(f.Content, f.View.Height) - pitch*message.CSS(row+1)
	}
	switch {
	case y < f.View.ScrollY:
		f.Scroll(y)
	case y+pitch > f.View.ScrollY+f.View.Height:
		f.Scroll(y + pitch - f.View.Height)
	}
}
