package desk

import (
	"fmt"

	"traceglass/wasm/message"
)

// A Moment is what is shown and chosen, of the trace and of the dumps, for a step back to it. It
// is for as long as the same files are open. What it refers to is never written to: sets of
// threads are replaced, not changed.
type Moment struct {
	room Room

	selection         Selection
	tab               string
	from, to          float64 // of the timeline's view, in ns
	hidden, collapsed []uint32
	unfolded          []uint32
	starts            [2]Start

	process, thread, line uint32
	raw                   bool
	dumpTab               string
	filter                Filter
	heap                  Heap
	dump                  uint32 // of a pile of which one is open

	scroll float64 // of the timeline: gone back to, but no step of its own
}

// Moment is what is shown now.
func (d *Desk) Moment() Moment {
	b := d.Beside
	m := Moment{
		room: d.Room, selection: d.Selection, tab: d.Tab, from: d.Time.View.From, to: d.Time.View.To, hidden: d.Hidden, collapsed: d.Collapsed, unfolded: d.Unfolded, starts: d.Starts,
		process: b.Process, thread: b.Thread, line: b.Line, raw: b.Raw, dumpTab: b.Tab, filter: b.Filter, heap: b.Heap, dump: b.number(),
		scroll: d.Time.View.ScrollY,
	}
	if b.Heap.Whole { // whichever dump of it is open
		m.process, m.thread, m.line, m.dump, m.raw, m.filter = 0, 0, 0, 0, false, Filter{}
	}
	return m
}

// Same reports whether two moments show the same. They are compared as Go spells them, since
// reflect.DeepEqual would make the page's program 50 KB larger.
func (m Moment) Same(other Moment) bool {
	m.scroll, other.scroll = 0, 0
	return fmt.Sprintf("%#v", m) == fmt.Sprintf("%#v", other)
}

// Return shows a moment again.
func (d *Desk) Return(m Moment) {
	d.Room = m.room
	if d.Trace != nil {
		tab := d.Tab
		d.Selection, d.Hidden, d.Collapsed, d.Unfolded, d.Starts = m.selection, m.hidden, m.collapsed, m.unfolded, m.starts
		if m.tab != tab {
			d.Show(m.tab)
		}
		d.Reveal, d.zoomTo = message.RevealNothing, false
		d.Time.Show(m.from, m.to)
		d.Time.View.ScrollY = m.scroll
		d.Time.Preview(d.Host)
		if d.Method != message.NoNode {
			d.Names.Need(d.Method)
		}
	}
	b := d.Beside
	switch {
	case b.About == nil:
	case m.heap.Whole:
		b.Heap, b.Tab = m.heap, m.dumpTab
	case b.number() != m.dump:
		b.ShowDump(m.dump, func() { b.back(&m) })
	default:
		b.back(&m)
	}
}

// number is that of the dump of a pile that is open, 0 where all are.
func (b *Dumps) number() uint32 {
	if b.About == nil || !b.About.Single {
		return 0
	}
	return b.About.Number
}

// back shows again what a moment showed of dumps.
func (b *Dumps) back(m *Moment) {
	b.Heap = m.heap
	if m.process != b.Process {
		b.Choose(m.process)
	}
	if m.thread != b.Thread {
		b.ChooseThread(m.thread)
	}
	b.Filter, b.Tab = m.filter, m.dumpTab
	if m.raw && (!b.Raw || m.line != b.Line) {
		b.TurnTo(m.line)
	}
	b.Raw, b.Line = m.raw, m.line
}
