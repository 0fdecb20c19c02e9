package story

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Rows are the calls of a thread that a timeline shows in rows of their own.
type Rows [4]Row

// A Row has calls of one kind. Lengths are in ns. Of several frames or messages that a sampler merged into a call, it is the
// average.
type Row struct {
	Calls   []profile.Ref
	Lengths []int64
}

func (r *Row) add(c profile.Ref, length int64) {
	r.Calls, r.Lengths = append(r.Calls, c), append(r.Lengths, length)
}

// The rows, from the top.
const (
	PhaseRow = iota // of the start
	MessageRow
	FrameRow
	WaitRow // in methods that block, for at least half of the call where the CPU clock shows it
)

// RowsOf returns the rows of a thread in the whole recording. Calls are in order of time, and phases
// before those within them.
func RowsOf(x *profile.Index, thread trace.ThreadIndex) (rows Rows) {
	s := newSurvey(x, &Options{Thread: thread, From: profile.WholeTrace.From, To: profile.WholeTrace.To}, nil, knownMethods(x.Info))
	if s == nil {
		return rows
	}
	frames := s.findFrames()
	for _, a := range s.starting().anchored(frames) {
		if a.anchor != ProcessStart { // main never returns
			c := s.stretch(a.ref)
			rows[PhaseRow].add(a.ref, s.length(&c))
		}
	}
	for i := range frames {
		rows[FrameRow].add(frames[i].ref, s.average(&frames[i]))
	}
	for _, c := range s.messages(frames) {
		rows[MessageRow].add(c.ref, s.average(&c))
	}
	for _, r := range s.calls[atWait] {
		if t := x.Times(r); !s.dual || 2*t[profile.Waiting] >= t[profile.Wall] {
			c := s.stretch(r)
			rows[WaitRow].add(r, s.length(&c))
		}
	}
	return rows
}
