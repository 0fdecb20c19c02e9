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
	room    desk.Room
	changes string

	selection         desk.Selection
	tab               string
	from, to          float64 // visible range of the timeline, ns
	hidden, collapsed []uint32
	unfolded          []uint32
	starts            [2]desk.Start

	process, thread, line uint32
	raw                   bool
	dumpTab               string
	filter                desk.Filter
	pile                  desk.PileView
	dump                  uint32 // number of the dump, if one dump of a pile is loaded

	// Restored by a step, but a change of only these fields makes no entry.
	scroll float64 // of the timeline
	views  string  // encoded viewstate.All
}

// Now returns the current moment.
func Now(d *desk.Desk) Moment {
	if d.Room == desk.RunsRoom { // the room of many runs shows nothing else
		return Moment{room: d.Room, changes: d.Page.Changes}
	}
	b := d.Dumps
	m := Moment{
		room: d.Room, changes: d.Page.Changes, selection: d.Selection, tab: d.Tab, from: d.Time.View.From, to: d.Time.View.To, hidden: d.Hidden, collapsed: d.Collapsed, unfolded: d.Unfolded, starts: d.Starts,
		process: b.Process, thread: b.Thread, line: b.Line, raw: b.Raw, dumpTab: b.Tab, filter: b.Filter, pile: b.Pile, dump: b.Loaded(),
		scroll: d.Time.View.ScrollY, views: viewStates(d).String(),
	}
	if b.Pile.Overview { // the pile is shown, whichever dump is loaded
		m.process, m.thread, m.line, m.dump, m.raw, m.filter = 0, 0, 0, 0, false, desk.Filter{}
	}
	return m
}

// Same reports whether two moments show the same, whatever their view states are. It compares their encodings,
// because reflect.DeepEqual would make app.wasm 50 KB larger.
func (m Moment) Same(other Moment) bool {
	m.scroll, m.views = other.scroll, other.views
	return bytes.Equal(message.Written(m.codeAll), message.Written(other.codeAll))
}

// codeAll encodes or decodes every field except scroll and views.
func (m *Moment) codeAll(c *message.Coder) {
	m.Code(c)
	for _, v := range [...]*string{&m.filter.Text, &m.filter.Package, &m.pile.CauseName, &m.pile.NodeName} {
		c.String(v)
	}
	c.U32s(&m.filter.Group)
	for i := range m.starts {
		s := &m.starts[i]
		n := uint32(len(s.Path))
		c.Bool(&s.Fold)
		c.U32(&n)
		for k := range s.Path {
			c.U32(&s.Path[k].Node)
			c.U32(&s.Path[k].Method)
		}
	}
}

// SameWithViews reports whether two moments show the same and have equal view states.
func (m Moment) SameWithViews(other Moment) bool { return m.views == other.views && m.Same(other) }

// WithViewsOf returns the moment with the view states of another.
func (m Moment) WithViewsOf(other Moment) Moment {
	m.views = other.views
	return m
}

// MomentFields are the names that scripts use for the fields of a moment, by encoding, in the order of Code.
var MomentFields = [...][2]string{
	{"u8", "room clock state"},
	{"bool", "hasCall switches idle awake raw busy whole seen"},
	{"u32", "method callThread callDepth callRow measure process thread line dump before cause side node"},
	{"i64", "from to"},           // ns
	{"f64", "left right scroll"}, // of the timeline, in ns and pixels
	{"u32s", "threads hidden collapsed unfolded"},
	{"string", "tab dumpTab changes looks"},
}

// Code encodes or decodes a moment for the page's scripts. It omits search texts and the zoomed paths.
func (m *Moment) Code(c *message.Coder) {
	s := &m.selection
	for _, v := range [...]*uint8{(*uint8)(&m.room), (*uint8)(&s.Clock), (*uint8)(&m.filter.Class)} {
		c.U8(v)
	}
	for _, v := range [...]*bool{&s.HasCall, &s.Switches, &s.Idle, &s.OmitIdle, &m.raw, &m.filter.Busy, &m.pile.Overview, &m.pile.Visited} {
		c.Bool(v)
	}
	for _, v := range [...]*uint32{
		&s.Method, &s.Call.Thread, &s.Call.Depth, &s.Call.Row, &s.Measure, &m.process, &m.thread, &m.line, &m.dump,
		&m.pile.BaseLot, &m.pile.Cause, &m.pile.Side, &m.pile.Node,
	} {
		c.U32(v)
	}
	c.I64(&s.From)
	c.I64(&s.To)
	c.F64(&m.from)
	c.F64(&m.to)
	c.F64(&m.scroll)
	for _, v := range [...]*[]uint32{&s.Threads, &m.hidden, &m.collapsed, &m.unfolded} {
		c.U32s(v)
	}
	c.String(&m.tab)
	c.String(&m.dumpTab)
	c.String(&m.changes)
	c.String(&m.views)
}

// Encode encodes the current view for the page's scripts: the moment, the selected method's raw name, the
// length of the trace in ns, and the index, name and link key of each thread.
func Encode(d *desk.Desk) []byte {
	m := Now(d)
	raw := d.Names.InFile(m.selection.Method)
	return message.Written(func(c *message.Coder) {
		m.Code(c)
		c.String(&raw)
		if d.Trace != nil {
			c.I64(&d.Trace.Span)
			for i := range d.Trace.Threads {
				c.U32(&d.Trace.Threads[i].Index)
				c.String(&d.Trace.Threads[i].Name)
				key := d.ThreadKey(d.Trace.Threads[i].Index)
				c.String(&key)
			}
		}
	})
}

// Apply shows the view that a script requests: a moment, and the hash of the method to select ("" for the
// moment's own method). It ignores parts that do not fit the open files.
func Apply(d *desk.Desk, data []byte) {
	m, hash := Now(d), ""
	now, s := m, &m.selection
	if message.Read(data, func(c *message.Coder) { m.Code(c); c.String(&hash) }) != nil {
		return
	}
	if m.room != desk.CompareRoom && (d.Trace == nil || d.Dumps.About == nil) {
		m.room = now.room
	}
	if d.Trace != nil {
		s.SetRange(s.From, s.To, d.Trace.Span)
		if !slices.Contains(d.Clocks(), s.Clock) {
			s.Clock = now.selection.Clock
		}
	}
	m.Show(d)
	applyViewStates(d, viewstate.Parse(m.views), true)
	if hash != "" {
		d.ChooseHashed(hash)
	}
}

// Show shows a moment again.
func (m Moment) Show(d *desk.Desk) {
	d.Room, d.Page.Changes = m.room, m.changes
	applyViewStates(d, viewstate.Parse(m.views), false)
	if d.Trace != nil {
		tab := d.Tab
		d.Selection, d.Hidden, d.Collapsed, d.Unfolded, d.Starts = m.selection, m.hidden, m.collapsed, m.unfolded, m.starts
		if m.tab != tab {
			d.Show(m.tab)
		}
		d.Stay()
		d.Time.Show(m.from, m.to)
		d.Time.View.ScrollY = m.scroll
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
	case m.pile.Overview:
		b.Pile, b.Tab = m.pile, m.dumpTab
	case b.Loaded() != m.dump:
		b.ShowDump(m.dump, func() { m.showDump(b) })
	default:
		m.showDump(b)
	}
}

// showDump shows what a moment has of the loaded dumps.
func (m *Moment) showDump(b *desk.Dumps) {
	b.Pile = m.pile
	if m.process != b.Process {
		b.Choose(m.process)
	}
	if m.thread != b.Thread {
		b.ChooseThread(m.thread)
	}
	b.Filter, b.Tab = m.filter, m.dumpTab
	if m.raw && (!b.Raw || m.line != b.Line) {
		b.ShowLine(m.line)
	}
	b.Raw, b.Line = m.raw, m.line
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
