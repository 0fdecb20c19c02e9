package scene

import "traceglass/render/words"

// A remainder is a line that says how much there is below what is shown, or above it.
type remainder struct {
	n          int
	narrow     bool
	what, text string
}

// below says how many rows or threads lie below what is shown, 0 for none.
func (l *List) below(n int, one, many string) {
	l.more(&l.work.below, Below, n, one, many, " below", " more ↓")
}

// above says how many lie above.
func (l *List) above(n int, one, many string) {
	l.more(&l.work.above, Above, n, one, many, " above", " more ↑")
}

// more says how many rows or threads lie to one side. Where the column of labels is narrow it only
// says how many.
func (l *List) more(r *remainder, side Style, n int, one, many, where, short string) {
	if n <= 0 {
		return
	}
	if narrow := l.Left == labelNarrow; r.n != n || r.what != many || r.narrow != narrow {
		*r = remainder{n, narrow, many, words.Plural(int64(n), "more "+one, "more "+many) + where}
		if narrow {
			r.text = words.Count(int64(n)) + short
		}
	}
	l.text(0, l.Height, l.Left, Muted|side, r.text)
}

// restOfRows says how many rows lie above and below what is shown, of a picture of nothing else.
func (l *List) restOfRows(pitch float64) {
	l.above(int(l.ScrollY/pitch+0.5), "row", "rows")
	l.below(int((l.Content-l.ScrollY-(l.Height-l.Top))/pitch+0.5), "row", "rows")
}
