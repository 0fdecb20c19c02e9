//go:build !js

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
)

// line returns the box of a thread's framework line, or false if it is not drawn.
func (p *page) line(thread uint32) (box, bool) {
	p.t.Helper()
	p.WaitDrawn(timeline)
	all := eval[[]box](p, `(() => {
		const s = traceglassDraw.surfaces[1], { u32, f32, list, groups } = s, { left: x0, top: y0 } = s.over.getBoundingClientRect();
		const boxes = [];
		let r = 16 + groups * 2;
		for (let g = 0; g < groups; g++) {
			const slot = u32[16 + 2 * g], end = r + u32[17 + 2 * g] * 8;
			for (; r < end; r += 8) {
				if ((slot & 255) === 63) boxes.push({ X: x0 + f32[r], Y: y0 + f32[r + 1], W: f32[r + 2], H: f32[r + 3], Thread: u32[r + 5] });
			}
		}
		return boxes;
	})()`)
	for _, b := range all {
		if b.Thread == thread {
			return b, true
		}
	}
	return box{}, false
}

// frameworkLine: rows that all calls of a thread share are collapsed into one line. A click expands it, and another one
// collapses it. TestFramework in wasm/viewer has the other ways.
func frameworkLine(t *testing.T, p *page, k *known) {
	main := k.About.Threads[0]
	top := func() string { // the outermost drawn depth of main
		least := -1
		for _, b := range p.Boxes(timeline) {
			if !b.Collapsing && b.Thread == main.Index && (least < 0 || int(b.Depth) < least) {
				least = int(b.Depth)
			}
		}
		return fmt.Sprint(least)
	}
	below := fmt.Sprint(main.Framework)
	p.Until("the rows below the line", below, top)
	line, ok := p.line(main.Index)
	if !ok {
		t.Fatal("no line")
	}
	p.ClickAt(line.X+60, line.Y+line.H/2)
	p.Until("all rows", "0", top)
	p.ClickAt(line.X+60, line.Y+line.H/2)
	p.Until("the rows below the line again", below, top)
}

// TestFirstViewFits: if main ends early, the first view fits main's time. A key shows the whole recording.
func TestFirstViewFits(t *testing.T) {
	t.Parallel()
	k := made(t, "early.trace", tracetest.Bytes("main 0>app.Main.start()V 10>app.Main.load()V 90<app.Main.load()V 100<app.Main.start()V "+
		"worker#7 50>app.Work.run()V 1500>app.Work.step()V 1900<app.Work.step()V 2000<app.Work.run()V"))
	p := visit(t)
	p.Begin(`{
		globalThis.views = [];
		const { mark } = Performance.prototype;
		Performance.prototype.mark = function (name, ...rest) {
			if (name === "traceglass:chart") setTimeout(() => { const l = traceglassDraw.surfaces[1].list; views.push([l.from, l.to].join(" ")); });
			return mark.call(this, name, ...rest);
		};
	}`)
	p.Navigate("/")
	p.Open(k.file)
	p.WaitFor("the interface", `document.querySelector("#timeline canvas") && !document.querySelector(".cover")`)
	p.WaitDrawn(timeline)
	v := p.ViewOf(timeline)
	if v.From != 0 || v.To != 100_000 {
		t.Errorf("the timeline begins with %v to %v ns", v.From, v.To)
	}
	if first := eval[string](p, `views[0]`); first != "0 100000" {
		t.Errorf("the first picture shows %q", first)
	}
	p.Shots("first-fits")
	p.ClickAt(v.x(50_000), v.Top+30)
	p.WaitFor("the details", `document.querySelector("#call-facts")`)
	p.Move(v.x(52_000), v.Top+32)
	p.Shots("first-details")
	p.Keys("0")
	p.Until("the whole", "0 to 2e+06", func() string { v := p.ViewOf(timeline); return fmt.Sprintf("%v to %v", v.From, v.To) })
}

// TestFirstPictures takes screenshots of the first view of several kinds of traces.
func TestFirstPictures(t *testing.T) {
	t.Parallel()
	if !pictures {
		t.Skip("this test only takes screenshots")
	}
	for _, name := range []string{"../method-variants/fenix-v5-E1-dual", "../method-variants/fenix-v4-E3-wall", "../method-variants/fenix-long-running", "vroom-data_file_overflow", "likaci-cpu_trace", "setapp-game", "fenix-regular", "fenix-streaming", "easternhong-test", "perflib-basic-later", "vroom-clock_dual"} {
		k := corpus(t, name)
		p := open(t, "/")
		p.OpenAsIs(k.file)
		name = filepath.Base(name)
		p.Shots("first-" + name)
		if len(k.About.Threads) > 1 {
			p.Click("#all-threads")
		}
		p.Keys("5")
		p.Shot("first-all-" + name)
	}
}

// TestLargeTrace opens a real trace, and checks its renders and its scroll bars.
func TestLargeTrace(t *testing.T) {
	t.Parallel()
	k := corpus(t, "fenix-regular")
	p := open(t, "/")
	p.OpenAsIs(k.file)
	p.Part("scroll bars", func(t *testing.T) { scrollBars(t, p, k) })
	p.View(1280, 800, "light")
	p.Keys("2")
	p.Part("renders", func(t *testing.T) { renderAgain(t, p) })
}

// scrollBars: the page shows that more rows follow below. A scroll bar moves to them, by mouse and by
// touch.
func scrollBars(t *testing.T, p *page, k *known) {
	below := func(canvas int) string {
		return eval[string](p, fmt.Sprintf(`traceglassDraw.surfaces[%d].below`, canvas))
	}
	p.Until("the number of threads below", fmt.Sprintf("%d more threads below", len(k.About.Threads)-1), func() string { p.WaitDrawn(timeline); return plain(below(timeline)) })
	v := p.ViewOf(timeline)
	p.Move(v.Right-4, v.Top+100)
	p.Until("an arrow over the bar", "default", func() string { return eval[string](p, `traceglassDraw.surfaces[1].over.style.cursor`) })
	p.Drag(v.Right-4, v.Top+5, v.Right-4, v.Bottom)
	end := p.ViewOf(timeline)
	if end.ScrollY == 0 || end.From != v.From || end.To != v.To {
		t.Errorf("dragged to its end it scrolled to %v, from %v to %v", end.ScrollY, end.From, end.To)
	}
	p.Until("nothing below", "", func() string { p.WaitDrawn(timeline); return below(timeline) })
	p.Until("threads above", "more threads above", func() string {
		_, says, _ := strings.Cut(plain(eval[string](p, `traceglassDraw.surfaces[1].above`)), " ")
		return says
	})
	p.ClickAt(v.Right-4, v.Top+2)
	if page := p.ViewOf(timeline); page.ScrollY >= end.ScrollY || page.ScrollY < end.ScrollY-(v.Bottom-v.Top) {
		t.Errorf("a click above the thumb scrolls from %v to %v", end.ScrollY, page.ScrollY)
	}
	p.Keys("5")
	p.WaitDrawn(flame)
	if got := plain(below(flame)); !strings.HasSuffix(got, " more rows below") {
		t.Errorf("for the flame graph it says %q", got)
	}
	f := p.ViewOf(flame)
	p.Drag(f.Right-4, f.Top+5, f.Right-4, f.Top+60)
	if g := p.ViewOf(flame); g.ScrollY == 0 {
		t.Error("the flame graph's bar does not scroll")
	}
	p.Shots("bars")

	p.View(390, 844, "light")
	v = p.ViewOf(timeline)
	p.Touch(v.Right-18, v.Top+10, v.Right-18, v.Top+80)
	if g := p.ViewOf(timeline); g.ScrollY == 0 {
		t.Error("a finger outside the bar does not scroll")
	}
}

// Touch drags a finger from one point to another.
func (p *page) Touch(fromX, fromY, toX, toY float64) {
	p.t.Helper()
	for _, e := range []struct {
		kind input.DispatchTouchEventType
		x, y float64
	}{
		{input.DispatchTouchEventTypeTouchStart, fromX, fromY},
		{input.DispatchTouchEventTypeTouchMove, (fromX + toX) / 2, (fromY + toY) / 2},
		{input.DispatchTouchEventTypeTouchMove, toX, toY},
		{input.DispatchTouchEventTypeTouchEnd, 0, 0},
	} {
		p.stirred = true
		params := input.DispatchTouchEventParams{Type: e.kind, TouchPoints: []*input.TouchPoint{}}
		if e.kind != input.DispatchTouchEventTypeTouchEnd {
			params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: e.x, Y: e.y})
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params); err != nil {
			p.fatalf("touch: %v", err)
		}
	}
}

// tipsGo: a tooltip disappears with its target or when the pointer leaves. The cursor's line stays under
// the pointer.
func tipsGo(t *testing.T, p *page, k *known) {
	b := p.call(1)
	x, y := b.spot()
	shown := func() {
		t.Helper()
		p.Move(x+6, y)
		p.Move(x, y)
		p.WaitFor("a tooltip", `document.querySelector(".timeline-stage .tip.shown")`)
	}
	gone := func(by string) {
		t.Helper()
		p.WaitFor("no tooltip after "+by, `!document.querySelector(".tip.shown")`)
	}
	cursor := func(how string) {
		t.Helper()
		v := p.ViewOf(timeline)
		at := eval[float64](p, `traceglassDraw.surfaces[1].range.cursor`)
		if !near(v.x(at), x, 1) {
			t.Errorf("%s: the pointer is at %v, the cursor's line at %v", how, x, v.x(at))
		}
	}
	shown()
	p.Wheel(x, y, 0, -120, chromedp.ModifierCtrl)
	gone("zooming")
	cursor("zoomed")
	p.Keys("0")
	p.WaitDrawn(timeline)
	shown()
	p.Keys("w")
	gone("a key")
	cursor("zoomed by a key")
	p.Keys("d")
	cursor("panned by a key")
	p.Wheel(x, y, 90, 0)
	cursor("panned")
	p.Keys("0")
	p.WaitDrawn(timeline)
	shown()
	p.Keys("?")
	gone("a dialog")
	p.Keys(kb.Escape)
	shown()
	p.Act(`(dispatchEvent(new Event("blur")), true)`)
	gone("leaving the window")
	p.WaitFor("no cursor", `!isFinite(traceglassDraw.surfaces[1].range.cursor)`)
	shown()
	p.OpenAsIs(k.file)
	gone("another file")
}
