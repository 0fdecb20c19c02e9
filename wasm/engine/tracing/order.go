package tracing

import (
	"cmp"
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// orders are the threads with records, by message.ThreadSort, in drawing order. The timeline, the
// keys that step between threads, and the threads that start expanded follow them.
type orders [message.ThreadsByID + 1][]trace.ThreadIndex

func newOrders(x *profile.Index) (all orders) {
	for sort := range all {
		all[sort] = order(x, message.ThreadSort(sort))
	}
	return all
}

// visible returns the threads to draw, in order.
func (all *orders) visible(sort message.ThreadSort, hidden []uint32) []trace.ThreadIndex {
	rows := make([]trace.ThreadIndex, 0, len(all[sort]))
	for _, t := range all[sort] {
		if !slices.Contains(hidden, uint32(t)) {
			rows = append(rows, t)
		}
	}
	return rows
}

// order sorts the threads. By activity, main comes first, because it is where an app is slow or
// frozen, or else the thread that the trace opens with. Activity is CPU time if the trace has it, otherwise the number of records.
func order(x *profile.Index, sort message.ThreadSort) []trace.ThreadIndex {
	threads, info := x.Calls.Threads, x.Info.Threads
	rows := make([]trace.ThreadIndex, 0, len(threads))
	for i := range threads {
		if threads[i].Records > 0 {
			rows = append(rows, trace.ThreadIndex(i))
		}
	}
	activity := func(t trace.ThreadIndex) int64 {
		if x.Calls.Clocks == trace.Dual {
			return int64(threads[t].Last.CPU - threads[t].First.CPU)
		}
		return threads[t].Records
	}
	subject := story.Main(x.Info)
	sorting.Stable(rows, func(a, b trace.ThreadIndex) int {
		switch sort {
		case message.ThreadsByName:
			return cmp.Or(cmp.Compare(info[a].Label(), info[b].Label()), cmp.Compare(info[a].ID, info[b].ID))
		case message.ThreadsByID:
			return cmp.Compare(info[a].ID, info[b].ID)
		}
		first := func(is func(trace.ThreadIndex) bool) int {
			switch {
			case is(a) == is(b):
				return 0
			case is(a):
				return -1
			}
			return 1
		}
		return cmp.Or(
			first(func(t trace.ThreadIndex) bool { return t == subject }),
			first(func(t trace.ThreadIndex) bool { return info[t].IsMain() }),
			cmp.Compare(activity(b), activity(a)), cmp.Compare(threads[b].Records, threads[a].Records),
		)
	})
	return rows
}
