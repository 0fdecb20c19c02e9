// Package tracing is the room of a trace: the minimap, the timeline, the views in their tabs, and the details.
package tracing

import (
	"strings"
	"unicode/utf8"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/chips"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/filter"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/tracing/about"
	"traceglass/wasm/ui/tracing/callers"
	"traceglass/wasm/ui/tracing/callgraph"
	"traceglass/wasm/ui/tracing/calltree"
	"traceglass/wasm/ui/tracing/details"
	"traceglass/wasm/ui/tracing/flamegraph"
	"traceglass/wasm/ui/tracing/methods"
	"traceglass/wasm/ui/tracing/minimap"
	"traceglass/wasm/ui/tracing/overview"
	"traceglass/wasm/ui/tracing/threads"
	"traceglass/wasm/ui/tracing/timeline"
)

// A Room is the views of a trace, and their component.
type Room struct {
	room.Shell
	desk     *desk.Desk
	minimap  *minimap.View
	timeline *timeline.View
	details  *details.View
	methods  *methods.View
	callers  *callers.View
	flame    *flamegraph.View
}

// New returns the room.
func New(d *desk.Desk) *Room {
	r := &Room{
		desk: d, minimap: minimap.New(d), timeline: timeline.New(d), details: details.New(d),
		methods: methods.New(d), callers: callers.New(d), flame: flamegraph.New(d),
	}
	r.Init(d.Page, "", "Views", &d.Tab)
	r.OnShow(d.Show)
	r.Parts = []room.Part{r.minimap, r.details, r.timeline}
	r.Views = []room.View{
		overview.New(d),
		r.methods,
		calltree.TopDown(d),
		calltree.BottomUp(d),
		r.flame,
		r.callers,
		threads.New(d),
		about.New(d),
		callgraph.New(d),
	}
	return r
}

// Open shows a trace that was read.
func (r *Room) Open(trace *message.Description) {
	r.desk.Open(trace)
	r.Begin()
}

// Forget closes the trace.
func (r *Room) Forget() {
	r.desk.Forget()
	r.Begin()
}

// RequestData requests missing data of the visible parts.
func (r *Room) RequestData() {
	r.minimap.RequestData()
	r.timeline.RequestData()
	r.Current().RequestData()
	r.desk.Dumps.WantMain()
	r.details.RequestData()
	r.desk.RequestData()
}

// Step selects the next or previous method that matches the search, or in the flame graph the frame.
func (r *Room) Step(back bool) {
	if r.Current() != r.flame || !r.flame.StepHit(back) {
		r.methods.StepHit(back)
	}
}

// Do performs an act of the keyboard. The canvas of the visible view comes first, if it was used last.
func (r *Room) Do(act canvas.Act) bool {
	d := r.desk
	if r.ShowTab(act) {
		return true
	}
	switch act {
	case canvas.Find:
		d.Host.Focus("find")
	case canvas.NextClock:
		d.NextClock(d.Clocks())
	case canvas.Fold:
		d.ToggleFold()
	case canvas.Gaps:
		d.ToggleGaps()
	case canvas.Switches:
		d.ToggleSwitches()
	case canvas.Charge:
		d.NextCode()
	case canvas.Framework:
		d.ToggleFrameworks()
	case canvas.Invert:
		return r.flame.Do(act)
	case canvas.Maximise:
		d.Split.Maximise(desk.ViewsPart)
	case canvas.MaximiseTime:
		d.Split.Maximise(desk.TimelinePart)
	case canvas.Back:
		r.back()
	default:
		return r.Current().Do(act) || r.timeline.Do(act)
	}
	return true
}

// back goes back one level: what an answer selected, call, method, part, the zoom of a graph, range, zoom. The range comes after
// everything inside it, because all figures change with it.
func (r *Room) back() {
	d := r.desk
	switch {
	case d.StepBack():
	case d.HasCall:
		d.HasCall = false
	case d.Method != message.NoNode:
		d.Method = message.NoNode
	case d.Search.Part != "":
		d.Search.FindPart("", "")
	case r.Current().Do(canvas.Back):
	case d.Ranged():
		d.ClearRange()
	default:
		r.timeline.Do(canvas.ShowAll)
	}
}

// Home returns the id of the element that gets the focus when a dialog closes.
func (r *Room) Home() string { return "timeline" }

// Facts returns the line that describes the trace.
func (r *Room) Facts() string { return facts.Trace(r.desk.Trace) }

// Printed returns the view, the clock, the scope, the time that is 100 %, and the rows of a table.
func (r *Room) Printed() string {
	v := r.Current()
	parts := []string{v.Tab().Name.String(), words.Say("{1} time", r.desk.ClockName(r.desk.Clock))}
	for _, c := range append(chips.Of(r.desk), filter.Of(r.desk).Chips()...) {
		if c.Name != "" {
			parts = append(parts, c.Name)
		}
	}
	if whole := r.totalText(); whole != "" {
		parts = append(parts, whole)
	}
	if rows := v.Status().Rows; rows != "" {
		parts = append(parts, rows)
	}
	return strings.Join(parts, " · ")
}

// Notes returns the warnings about the file. Their places are bytes of the file.
func (r *Room) Notes() []message.Note { return r.desk.Trace.Notes }
func (r *Room) NotePlaces() string    { return words.T("First byte") }

// Properties returns the options in the file, each with its meaning.
func (r *Room) Properties() []node.Fact { return facts.Options(r.desk.Trace) }

// Read returns how the file was read: bytes, time, and the memory in use.
func (r *Room) Read() string {
	t := r.desk.Trace
	return words.Say("read {1} in {2} · {3} held", words.Size(t.Bytes), words.Brief(max(1, int64(t.ReadMillis))*1e6), words.Size(t.Memory))
}

// Spoken returns the selection as text for screen readers, "" for none.
func (r *Room) Spoken() string {
	d := r.desk
	if s := r.Current().Status().Spoken; s != "" {
		return s
	}
	switch {
	case d.HasCall && d.Chosen != nil:
		call := d.Chosen
		return words.Say("{1}, {2} {3}, from {4} on {5}", d.Names.Label(call.Method), d.Figure(call.Inclusive[d.Clock], d.Clock), d.ClockName(d.Clock), words.Duration(call.From), d.ThreadName(call.Call.Thread))
	case d.Search.Text != "":
		return d.Search.Tally()
	}
	if d.AtStart() {
		return ""
	}
	return d.ScopeText()
}

// Commands returns the commands of the palette that have no key.
func (r *Room) Commands() []desk.Command {
	d := r.desk
	colour := func(c message.Colour) func() { return func() { d.SetColour(c) } }
	all := append(grid.GroupMethods.Commands(r.methods.GroupBy), grid.GroupRelatives.Commands(r.callers.GroupBy)...)
	all = append(all, d.Owners.Commands(d, func() { r.methods.GroupBy(message.ByPackage) })...)
	all = append(all, menus.ThreadCommands(d)...)
	if d.Method != message.NoNode {
		all = append(all, d.NameCommands(func() (name, facts string) { return d.Names.Source(d.Method) })[1:]...)
	}
	return append([]desk.Command{
		{Name: words.T("Colour by rank"), Do: colour(message.ColourByRank)},
		{Name: words.T("Colour by package"), Do: colour(message.ColourByPackage)},
		{Name: words.T("Colour by origin: own, library or platform code"), Do: colour(message.ColourByOrigin)},
		{Name: words.T("Remove the filter"), Do: func() { d.Filter = "" }},
		{Name: words.T("Choose where source code opens…"), Do: d.ChooseSource},
		{Name: words.T("Idle waits: exclude or include"), Do: d.ToggleIdle},
		{Name: words.T("Sandwich: callers and callees of the selected method"), Do: func() { d.ShowSandwich(d.Method) }},
		{Name: words.T("Show all threads"), Do: d.ShowHidden},
		{Name: words.T("Sum over all threads"), Do: d.ClearThreads},
		{Name: words.T("Sum over the whole trace"), Do: d.ClearRange},
	}, all...)
}

// ---- The markup ----

// totalText returns the time that is 100 % in the visible view.
func (r *Room) totalText() string {
	if s := r.Current().Status(); s.OwnTotal {
		return s.Total
	}
	return r.desk.TotalText()
}

// isLong reports whether a text does not fit in two short lines next to the tabs.
func isLong(total string) bool {
	const line = 26 // letters
	longest := 0
	for word := range strings.FieldsSeq(total) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return longest > line || utf8.RuneCountInString(total) > 2*line-6
}

// totalTitle explains how that time was summed, "" if the view has its own.
func (r *Room) totalTitle() string {
	if r.Current().Status().OwnTotal {
		return ""
	}
	return r.desk.TotalTitle()
}

// terms returns the row of the filter.
func (r *Room) terms() *bar.Row {
	return filter.Of(r.desk).Row()
}

func (r *Room) height() int { return int(r.desk.Split.Timeline(r.desk.Time.View.Height)) }

func (r *Room) width() int { return int(r.desk.Split.Details()) }

func (r *Room) holdTimeline(event vugu.DOMEvent) {
	r.desk.Split.HoldTimeline(r.desk.Time.View.Height, event)
}
