package ui

import "math"

// rowHeight is the height of a table's row in CSS pixels, as in style.css.
const rowHeight = 24

// headHeight is the height of a table's head, which stays while the rows scroll.
const headHeight = 40

// tallest is the height of a scroll box's content that every browser can lay out.
const tallest = 8_000_000

// mostRows is how many rows of a table are in the page at once.
const mostRows = 60

// A window is the part of a long table that is in the page: the rows that a scroll box
// shows, and a few more on either side.
type window struct {
	Top, Height float64 // of the box, as it last reported
	Total       int     // rows in all
	given       int     // rows that the page may have by now; see Grid
}

// content is the height of all rows. Beyond what a browser can lay out the rows keep
// their height and the scroll bar's travel is scaled.
func (w *window) content() float64 {
	return min(float64(w.Total)*rowHeight, tallest)
}

// scale is how many pixels of rows one pixel of the scroll bar stands for.
func (w *window) scale() float64 {
	full := float64(w.Total) * rowHeight
	if full <= tallest || tallest <= w.Height {
		return 1
	}
	return (full - w.Height) / (tallest - w.Height)
}

// rows are the rows to have in the page: the first and how many.
func (w *window) rows() (first, n int) {
	const beyond = 4
	height := w.Height
	if height <= 0 {
		height = 480
	}
	first = max(0, int(w.Top*w.scale()/rowHeight)-beyond)
	n = min(int(math.Ceil(height/rowHeight))+2*beyond, mostRows)
	first = max(0, min(first, w.Total-n))
	return first, n
}

// y is where a row is laid out in the content.
func (w *window) y(row int) float64 {
	return float64(row)*rowHeight - w.Top*w.scale() + w.Top
}

// reach is the scroll offset that brings row into the box, and whether the box has to
// move for it: into the middle from afar, by one row from next door.
func (w *window) reach(row int) (top float64, moved bool) {
	at := float64(row) * rowHeight
	now := w.Top * w.scale()
	switch {
	case w.Height <= 0 || at >= now && at+rowHeight <= now+w.Height:
		return w.Top, false
	case at < now && now-at <= 2*rowHeight:
		// next door, above
	case at > now && at+rowHeight-(now+w.Height) <= 2*rowHeight:
		at += rowHeight - w.Height
	default:
		at -= (w.Height - rowHeight) / 2
	}
	return max(0, min(at/w.scale(), w.content()-w.Height)), true
}
