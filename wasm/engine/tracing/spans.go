package tracing

import (
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// spanRows finds the rows above main's calls, once for an index, and returns main.
func (tr *Trace) spanRows() trace.ThreadIndex {
	main := story.Main(tr.profiles.index.Info)
	if tr.spansOf != tr.profiles.index {
		tr.spansOf, tr.spans = tr.profiles.index, story.RowsOf(tr.profiles.index, main)
	}
	return main
}

// stepSpan moves among the rows above main's calls: along the row of req.From, or to the row below
// or above.
func (tr *Trace) stepSpan(req *message.Step) message.Body {
	main, from := tr.spanRows(), ref(req.From)
	none := &message.Call{Call: req.From}
	row, at, i := story.FrameRow, tr.profiles.ticks(req.At), -1
	if known := !req.Any && tr.profiles.index.Has(from); known {
		at = tr.profiles.index.Level(from).Start(int(from.Row))
		for k := range tr.spans {
			if j := slices.Index(tr.spans[k], from); j >= 0 {
				row, i = k, j
			}
		}
		if i < 0 { // a wait with its caller, or a part of one
			l := tr.profiles.index.Level(from)
			end := l.End(int(from.Row))
			if i = slices.IndexFunc(tr.spans[story.WaitRow], func(r profile.Ref) bool {
				w := tr.profiles.index.Level(r)
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
		for k := 0; k < len(tr.spans) && len(tr.spans[row]) == 0; k++ { // frames, messages, phases, waits
			row = (row + len(tr.spans) - 1) % len(tr.spans)
		}
	} else if req.To == message.ToSpanRow {
		for row += by; row >= 0 && row < len(tr.spans) && len(tr.spans[row]) == 0; {
			row += by
		}
		if row < 0 || row == len(tr.spans) {
			return none
		}
	}
	calls := tr.spans[row]
	start := func(r profile.Ref) trace.Ticks { return tr.profiles.index.Level(r).Start(int(r.Row)) }
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
	if i < 0 || i >= len(calls) || calls[i].Thread != main {
		return none
	}
	return tr.call(calls[i])
}
