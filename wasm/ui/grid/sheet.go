package grid

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A Sheet is the scrolling part of a table: heads, and the rows in the document. It is a component. It renders
// heads and rows only when they change. Its owner fills it and handles clicks.
type Sheet struct {
	list.Box
	Role, Label string // Role is "treegrid" or "grid"; Label is the accessible name
	Class       string // CSS classes besides those of all tables
	Style       string // widths of the columns
	Heads       []Head // the name's first
	Lines       []Line

	Clicked, Entered func(vugu.DOMEvent) // handlers of click and double click

	heads list.Rows[Head]
	rows  list.Rows[Line]
}

// flat reports whether no row opens.
func (c *Sheet) flat() bool { return c.Role == "grid" }

// A Head is the head of a column.
type Head struct {
	Class, Sorted string // Sorted is its aria-sort
	Name          bool   // the head of the names
	Clock         string // label above it
	Buttons       []Button
}

// A Button is a button in a head. It sorts.
type Button struct {
	ID, Class, Title, Hint string
	Stop                   bool   // Tab reaches it
	Fixed                  bool   // it does nothing
	Menu                   string // aria-expanded of its menu, "" for a button without one
	Pressed                string // aria-pressed, "" for a button that is no switch
}

// FixedHead returns the head of a column that cannot sort.
func FixedHead(class string, title, hint words.Text) Head {
	return Head{Class: class, Sorted: "none", Buttons: []Button{{Title: title.String(), Hint: hint.String(), Fixed: true}}}
}

// NameHead returns the head of the names, if they cannot sort.
func NameHead(of words.Text) Head {
	h := FixedHead("name", of, "")
	h.Name = true
	return h
}

// A Line is a row as the page shows it.
type Line struct {
	Index               int
	ID                  string // of the element
	Class               string
	Style               string
	Level               int
	Expanded            string // aria-expanded; "" for a row that cannot open
	Selected            bool
	Rank                string
	Lead                string // prefix of the name, never cut: "new: "
	Package, Type, Name string // three parts of the name: "java.util.", "Vector", ".get"
	Marked              bool   // the parts are HTML with highlighted matches
	Title               string
	Figures             vugu.HTML // cells, made by Cell
}

// part returns a part of the name as text or HTML.
func (l *Line) part(text string) any {
	if l.Marked {
		return vugu.HTML(text)
	}
	return text
}

// own returns the last part of the name. A narrow column first cuts the note of a readable name, which is between the function
// and the method: "load, anonymous class: run".
func (l *Line) own() any {
	note, method := strings.Index(l.Name, ", "), strings.LastIndex(l.Name, ": ")
	if l.Marked || l.Type == "" || method < 0 || strings.IndexByte(l.Name, '(') >= 0 {
		return l.part(l.Name)
	}
	if note < 0 || note > method {
		note = 0
	}
	part := node.Escape
	return part(l.Name[:note]) + `<span class="note">` + part(l.Name[note:method]) + "</span><span>" + part(l.Name[method:]) + "</span>"
}

// SetLabel sets the name to a method's short label, split so that a narrow column cuts the class.
func (l *Line) SetLabel(label string) {
	l.Type, l.Name = "", label
	if at := strings.LastIndexByte(label, '.'); at > 0 {
		l.Type, l.Name = label[:at], label[at:]
	}
}

// LabelHTML returns a short label for a cell, split so that a narrow cell cuts the class and not the method.
func LabelHTML(label string) vugu.HTML {
	l := Line{}
	l.SetLabel(label)
	own, ok := l.own().(vugu.HTML)
	if !ok {
		own = node.Escape(l.Name)
	}
	return `<span class="fn"><span class="cls">` + node.Escape(l.Type) + `</span><span class="own">` + own + `</span></span>`
}

// Cell returns a figure's cell as HTML. Cells are by far the most frequent elements, so the browser gets all
// cells of a row as one string (BenchmarkPage).
func Cell(class, text string) vugu.HTML {
	return `<span role="gridcell" class="` + node.Escape(class) + `">` + node.Escape(text) + `</span>`
}

// changedHeads returns the heads if they differ from those that the browser has, else nil.
func (c *Sheet) changedHeads() []Head {
	return list.ChangedFunc(&c.heads, c.Heads, Head{Class: "none"}, func(a, b Head) bool {
		return a.Class == b.Class && a.Sorted == b.Sorted && a.Name == b.Name && a.Clock == b.Clock && slices.Equal(a.Buttons, b.Buttons)
	})
}

// changedRows returns the rows if they differ from those that the browser has, else nil.
func (c *Sheet) changedRows() []Line { return list.Changed(&c.rows, c.Lines, Line{Class: "none"}) }

// first returns the first row in the document, -1 for none.
func (c *Sheet) first() int {
	if len(c.Lines) == 0 {
		return -1
	}
	return c.Lines[0].Index
}

// level returns a row's aria-level. ARIA allows it only in trees.
func (c *Sheet) level(l Line) any {
	if c.Role != "treegrid" {
		return nil
	}
	return l.Level
}

// class returns the CSS class of the scroll box.
func (c *Sheet) class() string {
	if c.Class == "" {
		return "scroll"
	}
	return "scroll " + c.Class
}

// popup returns the button's aria-haspopup.
func (b *Button) popup() any {
	if b.Menu == "" {
		return nil
	}
	return "true"
}

// tabindex returns "0" for the button that Tab reaches.
func (b *Button) tabindex() string {
	if b.Stop {
		return "0"
	}
	return "-1"
}
