package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

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

// Folded returns how many of a thread's outermost levels are drawn as one line, 0 for none.
func (d *threads) Folded(thread uint32) int {
	if t := d.Thread(thread); t != nil && !slices.Contains(d.Unfolded, thread) {
		return t.Framework
	}
	return 0
}

// Framework returns the only thread in the figures, and how many of its outermost levels are platform
// framework, even if they are shown row by row. levels is 0 if the figures cover several threads.
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
