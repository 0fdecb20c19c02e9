package report

import (
	"fmt"
	"strconv"
	"strings"

	"traceglass/parser/before"
	"traceglass/parser/dump"
	"traceglass/render/words"
)

// callsShown is how many of main's longest long-running calls are listed.
const callsShown = 24

// long writes what main did before the dump, as far as the runtime kept it: the longest calls in
// order of entry, with how long before the end each began and how long it took.
func (w *explanation) long(b *dump.Block) {
	t, line, err := before.Of(w.d, b)
	if line < 0 {
		return
	}
	if err != nil {
		w.println("  long-running methods (line {1}) cannot be read: {2}", strconv.Itoa(w.d.Number(line)), Clean(err.Error()))
		return
	}
	if len(t.Calls) == 0 {
		w.println("  long-running methods (line {1}): none on main, {2} on {3}", strconv.Itoa(w.d.Number(line)),
			plural(t.Others, "call", "calls"), plural(t.Threads, "other thread", "other threads"))
		return
	}
	w.println("  long-running methods of main before the dump, as the runtime kept them (line {1}):", strconv.Itoa(w.d.Number(line)))
	for _, c := range t.Longest(callsShown) {
		took := words.Plain(words.Duration(c.Took))
		if c.Open {
			took = words.T("running")
		}
		indent := strings.Repeat("  ", min(c.Depth, 20))
		w.printf("    %s  %10s  %s%s\n", words.Say("{1} before the end", fmt.Sprintf("%10s", words.Plain(words.Duration(c.Began)))), took, indent, Clean(t.Label(c)))
	}
	if left := len(t.Calls) - callsShown; left > 0 {
		w.printf("    and %s\n", plural(left, "shorter call", "shorter calls"))
	}
}
