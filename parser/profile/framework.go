package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

const (
	frameworkShare = 95 // percent of a thread's time in calls
	frameworkLeast = 3  // levels: a summary line for fewer saves no space
)

// Framework returns the methods of a thread's outermost levels that show only that it ran on
// Android, from ZygoteInit.main to Looper.loop, the outermost first. It returns nil for fewer than
// three. A level belongs to the framework if all levels before it do, and
//   - all its calls, however short, are to platform methods;
//   - one context, whose method is returned, took at least 95 % of the thread's time in calls, by
//     the primary clock;
//   - threads do not wait for work in that method, because the times of waits must stay visible.
//
// A thread that ran only platform code has no framework, because that code was its work.
func (x *Index) Framework(thread trace.ThreadIndex) []trace.MethodIndex {
	t := &x.Calls.Threads[thread]
	if t.Root == call.None {
		return nil
	}
	if !x.ranOther(t.Root) {
		return nil
	}
	var methods []trace.MethodIndex
	whole := trace.Ticks(-1)
	for level := []call.NodeIndex{t.Root}; len(methods)+1 < len(t.Levels); {
		var below []call.NodeIndex
		var sum, most trace.Ticks
		var main call.NodeIndex
		for _, caller := range level {
			for n := range x.Calls.Tree.Callees(caller) {
				if in := &x.Info.Methods[x.Calls.Tree.At(n).Method]; !isPlatform(in) {
					return framework(methods)
				}
				time := x.Calls.Tree.At(n).Primary
				if sum += time; time > most {
					most, main = time, n
				}
				below = append(below, n)
			}
		}
		if whole < 0 {
			whole = sum
		}
		if most == 0 || 100*most < frameworkShare*whole {
			break
		}
		m := x.Calls.Tree.At(main).Method
		if frame := x.Info.Methods[m].Class + "." + x.Info.Methods[m].Name; platform.AwaitsWork(frame) || platform.AwaitsMessages(frame) || platform.Pauses(frame) {
			break
		}
		methods, level = append(methods, m), below
	}
	return framework(methods)
}

// isPlatform reports whether a method belongs to the platform. Native methods are judged by class
// too.
func isPlatform(in *trace.Method) bool {
	if in.Library != "" {
		return !in.Own
	}
	return platform.Of(in.Class) == platform.Platform && in.Origin() != platform.Own // an app of the system has the platform's names
}

// ranOther reports whether the thread with this root ran code outside the platform.
func (x *Index) ranOther(root call.NodeIndex) bool {
	if x.platforms == nil {
		x.platforms = make([]bool, len(x.Info.Methods))
	}
	tree := &x.Calls.Tree
	for open := []call.NodeIndex{root}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if m := tree.At(n).Method; m != call.NoMethod && !x.platforms[m] {
			if !isPlatform(&x.Info.Methods[m]) {
				return true
			}
			x.platforms[m] = true
		}
		for callee := range tree.Callees(n) {
			open = append(open, callee)
		}
	}
	return false
}

func framework(methods []trace.MethodIndex) []trace.MethodIndex {
	if len(methods) < frameworkLeast {
		return nil
	}
	return methods
}
