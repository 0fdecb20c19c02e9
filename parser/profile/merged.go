package profile

import (
	"slices"

	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// AtLeast returns the smallest number of calls that a sampler has merged into call r, and the
// callee whose count proves it. A call calls that callee once or, if it lies deeper, once for each
// window. Without proof AtLeast returns 1.
func (x *Index) AtLeast(r Ref) (n int, callee trace.MethodIndex) {
	n = 1
	direct, deep := platform.CalledOnce(x.Info.Methods[x.Method(r)].Label())
	if len(direct)+len(deep) == 0 {
		return n, 0
	}
	once := map[trace.MethodIndex]bool{} // whether it may lie deeper
	for i := range x.Info.Methods {
		switch label := x.Info.Methods[i].Label(); {
		case slices.Contains(deep, label):
			once[trace.MethodIndex(i)] = true
		case slices.Contains(direct, label):
			once[trace.MethodIndex(i)] = false
		}
	}
	t := &x.Calls.Threads[r.Thread]
	from, to := int(r.Row), int(r.Row)+1
	for depth := int(r.Depth); depth+1 < len(t.Levels); depth++ {
		first, _ := t.Callees(depth, from)
		_, last := t.Callees(depth, to-1)
		if from, to = first, last; from >= to {
			break
		}
		seen := map[trace.MethodIndex]int{}
		for row := from; row < to; row++ {
			m := x.Method(Ref{Thread: r.Thread, Depth: uint32(depth + 1), Row: uint32(row)})
			if deeper, ok := once[m]; ok && (deeper || depth == int(r.Depth)) {
				if seen[m]++; seen[m] > n {
					n, callee = seen[m], m
				}
			}
		}
	}
	return n, callee
}
