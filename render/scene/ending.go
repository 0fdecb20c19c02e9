package scene

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// An ending is the time from a thread's last record to the end of the recording, if calls of the
// thread were still open. A thread that waits, or runs one long native method, writes no record.
// The time is certain, but it is part of no call's times, which end at the last record.

// EndingOf returns a thread's ending and the innermost call that was open. ok is false if the
// thread has none.
func (t *Timeline) EndingOf(thread trace.ThreadIndex) (from, to trace.Ticks, open profile.Ref, ok bool) {
	x, th := t.index.Calls, &t.index.Calls.Threads[thread]
	from, to = th.Last.Primary, t.end
	if x.Samples || t.index.Info.OfMain() || x.Primary() != trace.Wall || th.OpenCalls == 0 || from >= to {
		return 0, 0, profile.Ref{}, false
	}
	depth := th.OpenCalls - 1
	return from, to, profile.Ref{Thread: thread, Depth: uint32(depth), Row: uint32(th.Levels[depth].Len() - 1)}, true
}

// endingText says what a thread was in when its records ended: "no records: in FutureTask.get".
func (t *Timeline) endingText(open profile.Ref, method trace.MethodIndex) string {
	var name string
	if t.NameEnding != nil {
		name = t.NameEnding(open)
	} else {
		in := &t.index.Info.Methods[method]
		name = words.Clip(words.ShortMethod(trace.Visible(in.Class), trace.Visible(in.Name)))
	}
	return words.Say("no records: in {1}", name)
}

// drawEndings draws the endings of visible threads, over the rows of the open calls. A click
// selects the innermost open call.
func (t *Timeline) drawEndings(l *List, v view) {
	l.inView(func(b *threadBlock, top CSS) {
		from, to, open, ok := t.EndingOf(b.thread)
		if !ok || v.Length(float64(to-from)) < idleWidth {
			return
		}
		x0, x1 := v.x(from), v.x(to)
		if x1 <= x0 {
			return
		}
		start, rows := top+b.spans, max(0, min(b.n, int(open.Depth)+1-b.first))
		line, end := start+foldHeight/2.0, start+foldHeight
		switch {
		case b.collapsed:
			start, line, end = top, top+b.chart/2, top+b.chart
		case rows > 0:
			line = b.rowAt(top, 0) + b.row/2
			end = b.rowAt(top, rows-1) + b.row
		}
		y0, y1 := max(start, l.Top), min(end, l.Height)
		if y1 <= y0 {
			return
		}
		method := t.index.Method(open)
		l.Rects = append(l.Rects, Rect{
			X: float32(x0), Y: float32(y0), W: float32(x1 - x0), H: float32(y1 - y0),
			Slot: SlotNoCall, Method: uint32(method), Thread: uint32(b.thread), Depth: open.Depth, Row: open.Row,
		})
		line = min(max(line, l.Top+rowHeight/2.0), end-rowHeight/2.0)
		if width := x1 - x0; width >= idleRoom && y1-y0 >= rowHeight-3 {
			l.text(x0+namePad, line, width-2*namePad, Muted, t.endingText(open, method))
		}
	})
}
