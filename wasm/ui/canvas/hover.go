package canvas

import (
	"fmt"
	"math"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/node"
)

// A Hover is what the pointer is on.
type Hover struct {
	Hit   Hit
	X, Y  float64
	Shown bool // the pointer is on something that a tip tells of
}

// Follow moves the hover with the pointer. Of a picture in which any rect has something to
// tell, and not only those of a method, any is true. The page is drawn again only when that
// is to be seen.
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
	if same && math.Abs(in.X-v.X)+math.Abs(in.Y-v.Y) < 4 {
		return
	}
	v.Hit, v.X, v.Y, v.Shown = hit, in.X, in.Y, true
	h.Redraw()
}

// Leave takes the tip away.
func (v *Hover) Leave(h Host) {
	if v.Shown {
		v.Shown = false
		h.Redraw()
	}
}

// A Tip is the tooltip over a canvas; it is a component.
type Tip struct {
	First, Last string // a method's name, in two parts
	Facts       []node.Fact
	Note        string

	class, style string
}

// Place sets a tip where a pane's pointer is, and clears what it said; false if there is
// nothing to tell of.
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

// AvoidCallers moves the tip of a chosen box off its callers: below the pointer, or above it where callers lie below.
func (t *Tip) AvoidCallers(callersBelow bool) {
	t.class = strings.TrimSuffix(t.class, " upward")
	if callersBelow {
		t.class += " upward"
	}
}
