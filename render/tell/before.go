package tell

import (
	"strings"

	"traceglass/parser/before"
	"traceglass/render/words"
)

// Before says what main did before a dump, and of its calls lists those that took longest, a line
// each, so many at most.
func Before(t *before.Trace, most int) (text string, lines []string) {
	if len(t.Calls) == 0 {
		return "Of what ran long before this, the runtime kept nothing of main: " + words.Plural(int64(t.Others), "call", "calls") + " on " +
			words.Plural(int64(t.Threads), "other thread", "other threads") + ".", nil
	}
	for _, c := range t.Longest(most) {
		took := words.Duration(c.Took)
		if c.Open {
			took = "running"
		}
		lines = append(lines, words.Duration(c.Began)+" before · "+took+" · "+strings.Repeat(words.NBSP+words.NBSP, min(c.Depth, 20))+clip(t.Label(c), longest))
	}
	c := t.Longest(1)[0]
	text = "In the " + words.Duration(t.Calls[0].Began) + " before this main ran " + words.Plural(int64(len(t.Calls)), "long call", "long calls") +
		", as far as the runtime kept them; the longest, " + clip(t.Label(c), longName)
	if c.Open {
		return text + ", still ran after " + words.Duration(c.Took) + ".", lines
	}
	return text + ", took " + words.Duration(c.Took) + ".", lines
}
