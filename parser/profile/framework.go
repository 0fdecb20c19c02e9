package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

const (
	frameworkShare = 95 // per cent of a thread's time in calls
	frameworkLeast = 3  // levels: fewer take no more room than a line that stands for them
)

// Framework returns the methods of those of a thread's outermost levels that say no more than
// that it ran on Android, from ZygoteInit.main to Looper.loop, the outermost first. None are
// returned where they would be fewer than three. A level is one of them if all before it are, and
//   - all its calls, however short, are of methods of the platform;
//   - those of one context, whose method is returned, took 95 % or more of the thread's time in
//     calls, by the primary clock;
//   - that method is none in which a thread waits: when it did is to be seen.
//
// A thread that ran nothing but the platform's code has none: there that is what it did.
func (x *Index) Framework(thread trace.ThreadIndex) []trace.MethodIndex {
	t := &x.Calls.Threads[thread]
	if t.Root == call.None {
		return nil
	}
	if !x.ranOther(t.Root) {
		return nil
	}
	var methods []trace.MethodIndex
	whole := int64(-1)
	for level := []call.NodeIndex{t.Root}; len(methods)+1 < len(t.Levels); {
		var below []call.NodeIndex
		var sum, most int64
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

// isPlatform tells whether a method is the platform's, native ones by their class too.
func isPlatform(in *trace.Method) bool {
	if in.Library != "" {
		return !in.Own
	}
	return platform.Of(in.Class) == platform.Platform
}

// ranOther tells whether a thread, by its root, ran other code than the platform's.
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
