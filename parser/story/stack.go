package story

import (
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// SiteOf returns the index of the call in a stack, outermost first, that names a wait directly in the innermost one, as a
// Site and a finding do. It is the innermost one if the thread was idle there. It needs no profile of the trace.
func SiteOf(x *profile.Index, stack []trace.MethodIndex) int {
	if WaitsForWork(x, stack) {
		return len(stack) - 1
	}
	at, _ := studyOf(x, stack).site(profile.Row(len(stack)))
	return int(at) - 1
}

// UnexplainedSite returns SiteOf if no frame explains a wait directly in the innermost call, or -1. It is also -1 if the name of the site
// shows a cause, as Names has it.
func UnexplainedSite(x *profile.Index, stack []trace.MethodIndex) int {
	if WaitsForWork(x, stack) {
		return -1
	}
	s, row := studyOf(x, stack), profile.Row(len(stack))
	at, cause := s.site(row)
	if cause != Unexplained || at != s.named(row) {
		return -1
	}
	if k := s.known[s.tree.Method[at]]; k != nil && k.cause != Unexplained {
		return -1
	}
	return int(at) - 1
}

// studyOf returns a study of one stack, with a row for each call: 1 for the outermost one.
func studyOf(x *profile.Index, stack []trace.MethodIndex) *study {
	n := len(stack)
	in := &trace.Info{Methods: make([]trace.Method, n)}
	tree := &profile.Tree{Method: make([]trace.MethodIndex, n+1), Parent: make([]profile.Row, n+1)}
	rows, origin, looper := make([]profile.Row, n), make([]platform.Origin, n), make([]bool, n)
	for i, m := range stack {
		at := &x.Info.Methods[m]
		in.Methods[i], origin[i], rows[i], looper[i] = *at, at.Origin(), profile.Row(i+1), platform.IsLooper(at.Class, at.Name)
		tree.Method[i+1], tree.Parent[i+1] = trace.MethodIndex(i), profile.Row(i)
	}
	s := &study{x: &profile.Index{Info: in}, tree: tree, known: knownMethods(in), idle: make([]bool, n+1), looper: looper}
	s.cause = decide(tree, rows, origin, s.known, waitsOf(x) == ByNames)
	return s
}

// WaitsForWork reports whether the innermost call of a stack, outermost first, is an idle wait. A looper handles input events
// while it waits for messages, so code below the wait is no idle wait.
func WaitsForWork(x *profile.Index, stack []trace.MethodIndex) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		m := &x.Info.Methods[stack[i]]
		frame := m.Class + "." + m.Name
		if platform.AwaitsWork(frame) || platform.AwaitsMessages(frame) {
			return true
		}
		if !platform.Pauses(frame) && !platform.Waits(frame) {
			return false
		}
	}
	return false
}
