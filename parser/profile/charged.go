package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// A Charging charges the time of all code to some methods, such as those of the app. Its tree has only their contexts.
// A context that only other code separates from its caller follows it directly, and contexts that then have the same
// path are one. Its row is the first of theirs in the index, so rows keep their numbers:
//
//	calls         A → lib → B   A → sdk → B   lib → C
//	rows          1    2    3        4    5     6   7
//	charged to A, B, C: root → 1 (A) → 3 (B, with 5), root → 7 (C)
type Charging struct {
	to    []bool // by method: time is charged to it
	index *Index // with the tree, and without calls; other rows than those above have neither callers nor callees
	of    []Row  // by row: the row that its exclusive time is charged to; 0 for none
}

// Charge returns the charging to some methods, by trace.MethodIndex. It costs a pass over the contexts, for all profiles.
func (x *Index) Charge(to []bool) *Charging {
	t, n := &x.Merged, x.Merged.Len()
	c := &Charging{to: to, of: make([]Row, n)}
	tree := Tree{Method: t.Method, Parent: make([]Row, n), Depth: make([]uint32, n), First: make([]Row, n), Next: make([]Row, n)}
	var callees call.Pairs
	var rows []Row // of the tree
	Blocks(n, func(a, b int) {
		for row := Row(max(1, a)); row < Row(b); row++ {
			parent, m := c.of[t.Parent[row]], t.Method[row]
			if !to[m] {
				c.of[row] = parent
				continue
			}
			at := Row(callees.Of(call.NodeIndex(parent), m))
			if at == NoRow {
				at = row
				callees.Put(call.NodeIndex(parent), m, call.NodeIndex(at))
				tree.Parent[at], tree.Depth[at] = parent, tree.Depth[parent]+1
				rows = append(rows, at)
			}
			c.of[row] = at
		}
	})
	derived := *x
	derived.Of, derived.Thread, derived.idle, derived.sums, derived.switched = nil, nil, nil, nil, nil // rows are not contexts of calls
	derived.methodFirst, derived.methodNext = make([]Row, len(x.methodFirst)), make([]Row, n)
	for m := range derived.methodFirst {
		derived.methodFirst[m] = NoRow
	}
	for row := range tree.First {
		tree.First[row], tree.Next[row] = NoRow, NoRow
	}
	for i := len(rows) - 1; i >= 0; i-- { // backward, so that lists are in order of first appearance
		row := rows[i]
		parent, m := tree.Parent[row], tree.Method[row]
		tree.Next[row], tree.First[parent] = tree.First[parent], row
		derived.methodNext[row], derived.methodFirst[m] = derived.methodFirst[m], row
	}
	tree.markOutermost(len(x.Info.Methods))
	derived.Merged = tree
	c.index = &derived
	return c
}

// ChargeOwn returns the charging to the app's own methods.
func (x *Index) ChargeOwn() *Charging {
	own := make([]bool, len(x.Info.Methods))
	for m := range own {
		own[m] = x.Info.Methods[m].Origin() == platform.Own
	}
	return x.Charge(own)
}

// Has reports whether time is charged to a method.
func (c *Charging) Has(m trace.MethodIndex) bool { return c.to[m] }

// Row returns the row that a row's time is charged to, 0 for none.
func (c *Charging) Row(row Row) Row { return c.of[row] }

// Profile returns a profile with its time charged. Calls and inclusive times of the methods are the same. Exclusive is the
// time charged to them, and Outside includes Uncharged. p must be of the charging's index.
func (c *Charging) Profile(p *Profile) *Profile {
	tree := &c.index.Merged
	q := &Profile{Index: c.index, Scope: p.Scope, Contexts: Contexts{Tree: tree, Rows: make([]Context, len(p.Rows)), partial: true}, Methods: make([]Method, len(p.Methods)), charged: p}
	Blocks(len(p.Rows), func(a, b int) {
		for row := a; row < b; row++ {
			at := &q.Rows[c.of[row]]
			at.Exclusive.add(&p.Rows[row].Exclusive)
			if row == 0 || c.to[tree.Method[row]] {
				at.Calls += p.Rows[row].Calls
				at.Inclusive.add(&p.Rows[row].Inclusive)
			}
		}
	})
	n := len(q.Rows)
	Blocks(n-1, func(a, b int) {
		for row := n - 1 - a; row > n-1-b; row-- {
			r := &q.Rows[row]
			if r.Calls == 0 && r.Inclusive == (Times{}) {
				continue
			}
			m := &q.Methods[tree.Method[row]]
			if tree.Outermost[row] {
				m.Calls += r.Calls
				m.Inclusive.add(&r.Inclusive)
			} else {
				m.Recursive += r.Calls
			}
			m.Exclusive.add(&r.Exclusive)
		}
	})
	return q
}

// IsCharged reports whether a Charging made the profile.
func (p *Profile) IsCharged() bool { return p.charged != nil }

// Uncharged returns the time of code that no charged method calls. It is 0 for a profile without a charging.
func (p *Profile) Uncharged() (t Times) {
	if p.IsCharged() {
		t = p.Rows[0].Exclusive
		t.subtract(&p.charged.Rows[0].Exclusive)
	}
	return t
}
