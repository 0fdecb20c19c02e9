package tracing

import (
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// framework is the methods of the platform frames that the timeline folds, of the one thread that a scope is
// of; none of several threads, or where a search matches one of them, which is to be seen.
func (tr *Trace) framework(scope message.Scope, match []bool) []trace.MethodIndex {
	thread, ok := tr.single(scope)
	if !ok {
		return nil
	}
	methods := tr.timeline.Framework(thread).Methods
	if match != nil && slices.ContainsFunc(methods, func(m trace.MethodIndex) bool { return match[m] }) {
		return nil
	}
	return methods
}

// foldRow is the line that stands for platform frames. Each lies in the one before: their inclusive time is that
// of the longest, their exclusive time the sum.
func foldRow(p *profile.Profile, methods []trace.MethodIndex) message.Row {
	row := message.Row{Kind: message.FoldRow, Method: message.NoNode, Node: message.NoNode, Folded: uint32(len(methods))}
	summed := map[trace.MethodIndex]bool{} // a method may be several of the frames
	for _, m := range methods {
		if summed[m] {
			continue
		}
		summed[m] = true
		f := &p.Methods[m]
		for clock := range row.Inclusive {
			row.Inclusive[clock] = max(row.Inclusive[clock], f.Inclusive[clock])
			row.Exclusive[clock] += f.Exclusive[clock]
		}
	}
	setShares(&row, p.Total())
	return row
}
