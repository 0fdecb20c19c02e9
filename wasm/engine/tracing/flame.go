package tracing

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// flameGraph draws the flame graph, and describes its frames.
type flameGraph struct {
	profiles *profiles
	looks    *looks
	search   *search
}

// draw fills l with the graph.
func (fg *flameGraph) draw(l *scene.List, req *message.Flame) {
	q := scene.FlameQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Clock: profile.Clock(req.Scope.Clock), Invert: req.Invert, Paint: fg.search.paint(req.Colour, req.Find), Method: call.NoMethod,
	}
	if int(req.Method) < len(fg.profiles.index.Info.Methods) {
		q.Method = trace.MethodIndex(req.Method)
	}
	if req.Ordered {
		if t := trace.ThreadIndex(req.Thread); int(t) < len(fg.profiles.index.Calls.Threads) {
			scope := fg.profiles.scopeOf(req.Scope)
			scene.Ordered(l, fg.profiles.index, t, q.Clock, scope.From, scope.To, &q)
		}
		return
	}
	around := fg.around(req.Sandwich, req.Around)
	p := fg.profiles.shown(req.Scope)
	c := frames(p, req.Fold, req.Callers, around)
	q.Sandwich = around != call.NoMethod
	if req.Root != message.NoNode && int(req.Root) < c.Tree.Len() {
		q.Root = profile.Row(req.Root)
	}
	if req.Chosen != message.NoNode {
		q.Chosen = profile.Row(req.Chosen)
	}
	q.Unfolded = req.Unfolded
	whole := words.Brief
	if fg.profiles.index.Counts(q.Clock) {
		whole = words.Count
	}
	switch width := whole(c.Width(0, q.Clock)); {
	case req.Scope.Code == message.OwnCode:
		q.All = words.Say("own code · {1}", width)
	case req.Scope.Code == message.ChargedToOwn:
		q.All = words.Say("own code with all it caused · {1} · {2}", width, words.Percent(float64(c.Width(0, q.Clock))/float64(max(1, p.Total()[q.Clock]))))
	case len(fg.profiles.filterOf(req.Scope).Terms) > 0:
		q.All = words.Say("filtered · {1}", width)
	case fg.profiles.index.Counts(q.Clock):
		q.All = words.Say("all · {1}", width)
	}
	if thread, ok := fg.profiles.single(req.Scope); ok && !req.Fold && !req.Callers && !q.Sandwich && !fg.profiles.reshapes(req.Scope) { // a thread's graph has other depths
		q.Framework = fg.profiles.timeline.Framework(thread)
	}
	scene.Flame(l, c, &q)
}

// around returns the method of a sandwich, call.NoMethod for none.
func (fg *flameGraph) around(sandwich bool, method uint32) trace.MethodIndex {
	if sandwich && int(method) < len(fg.profiles.index.Info.Methods) {
		return trace.MethodIndex(method)
	}
	return call.NoMethod
}
