package story

import (
	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/trace"
)

// Key returns what findings of two runs have in common if they are the same: the rule and, where
// the rule has several, the cause, phase or method.
func (f *Finding) Key(info *trace.Info) string {
	key := f.Rule.String()
	switch f.Rule {
	case WaitsFor, Background: // a wait belongs to either: is the thread that ended it known?
		return "wait " + f.Cause.String()
	case SlowPhase:
		return key + " " + f.Anchor.String()
	case LongMessage:
		if f.Besides {
			return key + " frame"
		}
		if !f.Alone {
			return key
		}
		fallthrough
	case Often, Outlier, Repeated:
		if len(f.Methods) > 0 && f.Methods[0] != call.NoMethod {
			return key + " " + compare.Folded(&info.Methods[f.Methods[0]])
		}
	}
	return key
}
