package desk

import (
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
)

// The state that the views of a trace share is in five layers. Each embeds the one below it, so that a method depends
// only on the layers that it needs:
//
//	Desk       what views show: panes, cursor, the selected call and frame, peeks, roots of trees
//	scoped     what figures depend on besides: search, filter, looks, the visible view
//	threads    threads that are hidden, collapsed or unfolded, and the totals over the scope
//	traced     the open trace, with its clocks, names and formats of figures
//	Selection  the selected method, call, threads, range and clock

// A Desk is the state that the views of a trace share.
type Desk struct {
	*Page
	scoped
	Dumps *Dumps // the thread dumps that are open with the trace

	trees

	Opened int       // counts how often a view was opened
	Front  canvas.ID // the canvas that last had the pointer or the keyboard; keys act on it while it is visible

	Time     canvas.Pane // pane of the timeline; other views read and change the time range that it shows
	Cursor   Cursor
	Reveal   message.Reveal // what to scroll into view: the selected call, or the only thread in the figures
	LastPeek Peek           // it lasts while its range is selected
	zoomTo   bool           // zoom to the selected call when its times arrive

	Finding string // key of the finding that the overview selects as soon as it is known; "" for none

	Frame  *message.FlameNodeReply // the selected frame of the flame graph; nil for none, or until the reply arrives
	Chosen *message.Call           // the selected call; nil until the reply arrives

	call ask.Query[*message.Call]
	Step ask.Query[*message.Call] // for package steps
	Path ask.Query[*message.Path] // for the open menu

	Lookup Lookup
	Owners Owners
}

// scoped is all that figures depend on.
type scoped struct {
	threads
	looks
	Search Search
	Terms  query.Terms // of the filter
	Tab    string      // id of the visible view
}

// threads are the threads of the trace: which of them are drawn, and which of them figures cover.
type threads struct {
	traced
	Sort      message.ThreadSort
	Hidden    []uint32 // threads hidden in the timeline, the minimap and the figures
	Collapsed []uint32 // threads drawn as one row
	Unfolded  []uint32 // threads whose framework frames are drawn row by row, not as one line

	total        *message.Sum // totals over the scope; nil until the reply arrives: see totals.go
	totalThreads string       // text of the threads that total covers
	sum          ask.Query[*message.Sum]
}

// traced is the open trace and the selection in it. It names the clocks and formats figures.
type traced struct {
	Trace *message.Description // nil while no trace is open
	Selection
	keys keys // of the threads in links
}

// A Selection is the selected method, call, threads, range and clock. Every view shows it.
type Selection struct {
	Method   uint32 // NoNode for none
	Call     message.CallRef
	HasCall  bool
	Threads  []uint32 // in order; none means all
	From, To int64    // time range in ns on the timeline's axis; To 0 means the whole trace
	Clock    message.Clock
	Measure  uint32       // in a recording of samples, the measure of the CPU clock: an index from 1 into Description.Measures
	Switches bool         // context switches are a method of their own
	Code     message.Code // that tables, trees and flame graphs show, if CodeSet
	CodeSet  bool         // the user chose Code
	Filter   string       // what figures leave out, in the language of package query; "" for nothing
	Idle     bool         // include idle waits in figures of several threads
	OmitIdle bool         // exclude idle waits from figures of one thread
}

// A Cursor is the pointer over a canvas with a time axis: the timeline or the minimap.
type Cursor struct {
	At    float64     // time under it, ns
	Shown bool        // the pointer is over such a canvas
	Over  canvas.ID   // that canvas
	X     message.CSS // stays the same while the picture moves under the pointer
}

// New returns the desk of traces, with no trace open.
func New(page *Page) *Desk {
	d := &Desk{Page: page, scoped: scoped{Tab: "overview", looks: recallLooks(page.Host.Recall)}, Owners: Owners{Text: page.Host.Recall(ownersKey)}}
	d.Dumps = &Dumps{Page: page, Trace: d}
	d.Dumps.Forget()
	d.Forget()
	return d
}

// Forget drops the trace. It keeps settings of appearance and the visible tab.
func (d *Desk) Forget() {
	time := d.Time
	*d = Desk{Page: d.Page, Dumps: d.Dumps, scoped: scoped{looks: looks{Colour: d.Colour, NoGaps: d.NoGaps, Share: message.AutoThreshold, Limit: message.UsualLimit}, Tab: d.Tab}, Owners: Owners{Text: d.Owners.Text}}
	d.Method = message.NoNode
	d.Time.ID, d.Front = canvas.Timeline, canvas.Timeline
	d.Time.View.Width, d.Time.View.Height = time.View.Width, time.View.Height
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
		d.Threads = []uint32{trace.Subject}
	}
	d.fitThread()
	if d.Owners.Text != "" {
		d.Owners.assign(d, &message.Assign{Owners: d.Owners.Text})
	}
}

// mostBlank is the most blank space around the selected thread's records in the first view, in percent.
const mostBlank = 10

// fitThread zooms to the selected thread's records if the whole trace would leave too much blank space.
func (d *Desk) fitThread() {
	for i := range d.Trace.Threads {
		t := &d.Trace.Threads[i]
		to := t.To
		if t.Hung { // the time without records answers where it hung
			to = d.Trace.Span
		}
		if length := float64(to - t.From); d.Alone(t.Index) && length >= least && length < (1-mostBlank/100.0)*(d.Time.End-d.Time.Start) {
			d.Time.Show(float64(t.From), float64(to))
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
				d.SetCallDetails(m)
			}
		})
	}
	if !d.Search.Edit.In(d.Terms.Of(d.Filter)) { // the term was removed
		d.Search.Edit = Edit{}
	}
	d.Search.request(&d.Line, d.Scope())
	if d.RenderStep >= WholePage { // the pictures of a newly opened trace come first
		d.requestTotal(&d.Line)
	}
	d.Names.Want(&d.Line)
	d.renewMenu()
}

// ShowFinding opens the overview of a thread, and selects a finding by its key.
func ShowFinding(d *Desk, thread uint32, key string) {
	if d.AnswersStay() { // the finding is of the compared range
		d.StepBack()
	}
	if d.Subject() != thread && d.Thread(thread) != nil {
		d.OnlyThread(thread)
	}
	d.Show("overview")
	d.Finding = key
}

// Show opens a view.
func (d *Desk) Show(tab string) {
	d.Split.ShowPart(ViewsPart)
	d.Tab = tab
	d.Opened++
}
