// Package list is the virtual list of all long tables: a scroll box, only the visible rows in the document, and
// a cursor for the keyboard.
package list

import (
	"math"
	"slices"
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
)

const (
	RowHeight  = 24        // CSS pixels, as in the style sheet
	HeadHeight = 40        // of a table's sticky head
	tallest    = 8_000_000 // greatest content height that every browser can lay out, CSS pixels
	Most       = 60        // most rows in the document at once
)

// Page is the name of the whole page as a box. It scrolls on narrow screens.
const Page = "page"

// A Host scrolls boxes.
type Host interface {
	ScrollTo(box string, top float64) // scrolls Page or the element with data-scroll="box", after the next render
	Redraw()                          // requests a render in the next animation frame
}

// A Box is the state of a scroll box: its position, the number of rows, and the cursor.
type Box struct {
	Name        string  // data-scroll attribute of the element, and stem of its ids
	Top, Height float64 // scroll offset and height of the rows' area, as last reported
	Total       int     // number of rows
	Cursor      int     // focused row, -1 for none
	allowed     int     // rows that may be in the document so far; see Growing
}

// Reset clears the state for a new table in the same box.
func (b *Box) Reset() { *b = Box{Name: b.Name, Height: b.Height, Cursor: -1} }

// Sized stores the scroll offset and the height of the element with a name, which includes the head. It reports whether
// either changed. It ignores elements of other boxes.
func (b *Box) Sized(box string, top, height float64) bool {
	rows := height - HeadHeight
	if box != b.Name || rows <= 0 || b.Top == top && b.Height == rows {
		return false
	}
	b.Top, b.Height = top, rows
	return true
}

// content is the height of all rows. If a browser cannot lay that out, the rows keep their height and the
// scroll bar is scaled.
func (b *Box) content() float64 {
	return min(float64(b.Total)*RowHeight, tallest)
}

// scale is the number of pixels of rows for each pixel of scrolling.
func (b *Box) scale() float64 {
	full := float64(b.Total) * RowHeight
	if full <= tallest || tallest <= b.Height {
		return 1
	}
	return (full - b.Height) / (tallest - b.Height)
}

// Window returns the first row and the number of rows to have in the document.
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

// RangeText describes the rows in the document: "rows 1 to 40 of 2,000"; "" without rows.
func (b *Box) RangeText() string {
	if b.Total == 0 {
		return ""
	}
	first, n := b.Window()
	return words.Say("rows {1} to {2} of {3}", words.Count(int64(first+1)), words.Count(int64(min(first+n, b.Total))), words.Count(int64(b.Total)))
}

// Wanted returns the window to request. Before the first reply it is one screen of rows.
func (b *Box) Wanted() (first, n int) {
	w := *b
	if w.Total == 0 {
		w.Total = Most
	}
	return w.Window()
}

// y is the offset of a row in the content.
func (b *Box) y(row int) float64 {
	return float64(row)*RowHeight - b.Top*b.scale() + b.Top
}

// ScrollIntoView scrolls to a row: to the middle from far away, by single rows nearby.
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

// Show scrolls until a row is the n-th in the box, as far as possible.
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
		// one or two rows above
	case at > now && at+RowHeight-(now+b.Height) <= 2*RowHeight:
		at += RowHeight - b.Height
	default:
		at -= (b.Height - RowHeight) / 2
	}
	return max(0, min(at/b.scale(), b.content()-b.Height)), true
}

// firstVisible is the first row that is fully visible.
func (b *Box) firstVisible() int { return int(math.Ceil(b.Top*b.scale()/RowHeight - 0.01)) }

// Step returns the row that a key moves the cursor to. ok is false for other keys. Without a cursor, the target
// is the first visible row.
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

// Focused reports whether a key is for the rows: they have the focus, or nothing has it.
func (b *Box) Focused(k canvas.Key) bool {
	return k.Row && (k.Focus == "" || k.Focus == b.Name+"-rows")
}

// Key moves the cursor and scrolls to it. It returns false for other keys.
func (b *Box) Key(h Host, k canvas.Key) bool {
	row, ok := b.Step(k)
	if ok {
		b.Cursor = row
		b.ScrollIntoView(h, row)
	}
	return ok
}

// ClampCursor limits the cursor to the existing rows; -1 stays.
func (b *Box) ClampCursor() { b.Cursor = min(b.Cursor, b.Total-1) }

// RowID returns the id of a row's element.
func (b *Box) RowID(row int) string { return b.Name + "-" + strconv.Itoa(row) }

// Active returns the value of aria-activedescendant: the id of the row at the cursor, or nil.
func (b *Box) Active() any {
	if b.Cursor < 0 {
		return nil
	}
	return b.RowID(b.Cursor)
}

// ContentStyle reserves the height of all rows.
func (b *Box) ContentStyle() string { return "height:" + strconv.Itoa(int(b.content())) + "px" }

// RowsStyle positions the rows in the document. first is the first of them, -1 for none.
func (b *Box) RowsStyle(first int) string {
	if first < 0 {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(b.y(first))) + "px)"
}

// Growing returns how many of n rows to render in this frame. New rows appear in steps, each larger than the
// last. The first rendering of figures takes a browser over 1 ms for each row, and the page must stay
// responsive.
func (b *Box) Growing(h Host, n int) int {
	if n <= b.allowed {
		return n
	}
	n = b.allowed
	b.allowed = min(max(4, 3*b.allowed), Most)
	h.Redraw()
	return n
}

// Rows remembers the rows that the browser has. Vugu leaves an element's children alone if a render produces
// none, so a list renders its rows only when they change.
type Rows[L any] struct {
	drawn    []L
	language int // words.Generation of the drawn rows
}

// Changed returns lines if they differ from the rows that the browser has, else nil. If lines is empty, it
// returns only none, because Vugu needs a child to replace the old ones.
func Changed[L comparable](r *Rows[L], lines []L, none L) []L {
	return ChangedFunc(r, lines, none, func(a, b L) bool { return a == b })
}

// ChangedFunc is Changed for lines that contain slices.
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

// Forget makes the next render produce all rows, because their element is gone.
func (r *Rows[L]) Forget() { r.drawn = nil }

// A Once remembers the state of a panel that the browser has, as a key of all that the panel depends on.
type Once[K comparable] struct {
	drawn    K
	hasDrawn bool
	language int // words.Generation of the drawn panel
}

// Changed reports whether now differs from the state in the browser, and stores it.
func (o *Once[K]) Changed(now K) bool {
	fresh := !o.hasDrawn || now != o.drawn || o.language != words.Generation()
	o.drawn, o.hasDrawn, o.language = now, true, words.Generation()
	return fresh
}

// Forget makes the next Changed return true.
func (o *Once[K]) Forget() { *o = Once[K]{} }
