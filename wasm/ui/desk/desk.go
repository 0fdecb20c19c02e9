package desk

import (
	"slices"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
)

// A Desk is what the views of a trace share.
type Desk struct {
	*Page
	Trace *message.Description // nil without one
	Dumps *Dumps               // the dumps that are open beside the trace

	Selection
	Search    Search
	Colour    message.Colour
	Share     int  // of its caller's inclusive time, per cent, from which the call graph shows a callee; or message.AutoThreshold
	Fold      bool // direct recursion is one frame in trees and flame graphs
	NoGaps    bool // context switches are not drawn
	Sort      message.ThreadSort
	Hidden    []uint32 // threads left out of timeline, overview and figures
	Collapsed []uint32 // threads drawn as one row
	Unfolded  []uint32 // threads whose framework is drawn with all its rows, not as a line

	Tab    string    // id of the view that is shown
	Opened int       // how often a view was opened
	Front  canvas.ID // the canvas that keys act on, if it is shown: where the pointer or the keyboard was last

	Time    canvas.Pane    // the timeline's, whose stretch of time others see and change
	Pointer float64        // ns under the pointer
	Pointed bool           // there is a pointer
	over    canvas.ID      // the canvas that it is on
	overX   float64        // and where, in pixels: it stays there while the picture moves below it
	Reveal  message.Reveal // what is to be brought into view: the chosen call, or the one thread that is summed
	zoomTo  bool           // and, once its times are known, zoomed to

	Frame   *message.FlameNodeReply // the frame chosen in the flame graph, nil for none or until it is known
	Chosen  *message.Call           // what is known of the chosen call, nil until it is
	Entered []canvas.Crumb
	Entries int // how often frames were entered from elsewhere: the flame graph then shows Entered

	Branch   []canvas.Crumb
	Branches int      // how often a frame was shown in the top-down tree: that then opens Branch
	Starts   [2]Start // of the top-down and the bottom-up tree

	call ask.Query[*message.Call]
	step ask.Query[*message.Call]
	hits ask.Query[*message.Hits]
	sum  ask.Query[*message.Sum]
	path ask.Query[*message.Path]

	named ask.Query[*message.Location] // of a method by its hash
	keys  keys                         // of the threads

	total        *message.Sum // of the figures, nil until it is known
	totalThreads string       // the threads that it is of
}

// New makes the desk of traces.
func New(page *Page) *Desk {
	d := &Desk{Page: page, Tab: "methods", NoGaps: recallGaps(page.Host.Recall), Colour: recallColour(page.Host.Recall)}
	d.Dumps = &Dumps{Page: page, Trace: d}
	d.Dumps.Forget()
	d.Forget()
	return d
}

// Forget drops a trace; how things look stays.
func (d *Desk) Forget() {
	time := d.Time
	*d = Desk{Page: d.Page, Dumps: d.Dumps, Colour: d.Colour, NoGaps: d.NoGaps, Tab: d.Tab, Share: message.AutoThreshold, Selection: Selection{Method: message.NoNode}}
	d.Time.ID, d.Front = canvas.Timeline, canvas.Timeline
	d.Time.View.Width, d.Time.View.Height = time.View.Width, time.View.Height
}

// colours are the ways of colouring as they are remembered.
var colours = [...]string{message.ColourByRank: "rank", message.ColourByPackage: "package", message.ColourByOrigin: "origin"}

// recallColour is the last visit's way of colouring, by origin without any.
func recallColour(recall func(key string) string) message.Colour {
	if i := slices.Index(colours[:], recall("colour")); i >= 0 {
		return message.Colour(i)
	}
	return message.ColourByOrigin
}

// SetColour chooses how methods are coloured, from now on and at the next visit.
func (d *Desk) SetColour(c message.Colour) {
	d.Colour = c
	d.Host.Remember("colour", colours[c])
}

// least is the narrowest stretch of time that the timeline shows, in ns.
const least = scene.Least

// Open puts a trace that has been read on the desk.
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

// mostBlank is how much of the first view may lie before and after the chosen thread's records, in
// per cent.
const mostBlank = 10

// fitThread shows the time from the chosen thread's first record to its last, if the whole would be blank beside it.
func (d *Desk) fitThread() {
	for i := range d.Trace.Threads {
		t := &d.Trace.Threads[i]
		if length := float64(t.To - t.From); d.Alone(t.Index) && length >= least && length < (1-mostBlank/100.0)*(d.Time.End-d.Time.Start) {
			d.Time.Show(float64(t.From), float64(t.To))
		}
	}
}

// RequestData asks for what several views show: the chosen call's times, how much the search
// matches, the names.
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

// learn keeps the chosen call's figures, and moves the timeline to it if that was to be done
// when they are known.
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

// zoomToCall zooms to the chosen call as soon as its times are known.
func (d *Desk) zoomToCall() {
	if call := d.Chosen; d.zoomTo && call != nil && d.HasCall && call.Call == d.Call {
		d.zoomTo = false
		d.Time.Around(float64(call.From), float64(call.To))
		d.Time.Preview(d.Host)
	}
}

// Show shows one of the views.
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

// ChooseCall selects a call, and with it its method.
func (d *Desk) ChooseCall(call message.CallRef, method uint32) {
	d.SetCall(call, method)
	d.Names.Need(method)
	if int(call.Depth) < d.folded(call.Thread) {
		d.ToggleFramework(call.Thread)
	}
}

// Jump selects a call and brings it into view in the timeline.
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

// Enter zooms the flame graph to a frame by the path that leads there, and shows it.
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

// Fit zooms the timeline to the call, or the range; false without either.
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

// askStep asks for a call by its relation to another. What comes is selected.
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

// StepCall goes to the next call of the chosen method, or the one before.
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

// StepNested goes from the chosen call to one beside, above or below it. With no call
// chosen it starts with the method's first in view, with no method either at the top of the
// thread that a trace begins with.
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

// StepTo goes to the first call of a thread, of those that are not folded.
func (d *Desk) StepTo(thread uint32) {
	d.askStep(&message.CallInfo{Call: message.CallRef{Thread: thread, Depth: uint32(d.folded(thread))}})
}

// StepThread goes to the first call of the next thread that is drawn, or of the one before.
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

// mostExpanded is how many threads a timeline may have that starts with all their rows.
const mostExpanded = 4

// InitiallyCollapsed are the threads that start collapsed, so that several are seen at once: where there
// are many, all but the first two drawn.
func InitiallyCollapsed(trace *message.Description) []uint32 {
	if len(trace.Threads) <= mostExpanded {
		return nil
	}
	return slices.Clone(trace.Drawn[message.ThreadsByActivity][2:])
}

// Busiest is the thread with the most time.
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

// Clocks are the clocks by which figures of this trace can be given.
func (d *Desk) Clocks() []message.Clock {
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

// Timeless reports whether the trace has the order of calls alone, and no times.
func (d *Desk) Timeless() bool { return d.Trace != nil && d.Clocks() == nil }

// NoTimesText says in place of a picture that the trace has none, "" where it has times.
func (d *Desk) NoTimesText() string {
	if !d.Timeless() {
		return ""
	}
	return words.T("This recording has no times, so there is nothing to draw. The tables list its calls, and what called what.")
}

// ColumnClocks are the clocks that threads and the details have figures by, the chosen one first.
// Waiting, which the other two give, is shown when it is chosen.
func (d *Desk) ColumnClocks() []message.Clock {
	clocks := []message.Clock{d.Clock}
	for _, clock := range d.Clocks() {
		if clock != d.Clock && clock != message.Waiting {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// AllClocks are all clocks of the trace, the chosen one first.
func (d *Desk) AllClocks() []message.Clock {
	clocks := []message.Clock{d.Clock}
	for _, clock := range d.Clocks() {
		if clock != d.Clock {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// SetClock sums by another clock.
func (d *Desk) SetClock(clock message.Clock) {
	if slices.Contains(d.Clocks(), clock) {
		d.Clock = clock
	}
}

// ClockName is what the interface calls a clock.
func (d *Desk) ClockName(clock message.Clock) string {
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

// BusyName names how long threads were in calls, by a clock.
func (d *Desk) BusyName(clock message.Clock) string {
	if clock == message.Waiting || d.Counted(clock) {
		return d.ClockName(clock)
	}
	return words.Say("{1} busy", d.ClockName(clock))
}

// mostDigits is from where a number is shown roughly: columns are as wide as times are.
const mostDigits = 1_000_000

// mostMeasure is how many letters of an event's name the interface shows.
const mostMeasure = 24

// Counted reports whether figures by a clock are numbers: of events, or of samples.
func (d *Desk) Counted(clock message.Clock) bool {
	t := d.Trace
	return clock == message.CPU && t != nil && d.Measure > 0 && int(d.Measure) <= len(t.Measures) && t.Measures[d.Measure-1].Counted
}

// Figure is a figure by a clock: a duration, or a number.
func (d *Desk) Figure(n int64, clock message.Clock) string {
	switch {
	case !d.Counted(clock):
		return words.Duration(n)
	case n < mostDigits:
		return words.Count(n)
	}
	return words.Rough(n)
}

// Exact is Figure in full.
func (d *Desk) Exact(n int64, clock message.Clock) string {
	if d.Counted(clock) {
		return words.Count(n)
	}
	return words.Exact(n)
}

// Measures are what the clock CPU of a recording of samples can count; none of a trace of calls.
func (d *Desk) Measures() (names []string) {
	if d.Trace != nil {
		for i := range d.Trace.Measures {
			names = append(names, words.ClipTo(d.Trace.Measures[i].Name, mostMeasure))
		}
	}
	return names
}

// SetMeasure has the clock CPU count another of the recording's measures, from 1.
func (d *Desk) SetMeasure(measure uint32) {
	if t := d.Trace; t != nil && measure > 0 && int(measure) <= len(t.Measures) {
		d.Measure = measure
		d.SetClock(message.CPU)
		d.call.Invalidate()
	}
}

// TwoClocks reports whether the trace tells when a thread was off the CPU.
func (d *Desk) TwoClocks() bool { return d.Trace != nil && d.Trace.HasWall && d.Trace.HasCPU }

// OneClock says why a trace has no context switches.
const OneClock words.Text = "This trace has one clock. Only wall and CPU time together show when a thread was off the CPU."

// recallGaps reports whether the last visit drew none of them.
func recallGaps(recall func(key string) string) bool { return recall("gaps") == "hidden" }

// ToggleGaps draws context switches in the timeline, or no more. The next visit will too.
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

// ToggleSwitches sums context switches as a method of their own, or no more.
func (d *Desk) ToggleSwitches() {
	if !d.TwoClocks() {
		d.Notify(OneClock.String())
		return
	}
	d.Switches = !d.Switches
	if !d.Switches && d.Names.IsSwitch(d.Method) {
		d.Method = message.NoNode // which has no figures now
	}
}

// ToggleCollapsed shows a thread as one row, or with all its rows again.
func (d *Desk) ToggleCollapsed(thread uint32) { d.Collapsed = Toggled(d.Collapsed, thread) }

// CollapseAll shows every thread as one row; where some are, all with all their rows.
func (d *Desk) CollapseAll() {
	if len(d.Collapsed) > 0 {
		d.Collapsed = nil
		return
	}
	for _, t := range d.Trace.Threads {
		d.Collapsed = append(d.Collapsed, t.Index)
	}
}

// folded is how many of a thread's outermost levels a line stands for, 0 while all are drawn.
func (d *Desk) folded(thread uint32) int {
	if t := d.thread(thread); t != nil && !slices.Contains(d.Unfolded, thread) {
		return t.Framework
	}
	return 0
}

// Framework is the one thread that the figures are of, and how many of its outermost levels are
// its framework's, drawn as a line or not; 0 of several threads.
func (d *Desk) Framework() (thread uint32, levels int) {
	if d.Trace == nil || d.sumsThreads() || len(d.Trace.Threads) == 0 {
		return message.NoNode, 0
	}
	t := &d.Trace.Threads[0]
	if sum := d.Summed(); len(sum) == 1 {
		t = d.thread(sum[0])
	}
	if t == nil {
		return message.NoNode, 0
	}
	return t.Index, t.Framework
}

// ShowsFramework reports whether the one thread that the figures are of shows all frames of its framework, in every view.
func (d *Desk) ShowsFramework() bool {
	thread, _ := d.Framework()
	return slices.Contains(d.Unfolded, thread)
}

// ToggleFramework draws the rows of a thread's framework, or a line in their place again.
func (d *Desk) ToggleFramework(thread uint32) { d.Unfolded = Toggled(d.Unfolded, thread) }

// ToggleFrameworks draws the rows of all threads' frameworks; where some are, lines in their
// place again.
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

// Toggled is set with v put in or taken out.
func Toggled(set []uint32, v uint32) []uint32 {
	if i := slices.Index(set, v); i >= 0 {
		return slices.Delete(slices.Clone(set), i, i+1)
	}
	return append(slices.Clone(set), v)
}

// ThreadName is a thread's name.
func (d *Desk) ThreadName(index uint32) string {
	if t := d.thread(index); t != nil {
		return words.Clip(t.Name)
	}
	return ""
}

// thread is what is known of a thread, nil for none of the trace.
func (d *Desk) thread(index uint32) *message.Thread {
	for i := range d.Trace.Threads {
		if t := &d.Trace.Threads[i]; t.Index == index {
			return t
		}
	}
	return nil
}
