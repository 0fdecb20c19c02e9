package grid

import (
	"html"
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/ui/list"
)

// A Sheet is the part of a table that scrolls, and the component of it: heads, and of the rows those
// in the page. It gives the browser what it is given, where that is new; what it means, and what a
// click on it does, is its owner's.
type Sheet struct {
	list.Box
	Role, Label string // "treegrid" or "grid", and what it is called
	Class       string // beside that of all tables
	Style       string // how wide the columns are
	Heads       []Head // the name's first
	Lines       []Line

	Clicked, Entered func(vugu.DOMEvent) // a click, a double click

	heads list.Rows[Head]
	rows  list.Rows[Line]
}

// A Head is that of a column.
type Head struct {
	Class, Sorted string // Sorted is its aria-sort
	Name          bool   // it is that of the names
	Clock         string // what stands above it
	Buttons       []Button
}

// A Button is what is written in a head, and sorts.
type Button struct {
	ID, Class, Title, Hint string
	Stop                   bool   // Tab leads to it
	Fixed                  bool   // it does nothing
	Menu                   string // whether its menu is open, "" for a button without one
}

// FixedHead is that of a column that nothing is sorted by.
func FixedHead(class string, title, hint words.Text) Head {
	return Head{Class: class, Sorted: "none", Buttons: []Button{{Title: title.String(), Hint: hint.String(), Fixed: true}}}
}

// NameHead is that of the names, if nothing is sorted by them.
func NameHead(of words.Text) Head {
	h := FixedHead("name", of, "")
	h.Name = true
	return h
}

// A Line is a row as the page writes it.
type Line struct {
	Index               int
	ID                  string // of the element
	Class               string
	Style               string
	Level               int
	Expanded            string // aria-expanded; "" for a row that does not open
	Selected            bool
	Rank                string
	Lead                string // before the name, and never cut: "new: "
	Package, Type, Name string // the name's three parts: "java.util.", "Vector", ".get"
	Marked              bool   // those are HTML: what a search finds of them is marked
	Title               string
	Figures             vugu.HTML // the cells, as Cell makes them
}

// part is a part of the name as the page writes it.
func (l *Line) part(text string) any {
	if l.Marked {
		return vugu.HTML(text)
	}
	return text
}

// SetLabel is what a row is called, a method's short label: where there is no room for it all, its class is cut.
func (l *Line) SetLabel(label string) {
	l.Type, l.Name = "", label
	if at := strings.LastIndexByte(label, '.'); at > 0 {
		l.Type, l.Name = label[:at], label[at:]
	}
}

// Cell is a figure's cell. Cells are by far the most elements of the page, so they reach
// the browser as one text a row (BenchmarkPage). The text may be a file's own.
func Cell(class, text string) string {
	return `<span role="gridcell" class="` + class + `">` + html.EscapeString(text) + `</span>`
}

// changedHeads are the heads, if they differ from what the browser has.
func (c *Sheet) changedHeads() []Head {
	return list.ChangedFunc(&c.heads, c.Heads, Head{Class: "none"}, func(a, b Head) bool {
		return a.Class == b.Class && a.Sorted == b.Sorted && a.Name == b.Name && a.Clock == b.Clock && slices.Equal(a.Buttons, b.Buttons)
	})
}

// changedRows are the rows, if they differ from what the browser has.
func (c *Sheet) changedRows() []Line { return list.Changed(&c.rows, c.Lines, Line{Class: "none"}) }

// first is the first row in the page, -1 for none.
func (c *Sheet) first() int {
	if len(c.Lines) == 0 {
		return -1
	}
	return c.Lines[0].Index
}

// level is a row's aria-level, which ARIA knows in trees alone.
func (c *Sheet) level(l Line) any {
	if c.Role != "treegrid" {
		return nil
	}
	return l.Level
}

// class is the scroll box's.
func (c *Sheet) class() string {
	if c.Class == "" {
		return "scroll"
	}
	return "scroll " + c.Class
}

// optional is the value of an attribute that is left out where there is none.
func optional(value string) any {
	if value == "" {
		return nil
	}
	return value
}

// popup says that a button opens a menu.
func (b *Button) popup() any {
	if b.Menu == "" {
		return nil
	}
	return "true"
}

// tabindex is "0" for the one that Tab leads to.
func (b *Button) tabindex() string {
	if b.Stop {
		return "0"
	}
	return "-1"
}
