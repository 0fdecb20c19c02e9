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
	if x.others == nil {
		x.findOthers()
	}
	if !x.others[thread] {
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

// findOthers finds out which threads ran other code than the platform's.
func (x *Index) findOthers() {
	x.others = make([]bool, len(x.Calls.Threads))
	platforms := make([]bool, len(x.Info.Methods)) // those seen to be the platform's
	tree := &x.Calls.Tree
	Blocks(tree.Len(), func(a, b int) {
		for n := a; n < b; n++ {
			m := tree.At(call.NodeIndex(n)).Method
			if x.others[x.Thread[n]] || m == call.NoMethod || platforms[m] {
				continue
			}
			platforms[m] = isPlatform(&x.Info.Methods[m])
			x.others[x.Thread[n]] = !platforms[m]
		}
	})
}

func framework(methods []trace.MethodIndex) []trace.MethodIndex {
	if len(methods) < frameworkLeast {
		return nil
	}
	return methods
}
