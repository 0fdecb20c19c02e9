package trace

// A Note describes one kind of problem in a damaged or unusual file: its place, its count, and its
// effect on the figures.
type Note struct {
	Code  string // stable, lower case, hyphenated: "truncated-record"
	Count int64
	// Offset is the byte of the first occurrence in the unwrapped file, or -1. It does not count
	// carriage returns that were removed earlier in the file.
	Offset int64
	Text   string // one sentence for a person, count and consequence included
	Large  bool   // it concerns so much of the recording that an overview repeats it

	// Where the first occurrence lies among the records, if it does: just behind one of that thread, of that time.
	Among  bool
	Thread ThreadIndex
	Time   Ticks // by the wall clock where the trace has it
}

// A Receipt lists the unusual properties of a file, one note per kind, in the order they were
// found. Those that only the whole file shows come last. The zero value is an empty receipt.
type Receipt struct{ Notes []Note }

// Add counts n occurrences of code, the first at byte offset. SetText sets the sentence once the
// final count is known.
//
//go:noinline // seldom called, and from many places
func (r *Receipt) Add(code string, offset, n int64) {
	for i := range r.Notes {
		if r.Notes[i].Code == code {
			r.Notes[i].Count += n
			return
		}
	}
	r.Notes = append(r.Notes, Note{Code: code, Count: n, Offset: offset})
}

// SetText sets the sentence of the note with this code, if it exists.
func (r *Receipt) SetText(code, text string) {
	for i := range r.Notes {
		if r.Notes[i].Code == code {
			r.Notes[i].Text = text
		}
	}
}

// Large returns the sentence of the first note that an overview repeats, or "".
func (r *Receipt) Large() string {
	for i := range r.Notes {
		if r.Notes[i].Large {
			return r.Notes[i].Text
		}
	}
	return ""
}

// Count returns how often code occurred.
func (r *Receipt) Count(code string) int64 {
	for i := range r.Notes {
		if r.Notes[i].Code == code {
			return r.Notes[i].Count
		}
	}
	return 0
}
