package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// The scope: the threads and the time range that figures cover.

// Subject returns the thread that answers describe: the only one in the figures, or else the one that
// the trace opens with.
func (d *threads) Subject() uint32 {
	if sum := d.Summed(); len(sum) == 1 && sum[0] != message.NoNode {
		return sum[0]
	}
	return d.Trace.Subject
}

// Scope returns the scope of all figures: the selection without hidden threads.
func (d *scoped) Scope() message.Scope {
	scope := d.BaseScope()
	scope.Threads = d.Summed()
	scope.Code = d.ShownCode()
	scope.NoIdle = !d.IncludesIdle()
	return scope
}

// sumsThreads reports whether figures cover several threads.
func (d *threads) sumsThreads() bool {
	n := len(d.Summed())
	return n > 1 || n == 0 && d.Trace != nil && len(d.Trace.Threads) > 1
}

// IncludesIdle reports whether figures include idle waits. Over several threads, most wall time is threads
// waiting for work. That says nothing about cost, so idle waits are excluded unless the user asks for them.
// A user who selects one thread wants to know where its time went. A wait is then an answer, so idle waits are
// included unless the user excludes them.
func (d *threads) IncludesIdle() bool {
	if d.sumsThreads() {
		return d.Idle
	}
	return !d.OmitIdle
}

// ExcludesIdle reports whether the scope has idle waits and the figures exclude them.
func (d *threads) ExcludesIdle() bool { return !d.IncludesIdle() && d.IdleTime() > 0 }

// ToggleIdle includes or excludes idle waits. The settings for one thread and for several are separate.
func (d *threads) ToggleIdle() {
	if d.sumsThreads() {
		d.Idle = !d.Idle
	} else {
		d.OmitIdle = !d.OmitIdle
	}
}

// IdleText is the label of the switch for idle waits: "include idle waits (4.2 s)".
func (d *threads) IdleText() string {
	return words.Say("include idle waits ({1})", words.Brief(d.IdleTime()))
}

// Summed returns the threads that figures cover, in order. nil means all threads. It is NoNode alone if all are
// hidden.
func (d *threads) Summed() []uint32 {
	if len(d.Hidden) == 0 {
		return d.Threads
	}
	var all []uint32
	for i := range d.Trace.Threads {
		if t := d.Trace.Threads[i].Index; d.Counts(t) {
			all = append(all, t)
		}
	}
	switch len(all) {
	case 0:
		return []uint32{message.NoNode}
	case len(d.Trace.Threads):
		return nil
	}
	return all
}

// Counts reports whether figures include a thread.
func (d *threads) Counts(thread uint32) bool {
	return d.selects(thread) && !slices.Contains(d.Hidden, thread)
}

// ToggleThread adds a thread to the figures or removes it. It also shows a hidden thread.
func (d *threads) ToggleThread(thread uint32) {
	if slices.Contains(d.Hidden, thread) {
		d.ToggleHidden(thread)
		if d.selects(thread) {
			return
		}
	}
	d.toggleSelected(thread, d.Trace.Threads)
}

// OnlyThread sums one thread, expands it, and scrolls to it. If the figures cover only that thread, it sums all
// threads again. It also shows a hidden thread.
func (d *Desk) OnlyThread(thread uint32) {
	if slices.Contains(d.Hidden, thread) {
		d.ToggleHidden(thread)
	}
	d.selectAlone(thread)
	if d.Alone(thread) {
		d.Reveal = message.RevealThread
		d.Collapsed = slices.DeleteFunc(slices.Clone(d.Collapsed), func(c uint32) bool { return c == thread })
	}
}

// Alone reports whether a thread is the only one selected.
func (d *threads) Alone(thread uint32) bool { return len(d.Threads) == 1 && d.Threads[0] == thread }

// ToggleHidden hides a thread in the timeline and in the figures, or shows it again. If it hides the last
// selected thread, the figures cover all remaining threads.
func (d *threads) ToggleHidden(thread uint32) {
	d.Hidden = Toggled(d.Hidden, thread)
	if !slices.ContainsFunc(d.Threads, d.Counts) {
		d.Threads = nil
	}
}

// ClearThreads sums over all threads that are not hidden.
func (d *threads) ClearThreads() { d.Threads = nil }

// ShowHidden shows all threads.
func (d *threads) ShowHidden() { d.Hidden = nil }

// ThreadsText names or counts the threads in the figures.
func (d *threads) ThreadsText() string {
	sum := d.Summed()
	switch {
	case len(d.Trace.Threads) == 1:
		return d.ThreadName(d.Trace.Threads[0].Index)
	case len(sum) == 0:
		return words.T("all threads")
	case len(sum) == 1 && sum[0] == message.NoNode:
		return words.T("no thread")
	case len(sum) == 1:
		return d.ThreadName(sum[0])
	}
	return words.Plural(int64(len(sum)), "thread", "threads")
}

// ScopeText describes the scope: "main, 1.2 s – 3.4 s". It is "" for the whole trace.
func (d *threads) ScopeText() string {
	switch {
	case d.Trace == nil || !d.Ranged() && len(d.Summed()) == 0:
		return ""
	case !d.Ranged() && d.PartText() == "":
		return words.Say("{1}, whole trace", d.ThreadsText())
	}
	return words.Say("{1}, {2}", d.ThreadsText(), d.RangeText())
}

// LeftOut counts the threads that the figures leave out.
func (d *threads) LeftOut() (n int) {
	for i := range d.Trace.Threads {
		if !d.Counts(d.Trace.Threads[i].Index) {
			n++
		}
	}
	return n
}

// AtStart reports whether the scope is the one that the trace opened with.
func (d *threads) AtStart() bool { return !d.Ranged() && d.ThreadsAtStart() }

// ThreadsAtStart reports whether the threads are those that the trace opened with.
func (d *threads) ThreadsAtStart() bool {
	return len(d.Hidden) == 0 && (len(d.Trace.Threads) < 2 || d.Alone(d.Trace.Subject))
}
