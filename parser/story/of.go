package story

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Of returns the overview of a thread in a range, or an empty one for a thread that the recording
// does not have. It costs one profile of the thread, and a few passes over its calls in the range.
func Of(x *profile.Index, o Options) *Overview {
	if int(o.Thread) >= len(x.Calls.Threads) {
		return &Overview{Waiting: waitsOf(x)}
	}
	if o.Profile == nil && o.Kept != nil { // the filter was made from such a profile, unless a term left out calls or the thread
		if p := o.Kept.Unfiltered(); p.Scope.Slower == 0 && p.Scope.Has(o.Thread) {
			o.Profile = p
		}
	}
	s := newStudy(x, o)
	if s.survey = newSurvey(x, &s.opts, s.origin, nil); s.survey != nil {
		s.survey.known = s.known
	}
	stopper{s}.find()
	s.stats = s.dearest()
	s.sumParts()
	if s.pauses = s.findPauses(); !s.OnCPU {
		s.Paused = s.paused(s.From, s.To)
	}
	s.hottest()
	s.addAfter()
	s.addAnchors()
	findFacts(s)
	othersRule{s}.find()
	othersRule{s}.findCollector()
	if s.IsCalm() {
		s.findCostliest()
	}
	if s.OnCPU || s.IsCalm() {
		s.findBusier()
	}
	if o.Kept != nil {
		s.filter(o.Kept)
	}
	return s.Overview
}

// findFacts finds the facts that are large. Where samples show time on the CPU alone, it ranks methods by their samples, as all other figures
// do: the time between samples says little, because the thread can be off the CPU there. So it divides the sampled time by these.
func findFacts(s *study) {
	total := s.Total[profile.CPU]
	if !s.OnCPU || total <= 0 {
		s.find()
		return
	}
	p := s.p
	seen := p.Total()[profile.Wall] - p.Outside()[profile.Wall]
	scale := func(t *profile.Times) {
		t[profile.Wall] = int64(float64(t[profile.CPU]) / float64(total) * float64(seen))
	}
	scaled := *p
	scaled.Rows, scaled.Methods = slices.Clone(p.Rows), slices.Clone(p.Methods)
	for i := range scaled.Rows {
		scale(&scaled.Rows[i].Inclusive)
		scale(&scaled.Rows[i].Exclusive)
	}
	for i := range scaled.Methods {
		scale(&scaled.Methods[i].Inclusive)
		scale(&scaled.Methods[i].Exclusive)
	}
	s.p = &scaled
	s.find()
	s.p = p
}

// filter makes Parts and Own describe what a filter keeps.
func (s *study) filter(kept *profile.Profile) {
	o := s.opts
	o.Profile = kept.Unfiltered() // quick calls are part of their callers, if a term says so
	without := !kept.Scope.Has(s.Thread)
	if without {
		o.Profile = s.p
	}
	k := newStudy(s.x, o)
	k.survey = s.survey
	stopper{k}.find()
	k.kept, k.without = kept, without
	k.sumParts()
	if !without {
		k.hottest()
	}
	s.Filtered, s.Parts, s.Own = true, k.Parts, k.Own
}

// hottest lists the own methods with the most exclusive time.
func (s *study) hottest() {
	const most = 5
	by := s.first
	if s.OnCPU {
		by = profile.CPU
	}
	for m := range s.kept.Methods {
		f := &s.kept.Methods[m]
		if s.origin[m] != platform.Own || f.Exclusive[by] <= 0 {
			continue
		}
		h := Hot{trace.MethodIndex(m), f.Exclusive, f.Inclusive, f.Calls + f.Recursive}
		at, _ := slices.BinarySearchFunc(s.Own, h, func(a, b Hot) int { return cmp.Compare(b.Times[by], a.Times[by]) })
		if at < most {
			s.Own = slices.Insert(s.Own, at, h)
			s.Own = s.Own[:min(len(s.Own), most)]
		}
	}
}

// addAfter finds what the thread was in when its records ended, if the recording continues. A thread that waits, or runs
// one long native method, writes no record.
func (s *study) addAfter() {
	t := &s.x.Calls.Threads[s.Thread]
	_, end := s.x.Calls.Span()
	time := s.x.Calls.Nanos(min(end, s.opts.To) - t.Last.Primary)
	stated := int64(0) // the same by the length in the header
	if s.opts.To >= end {
		stated = statedLength(s.x.Info) - s.x.Calls.Nanos(t.Last.Primary)
	}
	least := max(s.opts.Thresholds.Time, int64(s.opts.Thresholds.Share*float64(s.x.Calls.Nanos(end))))
	if s.survey == nil || s.x.Calls.Samples || s.first == profile.CPU || t.OpenCalls == 0 || max(time, stated) < least {
		return
	}
	last := func(depth int64) profile.Ref { // the call that is open
		return profile.Ref{Thread: s.Thread, Depth: uint32(depth), Row: uint32(t.Levels[depth].Len() - 1)}
	}
	row := s.rowOf(last(t.OpenCalls - 1))
	at, cause := s.site(row)
	if in := &s.x.Info.Methods[s.tree.Method[row]]; platform.Loops(in.Class + "." + in.Name) { // it waits for the next task
		at, cause = row, IdleWait
	}
	if cause == IdleWait {
		time = max(time, stated)
	}
	if time < least { // a recorder takes time to stop, and may lose records before
		return
	}
	c := s.call(last(int64(s.tree.Depth[at]) - 1))
	c.To += time
	c.Times[profile.Wall] += time
	s.After = After{time, cause, c, s.tree.Method[at], s.methodOf(s.own[at])}
	s.survey.hung = s.x.Calls.Ticks(s.Hung())
}

// lossNotes are the notes on records that are missing at the end of a file.
var lossNotes = [...]string{"truncated-record", "missing-records", "unwritten-records", "truncated-block", "truncated-packet"}

// statedLength returns the length of the recording according to its header, in ns, or 0 if it does not say so or lost records at
// the end.
func statedLength(info *trace.Info) int64 {
	text, ok := info.Option("elapsed-time-usec")
	us, err := strconv.ParseInt(text, 10, 64)
	lost := slices.ContainsFunc(lossNotes[:], func(code string) bool { return info.Receipt.Count(code) > 0 })
	if !ok || err != nil || us < 0 || us > math.MaxInt64/1000 || info.Overflow || lost {
		return 0
	}
	return 1000 * us
}

// Cost returns the figure of a part that says where the time went: its time, or its CPU with OnCPU.
func (o *Overview) Cost(p *Part) int64 {
	if o.OnCPU {
		return p.CPU
	}
	return p.Time
}

// Whole returns the sum of the costs of all parts.
func (o *Overview) Whole() int64 {
	if o.OnCPU {
		return o.Total[profile.CPU]
	}
	return o.To - o.From
}

// LeftOut returns the part that a filter left out.
func (o *Overview) LeftOut() Part {
	for i := range o.Parts {
		if o.Parts[i].Kind == LeftOut {
			return o.Parts[i]
		}
	}
	return Part{Kind: LeftOut}
}

// Main returns the thread that the page, the command and the engine describe by default: the app's main thread, otherwise
// the thread with the most records. Time would choose a worker that waits for work from start to end, with nothing to read.
func Main(info *trace.Info) trace.ThreadIndex {
	var most trace.ThreadIndex
	for i := range info.Threads {
		t := &info.Threads[i]
		if t.IsMain() && t.Records > 0 {
			return trace.ThreadIndex(i)
		}
		if t.Records > info.Threads[most].Records {
			most = trace.ThreadIndex(i)
		}
	}
	return most
}

// A study is an overview in the making, and what its steps share.
type study struct {
	*Overview
	opts      Options
	survey    *survey // nil without a record in the range
	x         *profile.Index
	p         *profile.Profile // of the thread in the range
	kept      *profile.Profile // what a filter keeps of p; p without a filter
	without   bool             // the filter leaves out the thread
	tree      *profile.Tree
	first     profile.Clock     // primary clock
	short     bool              // the range can be too short for the usual thresholds
	origin    []platform.Origin // by method
	known     []*known          // by method: row of the table of waits, or nil
	rows      []profile.Row     // of p with calls, callers before callees; without the root
	pauses    []span            // time for the recorder to start or stop, or for a debugger
	stops     []span            // time that the recorder stopped the thread for, while another one started or stopped it
	stoppedBy trace.MethodIndex // what the other thread called
	cause     deciders
	own       []profile.Row         // by row: the nearest row of own code outwards, itself included; NoRow if none
	sets      []set                 // by method: those that it is in
	within    []set                 // by row: those of its callers
	idle      []bool                // by row: it waits for work
	looper    []bool                // by method
	off       []int64               // by row, of ByClocks: ns off the CPU directly in it
	listed    [Causes][]profile.Row // contexts of the sites of waiting
	marks     []uint32              // by row, for eachCall
	stats     []*stats              // of the own methods with the most inclusive time
}

func newStudy(x *profile.Index, o Options) *study {
	usual := o.Thresholds == (Thresholds{})
	if usual {
		o.Thresholds = DefaultThresholds
	}
	p := o.Profile
	if p == nil {
		threads := make([]bool, len(x.Calls.Threads))
		threads[o.Thread] = true
		p = x.Profile(profile.Scope{From: o.From, To: o.To, Threads: threads}, nil)
	}
	s := &study{
		Overview: &Overview{Thread: o.Thread, Sampled: isSampled(x.Info), Waiting: waitsOf(x), Total: p.Total()},
		opts:     o, x: x, p: p, kept: p, tree: p.Tree,
	}
	s.OnCPU = x.Calls.Samples && s.Waiting == NotMeasured
	s.Part = isPart(&x.Calls.Threads[o.Thread], &o)
	s.short = usual && s.Part
	switch {
	case s.Waiting == ByNames:
		s.Missing = append(s.Missing, Missing{Clock: profile.CPU})
	case x.Calls.Primary() == trace.CPU:
		s.Missing = append(s.Missing, Missing{Clock: profile.Wall})
	case s.Waiting == NotMeasured:
		s.Missing = append(s.Missing, Missing{Clock: profile.Waiting})
	}
	t := &x.Calls.Threads[o.Thread]
	from, to := max(t.First.Primary, o.From), min(t.Last.Primary, o.To)
	s.From, s.To = x.Calls.Nanos(from), x.Calls.Nanos(max(from, to))
	if x.Calls.Primary() == trace.CPU {
		s.first = profile.CPU
	}
	s.origin = x.Info.Origins()
	s.known = knownMethods(x.Info)
	s.list()
	s.cause = decide(s.tree, s.rows, s.origin, s.known, s.Waiting == ByNames)
	s.own = make([]profile.Row, s.tree.Len())
	s.idle = make([]bool, len(s.own))
	for _, row := range x.IdleRows() {
		s.idle[row] = true
	}
	s.looper = make([]bool, len(x.Info.Methods))
	for m := range s.looper {
		s.looper[m] = platform.IsLooper(x.Info.Methods[m].Class, x.Info.Methods[m].Name)
	}
	s.own[0] = profile.NoRow
	s.sets, s.within = setsOf(x.Info, s.known), make([]set, len(s.own))
	profile.Blocks(len(s.rows), func(a, b int) {
		for _, row := range s.rows[a:b] {
			parent, m := s.tree.Parent[row], s.tree.Method[row]
			if s.own[row] = s.own[parent]; s.origin[m] == platform.Own {
				s.own[row] = row
			}
			if s.within[row] = s.within[parent]; parent != 0 {
				s.within[row] |= s.sets[s.tree.Method[parent]]
			}
		}
	})
	return s
}

// isPart reports whether a range has only a part of a thread's time.
func isPart(t *call.Thread, o *Options) bool {
	return o.From > t.First.Primary || o.To < t.Last.Primary
}

// A set is a set of methods whose calls are one finding. A bit for each.
type set uint8

const (
	inflates   set = 1 << iota // layouts
	loadsClass                 // loads or initializes a class
)

// setsOf returns the sets of each method.
func setsOf(info *trace.Info, known []*known) []set {
	of := make([]set, len(info.Methods))
	for m := range of {
		switch in := &info.Methods[m]; {
		case in.Name == "inflate" && in.Class == "android.view.LayoutInflater":
			of[m] = inflates
		case in.Name == "<clinit>", known[m] != nil && known[m].cause == Classes:
			of[m] = loadsClass
		}
	}
	return of
}

// list lists the rows of the thread: most of a recording belongs to other threads.
func (s *study) list() {
	s.rows = make([]profile.Row, 0, s.tree.Len())
	profile.Blocks(s.tree.Len(), func(a, b int) {
		for row := max(a, 1); row < b; row++ {
			if s.p.Rows[row].Calls != 0 {
				s.rows = append(s.rows, profile.Row(row))
			}
		}
	})
}

func isSampled(info *trace.Info) bool { return info.Sampling == trace.Sampled || info.Samples != nil }

// waitsOf returns how a recording shows waiting.
func waitsOf(x *profile.Index) Waits {
	if x.Calls.Samples {
		for i := range x.Calls.Threads {
			if len(x.Calls.Threads[i].Off) > 0 {
				return Recorded
			}
		}
		return NotMeasured
	}
	switch x.Calls.Clocks {
	case trace.Dual:
		return ByClocks
	case trace.CPU:
		return NotMeasured
	}
	return ByNames
}
