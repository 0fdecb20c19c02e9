package tracing

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// timeline draws the calls of all threads over time, and describes its instants. Above main's calls it has rows of
// phases, messages, frames, input events and waits.
type timeline struct {
	profiles *profiles
	looks    *looks
	search   *search

	spans       story.Rows     // of main in spansOf
	unexplained []profile.Ref  // waits in spans that no frame explains
	spansOf     *profile.Index // nil until there are any
}

// draw fills l with the timeline.
func (tl *timeline) draw(l *scene.List, req *message.Timeline) {
	q := tl.query(req)
	tl.profiles.timeline.Draw(l, &q)
	if y := tl.revealed(l, &q, req); y != l.ScrollY {
		q.ScrollY = y
		l.Reset()
		tl.profiles.timeline.Draw(l, &q)
	}
}

// query returns what scene.Timeline needs to draw a request.
func (tl *timeline) query(req *message.Timeline) scene.TimelineQuery {
	q := scene.TimelineQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Threads:   tl.looks.drawn.visible(req.Sort, req.Hidden),
		Labels:    func(t trace.ThreadIndex) string { return tl.profiles.index.Info.Title(t) },
		Collapsed: flags(req.Collapsed, len(tl.profiles.index.Calls.Threads)),
		Unfolded:  flags(req.Unfolded, len(tl.profiles.index.Calls.Threads)),
		Paint:     tl.search.paint(req.Colour, req.Find),
		Method:    call.NoMethod,
		Selected:  ref(req.Selected),
		Switches:  req.Switches,
		Trimmed:   req.Trimmed,
	}
	q.Paint.Kept = tl.profiles.kept(req.Filter)
	if int(req.Method) < len(tl.profiles.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	q.HasSelected = req.HasCall && tl.profiles.index.Has(q.Selected)
	if req.Trimmed && q.HasSelected {
		q.Threads = follow(q.Threads, q.Selected.Thread, trace.ThreadIndex(req.Thread))
	}
	if req.Spans {
		q.SpanOf = tl.spanRows()
		for row, name := range [...]words.Text{"phases", "messages", "frames", "input", "waits"} {
			if calls := tl.spans[row].Calls; len(calls) > 0 {
				q.Spans = append(q.Spans, scene.Spans{Name: name.String(), Calls: calls})
			}
		}
	}
	return q
}

// follow returns threads in their order, but next right below first, if both are there.
func follow(threads []trace.ThreadIndex, first, next trace.ThreadIndex) []trace.ThreadIndex {
	from := slices.Index(threads, next)
	if from < 0 || first == next || !slices.Contains(threads, first) {
		return threads
	}
	rest := slices.Delete(slices.Clone(threads), from, from+1)
	return slices.Insert(rest, slices.Index(rest, first)+1, next)
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

// minimap fills l with the overview of all threads.
func (tl *timeline) minimap(l *scene.List, req *message.Minimap) {
	q := scene.MinimapQuery{
		Width: scene.CSS(req.Width), Height: scene.CSS(req.Height), Threads: tl.looks.drawn.visible(message.ThreadsByActivity, req.Hidden),
		Paint: tl.search.paint(req.Colour, req.Find), Method: call.NoMethod,
	}
	if int(req.Method) < len(tl.profiles.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	tl.profiles.timeline.Minimap(l, &q)
}

// moment returns what the minimap shows at an instant.
func (tl *timeline) moment(req *message.MomentInfo) message.Body {
	m, ok := tl.profiles.timeline.MomentAt(tl.profiles.ticks(req.At), tl.looks.drawn.visible(message.ThreadsByActivity, req.Hidden))
	reply := &message.Moment{Found: ok, Thread: uint32(m.Thread), Method: message.NoNode, Share: m.Share, Ending: m.Ending}
	if ok && m.Method != call.NoMethod {
		reply.Method = uint32(m.Method)
	}
	return reply
}

// revealed returns a scroll position that shows the selected call's row, with a margin, or a thread. Of a deep thread it shows
// what fits into half of the height, so that the thread it is compared with can stay in view. It moves as little as possible
// from l's position.
func (tl *timeline) revealed(l *scene.List, q *scene.TimelineQuery, req *message.Timeline) scene.CSS {
	var y, height scene.CSS
	room, view := scene.CSS(18), l.Height-l.Top
	switch {
	case req.Reveal == message.RevealCall && q.HasSelected:
		y, height = tl.profiles.timeline.Locate(q, q.Selected)
	case req.Reveal == message.RevealThread:
		y, height = tl.profiles.timeline.LocateThread(q, trace.ThreadIndex(req.Thread))
		room, height = 0, min(height, view/2)
	}
	if height == 0 {
		return l.ScrollY
	}
	below := max(l.ScrollY, y+height+room-view)
	to := max(0, min(below, y-room, l.Content-view))
	if req.Reveal == message.RevealThread && q.Trimmed && q.HasSelected { // the selected call stays in view, if a part of the thread does
		if call, _ := tl.profiles.timeline.Locate(q, q.Selected); call < to && y+min(height, view/4)-view <= call {
			to = call
		}
	}
	return to
}

// contextSwitch returns when a thread was off the CPU, or in no call, around an instant.
func (tl *timeline) contextSwitch(req *message.SwitchInfo) message.Body {
	reply := &message.Switch{}
	if int(req.Thread) < len(tl.profiles.index.Calls.Threads) {
		thread, at := trace.ThreadIndex(req.Thread), tl.profiles.ticks(req.At)
		var gap scene.Gap
		if req.NoCall {
			gap.From, gap.To, reply.Found = tl.profiles.timeline.NoCallAt(thread, at)
			gap.Low, gap.High = gap.From, gap.To
		} else {
			gap, reply.Found = tl.profiles.timeline.SwitchAt(thread, at)
		}
		reply.From, reply.To = tl.profiles.ns(gap.From), tl.profiles.ns(gap.To)
		reply.Low, reply.High = tl.profiles.ns(gap.Low), tl.profiles.ns(gap.High)
	}
	return reply
}
