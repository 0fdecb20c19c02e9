package tracing

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

func (tr *Trace) drawTimeline(l *scene.List, req *message.Timeline) {
	q := tr.timelineQuery(req)
	tr.profiles.timeline.Draw(l, &q)
	if y := tr.revealed(l, &q, req); y != l.ScrollY {
		q.ScrollY = y
		l.Reset()
		tr.profiles.timeline.Draw(l, &q)
	}
}

func (tr *Trace) timelineQuery(req *message.Timeline) scene.TimelineQuery {
	q := scene.TimelineQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Threads:   tr.looks.drawn.visible(req.Sort, req.Hidden),
		Labels:    func(t trace.ThreadIndex) string { return tr.profiles.index.Info.Threads[t].Label() },
		Collapsed: flags(req.Collapsed, len(tr.profiles.index.Calls.Threads)),
		Unfolded:  flags(req.Unfolded, len(tr.profiles.index.Calls.Threads)),
		Paint:     tr.Paint(req.Colour, req.Find),
		Method:    call.NoMethod,
		Selected:  ref(req.Selected),
		Switches:  req.Switches,
	}
	q.Paint.Kept = tr.profiles.kept(req.Filter)
	if int(req.Method) < len(tr.profiles.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	q.HasSelected = req.HasCall && tr.profiles.index.Has(q.Selected)
	if req.Spans {
		q.SpanOf = tr.spanRows()
		for row, name := range [...]words.Text{"phases", "messages", "frames", "waits"} {
			if calls := tr.spans[row]; len(calls) > 0 {
				q.Spans = append(q.Spans, scene.Spans{Name: name.String(), Calls: calls})
			}
		}
	}
	return q
}

// flags returns n values that are true at the indices in set.
func flags(set []uint32, n int) []bool {
	all := make([]bool, n)
	for _, i := range set {
		if int(i) < n {
			all[i] = true
		}
	}
	return all
}

func (tr *Trace) minimap(l *scene.List, req *message.Minimap) {
	q := scene.MinimapQuery{
		Width: scene.CSS(req.Width), Height: scene.CSS(req.Height), Threads: tr.looks.drawn.visible(message.ThreadsByActivity, req.Hidden),
		Paint: tr.Paint(req.Colour, req.Find), Method: call.NoMethod,
	}
	if int(req.Method) < len(tr.profiles.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	tr.profiles.timeline.Minimap(l, &q)
}

// moment returns what the minimap shows at an instant.
func (tr *Trace) moment(req *message.MomentInfo) message.Body {
	m, ok := tr.profiles.timeline.MomentAt(tr.profiles.ticks(req.At), tr.looks.drawn.visible(message.ThreadsByActivity, req.Hidden))
	reply := &message.Moment{Found: ok, Thread: uint32(m.Thread), Method: message.NoNode, Share: m.Share}
	if ok && m.Method != call.NoMethod {
		reply.Method = uint32(m.Method)
	}
	return reply
}

// revealed returns a scroll position that shows the selected call's row, with a margin, or a thread
// at the top. It moves as little as possible from l's position.
func (tr *Trace) revealed(l *scene.List, q *scene.TimelineQuery, req *message.Timeline) scene.CSS {
	const room = 18
	var y, height scene.CSS
	switch {
	case req.Reveal == message.RevealCall && q.HasSelected:
		y, height = tr.profiles.timeline.Locate(q, q.Selected)
	case req.Reveal == message.RevealThread:
		if y, height = tr.profiles.timeline.LocateThread(q, trace.ThreadIndex(req.Thread)); height > 0 {
			return max(0, min(y, l.Content-(l.Height-l.Top)))
		}
	}
	if height == 0 {
		return l.ScrollY
	}
	below := max(l.ScrollY, y+height+room-(l.Height-l.Top))
	return max(0, min(below, y-room, l.Content-(l.Height-l.Top)))
}

// Paint returns the appearance of methods: their colours, and which of them match a search.
func (tr *Trace) Paint(colour message.Colour, find string) scene.Paint {
	switch colour {
	case message.ColourByRank:
		tr.profiles.summarize()
	case message.ColourByPackage:
		tr.looks.byPackage()
	}
	return scene.Paint{Slot: tr.looks.colour[colour], Hit: tr.search.matches(find)}
}

func (tr *Trace) flame(l *scene.List, req *message.Flame) {
	q := scene.FlameQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Clock: profile.Clock(req.Scope.Clock), Invert: req.Invert, Paint: tr.Paint(req.Colour, req.Find), Method: call.NoMethod,
	}
	if int(req.Method) < len(tr.profiles.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	if req.Ordered {
		if t := trace.ThreadIndex(req.Thread); int(t) < len(tr.profiles.index.Calls.Threads) {
			scope := tr.profiles.scopeOf(req.Scope)
			scene.Ordered(l, tr.profiles.index, t, q.Clock, scope.From, scope.To, &q)
		}
		return
	}
	around := tr.around(req.Sandwich, req.Around)
	c := frames(tr.profiles.shown(req.Scope), req.Fold, req.Callers, around)
	q.Sandwich = around != call.NoMethod
	if req.Root != message.NoNode && int(req.Root) < c.Tree.Len() {
		q.Root = profile.Row(req.Root)
	}
	if req.Chosen != message.NoNode {
		q.Chosen = profile.Row(req.Chosen)
	}
	q.Unfolded = req.Unfolded
	whole := words.Brief
	if tr.profiles.index.Counts(q.Clock) {
		whole = words.Count
	}
	switch width := whole(c.Width(0, q.Clock)); {
	case req.Scope.Code == message.OwnCode:
		q.All = words.Say("own code · {1}", width)
	case req.Scope.Code == message.ChargedToOwn:
		q.All = words.Say("own code with all it caused · {1}", width)
	case len(tr.profiles.filterOf(req.Scope).Terms) > 0:
		q.All = words.Say("filtered · {1}", width)
	case tr.profiles.index.Counts(q.Clock):
		q.All = words.Say("all · {1}", width)
	}
	if thread, ok := tr.profiles.single(req.Scope); ok && !req.Fold && !req.Callers && !q.Sandwich && !tr.profiles.reshapes(req.Scope) { // a thread's graph has other depths
		q.Framework = tr.profiles.timeline.Framework(thread)
	}
	scene.Flame(l, c, &q)
}

// around returns the method of a sandwich, call.NoMethod for none.
func (tr *Trace) around(sandwich bool, method uint32) trace.MethodIndex {
	if sandwich && int(method) < len(tr.profiles.index.Info.Methods) {
		return trace.MethodIndex(method)
	}
	return call.NoMethod
}
