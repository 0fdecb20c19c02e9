package desk

import (
	"reflect"

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

	scroll float64 // of the timeline: gone back to, but no step of its own
}

// Moment is what is shown now.
func (d *Desk) Moment() Moment {
	b := d.Beside
	return Moment{
		room: d.Room, selection: d.Selection, tab: d.Tab, from: d.Time.View.From, to: d.Time.View.To, hidden: d.Hidden, collapsed: d.Collapsed, unfolded: d.Unfolded, starts: d.Starts,
		process: b.Process, thread: b.Thread, line: b.Line, raw: b.Raw, dumpTab: b.Tab, filter: b.Filter,
		scroll: d.Time.View.ScrollY,
	}
}

// Same reports whether two moments show the same.
func (m Moment) Same(other Moment) bool {
	m.scroll, other.scroll = 0, 0
	return reflect.DeepEqual(m, other)
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
	if b := d.Beside; b.About != nil {
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
}
