package profile

import (
	"fmt"
	"slices"

	"traceglass/parser/trace"
)

// Notes returns all notes on a trace: those from reading its bytes, then those from replaying its
// records.
func (x *Index) Notes() []trace.Note {
	notes := slices.Clone(x.Info.Receipt.Notes)
	var orphans, implicit, ignored, open, impossible int64
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		orphans += t.OrphanExits
		implicit += t.ImplicitExits
		ignored += t.IgnoredExits
		open += t.OpenCalls
		impossible += t.Impossible
	}
	sampled := x.Info.Sampling == trace.Sampled // samples do not show calls
	were := func(n int64) string {
		if sampled {
			return count(n, "method was", "methods were")
		}
		return count(n, "call was", "calls were")
	}
	have := func(n int64) string {
		if sampled {
			return count(n, "method has", "methods have")
		}
		return count(n, "call has", "calls have")
	}
	add := func(code string, n int64, text string) {
		if n > 0 {
			notes = append(notes, trace.Note{Code: code, Count: n, Offset: -1, Text: text})
		}
	}
	add("orphan-exits", orphans, fmt.Sprintf("%s already running when recording began; %s from its thread's first record on.",
		were(orphans), each(orphans)))
	still := fmt.Sprintf("%s still running when recording ended; %s up to its thread's last record.", were(open), each(open))
	if x.Info.Overflow {
		still = fmt.Sprintf("%s still running when the recording was cut off; %s up to its thread's last record.", were(open), each(open))
	}
	add("open-calls", open, still)
	add("implicit-exits", implicit, fmt.Sprintf("%s no exit of %s own; each counts until its caller ends.",
		have(implicit), itsOrTheir(implicit)))
	add("ignored-exits", ignored, fmt.Sprintf("%s of a method that was not running; left out, so no figure counts %s.",
		count(ignored, "exit is", "exits are"), itOrThem(ignored)))
	if !x.Calls.Samples { // a count of events is no time, and the time between two samples is none of a call
		add("impossible-cpu", impossible, fmt.Sprintf("%s more than twice as long on the CPU as by the wall clock, and at least 1 ms longer. That is impossible: one of the clocks is wrong there, and waits do not show.",
			were(impossible)))
	}
	return notes
}

// count formats a number with a singular or plural: "1 call was", "2 calls were".
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func each(n int64) string {
	if n == 1 {
		return "it counts"
	}
	return "each counts"
}

func itsOrTheir(n int64) string {
	if n == 1 {
		return "its"
	}
	return "their"
}

func itOrThem(n int64) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
