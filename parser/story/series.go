package story

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// mostSlow is the number of frames or messages that an overview lists.
const mostSlow = 10

// mostShares is the number of callees that an Inside lists.
const mostShares = 3

// findFrames returns the thread's frames: the outermost calls of Choreographer.doFrame. A sampler merges
// consecutive frames. The number of their traversals shows it, and the number of times that they were drawn, at each depth.
func (s *survey) findFrames() []stretch {
	frames := make([]stretch, len(s.calls[atFrame]))
	for i, r := range s.calls[atFrame] {
		frames[i] = s.stretch(r)
	}
	if !s.sampled {
		return frames
	}
	for _, calls := range [...][]profile.Ref{s.calls[atTraversal], s.calls[atSync]} {
		at, seen := 0, int32(0)
		depth := uint32(0)
		for _, r := range calls {
			from := s.x.Level(r).Start(int(r.Row))
			if r.Depth != depth {
				depth, at, seen = r.Depth, 0, 0
			}
			for ; at < len(frames) && frames[at].to <= from; at++ {
				seen = 0
			}
			if at < len(frames) && frames[at].from <= from && frames[at].ref.Depth < depth {
				seen++
				frames[at].atLeast = max(frames[at].atLeast, seen)
			}
		}
	}
	return frames
}

// refresh returns the shorter one of Limits that the display has, in ns: frames begin when it asks for one. At least a fifth of those
// that follow another one soon begin so much later, and ten do. Otherwise it returns 0.
func refresh(s *survey) int64 {
	const soon, fewest, share = 100_000_000, 10, 5 // ns; frames; 1 of so many
	if s.sampled {
		return 0
	}
	all, of := 0, [UsualLimit]int{}
	for i := 1; i < len(s.frames); i++ {
		gap := s.x.Calls.Nanos(s.frames[i].from - s.frames[i-1].from)
		if gap < soon {
			all++
		}
		for k := range of {
			if 10*gap >= 9*Limits[k] && 10*gap <= 11*Limits[k] {
				of[k]++
			}
		}
	}
	for k, n := range of {
		if n >= fewest && share*n >= all {
			return Limits[k]
		}
	}
	return 0
}

// frameAfter returns the place of the first frame that ends after a time.
func (s *survey) frameAfter(at trace.Ticks) int {
	return sort.Search(len(s.frames), func(i int) bool { return s.frames[i].to > at })
}

// messages returns the thread's messages: the outermost calls of Handler.dispatchMessage. A sampler
// merges consecutive messages. Their callees show where each begins, except where these are merged
// too.
func (s *survey) messages(frames []stretch) []stretch {
	all := make([]stretch, 0, len(s.calls[atMessage]))
	at := 0
	for _, r := range s.calls[atMessage] {
		if !s.sampled {
			all = append(all, s.stretch(r))
			continue
		}
		for _, part := range s.split(r) {
			c := s.stretch(part)
			if c.from < s.from && c.to <= s.from || len(all) > 0 && c.from >= s.to {
				continue // the range cuts the call that holds several
			}
			c.atLeast = 0
			for ; at < len(frames) && frames[at].to <= c.from; at++ {
			}
			for i := at; i < len(frames) && frames[i].from < c.to; i++ {
				c.atLeast += frames[i].atLeast // a message draws one frame at most
			}
			c.atLeast = max(1, c.atLeast)
			all = append(all, c)
		}
	}
	return all
}

// inputs returns the input events that the looper handles outside messages and frames. Samples do not show where one ends and the next
// begins, so a call can be several.
func (s *survey) inputs() (all []stretch) {
	for _, r := range s.calls[atInput] {
		if !s.calledBy(r, func(m trace.MethodIndex) bool {
			mark := markOf(&s.x.Info.Methods[m])
			return mark == atMessage || mark == atFrame
		}) {
			all = append(all, s.stretch(r))
		}
	}
	return all
}

// split returns one call for each message that a sampled call of dispatchMessage handled. For a
// single message it is the call itself. Android 5 to 16 call handleCallback, or the handleMessage of a
// Handler.Callback, of the Handler, or of both in this order. Then handleCallback calls run once.
func (s *survey) split(r profile.Ref) []profile.Ref {
	var parts []profile.Ref
	var methods []trace.MethodIndex // of the message that began last
	s.callees(r, func(c profile.Ref, m *trace.Method, index trace.MethodIndex) {
		switch {
		case m.Name == "handleCallback" && m.Class == "android.os.Handler":
			methods = nil
			n := len(parts)
			s.callees(c, func(run profile.Ref, _ *trace.Method, _ trace.MethodIndex) { parts = append(parts, run) })
			if len(parts) <= n+1 {
				parts = append(parts[:n], c)
			}
		case m.Name == "handleMessage":
			if methods == nil || slices.Contains(methods, index) || strings.HasPrefix(m.Class, "android.os.AsyncTask$") { // it has no Handler.Callback
				methods = nil
				parts = append(parts, c)
			}
			methods = append(methods, index)
		}
	})
	if len(parts) <= 1 {
		return []profile.Ref{r}
	}
	return parts
}

// callees calls f with each direct callee of a call.
func (s *survey) callees(r profile.Ref, f func(c profile.Ref, m *trace.Method, index trace.MethodIndex)) {
	from, to := s.t.Callees(int(r.Depth), int(r.Row))
	for row := from; row < to; row++ {
		c := profile.Ref{Thread: r.Thread, Depth: r.Depth + 1, Row: uint32(row)}
		m := s.x.Method(c)
		f(c, &s.x.Info.Methods[m], m)
	}
}

// series describes frames or messages. The length of merged calls is not the length of one, so they
// only count, add to the total, and rank by their average length. Calls that are recorded in part
// took at least as long as their part, so they exceed limits, but do not enter the distribution. Nor do calls that cross the
// range: only their part in it is listed.
func (s *survey) series(calls []stretch) Series {
	d := Series{Count: int64(len(calls))}
	var total trace.Ticks
	var h profile.Histogram
	var slowest []*stretch
	rank := func(c *stretch) trace.Ticks { return s.within(c.ref) / trace.Ticks(c.atLeast) }
	for i := range calls {
		c := &calls[i]
		total += s.within(c.ref)
		if n := len(slowest); n < mostSlow || rank(c) > rank(slowest[n-1]) {
			for n > 0 && rank(slowest[n-1]) < rank(c) {
				n--
			}
			slowest = slices.Insert(slowest, n, c)
			slowest = slowest[:min(mostSlow, len(slowest))]
		}
		if c.atLeast > 1 {
			d.Glued++
			continue
		}
		ns := s.length(c)
		if c.cut || c.outside {
			d.Cut++
		} else {
			h.Add(ns)
			d.Longest = max(d.Longest, ns)
		}
		for k := range Limits {
			if ns > Limits[k] {
				d.Over[k]++
			}
		}
	}
	d.Total = s.x.Calls.Nanos(total)
	each := func(f func(d int64)) {
		for i := range calls {
			if calls[i].atLeast == 1 && !calls[i].cut && !calls[i].outside {
				f(s.x.Calls.Nanos(calls[i].to - calls[i].from))
			}
		}
	}
	d.Median, d.P90, d.P99 = h.Least(50, each), h.Least(90, each), h.Least(99, each)
	d.Bins = h.Bins()
	for _, c := range slowest {
		slow := Slow{Call: s.call(c), Handler: s.handlerOrOwn(c.ref), Cut: c.cut}
		slow.Times[profile.Wall] += s.x.Calls.Nanos(s.hungIn(c.ref)) // a thread that hangs has a wall clock
		slow.Own, slow.OwnTime = s.hottest(c.ref)
		if c.atLeast == 1 {
			if in := (descent{s, true}).find(c.ref); !s.explains(&slow, &in, s.x.Calls.Nanos(s.within(c.ref))) {
				slow.Inside = in
			}
		}
		if slow.Own != call.NoMethod { // a reader compares it with the whole
			slow.OwnTime, _ = s.timeIn(c.ref, slow.Own)
		}
		d.Slowest = append(d.Slowest, slow)
	}
	return d
}

// explains reports whether the own method of a frame or message of ns explains it: it has half of the time, and no method of
// the app or of a library shows more. Without the time of its own callees, a method has less than its calls took. It also explains
// it with nearly all of the time of a method of the platform.
func (s *survey) explains(slow *Slow, in *Inside, ns int64) bool {
	shows := 6*slow.OwnTime >= 5*in.Time
	if in.Time > 0 && s.origin[in.Method] == platform.Platform {
		return shows || 2*slow.OwnTime >= ns
	}
	return shows && 2*slow.OwnTime >= ns
}

// transports lead from a message or frame to the callback that handles it. Each row has a class, or
// the beginning of one if it ends in a dot or a dollar sign, and names of methods, "" for all.
// Names of classes outside android may be obfuscated. Then they need a map.
var transports = [...]struct{ class, names string }{
	{"android.os.Handler", "dispatchMessage handleCallback"},
	{"android.app.ActivityThread$H", "handleMessage"},
	{"android.app.servertransaction.", ""},
	{"android.app.ClientTransactionHandler", ""},
	{"android.view.Choreographer", "doFrame doCallbacks"},
	{"android.view.View$PerformClick", "run"},
	{"android.view.View", "performClick performClickInternal"},
	{"android.view.Choreographer$", "run handleMessage"},
	{"android.os.AsyncTask$InternalHandler", "handleMessage"},
	{"android.os.AsyncTask", "finish"},
	{"android.app.LoadedApk$ReceiverDispatcher$Args", ""},
	{"android.app.LoadedApk$ServiceDispatcher", "doConnected"},
	{"android.app.LoadedApk$ServiceDispatcher$", "run"},
	{"kotlinx.coroutines.", ""},
	{"kotlin.coroutines.", ""},
	{"androidx.compose.ui.platform.AndroidUiDispatcher", ""},
	{"androidx.compose.ui.platform.AndroidUiDispatcher$", ""},
	{"androidx.compose.ui.platform.AndroidUiFrameClock$", ""},
	{"io.reactivex.android.schedulers.HandlerScheduler$", "run"},
	{"io.reactivex.rxjava3.android.schedulers.HandlerScheduler$", "run"},
	{"io.flutter.embedding.engine.FlutterJNI", "handlePlatformMessage"}, // of Flutter, up to the plugin
	{"io.flutter.embedding.engine.dart.DartMessenger", ""},
	{"io.flutter.plugin.common.MethodChannel$", "onMessage"},
	{"io.flutter.plugin.common.BasicMessageChannel$", "onMessage"},
	{"io.flutter.plugin.common.EventChannel$", "onMessage"},
}

// leads reports whether a method only leads to the callback. Compilers make the others: access to
// private methods, and the classes of lambdas.
func leads(m *trace.Method) bool {
	if strings.HasPrefix(m.Name, "access$") || strings.HasPrefix(m.Name, "-wrap") || strings.HasPrefix(m.Name, "-$$Nest$") ||
		strings.Contains(m.Class, "$$ExternalSyntheticLambda") || strings.Contains(m.Class, "-$$Lambda$") {
		return true
	}
	for i := range transports {
		k := &transports[i]
		if m.Class != k.class && (!strings.HasSuffix(k.class, ".") && !strings.HasSuffix(k.class, "$") || !strings.HasPrefix(m.Class, k.class)) {
			continue
		}
		if k.names == "" || slices.Contains(strings.Fields(k.names), m.Name) {
			return true
		}
	}
	return false
}

// handler returns the callback that handled a message or frame: it follows the longest callee of
// each method that only leads to it.
func (s *survey) handler(r profile.Ref) trace.MethodIndex {
	for at := r; ; {
		index := s.x.Method(at)
		if !leads(&s.x.Info.Methods[index]) {
			return index
		}
		longest, most := s.longestCallee(at, s.whole)
		switch {
		case most >= 0:
			at = longest
		case at == r:
			return call.NoMethod
		default:
			return index
		}
	}
}

// handlerOrOwn returns the handler of a message, or the first own method below a handler of other code.
func (s *survey) handlerOrOwn(r profile.Ref) trace.MethodIndex {
	m := s.handler(r)
	if m == call.NoMethod || s.origin[m] == platform.Own || markOf(&s.x.Info.Methods[s.x.Method(r)]) == atFrame {
		return m
	}
	if own := s.calledBack(r, 0.9); own != call.NoMethod {
		return own
	}
	return m
}

// calledBack returns the first own method that a share of a call is in, or NoMethod. Half is enough in a short call: code that
// leads to the method takes a fixed time.
func (s *survey) calledBack(r profile.Ref, share float64) trace.MethodIndex {
	const short = 1_000_000 // ns
	for at, whole := r, s.whole(r); ; {
		if m := s.x.Method(at); s.origin[m] == platform.Own {
			return m
		}
		longest, most := s.longestCallee(at, s.whole)
		least := trace.Ticks(share * float64(whole))
		if s.x.Calls.Nanos(whole) < short {
			least = whole / 2
		}
		if most <= 0 || most < least {
			return call.NoMethod
		}
		at = longest
	}
}

// longestCallee returns the longest direct callee of a call, the first one of several, and its length. That is -1 without callees.
func (s *survey) longestCallee(r profile.Ref, length func(profile.Ref) trace.Ticks) (longest profile.Ref, most trace.Ticks) {
	most = -1
	s.callees(r, func(c profile.Ref, _ *trace.Method, _ trace.MethodIndex) {
		if d := length(c); d > most {
			longest, most = c, d
		}
	})
	return longest, most
}

// whole returns the length of a call, also outside the range and after the thread's last record.
func (s *survey) whole(c profile.Ref) trace.Ticks {
	l := s.x.Level(c)
	return l.End(int(c.Row)) - l.Start(int(c.Row)) + s.hungIn(c)
}

// within returns the length of a call within the range, also after the thread's last record.
func (s *survey) within(c profile.Ref) trace.Ticks {
	l := s.x.Level(c)
	return max(0, min(l.End(int(c.Row)), s.to)-max(l.Start(int(c.Row)), s.from)) + s.hungIn(c)
}

// gap returns the longest time off the CPU between the callees of a call, or before or after all of them, by the two clocks. Ran is the CPU
// time between the same callees, in ns. Without callees it is the whole call.
func (s *survey) gap(r profile.Ref) (longest span, ran int64) {
	c := s.stretch(r)
	from, cpu, most := c.from, c.cpu0, trace.Ticks(0)
	look := func(to, cpuTo trace.Ticks) {
		if wait := to - from - (cpuTo - cpu); wait > most {
			most, longest, ran = wait, span{s.x.Calls.Nanos(to - wait), s.x.Calls.Nanos(to)}, s.x.Calls.Nanos(cpuTo-cpu)
		}
	}
	s.callees(r, func(callee profile.Ref, _ *trace.Method, _ trace.MethodIndex) {
		in := s.stretch(callee)
		look(in.from, in.cpu0)
		from, cpu = in.to, in.cpu1
	})
	look(c.to, c.cpu1)
	return longest, ran
}

// intervalOf returns the time between two samples, in ns. A quarter of the calls without callees are shorter. It reads the first
// calls of each depth.
func intervalOf(s *survey) int64 {
	const most = 1000 // calls of each depth
	var all []int64
	for depth, l := range s.t.Levels {
		for row, to := l.From(s.from), l.After(s.to); row < to && len(all) < most*(depth+1); row++ {
			if a, b := s.t.Callees(depth, row); a == b && l.End(row) > l.Start(row) {
				all = append(all, s.x.Calls.Nanos(l.End(row)-l.Start(row)))
			}
		}
	}
	if all == nil {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/4]
}

// timeIn returns how long calls of a method took within a call, in ns, and their number.
func (s *survey) timeIn(r profile.Ref, m trace.MethodIndex) (ns, calls int64) {
	if s.x.Method(r) == m {
		return s.x.Calls.Nanos(s.within(r)), 1
	}
	var sum trace.Ticks
	s.outermost(r, func(of trace.MethodIndex) bool { return of == m }, func(c profile.Ref, _ trace.MethodIndex) {
		sum += s.within(c)
		calls++
	})
	return s.x.Calls.Nanos(sum), calls
}

// outermost calls f with each call within another one whose method fits, except those within such a call.
func (s *survey) outermost(r profile.Ref, fits func(trace.MethodIndex) bool, f func(c profile.Ref, m trace.MethodIndex)) {
	for level := []profile.Ref{r}; len(level) > 0; {
		var next []profile.Ref
		for _, at := range level {
			s.callees(at, func(c profile.Ref, _ *trace.Method, m trace.MethodIndex) {
				if fits(m) {
					f(c, m)
				} else {
					next = append(next, c)
				}
			})
		}
		level = next
	}
}

// longestIn returns the method with the most time, or NoMethod.
func longestIn(sums map[trace.MethodIndex]trace.Ticks) trace.MethodIndex {
	best := call.NoMethod
	for m, ticks := range sums {
		if best == call.NoMethod || ticks > sums[best] || ticks == sums[best] && m < best {
			best = m
		}
	}
	return best
}

// longestOf returns the methods with the most time, the longest first, at most some.
func longestOf(times map[trace.MethodIndex]int64, most int) (all []Share) {
	for m, ns := range times {
		all = append(all, Share{m, ns})
	}
	sorting.Stable(all, func(a, b Share) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Method, b.Method)) })
	return all[:min(len(all), most)]
}

// hottest returns the own method with the most time within a call, and this time in ns. Exclusive
// time of other code belongs to its nearest own caller within the call. Without any, the method is
// call.NoMethod.
func (s *survey) hottest(r profile.Ref) (trace.MethodIndex, int64) {
	best, most := call.NoMethod, trace.Ticks(0)
	s.charge(r, func(m trace.MethodIndex, ticks trace.Ticks) {
		if ticks > most {
			best, most = m, ticks
		}
	})
	return best, s.x.Calls.Nanos(most)
}

// charge calls f with each own method that has time within a call, in the order of their first calls, and returns the number of
// calls that it read. Exclusive time of other code belongs to its nearest own caller within the call.
func (s *survey) charge(r profile.Ref, f func(m trace.MethodIndex, ticks trace.Ticks)) int {
	if s.sums == nil {
		s.sums = make([]trace.Ticks, len(s.x.Info.Methods))
	}
	var touched []trace.MethodIndex
	add := func(m trace.MethodIndex, ticks trace.Ticks) {
		if m != call.NoMethod {
			s.sums[m] += ticks
			touched = append(touched, m)
		}
	}
	read := s.owners(r, func(caller, own trace.MethodIndex, ticks trace.Ticks) {
		add(own, ticks)
		add(caller, -ticks)
	})
	for _, m := range touched {
		if s.sums[m] != 0 {
			f(m, s.sums[m])
			s.sums[m] = 0
		}
	}
	return read
}

// callerIn returns the own method that makes nearly all calls of another one within a call, by their time, or call.NoMethod.
func (s *survey) callerIn(r profile.Ref, of trace.MethodIndex) trace.MethodIndex {
	by, all := map[trace.MethodIndex]trace.Ticks{}, trace.Ticks(0)
	s.owners(r, func(caller, own trace.MethodIndex, ticks trace.Ticks) {
		if own == of {
			by[caller] += ticks
			all += ticks
		}
	})
	for m, ticks := range by {
		if isNearlyAll(ticks, all) {
			return m
		}
	}
	return call.NoMethod
}

// owners calls f with each own method within a call, the call included. Caller is its nearest own caller within the call,
// call.NoMethod for none, and ticks is its length within the range. It returns the number of calls that it read.
func (s *survey) owners(r profile.Ref, f func(caller, own trace.MethodIndex, ticks trace.Ticks)) (read int) {
	within := func(depth, row int) trace.Ticks {
		return s.within(profile.Ref{Thread: s.thread, Depth: uint32(depth), Row: uint32(row)})
	}
	first := call.NoMethod
	if m := s.x.Method(r); s.origin[m] == platform.Own {
		first = m
		f(call.NoMethod, first, within(int(r.Depth), int(r.Row)))
	}
	owners, next := []trace.MethodIndex{first}, []trace.MethodIndex(nil) // of the calls of a level
	tree := &s.x.Calls.Tree
	for depth, from := int(r.Depth), int(r.Row); len(owners) > 0 && depth+1 < len(s.t.Levels); depth++ {
		read += len(owners)
		l := s.t.Levels[depth+1]
		next = next[:0]
		begin := 0
		for i, owner := range owners {
			a, b := s.t.Callees(depth, from+i)
			if i == 0 {
				begin = a
			}
			for row := a; row < b; row++ {
				o := owner
				if m := tree.At(l.Call(row).Node).Method; s.origin[m] == platform.Own {
					o = m
				}
				if o != owner {
					f(owner, o, within(depth+1, row))
				}
				next = append(next, o)
			}
		}
		owners, next, from = next, owners, begin
	}
	return read
}
