// Package tracing is the engine's room of method traces: it answers requests about one open
// trace.
package tracing

import (
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

// A Trace is one open trace. Its parts answer requests and keep their last answers. They share profiles, looks and the
// search. Use it from one goroutine.
type Trace struct {
	file     string
	profiles *profiles
	looks    *looks
	search   *search

	timeline *timeline
	table    *methodTable
	tree     *callTree
	threads  *threadTable
	flame    *flameGraph
	stories  map[message.OverviewInfo]*story.Overview // the last overviews, by request
}

// newTrace returns a trace without calls. samples is nil unless the file is a recording of samples.
func newTrace(file string, samples *simpleperf.Reader) *Trace {
	tr := &Trace{file: file, looks: &looks{}}
	tr.profiles = &profiles{looks: tr.looks, samples: samples, counted: tr.forgetRows}
	tr.search = &search{profiles: tr.profiles, looks: tr.looks}
	tr.table = &methodTable{profiles: tr.profiles, looks: tr.looks, search: tr.search}
	tr.tree = &callTree{profiles: tr.profiles, looks: tr.looks, search: tr.search}
	tr.threads = &threadTable{profiles: tr.profiles}
	tr.timeline = &timeline{profiles: tr.profiles, looks: tr.looks, search: tr.search}
	tr.flame = &flameGraph{profiles: tr.profiles, looks: tr.looks, search: tr.search}
	return tr
}

// forgetRows discards the rows of tables and trees.
func (tr *Trace) forgetRows() { tr.table.last, tr.tree.last = table{}, treeRows{} }

// Answer answers a request about the trace, or returns nil for another request. It puts graphs on
// the stage.
func (tr *Trace) Answer(req message.Body, stage *graph.Stage) message.Body {
	tr.profiles.summarize()
	switch req := req.(type) {
	case *message.MethodRows:
		return tr.table.rows(req)
	case *message.TreeRows:
		return tr.tree.rows(req)
	case *message.Relatives:
		return tr.table.relatives(req)
	case *message.Locate:
		return tr.table.locate(req)
	case *message.ThreadRows:
		return tr.threads.rows(req)
	case *message.Assign:
		return tr.assign(req)
	case *message.Summed:
		return tr.Sum(req.Scope)
	case *message.CallInfo:
		return tr.call(ref(req.Call))
	case *message.MomentInfo:
		return tr.timeline.moment(req)
	case *message.SwitchInfo:
		return tr.timeline.contextSwitch(req)
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
		return tr.flame.node(req)
	case *message.Refold:
		return tr.flame.refold(req)
	case *message.PathInfo:
		return tr.path(req)
	case *message.Hashes:
		return tr.hashes(req)
	case *message.Search:
		return tr.search.hits(req)
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
		tr.profiles.summarize()
	}
	switch req := req.(type) {
	case *message.Timeline:
		tr.timeline.draw(l, req)
	case *message.Minimap:
		tr.timeline.minimap(l, req)
	case *message.Flame:
		tr.flame.draw(l, req)
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

// Paint returns the appearance of methods: their colours, and which of them match a search.
func (tr *Trace) Paint(colour message.Colour, find string) scene.Paint {
	return tr.search.paint(colour, find)
}

// Methods returns the trace's methods, by their numbers.
func (tr *Trace) Methods() []trace.Method { return tr.profiles.index.Info.Methods }

// Rename renames the methods with give, now and whenever they are rebuilt.
func (tr *Trace) Rename(give func(*trace.Info)) {
	*tr.looks, tr.stories = looks{}, nil
	tr.forgetRows()
	tr.profiles.renameBy(give)
}

// assign names the owners of packages. Calls, contexts and figures stay, so it costs a pass over the methods.
func (tr *Trace) assign(req *message.Assign) message.Body {
	owners := platform.ParseOwners(req.Owners)
	if req.Prefix != "" {
		o := platform.Owner{Prefix: req.Prefix, Origin: platform.Own}
		if req.Library {
			o.Origin = platform.Library
		}
		owners = owners.With(o)
	}
	tr.profiles.assign(owners)
	tr.looks.recolour()
	tr.table.last, tr.tree.last.profile, tr.stories = table{}, nil, nil
	info := tr.profiles.index.Info
	return &message.Assigned{
		Owners: owners.String(), Here: info.OwnersHere().String(), Origins: tr.looks.origins(tr.profiles.in(message.Scope{To: message.Whole})), OwnFound: info.OwnFound(), OwnGuess: trace.Visible(profile.GuessOwn(info)),
	}
}

// Profile returns the profile of a scope. It is valid until the next one is requested.
func (tr *Trace) Profile(s message.Scope) *profile.Profile { return tr.profiles.shown(s) }

// Figures returns the figures of that profile. It is faster for one thread, because it does not
// build the profile.
func (tr *Trace) Figures(s message.Scope) *profile.Figures {
	tr.profiles.by(s.Measure)
	tr.profiles.summarize()
	if !s.Switches && s.Filter == "" {
		if f := tr.profiles.index.OneThread(tr.profiles.scopeOf(s), s.NoIdle); f != nil {
			return f
		}
	}
	return tr.profiles.shown(s).Figures()
}

// ScopeOf converts a message's scope, in ns and thread indices, to a profile's.
func (tr *Trace) ScopeOf(s message.Scope) profile.Scope { return tr.profiles.scopeOf(s) }

// Index returns the index that profiles are made from.
func (tr *Trace) Index() *profile.Index {
	tr.profiles.summarize()
	return tr.profiles.index
}

// Info returns the trace's own information.
func (tr *Trace) Info() *trace.Info { return tr.profiles.index.Info }

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
