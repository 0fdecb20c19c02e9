package engine

import (
	"fmt"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// List fills l with the display list that a Timeline, Overview, Flame or GraphView
// request asks for.
func (e *Engine) List(req message.Body, l *scene.List) error {
	l.Reset()
	if req, ok := req.(*message.GraphView); ok {
		e.drawGraph(l, req)
		return nil
	}
	if e.listDumps(req, l) {
		return nil
	}
	if e.index == nil {
		return fmt.Errorf("no trace is open")
	}
	switch req := req.(type) {
	case *message.Timeline:
		q := e.timelineQuery(req)
		e.timeline.Draw(l, &q)
		if y := e.revealed(l, &q); req.Reveal && y != l.ScrollY {
			q.ScrollY = y
			l.Reset()
			e.timeline.Draw(l, &q)
		}
	case *message.Overview:
		e.timeline.Overview(l, req.Width, req.Height, e.rows(message.ThreadsByActivity, req.Hidden), e.paint(req.Colour, ""))
	case *message.Flame:
		e.flame(l, req)
	default:
		return fmt.Errorf("%T asks for no display list", req)
	}
	return nil
}

func (e *Engine) timelineQuery(req *message.Timeline) scene.TimelineQuery {
	q := scene.TimelineQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Threads:   e.rows(req.Sort, req.Hidden),
		Labels:    func(t trace.ThreadIndex) string { return e.index.Info.Threads[t].Label() },
		Collapsed: make([]bool, len(e.index.Calls.Threads)),
		Paint:     e.paint(req.Colour, req.Find),
		Method:    call.NoMethod,
		Selected:  e.ref(req.Selected),
		Switches:  req.Switches,
	}
	for _, t := range req.Collapsed {
		if int(t) < len(q.Collapsed) {
			q.Collapsed[t] = true
		}
	}
	if int(req.Method) < len(e.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	q.HasSelected = req.HasCall && e.index.Has(q.Selected)
	return q
}

// revealed returns how far to scroll, starting from where l is, until the selected call's
// row is in view, with a little room above and below.
func (e *Engine) revealed(l *scene.List, q *scene.TimelineQuery) float64 {
	const room = 18
	y, height := e.timeline.Locate(q, q.Selected)
	if !q.HasSelected || height == 0 {
		return l.ScrollY
	}
	below := max(l.ScrollY, y+height+room-(l.Height-l.Top))
	return max(0, min(below, y-room, l.Content-(l.Height-l.Top)))
}

func (e *Engine) paint(colour message.Colour, find string) scene.Paint {
	return scene.Paint{Slot: e.slots(colour), Hit: e.matches(find)}
}

// rows lists the threads that are drawn, in order.
func (e *Engine) rows(sort message.ThreadSort, hidden []uint32) []trace.ThreadIndex {
	rows := make([]trace.ThreadIndex, 0, len(e.drawn[sort]))
	for _, t := range e.drawn[sort] {
		if !slices.Contains(hidden, uint32(t)) {
			rows = append(rows, t)
		}
	}
	return rows
}

func (e *Engine) flame(l *scene.List, req *message.Flame) {
	q := scene.FlameQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Clock: profile.Clock(req.Scope.Clock), Invert: req.Invert, Paint: e.paint(req.Colour, req.Find), Method: call.NoMethod,
	}
	if int(req.Method) < len(e.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	if req.Ordered {
		if t := trace.ThreadIndex(req.Thread); int(t) < len(e.index.Calls.Threads) {
			scope := e.scopeOf(req.Scope)
			scene.Ordered(l, e.index, t, q.Clock, scope.From, scope.To, &q)
		}
		return
	}
	c := contexts(e.in(req.Scope), req.Fold)
	if req.Root != message.NoNode && int(req.Root) < c.Tree.Len() {
		q.Root = req.Root
	}
	scene.Flame(l, c, &q)
}
