// Package tracing is the engine's room of method traces: it answers requests about one open
// trace.
package tracing

import (
	"slices"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
	"traceglass/wasm/sift"
)

// A Trace is one open trace, with caches of the last answers. Use it from one goroutine.
type Trace struct {
	file     string
	index    *profile.Index // merged once there is a profile
	read     time.Duration
	looks    looks
	timeline *scene.Timeline
	spans    story.Rows         // of main in spansOf
	spansOf  *profile.Index     // nil until there are any
	samples  *simpleperf.Reader // of a recording of samples, nil otherwise
	rename   func(*trace.Info)  // gives methods their original names; nil keeps the file's

	scope   message.Scope    // of profile
	profile *profile.Profile // nil until summarize has made it
	filter  *sift.Filter     // the last one; nil for none
	shown   cutProfile
	keeps   keptCalls
	owners  platform.Owners
	table   table
	tree    treeRows
	find    find
	stories map[message.OverviewInfo]*story.Overview // the last overviews, by request
}

// Answer answers a request about the trace, or returns nil for another request. It puts graphs on
// the stage.
func (tr *Trace) Answer(req message.Body, stage *graph.Stage) message.Body {
	tr.summarize()
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
	case *message.Assign:
		return tr.assign(req)
	case *message.Summed:
		return tr.Sum(req.Scope)
	case *message.CallInfo:
		return tr.call(ref(req.Call))
	case *message.MomentInfo:
		return tr.moment(req)
	case *message.SwitchInfo:
		return tr.contextSwitch(req)
	case *message.OverviewInfo:
		return tr.overview(req)
	case *message.AnswerText:
		if req.Of == message.OfTrace {
			return tr.answerText(req)
		}
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

// Draw fills l with a picture of the trace, or returns false for another picture.
func (tr *Trace) Draw(req message.Picture, l *scene.List) bool {
	if !early(req) {
		tr.summarize()
	}
	switch req := req.(type) {
	case *message.Timeline:
		tr.drawTimeline(l, req)
	case *message.Minimap:
		tr.minimap(l, req)
	case *message.Flame:
		tr.flame(l, req)
	default:
		return false
	}
	return true
}

// early reports whether a picture can be drawn before there is a profile: one of calls only,
// without a method or a search.
func early(req message.Picture) bool {
	switch req := req.(type) {
	case *message.Timeline:
		return req.Method == message.NoNode && !req.HasCall && req.Find == ""
	case *message.Minimap:
		return req.Method == message.NoNode && req.Find == ""
	}
	return false
}

// Methods returns the trace's methods, by their numbers.
func (tr *Trace) Methods() []trace.Method { return tr.index.Info.Methods }

// Rename renames the methods with give, now and whenever they are rebuilt.
func (tr *Trace) Rename(give func(*trace.Info)) {
	tr.rename, tr.looks, tr.table, tr.tree, tr.find = give, looks{}, table{}, treeRows{}, find{}
	tr.filter, tr.shown, tr.keeps = nil, cutProfile{}, keptCalls{}
	tr.stories = nil
	in := tr.index.Info
	if tr.samples != nil {
		tr.measure(in.Samples.Measure)
		return
	}
	if m := tr.index.SwitchMethod(); m != call.NoMethod {
		in.Methods = in.Methods[:m] // set adds it again
	}
	tr.set(tr.index.Calls, in)
}

// assign names the owners of packages. Calls, contexts and figures stay, so it costs a pass over the methods.
func (tr *Trace) assign(req *message.Assign) message.Body {
	tr.owners = platform.ParseOwners(req.Owners)
	if req.Prefix != "" {
		o := platform.Owner{Prefix: req.Prefix, Origin: platform.Own}
		if req.Library {
			o.Origin = platform.Library
		}
		tr.owners = tr.owners.With(o)
	}
	tr.index.Info.Assign(tr.owners)
	tr.looks.recolour()
	tr.table, tr.tree.profile, tr.find, tr.stories, tr.filter, tr.shown, tr.keeps = table{}, nil, find{}, nil, nil, cutProfile{}, keptCalls{}
	info := tr.index.Info
	return &message.Assigned{
		Owners: tr.owners.String(), Here: info.OwnersHere().String(), Origins: tr.looks.origins(tr.profileIn(message.Scope{To: message.Whole})), OwnFound: info.OwnFound(), OwnGuess: trace.Visible(profile.GuessOwn(info)),
	}
}

// Profile returns the profile of a scope. It is valid until the next one is requested.
func (tr *Trace) Profile(s message.Scope) *profile.Profile { return tr.shownIn(s) }

// Figures returns the figures of that profile. It is faster for one thread, because it does not
// build the profile.
func (tr *Trace) Figures(s message.Scope) *profile.Figures {
	tr.by(s.Measure)
	tr.summarize()
	if !s.Switches && s.Filter == "" {
		if f := tr.index.OneThread(tr.ScopeOf(s), s.NoIdle); f != nil {
			return f
		}
	}
	return tr.shownIn(s).Figures()
}

// Index returns the index that profiles are made from.
func (tr *Trace) Index() *profile.Index {
	tr.summarize()
	return tr.index
}

// Info returns the trace's own information.
func (tr *Trace) Info() *trace.Info { return tr.index.Info }

// ns converts ticks of the calls to nanoseconds, the unit of messages, and ticks converts them back.
func (tr *Trace) ns(t trace.Ticks) int64     { return tr.index.Calls.Nanos(t) }
func (tr *Trace) ticks(ns int64) trace.Ticks { return tr.index.Calls.Ticks(ns) }

// profileIn returns the profile of a scope. It caches only the last one, which views share, because
// a profile with many contexts needs as much memory as all else. The previous profile must no
// longer be used.
func (tr *Trace) profileIn(s message.Scope) *profile.Profile {
	tr.by(s.Measure)
	tr.summarize()
	scope, x := tr.filterOf(s).In(tr.ScopeOf(s)), tr.index
	if s.Switches {
		x = x.Switched()
	}
	if of := &tr.profile.Scope; x == tr.profile.Index && scope.From == of.From && scope.To == of.To && scope.Slower == of.Slower && slices.Equal(scope.Threads, of.Threads) && s.NoIdle == tr.scope.NoIdle {
		return tr.profile
	}
	tr.scope = s
	tr.profile = x.Profile(scope, tr.profile)
	if s.NoIdle {
		tr.profile.WithoutIdle()
	}
	return tr.profile
}

// by makes the clock CPU count the measure that a scope selects.
func (tr *Trace) by(measure uint32) {
	if of := tr.index.Info.Samples; of != nil && measure > 0 && int64(measure) <= int64(len(of.Measures)) && int(measure) != of.Measure+1 {
		tr.measure(int(measure) - 1)
	}
}

func equalNodes(a, b []uint32) bool {
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

// ScopeOf converts a message's scope, in ns and thread indices, to a profile's.
func (tr *Trace) ScopeOf(s message.Scope) profile.Scope {
	scope := profile.WholeTrace
	if from, to := tr.index.Calls.Span(); s.From > tr.ns(from) || s.To < tr.ns(to) {
		scope.From, scope.To = tr.index.Calls.TicksUp(s.From), tr.ticks(s.To)
		if scope.To < scope.From { // shorter than a tick
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
