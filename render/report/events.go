package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
)

// A place identifies one call of a thread.
type place struct{ depth, row int }

// A stretch is the part of a thread's calls within a range of time.
type stretch struct {
	*call.Thread
	x        *profile.Index
	from, to call.Instant // ticks
}

// stretchOf returns the thread's calls in the range of a scope.
func stretchOf(x *profile.Index, scope profile.Scope, thread trace.ThreadIndex) stretch {
	s := stretch{Thread: &x.Calls.Threads[thread], x: x}
	s.from, s.to = s.First, s.Last
	if scope.From > s.First.Primary {
		s.from = call.Instant{Primary: scope.From, CPU: s.CPUAt(scope.From, false)}
	}
	if scope.To < s.Last.Primary {
		s.to = call.Instant{Primary: scope.To, CPU: s.CPUAt(scope.To, true)}
	}
	return s
}

// A walk visits the calls that touch a stretch's range in order of time. Callees are between the
// begin and the end of their caller. It needs calls kept.
type walk struct {
	stretch
	next, ends []int // by depth: the next row, and the first row past the range
	path       []place
}

// walk returns a walk from the start of the stretch.
func (s stretch) walk() *walk {
	w := &walk{stretch: s}
	for _, l := range s.Levels {
		w.next = append(w.next, l.From(s.from.Primary))
		w.ends = append(w.ends, l.After(s.to.Primary))
	}
	return w
}

// step moves to the next begin or end of a call. ok is false after the last one.
func (w *walk) step() (at place, enter, ok bool) {
	depth := len(w.path)
	end := 0
	if depth < len(w.ends) {
		end = w.ends[depth]
	}
	if depth > 0 {
		_, last := w.Callees(depth-1, w.path[depth-1].row)
		end = min(end, last)
	}
	if depth < len(w.ends) && w.next[depth] < end {
		at = place{depth, w.next[depth]}
		w.path = append(w.path, at)
		w.next[depth]++
		return at, true, true
	}
	if depth == 0 {
		return at, false, false
	}
	at = w.path[depth-1]
	w.path = w.path[:depth-1]
	return at, false, true
}

// eachCall calls enter at the start and leave at the end of each call.
func (s stretch) eachCall(enter, leave func(depth, row int)) {
	w := s.walk()
	for {
		switch at, begins, ok := w.step(); {
		case !ok:
			return
		case begins:
			enter(at.depth, at.row)
		default:
			leave(at.depth, at.row)
		}
	}
}

// second reports whether clock is the second clock of the calls.
func (s stretch) second(clock profile.Clock) bool {
	return clock == profile.CPU && s.x.Calls.Primary() == trace.Wall
}

// span returns the begin and end of a call by a clock, in ns, limited to the range.
func (s stretch) span(depth, row int, clock profile.Clock) (from, to int64) {
	l, calls := s.Levels[depth], s.x.Calls
	if s.second(clock) {
		a, b := l.CPU(row)
		return calls.Nanos(min(max(a, s.from.CPU), s.to.CPU)), calls.Nanos(max(min(b, s.to.CPU), s.from.CPU))
	}
	return calls.Nanos(max(l.Start(row), s.from.Primary)), calls.Nanos(min(l.End(row), s.to.Primary))
}

// ends returns the begin and end of the stretch by a clock, in ns.
func (s stretch) ends(clock profile.Clock) (first, last int64) {
	if s.second(clock) {
		return s.x.Calls.Nanos(s.from.CPU), s.x.Calls.Nanos(s.to.CPU)
	}
	return s.x.Calls.Nanos(s.from.Primary), s.x.Calls.Nanos(s.to.Primary)
}

// An Event is the begin or the end of a call.
type Event struct {
	Method    trace.MethodIndex
	Enter     bool
	Wall, CPU int64 // Wall is by the primary clock, whichever that is; CPU is 0 unless the trace has both clocks
}

// EachCall calls f with the begin and end of each call of a thread that touches a scope's range,
// in order of time. Callees are between the begin and the end of their caller. EachCall needs
// calls kept.
func EachCall(x *profile.Index, scope profile.Scope, thread trace.ThreadIndex, f func(Event)) {
	w := stretchOf(x, scope, thread).walk()
	for {
		at, enter, ok := w.step()
		if !ok {
			return
		}
		f(w.event(at, enter))
	}
}

// event returns the begin or the end of a call.
func (s stretch) event(at place, enter bool) Event {
	e := Event{Method: methodOf(s.x, s.Thread, at.depth, at.row), Enter: enter}
	from, to := s.span(at.depth, at.row, profile.Wall)
	if e.Wall = from; !enter {
		e.Wall = to
	}
	if s.x.Calls.Clocks == trace.Dual {
		from, to = s.span(at.depth, at.row, profile.CPU)
		if e.CPU = from; !enter {
			e.CPU = to
		}
	}
	return e
}

// PID returns the number of the process, or 1 if the trace does not have it.
func PID(x *profile.Index) int64 {
	if v, ok := x.Info.Option("pid"); ok {
		if n, err := strconv.ParseInt(v, 10, 32); err == nil && n > 0 {
			return n
		}
	}
	return 1
}

// HasClock returns an error if the trace lacks a clock. Waiting needs both wall and CPU time.
func HasClock(x *profile.Index, clock profile.Clock) error {
	switch clocks := x.Info.Figures(); {
	case clocks == trace.Dual, clock == profile.Wall && clocks&trace.Wall != 0, clock == profile.CPU && clocks&trace.CPU != 0:
		return nil
	case clocks == 0:
		return errors.New("the recording has no times, only the order of calls")
	case clock == profile.Waiting:
		return fmt.Errorf("waiting is wall less CPU time, and the trace was recorded by %s alone", clocks)
	default:
		return fmt.Errorf("the trace was recorded without this clock, by %s alone", clocks)
	}
}

// placed returns an error if calls have no position in time by a clock. Waiting time has none.
func placed(x *profile.Index, clock profile.Clock) error {
	if clock == profile.Waiting {
		return errors.New("calls have no place in time by waiting; export them by wall or CPU")
	}
	if clock == profile.Wall && x.Calls.Primary() == trace.Wall {
		return nil // also the axis of samples, which have no wall figures
	}
	return HasClock(x, clock)
}

// A jsonWriter writes JSON piece by piece and keeps the first error.
type jsonWriter struct{ *bufio.Writer }

func newJSONWriter(w io.Writer) jsonWriter { return jsonWriter{bufio.NewWriterSize(w, 1<<16)} }

// text writes a string. Like encoding/json, it escapes markup.
func (w jsonWriter) text(s string) {
	b, _ := json.Marshal(s)
	w.Write(b)
}

func (w jsonWriter) number(n int64) {
	var digits [20]byte
	w.Write(strconv.AppendInt(digits[:0], n, 10))
}

// micros writes a time of ns in µs, with three decimals if it is not whole.
func (w jsonWriter) micros(ns int64) {
	w.number(ns / 1000)
	if rest := ns % 1000; rest != 0 {
		fmt.Fprintf(w, ".%03d", rest)
	}
}

// Speedscope writes a file for speedscope: a profile per thread with every call's entry and exit
// by one clock. The format is at https://www.speedscope.app/file-format-schema.json.
func Speedscope(w io.Writer, x *profile.Index, scope profile.Scope, name string, clock profile.Clock) error {
	if err := placed(x, clock); err != nil {
		return err
	}
	out := newJSONWriter(w)
	out.WriteString(`{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"Traceglass","name":`)
	out.text(name)
	threads := Threads(x, scope)
	out.WriteString(`,"activeProfileIndex":`)
	out.number(int64(max(0, slices.IndexFunc(threads, func(t trace.ThreadIndex) bool { return x.Info.Threads[t].IsMain() }))))
	out.WriteString(`,"shared":{"frames":[`)
	labels := names.Labels(x)
	for m := range x.Info.Methods {
		in := &x.Info.Methods[m]
		if m > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n{\"name\":")
		out.text(labels[m])
		if in.File != "" {
			out.WriteString(`,"file":`)
			out.text(in.File)
		}
		if in.Line > 0 {
			out.WriteString(`,"line":`)
			out.number(int64(in.Line))
		}
		out.WriteByte('}')
	}
	out.WriteString("]},\"profiles\":[")
	for i, thread := range threads {
		t := stretchOf(x, scope, thread)
		first, last := t.ends(clock)
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n{\"type\":\"evented\",\"name\":")
		out.text(ThreadLabel(&x.Info.Threads[thread]))
		unit := "nanoseconds"
		if x.Counts(clock) {
			unit = "none"
		}
		fmt.Fprintf(out, `,"unit":"%s","startValue":`, unit)
		out.number(first)
		out.WriteString(`,"endValue":`)
		out.number(last)
		out.WriteString(`,"events":[`)
		comma := false
		event := func(kind string, method trace.MethodIndex, at int64) {
			if comma {
				out.WriteByte(',')
			}
			comma = true
			out.WriteString("\n{\"type\":\"")
			out.WriteString(kind)
			out.WriteString(`","frame":`)
			out.number(int64(method))
			out.WriteString(`,"at":`)
			out.number(at)
			out.WriteByte('}')
		}
		t.eachCall(func(depth, row int) {
			from, _ := t.span(depth, row, clock)
			event("O", methodOf(x, t.Thread, depth, row), from)
		}, func(depth, row int) {
			_, to := t.span(depth, row, clock)
			event("C", methodOf(x, t.Thread, depth, row), to)
		})
		out.WriteString("]}")
	}
	out.WriteString("]}\n")
	return out.Flush()
}

func methodOf(x *profile.Index, t *call.Thread, depth, row int) trace.MethodIndex {
	return x.Calls.Tree.At(t.Levels[depth].Call(row).Node).Method
}

// Chrome writes the trace event format of Chrome, which Perfetto and chrome://tracing read. Each
// call is an event (X) with begin and duration in µs of the primary clock. If the trace has both
// clocks, it also has them in µs of thread CPU time (`tts`, `tdur`). Callers precede their callees.
func Chrome(w io.Writer, x *profile.Index, scope profile.Scope, name string) error {
	out := newJSONWriter(w)
	pid := PID(x)
	head := func(kind string, tid trace.ThreadID) string {
		return fmt.Sprintf("{\"ph\":\"%s\",\"pid\":%d,\"tid\":%d", kind, pid, tid)
	}
	labels := make([][]byte, len(x.Info.Methods)) // as JSON
	for m, label := range names.Labels(x) {
		labels[m], _ = json.Marshal(label)
	}
	out.WriteString(`{"displayTimeUnit":"ns",`)
	if notes := x.Notes(); len(notes) > 0 {
		out.WriteString(`"otherData":{`)
		for i := range notes {
			out.comma(i)
			out.text(notes[i].Code)
			out.WriteByte(':')
			out.text(notes[i].Text)
		}
		out.WriteString("},")
	}
	out.WriteString("\"traceEvents\":[\n")
	out.WriteString(head("M", 0))
	out.WriteString(`,"name":"process_name","args":{"name":`)
	out.text(name)
	out.WriteString("}}")
	dual := x.Calls.Clocks == trace.Dual && !x.Counts(profile.CPU)
	for _, thread := range Threads(x, scope) {
		in := &x.Info.Threads[thread]
		out.WriteString(",\n")
		out.WriteString(head("M", in.ID))
		out.WriteString(`,"name":"thread_name","args":{"name":`)
		out.text(in.Label())
		out.WriteString("}}")
		begin := ",\n" + head("X", in.ID)
		t := stretchOf(x, scope, thread)
		span := func(depth, row int, clock profile.Clock, at, lasts string) {
			from, to := t.span(depth, row, clock)
			out.WriteString(at)
			out.micros(from)
			out.WriteString(lasts)
			out.micros(to - from)
		}
		t.eachCall(func(depth, row int) {
			out.WriteString(begin)
			span(depth, row, profile.Wall, `,"ts":`, `,"dur":`)
			if dual {
				span(depth, row, profile.CPU, `,"tts":`, `,"tdur":`)
			}
			out.WriteString(`,"cat":"method","name":`)
			out.Write(labels[methodOf(x, t.Thread, depth, row)])
			out.WriteByte('}')
		}, func(depth, row int) {})
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}
