package desk

import (
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
)

// A Desk is the state that the views of a trace share.
type Desk struct {
	*Page
	scoped
	Dumps *Dumps // the thread dumps that are open with the trace

	trees

	Opened int       // counts how often a view was opened
	Front  canvas.ID // the canvas that last had the pointer or the keyboard; keys act on it while it is visible

	Time   canvas.Pane // pane of the timeline; other views read and change the time range that it shows
	Cursor Cursor
	Reveal message.Reveal // what to scroll into view: the selected call, or the only thread in the figures
	peek   *peek          // the last one; nil before the first
	zoomTo bool           // zoom to the selected call when its times arrive

	Finding string // key of the finding that the overview selects as soon as it is known; "" for none

	Frame  *message.FlameNodeReply // the selected frame of the flame graph; nil for none, or until the reply arrives
	Chosen *message.Call           // the selected call; nil until the reply arrives

	call ask.Query[*message.Call]
	Step ask.Query[*message.Call] // for package steps
	Path ask.Query[*message.Path] // for the open menu

	Lookup Lookup
	Owners Owners
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
	*d = Desk{Page: d.Page, Dumps: d.Dumps, scoped: scoped{looks: looks{Colour: d.Colour, NoGaps: d.NoGaps, Share: message.AutoThreshold}, Tab: d.Tab}, Owners: Owners{Text: d.Owners.Text}}
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
				d.Learn(m)
			}
		})
	}
	d.Search.request(&d.Line, d.Scope())
	if d.Frames >= WholePage { // the pictures of a newly opened trace come first
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
