package story

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Rows are the calls of a thread that a timeline shows in rows of their own.
type Rows [4][]profile.Ref

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
			rows[PhaseRow] = append(rows[PhaseRow], a.ref)
		}
	}
	rows[FrameRow] = s.calls[atFrame]
	for _, c := range s.messages(frames) {
		rows[MessageRow] = append(rows[MessageRow], c.ref)
	}
	for _, r := range s.calls[atWait] {
		if t := x.Times(r); !s.dual || 2*t[profile.Waiting] >= t[profile.Wall] {
			rows[WaitRow] = append(rows[WaitRow], r)
		}
	}
	return rows
}
