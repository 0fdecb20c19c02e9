package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// Limits of an inverted tree. Without them each context of a deep tree would add a path as long as
// its depth.
const (
	mostInverted  = 500_000 // rows; the callers farthest from the methods are omitted first
	perContext    = 64      // rows for each context, so that a deep stack costs no more than its length
	invertedParts = 100_000 // a path with less than this fraction of the total shows no callers
)

// Inverted returns the calls merged from the methods up. Below the root is each method, and below
// each path are the callers that led to it. Inclusive is the exclusive time of the method at the
// start of a path, so the frames of all methods add up to the time in calls. Exclusive is the part
// without a listed caller.
func (p *Profile) Inverted() *Contexts {
	if p.inverted != nil {
		return p.inverted
	}
	type open struct {
		row  Row
		path Path
	}
	most := min(mostInverted, perContext*len(p.Rows))
	methods, parents := []trace.MethodIndex{call.NoMethod}, []Row{0}
	rows := []Context{{Calls: p.Rows[0].Calls, Inclusive: p.Rows[0].Inclusive, Exclusive: p.Rows[0].Inclusive}}
	var queue []open
	add := func(under Row, paths []Path) {
		for i := range paths {
			path := &paths[i]
			if len(rows) >= most || path.Exclusive == (Times{}) {
				continue
			}
			row := Row(len(rows))
			methods, parents = append(methods, path.Method), append(parents, under)
			rows = append(rows, Context{Calls: path.Calls, Inclusive: path.Exclusive, Exclusive: path.Exclusive})
			rows[under].Exclusive.subtract(&path.Exclusive)
			wide := false
			for clock, time := range path.Exclusive {
				wide = wide || time > 0 && time >= p.Rows[0].Inclusive[clock]/invertedParts
			}
			if wide {
				queue = append(queue, open{row, *path})
			}
		}
	}
	add(0, p.Leaves())
	for len(queue) > 0 && len(rows) < most {
		next := queue[0]
		queue = queue[1:]
		add(next.row, p.Callers(&next.path))
	}
	tree := NewTree(methods, parents, len(p.Info.Methods))
	p.inverted = &Contexts{Tree: &tree, Rows: rows, partial: p.partial}
	return p.inverted
}
