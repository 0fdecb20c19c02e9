package tracing

import (
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// spanRows finds the rows above main's calls, once for an index, and returns main.
func (tl *timeline) spanRows() trace.ThreadIndex {
	main := story.Main(tl.profiles.index.Info)
	if tl.spansOf != tl.profiles.index {
		tl.spansOf, tl.spans = tl.profiles.index, story.RowsOf(tl.profiles.index, main)
		tl.unexplained = addUnexplained(tl.profiles.index, main, &tl.spans[story.WaitRow])
	}
	return main
}

// step moves among the rows above main's calls: along the row of req.From, or to the row below
// or above. ok is false if there is no such call.
func (tl *timeline) step(req *message.Step) (to profile.Ref, place message.Place, ok bool) {
	main, from := tl.spanRows(), ref(req.From)
	row, at, i := story.FrameRow, tl.profiles.ticks(req.At), -1
	if known := !req.Any && tl.profiles.index.Has(from); known {
		at = tl.profiles.index.Level(from).Start(int(from.Row))
		for k := range tl.spans {
			if j := slices.Index(tl.spans[k].Calls, from); j >= 0 {
				row, i = k, j
			}
		}
		if i < 0 { // a wait with its caller, or a part of one
			l := tl.profiles.index.Level(from)
			end := l.End(int(from.Row))
			if i = slices.IndexFunc(tl.spans[story.WaitRow].Calls, func(r profile.Ref) bool {
				w := tl.profiles.index.Level(r)
				a, b := w.Start(int(r.Row)), w.End(int(r.Row))
				return 2*(min(b, end)-max(a, at)) >= max(b-a, end-at) // half of the longer one
			}); i >= 0 {
				row = story.WaitRow
			}
		}
	}
	by := 1
	if req.Back {
		by = -1
	}
	if i < 0 {
		for k := 0; k < len(tl.spans) && len(tl.spans[row].Calls) == 0; k++ { // frames, messages, phases, waits
			row = (row + len(tl.spans) - 1) % len(tl.spans)
		}
	} else if req.To == message.ToSpanRow {
		for row += by; row >= 0 && row < len(tl.spans) && len(tl.spans[row].Calls) == 0; {
			row += by
		}
		if row < 0 || row == len(tl.spans) {
			return to, place, false
		}
	}
	shown := func(int) bool { return true }
	if place.Row = message.SpanRow(row); req.To == message.ToSpan && row != story.PhaseRow && tl.anyOver(row, req.Over) {
		place.Over = req.Over
		shown = func(n int) bool { return tl.length(row, n) > req.Over }
	}
	calls := tl.spans[row].Calls
	start := func(r profile.Ref) trace.Ticks { return tl.profiles.index.Level(r).Start(int(r.Row)) }
	switch {
	case i >= 0 && req.To == message.ToSpan:
		i += by
	case i >= 0: // the last call that begins by then
		i = slices.IndexFunc(calls, func(r profile.Ref) bool { return start(r) > at }) - 1
		if i == -2 {
			i = len(calls) - 1
		}
		i = max(0, i)
	case req.Back:
		i = slices.IndexFunc(calls, func(r profile.Ref) bool { return start(r) >= at }) - 1
		if i == -2 {
			i = len(calls) - 1
		}
	default:
		i = slices.IndexFunc(calls, func(r profile.Ref) bool { return start(r) >= at })
	}
	for i >= 0 && i < len(calls) && !shown(i) {
		i += by
	}
	if i < 0 || i >= len(calls) || calls[i].Thread != main {
		return to, place, false
	}
	for n := range calls {
		if shown(n) {
			place.Count++
			if n <= i {
				place.Number++
			}
		}
	}
	return calls[i], place, true
}

// length returns the length of a call of a row, in ns. A call that never ended lasts until the recording does.
func (tl *timeline) length(row, n int) int64 {
	r, length := tl.spans[row].Calls[n], tl.spans[row].Lengths[n]
	if !tl.profiles.isOpen(r) {
		return length
	}
	if from, to, _, ok := tl.profiles.timeline.EndingOf(r.Thread); ok {
		length += tl.profiles.ns(to - from)
	}
	return length
}

// anyOver reports whether a row has a call of more than over ns.
func (tl *timeline) anyOver(row int, over int64) bool {
	for n := range tl.spans[row].Calls {
		if over > 0 && tl.length(row, n) > over {
			return true
		}
	}
	return false
}
