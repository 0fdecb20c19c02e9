// Package link is what the page shows, as a value: an entry of the browser's history, or the view in a link.
package link

import (
	"bytes"
	"slices"
	"strconv"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/viewstate"
)

// A Moment is an entry of the browser's history: all that is shown and selected, of the trace and of the dumps.
// It is valid while the same files are open. Nothing writes to the slices in it: the desk replaces sets of
// threads.
type Moment struct {
	Fields

	// Links leave these out.
	text, pkg           string // of the filter
	group               []uint32
	causeName, nodeName string // of the pile
	starts              [2]desk.Start
	peek                desk.Peek
}

// Fields are the part of a moment that scripts know, for links. In view.js, a field has the same name with a small
// first letter, and a call has the fields callThread, callDepth and callRow.
type Fields struct {
	Room    desk.Room
	Changes string
	Looks   string // encoded viewstate.All
	TraceFields
	DumpFields
}

// TraceFields are the fields of the room of a trace.
type TraceFields struct {
	Tab   string
	Clock message.Clock

	Filter string
	Owners string // of packages, as in desk.Owners
	Only   string // the origin that the legend lists, as a search; "" for all methods

	HasCall, Switches, Idle, Awake bool // Awake omits idle waits of one thread

	Charged, OwnOnly, AllCode bool // the chosen code, if any

	Method  uint32
	Call    message.CallRef
	Measure uint32

	From, To            int64   // selected range, ns
	Left, Right, Scroll float64 // visible range of the timeline, in ns, and its vertical offset in pixels

	Threads, Hidden, Collapsed, Unfolded []uint32
}

// DumpFields are the fields of the room of dumps.
type DumpFields struct {
	DumpTab string
	State   message.StateClass // as a filter

	Raw, Busy, Whole, Seen bool // Whole shows the overview of a pile, Seen has visited a dump

	Process, Thread, Line, Dump uint32 // Dump is the number of the dump, if one dump of a pile is loaded
	Before, Cause, Side, Node   uint32 // of a pile
	Facts, Since                string // of a pile, as in message.PileScope
}

var momentEncoding message.Encoding[Moment]

// Now returns the current moment.
func Now(d *desk.Desk) Moment {
	if d.Room == desk.RunsRoom { // the room of many runs shows nothing else
		return Moment{Fields: Fields{Room: d.Room, Changes: d.Page.Changes}}
	}
	s, b, time := &d.Selection, d.Dumps, &d.Time.View
	m := Moment{Fields: Fields{Room: d.Room, Changes: d.Page.Changes, Looks: viewStates(d).String()}}
	m.TraceFields = TraceFields{
		Tab: d.Tab, Clock: s.Clock, HasCall: s.HasCall, Switches: s.Switches, Filter: s.Filter, Idle: s.Idle, Awake: s.OmitIdle,
		Method: s.Method, Call: s.Call, Measure: s.Measure, From: s.From, To: s.To, Threads: s.Threads,
		Left: time.From, Right: time.To, Scroll: float64(time.ScrollY), Hidden: d.Hidden, Collapsed: d.Collapsed, Unfolded: d.Unfolded,
		Owners: d.Owners.Here, Only: d.Search.Origin(),
	}
	if s.CodeSet {
		m.AllCode, m.OwnOnly, m.Charged = s.Code == message.AllCode, s.Code == message.OwnCode, s.Code == message.ChargedToOwn
	}
	m.DumpFields = DumpFields{
		DumpTab: b.Tab, Whole: b.Pile.Overview, Seen: b.Pile.Visited,
		Facts: b.Pile.Only, Since: b.Pile.Since, Before: b.Pile.BaseLot, Cause: b.Pile.Cause, Side: b.Pile.Side, Node: b.Pile.Node,
	}
	m.starts, m.peek, m.causeName, m.nodeName = d.Starts, d.CurrentPeek(), b.Pile.CauseName, b.Pile.NodeName
	if !b.Pile.Overview { // else the pile is shown, whichever dump is loaded
		f := &b.Filter
		m.Process, m.Thread, m.Line, m.Dump, m.Raw = b.Process, b.Thread, b.Line, b.Loaded(), b.Raw
		m.State, m.Busy, m.text, m.pkg, m.group = f.Class, f.Busy, f.Text, f.Package, f.Group
	}
	return m
}

// selection returns the selection of a moment.
func (m *Moment) selection() desk.Selection {
	s := desk.Selection{
		Method: m.Method, Call: m.Call, HasCall: m.HasCall, Threads: m.Threads, From: m.From, To: m.To,
		Clock: m.Clock, Measure: m.Measure, Switches: m.Switches, Filter: m.Filter, Idle: m.Idle, OmitIdle: m.Awake,
	}
	switch s.CodeSet = true; {
	case m.Charged:
		s.Code = message.ChargedToOwn
	case m.OwnOnly:
		s.Code = message.OwnCode
	default:
		s.CodeSet = m.AllCode
	}
	return s
}

// pile returns the view of the pile of a moment.
func (m *Moment) pile() desk.PileView {
	return desk.PileView{
		Overview: m.Whole, Visited: m.Seen, Only: m.Facts, Since: m.Since, BaseLot: m.Before, Cause: m.Cause, CauseName: m.causeName,
		Side: m.Side, Node: m.Node, NodeName: m.nodeName,
	}
}

// Same reports whether two moments show the same. A step restores the scroll position of the timeline and the view
// states too, but a change of only these makes no entry. Same compares encodings, because reflect.DeepEqual would make
// app.wasm 50 KB larger.
func (m Moment) Same(other Moment) bool {
	m.Scroll, m.Looks = other.Scroll, other.Looks
	return bytes.Equal(momentEncoding.Append(nil, &m), momentEncoding.Append(nil, &other))
}

// SameWithViews reports whether two moments show the same and have equal view states.
func (m Moment) SameWithViews(other Moment) bool { return m.Looks == other.Looks && m.Same(other) }

// WithViewsOf returns the moment with the view states of another.
func (m Moment) WithViewsOf(other Moment) Moment {
	m.Looks = other.Looks
	return m
}

// A scriptView is the current view, as the page's scripts read and write it.
type scriptView struct {
	Fields
	Method  string // raw name of the selected method. Scripts leave it and the fields of the trace empty
	Hash    string // from scripts: the hash of the method to select, "" for the moment's own method
	Trace   bool   // a trace is open
	Span    int64  // its length, ns
	Threads []scriptThread
}

type scriptThread struct {
	Index     uint32
	Name, Key string // Key is for links
}

var scriptEncoding message.Encoding[scriptView]

// Encode encodes the current view for the page's scripts.
func Encode(d *desk.Desk) []byte {
	v := scriptView{Fields: Now(d).Fields}
	v.Method = d.Names.InFile(v.Fields.Method)
	if d.Trace != nil {
		v.Trace, v.Span = true, d.Trace.Span
		for i := range d.Trace.Threads {
			t := &d.Trace.Threads[i]
			v.Threads = append(v.Threads, scriptThread{t.Index, t.Name, d.ThreadKey(t.Index)})
		}
	}
	return scriptEncoding.Append(nil, &v)
}

// Apply shows the view that a script requests. It ignores parts that do not fit the open files. Search texts stay.
func Apply(d *desk.Desk, data []byte) {
	var v scriptView
	if scriptEncoding.Decode(data, &v) != nil {
		return
	}
	m := Now(d)
	now := m.Fields
	m.Fields = v.Fields
	if m.Room != desk.CompareRoom && (d.Trace == nil || d.Dumps.About == nil) {
		m.Room = now.Room
	}
	if d.Trace != nil {
		s := m.selection()
		s.SetRange(s.From, s.To, d.Trace.Span)
		m.From, m.To = s.From, s.To
		if !slices.Contains(d.Clocks(), m.Clock) {
			m.Clock = now.Clock
		}
	}
	m.show(d, false)
	applyViewStates(d, viewstate.Parse(m.Looks), true)
	if v.Hash != "" {
		d.Lookup.ChooseHashed(d, v.Hash)
	}
}

// Show shows a moment again.
func (m Moment) Show(d *desk.Desk) { m.show(d, true) }

// show shows a moment. With remember, the browser remembers its owners of packages for later visits.
func (m Moment) show(d *desk.Desk, remember bool) {
	d.Room, d.Page.Changes = m.Room, m.Changes
	applyViewStates(d, viewstate.Parse(m.Looks), false)
	if d.Trace != nil {
		tab := d.Tab
		d.Selection, d.Hidden, d.Collapsed, d.Unfolded, d.Starts = m.selection(), m.Hidden, m.Collapsed, m.Unfolded, m.starts
		d.LastPeek = m.peek
		if m.Tab != tab {
			d.Show(m.Tab)
		}
		d.Search.ShowOrigin(m.Only)
		d.Owners.Set(d, m.Owners, remember)
		d.CancelReveal()
		d.Time.Show(m.Left, m.Right)
		d.Time.View.ScrollY = message.CSS(m.Scroll)
		d.Time.Preview(d.Host)
		if d.Method != message.NoNode {
			d.Names.Need(d.Method)
		} else if d.HasCall && d.Chosen != nil && d.Chosen.Call == d.Call { // a link names only the call
			d.Method = d.Chosen.Method
		}
	}
	b := d.Dumps
	switch {
	case b.About == nil:
	case m.Whole:
		b.Pile, b.Tab = m.pile(), m.DumpTab
	case b.Loaded() != m.Dump:
		b.ShowDump(m.Dump, func() { m.showDump(b) })
	default:
		m.showDump(b)
	}
}

// showDump shows what a moment has of the loaded dumps.
func (m *Moment) showDump(b *desk.Dumps) {
	b.Pile = m.pile()
	if m.Process != b.Process {
		b.Choose(m.Process)
	}
	if m.Thread != b.Thread {
		b.ChooseThread(m.Thread)
	}
	b.Filter = desk.Filter{Class: m.State, Text: m.text, Package: m.pkg, Busy: m.Busy, Group: m.group}
	b.Tab = m.DumpTab
	if m.Raw && (!b.Raw || m.Line != b.Line) {
		b.ShowLine(m.Line)
	}
	b.Raw, b.Line = m.Raw, m.Line
}

// shared is the key of the state that all views of a trace have in common.
const shared = "trace"

// viewStates returns the states of all views, and the shared state if a trace is open.
func viewStates(d *desk.Desk) viewstate.All {
	if d.Trace == nil {
		return d.Page.ViewStates
	}
	is := map[bool]int{true: 1}
	var values []string
	for _, v := range [...]int{is[d.Fold], int(d.Sort), d.Share + 1, int(d.Colour), is[d.NoGaps]} {
		values = append(values, strconv.Itoa(v))
	}
	return d.Page.ViewStates.With(shared, viewstate.State("").With("a", values...))
}

// applyViewStates sets the states that the views apply when they are next shown. The colours of a link apply
// without being stored for the next visit. A step back leaves the colours alone.
func applyViewStates(d *desk.Desk, l viewstate.All, link bool) {
	d.Page.ViewStates = l.With(shared, "")
	common := l.Of(shared)
	if d.Trace == nil || common == "" {
		return
	}
	v := common.Numbers("a", 5, 100)
	d.Fold, d.Sort, d.Share = v[0] == 1, message.ThreadSort(min(v[1], uint64(len(d.Trace.Drawn)-1))), int(v[2])-1
	if link {
		d.Colour, d.NoGaps = message.Colour(min(v[3], uint64(message.ColourByOrigin))), v[4] == 1
	}
}
