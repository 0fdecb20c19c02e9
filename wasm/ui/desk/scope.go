package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
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
	scope := d.Selection.Scope()
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

// IdleTime returns the time of idle waits in the scope, by its clock.
func (d *threads) IdleTime() int64 {
	if d.total == nil {
		return 0
	}
	return d.total.Idle[d.Clock]
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
	return d.Selection.Counts(thread) && !slices.Contains(d.Hidden, thread)
}

// ToggleThread adds a thread to the figures or removes it. It also shows a hidden thread.
func (d *threads) ToggleThread(thread uint32) {
	if slices.Contains(d.Hidden, thread) {
		d.ToggleHidden(thread)
		if d.Selection.Counts(thread) {
			return
		}
	}
	d.Selection.ToggleThread(thread, d.Trace.Threads)
}

// OnlyThread sums one thread, expands it, and scrolls to it. If the figures cover only that thread, it sums all
// threads again. It also shows a hidden thread.
func (d *Desk) OnlyThread(thread uint32) {
	if slices.Contains(d.Hidden, thread) {
		d.ToggleHidden(thread)
	}
	d.Selection.OnlyThread(thread)
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

// requestTotal requests the totals over the scope.
func (d *scoped) requestTotal(line *ask.Line) {
	on := d.ThreadsText()
	d.sum.Want(line, &message.Summed{Scope: d.Scope()}, func(m *message.Sum) { d.total, d.totalThreads = m, on })
}

// OriginTime returns the exclusive time of the methods of an origin, by its colour, in the scope and by the clock, and the idle
// waits in it. Both are 0 until they are known.
func (d *threads) OriginTime(colour message.Slot) (all, idle int64) {
	if d.total != nil {
		for _, t := range d.total.Origins {
			if t.Colour == colour {
				return max(0, t.Exclusive[d.Clock]), t.Idle[d.Clock]
			}
		}
	}
	return 0, 0
}

// WholeTime returns the time of the scope before a filter, by the clock. It is 0 until it is known.
func (d *threads) WholeTime() int64 {
	if d.total == nil {
		return 0
	}
	return d.total.Times[d.Clock] + d.total.LeftOut[d.Clock]
}

// WholeText names that time: "301.1 ms on main".
func (d *threads) WholeText() string {
	if d.total == nil {
		return "…"
	}
	return words.Say("{1} on {2}", d.Figure(d.WholeTime(), d.Clock), d.totalThreads)
}

// FilterTerms returns what each term of the filter takes, as far as it is known.
func (d *threads) FilterTerms() []message.FilterTerm {
	if d.total == nil {
		return nil
	}
	return d.total.Terms
}

// ShownText says how much time the filter shows: "shows 3.1 ms of 55.4 ms", and why it ignores a term.
func (d *threads) ShownText() string {
	if d.total == nil {
		return "…"
	}
	shown := d.total.Times[d.Clock]
	text := words.Say("shows {1} of {2}", d.Figure(shown, d.Clock), d.Figure(shown+d.total.LeftOut[d.Clock], d.Clock))
	if d.total.Refused != "" {
		text += ". " + words.Clip(d.total.Refused)
	}
	return text
}

// TotalText explains percentages: "100 % = 301.1 ms on main". It is "" until the total arrives. For a trace
// without times it names the threads.
func (d *scoped) TotalText() string {
	if d.total == nil || d.Trace == nil {
		return ""
	}
	if d.Timeless() {
		return d.totalThreads
	}
	whole := words.Say("100\u00a0% = {1} on {2}", d.Figure(d.total.Times[d.Clock], d.Clock), d.totalThreads)
	uncharged, none := d.total.Uncharged[d.Clock], d.total.NoMethod[d.Clock]
	switch {
	case d.ShownCode() != message.ChargedToOwn:
		uncharged = 0
	case uncharged > 0 && none > 0:
		return words.Say("{1}: {2} not by own code, {3} in no method", whole, d.Figure(uncharged, d.Clock), d.Figure(none, d.Clock))
	}
	switch {
	case uncharged > 0:
		return words.Say("{1}: {2} not by own code", whole, d.Figure(uncharged, d.Clock))
	case none > 0:
		return words.Say("{1}: {2} in no method", whole, d.Figure(none, d.Clock))
	}
	return whole
}

// OwnText says that figures are of own code alone, and how much time they leave out.
func (d *threads) OwnText() string {
	if d.total == nil {
		return words.T("own code")
	}
	return words.Say("own code, without {1}", d.Figure(d.total.Others[d.Clock], d.Clock))
}

// CausedText says that figures are of own code with all it caused, and how much time own code did not cause.
func (d *threads) CausedText() string {
	if d.total == nil || d.total.Uncharged[d.Clock] == 0 {
		return words.T("own + caused")
	}
	return words.Say("own + caused, other: {1}", d.Figure(d.total.Uncharged[d.Clock], d.Clock))
}

// TotalTitle explains how the total was measured, by each clock.
func (d *scoped) TotalTitle() string {
	if d.total == nil || d.Timeless() {
		return ""
	}
	var parts []string
	for _, clock := range d.AllClocks() {
		parts = append(parts, d.Figure(d.total.Times[clock], clock)+" "+d.ClockName(clock))
	}
	says := words.Text("{1}. The time of each thread between its first and last record in the selection: {2}")
	if d.ExcludesIdle() {
		says = "{1}. The time of each thread between its first and last record in the selection, without idle waits: {2}"
	}
	return words.Say(says, d.TotalText(), words.List(parts))
}
