package profile

import (
	"math/bits"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// A Verb is what a step of a filter does.
type Verb uint8

const (
	Through Verb = iota // keeps the time while one of the methods is on the stack
	Under               // keeps the time of the callees
	Beside              // leaves out the time of the callees: the rest of Under
	Root                // the same as Through, and paths begin with the outermost of the methods
	Drop                // leaves out the time while one of the methods is on the stack
	Self                // keeps the exclusive time of the methods, and takes all other frames away
	Merge               // takes the frames of the methods away: their time goes to their callers
	Charge              // takes all other frames away: their time goes to the nearest caller among the methods
)

// LeavesOut reports whether a step leaves time out. Otherwise the time moves to callers.
func (v Verb) LeavesOut() bool { return v < Merge }

// Keeps reports whether a step keeps time of its methods, and leaves out the rest.
func (v Verb) Keeps() bool { return v == Through || v == Under || v == Root || v == Self }

// A Step is one step of a filter, which applies to the paths that the steps before it return.
type Step struct {
	Verb    Verb
	Methods []bool // by trace.MethodIndex
}

// MostSteps limits a filter.
const MostSteps = 32

// A Filter leaves out a part of the time, or charges it to callers. Its tree has the paths that remain. Contexts that then
// have the same path are one. Its row is the first of theirs in the index, so rows keep their numbers:
//
//	calls               A → lib → B   A → sdk → B   lib → C
//	rows                1    2    3        4    5     6   7
//	charged to A, B, C  root → 1 (A) → 3 (B, with 5), root → 7 (C)
//	dropping sdk        root → 1 (A) → 2 (lib) → 3 (B), root → 6 (lib) → 7 (C)
//	rooted at lib       root → 2 (lib, with 6) → 3 (B), 2 → 7 (C)
type Filter struct {
	steps []Step
	same  bool   // no step changes a path
	index *Index // with the tree, and without calls; rows that the tree leaves out have neither callers nor callees
	fates []fate // by row of the index
}

// A fate is what a filter does with a row.
type fate struct {
	of    Row   // row of the tree that its exclusive time belongs to; 0 for none
	frame bool  // the tree has its frame
	out   uint8 // 1 + the step that leaves its exclusive time out, 0 for none
	moved uint8 // 1 + the step that takes its frame away, 0 for none
}

// Filter returns the filter with some steps, at most MostSteps. It costs a pass over the contexts, for all profiles.
func (x *Index) Filter(steps ...Step) *Filter {
	steps = steps[:min(len(steps), MostSteps)]
	t, n := &x.Merged, x.Merged.Len()
	f := &Filter{steps: steps, same: true, fates: make([]fate, n)}
	for _, s := range steps {
		f.same = f.same && s.Verb != Root && s.Verb != Self && s.Verb.LeavesOut()
	}
	s := sieve{Filter: f, on: make([]uint64, n)}
	s.ask()
	s.judge(0)
	if f.same {
		Blocks(n, func(a, b int) {
			for row := Row(max(1, a)); row < Row(b); row++ {
				s.pass(row, t.Parent[row], t.Method[row])
				s.judge(row)
				f.fates[row].of = row
			}
		})
		derived := *x
		f.index = &derived
	} else {
		f.derive(x, &s)
	}
	f.fates[0].frame = true
	f.index.Of, f.index.Thread, f.index.sums, f.index.switched = nil, nil, nil, nil // rows are not contexts of calls
	f.index.idle = idleRows{}
	return f
}

// derive builds the tree of paths that differ from those of the index.
func (f *Filter) derive(x *Index, s *sieve) {
	t, n := &x.Merged, x.Merged.Len()
	tree := Tree{Method: t.Method, Parent: make([]Row, n), Depth: make([]uint32, n), First: make([]Row, n), Next: make([]Row, n)}
	var callees call.Pairs
	var rows []Row // of the tree
	Blocks(n, func(a, b int) {
		for row := Row(max(1, a)); row < Row(b); row++ {
			s.pass(row, t.Parent[row], t.Method[row])
			s.judge(row)
			parent, m := f.fates[t.Parent[row]].of, t.Method[row]
			if !f.fates[row].frame {
				f.fates[row].of = parent
				continue
			}
			at := Row(callees.Of(call.NodeIndex(parent), m))
			if at == NoRow {
				at = row
				callees.Put(call.NodeIndex(parent), m, call.NodeIndex(at))
				tree.Parent[at], tree.Depth[at] = parent, tree.Depth[parent]+1
				rows = append(rows, at)
			}
			f.fates[row].of = at
		}
	})
	derived := *x
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
	f.index = &derived
}

// A sieve decides which frames and which time of each row pass the steps. Two bits of a word tell what a step has seen
// on a row's path: one of its methods, and a frame below one.
type sieve struct {
	*Filter
	on          []uint64 // by row
	mask, wants uint64   // the bits that decide, and their values if a step keeps the time
}

const (
	seen  = 1
	inner = 2
)

// ask sets the bits that decide.
func (s *sieve) ask() {
	for k, step := range s.steps {
		shift := 2 * k
		switch step.Verb {
		case Through, Root, Self:
			s.mask |= seen << shift
			s.wants |= seen << shift
		case Drop:
			s.mask |= seen << shift
		case Under:
			s.mask |= inner << shift
			s.wants |= inner << shift
		case Beside:
			s.mask |= inner << shift
		}
	}
}

// pass shows the frame of a row to one step after the other, until one takes it away.
func (s *sieve) pass(row, parent Row, m trace.MethodIndex) {
	on, to := s.on[parent], &s.fates[row]
	to.frame = true
	for k := range s.steps {
		step, shift := &s.steps[k], 2*k
		in := step.Methods[m]
		switch step.Verb {
		case Self:
			if !in {
				to.frame = false
				on &^= seen << shift // the path's innermost frame decides
			}
		case Merge, Charge:
			if in == (step.Verb == Merge) {
				to.frame, to.moved = false, uint8(k+1)
			}
		case Under, Beside:
			on |= on >> shift & seen << (shift + 1)
		}
		if !to.frame {
			break
		}
		if in {
			on |= seen << shift
		}
		if step.Verb == Root && on>>shift&seen == 0 {
			to.frame = false
			break
		}
	}
	s.on[row] = on
}

// judge decides whether the exclusive time of a row is left out.
func (s *sieve) judge(row Row) {
	if fails := (s.on[row] ^ s.wants) & s.mask; fails != 0 {
		s.fates[row].out = uint8(bits.TrailingZeros64(fails)/2 + 1)
	}
}

// Own returns a step that applies to the app's own methods.
func (x *Index) Own(v Verb) Step {
	own := make([]bool, len(x.Info.Methods))
	for m := range own {
		own[m] = x.Info.Methods[m].Origin() == platform.Own
	}
	return Step{v, own}
}

// Shows returns, by row of the filtered index, whether the filter keeps the row's frame, and time in it or in its callees.
func (f *Filter) Shows(x *Index) []bool {
	shows := make([]bool, len(f.fates))
	Blocks(len(shows), func(a, b int) {
		for row := len(shows) - 1 - a; row >= len(shows)-b; row-- { // callees come after their callers
			live := shows[row] || f.fates[row].out == 0
			shows[row] = live && f.fates[row].frame
			if live && row > 0 {
				shows[x.Merged.Parent[row]] = true
			}
		}
	})
	return shows
}

// Profile returns what a profile of the filter's index has left. A path whose time is left out has no calls, unless it
// leads to one that is kept. All calls of a path that is shown count. Old, if not nil, is a result of Profile that is no
// longer in use. If it is of the same filter, Profile reuses its storage.
func (f *Filter) Profile(p, old *Profile) *Profile {
	tree, n := &f.index.Merged, len(p.Rows)
	q := &Profile{
		Index: f.index, Scope: p.Scope, Contexts: Contexts{Tree: tree, partial: !f.same},
		filter: f, unfiltered: p, took: make([]Times, len(f.steps)),
	}
	if old != nil && old.filter == f {
		q.Rows, q.Methods = old.Rows, old.Methods
		clear(q.Rows)
		clear(q.Methods)
	} else {
		q.Rows, q.Methods = make([]Context, n), make([]Method, len(p.Methods))
	}
	live := make([]bool, n) // by row: it or a callee is kept
	live[0] = true
	Blocks(n, func(a, b int) {
		for row := a; row < b; row++ {
			r, to := &p.Rows[row], f.fates[row]
			if !r.hasFigures() {
				continue
			}
			at := &q.Rows[to.of]
			if to.frame {
				at.Calls += r.Calls
			}
			if to.out > 0 {
				q.took[to.out-1].add(&r.Exclusive)
				continue
			}
			live[to.of] = true
			at.Exclusive.add(&r.Exclusive)
			if to.moved > 0 {
				q.took[to.moved-1].add(&r.Exclusive)
			}
		}
	})
	Blocks(n, func(a, b int) {
		for row := n - 1 - a; row >= n-b; row-- {
			r := &q.Rows[row]
			if !live[row] {
				r.Calls = 0
				continue
			}
			r.Inclusive.add(&r.Exclusive)
			if row == 0 {
				break
			}
			parent := tree.Parent[row]
			q.Rows[parent].Inclusive.add(&r.Inclusive)
			live[parent] = true
			q.Methods[tree.Method[row]].count(r, !tree.Outermost[row])
		}
	})
	return q
}

// Filtered returns the profile after further steps of a filter. It keeps p, which must not be reused.
func (p *Profile) Filtered(steps ...Step) *Profile {
	if p.filter != nil {
		steps = append(p.filter.steps[:len(p.filter.steps):len(p.filter.steps)], steps...)
		p = p.unfiltered
	}
	return p.Index.Filter(steps...).Profile(p, nil)
}

// Unfiltered returns the profile before the filter, or p without a filter.
func (p *Profile) Unfiltered() *Profile {
	if p.filter == nil {
		return p
	}
	return p.unfiltered
}

// IsFiltered reports whether a Filter made the profile.
func (p *Profile) IsFiltered() bool { return p.filter != nil }

// Keeps returns the row that the exclusive time of a row before the filter belongs to, 0 for none, and whether the filter
// keeps that time.
func (p *Profile) Keeps(row Row) (Row, bool) {
	if p.filter == nil {
		return row, true
	}
	fate := &p.filter.fates[row]
	return fate.of, fate.out == 0
}

// KeepsPaths reports whether the profile has the paths of the calls, as without a filter.
func (p *Profile) KeepsPaths() bool { return p.filter == nil || p.filter.same }

// IsCharged reports whether a step charged time to some methods.
func (p *Profile) IsCharged() bool {
	if p.filter != nil {
		for _, s := range p.filter.steps {
			if s.Verb == Charge {
				return true
			}
		}
	}
	return false
}

// Took returns, by step of the filter, the time that the step left out or gave to callers. Time that several steps
// leave out counts for the first.
func (p *Profile) Took() []Times { return p.took }

// LeftOut returns the time that the filter left out. With Total it adds up to the total without the filter.
func (p *Profile) LeftOut() (t Times) {
	for k := range p.took {
		if p.filter.steps[k].Verb.LeavesOut() {
			t.add(&p.took[k])
		}
	}
	return t
}

// Uncharged returns the time of frames without a caller that the filter takes away. It is part of Outside.
func (p *Profile) Uncharged() (t Times) {
	if p.filter == nil {
		return t
	}
	t = p.Rows[0].Exclusive
	if p.filter.fates[0].out == 0 {
		t.subtract(&p.unfiltered.Rows[0].Exclusive)
	}
	return t
}
