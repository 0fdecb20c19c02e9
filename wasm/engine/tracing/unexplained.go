package tracing

import (
	"cmp"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
)

// leastUnexplained is the shortest wait that no frame explains in the row of waits, in ns. Shorter ones are mostly
// differences of two clocks, or moments without a free core.
const leastUnexplained = 5_000_000

// addUnexplained adds the waits of a thread that no frame explains to its row of waits: calls that directly wait for at least half
// of their time. It returns them. Only a recording that measures waiting shows them.
func addUnexplained(x *profile.Index, thread trace.ThreadIndex, row *story.Row) []profile.Ref {
	if x.Calls.Clocks != trace.Dual && !x.Calls.Samples || int(thread) >= len(x.Calls.Threads) || len(x.Calls.Threads[thread].Levels) == 0 {
		return nil
	}
	u := unexplained{x: x, t: &x.Calls.Threads[thread], known: map[call.NodeIndex]int{}}
	for i := range u.t.Levels[0].Len() {
		u.look(profile.Ref{Thread: thread, Row: uint32(i)})
	}
	if len(u.found) == 0 {
		return nil
	}
	all := append(row.Calls, u.found...)
	start := func(r profile.Ref) trace.Ticks { return x.Level(r).Start(int(r.Row)) }
	sorting.Stable(all, func(a, b profile.Ref) int {
		return cmp.Or(cmp.Compare(start(a), start(b)), cmp.Compare(a.Depth, b.Depth))
	})
	row.Calls, row.Lengths = all, make([]int64, len(all))
	for i, r := range all {
		row.Lengths[i] = x.Calls.Nanos(x.Level(r).End(int(r.Row)) - start(r))
	}
	return u.found
}

// unexplained finds waits that no frame explains.
type unexplained struct {
	x     *profile.Index
	t     *call.Thread
	known map[call.NodeIndex]int // result of up
	stack []trace.MethodIndex    // of the call that is looked at
	found []profile.Ref
}

// look finds such waits in a call and its callees.
func (u *unexplained) look(r profile.Ref) {
	times := u.x.Times(r)
	if times[profile.Waiting] < leastUnexplained {
		return
	}
	u.stack = append(u.stack, u.x.Method(r))
	if own, _ := u.x.Self(r); own[profile.Waiting] >= leastUnexplained && 2*own[profile.Waiting] >= times[profile.Wall] {
		if by := u.up(r); by >= 0 {
			u.add(r, by, own[profile.Waiting])
		}
	}
	from, to := u.t.Callees(int(r.Depth), int(r.Row))
	for i := from; i < to; i++ {
		u.look(profile.Ref{Thread: r.Thread, Depth: r.Depth + 1, Row: uint32(i)})
	}
	u.stack = u.stack[:len(u.stack)-1]
}

// up returns how many calls outwards the overview lists a wait directly in a call, or -1 if a frame explains the wait.
func (u *unexplained) up(r profile.Ref) int {
	node := u.x.Level(r).Call(int(r.Row)).Node
	by, ok := u.known[node]
	if !ok {
		by = -1
		if at := story.UnexplainedSite(u.x, u.stack); at >= 0 {
			by = len(u.stack) - 1 - at
		}
		u.known[node] = by
	}
	return by
}

// add adds the call that the overview lists, if it mostly waits, or else the call that waits.
func (u *unexplained) add(r profile.Ref, by int, ns int64) {
	listed := r
	for range by {
		listed.Row = uint32(u.t.Caller(int(listed.Depth), int(listed.Row)))
		listed.Depth--
	}
	if 2*ns >= u.x.Times(listed)[profile.Wall] {
		r = listed
	}
	if n := len(u.found); n == 0 || u.found[n-1] != r {
		u.found = append(u.found, r)
	}
}
