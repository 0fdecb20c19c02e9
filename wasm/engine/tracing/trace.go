// Package tracing is the engine's room of method traces: what one open trace answers.
package tracing

import (
	"time"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

// A Trace is one open trace, with what the last answers left behind for the next ones. It is
// asked from one goroutine.
type Trace struct {
	file     string
	index    *profile.Index // merged once there is a profile
	read     time.Duration
	looks    looks
	drawn    orders
	named    []bool // by method: the page has its name; nil: none yet
	timeline *scene.Timeline
	samples  *simpleperf.Reader // of a recording of samples; nil of a trace of calls
	rename   func(*trace.Info)  // gives methods other names; nil: they are the file's

	scope   message.Scope    // of profile
	profile *profile.Profile // nil until whole has made it
	table   table
	tree    treeRows
	find    find
}

// Answer answers a request about the trace; nil for any other. Graphs go on the stage.
func (tr *Trace) Answer(req message.Body, stage *graph.Stage) message.Body {
	tr.whole()
	switch req := req.(type) {
	case *message.MethodRows:
		return tr.methodRows(req)
	case *message.TreeRows:
		return tr.treeRows(req)
	case *message.Relatives:
		return tr.relatives(req)
	case *message.Locate:
		return tr.locate(req)
	case *message.ThreadRows:
		return tr.threadRows(req)
	case *message.Summed:
		p := tr.in(req.Scope)
		return &message.Sum{Times: message.Times(p.Total()), Idle: message.Times(p.Idle())}
	case *message.CallInfo:
		return tr.call(ref(req.Call))
	case *message.MomentInfo:
		return tr.moment(req)
	case *message.SwitchInfo:
		return tr.contextSwitch(req)
	case *message.MethodInfo:
		return tr.method(req)
	case *message.Step:
		return tr.step(req)
	case *message.FlameNode:
		return tr.flameNode(req)
	case *message.Refold:
		return tr.refold(req)
	case *message.PathInfo:
		return tr.path(req)
	case *message.Hashes:
		return tr.hashes(req)
	case *message.Search:
		return tr.search(req)
	case *message.Graph:
		g, threshold := tr.callGraph(req)
		dot := stage.Show(g)
		dot.Threshold = threshold
		return dot
	case *message.GraphFile:
		return tr.graphFile(req)
	}
	return nil
}

// Draw fills l with a picture of the trace; false for any other.
func (tr *Trace) Draw(req message.Picture, l *scene.List) bool {
	if !early(req) {
		tr.whole()
	}
	switch req := req.(type) {
	case *message.Timeline:
		tr.drawTimeline(l, req)
	case *message.Overview:
		tr.overview(l, req)
	case *message.Flame:
		tr.flame(l, req)
	default:
		return false
	}
	return true
}

// early tells whether a picture can be drawn before there is a profile: one of what was called, and
// nothing of a method or a search.
func early(req message.Picture) bool {
	switch req := req.(type) {
	case *message.Timeline:
		return req.Method == message.NoNode && !req.HasCall && req.Find == ""
	case *message.Overview:
		return req.Method == message.NoNode && req.Find == ""
	}
	return false
}

// Methods are the trace's, by their numbers.
func (tr *Trace) Methods() []trace.Method { return tr.index.Info.Methods }

// Rename has methods have other names from now on: give gives them those, and is called again
// where the methods are made anew.
func (tr *Trace) Rename(give func(*trace.Info)) {
	tr.rename, tr.looks, tr.named, tr.table, tr.tree, tr.find = give, looks{}, nil, table{}, treeRows{}, find{}
	in := tr.index.Info
	if tr.samples != nil {
		tr.measure(in.Samples.Measure)
		return
	}
	if m := tr.index.SwitchMethod(); m != call.NoMethod {
		in.Methods = in.Methods[:m] // set adds it
	}
	tr.set(tr.index.Calls, in)
}

// Profile is the profile of a scope. It holds until the next that is asked for.
func (tr *Trace) Profile(s message.Scope) *profile.Profile { return tr.in(s) }

// Figures are those of that profile, which is not made where one thread alone is asked for.
func (tr *Trace) Figures(s message.Scope) *profile.Figures {
	tr.by(s.Measure)
	tr.whole()
	if !s.Switches && !s.NoIdle {
		if f := tr.index.OneThread(tr.scopeOf(s)); f != nil {
			return f
		}
	}
	return tr.in(s).Figures()
}

// Index is what profiles are made of.
func (tr *Trace) Index() *profile.Index {
	tr.whole()
	return tr.index
}

// Info is what the trace says of itself.
func (tr *Trace) Info() *trace.Info { return tr.index.Info }

// tick is the nanoseconds of a tick, the unit of the table's times.
func (tr *Trace) tick() int64 { return tr.index.Calls.Tick }

// in returns the profile of a scope. The last one alone is kept, for views share it: of many
// contexts another holds as much as all else does. What in gave before must no longer be used.
func (tr *Trace) in(s message.Scope) *profile.Profile {
	tr.by(s.Measure)
	tr.whole()
	scope, x := tr.scopeOf(s), tr.index
	if s.Switches {
		x = x.Switched()
	}
	if x == tr.profile.Index && scope.From == tr.profile.Scope.From && scope.To == tr.profile.Scope.To && same(s.Threads, tr.scope.Threads) && s.NoIdle == tr.scope.NoIdle {
		return tr.profile
	}
	tr.scope = s
	tr.profile = x.Profile(scope, tr.profile)
	if s.NoIdle {
		tr.profile.WithoutIdle()
	}
	return tr.profile
}

// by has the clock CPU count what a scope asks for.
func (tr *Trace) by(measure uint32) {
	if of := tr.index.Info.Samples; of != nil && measure > 0 && int64(measure) <= int64(len(of.Measures)) && int(measure) != of.Measure+1 {
		tr.measure(int(measure) - 1)
	}
}

func same(a, b []uint32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// scopeOf turns a message's scope, in ns and thread indices, into the profile's.
func (tr *Trace) scopeOf(s message.Scope) profile.Scope {
	scope := profile.WholeTrace
	if from, to := tr.index.Calls.Span(); s.From > from*tr.tick() || s.To < to*tr.tick() {
		scope.From, scope.To = ceil(s.From, tr.tick()), s.To/tr.tick()
		if scope.To < scope.From { // narrower than a tick
			scope.To = scope.From
		}
	}
	if len(s.Threads) > 0 {
		scope.Threads = make([]bool, len(tr.index.Calls.Threads))
		for _, t := range s.Threads {
			if int(t) < len(scope.Threads) {
				scope.Threads[t] = true
			}
		}
	}
	return scope
}

func ceil(a, b int64) int64 { return (a + b - 1) / b }
