//go:build !js

package e2e

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// The helpers in this file read what canvases show from the display lists in draw.js.

// Canvases, in the order of draw.js.
const (
	minimap = iota
	timeline
	flame
	graph
	beside
)

// A box is one box of a canvas: a call, a node, or a thread's label.
type box struct {
	X, Y, W, H         float64 // in the viewport
	Method, Thread     uint32
	Depth, Row         uint32
	Slot               uint32 // colour and flags
	Merged, Collapsing bool   // Collapsing: a thread's label; a click collapses the thread
}

// spot returns the middle of the box, to point at.
func (b box) spot() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// Boxes returns the visible boxes of a canvas, after its newest list is drawn, except those of Spans.
func (p *page) Boxes(canvas int) []box {
	return slices.DeleteFunc(p.boxes(canvas, false), func(b box) bool { return canvas == timeline && isSpan(b) })
}

// Spans returns the boxes of the rows above main.
func (p *page) Spans() []box {
	spans := slices.DeleteFunc(p.boxes(timeline, false), func(b box) bool { return !isSpan(b) })
	for i := range spans {
		spans[i].Thread &^= scene.SpanFlag
	}
	return spans
}

func isSpan(b box) bool { return b.Thread != scene.None && b.Thread&scene.SpanFlag != 0 }

// Hatched returns the visible context switches of the timeline.
func (p *page) Hatched() []box { return p.boxes(timeline, true) }

func (p *page) boxes(canvas int, hatched bool) []box {
	p.t.Helper()
	p.WaitDrawn(canvas)
	// As a text of numbers: the browser takes ten times as long for objects.
	text := eval[string](p, fmt.Sprintf(`(() => {
		const s = traceglassDraw.surfaces[%d], { u32, f32, list, groups, width, height } = s;
		const { left: x0, top: y0 } = s.over.getBoundingClientRect();
		const boxes = [];
		let r = 16 + groups * 2;
		for (let g = 0; g < groups; g++) {
			const slot = u32[16 + 2 * g], end = r + u32[17 + 2 * g] * 8;
			for (; r < end; r += 8) {
				if (slot & (1 << 11 | 1 << 12) || [62, 63].includes(slot & 255)) continue; // an outline, a decoration, time outside calls, or a framework's line
				if (!(slot & 1 << 13) === %v) continue; // a context switch over a call
				const head = u32[r + 4] === 0xffffffff;
				const a = Math.max(f32[r], head ? 0 : list.left), b = Math.min(f32[r] + f32[r + 2], width);
				const c = Math.max(f32[r + 1], list.top), d = Math.min(f32[r + 1] + f32[r + 3], height);
				if (b <= a || d <= c) continue;
				boxes.push(x0 + a, y0 + c, b - a, d - c, u32[r + 4], u32[r + 5], u32[r + 6], u32[r + 7], slot);
			}
		}
		return boxes.join();
	})()`, canvas, hatched))
	if text == "" {
		return nil
	}
	numbers := strings.Split(text, ",")
	const each = 9
	boxes := make([]box, 0, len(numbers)/each)
	for n := range slices.Chunk(numbers, each) {
		var v [each]float64
		for i := range v {
			var err error
			if v[i], err = strconv.ParseFloat(n[i], 64); err != nil {
				p.fatalf("%v", err)
			}
		}
		slot := uint32(v[8])
		boxes = append(boxes, box{X: v[0], Y: v[1], W: v[2], H: v[3], Method: uint32(v[4]), Thread: uint32(v[5]), Depth: uint32(v[6]), Row: uint32(v[7]), Slot: slot,
			Merged: slot&(1<<10) != 0, Collapsing: uint32(v[4]) == message.NoNode})
	}
	return boxes
}

// WaitDrawn waits until a canvas shows a list made for its view, not a preview.
func (p *page) WaitDrawn(canvas int) {
	p.t.Helper()
	p.Settle()
	p.WaitFor("an up-to-date list", fmt.Sprintf(`traceglassDraw.surfaces[%[1]d].buffer && traceglassDraw.surfaces[%[1]d].asMade()`, canvas))
}

// A view is what a canvas shows: a part of its x axis, and its position in the viewport.
type view struct {
	From, To, ScrollY        float64
	Left, Right, Top, Bottom float64 // of the charts, in the viewport
	Ruler                    float64 // y of the ruler's middle
	Width, Height            float64 // of the canvas
}

func (v view) at(x float64) float64 { return v.From + (x-v.Left)/(v.Right-v.Left)*(v.To-v.From) }
func (v view) x(at float64) float64 { return v.Left + (at-v.From)/(v.To-v.From)*(v.Right-v.Left) }

// perPixel returns the length of the axis that one pixel shows.
func (v view) perPixel() float64 { return (v.To - v.From) / (v.Right - v.Left) }

func (p *page) ViewOf(canvas int) view {
	p.t.Helper()
	p.WaitDrawn(canvas)
	return eval[view](p, fmt.Sprintf(`(() => {
		const s = traceglassDraw.surfaces[%d], { x, y } = s.over.getBoundingClientRect();
		return { From: s.from, To: s.to, ScrollY: s.scrollY, Left: x + s.list.left, Right: x + s.width,
			Top: y + s.list.top, Bottom: y + s.height, Ruler: y + s.list.top / 2, Width: s.width, Height: s.height };
	})()`, canvas))
}

// Range returns the selected range in ns as drawn, or 0 and 0.
func (p *page) Range() (from, to int64) {
	p.t.Helper()
	r := eval[[2]float64](p, `(() => { const { from, to } = traceglassDraw.surfaces[1].range; return from > to ? [0, 0] : [from, to]; })()`)
	return int64(r[0]), int64(r[1])
}

// widest returns the widest box that satisfies wanted.
func widest(boxes []box, wanted func(box) bool) (best box, ok bool) {
	for _, b := range boxes {
		if wanted(b) && b.W > best.W {
			best, ok = b, true
		}
	}
	return best, ok
}

// call returns the widest visible call at a depth or below.
func (p *page) call(depth uint32) box {
	p.t.Helper()
	b, ok := widest(p.Boxes(timeline), func(b box) bool {
		return !b.Collapsing && !b.Merged && b.Depth >= depth && b.H > 8
	})
	if !ok {
		p.fatalf("no call of depth %d is in view", depth)
	}
	return b
}

// info returns the engine's data on the call of a box.
func (k *known) info(b box) *message.Call {
	k.t.Helper()
	c := ask[*message.Call](k, &message.CallInfo{Call: message.CallRef{Thread: b.Thread, Depth: b.Depth, Row: b.Row}})
	if !c.Found {
		k.t.Fatalf("the page shows a call that is not in the trace: %+v", b)
	}
	return c
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }
