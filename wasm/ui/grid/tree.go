package grid

import (
	"strconv"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/list"
)

// Rows are the rows of a table in which rows can open.
type Rows interface {
	Opens(row int) bool  // whether a row can open
	Opened(row int) bool // whether a row is open
	Toggle(row int)      // opens or closes a row
	Above(row int) int   // the parent of a row
	Enter(row int)       // a double click, or Enter
	Move(row int)        // the cursor moved to a row
}

// shallow is a table without deep rows.
type shallow struct{}

func (shallow) Deep(*message.Row) bool { return false }
func (shallow) Start(int)              {}

// RowKey handles a key while the rows have the focus: it moves the cursor, and opens and closes rows.
func (c *Sheet) RowKey(h list.Host, k canvas.Key, rows Rows) bool {
	at := c.Cursor
	goTo := func(row int) {
		c.Cursor = max(0, min(row, c.Total-1))
		c.ScrollIntoView(h, c.Cursor)
		rows.Move(c.Cursor)
	}
	switch {
	case c.flat() && (k.Name == "ArrowRight" || k.Name == "ArrowLeft" || k.Name == " "):
		return false
	case rows.Opens(at) && (k.Name == " " || k.Name == "ArrowRight" && !rows.Opened(at) || k.Name == "ArrowLeft" && rows.Opened(at)):
		rows.Toggle(at)
	case k.Name == "ArrowRight":
		goTo(at + 1)
	case k.Name == "ArrowLeft":
		goTo(rows.Above(at))
	case k.Name == "Enter":
		rows.Enter(at)
	case k.Name == " ":
	default:
		to, ok := c.Step(k)
		if ok {
			goTo(to)
		}
		return ok
	}
	return true
}

// RowOf returns the row of an element, by its id, and the part of the row that the element is: "twist" for the triangle, ""
// for the row itself. ok is false for other elements.
func (c *Sheet) RowOf(id string) (row int, part string, ok bool) {
	rest, ok := strings.CutPrefix(id, c.Name+"-")
	number, part, _ := strings.Cut(rest, "-")
	row, err := strconv.Atoi(number)
	return row, part, ok && err == nil
}

// Parent returns the nearest row above that is less deep, or the nearest one above that is not loaded. level returns -1
// for such rows. A row without a parent is its own.
func Parent(row int, level func(row int) int) int {
	at := level(row)
	for up := row - 1; up >= 0; up-- {
		if level(up) < at {
			return up
		}
	}
	return row
}
