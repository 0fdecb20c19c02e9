package tracing

import (
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// framework returns the methods of the platform frames that the timeline folds, for a scope of one thread. It returns
// none for several threads and for paths that a filter changes. It also returns none if a search matches one of the
// methods, so that the match stays visible.
func (ps *profiles) framework(scope message.Scope, match []bool) []trace.MethodIndex {
	thread, ok := ps.single(scope)
	if !ok || ps.reshapes(scope) {
		return nil
	}
	methods := ps.timeline.Framework(thread).Methods
	if match != nil && slices.ContainsFunc(methods, func(m trace.MethodIndex) bool { return match[m] }) {
		return nil
	}
	return methods
}

// foldRow returns the line that replaces platform frames. Each frame contains the next one, so
// the line has the longest inclusive time and the sum of the exclusive times.
func foldRow(p *profile.Profile, methods []trace.MethodIndex) message.Row {
	row := message.Row{Kind: message.FoldRow, Method: message.NoNode, Node: message.NoNode, Frames: uint32(len(methods))}
	summed := map[trace.MethodIndex]bool{} // a method may have several of the frames
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
