package story

import (
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// SiteOf returns the index of the call in a stack, outermost first, that names a wait directly in the innermost one, as a
// Site and a finding do. It is the innermost one if the thread was idle there. It needs no profile of the trace.
func SiteOf(x *profile.Index, stack []trace.MethodIndex) int {
	last := len(stack) - 1
	if WaitsForWork(x, stack) {
		return last
	}
	in := &trace.Info{Methods: make([]trace.Method, len(stack))}
	tree := &profile.Tree{Method: make([]trace.MethodIndex, len(stack)+1), Parent: make([]profile.Row, len(stack)+1)}
	rows, origin := make([]profile.Row, len(stack)), make([]platform.Origin, len(stack))
	for i, m := range stack {
		at := &x.Info.Methods[m]
		in.Methods[i], origin[i], rows[i] = *at, at.Origin(), profile.Row(i+1)
		tree.Method[i+1], tree.Parent[i+1] = trace.MethodIndex(i), profile.Row(i)
	}
	s := &study{x: &profile.Index{Info: in}, tree: tree, known: knownMethods(in), idle: make([]bool, len(stack)+1), looper: make([]bool, len(stack))}
	s.cause = decide(tree, rows, origin, s.known, waitsOf(x) == ByNames)
	at, _ := s.site(profile.Row(last + 1))
	return int(at) - 1
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
