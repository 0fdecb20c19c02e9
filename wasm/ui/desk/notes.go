package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// harmless are the codes of notes that tell of no damage: of what any recording may have, or of
// what no figure depends on.
var harmless = map[string]bool{
	"orphan-exits":       true, // calls that were running when recording began
	"open-calls":         true, // and when it ended; a recording that was cut off has a note on that too
	"unknown-thread":     true, // one that had ended before the list was written
	"unknown-method":     true, // ART's lists lack some of those that ran
	"byte-order-mark":    true,
	"debug-bridge":       true, // what it sent, as it was sent
	"cut":                true, // by Traceglass, out of another trace
	"rounded-times":      true,
	"hashed-names":       true,
	"unknown-section":    true,
	"odd-option":         true,
	"padded-records":     true, // as some versions of Android wrote them
	"clock-global":       true, // as the oldest did
	"data-after-summary": true,
	"names":              true, // what a map of names gave
}

// Damaged reports whether any of a file's notes tells of damage.
func Damaged(notes []message.Note) bool {
	return slices.ContainsFunc(notes, func(n message.Note) bool { return !harmless[n.Code] })
}
