//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// rangeAnywhere: a range can be selected anywhere. The table of methods and the flame graph sum over it.
func rangeAnywhere(t *testing.T, p *page, k *known) {
	p.UntilGrid("the method table", "methods", k.Methods(message.MethodRows{}))
	v, o := p.ViewOf(timeline), p.ViewOf(minimap)

	// brushed checks that the range matches the pointer's positions, and the table the engine.
	brushed := func(how string, v view, fromX, toX float64) message.Scope {
		t.Helper()
		from, to := p.Range()
		if !near(float64(from), v.at(fromX), 2*v.perPixel()) || !near(float64(to), v.at(toX), 2*v.perPixel()) {
			t.Fatalf("%s from %.0f to %.0f selected %d to %d", how, v.at(fromX), v.at(toX), from, to)
		}
		scope := message.Scope{From: from, To: to}
		p.UntilGrid("the methods of the range", "methods", k.Methods(message.MethodRows{Scope: scope}))
		return scope
	}
	x1, x2 := v.Left+200, v.Left+420
	p.Drag(x1, v.Ruler, x2, v.Ruler)
	brushed("a drag on the ruler", v, x1, x2)
	p.Drag(o.Left+800, o.Top+20, o.Left+500, o.Top+20)
	brushed("a drag back on the minimap", o, o.Left+500, o.Left+800)
	p.Drag(v.Left+300, v.Top+60, v.Left+360, v.Top+60, chromedp.ModifierShift)
	scope := brushed("Shift and drag on a chart", v, v.Left+300, v.Left+360)

	// TestRange in wasm/viewer has the other views.
	method := ask[*message.Rows](k, &message.MethodRows{Scope: scope, Count: 4}).Rows[3].Method
	p.Click(row("methods", 3) + " .fn")
	p.Keys("5")
	k.checkFlame(p, message.Flame{Scope: scope, Method: method, Root: message.NoNode})
	p.Keys("k")
	scope.Clock = message.CPU
	k.checkFlame(p, message.Flame{Scope: scope, Method: method, Root: message.NoNode})
	p.Keys("2")
	p.Click("#clock-wall")
	scope.Clock = message.Wall

	// Its end can be dragged, and F fits it.
	p.Drag(v.x(float64(scope.To)), v.Ruler, v.x(float64(scope.To))+50, v.Ruler)
	moved := brushed("the end dragged", v, v.x(float64(scope.From)), v.x(float64(scope.To))+50)
	if moved.From != scope.From {
		t.Errorf("the other end went from %d to %d", scope.From, moved.From)
	}
	p.Keys("f")
	if v := p.ViewOf(timeline); !near(v.From, float64(moved.From), 1) || !near(v.To, float64(moved.To), 1) {
		t.Errorf("F shows %v to %v of %d to %d", v.From, v.To, moved.From, moved.To)
	}

	// Esc clears one selection at a time: the method, then the range.
	p.Keys(kb.Escape)
	p.Until("no method", "", p.DetailsName)
	if _, to := p.Range(); to == 0 {
		t.Error("the first Esc cleared the range, too")
	}
	p.Keys(kb.Escape)
	p.UntilGrid("all methods again", "methods", k.Methods(message.MethodRows{}))
	if _, to := p.Range(); to != 0 {
		t.Errorf("Esc left a range to %d", to)
	}
	p.Keys(kb.Escape)
	if v := p.ViewOf(timeline); int64(v.From) != k.About.From || int64(v.To) != k.About.Span {
		t.Errorf("after the last Esc the view is %v to %v", v.From, v.To)
	}
}

// checkFlame compares the flame graph with the engine's answer to the same request.
func (k *known) checkFlame(p *page, req message.Flame) {
	p.t.Helper()
	p.Until("the flame graph", k.flame(p, req), func() string { return text(p.Boxes(flame)) })
}

// flame returns the expected boxes of the flame graph in the page's current canvas, one a line.
func (k *known) flame(p *page, req message.Flame) string {
	k.t.Helper()
	v := p.ViewOf(flame)
	req.Colour = message.ColourByOrigin
	req.View = message.Viewport{From: v.From, To: v.To, ScrollY: message.CSS(v.ScrollY), Width: message.CSS(v.Width), Height: message.CSS(v.Height)}
	var l scene.List
	if err := k.Engine.List(&req, &l); err != nil {
		k.t.Fatal(err)
	}
	x0, y0 := v.Right-v.Width, v.Bottom-v.Height
	var boxes []box
	for _, r := range l.Rects {
		if r.Slot&(scene.Outline|scene.Bare) != 0 {
			continue
		}
		left, right := max(float64(r.X), float64(l.Left)), min(float64(r.X+r.W), v.Width)
		top, bottom := max(float64(r.Y), float64(l.Top)), min(float64(r.Y+r.H), v.Height)
		if right > left && bottom > top {
			boxes = append(boxes, box{X: x0 + left, Y: y0 + top, W: right - left, H: bottom - top, Method: r.Method, Depth: r.Depth, Row: r.Row, Slot: uint32(r.Slot)})
		}
	}
	return text(boxes)
}

// text returns boxes from the top left, one a line.
func text(boxes []box) string {
	var lines []string
	for _, b := range boxes {
		lines = append(lines, fmt.Sprintf("y %4.0f x %6.1f %.1f×%.0f node %d method %d slot %d", b.Y, b.X, b.W, b.H, b.Row, b.Method, b.Slot))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// flameGraph: the pointer selects frames and zooms into them. The flame graph looks as the engine draws it. TestFlameGraph in
// wasm/viewer has its other choices.
func flameGraph(t *testing.T, p *page, k *known) {
	p.Keys("5")
	none := message.Flame{Scope: whole, Root: message.NoNode, Method: message.NoNode}
	k.checkFlame(p, none)
	b, ok := widest(p.Boxes(flame), func(b box) bool { return b.Depth == 3 && b.W > 20 })
	if !ok {
		t.Fatal("no frame to click")
	}

	p.Move(b.spot())
	p.Until("the tooltip", k.Name(b.Method).Label, func() string {
		return eval[string](p, `document.querySelector(".flame-stage .tip.shown .tip-name")?.textContent ?? ""`)
	})
	p.ClickAt(b.spot())
	p.Until("the clicked frame's method", k.Name(b.Method).Label, p.DetailsName)
	selected := none
	selected.Method = b.Method
	k.checkFlame(p, selected)

	p.DoubleClickAt(b.spot())
	crumbs := func() string {
		return eval[string](p, `[...document.querySelectorAll(".crumbs button:not(#flame-home)")].map((b) => b.textContent).join(" > ")`)
	}
	p.Until("the path of the frame", shortLabel(k.Name(b.Method).Label), crumbs)
	zoomed := selected
	zoomed.Root = b.Row
	k.checkFlame(p, zoomed)
	p.Click("#flame-home")
	p.Until("no path", "", crumbs)
	k.checkFlame(p, selected)

	// Search marks matches and does not scroll.
	p.Keys("/")
	p.WaitFor("focus in the search field", `document.activeElement.id === "find"`)
	p.Keys("decode")
	k.checkFlame(p, message.Flame{Scope: whole, Root: message.NoNode, Method: b.Method, Find: "decode"})
	p.Shots("flame-found")
	p.Keys(kb.Escape)
}
