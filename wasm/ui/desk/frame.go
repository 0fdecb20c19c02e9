package desk

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/node"
)

// FrameFacts returns the figures of a frame of the flame graph, for its tooltip and the details: times on this
// path, then of all frames of its method.
func (d *Desk) FrameFacts(m *message.FlameNodeReply) []node.Fact {
	share := func(of message.Times) string {
		if of[d.Clock] <= 0 {
			return ""
		}
		return words.Percent(float64(m.Inclusive[d.Clock]) / float64(of[d.Clock]))
	}
	time := func(term string, ns int64) node.Fact {
		return node.Fact{Term: term, Text: d.Figure(ns, d.Clock), Title: d.Exact(ns, d.Clock)}
	}
	calls := words.T("Calls on this path")
	if d.Trace.Sampled {
		calls = words.T("Times seen on this path")
	}
	return []node.Fact{
		time(words.T("Total"), m.Inclusive[d.Clock]),
		time(words.T("Self"), m.Exclusive[d.Clock]),
		{Term: words.T("Of total"), Text: share(m.Whole)},
		{Term: words.T("Of parent"), Text: share(m.Parent)},
		{Term: calls, Text: words.Count(m.Calls)},
		{Term: words.T("All instances"), Text: words.Say("{1}, self {2}, {3}", d.Figure(m.AllInclusive[d.Clock], d.Clock), d.Figure(m.AllExclusive[d.Clock], d.Clock), d.CallsText(m.AllCalls))},
	}
}

// CallsText formats a number of calls, or how often a sampled trace saw a method.
func (d *traced) CallsText(n int64) string {
	return words.Seen(n, d.Trace.Sampled)
}

// FrameSpoken returns a frame's figures as text for screen readers.
func (d *Desk) FrameSpoken(m *message.FlameNodeReply) string {
	parts := []string{d.Names.Label(m.Method)}
	for _, f := range d.FrameFacts(m) {
		parts = append(parts, f.Term+" "+f.Text)
	}
	return words.List(parts)
}
