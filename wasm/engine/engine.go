// Package engine holds what is open, a trace, thread dumps or both, and answers what the
// page asks of it. It runs in the worker, and natively under tests and benchmarks.
package engine

import (
	"fmt"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// An Engine reads files and then answers requests about them, from one goroutine.
type Engine struct {
	budget int64
	file   string
	size   int64
	began  time.Time

	replay *call.Replay
	reader *trace.Reader
	// next reads the file a second time, where the first reading showed that it must.
	nextReplay *call.Replay
	nextReader *trace.Reader

	index    *profile.Index
	read     time.Duration
	whole    *profile.Profile
	looks    looks
	drawn    orders
	named    []bool // by method: the page has its name; nil: none yet
	timeline *scene.Timeline

	scope   message.Scope // of profile
	profile *profile.Profile
	spare   *profile.Profile // storage for the next one
	table   table
	tree    treeRows
	find    find
	byName  map[string][]trace.MethodIndex // class and method; made when a dump's stack is first looked for

	dumps dumps
	graph graph
}

// New returns an engine that stops reading when its calls take more than budget bytes.
func New(budget int64) *Engine { return &Engine{budget: budget} }

// Begin starts a file's reading. Paired means that the bytes are those of a .key file
// and then its .data file. Size, in bytes as stored, is only passed on to Progress.
func (e *Engine) Begin(file string, size int64, paired bool) {
	replay, reader := e.nextReplay, e.nextReader
	if reader == nil {
		replay, reader = call.NewReplay(true)
	}
	*e = Engine{budget: e.budget, dumps: e.dumps, file: file, size: size, began: time.Now(), replay: replay, reader: reader}
	if paired {
		reader.Paired()
	}
}

// Write reads the next piece of the unwrapped file. An error means that it is no trace;
// its text is for the user.
func (e *Engine) Write(p []byte) error {
	_, err := e.reader.Write(p)
	return err
}

// Full tells whether the memory budget is used up; the rest of the file must then be
// left unread, and End told so.
func (e *Engine) Full() bool {
	return e.replay.Held()+indexed*int64(len(e.replay.Table.Tree.Nodes)) > e.budget
}

// indexed is what a calling context will take once reading ends, in bytes: its row of the
// merged tree, and of the profiles of the whole and of a scope.
const indexed = 200

// Progress tells how far reading is; Bytes are the caller's to set.
func (e *Engine) Progress() message.Progress {
	return message.Progress{Size: e.size, Calls: e.replay.Table.Calls, Memory: e.replay.Held()}
}

// End completes the reading. Partial is a sentence on why only a part was read, or "".
// If Again holds afterwards, the file must be read once more from its start, with Begin.
func (e *Engine) End(partial string) (*message.Description, error) {
	if err := e.reader.Close(); err != nil {
		return nil, err
	}
	calls, info := e.replay.Finish(), e.reader.Info()
	if partial == "" {
		if e.nextReplay, e.nextReader = e.replay.Again(); e.nextReader != nil {
			return nil, nil
		}
	}
	if partial != "" {
		info.Complete = false
		info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: "partial", Count: 1, Offset: info.Bytes, Text: partial})
	}
	profile.AddSwitchMethod(info)
	e.index = profile.NewIndex(calls, info)
	e.whole = e.index.Profile(profile.Whole, nil)
	e.scope, e.profile = message.Scope{To: message.Whole}, e.whole
	e.looks, e.drawn = newLooks(e.whole), newOrders(e.index)
	e.timeline = scene.NewTimeline(e.index)
	e.replay = nil
	e.read = time.Since(e.began)
	return e.describe(), nil
}

// Again tells, after End, whether the file must be read once more: a damaged trace that
// can only be replayed knowing what its end showed.
func (e *Engine) Again() bool { return e.nextReader != nil }

// Answer answers every request but those for display lists. It never returns nil.
func (e *Engine) Answer(req message.Body) message.Body {
	if reply := e.answerDumps(req); reply != nil {
		return reply
	}
	switch req := req.(type) {
	case *message.Layout:
		return e.graph.place(req)
	case *message.Names:
		return e.names(req)
	}
	if e.index == nil {
		return &message.Failure{Text: "No trace is open."}
	}
	switch req := req.(type) {
	case *message.MethodRows:
		return e.methodRows(req)
	case *message.TreeRows:
		return e.treeRows(req)
	case *message.Relatives:
		return e.relatives(req)
	case *message.Locate:
		return e.locate(req)
	case *message.ThreadRows:
		return e.threadRows(req)
	case *message.CallInfo:
		return e.call(e.ref(req.Call))
	case *message.SwitchInfo:
		return e.contextSwitch(req)
	case *message.MethodInfo:
		return e.method(req)
	case *message.Step:
		return e.step(req)
	case *message.Search:
		return e.search(req)
	case *message.Graph:
		return e.callGraph(req)
	case *message.GraphFile:
		return e.graphFile(req)
	}
	return &message.Failure{Text: fmt.Sprintf("This version does not know the request %T.", req)}
}

// tick is the nanoseconds of a tick, the unit of the table's times.
func (e *Engine) tick() int64 { return e.index.Calls.Tick }

// in returns the profile of a scope. The last one is kept: views share it.
func (e *Engine) in(s message.Scope) *profile.Profile {
	scope, x := e.scopeOf(s), e.index
	if s.Switches {
		x = x.Switched()
	}
	if x == e.profile.Index && scope.From == e.profile.Scope.From && scope.To == e.profile.Scope.To && same(s.Threads, e.scope.Threads) {
		return e.profile
	}
	e.scope = s
	if x == e.index && scope.From == profile.Whole.From && scope.To == profile.Whole.To && scope.Threads == nil {
		if e.profile != e.whole {
			e.spare = e.profile
		}
		e.profile = e.whole
		return e.whole
	}
	if e.profile != e.whole {
		e.spare = e.profile
	}
	e.profile = x.Profile(scope, e.spare)
	e.spare = nil
	return e.profile
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
func (e *Engine) scopeOf(s message.Scope) profile.Scope {
	scope := profile.Whole
	if from, to := e.index.Calls.Span(); s.From > from*e.tick() || s.To < to*e.tick() {
		scope.From, scope.To = ceil(s.From, e.tick()), s.To/e.tick()
		if scope.To < scope.From { // narrower than a tick
			scope.To = scope.From
		}
	}
	if len(s.Threads) > 0 {
		scope.Threads = make([]bool, len(e.index.Calls.Threads))
		for _, t := range s.Threads {
			if int(t) < len(scope.Threads) {
				scope.Threads[t] = true
			}
		}
	}
	return scope
}

func ceil(a, b int64) int64 { return (a + b - 1) / b }
