package desk

import "traceglass/wasm/message"

// Damage returns how many notes report damage.
func Damage(notes []message.Note) (n int64) {
	for i := range notes {
		if !message.IsHarmless(notes[i].Code) {
			n++
		}
	}
	return n
}

// MainSamples returns how many samples of main a trace was made of, 0 for any other trace.
func MainSamples(t *message.Description) int64 {
	for i := range t.Notes {
		if t.Notes[i].Code == "main-samples" {
			return t.Notes[i].Count
		}
	}
	return 0
}
