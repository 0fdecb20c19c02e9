package answer

import (
	"slices"

	"traceglass/parser/trace"
)

// This file is for servers, which send more than answers to Ask.

// Clean makes any text a line without control characters, as answers have, that fits the least limit.
func Clean(text string) string { return clipped(text, leastLimit-len("…")) }

// Note adds a sentence to the notes, unless there are many.
func (a *Answer) Note(text string) { a.note(text) }

// Each replaces the texts of an answer that can contain the path of a file.
func (a *Answer) Each(change func(string) string) {
	for _, all := range [][]string{a.Facts, a.Notes} {
		for i := range all {
			all[i] = change(all[i])
		}
	}
	for i := range a.Items {
		a.Items[i].Name, a.Items[i].Text = change(a.Items[i].Name), change(a.Items[i].Text)
	}
}

// Partial reports whether reading ended before the trace did, because of its memory.
func (t *Trace) Partial() bool {
	return slices.ContainsFunc(t.Index.Info.Receipt.Notes, func(n trace.Note) bool { return n.Code == "partial" })
}
