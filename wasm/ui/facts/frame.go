package facts

import (
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// Frame returns the figures of a frame of the flame graph, for its tooltip and the details: times on this
// path, then of all frames of its method.
func Frame(d *desk.Desk, m *message.FlameNodeReply) []node.Fact {
	share := func(of message.Times) string {
		if of[d.Clock] <= 0 {
			return ""
		}
		return words.Percent(float64(m.Inclusive[d.Clock]) / float64(of[d.Clock]))
	}
	time := func(term string, ns int64) node.Fact {
		return node.Fact{Term: term, Text: d.Figure(ns, d.Clock), Title: d.Exact(ns, d.Clock)}
	}
	self, all := words.T("Self"), words.Text("{1}, self {2}, {3}")
	if d.ShownCode() == message.ChargedToOwn { // with the code of others that the method caused
		self, all = words.T("Caused"), "{1}, caused {2}, {3}"
	}
	calls := words.T("Calls on this path")
	if d.Trace.Sampled {
		calls = words.T("Times seen on this path")
	}
	return []node.Fact{
		time(words.T("Total"), m.Inclusive[d.Clock]),
		time(self, m.Exclusive[d.Clock]),
		{Term: words.T("Of total"), Text: share(m.Whole)},
		{Term: words.T("Of parent"), Text: share(m.Parent)},
		{Term: calls, Text: words.Count(m.Calls)},
		{Term: words.T("All instances"), Text: words.Say(all, d.Figure(m.AllInclusive[d.Clock], d.Clock), d.Figure(m.AllExclusive[d.Clock], d.Clock), d.CallsText(m.AllCalls))},
	}
}

// FrameSpoken returns a frame's figures as text for screen readers.
func FrameSpoken(d *desk.Desk, m *message.FlameNodeReply) string {
	parts := []string{d.Names.Label(m.Method)}
	for _, f := range Frame(d, m) {
		parts = append(parts, f.Term+" "+f.Text)
	}
	return words.List(parts)
}

// Thread returns a thread's figures for a tooltip.
func Thread(d *desk.Desk, thread uint32) []node.Fact {
	t := d.Thread(thread)
	if t == nil {
		return nil
	}
	return []node.Fact{
		{Term: "ID", Text: strconv.FormatUint(uint64(t.ID), 10)},
		{Term: d.BusyName(d.Clock), Text: d.Figure(t.Busy[d.Clock], d.Clock)},
	}
}
