package ui

import (
	"fmt"

	"traceglass/wasm/message"
)

// details is the panel about the selected call and the selected method.
type details struct {
	call, method, step query
	shown              *message.Call   // the selected call
	about              *message.Method // the selected method
	whole              bool            // a long path is shown in full
}

// want asks for what the panel shows.
func (d *details) want(c *App) {
	if !c.sel.HasCall {
		d.shown, d.call.asked = nil, ""
	} else if d.shown == nil || d.shown.Call != c.sel.Call {
		d.call.want(c.host, &message.CallInfo{Call: c.sel.Call})
	}
	if c.sel.Method == message.NoNode {
		d.about, d.method.asked = nil, ""
		return
	}
	if d.about != nil && d.about.Method != c.sel.Method {
		d.about = nil
	}
	d.method.want(c.host, &message.MethodInfo{Scope: c.sel.scope(), Method: c.sel.Method})
}

func (d *details) takeCall(c *App, call *message.Call) {
	if !c.sel.HasCall || !call.Found || call.Call != c.sel.Call {
		return
	}
	d.show(c, call)
}

// show keeps the selected call's figures, and moves the timeline to it if that was to
// be done when they are known.
func (d *details) show(c *App, call *message.Call) {
	d.shown = call
	c.names.need(call.Method)
	for _, f := range call.Path {
		c.names.need(f.Method)
	}
	c.sel.Method = call.Method
	if c.timeline.reveal {
		c.timeline.pane.reveal(float64(call.From), float64(call.To))
	}
	c.zoomToCall()
}

// askStep asks for a call by its relation to another. What comes is selected.
func (c *App) askStep(step *message.Step) { c.details.step.ask(c.host, step) }

// stepCall goes to the next call of the selected method, or the one before.
func (c *App) stepCall(back bool) {
	if c.sel.Method == message.NoNode {
		return
	}
	step := &message.Step{Scope: c.sel.scope(), Method: c.sel.Method, From: c.sel.Call, Back: back}
	if !c.sel.HasCall {
		step.Any, step.At = true, int64(c.timeline.View.From)
	}
	c.askStep(step)
}

// stepNested goes from the selected call to its caller, its first callee, or the call before
// or after it. With no call selected it starts with the method's first in view, with no method
// either at the top of the busiest thread.
func (c *App) stepNested(to message.Direction) {
	switch {
	case c.sel.HasCall:
		c.askStep(&message.Step{Scope: c.sel.scope(), Method: c.sel.Method, From: c.sel.Call, To: to})
	case c.sel.Method != message.NoNode:
		c.stepCall(false)
	default:
		c.askFirst(busiest(c.trace.Threads))
	}
}

// askFirst asks for the first call of a thread. It is selected when it comes.
func (c *App) askFirst(thread uint32) {
	c.details.step.ask(c.host, &message.CallInfo{Call: message.CallRef{Thread: thread}})
}

// stepped selects the call that a step led to.
func (c *App) stepped(call *message.Call) {
	if !call.Found {
		c.notice = "There is no further call that way."
		return
	}
	c.notice = ""
	c.jump(call.Call, call.Method)
	c.details.show(c, call)
}

// bars are the histogram's bars: each a share of the tallest, and what it says.
type bar struct{ Style, Title string }

func (d *details) bars() []bar {
	most := int64(1)
	for _, b := range d.about.Bins {
		most = max(most, b.Count)
	}
	all := make([]bar, len(d.about.Bins))
	for i, b := range d.about.Bins {
		all[i] = bar{
			Style: fmt.Sprintf("--part:%.3f", float64(b.Count)/float64(most)),
			Title: plural(b.Count, "call", "calls") + " took " + duration(b.From) + " to " + duration(b.To),
		}
	}
	return all
}

// A fact is a term and what it says; Title is the figure in full.
type fact struct{ Term, Text, Title string }

// callFacts are the selected call's figures by each clock, the chosen one first.
func (c *App) callFacts() []fact {
	call := c.details.shown
	var all []fact
	for i, clock := range c.allClocks() {
		name := clockName(clock)
		all = append(all, fact{name, duration(call.Inclusive[clock]), exact(call.Inclusive[clock])})
		if i < 2 || clock == message.Waiting {
			all = append(all, fact{name + ", own", duration(call.Exclusive[clock]), exact(call.Exclusive[clock])})
		}
	}
	all = append(all,
		fact{"From", duration(call.From), exact(call.From)},
		fact{"To", duration(call.To), exact(call.To)},
		fact{"Thread", c.threadName(call.Call.Thread), ""},
		fact{"Depth", count(int64(call.Call.Depth)), ""},
		fact{"Calls made", count(call.Callees), ""})
	return all
}

// allClocks are all clocks of the trace, the chosen one first.
func (c *App) allClocks() []message.Clock {
	clocks := []message.Clock{c.sel.Clock}
	for _, clock := range c.clocks() {
		if clock != c.sel.Clock {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// callNote says what a call's times leave out.
func (c *App) callNote() string {
	switch call := c.details.shown; {
	case call.AtStart && call.AtEnd:
		return "Was running when recording began and still when it ended: its times are those within the recording."
	case call.AtStart:
		return "Was already running when recording began: its times start there."
	case call.AtEnd:
		return "Was still running when recording ended: its times end there."
	}
	return ""
}

// methodFacts are the figures of the selected method over the scope.
func (c *App) methodFacts() []fact {
	row := &c.details.about.Row
	var all []fact
	for _, clock := range c.columnClocks() {
		name := clockName(clock)
		all = append(all,
			fact{name + " inclusive", duration(row.Inclusive[clock]) + share(row.InclusiveShare[clock]), exact(row.Inclusive[clock])},
			fact{name + " exclusive", duration(row.Exclusive[clock]) + share(row.ExclusiveShare[clock]), exact(row.Exclusive[clock])})
	}
	term := "Calls"
	if c.trace.Sampled {
		term = "Times seen"
	}
	calls := count(row.Calls)
	if row.Recursive > 0 {
		calls += " + " + count(row.Recursive) + " recursive"
	}
	return append(all, fact{term, calls, ""})
}

func share(part float64) string {
	if text := percent(part); text != "" {
		return " · " + text
	}
	return ""
}

// spread says how long the calls of the selected method took, each for itself.
func (c *App) spread() []fact {
	m := c.details.about
	return []fact{
		{"min", duration(m.Min), exact(m.Min)},
		{"median", duration(m.Median), exact(m.Median)},
		{"mean", duration(m.Mean), exact(m.Mean)},
		{"p95", duration(m.P95), exact(m.P95)},
		{"max", duration(m.Max), exact(m.Max)},
	}
}

// identity says where a method comes from.
func (c *App) identity() []fact {
	name := c.names.known[c.sel.Method]
	var all []fact
	if c.names.isSwitch(c.sel.Method) {
		return append(all, fact{"Pseudo method", "time off the CPU", ""})
	}
	if name.Signature != "" {
		all = append(all, fact{"Signature", clipped(name.Signature), ""})
	}
	if name.File != "" {
		place := clipped(name.File)
		if name.Line > 0 {
			place = fmt.Sprintf("%s:%d", place, name.Line)
		}
		all = append(all, fact{"Source", place, ""})
	}
	if name.ID != "" {
		all = append(all, fact{"ID", name.ID, ""})
	}
	return append(all, fact{"Rank", count(int64(name.Rank)), ""})
}

// threadName is a thread's name.
func (c *App) threadName(index uint32) string {
	for i := range c.trace.Threads {
		if c.trace.Threads[i].Index == index {
			return clipped(c.trace.Threads[i].Name)
		}
	}
	return ""
}
