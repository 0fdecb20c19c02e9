package desk

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// What the figures are taken over, and how the page says so.

// subject is the thread whose figures a trace begins with: main, else the busiest.
func subject(trace *message.Description) uint32 {
	for i := range trace.Threads {
		if t := &trace.Threads[i]; t.Main && t.Calls > 0 {
			return t.Index
		}
	}
	return Busiest(trace.Threads)
}

// Scope is what figures are taken over: what is chosen, but for the threads that are hidden.
func (d *Desk) Scope() message.Scope {
	scope := d.Selection.Scope()
	scope.Threads = d.Summed()
	scope.NoIdle = !d.IncludesIdle()
	return scope
}

// sumsThreads reports whether the figures are of several threads.
func (d *Desk) sumsThreads() bool {
	n := len(d.Summed())
	return n > 1 || n == 0 && d.Trace != nil && len(d.Trace.Threads) > 1
}

// IncludesIdle reports whether figures hold idle waits. Of several threads most of the wall time is
// that of threads that wait for work, main for messages as well as others for tasks, which
// says nothing of what cost most: it is left out unless it is asked for. Who chose one thread
// asks where its time went: there a wait is an answer, and is left out only if that is chosen.
func (d *Desk) IncludesIdle() bool {
	if d.sumsThreads() {
		return d.Idle
	}
	return !d.OmitIdle
}

// IdleTime is how much idle waits come to in the scope, by its clock.
func (d *Desk) IdleTime() int64 {
	if d.total == nil {
		return 0
	}
	return d.total.Idle[d.Clock]
}

// ExcludesIdle reports whether there are idle waits, and the figures leave them out.
func (d *Desk) ExcludesIdle() bool { return !d.IncludesIdle() && d.IdleTime() > 0 }

// ToggleIdle leaves idle waits out of the figures, or no more: of several threads, or of one.
func (d *Desk) ToggleIdle() {
	if d.sumsThreads() {
		d.Idle = !d.Idle
	} else {
		d.OmitIdle = !d.OmitIdle
	}
}

// IdleText says how much the switch hides, or adds: "idle waits (hides 4.2 s)".
func (d *Desk) IdleText() string {
	says := words.Text("idle waits (hides {1})")
	if d.IncludesIdle() {
		says = "idle waits (adds {1})"
	}
	return words.Say(says, words.Brief(d.IdleTime()))
}

// Summed are the threads whose figures are summed, in order. None means all; where all of
// them are hidden it is NoNode alone.
func (d *Desk) Summed() []uint32 {
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

// Counts reports whether a thread's time is part of the figures.
func (d *Desk) Counts(thread uint32) bool {
	return d.Selection.Counts(thread) && !slices.Contains(d.Hidden, thread)
}

// ToggleThread takes a thread into the figures or out of them. A hidden one is shown with that.
func (d *Desk) ToggleThread(thread uint32) {
	if slices.Contains(d.Hidden, thread) {
		d.ToggleHidden(thread)
		if d.Selection.Counts(thread) {
			return
		}
	}
	d.Selection.ToggleThread(thread, d.Trace.Threads)
}

// OnlyThread sums one thread alone and shows it on top with all its rows, or sums all again if it already was
// alone. A hidden one is shown with that.
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

// Alone reports whether the figures are of one thread alone.
func (d *Desk) Alone(thread uint32) bool { return len(d.Threads) == 1 && d.Threads[0] == thread }

// ToggleHidden hides a thread from the timeline, and takes it out of the figures; or shows it
// again. Once all that are summed are hidden, the figures are of all that are left.
func (d *Desk) ToggleHidden(thread uint32) {
	d.Hidden = Toggled(d.Hidden, thread)
	if !slices.ContainsFunc(d.Threads, d.Counts) {
		d.Threads = nil
	}
}

// ClearThreads sums over all threads that are not hidden.
func (d *Desk) ClearThreads() { d.Threads = nil }

// ShowHidden shows all threads again.
func (d *Desk) ShowHidden() { d.Hidden = nil }

// ThreadsText names the threads whose figures are summed.
func (d *Desk) ThreadsText() string {
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

// RangeText is the chosen stretch of time.
func (d *Desk) RangeText() string {
	from, to := words.Range(d.From, d.To)
	return from + " – " + to
}

// ScopeText says what the figures are taken over, "" for the whole trace: "main, 1.2 s – 3.4 s".
func (d *Desk) ScopeText() string {
	switch {
	case d.Trace == nil || !d.Ranged() && len(d.Summed()) == 0:
		return ""
	case !d.Ranged():
		return words.Say("{1}, whole trace", d.ThreadsText())
	}
	return words.Say("{1}, {2}", d.ThreadsText(), d.RangeText())
}

// LeftOut is how many threads are not summed.
func (d *Desk) LeftOut() (n int) {
	for i := range d.Trace.Threads {
		if !d.Counts(d.Trace.Threads[i].Index) {
			n++
		}
	}
	return n
}

// AtStart reports whether the figures are of what they were when the trace was opened.
func (d *Desk) AtStart() bool {
	return !d.Ranged() && len(d.Hidden) == 0 && (len(d.Trace.Threads) < 2 || d.Alone(subject(d.Trace)))
}

// TotalText says what 100 % is of figures in the scope, "" until it is known:
// "100 % = 301.1 ms on main". Of a trace without times it is what they are of.
func (d *Desk) TotalText() string {
	if d.total == nil || d.Trace == nil {
		return ""
	}
	if d.Timeless() {
		return d.totalThreads
	}
	return words.Say("100\u00a0% = {1} on {2}", d.Figure(d.total.Times[d.Clock], d.Clock), d.totalThreads)
}

// TotalTitle says how what 100 % is was measured, by each clock.
func (d *Desk) TotalTitle() string {
	if d.total == nil || d.Timeless() {
		return ""
	}
	var parts []string
	for _, clock := range d.AllClocks() {
		parts = append(parts, d.Figure(d.total.Times[clock], clock)+" "+d.ClockName(clock))
	}
	says := words.Text("{1}. The time of each thread from its first record to its last, within what is chosen: {2}")
	if d.ExcludesIdle() {
		says = "{1}. The time of each thread from its first record to its last, within what is chosen, but for idle waits: {2}"
	}
	return words.Say(says, d.TotalText(), words.List(parts))
}

// A Chip tells of a filter that the figures are under, and takes it away.
type Chip struct {
	ID, Text, Title string
	Drop            func()
}

// Chips are the filters there are.
func (d *Desk) Chips() []Chip {
	var all []Chip
	add := func(id, text, title string, drop func()) { all = append(all, Chip{"chip-" + id, text, title, drop}) }
	switch n := len(d.Threads); n {
	case 0:
	case 1:
		add("threads", d.ThreadName(d.Threads[0]), words.T("Figures of this thread only. Click to sum over all threads"), d.ClearThreads)
	default:
		add("threads", words.Plural(int64(n), "thread", "threads"), words.T("Figures of these threads only. Click to sum over all threads"), d.ClearThreads)
	}
	if d.Ranged() {
		add("range", d.RangeText()+" ("+words.Brief(d.To-d.From)+")", words.T("Figures of this range only. Click to sum over the whole trace"), d.ClearRange)
	}
	if n := len(d.Hidden); n > 0 {
		add("hidden", words.Plural(int64(n), "hidden", "hidden"), words.T("Threads excluded from timeline and figures. Click to show them again"), d.ShowHidden)
	}
	if d.Switches {
		add("switches", words.T("separate switches"), words.T("Context switches count as a separate method. Click to count them in exclusive times again"), d.ToggleSwitches)
	}
	if d.Search.Only && d.Search.Text != "" {
		add("only", words.Say("only “{1}”", words.Clip(d.Search.Text)), words.T("The table shows only matching methods. Click to show all"), func() {
			d.Search.Only = false
			if strings.HasPrefix(d.Search.Text, originMark) { // nobody typed it
				d.Find("")
			}
		})
	}
	return all
}

// ThreadCommands are what can be done to each thread, by its name.
func (d *Desk) ThreadCommands() []Command {
	var all []Command
	for _, t := range d.Trace.Drawn[d.Sort] {
		add := func(does words.Text, do func()) {
			all = append(all, Command{Name: words.Say(does, d.ThreadName(t)), Typed: true, Do: do})
		}
		if !d.Alone(t) {
			add("Only thread {1}", func() { d.OnlyThread(t) })
		}
		if slices.Contains(d.Hidden, t) {
			add("Show thread {1}", func() { d.ToggleHidden(t) })
		} else {
			add("Hide thread {1}", func() { d.ToggleHidden(t) })
		}
		if slices.Contains(d.Collapsed, t) {
			add("Expand thread {1}", func() { d.ToggleCollapsed(t) })
		} else {
			add("Collapse thread {1}", func() { d.ToggleCollapsed(t) })
		}
	}
	return all
}
