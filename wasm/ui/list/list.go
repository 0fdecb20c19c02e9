// Package list is the virtual list that all long tables of the page are: a scroll box of
// which only the rows in view are in the document, with a row that has the keyboard.
package list

import (
	"math"
	"slices"
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
)

const (
	RowHeight  = 24        // of a row in CSS pixels, as in the style sheet
	HeadHeight = 40        // of a table's head, which stays while the rows scroll
	tallest    = 8_000_000 // height of a scroll box's content that every browser can lay out
	Most       = 60        // rows of a table in the page at once
)

// A Host scrolls boxes.
type Host interface {
	ScrollTo(box string, top float64) // the element with data-scroll="box", after the next render
	Redraw()                          // asks for one render at the next animation frame
}

// A Box is a scroll box, the part of the table that is in the page, and the row that has
// the keyboard.
type Box struct {
	Name        string  // data-scroll of the element, and stem of its ids
	Top, Height float64 // of the rows' part of the box, as it last reported
	Total       int     // rows in all
	Cursor      int     // row that has the keyboard, -1 for none
	allowed     int     // rows that the page may have by now; see Growing
}

// Reset begins with a new table in the same box.
func (b *Box) Reset() { *b = Box{Name: b.Name, Height: b.Height, Cursor: -1} }

// Sized takes what the browser reports of the box: how far it is scrolled, and how tall it
// is, the head included. It reports whether anything changed.
func (b *Box) Sized(top, height float64) bool {
	rows := height - HeadHeight
	if rows <= 0 || b.Top == top && b.Height == rows {
		return false
	}
	b.Top, b.Height = top, rows
	return true
}

// content is the height of all rows. Beyond what a browser can lay out the rows keep
// their height and the scroll bar's travel is scaled.
func (b *Box) content() float64 {
	return min(float64(b.Total)*RowHeight, tallest)
}

// scale is how many pixels of rows one pixel of the scroll bar stands for.
func (b *Box) scale() float64 {
	full := float64(b.Total) * RowHeight
	if full <= tallest || tallest <= b.Height {
		return 1
	}
	return (full - b.Height) / (tallest - b.Height)
}

// Window is the rows to have in the page: the first and how many.
func (b *Box) Window() (first, n int) {
	const beyond = 4
	height := b.Height
	if height <= 0 {
		height = 480
	}
	first = max(0, int(b.Top*b.scale()/RowHeight)-beyond)
	n = min(int(math.Ceil(height/RowHeight))+2*beyond, Most)
	first = max(0, min(first, b.Total-n))
	return first, n
}

// RangeText says which of the rows are in the page, "" where there are none.
func (b *Box) RangeText() string {
	if b.Total == 0 {
		return ""
	}
	first, n := b.Window()
	return words.Say("rows {1} to {2} of {3}", words.Count(int64(first+1)), words.Count(int64(min(first+n, b.Total))), words.Count(int64(b.Total)))
}

// Wanted is the window to ask for: before the first answer a screenful.
func (b *Box) Wanted() (first, n int) {
	w := *b
	if w.Total == 0 {
		w.Total = Most
	}
	return w.Window()
}

// y is where a row is laid out in the content.
func (b *Box) y(row int) float64 {
	return float64(row)*RowHeight - b.Top*b.scale() + b.Top
}

// ScrollIntoView scrolls until a row is in the box: into the middle from afar, by one row from next door.
func (b *Box) ScrollIntoView(h Host, row int) {
	w := *b
	w.Total = max(w.Total, row+1)
	if top, moved := w.reach(row); moved {
		b.ScrollTo(h, top)
	}
}

// ScrollTo scrolls to an offset.
func (b *Box) ScrollTo(h Host, top float64) {
	b.Top = top
	h.ScrollTo(b.Name, top)
}

// Show scrolls until a row is the n-th in the box, as far as there is anything to scroll.
func (b *Box) Show(h Host, row, n int) {
	b.ScrollTo(h, max(0, min((float64(row)-float64(n))*RowHeight/b.scale(), b.content()-b.Height)))
}

func (b *Box) reach(row int) (top float64, moved bool) {
	at := float64(row) * RowHeight
	now := b.Top * b.scale()
	switch {
	case b.Height <= 0 || at >= now && at+RowHeight <= now+b.Height:
		return b.Top, false
	case at < now && now-at <= 2*RowHeight:
		// next door, above
	case at > now && at+RowHeight-(now+b.Height) <= 2*RowHeight:
		at += RowHeight - b.Height
	default:
		at -= (b.Height - RowHeight) / 2
	}
	return max(0, min(at/b.scale(), b.content()-b.Height)), true
}

// firstVisible is the first row that is seen whole.
func (b *Box) firstVisible() int { return int(math.Ceil(b.Top*b.scale()/RowHeight - 0.01)) }

// Step is where a key would move the cursor to, and whether the key is one that moves it. From
// no row it is the first seen.
func (b *Box) Step(k canvas.Key) (row int, ok bool) {
	page := max(1, int(b.Height/RowHeight)-1)
	row = b.Cursor
	if row < 0 && (k.Name == "ArrowDown" || k.Name == "ArrowUp" || k.Name == "PageDown" || k.Name == "PageUp") {
		return max(0, min(b.firstVisible(), b.Total-1)), true
	}
	switch k.Name {
	case "ArrowDown":
		row++
	case "ArrowUp":
		row--
	case "PageDown":
		row += page
	case "PageUp":
		row -= page
	case "Home":
		row = 0
	case "End":
		row = b.Total - 1
	default:
		return row, false
	}
	return max(0, min(row, b.Total-1)), true
}

// Key moves the cursor, if the key is one that does, and scrolls to it.
func (b *Box) Key(h Host, k canvas.Key) bool {
	row, ok := b.Step(k)
	if ok {
		b.Cursor = row
		b.ScrollIntoView(h, row)
	}
	return ok
}

// ClampCursor keeps the cursor among the rows there are; -1 stays.
func (b *Box) ClampCursor() { b.Cursor = min(b.Cursor, b.Total-1) }

// RowID is the id of a row's element.
func (b *Box) RowID(row int) string { return b.Name + "-" + strconv.Itoa(row) }

// Active is the row that has the keyboard, for aria-activedescendant; nil for none.
func (b *Box) Active() any {
	if b.Cursor < 0 {
		return nil
	}
	return b.RowID(b.Cursor)
}

// ContentStyle makes room for all rows, seen or not.
func (b *Box) ContentStyle() string { return "height:" + strconv.Itoa(int(b.content())) + "px" }

// RowsStyle puts the rows in the page where they belong; first is the first of them, -1 for none.
func (b *Box) RowsStyle(first int) string {
	if first < 0 {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(b.y(first))) + "px)"
}

// Growing is how many of n rows this frame shows. Where there were none rows come in pieces,
// each larger than the last: the first time that a browser writes figures takes it more than
// a millisecond a row, and the page should answer meanwhile.
func (b *Box) Growing(h Host, n int) int {
	if n <= b.allowed {
		return n
	}
	n = b.allowed
	b.allowed = min(max(4, 3*b.allowed), Most)
	h.Redraw()
	return n
}

// Rows are what the browser has of a list. Vugu sends all that a build gives it, but leaves
// an element's children alone where it gives none: so they are given only when they differ.
type Rows[L any] struct {
	drawn    []L
	language int // words.Generation of what was given
}

// Changed returns lines if they differ from those the browser has, else nil. Without lines it
// returns none alone, for children there must be, to replace those before.
func Changed[L comparable](r *Rows[L], lines []L, none L) []L {
	return ChangedFunc(r, lines, none, func(a, b L) bool { return a == b })
}

// ChangedFunc is Fresh for lines that hold slices.
func ChangedFunc[L any](r *Rows[L], lines []L, none L, equal func(a, b L) bool) []L {
	if len(lines) == 0 {
		lines = []L{none}
	}
	if r.language == words.Generation() && slices.EqualFunc(lines, r.drawn, equal) {
		return nil
	}
	r.drawn, r.language = lines, words.Generation()
	return lines
}

// Forget has all be given again: the element that held them is gone from the page.
func (r *Rows[L]) Forget() { r.drawn = nil }

// A Once is what the browser has of a panel, told by all that the panel depends on.
type Once[K comparable] struct {
	drawn    K
	hasDrawn bool
	language int // words.Generation of what was given
}

// Changed reports whether now differs from what the browser has, and notes that it has now.
func (o *Once[K]) Changed(now K) bool {
	fresh := !o.hasDrawn || now != o.drawn || o.language != words.Generation()
	o.drawn, o.hasDrawn, o.language = now, true, words.Generation()
	return fresh
}

// Forget has all be given again.
func (o *Once[K]) Forget() { *o = Once[K]{} }
