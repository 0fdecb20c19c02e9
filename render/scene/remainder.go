package scene

import "traceglass/render/words"

// A remainder is the line that says how much there is below what is shown.
type remainder struct {
	n          int
	narrow     bool
	what, text string
}

// below says how many rows or threads lie below what is shown, 0 for none. Where the column of
// labels is narrow it only says how many.
func (l *List) below(n int, one, many string) {
	b := &l.work.below
	if n <= 0 {
		return
	}
	if narrow := l.Left == labelNarrow; b.n != n || b.what != many || b.narrow != narrow {
		*b = remainder{n, narrow, many, words.Plural(int64(n), "more "+one, "more "+many) + " below"}
		if narrow {
			b.text = words.Count(int64(n)) + " more ↓"
		}
	}
	l.text(0, l.Height, l.Left, Muted|Below, b.text)
}

// rowsBelow says how many rows lie below what is shown, of a picture of nothing else.
func (l *List) rowsBelow(pitch float64) {
	l.below(int((l.Content-l.ScrollY-(l.Height-l.Top))/pitch+0.5), "row", "rows")
}
