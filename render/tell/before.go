package tell

import (
	"strings"

	"traceglass/parser/before"
	"traceglass/render/words"
)

// Before returns a sentence on the calls of main that ran before a dump, and up to most lines,
// one for each of the longest calls.
func Before(t *before.Trace, most int) (text string, lines []string) {
	if len(t.Calls) == 0 {
		return words.Say("The runtime kept no long-running methods of main, only {1} on {2}.", words.Plural(int64(t.Others), "call", "calls"), words.Plural(int64(t.Threads), "other thread", "other threads")), nil
	}
	for _, c := range t.Longest(most) {
		took := words.Duration(c.Took)
		if c.Open {
			took = words.T("running")
		}
		lines = append(lines, words.Say("{1} before · {2} · {3}{4}", words.Duration(c.Began), took, strings.Repeat(words.NBSP+words.NBSP, min(c.Depth, 20)), clip(t.Label(c), longest)))
	}
	c := t.Longest(1)[0]
	pattern := words.Text("In the {1} before the dump, main ran {2} that the runtime kept. The longest, {3}, took {4}.")
	if c.Open {
		pattern = "In the {1} before the dump, main ran {2} that the runtime kept. The longest, {3}, was still running after {4}."
	}
	return words.Say(pattern, words.Duration(t.Calls[0].Began), words.Plural(int64(len(t.Calls)), "long call", "long calls"), clip(t.Label(c), longName), words.Duration(c.Took)), lines
}
