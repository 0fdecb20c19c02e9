package comparing

import (
	"slices"

	"traceglass/parser/compare"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// rehearsed is how many methods a turn of a rehearsal has: as many as take a few milliseconds.
const rehearsed = 1000

// Rehearse does with some of the methods of the side that was made here what is done with two sides: it is
// read, compared and listed, for nobody. A browser compiles for speed what has run for a while; until then
// it runs many times slower. So while the other trace is being read, what follows is rehearsed.
func (r *Room) Rehearse(turn int) bool {
	if r.own == nil || r.of != nil || len(r.own.Methods) == 0 {
		return false
	}
	some := window(r.own, turn*rehearsed%len(r.own.Methods))
	base, err := read(written(some))
	if err != nil {
		return false
	}
	slices.Reverse(base.Costs) // so that something has changed
	other := &Room{own: some}
	message.Encode(nil, 0, other.join(base, &message.Compare{}))
	if other.of != nil {
		message.Encode(nil, 0, other.rows(&message.ChangeRows{Order: message.ChangeOfExclusive, Way: message.Rose, Count: 40}))
	}
	return true
}

// window is a side of some of the methods of another, from one on.
func window(s *compare.Side, from int) *compare.Side {
	to := min(len(s.Methods), from+rehearsed)
	has := func(m trace.MethodIndex) bool { return int(m) >= from && int(m) < to }
	some := &compare.Side{About: s.About, Methods: s.Methods[from:to], Costs: s.Costs[from:to], Threads: s.Threads, Others: s.Others}
	for _, m := range s.Generated {
		if has(m) {
			some.Generated = append(some.Generated, m-trace.MethodIndex(from))
		}
	}
	for _, l := range s.Links {
		switch {
		case !has(l.Callee):
		case l.Caller == compare.None:
			some.Links = append(some.Links, compare.Link{Callee: l.Callee - trace.MethodIndex(from), Caller: compare.None})
		case has(l.Caller):
			some.Links = append(some.Links, compare.Link{Callee: l.Callee - trace.MethodIndex(from), Caller: l.Caller - trace.MethodIndex(from)})
		}
	}
	return some
}
