package comparing

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
)

// A story says where the difference between the traces lies, and which findings changed.
type story struct {
	desk       *desk.Changes
	findingsOf ask.Query[*message.FindingChanges]
	differ     *message.FindingChanges // nil until they have come
	full       bool                    // findings are shown in full
	same       bool                    // unchanged findings are shown, too
	folded     bool                    // figures and findings are hidden, so that the views have more room
}

// changes returns the changes, none until they are known.
func (s *story) changes() *message.FindingChanges {
	if !s.desk.Ready() || s.differ == nil {
		return &message.FindingChanges{}
	}
	return s.differ
}

// findings counts the findings by change; "" if neither trace has one.
func (s *story) findings() string { return s.changes().Title }

// A share is a part of the difference between the traces.
type share struct{ Name, Change, Class string }

// verdict returns the sentence on the change of the time of main, "" until it has come or without it.
func (s *story) verdict() string { return s.changes().Answer }

// ownChanges returns the sentence on the own methods behind that change.
func (s *story) ownChanges() string { return s.changes().Own }

// hasVerdict reports whether the verdict is there or may come: their place is kept.
func (s *story) hasVerdict() bool {
	return s.desk.Ready() && (s.differ == nil || s.differ.Answer != "")
}

// split returns the title of the parts of the difference, "" without them.
func (s *story) split() string { return s.changes().Split }

// parts returns what main did in the difference, or which frames and messages it was in.
func (s *story) parts(work bool) (all []share) {
	of := s.changes().Parts
	if work {
		of = s.changes().Work
	}
	for i := range of {
		by, class := desk.Changed(of[i].Time, words.Brief)
		all = append(all, share{of[i].Name, by + " (" + words.Brief(of[i].Time[0]) + " → " + words.Brief(of[i].Time[1]) + ")", class})
	}
	return all
}

// fewFindings is the largest number of findings that are always shown in full. mostFindings limits the others.
const fewFindings, mostFindings = 2, 7

// inFull returns the text of the button that shows all findings in full, or "" if they are.
func (s *story) inFull() string {
	n := len(s.found())
	switch {
	case n <= fewFindings:
		return ""
	case s.full:
		return words.T("Show findings in one line each")
	}
	return words.Say("Show all {1} in full", words.Count(int64(n)))
}

// foldText returns the text of the button that hides the figures and findings above the views, or shows them.
func (s *story) foldText() string {
	if s.folded {
		return words.T("Show summary")
	}
	return words.T("Hide summary")
}

// shownFindings returns the findings that the page shows.
func (s *story) shownFindings() []message.FindingChange {
	all := s.found()
	if !s.full {
		all = all[:min(len(all), mostFindings)]
	}
	if s.same {
		return slices.Concat(all, s.changes().Same)
	}
	return all
}

// sameFindings returns the text of the button that shows unchanged findings, or hides them; "" without any.
func (s *story) sameFindings() string {
	switch n := len(s.changes().Same); {
	case n == 0:
		return ""
	case s.same:
		return words.T("Hide unchanged findings")
	case n == 1:
		return words.T("Show the unchanged finding")
	default:
		return words.Say("Show {1} unchanged findings", words.Count(int64(n)))
	}
}

// found returns the changed findings.
func (s *story) found() []message.FindingChange { return s.changes().Found }

// traceOf returns the trace that has a changed finding: 0 for A, 1 for B.
func traceOf(inA bool) int {
	if inA {
		return 0
	}
	return 1
}

// showIn returns the text of the button that opens that trace.
func showIn(inA bool) words.Text { return [...]words.Text{"Show in A", "Show in B"}[traceOf(inA)] }
