package canvas

import (
	"fmt"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/node"
)

// A Hover is the thing under the pointer.
type Hover struct {
	Hit   Hit
	X, Y  message.CSS
	Shown bool // the pointer is on something that has a tooltip
}

// Follow updates the hover when the pointer moves. any is true for pictures where every rect has a tooltip, not
// only rects of methods. Follow requests a render only if it changes the tooltip.
func (v *Hover) Follow(h Host, in Input, any bool) {
	hit := in.Hit
	if hit.Method == message.NoNode && !hit.Switch && !hit.NoCall && !(any && hit.Row != message.NoNode) {
		hit.OK = false
	}
	if !hit.OK {
		v.Leave(h)
		return
	}
	same := v.Shown && v.Hit == hit
	if same && (in.X-v.X).Abs()+(in.Y-v.Y).Abs() < 4 {
		return
	}
	v.Hit, v.X, v.Y, v.Shown = hit, in.X, in.Y, true
	h.Redraw()
}

// Leave hides the tooltip.
func (v *Hover) Leave(h Host) {
	if v.Shown {
		v.Shown = false
		h.Redraw()
	}
}

// A Tip is the tooltip over a canvas. It is a component.
type Tip struct {
	First, Last string // a method's name, in two parts
	Facts       []node.Fact
	Note        string

	class, style string
}

// Place moves the tooltip to the pane's pointer and clears its text. It returns false if there is nothing to
// show.
func (t *Tip) Place(p *Pane) bool {
	*t = Tip{class: "tip", style: "left:0;top:0"}
	h := &p.Hover
	if !h.Shown {
		return false
	}
	t.class, t.style = "tip shown", fmt.Sprintf("left:%.0fpx;top:%.0fpx", h.X, h.Y)
	if h.X > p.View.Width/2 {
		t.class += " leftward"
	}
	if h.Y > p.View.Height/2 {
		t.class += " upward"
	}
	return true
}

// AvoidCallers moves the tooltip of the selected box to the side away from its callers.
func (t *Tip) AvoidCallers(callersBelow bool) {
	t.class = strings.TrimSuffix(t.class, " upward")
	if callersBelow {
		t.class += " upward"
	}
}
