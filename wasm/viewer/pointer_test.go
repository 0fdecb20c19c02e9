package viewer

import (
	"fmt"
	"strings"

	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// Boxes returns the calls or frames of a picture.
func (p *page) Boxes(c canvas.ID) (all []scene.Rect) {
	if l := p.drawn[c]; l != nil {
		for _, r := range l.Rects {
			if r.Slot&(scene.Outline|scene.Bare|scene.Hatched) == 0 && r.Depth != scene.None {
				all = append(all, r)
			}
		}
	}
	return all
}

// Box returns the widest call or frame that fits.
func (p *page) Box(c canvas.ID, fits func(scene.Rect) bool) (widest scene.Rect) {
	p.t.Helper()
	for _, r := range p.Boxes(c) {
		if fits(r) && r.W > widest.W {
			widest = r
		}
	}
	if widest.W == 0 {
		p.t.Fatalf("canvas %d has no such box", c)
	}
	return widest
}

// deepFrame reports whether a box of a flame graph is a frame that is not at the root.
func deepFrame(r scene.Rect) bool { return r.Depth > 2 && r.Slot&scene.Merged == 0 }

// ClickBox clicks the middle of a box.
func (p *page) ClickBox(c canvas.ID, r scene.Rect) {
	p.t.Helper()
	p.Point(canvas.Input{Canvas: c, Kind: canvas.Click, Hit: hitOf(r)})
}

// Wheel turns the wheel at a point of a canvas.
func (p *page) Wheel(c canvas.ID, x, y, by message.CSS, mod bool) {
	p.t.Helper()
	p.byHand = true
	p.app.Input(canvas.Input{Canvas: c, Kind: canvas.Wheel, X: x, Y: y, WheelY: by, Mod: mod})
	p.finish()
}

// frames describes a flame graph: the frames that it is zoomed into, and each frame's position.
func (p *page) frames() string {
	var s strings.Builder
	s.WriteString(strings.Join(p.Texts(".crumbs"), "") + "\n")
	for _, r := range p.Boxes(canvas.Flame) {
		fmt.Fprintf(&s, "%.0f,%.0f %.0f×%.0f %t\n", r.X, r.Y, r.W, r.H, r.Slot&scene.Merged != 0)
	}
	return s.String()
}
