// Package timeline is the call chart: the calls of all threads along time, with a ruler.
package timeline

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/brush"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/chips"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/steps"
)

// A View is the timeline. It has two components: a strip of controls and the canvas. The desk stores the
// visible time range.
type View struct {
	room.NoView
	Strip Strip
	Stage Stage

	desk    *desk.Desk
	call    ask.Query[*message.Call]
	off     ask.Query[*message.Switch]
	pointed *message.Call   // the call under the pointer, nil until it is loaded
	away    *message.Switch // the gap under the pointer, nil until it is loaded: a context switch, or time without a call
	awayAt  canvas.Hit      // the place of the gap
	label   canvas.Label
}

// A Strip has the controls above the canvas.
type Strip struct {
	desk     *desk.Desk
	timeline *View
}

// A Stage is the canvas and its tooltip.
type Stage struct {
	desk     *desk.Desk
	timeline *View
	tip      canvas.Tip
}

var _ room.Part = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	v := &View{desk: d}
	v.Strip = Strip{desk: d, timeline: v}
	v.Stage = Stage{desk: d, timeline: v}
	return v
}

// Canvases returns the canvas of the timeline.
func (v *View) Canvases() []canvas.ID { return []canvas.ID{canvas.Timeline} }

// RequestData requests the draw list, and the times of the call under the pointer.
func (v *View) RequestData() {
	d := v.desk
	d.Time.Want(d.Host, &d.Line, d.Timeline())
	brush.Mark(d, &d.Time)
	v.hover()
}

// hover requests the times of the call or gap under the pointer.
func (v *View) hover() {
	d, h := v.desk, &v.desk.Time.Hover
	hit := h.Hit
	if !h.Shown || v.pointed != nil && v.pointed.Call != hit.Call() {
		v.pointed = nil
	}
	if !h.Shown || v.awayAt != hit {
		v.away = nil
	}
	if !h.Shown {
		return
	}
	d.Names.Need(hit.Method)
	if hit.Merged {
		return
	}
	if hit.Method != message.NoNode && v.pointed == nil {
		v.call.Want(&d.Line, &message.CallInfo{Call: hit.Call()}, func(m *message.Call) {
			if h.Shown && m.Found && m.Call == h.Hit.Call() {
				v.pointed = m
				v.call.Invalidate()
			}
		})
	}
	if (hit.Switch || hit.NoCall) && !hit.IsEnding() && v.away == nil {
		middle := int64(d.Time.At(hit.X + hit.W/2))
		v.off.Want(&d.Line, &message.SwitchInfo{Thread: hit.Thread, At: middle, NoCall: hit.NoCall}, func(m *message.Switch) {
			if h.Shown && h.Hit == hit && m.Found {
				v.away, v.awayAt = m, hit
				v.off.Invalidate()
			}
		})
	}
}

// Input handles an input on the canvas.
func (v *View) Input(in canvas.Input) {
	brush.Point(v.desk, &v.desk.Time, in)
	v.label.Follow(v.desk.Host, &v.desk.Time, in)
	v.desk.Time.Handle(v.desk.Host, in, canvas.InTrace, false, v)
}

// Drawn stores the layout of the list that the canvas now shows.
func (v *View) Drawn(g canvas.Geometry) {
	d := v.desk
	d.Time.Drawn(g)
	if d.Reveal != message.RevealNothing && !g.Stale && g.From == d.Time.View.From && g.To == d.Time.View.To {
		d.Reveal = message.RevealNothing
		d.Time.View.ScrollY = g.ScrollY
	}
	brush.Mark(d, &d.Time)
}

// Zone returns the part of the canvas under an input.
func (v *View) Zone(in canvas.Input) canvas.Zone {
	if p := &v.desk.Time; in.StartingY() < p.Top {
		return brush.ScaleZone(v.desk, p, in)
	}
	return v.desk.Time.Zone(in)
}

// Touch performs a gesture on the canvas.
func (v *View) Touch(act canvas.Act, in canvas.Input) {
	d, h := v.desk, in.Hit
	switch {
	case brush.Drag(d, &d.Time, act, in):
		return
	case act == canvas.Menu || act == canvas.Choose && v.label.More(&d.Time, in):
		v.open(in)
	case act == canvas.Choose && h.Span:
		steps.ChooseSpan(d, h.Call())
	case act == canvas.Choose && h.IsFrameworkLine():
		d.ToggleFramework(h.Thread)
	case act == canvas.Choose && h.Method == message.NoNode: // the thread's own row
		d.ToggleCollapsed(h.Thread)
	case act == canvas.Choose:
		d.ChooseCall(h.Call(), h.Method)
	case act == canvas.Deselect && in.Y < d.Time.Top:
		d.ClearRange()
	case act == canvas.Deselect:
		d.HasCall = false
	case act == canvas.ZoomTo:
		if h.Method != message.NoNode {
			d.ZoomToCall(h.Call(), h.Method)
		}
	default:
		d.Time.Move(d.Host, &d.Time, act, in)
		return
	}
	d.Host.Redraw()
}

// open opens the menu of the call, thread or time under an input.
func (v *View) open(in canvas.Input) {
	d, h := v.desk, in.Hit
	m := desk.Menu{At: desk.Place{X: in.PageX, Y: in.PageY}, ReturnFocus: "timeline"}
	d.Time.Hover.Leave(d.Host)
	switch {
	case !h.OK || in.Y < d.Time.Top:
		menus.OpenTime(d, d.Time.At(in.X), m)
	case h.Merged:
		m.Items = []desk.Command{{Name: words.T("Zoom in here"), Do: func() {
			d.Time.Around(d.Time.At(h.X), d.Time.At(h.X+h.W))
			d.Time.Preview(d.Host)
		}}, {}}
		menus.OpenThread(d, h.Thread, m)
	case h.Method == message.NoNode:
		menus.OpenThread(d, h.Thread, m)
	default:
		v.openCall(h.Call(), h.Method, m)
	}
}

// openCall opens the menu of a call.
func (v *View) openCall(call message.CallRef, method uint32, m desk.Menu) {
	d := v.desk
	d.Names.Need(method)
	menus.OpenThing(d, menus.Thing{
		View: menus.TimelineView, Method: method, Call: call, HasCall: true, Node: message.NoNode, Fold: d.Fold,
		Zoom: func() { d.ZoomToCall(call, method) },
	}, m)
}

// Menu opens the menu of the selected call, or of the timeline if no call is selected.
func (v *View) Menu(id string, at desk.Place) bool {
	if id != "timeline" && id != "" {
		return false
	}
	m := desk.Menu{At: at, Element: "timeline", ReturnFocus: "timeline"}
	if d := v.desk; d.HasCall {
		v.openCall(d.Call, d.Method, m)
	} else {
		menus.OpenTime(d, -1, m)
	}
	return true
}

// Do performs a gesture from the keyboard.
func (v *View) Do(act canvas.Act) bool {
	d := v.desk
	switch act {
	case canvas.GoUp:
		steps.Nested(d, message.ToCaller)
	case canvas.GoDown:
		steps.Nested(d, message.ToCallee)
	case canvas.GoLeft:
		steps.Nested(d, message.ToPrevious)
	case canvas.GoRight:
		steps.Nested(d, message.ToNext)
	case canvas.NextCall:
		steps.Call(d, false)
	case canvas.PreviousCall:
		steps.Call(d, true)
	case canvas.NextSpan:
		steps.Span(d, message.ToSpan, false, message.FrameLimits[d.Limit])
	case canvas.PreviousSpan:
		steps.Span(d, message.ToSpan, true, message.FrameLimits[d.Limit])
	case canvas.NextOfAll:
		steps.Span(d, message.ToSpan, false, 0)
	case canvas.PreviousOfAll:
		steps.Span(d, message.ToSpan, true, 0)
	case canvas.LowerSpans:
		steps.Span(d, message.ToSpanRow, false, 0)
	case canvas.UpperSpans:
		steps.Span(d, message.ToSpanRow, true, 0)
	case canvas.NextThread:
		steps.Thread(d, 1)
	case canvas.PreviousThread:
		steps.Thread(d, -1)
	case canvas.Fit:
		if !d.Fit() {
			v.showAll()
		}
	default:
		x, y := d.Time.Middle()
		if d.Cursor.Shown {
			x = d.Time.InView(d.Cursor.At)
		}
		return d.Time.Do(d.Host, &d.Time, act, x, y)
	}
	return true
}

func (v *View) showAll() {
	v.desk.Time.ShowAll()
	v.desk.Time.Preview(v.desk.Host)
}

// label describes the canvas for screen readers.
func (c *Stage) label() string {
	d := c.desk
	from, to := words.Range(int64(d.Time.View.From), int64(d.Time.View.To))
	return words.Say("Timeline, {1} to {2} of {3}. Arrow keys move between calls; the Threads tab lists the threads.", from, to, words.Brief(d.Trace.Span))
}

// front records that the canvas has the focus.
func (c *Stage) front() { c.desk.Front = canvas.Timeline }

// place returns the tooltip over the canvas, filled and in its place.
func (c *Stage) place() vugu.Builder {
	t, d, v := &c.tip, c.desk, c.timeline
	if v.label.Shown && t.PlaceAt(&d.Time, &v.label) {
		t.Last, t.Facts = d.ThreadName(v.label.Hit.Thread), facts.Thread(d, v.label.Hit.Thread)
		return t
	}
	if !t.Place(&d.Time) {
		return t
	}
	h := &d.Time.Hover.Hit
	if d.HasCall && d.Call == h.Call() {
		t.AvoidCallers(false)
	}
	t.First, t.Last = d.Names.Parts(h.Method)
	switch {
	case h.IsEnding():
		if call := v.pointed; call != nil && call.Call == h.Call() {
			t.Note = words.Say("no records · {1} · {2} was still in this call when the recording ended, at {3}. No call's times include this.",
				words.Brief(call.AfterEnd), d.ThreadName(h.Thread), words.Brief(call.To+call.AfterEnd))
		}
	case h.Merged && h.Switch:
		t.Note = words.T("Several context switches, each narrower than a pixel: off the CPU for at least half of this span. Zoom in to see each.")
	case h.Merged:
		t.Note = words.T("Several calls, each narrower than a pixel. Zoom in to see each.")
	case v.pointed != nil && v.pointed.Call == h.Call():
		t.Facts = facts.Call(d, v.pointed)
		if h.Span && v.pointed.Unexplained {
			t.Note = words.T("Not explained: off the CPU for a reason that no method shows")
		}
	}
	if off := v.away; off != nil && v.awayAt == *h {
		t.Note = v.awayText(off, h)
	}
	return t
}

// awayText describes a context switch, or time without a call.
func (v *View) awayText(off *message.Switch, h *canvas.Hit) string {
	d := v.desk
	length := words.Brief(off.To - off.From)
	from, to := words.Range(off.From, off.To)
	if h.NoCall && (len(d.Measures()) > 0 || desk.MainSamples(d.Trace) > 0) {
		return words.Say("no sample · {1} · nothing is known of {2} from {3} to {4}", length, d.ThreadName(h.Thread), from, to)
	}
	if h.NoCall {
		return words.Say("no call recorded · {1} · {2} had no traced method on its stack from {3} to {4}", length, d.ThreadName(h.Thread), from, to)
	}
	if d.Trace.OffCPU {
		return words.Say("off the CPU · {1} for {2}, from {3} to {4}", d.ThreadName(h.Thread), length, from, to)
	}
	says := words.Text("context switch · {1} was off the CPU for {2} within {3} – {4}")
	if d.Trace.Sampled {
		says = "context switch · {1} was off the CPU for {2} within {3} – {4} · recorded by sampling, which stops all threads: the sampler may have caused much of this time"
	}
	from, to = words.Range(off.Low, off.High)
	return words.Say(says, d.ThreadName(h.Thread), length, from, to)
}

// ---- The strip ----

// sorts returns the menu of the order of threads.
func (c *Strip) sorts() *bar.Select {
	names := [...]words.Text{message.ThreadsByActivity: "by activity", message.ThreadsByName: "by name", message.ThreadsByID: "by id"}
	return &bar.Select{
		ID: "thread-sort", Label: "Threads",
		Options: bar.Numbered(names[:], int(c.desk.Sort)),
		Do:      bar.Number(func(n int) { c.desk.Sort = min(message.ThreadSort(n), message.ThreadsByID) }),
	}
}

func (c *Strip) collapseName() string {
	if len(c.desk.Collapsed) > 0 {
		return words.T("Expand all")
	}
	return words.T("Collapse all")
}

func (c *Strip) collapseHint() string {
	if len(c.desk.Collapsed) > 0 {
		return words.T("Show every thread with one row per depth")
	}
	return words.T("Show every thread as one row")
}

// axisNote names the clock of the axis if the figures use another clock.
func (c *Strip) axisNote() string {
	if t := c.desk.Trace; t != nil && len(t.Measures) > 0 && !t.OffCPU {
		return words.T("axis: wall time")
	}
	if clocks := c.desk.Clocks(); len(clocks) > 0 && c.desk.Clock != clocks[0] {
		return words.Say("axis: {1} time", strings.ToLower(c.desk.ClockName(clocks[0])))
	}
	return ""
}

func (c *Strip) filters() *bar.Row {
	return &bar.Row{Class: "chips", Each: "chip", Buttons: chips.Of(c.desk)}
}

// switches returns the two switches for context switches.
func (c *Strip) switches() *bar.Row {
	d := c.desk
	one := !d.TwoClocks()
	title := func(text string) string {
		if one {
			return desk.OneClock.String()
		}
		return text
	}
	return &bar.Row{Class: "pair", Each: "quiet", Buttons: []bar.Button{
		{ID: "gaps", Name: words.T("CPU gaps"), Title: title(words.T("Hatch calls where their thread was off the CPU for more than 100 µs (G)")),
			Disabled: one, State: bar.Is(!d.NoGaps && !one), Do: d.ToggleGaps},
		{ID: "switches", Name: words.T("Separate switches"), Title: title(words.T("Count context switches as a separate method, not in exclusive times (X)")),
			Disabled: one, State: bar.Is(d.Switches), Do: d.ToggleSwitches},
	}}
}

func (c *Strip) legend() *bar.Row {
	all := chips.Legend(c.desk)
	return &bar.Row{Class: "origins", Role: "group", Label: words.T("Colours"), Hidden: len(all) == 0, Buttons: all}
}

// offer returns the text that links to a dump with main's stack, "" if no such dump is open.
func (c *Strip) offer() string { return c.desk.Dumps.Offer() }

func (c *Strip) showOffer() { c.desk.Dumps.ShowOffer() }

func (c *Strip) fit() { c.timeline.Do(canvas.Fit) }
