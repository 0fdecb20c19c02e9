//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// minimapMovesTimeline: the minimap has the timeline's x axis and a box that moves and zooms the timeline. It labels
// its lanes, marks matches and the selected method, and shows the time and a tooltip at the pointer.
func minimapMovesTimeline(t *testing.T, p *page, k *known) {
	v, o := p.ViewOf(timeline), p.ViewOf(minimap)
	if v.From != o.From || v.To != o.To || v.Left != o.Left || v.Right != o.Right {
		t.Errorf("the timeline shows %v–%v from x %v to %v, the minimap %v–%v from %v to %v", v.From, v.To, v.Left, v.Right, o.From, o.To, o.Left, o.Right)
	}
	if names := eval[string](p, `traceglassDraw.surfaces[0].strings.join(", ")`); !strings.Contains(names, "main") || !strings.Contains(names, "other threads") {
		t.Errorf("the minimap says %q", names)
	}

	x, y := (o.Left+o.Right)/2, o.Top+20
	p.Move(x, y)
	tip := func() string {
		return eval[string](p, `document.querySelector(".minimap-stage .tip.shown")?.innerText ?? ""`)
	}
	at := int64(o.at(x))
	m := ask[*message.Moment](k, &message.MomentInfo{At: at})
	p.Until("the tooltip", "true", func() string {
		said := tip()
		return fmt.Sprint(strings.Contains(said, k.Thread(m.Thread).Name) && strings.Contains(said, words.Percent(m.Share)) &&
			(m.Method == message.NoNode || strings.Contains(said, k.Name(m.Method).Label)))
	})
	for _, canvas := range []int{minimap, timeline} {
		if time := eval[string](p, fmt.Sprintf(`traceglassDraw.surfaces[%d].range.time`, canvas)); !strings.HasSuffix(time, "s") {
			t.Errorf("canvas %d has the time %q at the pointer", canvas, time)
		}
	}
	p.Shots("minimap-tip")

	// Drag the right edge of the box, then the box itself.
	p.Drag(o.Right-2, y, o.Left+400, y)
	z := p.ViewOf(timeline)
	if z.From != o.From || !near(z.To, o.at(o.Left+400), 3*o.perPixel()) {
		t.Errorf("a drag of the box's side shows %.0f to %.0f, want %.0f to %.0f", z.From, z.To, o.From, o.at(o.Left+400))
	}
	p.Drag(o.Left+200, y, o.Left+300, y)
	z = p.ViewOf(timeline)
	if !near(z.From, o.at(o.Left+100), 3*o.perPixel()) || !near(z.To, o.at(o.Left+500), 3*o.perPixel()) {
		t.Errorf("a drag of the box shows %.0f to %.0f, want %.0f to %.0f", z.From, z.To, o.at(o.Left+100), o.at(o.Left+500))
	}
	box := eval[[2]float64](p, `(() => { const { boxFrom, boxTo } = traceglassDraw.surfaces[0].range; return [boxFrom, boxTo]; })()`)
	if box != [2]float64{z.From, z.To} {
		t.Errorf("the box is drawn from %.0f to %.0f, the timeline shows %.0f to %.0f", box[0], box[1], z.From, z.To)
	}
	if from, to := p.Range(); from != to {
		t.Errorf("a range was selected: %d to %d", from, to)
	}

	// Outside the box a drag selects a range.
	p.Drag(o.Left+700, y, o.Left+800, y)
	if from, _ := p.Range(); !near(float64(from), o.at(o.Left+700), 3*o.perPixel()) {
		t.Errorf("a drag outside the box selected a range from %d", from)
	}
	p.Keys("\x1b")

	marks := func(slot scene.Slot) string {
		p.WaitDrawn(minimap)
		return fmt.Sprint(eval[bool](p, fmt.Sprintf(`(() => { const s = traceglassDraw.surfaces[0]; for (let g = 0; g < s.groups; g++) if ((s.u32[16 + 2 * g] & 255) === %d) return true; return false; })()`, slot)))
	}
	if marks(scene.SlotExtent) != "false" || marks(scene.SlotFound) != "false" {
		t.Error("marks appear before a selection")
	}
	p.Click(row("methods", 3) + " .fn")
	p.Until("marks of the method", "true", func() string { return marks(scene.SlotExtent) })
	p.Click("#find")
	p.Keys(k.Name(ask[*message.Rows](k, &message.MethodRows{Scope: whole, Count: 4}).Rows[3].Method).Name)
	p.Until("marks of the hits", "true", func() string { return marks(scene.SlotFound) })
	p.Shots("minimap")
	p.Keys(kb.Escape)
}
