package story

import (
	"cmp"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A Figure is a time that a finding can have, even if it is too short for one.
type Figure struct {
	Rule Rule
	Key  string // of the finding
	Time int64  // ns; of LongMessage outside the phases of a start, 0 if unknown
	Most int64  // ns: of LongMessage, the longest one, even if it is in a start
}

// Figures returns the figures that a finding of another run can grow from. They are waits by cause, the longest message,
// the longest frame, the slow frames, and the phases of a start that are recorded as a whole. Some causes have none, because their findings
// measure only a part of the wait.
func (o *Overview) Figures() (all []Figure) {
	for i := range o.Parts {
		if part := &o.Parts[i]; part.Kind == Waiting {
			switch part.Cause {
			case Unexplained, IdleWait, Rendering, Tracing, Debugger, Unmeasured:
			default:
				all = append(all, Figure{WaitsFor, waitKey(part.Cause), part.Time, 0})
			}
		}
	}
	if longest := max(o.Messages.Longest, o.Frames.Longest, o.Later.Message); longest > 0 {
		all = append(all, Figure{LongMessage, LongMessage.String(), o.Later.Message, longest})
	}
	if longest := max(o.Frames.Longest, o.Later.Frame); longest > 0 {
		all = append(all, Figure{LongMessage, frameKey, o.Later.Frame, longest})
	}
	if late := o.Late[UsualLimit].Time; late > 0 {
		all = append(all, Figure{SlowFrames, SlowFrames.String(), late, 0})
	}
	phases := [Anchors]int64{}
	for i := range o.Startup.Phases {
		if p := &o.Startup.Phases[i]; p.Status == Found {
			phases[p.Anchor] = max(phases[p.Anchor], cmp.Or(p.Alone[profile.Wall], p.Alone[profile.CPU]))
		}
	}
	for anchor, time := range phases {
		if time > 0 {
			all = append(all, Figure{SlowPhase, phaseKey(Anchor(anchor)), time, 0})
		}
	}
	return all
}

func waitKey(c Cause) string { return "wait " + c.String() }

func phaseKey(a Anchor) string { return SlowPhase.String() + " " + a.String() }

const frameKey = "long-message frame"

// Key returns what findings of two runs have in common if they are the same: the rule and, where
// the rule has several, the cause, phase or method.
func (f *Finding) Key(info *trace.Info) string {
	key := f.Rule.String()
	switch f.Rule {
	case WaitsFor:
		if f.AtEnd {
			return key + " at the end"
		}
		fallthrough
	case Background: // a wait belongs to either: is the thread that ended it known?
		return waitKey(f.Cause)
	case SlowPhase:
		return phaseKey(f.Anchor)
	case LongMessage:
		if f.Besides {
			return frameKey
		}
		if !f.Alone {
			return key
		}
		fallthrough
	case Often, Outlier, Repeated, Costly:
		if len(f.Methods) > 0 && f.Methods[0] != call.NoMethod {
			return key + " " + compare.Folded(&info.Methods[f.Methods[0]])
		}
	}
	return key
}
