package canvas

import (
	"fmt"

	"traceglass/wasm/message"
)

// A Label is the thread label under the pointer, in the column left of a picture with a time axis. A button
// over its end opens the thread's menu.
type Label struct {
	Hit   Hit
	Shown bool
}

// moreWidth and moreHeight are the size of the button, in CSS pixels.
const moreWidth, moreHeight = 28, 24

// Follow updates the label when the pointer moves. Other input hides it, because the picture under the pointer
// may move.
func (l *Label) Follow(h Host, p *Pane, in Input) {
	hit := in.Hit
	on := in.Kind == Move && hit.OK && hit.Method == message.NoNode && hit.Row == message.NoNode && !hit.Switch && !hit.NoCall &&
		in.X < p.Left && in.Y >= p.Top
	if in.Kind != Click && (on != l.Shown || on && hit != l.Hit) {
		l.Hit, l.Shown = hit, on
		h.Redraw()
	}
}

// More reports whether an input is on the button.
func (l *Label) More(p *Pane, in Input) bool {
	return l.Shown && in.X >= p.Left-moreWidth-2 && in.X < p.Left && in.Y >= l.Hit.Y-2 && in.Y < l.top()+moreHeight+2
}

// top is the top of the button, which is centred on the label's first line.
func (l *Label) top() message.CSS {
	const line = 18
	return max(0, l.Hit.Y+min(l.Hit.H, line)/2-moreHeight/2)
}

// MoreClass and MoreStyle return the button's class and style.
func (l *Label) MoreClass() string {
	if l.Shown {
		return "label-more shown"
	}
	return "label-more"
}

func (l *Label) MoreStyle(p *Pane) string {
	if !l.Shown {
		return ""
	}
	return fmt.Sprintf("left:%.0fpx;top:%.0fpx", p.Left-moreWidth-2, l.top())
}

// PlaceAt moves the tooltip to a label and clears its text. It returns false if no label is under the pointer.
func (t *Tip) PlaceAt(p *Pane, l *Label) bool {
	*t = Tip{class: "tip", style: "left:0;top:0"}
	if !l.Shown {
		return false
	}
	t.class, t.style = "tip shown", fmt.Sprintf("left:%.0fpx;top:%.0fpx", p.Left, l.Hit.Y)
	if l.Hit.Y > p.View.Height/2 && p.View.Height > 200 {
		t.class += " upward"
	}
	return true
}
