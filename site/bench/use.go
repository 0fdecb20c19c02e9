//go:build !js

package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// measureUse opens each trace that has a budget and uses the page.
func measureUse(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	for i := range b.sizes {
		s := &b.sizes[i]
		if s.name != "143 MB" && s.name != huge && len(b.sizes) > 1 {
			continue // smaller traces keep the budgets that the larger ones keep
		}
		b.log("use, %s", s.name)
		if err := b.use(site, s); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) use(site *site, s *size) error {
	t, err := site.newTab()
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.navigate("/"); err != nil {
		return err
	}
	if _, err := t.load(s, 1); err != nil {
		return err
	}
	if err := t.settle(); err != nil {
		return err
	}
	steps := []struct {
		does func(*tab, *size) error
		rows []string
	}{
		{b.gestures, []string{frameIdle, frameMedian, frameP95, pixelOver, pixelMedian, pixelP95, handledMedian, handledP95, framedMedian, inputMedian, inputP95, drawMedian, drawP95, listMedian, listP95, deepest}},
		{b.views, []string{viewWhole, view10, view100, view10000, viewMinimap, viewFlame}},
		{b.resums, []string{resum90, resum10, resumThreads, resumClock, resumTerms}},
		{b.synthetic, []string{drawSynthetic}},
		{b.renders, []string{renderMedian, renderP95}},
	}
	for range b.runs {
		for _, step := range steps {
			if !b.wants(step.rows...) {
				continue
			}
			if err := step.does(t, s); err != nil {
				return err
			}
			if err := t.settle(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A place on the page, in CSS pixels.
type place struct{ X, Y, Width, Height float64 }

func (t *tab) place(selector string) (place, error) {
	return eval[place](t, fmt.Sprintf(`(() => {
		const { x, y, width, height } = document.querySelector(%q).getBoundingClientRect();
		return { X: x, Y: y, Width: width, Height: height };
	})()`, selector))
}

// A hand moves a mouse as a person does, without waiting for the page.
type hand struct {
	t    *tab
	sent sync.WaitGroup
	err  atomic.Pointer[error]
}

// every is the time between two events of a fast mouse.
const every = 8 * time.Millisecond

// move sends one event and waits until the time of the next.
func (h *hand) move(kind input.DispatchMouseEventType, x, y float64, more map[string]any) {
	// The protocol needs both deltas of a wheel. Its Go type omits a delta of 0.
	params := map[string]any{"type": kind, "x": x, "y": y}
	maps.Copy(params, more)
	h.sent.Go(func() {
		err := chromedp.Do(h.t.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			return target.Call(ctx, input.CommandDispatchMouseEvent, params, nil)
		}))
		if err != nil {
			h.err.Store(&err)
		}
	})
	time.Sleep(every)
}

func (h *hand) wheel(x, y, dx, dy float64, modifiers int) {
	h.move(input.DispatchMouseEventTypeMouseWheel, x, y, map[string]any{"deltaX": dx, "deltaY": dy, "modifiers": modifiers})
}

// drag moves to and fro with the button down.
func (h *hand) drag(x, y float64) {
	down := map[string]any{"button": "left", "buttons": 1, "clickCount": 1}
	h.move(input.DispatchMouseEventTypeMousePressed, x, y, down)
	for i := range 60 {
		h.move(input.DispatchMouseEventTypeMouseMoved, x+150*math.Sin(float64(i)/6), y, down)
	}
	h.move(input.DispatchMouseEventTypeMouseReleased, x, y, map[string]any{"button": "left", "clickCount": 1})
}

// rest waits until the page has handled all events.
func (h *hand) rest() error {
	h.sent.Wait()
	if err := h.err.Load(); err != nil {
		return *err
	}
	return nil
}

// Modifiers of the protocol.
const ctrl, shift = 2, 8

// gestures zooms from the whole trace to the deepest level and back at several places, and pans at many levels. With a
// nil size it records nothing.
func (b *bench) gestures(t *tab, s *size) error {
	at, err := t.place("#timeline")
	if err != nil {
		return err
	}
	if s != nil {
		if err := b.idle(t, s); err != nil {
			return err
		}
	}
	if _, err := eval[any](t, `(() => { for (const list of Object.values(traceglass.stats)) list.length = 0; bench.watchInput(); bench.watchFrames(true); })()`); err != nil {
		return err
	}
	h := hand{t: t}
	y := at.Y + at.Height/3
	for _, part := range []float64{0.3, 0.55, 0.8} {
		x := at.X + at.Width*part
		for _, direction := range []float64{-1, 1} {
			for i := range 120 {
				h.wheel(x, y, 0, direction*50, ctrl)
				if i%30 == 15 {
					for j := range 16 { // to and fro
						h.wheel(x, y, 40*float64(1-j/8*2), 0, shift)
					}
				}
			}
			if direction < 0 {
				h.drag(x, y)
			}
			if err := h.rest(); err != nil {
				return err
			}
			if s != nil && direction < 0 {
				pixel, err := eval[float64](t, `(() => {
					const { from, to, width, list } = traceglassDraw.surfaces[1];
					return (to - from) / (width - list.left) / 1000;
				})()`)
				if err != nil {
					return err
				}
				b.add(deepest, s, pixel)
			}
		}
	}
	type seen struct{ Gaps, Draw, Input, List, Handled, Framed, Drawn []float64 }
	v, err := eval[seen](t, `(() => {
		bench.watchFrames(false);
		return { Gaps: bench.gaps(), Draw: traceglass.stats.draw, Input: traceglass.stats.input, List: traceglass.stats.list,
			Handled: bench.handled, Framed: bench.framed, Drawn: bench.drawn };
	})()`)
	if err != nil || s == nil {
		return err
	}
	if len(v.Gaps) == 0 || len(v.Input) == 0 || len(v.Drawn) == 0 || len(v.Draw) == 0 {
		return fmt.Errorf("nothing was drawn: %d frames, %d lists after an input, %d drawings", len(v.Gaps), len(v.Input), len(v.Draw))
	}
	b.add(frameMedian, s, quantile(v.Gaps, 0.5))
	b.add(frameP95, s, quantile(v.Gaps, 0.95))
	b.add(handledMedian, s, quantile(v.Handled, 0.5))
	b.add(handledP95, s, quantile(v.Handled, 0.95))
	b.add(framedMedian, s, quantile(v.Framed, 0.5))
	b.add(pixelOver, s, quantile(v.Drawn, 0.5)-quantile(v.Handled, 0.5))
	b.add(pixelMedian, s, quantile(v.Drawn, 0.5))
	b.add(pixelP95, s, quantile(v.Drawn, 0.95))
	b.add(inputMedian, s, quantile(v.Input, 0.5))
	b.add(inputP95, s, quantile(v.Input, 0.95))
	b.add(listMedian, s, quantile(v.List, 0.5))
	b.add(listP95, s, quantile(v.List, 0.95))
	b.add(drawMedian, s, quantile(v.Draw, 0.5))
	b.add(drawP95, s, quantile(v.Draw, 0.95))
	return nil
}

// idle measures the time between frames of an idle page.
func (b *bench) idle(t *tab, s *size) error {
	gaps, err := eval[[]float64](t, `(async () => {
		bench.watchFrames(true);
		await new Promise((done) => setTimeout(done, 1000));
		bench.watchFrames(false);
		return bench.gaps();
	})()`)
	if err != nil {
		return err
	}
	b.add(frameIdle, s, quantile(gaps, 0.95))
	return nil
}

// A request is what bench.ask of probe.js takes.
type request struct {
	Canvas int    `json:"canvas"` // -1: no display list
	Data   []byte `json:"data"`   // in base64
}

// ask sends requests to the worker and returns how long each took, in ms.
func (t *tab) ask(bodies []message.Body) ([]float64, error) {
	requests := make([]request, len(bodies))
	for i, body := range bodies {
		requests[i] = request{-1, message.Encode(nil, 1<<30+uint32(i), body)}
		switch body.(type) {
		case *message.Timeline:
			requests[i].Canvas = int(canvas.Timeline)
		case *message.Minimap:
			requests[i].Canvas = int(canvas.Minimap)
		case *message.Flame:
			requests[i].Canvas = int(canvas.Flame)
		}
	}
	text, err := json.Marshal(requests)
	if err != nil {
		return nil, err
	}
	return eval[[]float64](t, fmt.Sprintf("bench.ask(%s)", text))
}

// queries returns requests about the open trace.
func (t *tab) queries() (queries, error) {
	span, err := eval[float64](t, "traceglassDraw.surfaces[0].list.to")
	return queries{int64(span)}, err
}

// views asks for display lists.
func (b *bench) views(t *tab, s *size) error {
	q, err := t.queries()
	if err != nil {
		return err
	}
	run := b.next()
	for _, v := range []struct {
		what string
		part float64
	}{{viewWhole, 1}, {view10, 10}, {view100, 100}, {view10000, 10_000}} {
		var bodies []message.Body
		for place := range places {
			if v.part > 1 || place == 0 {
				bodies = append(bodies, q.timeline(v.part, place, run))
			}
		}
		took, err := t.ask(bodies)
		if err != nil {
			return err
		}
		b.add(v.what, s, slices.Max(took))
	}
	whole := message.Scope{To: message.Whole}
	took, err := t.ask([]message.Body{q.minimap(), q.flame(whole), q.flame(whole)})
	if err != nil {
		return err
	}
	b.add(viewMinimap, s, took[0])
	b.add(viewFlame, s, took[2]) // the first may have had to sum
	return nil
}

// next returns a new number for requests, since the worker keeps its last answers.
func (b *bench) next() int {
	b.asked++
	return b.asked
}

// resums asks for the figures of a new range. With a nil size it records nothing.
func (b *bench) resums(t *tab, s *size) error {
	q, err := t.queries()
	if err != nil {
		return err
	}
	run := b.next()
	for _, v := range []struct {
		what  string
		scope message.Scope
	}{
		{resum90, q.scope(0.9, nil, message.Wall, run)},
		{resumClock, q.scope(0.9, nil, message.CPU, run)},
		{resum10, q.scope(0.1, nil, message.Wall, run)},
		{resumThreads, q.scope(0.9, []uint32{0, 1, 2, 3, 4}, message.Waiting, run)},
		{resumTerms, q.filtered(run)},
	} {
		took, err := t.ask(q.resum(v.scope))
		if err != nil {
			return err
		}
		if s != nil {
			b.add(v.what, s, took[0]+took[1]+took[2])
		}
	}
	return nil
}

// synthetic draws a list of the size that the row names.
func (b *bench) synthetic(t *tab, s *size) error {
	at, err := t.place("#timeline")
	if err != nil {
		return err
	}
	const columns, lines, labels = 100, 50, 100
	l := scene.List{To: 1, Width: scene.CSS(at.Width), Height: scene.CSS(at.Height), Content: scene.CSS(at.Height)}
	high := (at.Height - 1) / lines
	for slot := range 16 {
		for i := range columns * lines {
			if i%16 != slot { // rectangles are grouped by colour
				continue
			}
			l.Rects = append(l.Rects, scene.Rect{
				X: float32(at.Width / columns * float64(i%columns)), W: float32(at.Width/columns - 1),
				Y: float32(high * float64(i/columns)), H: float32(high - 1), Slot: scene.Slot(slot), Method: scene.NoMethod,
			})
		}
	}
	for i := range labels {
		l.Texts = append(l.Texts, scene.Text{X: float32(at.Width / labels * 5 * float64(i%20)), Y: float32(at.Height / 5 * (float64(i/20) + 0.5)), Width: 120, String: fmt.Sprintf("Method%d.invoke", i)})
	}
	list := l.Append(nil)
	for len(list)%8 != 0 { // a list's buffer is a multiple of 8 bytes
		list = append(list, 0)
	}
	data := base64.StdEncoding.EncodeToString(list)
	took, err := eval[[]float64](t, fmt.Sprintf("bench.draw(%q, 60)", data))
	if err != nil {
		return err
	}
	b.add(drawSynthetic, s, quantile(took, 0.5))
	return nil
}

// renders moves the mouse over the timeline and scrolls the method table, and records the interface's render times.
func (b *bench) renders(t *tab, s *size) error {
	at, err := t.place("#timeline")
	if err != nil {
		return err
	}
	const methods = `(document.querySelector("#tab-methods").click(), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`
	for _, do := range []string{methods, "traceglass.stats.render.length = 0"} {
		if _, err := eval[any](t, do); err != nil {
			return err
		}
	}
	h := hand{t: t}
	for i := range 120 {
		part := float64(i) / 120
		h.move(input.DispatchMouseEventTypeMouseMoved, at.X+at.Width*part, at.Y+at.Height*part, nil)
	}
	rows, err := t.place("[data-scroll=methods]")
	if err != nil {
		return err
	}
	for range 60 {
		h.wheel(rows.X+rows.Width/2, rows.Y+rows.Height/2, 0, 100, 0)
	}
	if err := h.rest(); err != nil {
		return err
	}
	took, err := eval[[]float64](t, "traceglass.stats.render")
	if err != nil {
		return err
	}
	if len(took) == 0 {
		return fmt.Errorf("nothing was rendered")
	}
	b.add(renderMedian, s, quantile(took, 0.5))
	b.add(renderP95, s, quantile(took, 0.95))
	return nil
}

// quantile returns the value that a part of the values does not exceed.
func quantile(values []float64, part float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(part*float64(len(sorted))))]
}
