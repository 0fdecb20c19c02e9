package story

import (
	"maps"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// inside returns where most of the time of a call is.
func (s *survey) inside(r profile.Ref) Inside { return descent{s, false}.find(r) }

// A descent looks for where most of the time of a call is, from callers to callees.
type descent struct {
	*survey
	forks bool // true for messages and frames. It stops where a method of the app or of a library calls several methods for most of its
	// time. It prefers an own method with half of the time to the method of Android that leads to it.
}

// A step is a method on the way, and its calls.
type step struct {
	Inside
	calls []profile.Ref
}

// find returns the method with most of the time of a call, by all of its outermost calls there, and its callees with a tenth of the time.
func (s descent) find(r profile.Ref) Inside {
	at, isWait := s.follow(r)
	in, calls := at.Inside, at.calls
	if in.Time > 0 {
		if all := s.callsIn(r, in.Method); len(all) > len(calls) && len(all) <= mostFollowed { // others have other callers
			calls, in.Time = all, s.x.Calls.Nanos(s.sumOf(all))
			if !s.sampled {
				in.Calls = int64(len(all))
			}
		}
	}
	if isWait { // its name says more than those of its callees
		return in
	}
	if in.Time > 0 && isPlumbing(&s.x.Info.Methods[in.Method]) {
		if by := s.namedIn(calls); len(by) > 0 && 2*by[0].Time >= s.x.Calls.Nanos(s.within(r)) {
			return Inside{Method: by[0].Method, Time: by[0].Time, Parts: s.namedIn(s.callsIn(r, by[0].Method))}
		} else if 2*sumOf(by) >= in.Time {
			in.Parts = by
			return in
		}
	}
	parts, whole := map[trace.MethodIndex]int64{}, s.within(r)
	for m, ticks := range s.calleesOf(calls) {
		if 10*ticks >= whole && whole > 0 && (in.Time == 0 || m != in.Method) && !isUnnamed(&s.x.Info.Methods[m]) {
			parts[m] = s.x.Calls.Nanos(ticks)
		}
	}
	in.Parts = longestOf(parts, mostShares)
	if in.Time > 0 && slices.ContainsFunc(in.Parts, s.numbered()) {
		if by := s.namedIn(calls); 2*sumOf(by) >= sumOf(in.Parts) {
			in.Parts = by
			return in
		}
	}
	if len(in.Parts) == 1 && in.Time > 0 && isNearlyAll(in.Parts[0].Time, in.Time) && s.origin[in.Method] != platform.Platform && s.isDetour(in.Parts[0].Method) {
		if by := s.namedIn(s.callsIn(r, in.Parts[0].Method)); sumOf(by) >= in.Time/2 {
			in.Parts = by
			return in
		}
	}
	if len(in.Parts) > 1 && in.Time > 0 && s.origin[in.Method] == platform.Platform && !slices.ContainsFunc(in.Parts, func(part Share) bool { return s.origin[part.Method] != platform.Platform }) {
		if wait := s.waitIn(calls); isNearlyAll(wait.Time, in.Time) {
			return Inside{Method: wait.Method, Time: wait.Time}
		}
	}
	s.deepen(r, &in)
	return in
}

// isDetour reports whether a method of Android or of a library can lead to methods that say more. An algorithm says what the calls are for.
func (s descent) isDetour(m trace.MethodIndex) bool {
	return s.origin[m] != platform.Own && !isAlgorithm(&s.x.Info.Methods[m])
}

// plumbing are beginnings of classes that only lead to views or fragments: they solve constraints, lay out lists, or move fragments
// to a state.
var plumbing = [...]string{"androidx.constraintlayout.", "android.support.constraint.", "androidx.recyclerview.widget.", "android.support.v7.widget.RecyclerView", "android.support.v7.widget.LinearLayoutManager", "androidx.fragment.app.", "android.support.v4.app.Fragment", "android.app.Fragment"}

// isPlumbing reports whether a method is of such a class.
func isPlumbing(m *trace.Method) bool {
	return slices.ContainsFunc(plumbing[:], func(class string) bool { return strings.HasPrefix(m.Class, class) })
}

// isNumbered reports whether a method's class has a number instead of a name. A class in a method has the method's name, too.
func isNumbered(m *trace.Method) bool {
	_, number, _ := strings.Cut(m.Class, "$")
	return number != "" && strings.Trim(number, "0123456789") == ""
}

// numbered returns a function that reports whether a share is of such a method of a library.
func (s descent) numbered() func(Share) bool {
	return func(in Share) bool {
		return s.origin[in.Method] == platform.Library && isNumbered(&s.x.Info.Methods[in.Method])
	}
}

// sumOf returns the sum of some shares, in ns.
func sumOf(shares []Share) (ns int64) {
	for _, in := range shares {
		ns += in.Time
	}
	return ns
}

// namedIn returns the methods of the app, of a library or of a view with most of the time of some calls, each with a tenth at least.
func (s descent) namedIn(calls []profile.Ref) []Share {
	sums, whole := map[trace.MethodIndex]int64{}, s.x.Calls.Nanos(s.sumOf(calls))
	for _, r := range calls {
		s.outermost(r, func(m trace.MethodIndex) bool {
			in := &s.x.Info.Methods[m]
			isNamed := s.origin[m] == platform.Library && !strings.HasPrefix(in.Class, "androidx.") && !strings.HasPrefix(in.Class, "android.support.") || isViewPass(in) && !strings.HasSuffix(in.Class, "Layout")
			return s.origin[m] == platform.Own || isNamed && !leads(in) && !isNumbered(in)
		}, func(c profile.Ref, m trace.MethodIndex) { sums[m] += s.x.Calls.Nanos(s.within(c)) })
	}
	maps.DeleteFunc(sums, func(_ trace.MethodIndex, ns int64) bool { return 10*ns < whole })
	return longestOf(sums, mostShares)
}

// waitIn returns the method that waits longest within some calls, below several callees. Calls of other processes have one method for all.
func (s descent) waitIn(calls []profile.Ref) Share {
	sums := map[trace.MethodIndex]int64{}
	for _, r := range calls {
		s.outermost(r, func(m trace.MethodIndex) bool {
			k := s.known[m]
			return k != nil && k.cause != Binder && k.cause != IdleWait && k.cause != Unexplained
		}, func(c profile.Ref, m trace.MethodIndex) {
			sums[m] += s.x.Calls.Nanos(s.within(c))
		})
	}
	if most := longestOf(sums, 1); most != nil {
		return most[0]
	}
	return Share{Method: call.NoMethod}
}

// callsIn returns the calls of a method within another call, without recursive calls.
func (s descent) callsIn(r profile.Ref, m trace.MethodIndex) (all []profile.Ref) {
	s.outermost(r, func(of trace.MethodIndex) bool { return of == m }, func(c profile.Ref, _ trace.MethodIndex) { all = append(all, c) })
	return all
}

// deepen replaces the only callee of a view's pass within a call by the method that the time splits in. Above it, one platform method has
// nearly all of the time.
func (s descent) deepen(r profile.Ref, in *Inside) {
	if !s.forks || len(in.Parts) != 1 || !isNearlyAll(in.Parts[0].Time, in.Time) || !isPass(&s.x.Info.Methods[in.Method]) {
		return
	}
	in.Parts[0] = s.innermost(s.callsIn(r, in.Parts[0].Method), in.Parts[0])
}

// innermost returns the method below some calls that their time splits in.
func (s descent) innermost(calls []profile.Ref, in Share) Share {
	for len(calls) <= mostFollowed && s.known[in.Method] == nil {
		sums := s.calleesOf(calls)
		m := longestIn(sums)
		if m == call.NoMethod || m == in.Method || s.origin[m] != platform.Platform || s.x.Info.Methods[m].Class == "" || 20*sums[m] < 19*s.sumOf(calls) {
			break
		}
		calls, in = s.calleesBy(calls, m), Share{m, s.x.Calls.Nanos(sums[m])}
	}
	return in
}

// A way leads from a call to the innermost one that has half of its time.
type way struct {
	step                              // the last one; its Time is 0 for none
	isWait bool                       // it waits, so its name says more than those of its callees
	told   step                       // the last method of the app or of a library that does nearly all
	named  step                       // the last one that isNamed
	own    step                       // the last own one besides the handler
	first  map[trace.MethodIndex]step // by method, the first one
}

// follow returns the method that says most on the way down from a call, with its calls that have one caller, and whether it waits. Its Time
// is 0 for none.
func (s descent) follow(r profile.Ref) (in step, isWait bool) {
	w, whole := s.walk(r), s.within(r)
	if w.isWait {
		return w.step, true
	}
	in = w.step
	if in.Time > 0 && w.named.Time > 0 { // its callees share the time
		in = w.named
	}
	if in.Time > 0 && isInflater(&s.x.Info.Methods[in.Method]) && w.own.Time > 0 && isNearlyAll(in.Time, w.own.Time) { // it says which layout
		in = w.own
	}
	if first, ok := w.first[in.Method]; ok { // calls of itself through others are part of the first one
		in = first
	}
	in = s.toCallees(in, whole)
	if s.forks && in.Time > 0 && s.origin[in.Method] == platform.Platform {
		if own, at := s.ownIn(in.calls); (2*s.sumOf(at) >= whole || 3*s.sumOf(at) >= whole && 3*s.sumOf(at) >= 2*s.sumOf(in.calls)) && len(at) <= mostFollowed {
			in = s.stepTo(own, at)
		}
	}
	if 10*in.Time < 7*w.told.Time { // below it, the time splits
		return w.told, false
	}
	return in, false
}

// walk follows the callee with the longest call, while that has half of the time.
func (s descent) walk(r profile.Ref) way {
	w := way{step: step{calls: []profile.Ref{r}}, first: map[trace.MethodIndex]step{}}
	whole, handler := s.within(r), call.NoMethod
	if s.forks {
		handler = s.handler(r)
	}
	for at := r; ; {
		longest, most := s.longestCallee(at, s.within)
		if most <= 0 || 2*most < whole {
			return w
		}
		m := s.x.Method(longest)
		if w.Time > 0 && m == w.Method { // recursive calls are part of the first one
			return w
		}
		if ticks := s.within(at); s.forks && w.Time > 0 && w.Method != handler && s.origin[w.Method] != platform.Platform && isNearlyAll(ticks, whole) {
			if w.told = w.step; 10*most < 7*ticks {
				return w
			}
		}
		if w.calls = s.calleesBy([]profile.Ref{at}, m); len(w.calls) > mostFollowed {
			w.calls = []profile.Ref{longest}
		}
		k := s.known[m]
		if k != nil && k.role == pauses && w.Time > 0 && isNearlyAll(most, s.within(at)) {
			w.isWait = true // such as Object.wait: its caller says more
			return w
		}
		if at = longest; w.Time > 0 && s.isOverload(m, w.Method) { // readers see one name
			if w.first[w.Method] = w.step; w.named.Method == w.Method {
				w.named = w.step
			}
			continue
		}
		if w.step = s.stepTo(m, w.calls); len(w.calls) == 1 || s.sampled { // a sampler can see one call several times
			w.Calls = 0
		}
		if k != nil && k.blocks {
			w.isWait = true
			return w
		}
		w.add(s, handler)
	}
}

// add keeps the last step of a way, if it may say most.
func (w *way) add(s descent, handler trace.MethodIndex) {
	m := w.Method
	if _, ok := w.first[m]; !ok {
		w.first[m] = w.step
	}
	if s.isNamed(m, w.named) {
		w.named = w.step
	}
	if s.origin[m] == platform.Own && m != handler {
		w.own = w.step
	}
}

// stepTo returns the step to some calls of a method.
func (s descent) stepTo(m trace.MethodIndex, calls []profile.Ref) step {
	return step{Inside{Method: m, Time: s.x.Calls.Nanos(s.sumOf(calls)), Calls: int64(len(calls))}, calls}
}

// toCallees follows own methods that do nearly all of a step in many calls: they say more than their caller. Each has half of the whole.
func (s descent) toCallees(in step, whole trace.Ticks) step {
	for {
		sums := s.calleesOf(in.calls)
		m := longestIn(sums)
		if m == call.NoMethod || m == in.Method || s.origin[m] != platform.Own || !isNearlyAll(sums[m], s.sumOf(in.calls)) || 2*sums[m] < whole {
			return in
		}
		next := s.calleesBy(in.calls, m)
		if len(next) > mostFollowed {
			return in
		}
		in = s.stepTo(m, next)
	}
}

// isOverload reports whether two methods differ by their parameters alone.
func (s descent) isOverload(a, b trace.MethodIndex) bool {
	m, of := &s.x.Info.Methods[a], &s.x.Info.Methods[b]
	return m.Class == of.Class && m.Name == of.Name
}

// isNamed reports whether a method's name says more than that of the step before. Reflection says nothing, and native code less than Java's.
func (s descent) isNamed(m trace.MethodIndex, before step) bool {
	of := &s.x.Info.Methods[m]
	if strings.HasPrefix(of.Class, "java.lang.reflect.") || isUnnamed(of) {
		return false
	}
	return of.Class != "" || before.Time == 0 || s.x.Info.Methods[before.Method].Class == ""
}

// ownIn returns the own method with the most time that some calls of Android make, directly or through Android, and its calls.
func (s descent) ownIn(calls []profile.Ref) (m trace.MethodIndex, of []profile.Ref) {
	sums, by := map[trace.MethodIndex]trace.Ticks{}, map[trace.MethodIndex][]profile.Ref{}
	for _, r := range calls {
		s.outermost(r, func(m trace.MethodIndex) bool { return s.origin[m] == platform.Own }, func(c profile.Ref, m trace.MethodIndex) {
			sums[m] += s.within(c)
			by[m] = append(by[m], c)
		})
	}
	m = longestIn(sums)
	return m, by[m]
}

// secondCallee returns the method with a fifth of the time of a call besides the callee that find follows, the outermost one. Its Time is
// 0 without one. It is also 0 if the method that the finding names is in it.
func (s descent) secondCallee(r profile.Ref, named trace.MethodIndex) Share {
	for at, whole := r, s.within(r); ; {
		longest, most := s.longestCallee(at, s.within)
		if most <= 0 || 2*most < whole {
			return Share{}
		}
		sums := s.calleesOf([]profile.Ref{at})
		delete(sums, s.x.Method(longest))
		if second := longestIn(sums); second != call.NoMethod && 5*sums[second] >= whole {
			if markOf(&s.x.Info.Methods[second]) == atFrame { // the finding on frames has it
				return Share{}
			}
			if named != call.NoMethod && slices.ContainsFunc(s.calleesBy([]profile.Ref{at}, second), func(c profile.Ref) bool {
				ns, _ := s.timeIn(c, named)
				return ns > 0
			}) {
				return Share{}
			}
			return Share{second, s.x.Calls.Nanos(sums[second])}
		}
		at = longest
	}
}

// mostFollowed is the number of calls whose callees inside sums.
const mostFollowed = 10_000

// calleesBy returns the calls of a method that some calls made.
func (s descent) calleesBy(calls []profile.Ref, m trace.MethodIndex) (all []profile.Ref) {
	for _, r := range calls {
		s.callees(r, func(c profile.Ref, _ *trace.Method, of trace.MethodIndex) {
			if of == m {
				all = append(all, c)
			}
		})
	}
	return all
}

// sumOf returns the length of some calls within the range.
func (s descent) sumOf(calls []profile.Ref) (sum trace.Ticks) {
	for _, r := range calls {
		sum += s.within(r)
	}
	return sum
}

// calleesOf returns the time of the callees of some calls, by method.
func (s descent) calleesOf(calls []profile.Ref) map[trace.MethodIndex]trace.Ticks {
	sums := map[trace.MethodIndex]trace.Ticks{}
	for _, r := range calls {
		s.callees(r, func(c profile.Ref, _ *trace.Method, m trace.MethodIndex) { sums[m] += s.within(c) })
	}
	return sums
}
