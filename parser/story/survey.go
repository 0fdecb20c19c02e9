package story

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A mark is what a method means to the phases of a start, to messages and to frames.
type mark uint8

const (
	unmarked mark = iota
	atMain
	atLoop
	atBind
	atProviders
	atAppCreate
	atCreate
	atHandleStart
	atStart
	atHandleResume
	atResume
	atDrawn
	atFinish
	atRelaunch
	atPause
	atOldStop
	atNewIntent
	atHandleDestroy
	atDestroy
	atRequest // one activity starts another
	atMessage
	atFrame
	atInput
	atTraversal
	atSync
	atWait // a method that does little else than wait
	marks  // number of marks
)

// marked are the methods with a mark. The file anchors.md has their sources, and the versions of
// Android that were checked. R8 never renames these methods, because the app does not contain them.
var marked = []androidMethod[mark]{
	{"android.app.ActivityThread", "main", atMain},
	{"android.os.Looper", "loop", atLoop},
	{"android.app.ActivityThread", "handleBindApplication", atBind},
	{"android.app.ActivityThread", "installContentProviders", atProviders},
	{"android.app.Instrumentation", "callApplicationOnCreate", atAppCreate},
	{"android.app.ActivityThread", "performLaunchActivity", atCreate},
	{"android.app.ActivityThread", "handleStartActivity", atHandleStart}, // from Android 9 on
	{"android.app.Activity", "performStart", atStart},
	{"android.app.ActivityThread", "handleResumeActivity", atHandleResume},
	{"android.app.ActivityThread", "performResumeActivity", atResume},
	{"android.app.Activity", "reportFullyDrawn", atDrawn},
	{"android.app.Activity", "finish", atFinish},
	{"android.app.Activity", "finishAndRemoveTask", atFinish},
	{"android.app.ActivityThread", "handleRelaunchActivity", atRelaunch},
	{"android.app.ActivityThread", "handleRelaunchActivityInner", atRelaunch}, // from Android 9 on
	{"android.app.ActivityThread", "performPauseActivity", atPause},
	{"android.app.ActivityThread", "callActivityOnStop", atOldStop}, // from Android 9 on
	{"android.app.ActivityThread", "handleNewIntent", atNewIntent},
	{"android.app.ActivityThread", "handleDestroyActivity", atHandleDestroy},
	{"android.app.ActivityThread", "performDestroyActivity", atDestroy},
	{"android.app.Instrumentation", "execStartActivity", atRequest},
	{"android.os.Handler", "dispatchMessage", atMessage},
	{"android.hardware.SystemSensorManager$SensorEventQueue", "dispatchSensorEvent", atMessage}, // by the looper, without a Handler
	{"android.view.Choreographer", "doFrame", atFrame},
	{"android.view.InputEventReceiver", "dispatchInputEvent", atInput},
	{"android.view.InputEventSender", "dispatchInputEventFinished", atInput}, // the keyboard does not want the key
	{"android.view.ViewRootImpl", "performTraversals", atTraversal},
	{"android.graphics.HardwareRenderer", "nSyncAndDrawFrame", atSync}, // from Android 10 on
	{"android.view.ThreadedRenderer", "nSyncAndDrawFrame", atSync},
}

func markOf(m *trace.Method) mark { return find(marked, m) }

// An androidMethod is a row of a table of methods of Android.
type androidMethod[T any] struct {
	class, name string
	is          T
}

// find returns what a method is by a table, the zero value for all other methods.
func find[T any](table []androidMethod[T], m *trace.Method) (is T) {
	if !strings.HasPrefix(m.Class, "android") {
		return is
	}
	for i := range table {
		if k := &table[i]; k.name == m.Name && k.class == m.Class {
			return k.is
		}
	}
	return is
}

// A stretch is a call, or its first part, with its times in ticks.
type stretch struct {
	ref          profile.Ref
	from, to     trace.Ticks
	cpu0, cpu1   trace.Ticks // CPU clock at both ends, of a trace with two clocks
	atLeast      int32       // number of calls that a sampler has merged into it at least
	cut, outside bool        // it was running when the recording began or ended; it crosses the range
}

// A survey is one thread in one range, with the marked calls that touch it.
type survey struct {
	x          *profile.Index
	t          *call.Thread
	thread     trace.ThreadIndex
	from, to   trace.Ticks // the thread's first and last record within the range
	lo, hi     trace.Ticks // the range
	cpu0, cpu1 trace.Ticks // CPU clock at from and to
	edges      [2]int64    // ns: as of trace.Info
	dual       bool
	sampled    bool
	interval   int64 // ns between two samples, 0 for calls
	frames     []stretch
	handled    []stretch            // messages
	events     []stretch            // input events outside messages and frames; a sampler may merge some
	drawn      []span               // ns: of frames
	long       []span               // ns: of messages and frames that take longer than a frame may
	calls      [marks][]profile.Ref // outermost calls, in order of time; those of atTraversal and atSync by depth
	origin     []platform.Origin    // by method; nil for RowsOf, which does not need it
	sums       []trace.Ticks        // by method, used by charge
	known      []*known             // by method, as of a study; nil for RowsOf
	hung       trace.Ticks          // that Overview.Hung returns
}

// addAnchors finds the phases of a start, the frames and the messages.
func (s *study) addAnchors() {
	v := s.survey
	if v == nil {
		return
	}
	if v.sampled {
		v.interval = intervalOf(v)
	}
	v.frames = v.findFrames()
	starting := v.starting()
	start, missing := starting.startup(starting.anchored(v.frames))
	s.Startup, s.Missing = start, append(s.Missing, missing...)
	v.handled = v.messages(v.frames)
	v.events = v.inputs()
	s.Frames, s.Messages, s.Inputs, s.Late = v.series(v.frames), v.series(v.handled), v.series(v.events), v.late()
	for k := range s.Late {
		s.Frames.Over[k] += s.Late[k].Merged
	}
	s.Handled = v.handling()
	s.Refresh = refresh(v)
	s.Startup.Besides = besides(v, &s.Startup)
	for _, c := range v.frames {
		v.drawn = append(v.drawn, span{s.x.Calls.Nanos(c.from), s.x.Calls.Nanos(c.to)})
	}
	v.drawn = joined(v.drawn)
	for _, c := range slices.Concat(v.handled, v.frames) {
		if c.to-c.from > s.x.Calls.Ticks(Limits[UsualLimit])*trace.Ticks(c.atLeast) {
			v.long = append(v.long, span{s.x.Calls.Nanos(c.from), s.x.Calls.Nanos(c.to)})
		}
	}
	v.long = joined(v.long)
	s.Startup.Paused = s.paused(s.Startup.From, s.Startup.To)
	for i := range s.Messages.Slowest {
		m := &s.Messages.Slowest[i]
		m.Draws = 2*overlap([]span{{m.From, m.To}}, v.drawn) >= m.To-m.From
	}
	for _, all := range [...][]Slow{s.Frames.Slowest, s.Messages.Slowest, s.Inputs.Slowest} {
		for i := range all {
			all[i].Paused = s.paused(all[i].From, all[i].To)
		}
	}
}

// handling returns the time in frames, messages and input events within the range, each moment once, in ns.
func (s *survey) handling() int64 {
	spans := make([]span, 0, len(s.frames)+len(s.handled)+len(s.events))
	for _, all := range [...][]stretch{s.frames, s.handled, s.events} {
		for i := range all {
			spans = append(spans, span{s.x.Calls.Nanos(max(all[i].from, s.from)), s.x.Calls.Nanos(min(all[i].to, s.to))})
		}
	}
	return length(joined(spans))
}

// leastBetween is the share of a start between its phases that besides looks at, as 1 of so many parts.
const leastBetween = 20

// besides returns the handlers with most of the time between the phases of a start.
func besides(s *survey, start *Startup) []Share {
	between := start.Between[profile.Usual(s.x)]
	if between <= 0 || leastBetween*between < start.Times[profile.Usual(s.x)] {
		return nil
	}
	var phases []span
	for i := range start.Phases {
		if p := &start.Phases[i]; p.Status != NotRecorded {
			phases = append(phases, span{p.Call.From, p.Call.To})
		}
	}
	phases = joined(phases)
	times := map[trace.MethodIndex]int64{}
	for i := range s.handled {
		c := &s.handled[i]
		at := span{max(s.x.Calls.Nanos(c.from), start.From), min(s.x.Calls.Nanos(c.to), start.To)}
		if at.to <= at.from || overlap([]span{at}, phases) > 0 {
			continue
		}
		if m := s.handlerOrOwn(c.ref); m != call.NoMethod {
			times[m] += at.to - at.from
		}
	}
	maps.DeleteFunc(times, func(_ trace.MethodIndex, ns int64) bool { return 10*ns < between })
	return longestOf(times, mostShares)
}

// newSurvey reads the calls of a thread, or returns nil if it has no record in the range. Blocking is
// as in read.
func newSurvey(x *profile.Index, o *Options, origin []platform.Origin, blocking []*known) *survey {
	if int(o.Thread) >= len(x.Calls.Threads) || x.Calls.Threads[o.Thread].Root == call.None {
		return nil
	}
	t := &x.Calls.Threads[o.Thread]
	s := &survey{
		x: x, t: t, thread: o.Thread, lo: o.From, hi: o.To,
		from: max(o.From, t.First.Primary), to: min(o.To, t.Last.Primary),
		dual:    x.Calls.Clocks == trace.Dual,
		sampled: isSampled(x.Info), origin: origin,
	}
	if s.from > s.to {
		return nil
	}
	s.edges[0], s.edges[1] = x.Info.Edges()
	if s.dual {
		s.cpu0, s.cpu1 = t.CPUAt(s.from, false), t.CPUAt(s.to, true)
	}
	s.read(blocking)
	return s
}

// read finds the marked calls: the contexts of marked methods first, then their calls, in one pass
// over each level that has some. Blocking has the rows of the table of waits, by method; nil leaves
// waits out.
func (s *survey) read(blocking []*known) {
	x, tree := s.x, &s.x.Calls.Tree
	of := make([]mark, len(x.Info.Methods))
	some := false
	for m := range of {
		if of[m] = markOf(&x.Info.Methods[m]); of[m] == unmarked && blocking != nil && blocking[m] != nil && blocking[m].blocks && blocking[m].role != narrows {
			of[m] = atWait
		}
		some = some || of[m] != unmarked
	}
	if !some {
		return
	}
	nodes, levels := make([]mark, tree.Len()), make([]bool, len(s.t.Levels))
	profile.Blocks(len(nodes), func(a, b int) {
		for n := call.NodeIndex(a); n < call.NodeIndex(b); n++ {
			node := tree.At(n)
			if node.Method == call.NoMethod || of[node.Method] == unmarked {
				continue
			}
			k, depth, root := of[node.Method], -1, n // the merged tree has depths too, but may not exist yet
			for up := node.Parent; up != call.None; up = tree.At(up).Parent {
				if m := tree.At(up).Method; m != call.NoMethod && of[m] == k {
					k = unmarked
					break
				}
				depth, root = depth+1, up
			}
			if k != unmarked && root == s.t.Root && depth < len(levels) {
				nodes[n], levels[depth] = k, true
			}
		}
	})
	var from [marks]int // levels of each mark
	for depth, any := range levels {
		if !any {
			continue
		}
		l := s.t.Levels[depth]
		row := s.first(l)
		var had [marks]bool
		l.Each(row, s.last(l, row), func(c *call.Chunk, a, b int) {
			for i := a; i < b; i++ {
				if k := nodes[c.Calls[i].Node]; k != unmarked {
					s.calls[k] = append(s.calls[k], profile.Ref{Thread: s.thread, Depth: uint32(depth), Row: uint32(row + i - a)})
					had[k] = true
				}
			}
			row += b - a
		})
		for k := range had {
			if had[k] {
				from[k]++
			}
		}
	}
	for k := range s.calls {
		if from[k] > 1 && mark(k) != atTraversal && mark(k) != atSync {
			sorting.Stable(s.calls[k], func(a, b profile.Ref) int {
				return cmp.Compare(x.Level(a).Start(int(a.Row)), x.Level(b).Start(int(b.Row)))
			})
		}
	}
}

// first and last bound the rows of a level that share time with the range, or lie within it.
func (s *survey) first(l *call.Level) int {
	row := l.From(s.lo)
	for row < l.Len() && l.End(row) == s.lo && l.Start(row) < s.lo {
		row++
	}
	return row
}

func (s *survey) last(l *call.Level, first int) int {
	row := l.After(s.hi)
	for row > first && l.Start(row-1) == s.hi && l.End(row-1) > s.hi {
		row--
	}
	return max(first, row)
}

// stretch returns a call with its times.
func (s *survey) stretch(r profile.Ref) stretch {
	l, row := s.x.Level(r), int(r.Row)
	c := stretch{ref: r, from: l.Start(row), to: l.End(row), atLeast: 1}
	if s.dual {
		c.cpu0, c.cpu1 = l.CPU(row)
	}
	switch isLast := row+1 == l.Len(); {
	case s.openAtStart(r, c.from), s.atEdge(c.from, c.to), isLast && int64(r.Depth) < s.t.OpenCalls:
		c.cut = true
	case s.x.Calls.Samples:
		c.cut = isLast && c.to == s.t.Last.Primary || s.atGap(r, c.from, c.to)
	}
	c.outside = c.from < s.lo || c.to > s.hi
	return c
}

// hungIn returns how long the thread was in a call after its last record.
func (s *survey) hungIn(r profile.Ref) trace.Ticks {
	if s.hung > 0 && int64(r.Depth) < s.t.OpenCalls && int(r.Row)+1 == s.t.Levels[r.Depth].Len() {
		return s.hung
	}
	return 0
}

// atEdge reports whether a call of a trace that was cut out of another begins or ends where the range did. Times of such a trace
// are rounded to µs.
func (s *survey) atEdge(from, to trace.Ticks) bool {
	const step = 1000 // ns
	first, last := s.edges[0], s.edges[1]
	return first >= 0 && s.x.Calls.Nanos(from) < first+step || last >= 0 && s.x.Calls.Nanos(to) > last-step
}

// atGap reports whether a call begins or ends where all calls of its stack do: no sample shows what
// the thread did before or after.
func (s *survey) atGap(r profile.Ref, from, to trace.Ticks) bool {
	row := int(r.Row)
	for depth := int(r.Depth); depth > 0; depth-- {
		row = s.t.Caller(depth, row)
	}
	outermost := s.t.Levels[0]
	return r.Depth > 0 && (outermost.Start(row) == from || outermost.End(row) == to)
}

// openAtStart reports whether a call was already running at the thread's first record: its entry is
// not recorded, or its stack was recorded at once. Recording never begins exactly when a thread
// enters its outermost frames. ART enters all frames of a stack when it begins to record, and reads the clock for each.
func (s *survey) openAtStart(r profile.Ref, from trace.Ticks) bool {
	const begin = 10_000_000 // ns
	switch {
	case r.Row != 0:
		return false
	case from == s.t.First.Primary && (s.sampled || int64(r.Depth) < s.t.OrphanExits):
		return true
	case s.sampled || r.Depth == 0 || s.x.Calls.Nanos(s.t.First.Primary) > begin || !platform.IsRoot(s.x.Info.Methods[s.x.Method(profile.Ref{Thread: r.Thread})].Label()):
		return false
	}
	for depth := int(r.Depth); depth > 0; depth-- {
		if s.t.Caller(depth, 0) != 0 || s.t.Levels[depth].Start(0)-s.t.Levels[depth-1].Start(0) > s.x.Calls.Ticks(atOnce) {
			return false
		}
	}
	return s.t.Levels[0].Start(0) == s.t.First.Primary
}

// times returns the times between two instants, as far as they lie within the range.
func (s *survey) times(from, to, cpu0, cpu1 trace.Ticks) (t profile.Times) {
	from, to = max(from, s.from), min(to, s.to)
	d := s.x.Calls.Nanos(max(0, to-from))
	if s.x.Calls.Primary() == trace.CPU {
		t[profile.CPU] = d
		return t
	}
	t[profile.Wall] = d
	if s.dual {
		t[profile.CPU] = s.x.Calls.Nanos(max(0, min(cpu1, s.cpu1)-max(cpu0, s.cpu0)))
	}
	if s.x.Calls.Samples {
		t[profile.Waiting] = s.x.Calls.Nanos(s.t.OffCPU(from, max(from, to)))
	} else if s.clocks() {
		t[profile.Waiting] = max(0, d-t[profile.CPU])
	}
	return t
}

func (s *survey) call(c *stretch) Call {
	return Call{
		Ref: c.ref, From: s.x.Calls.Nanos(c.from), To: s.x.Calls.Nanos(c.to),
		Times: s.times(c.from, c.to, c.cpu0, c.cpu1), Glued: int(c.atLeast),
	}
}

// ownCalls reports whether a call has own code among its callers.
func (s *survey) ownCalls(r profile.Ref) bool {
	return s.calledBy(r, func(m trace.MethodIndex) bool { return s.x.Info.Methods[m].Origin() == platform.Own })
}

// calledBy reports whether a condition holds for the method of some caller of a call.
func (s *survey) calledBy(r profile.Ref, is func(m trace.MethodIndex) bool) bool {
	t := &s.x.Calls.Threads[r.Thread]
	for depth, row := int(r.Depth), int(r.Row); depth > 0; {
		row = t.Caller(depth, row)
		depth--
		if is(s.x.Method(profile.Ref{Thread: r.Thread, Depth: uint32(depth), Row: uint32(row)})) {
			return true
		}
	}
	return false
}

// clocks reports whether waiting is wall less CPU time.
func (s *survey) clocks() bool { return s.dual && !s.x.Calls.Samples }
