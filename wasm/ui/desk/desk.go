package desk

import (
	"slices"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
)

// A Desk is the state that the views of a trace share.
type Desk struct {
	*Page
	threads
	Dumps *Dumps // the thread dumps that are open with the trace

	Search Search
	Colour message.Colour
	Share  int  // least share of its caller's inclusive time for a callee in the call graph, in percent; or message.AutoThreshold
	Fold   bool // trees and flame graphs show direct recursion as one frame
	NoGaps bool // the timeline does not draw context switches

	Tab    string    // id of the visible view
	Opened int       // counts how often a view was opened
	Front  canvas.ID // the canvas that last had the pointer or the keyboard; keys act on it while it is visible

	Time    canvas.Pane    // pane of the timeline; other views read and change the time range that it shows
	Pointer float64        // time under the pointer, ns
	Pointed bool           // the pointer is over a canvas with a time axis
	over    canvas.ID      // the canvas under the pointer
	overX   float64        // x of the pointer in pixels; stays the same while the picture moves under the pointer
	Reveal  message.Reveal // what to scroll into view: the selected call, or the only thread in the figures
	visit   *visit         // the last one; nil before the first
	zoomTo  bool           // zoom to the selected call when its times arrive

	Frame   *message.FlameNodeReply // the selected frame of the flame graph; nil for none, or until the reply arrives
	Chosen  *message.Call           // the selected call; nil until the reply arrives
	Entered []canvas.Crumb
	Entries int // raised when another view enters a frame: the flame graph then shows Entered

	Branch   []canvas.Crumb
	Branches int      // raised when another view shows a frame in the top-down tree: the tree then opens Branch
	Starts   [2]Start // roots of the top-down and the bottom-up tree

	call ask.Query[*message.Call]
	step ask.Query[*message.Call]
	hits ask.Query[*message.Hits]
	sum  ask.Query[*message.Sum]
	Path ask.Query[*message.Path] // for the open menu

	named ask.Query[*message.Location] // finds a method by its hash
	keys  keys                         // keys of the threads in links
}

// threads are the threads of the trace: which of them are drawn, and which of them figures cover.
type threads struct {
	traced
	Sort      message.ThreadSort
	Hidden    []uint32 // threads hidden in the timeline, the minimap and the figures
	Collapsed []uint32 // threads drawn as one row
	Unfolded  []uint32 // threads whose framework frames are drawn row by row, not as one line

	total        *message.Sum // totals over the scope; nil until the reply arrives
	totalThreads string       // text of the threads that total covers
}

// traced is the open trace and the selection in it. It names the clocks and formats figures.
type traced struct {
	Trace *message.Description // nil while no trace is open
	Selection
}

// New returns the desk of traces, with no trace open.
func New(page *Page) *Desk {
	d := &Desk{Page: page, Tab: "overview", NoGaps: recallGaps(page.Host.Recall), Colour: recallColour(page.Host.Recall)}
	d.Dumps = &Dumps{Page: page, Trace: d}
	d.Dumps.Forget()
	d.Forget()
	return d
}

// Forget drops the trace. It keeps settings of appearance and the visible tab.
func (d *Desk) Forget() {
	time := d.Time
	*d = Desk{Page: d.Page, Dumps: d.Dumps, Colour: d.Colour, NoGaps: d.NoGaps, Tab: d.Tab, Share: message.AutoThreshold}
	d.Method = message.NoNode
	d.Time.ID, d.Front = canvas.Timeline, canvas.Timeline
	d.Time.View.Width, d.Time.View.Height = time.View.Width, time.View.Height
}

// colours are the stored values of message.Colour.
var colours = [...]string{message.ColourByRank: "rank", message.ColourByPackage: "package", message.ColourByOrigin: "origin"}

// recallColour returns the stored colour scheme, by default ColourByOrigin.
func recallColour(recall func(key string) string) message.Colour {
	if i := slices.Index(colours[:], recall("colour")); i >= 0 {
		return message.Colour(i)
	}
	return message.ColourByOrigin
}

// SetColour sets how methods are coloured, and stores it for the next visit.
func (d *Desk) SetColour(c message.Colour) {
	d.Colour = c
	d.Host.Remember("colour", colours[c])
}

// least is the shortest time that the timeline shows, in ns.
const least = scene.Least

// Open puts a trace that the engine has read on the desk.
func (d *Desk) Open(trace *message.Description) {
	d.Trace, d.Measure = trace, trace.Measure
	if !trace.HasWall {
		d.Clock = message.CPU
	}
	d.Time.Reset(float64(trace.Span), least)
	if trace.Span-trace.From >= least {
		d.Time.Start = float64(trace.From)
		d.Time.ShowAll()
	}
	d.Collapsed = InitiallyCollapsed(trace)
	if len(trace.Threads) > 1 {
		d.Threads = []uint32{subject(trace)}
	}
	d.fitThread()
}

// mostBlank is the most blank space around the selected thread's records in the first view, in percent.
const mostBlank = 10

// fitThread zooms to the selected thread's records if the whole trace would leave too much blank space.
func (d *Desk) fitThread() {
	for i := range d.Trace.Threads {
		t := &d.Trace.Threads[i]
		if length := float64(t.To - t.From); d.Alone(t.Index) && length >= least && length < (1-mostBlank/100.0)*(d.Time.End-d.Time.Start) {
			d.Time.Show(float64(t.From), float64(t.To))
		}
	}
}

// RequestData requests data that several views show: the times of the selected call, the matches of the search,
// and names.
func (d *Desk) RequestData() {
	if !d.HasCall {
		d.Chosen = nil
		d.call.Invalidate()
	} else if d.Chosen == nil || d.Chosen.Call != d.Call {
		d.call.Want(&d.Line, &message.CallInfo{Call: d.Call}, func(m *message.Call) {
			if d.HasCall && m.Found && m.Call == d.Call {
				d.learn(m)
			}
		})
	}
	if text := d.Search.Text; text != "" {
		d.hits.Want(&d.Line, &message.Search{Scope: d.Scope(), Text: text}, func(m *message.Hits) {
			if m.Text == d.Search.Text {
				d.Search.Hits = m
			}
		})
	}
	on := d.ThreadsText()
	d.sum.Want(&d.Line, &message.Summed{Scope: d.Scope()}, func(m *message.Sum) { d.total, d.totalThreads = m, on })
	d.Names.Want(&d.Line)
}

// learn stores the reply about the selected call. If the timeline was waiting for its times, learn moves it
// there.
func (d *Desk) learn(call *message.Call) {
	d.Chosen = call
	d.Names.Need(call.Method)
	if call.AtLeast > 1 {
		d.Names.Need(call.Callee)
	}
	for _, f := range call.Path {
		d.Names.Need(f.Method)
	}
	d.Method = call.Method
	if d.Reveal == message.RevealCall {
		d.Time.Reveal(float64(call.From), float64(call.To))
	}
	d.zoomToCall()
}

// zoomToCall zooms to the selected call once its times are known.
func (d *Desk) zoomToCall() {
	if call := d.Chosen; d.zoomTo && call != nil && d.HasCall && call.Call == d.Call {
		d.zoomTo = false
		d.Time.Around(float64(call.From), float64(call.To))
		d.Time.Preview(d.Host)
	}
}

// Show opens a view.
func (d *Desk) Show(tab string) {
	d.Split.ShowPart(ViewsPart)
	d.Tab = tab
	d.Opened++
}

// ChooseMethod selects a method.
func (d *Desk) ChooseMethod(method uint32) {
	if method == message.NoNode {
		return
	}
	d.SetMethod(method)
	d.Names.Need(method)
}

// ChooseCall selects a call and its method.
func (d *Desk) ChooseCall(call message.CallRef, method uint32) {
	d.SetCall(call, method)
	d.Names.Need(method)
	if int(call.Depth) < d.folded(call.Thread) {
		d.ToggleFramework(call.Thread)
	}
}

// Jump selects a call and scrolls it into view in the timeline.
func (d *Desk) Jump(call message.CallRef, method uint32) {
	d.ChooseCall(call, method)
	d.Collapsed = slices.DeleteFunc(slices.Clone(d.Collapsed), func(c uint32) bool { return c == call.Thread })
	d.Reveal = message.RevealCall
}

// ZoomTo selects a call and zooms the timeline to it.
func (d *Desk) ZoomTo(call message.CallRef, method uint32) {
	d.ChooseCall(call, method)
	d.zoomTo = true
	d.zoomToCall()
}

// Enter opens the flame graph and zooms it to the last frame of path.
func (d *Desk) Enter(path []canvas.Crumb) {
	if len(path) == 0 {
		d.Notify(words.T("The flame graph has no such frame."))
		return
	}
	d.Entered = path
	d.Entries++
	d.SetMethod(path[len(path)-1].Method)
	d.Show("flamegraph")
}

// Fit zooms the timeline to the selected call or range. It returns false if neither is selected.
func (d *Desk) Fit() bool {
	switch {
	case d.HasCall:
		d.zoomTo, d.Reveal = true, message.RevealCall
		d.zoomToCall()
	case d.Ranged():
		d.Time.Show(float64(d.From), float64(d.To))
		d.Time.Preview(d.Host)
	default:
		return false
	}
	return true
}

// askStep requests a call relative to another, and selects the reply.
func (d *Desk) askStep(step message.Request[*message.Call]) {
	d.step.Ask(&d.Line, step, func(call *message.Call) {
		if !call.Found {
			d.Notify(words.T("There is no further call that way."))
			return
		}
		d.Notify("")
		d.Jump(call.Call, call.Method)
		d.learn(call)
	})
}

// StepCall selects the next or previous call of the selected method.
func (d *Desk) StepCall(back bool) {
	if d.Method == message.NoNode {
		return
	}
	step := &message.Step{Scope: d.Scope(), Method: d.Method, From: d.Call, Back: back}
	if !d.HasCall {
		step.Any, step.At = true, int64(d.Time.View.From)
	}
	d.askStep(step)
}

// ChooseSpan selects a call, and its time as the range.
func (d *Desk) ChooseSpan(call message.CallRef) {
	d.step.Ask(&d.Line, &message.CallInfo{Call: call}, d.setSpan)
}

// StepSpan selects a call in the rows above main's calls, and its time as the range: the next one of the row, or
// the one of another row at that time.
func (d *Desk) StepSpan(to message.Direction, back bool) {
	step := &message.Step{Scope: d.Scope(), From: d.Call, To: to, Back: back, Any: !d.HasCall, At: int64(d.Time.View.From)}
	if d.Ranged() {
		step.At = d.From
	}
	d.step.Ask(&d.Line, step, d.setSpan)
}

func (d *Desk) setSpan(call *message.Call) {
	if !call.Found {
		d.Notify(words.T("There is no further call that way."))
		return
	}
	d.Notify("")
	choose := func() {
		d.SetRange(call.From, call.To, d.Trace.Span)
		d.SetCall(call.Call, call.Method)
	}
	if d.Visiting() {
		d.Visit(choose)
	} else {
		choose()
	}
	d.learn(call)
	d.Time.Reveal(float64(call.From), float64(call.To))
}

// StepNested moves the selection to a neighbour, the caller or a callee of the selected call. Without a call it
// starts at the selected method's first call in view. Without a method it starts at the top of the first
// thread.
func (d *Desk) StepNested(to message.Direction) {
	switch {
	case d.HasCall:
		d.askStep(&message.Step{Scope: d.Scope(), Method: d.Method, From: d.Call, To: to})
	case d.Method != message.NoNode:
		d.StepCall(false)
	default:
		d.StepTo(subject(d.Trace))
	}
}

// StepTo selects the first call of a thread below its folded framework.
func (d *Desk) StepTo(thread uint32) {
	d.askStep(&message.CallInfo{Call: message.CallRef{Thread: thread, Depth: uint32(d.folded(thread))}})
}

// StepThread selects the first call of the next or previous visible thread.
func (d *Desk) StepThread(by int) {
	list := slices.DeleteFunc(slices.Clone(d.Trace.Drawn[d.Sort]), func(t uint32) bool { return slices.Contains(d.Hidden, t) })
	if len(list) == 0 {
		return
	}
	at := -1
	if d.HasCall {
		at = slices.Index(list, d.Call.Thread)
	} else if by < 0 {
		at = 0
	}
	d.StepTo(list[(at+by+len(list))%len(list)])
}

// mostExpanded is the most threads of a trace that opens with all rows of all threads.
const mostExpanded = 4

// InitiallyCollapsed returns the threads that start collapsed: if the trace has many threads, all except the
// two most active ones.
func InitiallyCollapsed(trace *message.Description) []uint32 {
	if len(trace.Threads) <= mostExpanded {
		return nil
	}
	return slices.Clone(trace.Drawn[message.ThreadsByActivity][2:])
}

// Busiest returns the index of the thread with the most time.
func Busiest(threads []message.Thread) uint32 {
	best := uint32(0)
	most := int64(-1)
	for _, t := range threads {
		if busy := t.Busy[message.Wall] + t.Busy[message.CPU]; busy > most {
			best, most = t.Index, busy
		}
	}
	return best
}

// Clocks returns the clocks of this trace.
func (d *traced) Clocks() []message.Clock {
	switch {
	case d.Trace == nil:
		return nil
	case d.Trace.HasWall && d.Trace.HasCPU:
		return []message.Clock{message.Wall, message.CPU, message.Waiting}
	case d.Trace.HasCPU:
		return []message.Clock{message.CPU}
	case d.Trace.HasWall:
		return []message.Clock{message.Wall}
	}
	return nil
}

// Timeless reports whether the trace has only the order of calls, and no times.
func (d *traced) Timeless() bool { return d.Trace != nil && d.Clocks() == nil }

// NoTimesText returns a message to show instead of a picture if the trace has no times, else "".
func (d *traced) NoTimesText() string {
	if !d.Timeless() {
		return ""
	}
	return words.T("This recording has no times, so there is nothing to draw. The tables list its calls, callers and callees.")
}

// ColumnClocks returns the clocks of the figures in the threads table and the details, the selected clock
// first. Waiting is derived from the other two, so it is in the list only while selected.
func (d *traced) ColumnClocks() []message.Clock {
	clocks := []message.Clock{d.Clock}
	for _, clock := range d.Clocks() {
		if clock != d.Clock && clock != message.Waiting {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// AllClocks returns all clocks of the trace, the selected one first.
func (d *traced) AllClocks() []message.Clock {
	clocks := []message.Clock{d.Clock}
	for _, clock := range d.Clocks() {
		if clock != d.Clock {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// SetClock sums figures by another clock.
func (d *traced) SetClock(clock message.Clock) {
	if slices.Contains(d.Clocks(), clock) {
		d.Clock = clock
	}
}

// ClockName returns the name of a clock in the interface.
func (d *traced) ClockName(clock message.Clock) string {
	if t := d.Trace; t != nil && len(t.Measures) > 0 {
		switch {
		case d.Counted(clock):
			return words.ClipTo(t.Measures[d.Measure-1].Name, mostMeasure)
		case clock == message.Waiting:
			return words.T("Off CPU")
		}
	}
	return [...]string{words.T("Wall"), "CPU", words.T("Waiting")}[clock]
}

// BusyName returns the name of the time that threads spent in calls, by a clock.
func (d *traced) BusyName(clock message.Clock) string {
	if clock == message.Waiting || d.Counted(clock) {
		return d.ClockName(clock)
	}
	return words.Say("{1} busy", d.ClockName(clock))
}

// mostDigits is the smallest count that Figure rounds, so that columns stay as narrow as times.
const mostDigits = 1_000_000

// mostMeasure is the most letters of an event's name in the interface.
const mostMeasure = 24

// Counted reports whether figures by a clock are counts of events or samples instead of times.
func (d *traced) Counted(clock message.Clock) bool {
	t := d.Trace
	return clock == message.CPU && t != nil && d.Measure > 0 && int(d.Measure) <= len(t.Measures) && t.Measures[d.Measure-1].Counted
}

// Figure formats a figure by a clock: a duration, or a count.
func (d *traced) Figure(n int64, clock message.Clock) string {
	switch {
	case !d.Counted(clock):
		return words.Duration(n)
	case n < mostDigits:
		return words.Count(n)
	}
	return words.Rough(n)
}

// Exact formats a figure by a clock without rounding.
func (d *traced) Exact(n int64, clock message.Clock) string {
	if d.Counted(clock) {
		return words.Count(n)
	}
	return words.Exact(n)
}

// Measures returns the names of the measures that the CPU clock of a recording of samples can show. It is empty
// for a trace of calls.
func (d *traced) Measures() (names []string) {
	if d.Trace != nil {
		for i := range d.Trace.Measures {
			names = append(names, words.ClipTo(d.Trace.Measures[i].Name, mostMeasure))
		}
	}
	return names
}

// SetMeasure makes the CPU clock show another measure of the recording. Measures count from 1.
func (d *Desk) SetMeasure(measure uint32) {
	if t := d.Trace; t != nil && measure > 0 && int(measure) <= len(t.Measures) {
		d.Measure = measure
		d.SetClock(message.CPU)
		d.call.Invalidate()
	}
}

// TwoClocks reports whether the trace has both clocks, and so shows when a thread was off the CPU.
func (d *traced) TwoClocks() bool { return d.Trace != nil && d.Trace.HasWall && d.Trace.HasCPU }

// OneClock explains why a trace has no context switches.
const OneClock words.Text = "This trace has one clock. Only wall and CPU time together show when a thread was off the CPU."

// recallGaps reports whether the last visit hid context switches.
func recallGaps(recall func(key string) string) bool { return recall("gaps") == "hidden" }

// ToggleGaps shows or hides context switches in the timeline, and stores the choice.
func (d *Desk) ToggleGaps() {
	if !d.TwoClocks() {
		d.Notify(OneClock.String())
		return
	}
	d.NoGaps = !d.NoGaps
	kept := ""
	if d.NoGaps {
		kept = "hidden"
	}
	d.Host.Remember("gaps", kept)
}

// ToggleSwitches sums context switches as a method of their own, or stops doing so.
func (d *Desk) ToggleSwitches() {
	if !d.TwoClocks() {
		d.Notify(OneClock.String())
		return
	}
	d.Switches = !d.Switches
	if !d.Switches && d.Names.IsSwitch(d.Method) {
		d.Method = message.NoNode // it has no figures any more
	}
}

// ToggleCollapsed collapses a thread to one row, or expands it.
func (d *threads) ToggleCollapsed(thread uint32) { d.Collapsed = Toggled(d.Collapsed, thread) }

// CollapseAll collapses all threads. If any is collapsed, it expands all instead.
func (d *threads) CollapseAll() {
	if len(d.Collapsed) > 0 {
		d.Collapsed = nil
		return
	}
	for _, t := range d.Trace.Threads {
		d.Collapsed = append(d.Collapsed, t.Index)
	}
}

// folded returns how many of a thread's outermost levels are drawn as one line, 0 for none.
func (d *threads) folded(thread uint32) int {
	if t := d.Thread(thread); t != nil && !slices.Contains(d.Unfolded, thread) {
		return t.Framework
	}
	return 0
}

// Framework returns the only thread in the figures, and how many of its outermost levels are platform
// framework, folded or not. levels is 0 if the figures cover several threads.
func (d *threads) Framework() (thread uint32, levels int) {
	if d.Trace == nil || d.sumsThreads() || len(d.Trace.Threads) == 0 {
		return message.NoNode, 0
	}
	t := &d.Trace.Threads[0]
	if sum := d.Summed(); len(sum) == 1 {
		t = d.Thread(sum[0])
	}
	if t == nil {
		return message.NoNode, 0
	}
	return t.Index, t.Framework
}

// ShowsFramework reports whether all views show the framework frames of the only thread in the figures.
func (d *threads) ShowsFramework() bool {
	thread, _ := d.Framework()
	return slices.Contains(d.Unfolded, thread)
}

// ToggleFramework draws a thread's framework row by row, or folds it to one line.
func (d *threads) ToggleFramework(thread uint32) { d.Unfolded = Toggled(d.Unfolded, thread) }

// ToggleFrameworks unfolds the frameworks of all threads. If any is unfolded, it folds all instead.
func (d *Desk) ToggleFrameworks() {
	if len(d.Unfolded) > 0 {
		d.Unfolded = nil
		return
	}
	for i := range d.Trace.Threads {
		if t := &d.Trace.Threads[i]; t.Framework > 0 {
			d.Unfolded = append(d.Unfolded, t.Index)
		}
	}
	if len(d.Unfolded) == 0 {
		d.Notify(words.T("No thread of this trace starts with platform frames that all its calls share."))
	}
}

// Toggled returns a copy of set with v added, or removed if it was there.
func Toggled(set []uint32, v uint32) []uint32 {
	if i := slices.Index(set, v); i >= 0 {
		return slices.Delete(slices.Clone(set), i, i+1)
	}
	return append(slices.Clone(set), v)
}

// ThreadName returns a thread's name.
func (d *traced) ThreadName(index uint32) string {
	if t := d.Thread(index); t != nil {
		return words.Clip(t.Name)
	}
	return ""
}

// Thread returns a thread by index, or nil.
func (d *traced) Thread(index uint32) *message.Thread {
	for i := range d.Trace.Threads {
		if t := &d.Trace.Threads[i]; t.Index == index {
			return t
		}
	}
	return nil
}
