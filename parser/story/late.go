package story

import (
	"cmp"
	"maps"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A Stage is a part of the work of a frame. A stage contains only later ones, but drawing also layout.
type Stage uint8

const (
	OtherWork     Stage = iota // doFrame itself
	Callbacks                  // animations, and other callbacks of the Choreographer
	Recomposition              // of Compose
	InputEvents
	Traversal // windows, insets and listeners: all that the later stages do not have
	Layout    // measure and layout
	Drawing   // recording of draw commands
	Sync      // the renderer takes over these commands
	Stages    // number of stages
)

var stageNames = [Stages]string{"other", "callbacks", "recomposition", "input", "traversal", "layout", "drawing", "sync"}

// String returns the name in a JSON export.
func (s Stage) String() string { return stageNames[s] }

// composeView is the view that holds what Compose draws.
const composeView = "androidx.compose.ui.platform.AndroidComposeView"

// staged are the methods that begin a stage. The source is AOSP, as of anchors.md: Android 5 to 16 have them. Compose runs in
// callbacks of the Choreographer; an optimiser may shorten its names.
var staged = []androidMethod[Stage]{
	{"android.view.Choreographer$CallbackRecord", "run", Callbacks},
	{"androidx.compose.runtime.Recomposer", "performRecompose", Recomposition},
	{"android.view.InputEventReceiver", "dispatchInputEvent", InputEvents},
	{"android.view.InputEventSender", "dispatchInputEventFinished", InputEvents},
	{"android.view.ViewRootImpl", "doConsumeBatchedInput", InputEvents},
	{"android.view.ViewRootImpl", "doTraversal", Traversal},
	{"android.view.ViewRootImpl", "performTraversals", Traversal},
	{"android.view.ViewRootImpl", "measureHierarchy", Layout},
	{"android.view.ViewRootImpl", "performMeasure", Layout},
	{"android.view.ViewRootImpl", "performLayout", Layout},
	{composeView, "measureAndLayout", Layout}, // also while it draws
	{"android.view.ViewRootImpl", "performDraw", Drawing},
	{"android.graphics.HardwareRenderer", "nSyncAndDrawFrame", Sync},
	{"android.view.ThreadedRenderer", "nSyncAndDrawFrame", Sync},
	{"android.graphics.HardwareRenderer", "fence", Sync},
	{"android.graphics.HardwareRenderer", "nFence", Sync},
	{"android.view.ThreadedRenderer", "nFence", Sync},
	{"android.graphics.HardwareRenderer", "setStopped", Sync},
	{"android.graphics.HardwareRenderer", "nSetStopped", Sync},
	{"android.graphics.HardwareRenderer", "allocateBuffers", Sync},
	{"android.view.ThreadedRenderer", "nAllocateBuffers", Sync},
}

// stageLevels is the number of levels of calls that a stage begins below another one at most. Android 5 to 16 need four, and
// Compose needs seven. To draw, each view calls the views that it contains, so the view of Compose is some levels deeper.
const stageLevels, drawnLevels = 8, 40

// stagesOf returns the stage that each method begins, OtherWork for none.
func stagesOf(info *trace.Info) []Stage {
	of := make([]Stage, len(info.Methods))
	for i := range info.Methods {
		of[i] = find(staged, &info.Methods[i])
	}
	return of
}

// A Late says what the frames over a limit spend their time on, within the range. Frames that a sampler merged are over it if
// they are on average.
type Late struct {
	Merged   int64         // number of such spans of several frames
	InMerged int64         // ns of Time in them
	Least    int64         // number of frames in all of them, at least
	Cut      int64         // number of other frames that are recorded in part, and may be over it
	Time     int64         // ns
	Stages   [Stages]int64 // ns; they sum to Time
	Read     int64         // number of frames and spans, the longest first, whose calls Own counts: all unless they have very many calls
	Own      []InFrames    // own methods with the most time in them, three at most: each has 1 of leastInFrames parts of Time
	Callback Share         // the method that has most of the stage Callbacks; its Time is 0 if none has two thirds
}

// An InFrames is an own method in the frames of a Late.
type InFrames struct {
	Method trace.MethodIndex
	Time   int64 // ns, charged with the platform and library code that it calls
	Frames int64 // number of frames that it is in
}

// leastInFrames is the share of the time that an own method of a Late needs, as 1 of so many parts.
const leastInFrames = 15

// mostRead is the number of calls that late reads in frames.
const mostRead = 300_000

// late describes the frames over each of Limits.
func (s *survey) late() (all [len(Limits)]Late) {
	var frames []*stretch // the longest first
	for i := range s.frames {
		if c := &s.frames[i]; s.average(c) > Limits[0] {
			frames = append(frames, c)
		}
	}
	if frames == nil {
		return all
	}
	staging := staging{s, stagesOf(s.x.Info), stageLevels, map[trace.MethodIndex]int64{}}
	if slices.ContainsFunc(s.x.Info.Methods, func(m trace.Method) bool { return m.Class == composeView }) {
		staging.drawn = drawnLevels
	}
	sorting.Stable(frames, func(a, b *stretch) int { return cmp.Compare(s.average(b), s.average(a)) })
	var at Late // of the frames up to now
	own, read := map[trace.MethodIndex]*InFrames{}, 0
	for k := len(Limits) - 1; k >= 0; k-- {
		for len(frames) > 0 && s.average(frames[0]) > Limits[k] {
			c := frames[0]
			frames = frames[1:]
			ns := s.x.Calls.Nanos(s.within(c.ref))
			if c.atLeast > 1 {
				at.Merged++
				at.InMerged += ns
			}
			at.Time += ns
			at.Least += int64(c.atLeast)
			at.Stages[OtherWork] += ns
			staging.add(c.ref, OtherWork, stageLevels, &at)
			if read >= mostRead {
				continue
			}
			at.Read++
			read += s.charge(c.ref, func(m trace.MethodIndex, ticks trace.Ticks) {
				if own[m] == nil {
					own[m] = &InFrames{Method: m}
				}
				own[m].Time += s.x.Calls.Nanos(ticks)
				own[m].Frames++
			})
		}
		if most := longestOf(staging.callbacks, 1); len(most) > 0 && 3*most[0].Time >= 2*at.Stages[Callbacks] && most[0].Method != call.NoMethod {
			at.Callback = most[0]
		} else {
			at.Callback = Share{}
		}
		all[k] = at
		for i := range s.frames {
			if c := &s.frames[i]; c.cut && c.atLeast == 1 && s.average(c) <= Limits[k] {
				all[k].Cut++
			}
		}
		longest := slices.Collect(maps.Values(own))
		sorting.Stable(longest, func(a, b *InFrames) int {
			return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Method, b.Method))
		})
		for _, in := range longest {
			if leastInFrames*in.Time < at.Time || len(all[k].Own) == mostShares {
				break
			}
			all[k].Own = append(all[k].Own, *in)
		}
	}
	return all
}

// length returns how long a frame or message took, also outside the range, in ns.
func (s *survey) length(c *stretch) int64 { return s.x.Calls.Nanos(c.to - c.from + s.hungIn(c.ref)) }

// average returns the length of one of the frames that a sampler merged into a call, at most, in ns.
func (s *survey) average(c *stretch) int64 { return s.length(c) / int64(c.atLeast) }

// A staging splits the time of frames by stage.
type staging struct {
	*survey
	stages    []Stage                     // by method
	drawn     int                         // levels of calls that Drawing can have above another stage
	callbacks map[trace.MethodIndex]int64 // ns of the stage Callbacks, by the callback that has it
}

// add gives the time of a call, which at has in one stage, to the later stages within it.
func (s *staging) add(r profile.Ref, of Stage, levels int, at *Late) {
	if levels == 0 || of == Recomposition || of == InputEvents || of == Layout || of == Sync { // these contain no other one
		return
	}
	s.callees(r, func(c profile.Ref, _ *trace.Method, m trace.MethodIndex) {
		to := s.stages[m]
		if to <= of && (of != Drawing || to != Layout) {
			s.add(c, of, levels-1, at)
			return
		}
		ns, before := s.x.Calls.Nanos(s.within(c)), at.Stages[to]
		at.Stages[of] -= ns
		at.Stages[to] += ns
		below := stageLevels
		if to == Drawing {
			below = s.drawn
		}
		s.add(c, to, below, at)
		if left := at.Stages[to] - before; to == Callbacks && left > 0 {
			s.callbacks[s.handlerOrOwn(c)] += left
		}
	})
}

// slowFrames finds the frames over the usual limit, if they are many, and no single one has most of their time, or the others are a finding
// without it. If a start takes longer, those outside its phases must be many and take long enough.
func (s *finder) slowFrames() []*candidate {
	const share, much = 10, 3 // 1 of so many frames, or so many times the time of a finding
	fewest := int64(5)        // frames
	if s.Part {
		fewest = 2
	}
	late := &s.Late[UsualLimit]
	n := s.Frames.Over[UsualLimit]
	longest := s.Frames.Longest
	if len(s.Frames.Slowest) > 0 && s.Frames.Slowest[0].Glued <= 1 { // it can be recorded in part
		longest = max(longest, s.time(&s.Frames.Slowest[0].Call))
	}
	isOne := longest >= s.least && 2*longest > late.Time && (3*longest > 2*late.Time || late.Time-longest < s.least)
	if n < fewest || share*n < s.Frames.Count && late.Time < much*s.least || isOne {
		return nil
	}
	if s.Sampled && surelyLate(s.survey) < fewest || 20*late.Time < 21*Limits[UsualLimit]*late.Least { // by less than a twentieth of the limit
		return nil
	}
	c := newCandidate(SlowFrames)
	c.merged = map[profile.Ref]bool{}
	c.Time, c.Count = late.Time, n
	var besides, ns int64 // frames outside the phases of a start
	for i := range s.survey.frames {
		if f := &s.survey.frames[i]; s.survey.average(f) > Limits[UsualLimit] {
			c.all = append(c.all, f.ref)
			is := s.survey.call(f)
			c.CPU += is.Times[profile.CPU]
			if f.atLeast > 1 {
				c.merged[f.ref] = true
			}
			if !(&messageRule{s}).inStart(&is) {
				besides += int64(f.atLeast)
				ns += s.time(&is)
			}
		}
	}
	if s.Startup.To-s.Startup.From >= late.Time && (besides < fewest || ns < s.least) {
		return nil
	}
	for _, in := range late.Own {
		c.Methods = append(c.Methods, in.Method)
	}
	switch {
	case 2*late.Stages[Recomposition] >= late.Time:
		c.Own, c.OwnTime, c.Composed = s.composed()
	case 3*late.Stages[Layout] >= late.Time:
		if own, calls := s.layoutRequester(); 5*calls >= 4*n {
			c.Own, c.Requests = own, calls
		}
	}
	return []*candidate{c}
}

// surelyLate returns the number of frames that are over the usual limit by more than one and a half intervals of a sampler. It can see a
// frame for one interval longer than the frame takes, and its intervals differ.
func surelyLate(s *survey) (n int64) {
	limit := Limits[UsualLimit] + s.interval*3/2
	for i := range s.frames {
		if f := &s.frames[i]; s.average(f) > limit {
			n += int64(f.atLeast)
		}
	}
	return n
}

// composed returns an own composable that has two thirds of the time of all recomposition and runs at least twice in each: the innermost
// one. It also returns its time in ns, and the number of its calls. Names of composables begin with a capital letter, unless an optimiser
// shortens them.
func (s *finder) composed() (own trace.MethodIndex, ns, calls int64) {
	type sum struct{ ns, calls int64 }
	var whole sum
	by := map[trace.MethodIndex]sum{}
	within, stages := make([]bool, s.tree.Len()), stagesOf(s.x.Info)
	s.inwards(func(row profile.Row) {
		m, in := s.tree.Method[row], &s.p.Rows[row]
		within[row] = within[s.tree.Parent[row]]
		if !within[row] && stages[m] == Recomposition {
			within[row] = true
			whole.ns += in.Inclusive[s.first]
			whole.calls += in.Calls
		}
		if name := s.x.Info.Methods[m].Name; within[row] && s.own[row] == row && s.tree.Outermost[row] && name != "" && 'A' <= name[0] && name[0] <= 'Z' {
			of := by[m]
			by[m] = sum{of.ns + in.Inclusive[s.first], of.calls + in.Calls}
		}
	})
	own = call.NoMethod
	for m, of := range by {
		if 3*of.ns < 2*whole.ns || of.calls < 2*whole.calls {
			continue
		}
		if own == call.NoMethod || of.ns < ns || of.ns == ns && m < own {
			own, ns, calls = m, of.ns, of.calls
		}
	}
	return own, ns, calls
}

// layoutRequester returns the own method that requests a layout most often, directly or through Android's views, and how often. Each view
// asks the one that contains it, so inner calls do not count. Without one, and in samples, the number is 0.
func (s *finder) layoutRequester() (own trace.MethodIndex, most int64) {
	own = call.NoMethod
	if s.Sampled {
		return own, 0
	}
	is := func(row profile.Row) bool { return s.x.Info.Methods[s.tree.Method[row]].Name == "requestLayout" }
	calls := map[trace.MethodIndex]int64{}
	for _, row := range s.rows {
		if up := s.tree.Parent[row]; is(row) && s.own[up] != profile.NoRow && !is(up) {
			calls[s.methodOf(s.own[up])] += s.p.Rows[row].Calls
		}
	}
	for m, n := range calls {
		if n > most || n == most && m < own {
			own, most = m, n
		}
	}
	return own, most
}
