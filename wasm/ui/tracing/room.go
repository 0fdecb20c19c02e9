// Package tracing is the room of the page in which a trace is shown: the minimap, the timeline,
// the views in their tabs, and the details beside them.
package tracing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
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

// A view is one of the tabs. It is the component of its panel, which it hides while another is
// shown.
type view interface {
	vugu.Builder
	Tab() desk.Tab
	Open()                                      // begins with the trace on the desk, if there is one
	RequestData()                               // asks for what is shown and not at hand; while it is shown
	Key(canvas.Key) bool                        // while its table has the keyboard
	Sized(box string, top, height float64) bool // a scroll box has scrolled or changed its size
}

// A drawer is a view with a canvas.
type drawer interface {
	Input(canvas.Input)
	Do(canvas.Act) bool // a gesture of the keyboard
	Drawn(canvas.Geometry)
}

// A Room is the component of all this.
type Room struct {
	desk     *desk.Desk
	minimap  *minimap.View
	timeline *timeline.View
	details  *details.View
	methods  *methods.View
	flame    *flamegraph.View
	views    []view
}

// New makes the room.
func New(d *desk.Desk) *Room {
	r := &Room{
		desk: d, minimap: minimap.New(d), timeline: timeline.New(d), details: details.New(d),
		methods: methods.New(d), flame: flamegraph.New(d),
	}
	// In the order of their keys, 1 to 9.
	r.views = []view{
		overview.New(d),
		r.methods,
		calltree.TopDown(d),
		calltree.BottomUp(d),
		r.flame,
		callers.New(d),
		threads.New(d),
		about.New(d),
		callgraph.New(d),
	}
	return r
}

// Open shows a trace that has been read.
func (r *Room) Open(trace *message.Description) {
	r.desk.Open(trace)
	r.begin()
}

// Forget drops the trace.
func (r *Room) Forget() {
	r.desk.Forget()
	r.begin()
}

func (r *Room) begin() {
	r.minimap.Open()
	r.details.Open()
	for _, v := range r.views {
		v.Open()
	}
}

// shown is the view that is shown.
func (r *Room) shown() view {
	i := slices.IndexFunc(r.views, func(v view) bool { return v.Tab().ID == r.desk.Tab })
	return r.views[max(i, 0)]
}

// RequestData asks for what is shown and not at hand.
func (r *Room) RequestData() {
	r.minimap.RequestData()
	r.timeline.RequestData()
	r.shown().RequestData()
	r.desk.Dumps.WantMain()
	r.details.RequestData()
	r.desk.RequestData()
}

// Sized takes what the browser reports of a scroll box.
func (r *Room) Sized(box string, top, height float64) bool {
	return slices.ContainsFunc(r.views, func(v view) bool { return v.Sized(box, top, height) })
}

// drawers are the canvases, by canvas.ID: of those that several views draw on, the view shown.
func (r *Room) drawer(c canvas.ID) drawer {
	switch c {
	case canvas.Minimap:
		return minimapDrawer{r.minimap}
	case canvas.Timeline:
		return r.timeline
	}
	for _, v := range r.views {
		if d, ok := v.(interface {
			drawer
			Canvas() canvas.ID
		}); ok && d.Canvas() == c {
			return d
		}
	}
	return nil
}

// minimapDrawer has the keys of the timeline, since what they do is to be seen there.
type minimapDrawer struct{ *minimap.View }

func (minimapDrawer) Do(canvas.Act) bool { return false }

// Input takes what happened on a canvas.
func (r *Room) Input(in canvas.Input) {
	if d := r.drawer(in.Canvas); d != nil {
		d.Input(in)
	}
}

// HideTips takes the tips over the canvases away.
func (r *Room) HideTips() {
	for c := canvas.Minimap; c <= canvas.Graph; c++ {
		r.Input(canvas.Input{Canvas: c, Kind: canvas.HideTips})
	}
}

// Drawn is told of each list that is drawn.
func (r *Room) Drawn(g canvas.Geometry) {
	if d := r.drawer(g.Canvas); d != nil {
		d.Drawn(g)
	}
}

// Key takes a key outside of text fields: it moves among the tabs, or in the table shown.
func (r *Room) Key(k canvas.Key) bool {
	if strings.HasPrefix(k.Focus, "tab-") {
		return r.tabKey(k)
	}
	if k.Mod || k.Alt {
		return false
	}
	v := r.shown()
	if t, ok := v.(interface{ FocusKey(canvas.Key) bool }); ok && t.FocusKey(k) {
		return true
	}
	if !k.Row {
		return false
	}
	return (k.Focus == "" || k.Focus == v.Tab().ID+"-rows") && v.Key(k)
}

// tabKey moves among the tabs while one of them has the keyboard.
func (r *Room) tabKey(k canvas.Key) bool {
	to, ok := k.Along(slices.IndexFunc(r.views, func(v view) bool { return v == r.shown() }), len(r.views))
	if !ok {
		return false
	}
	tab := r.views[to].Tab()
	r.desk.Show(tab.ID)
	r.desk.Host.Focus("tab-" + tab.ID)
	return true
}

// Editing is for text fields of the room, of which there are none.
func (r *Room) Editing(canvas.Key) bool { return false }

// Step goes to the next method that the search matches, or to the one before.
func (r *Room) Step(back bool) { r.methods.StepHit(back) }

// Do does a gesture of the keyboard: the canvas of the view that is shown has the first word,
// where it is the one that was used last.
func (r *Room) Do(act canvas.Act) bool {
	d := r.desk
	if n, ok := canvas.TabOf(act); ok {
		if n < len(r.views) {
			d.Show(r.views[n].Tab().ID)
		}
		return n < len(r.views)
	}
	switch act {
	case canvas.Find:
		d.Host.Focus("find")
	case canvas.NextClock:
		d.NextClock(d.Clocks())
	case canvas.Fold:
		d.Fold = !d.Fold
	case canvas.Gaps:
		d.ToggleGaps()
	case canvas.Switches:
		d.ToggleSwitches()
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
		if front, ok := r.shown().(drawer); ok && front.Do(act) {
			return true
		}
		return r.timeline.Do(act)
	}
	return true
}

// back goes back one level: range, call, method, zoom.
func (r *Room) back() {
	d := r.desk
	front, _ := r.shown().(drawer)
	switch {
	case d.Ranged():
		d.ClearRange()
	case d.HasCall:
		d.HasCall = false
	case d.Method != message.NoNode:
		d.Method = message.NoNode
	case front != nil && front.Do(canvas.Back):
	default:
		r.timeline.Do(canvas.ShowAll)
	}
}

// Menu opens the menu of what the element of an id stands for, or of what is chosen where that has
// the keyboard; false where there is no such thing.
func (r *Room) Menu(id string, at desk.Place) bool {
	for _, v := range []any{r.shown(), r.details} {
		if m, ok := v.(interface {
			Menu(string, desk.Place) bool
		}); ok && m.Menu(id, at) {
			return true
		}
	}
	return (id == "timeline" || id == "") && r.timeline.Menu(at)
}

// Home is the element that has the keyboard if no other has.
func (r *Room) Home() string { return "timeline" }

// Facts is the line that describes the trace.
func (r *Room) Facts() string { return r.desk.Facts() }

// Printed says what is shown: the clock, what is chosen, what 100 % is, and of a table which rows.
func (r *Room) Printed() string {
	v := r.shown()
	parts := []string{v.Tab().Name.String(), words.Say("{1} time", r.desk.ClockName(r.desk.Clock))}
	for _, c := range r.desk.Chips() {
		parts = append(parts, c.Text)
	}
	if whole := r.totalText(); whole != "" {
		parts = append(parts, whole)
	}
	if t, ok := v.(interface{ RangeText() string }); ok && t.RangeText() != "" {
		parts = append(parts, t.RangeText())
	}
	return strings.Join(parts, " · ")
}

// Notes are the receipt's lines; their places are bytes of the file.
func (r *Room) Notes() []message.Note { return r.desk.Trace.Notes }
func (r *Room) NotePlaces() string    { return words.T("First byte") }

// Properties are the file's own options, each with what it means.
func (r *Room) Properties() []node.Fact { return r.desk.Properties() }

// Read says what reading the file took.
func (r *Room) Read() string {
	t := r.desk.Trace
	return words.Say("read {1} in {2} · {3} held", words.Size(t.Bytes), words.Brief(max(1, int64(t.ReadMillis))*1e6), words.Size(t.Memory))
}

// Spoken is what a screen reader is told of what is chosen, "" for nothing.
func (r *Room) Spoken() string {
	d := r.desk
	if s, ok := r.shown().(interface{ Spoken() string }); ok && s.Spoken() != "" {
		return s.Spoken()
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

// Graphviz hands what Graphviz made to the view that asked.
func (r *Room) Graphviz(number uint32, text, failure string) {
	for _, v := range r.views {
		if g, ok := v.(interface {
			Graphviz(number uint32, text, failure string)
		}); ok {
			g.Graphviz(number, text, failure)
		}
	}
}

// Tabs are the names of the views in the order of their keys.
func (r *Room) Tabs() []string {
	var all []string
	for _, v := range r.views {
		all = append(all, v.Tab().Name.String())
	}
	return all
}

// Commands are those of the palette that no key is for, and the views.
func (r *Room) Commands() []desk.Command {
	d := r.desk
	colour := func(c message.Colour) func() { return func() { d.SetColour(c) } }
	return append([]desk.Command{
		{Name: words.T("Colour by rank"), Do: colour(message.ColourByRank)},
		{Name: words.T("Colour by package"), Do: colour(message.ColourByPackage)},
		{Name: words.T("Colour by origin: own, library or platform code"), Do: colour(message.ColourByOrigin)},
		{Name: words.T("Idle waits: exclude or include"), Do: d.ToggleIdle},
		{Name: words.T("Show all threads"), Do: d.ShowHidden},
		{Name: words.T("Sum over all threads"), Do: d.ClearThreads},
		{Name: words.T("Sum over the whole trace"), Do: d.ClearRange},
	}, d.ThreadCommands()...)
}

// ---- The markup ----

func (r *Room) tabID(v view) string { return "tab-" + v.Tab().ID }

func (r *Room) panelID(v view) string { return "panel-" + v.Tab().ID }

func (r *Room) on(v view) bool { return v == r.shown() }

// totalText says what 100 % is in the view that is shown.
func (r *Room) totalText() string {
	if v, ok := r.shown().(interface{ TotalText() string }); ok {
		return v.TotalText()
	}
	return r.desk.TotalText()
}

// totalTitle says what that was measured from.
func (r *Room) totalTitle() string {
	if _, own := r.shown().(interface{ TotalText() string }); own {
		return ""
	}
	return r.desk.TotalTitle()
}

func (r *Room) key(i int) string { return words.Say("Key {1}", strconv.Itoa(i+1)) }

func (r *Room) show(v view) { r.desk.Show(v.Tab().ID) }

func (r *Room) height() int { return int(r.desk.Split.Timeline(r.desk.Time.View.Height)) }

func (r *Room) width() int { return int(r.desk.Split.Details()) }

func (r *Room) holdTimeline(event vugu.DOMEvent) {
	r.desk.Split.HoldTimeline(r.desk.Time.View.Height, event)
}
