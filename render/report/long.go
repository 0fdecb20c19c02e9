package report

import (
	"strings"

	"traceglass/parser/before"
	"traceglass/parser/dump"
	"traceglass/render/words"
)

// callsShown is how many of main's long-running calls are listed: those that took longest.
const callsShown = 24

// long writes what main did before the dump, as far as the runtime kept it: the calls that took
// longest, in order of entry, each with how long before the end it began and how long it took.
func (w *explanation) long(b *dump.Block) {
	t, line, err := before.Of(w.d, b)
	if line < 0 {
		return
	}
	if err != nil {
		w.printf("  long-running methods (line %d) cannot be read: %s\n", w.d.Number(line), Clean(err.Error()))
		return
	}
	if len(t.Calls) == 0 {
		w.printf("  long-running methods (line %d): none on main, %s on %s\n", w.d.Number(line),
			plural(t.Others, "call", "calls"), plural(t.Threads, "other thread", "other threads"))
		return
	}
	w.printf("  before this, main ran, as far as the runtime kept it (line %d):\n", w.d.Number(line))
	for _, c := range t.Longest(callsShown) {
		took := words.Plain(words.Duration(c.Took))
		if c.Open {
			took = "running"
		}
		indent := strings.Repeat("  ", min(c.Depth, 20))
		w.printf("    %10s before the end  %10s  %s%s\n", words.Plain(words.Duration(c.Began)), took, indent, Clean(t.Label(c)))
	}
	if left := len(t.Calls) - callsShown; left > 0 {
		w.printf("    and %s\n", plural(left, "shorter call", "shorter calls"))
	}
}
