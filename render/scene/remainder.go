package scene

import "traceglass/render/words"

// A remainder is the text on the rows above or below the visible part.
type remainder struct {
	n          int
	narrow     bool
	of         *[3]words.Text
	text       string
	generation int // words.Generation of the text
}

// Patterns for one row or thread, for several, and for narrow columns.
var (
	rowsBelow    = [3]words.Text{"{1} more row below", "{1} more rows below", "{1} more ↓"}
	rowsAbove    = [3]words.Text{"{1} more row above", "{1} more rows above", "{1} more ↑"}
	threadsBelow = [3]words.Text{"{1} more thread below", "{1} more threads below", "{1} more ↓"}
	threadsAbove = [3]words.Text{"{1} more thread above", "{1} more threads above", "{1} more ↑"}
)

// moreBelow writes how many rows or threads are below the visible part.
func (l *List) moreBelow(n int, of *[3]words.Text) { l.more(&l.work.below, Below, n, of) }

// moreAbove writes how many rows or threads are above the visible part.
func (l *List) moreAbove(n int, of *[3]words.Text) { l.more(&l.work.above, Above, n, of) }

// more writes how many rows or threads are above or below. In a narrow column of labels it writes
// the number alone.
func (l *List) more(r *remainder, side Style, n int, of *[3]words.Text) {
	if n <= 0 {
		return
	}
	if narrow := l.Left == labelNarrow; r.n != n || r.of != of || r.narrow != narrow || r.generation != words.Generation() {
		pattern := of[1]
		switch {
		case narrow:
			pattern = of[2]
		case n == 1:
			pattern = of[0]
		}
		*r = remainder{n, narrow, of, words.Say(pattern, words.Count(int64(n))), words.Generation()}
	}
	l.text(0, l.Height, l.Left, Muted|side, r.text)
}

// restOfRows writes how many rows are above and below, in a picture that contains only rows.
func (l *List) restOfRows(pitch CSS) {
	l.moreAbove(int(l.ScrollY/pitch+0.5), &rowsAbove)
	l.moreBelow(int((l.Content-l.ScrollY-(l.Height-l.Top))/pitch+0.5), &rowsBelow)
}
