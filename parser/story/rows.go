package story

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Rows are the calls of a thread that a timeline shows in rows of their own.
type Rows [5]Row

// A Row has calls of one kind.
type Row struct {
	Calls   []profile.Ref
	Lengths []int64 // of the calls, in ns: the average of frames or messages that a sampler merged into one call; nil for phases
}

func (r *Row) add(c profile.Ref, length int64) {
	r.Calls, r.Lengths = append(r.Calls, c), append(r.Lengths, length)
}

// The rows, from the top.
const (
	PhaseRow = iota // of the start
	MessageRow
	FrameRow
	InputRow // input events outside messages and frames
	WaitRow  // in methods that block, for at least half of the call where the CPU clock shows it
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
			rows[PhaseRow].Calls = append(rows[PhaseRow].Calls, a.ref)
		}
	}
	for i := range frames {
		rows[FrameRow].add(frames[i].ref, s.average(&frames[i]))
	}
	for _, c := range s.messages(frames) {
		rows[MessageRow].add(c.ref, s.average(&c))
	}
	for _, c := range s.inputs() {
		rows[InputRow].add(c.ref, s.average(&c))
	}
	for _, r := range s.calls[atWait] {
		if t := x.Times(r); !s.dual || 2*t[profile.Waiting] >= t[profile.Wall] {
			l := x.Level(r)
			rows[WaitRow].add(r, x.Calls.Nanos(l.End(int(r.Row))-l.Start(int(r.Row))))
		}
	}
	return rows
}
