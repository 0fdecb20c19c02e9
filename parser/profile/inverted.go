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

// An inverter builds trees of contexts that have callers below their callees.
type inverter struct {
	of      *Profile
	methods []trace.MethodIndex
	parents []Row
	rows    []Context
	most    int                // rows
	time    func(*Path) *Times // of a path
	queue   []openPath
}

// An openPath is a row whose callers are not listed yet.
type openPath struct {
	row  Row
	path Path
}

// list adds a row of a context below another. It returns the row.
func (v *inverter) list(under Row, m trace.MethodIndex, c Context) Row {
	v.methods, v.parents, v.rows = append(v.methods, m), append(v.parents, under), append(v.rows, c)
	return Row(len(v.rows) - 1)
}

// add lists the rows of paths below another row, whose Exclusive loses their time.
func (v *inverter) add(under Row, paths []Path) {
	for i := range paths {
		path := &paths[i]
		time := v.time(path)
		if len(v.rows) >= v.most || *time == (Times{}) {
			continue
		}
		row := v.list(under, path.Method, Context{Calls: path.Calls, Inclusive: *time, Exclusive: *time})
		v.rows[under].Exclusive.subtract(time)
		wide := false
		for clock, ns := range time {
			wide = wide || ns > 0 && ns >= v.of.Rows[0].Inclusive[clock]/invertedParts
		}
		if wide {
			v.queue = append(v.queue, openPath{row, *path})
		}
	}
}

// finish lists the callers of all listed paths, the nearest first, and returns the tree.
func (v *inverter) finish() *Contexts {
	for len(v.queue) > 0 && len(v.rows) < v.most {
		next := v.queue[0]
		v.queue = v.queue[1:]
		v.add(next.row, v.of.Callers(&next.path))
	}
	tree := NewTree(v.methods, v.parents, len(v.of.Info.Methods))
	return &Contexts{Tree: &tree, Rows: v.rows, partial: v.of.partial}
}

// Inverted returns the calls merged from the methods up. Below the root is each method, and below
// each path are the callers that led to it. Inclusive is the exclusive time of the method at the
// start of a path, so the frames of all methods add up to the time in calls. Exclusive is the part
// without a listed caller.
func (p *Profile) Inverted() *Contexts {
	if p.inverted == nil {
		v := &inverter{of: p, most: min(mostInverted, perContext*len(p.Rows)), time: func(path *Path) *Times { return &path.Exclusive }}
		v.list(NoRow, call.NoMethod, Context{Calls: p.Rows[0].Calls, Inclusive: p.Rows[0].Inclusive, Exclusive: p.Rows[0].Inclusive})
		v.parents[0] = 0
		v.add(0, p.Leaves())
		p.inverted = v.finish()
	}
	return p.inverted
}

// Rows of the tree of Sandwich, which stand for the method.
const (
	SandwichCallees Row = 1 // the method, with its callees below
	SandwichCallers Row = 2 // the method, with its callers below
)

// Sandwich returns the callees and the callers of a method over all its contexts: the two rows below the root stand for
// the method. Of recursive calls only the outermost count, and the others are among the callees. So the inclusive time of
// both rows is the method's, and so are the sums of the times below them, each with the row's Exclusive. Among the
// callers, Exclusive is the time without a listed caller.
func (p *Profile) Sandwich(m trace.MethodIndex) *Contexts {
	if p.sandwich != nil && p.sandwichOf == m {
		return p.sandwich
	}
	v := &inverter{of: p, time: func(path *Path) *Times { return &path.Inclusive }}
	for range 3 {
		v.list(0, m, Context{})
	}
	v.methods[0] = call.NoMethod
	outermost := Path{Method: m}
	var known call.Pairs
	var at []Row // by depth below an outermost context: the row of the caller, and so on
	t := p.Tree
	for top := range p.RowsOf(m) {
		if !t.Outermost[top] || p.Rows[top].Calls == 0 {
			continue
		}
		outermost.add(p, end{top, top})
		at = append(at[:0], SandwichCallees)
		for row := top; ; {
			into := at[len(at)-1]
			v.rows[into].Calls += p.Rows[row].Calls
			v.rows[into].Inclusive.add(&p.Rows[row].Inclusive)
			v.rows[into].Exclusive.add(&p.Rows[row].Exclusive)
			next := t.First[row]
			for next == NoRow && row != top {
				next, row, at = t.Next[row], t.Parent[row], at[:len(at)-1]
			}
			if next == NoRow {
				break
			}
			row = next
			under := at[len(at)-1]
			of := Row(known.Of(call.NodeIndex(under), t.Method[row]))
			if of == NoRow {
				of = v.list(under, t.Method[row], Context{})
				known.Put(call.NodeIndex(under), t.Method[row], call.NodeIndex(of))
			}
			at = append(at, of)
		}
	}
	v.most = len(v.rows) + min(mostInverted, perContext*len(p.Rows))
	v.rows[0] = Context{Calls: outermost.Calls, Inclusive: outermost.Inclusive}
	v.rows[SandwichCallers] = Context{Calls: outermost.Calls, Inclusive: outermost.Inclusive, Exclusive: outermost.Inclusive}
	v.queue = append(v.queue, openPath{SandwichCallers, outermost})
	p.sandwich, p.sandwichOf = v.finish(), m
	p.sandwich.partial = false
	return p.sandwich
}
