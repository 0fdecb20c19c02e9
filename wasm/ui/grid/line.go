package grid

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// line returns a row as the page shows it.
func (c *Table) line(index int, row *message.Row) Line {
	d := c.Desk
	l := Line{Index: index, ID: c.RowID(index), Level: int(row.Level) + 1}
	l.Class = "row " + rowClass(row)
	l.Selected = Chooses(row) && row.Method == d.Method
	if l.Selected {
		l.Class += " selected"
	}
	if index == c.Cursor {
		l.Class += " cursor"
	}
	if row.Hit && d.Search.Text != "" && !d.Search.Only { // with Only every row matches
		l.Class += " hit"
	}
	if c.view.Opens(index) {
		l.Expanded = strconv.FormatBool(row.Open)
		l.Class += " opens"
		if row.Open {
			l.Class += " open"
		}
	}
	share := row.InclusiveShare[d.Clock]
	if c.lead == message.ByExclusive {
		share = row.ExclusiveShare[d.Clock]
	}
	if !(share >= 0) || row.Kind == message.GroupRow {
		share = 0
	}
	// In ten-thousandths, because formatting fractions needs functions that the browser would compile twice.
	l.Style = "--share:" + strconv.Itoa(int(1e4*min(share, 1)+0.5)) + "e-4;--indent:" + strconv.Itoa(indent(row)) + "px"
	if c.flat() {
		l.Level = 1
	}
	switch row.Kind {
	case message.GroupRow:
		l.Name, l.Title = groupName(row.Group), groupTitle(row.Group)
	case message.SelfRow:
		l.Name = words.T("self")
	case message.FoldRow:
		l.Name = words.Say("{1}, {2}", words.Plural(int64(row.Frames), "platform frame", "platform frames"), words.Percent(row.InclusiveShare[d.Clock]))
		l.Title = words.T("Android frames that nearly all calls here ran in. Click to unfold or fold them (E).")
	default:
		if isGroup(row) {
			c.group(&l, row)
			break
		}
		l.Package, l.Type, l.Name = d.Names.Pieces(row.Method)
		l.Title = d.Names.Title(row.Method)
		c.mark(&l, row)
		if row.Method != message.NoNode {
			if !d.Names.IsSwitch(row.Method) {
				l.Rank = strconv.Itoa(int(row.Rank))
			}
			l.Style += ";--hue:" + hue(d, row)
		}
	}
	for i := range c.columns {
		l.Figures += Cell(c.columns[i].class(), c.columns[i].text(row))
	}
	if c.view.Deep(row) {
		l.Class += " deep"
		l.Figures += `<button class="mini start" tabindex="-1" id="` + node.Escape(l.ID) + `-start" title="` +
			node.Escape(words.T("Start the tree here (Shift + Enter)")) + `">` + node.Escape(words.T("start here")) + `</button>`
	}
	return l
}

// mark highlights the matches in a name. If the match is in the types, it shows them too.
func (c *Table) mark(l *Line, row *message.Row) {
	if !row.Hit || c.Desk.Search.Text == "" {
		return
	}
	marks := row.Marks
	if row.Typed {
		begins := uint32(len(l.Package) + len(l.Type) + len(l.Name))
		types := c.Desk.Names.Types(row.Method)
		l.Name += types
		marks = append(slices.Clone(marks), begins, begins+uint32(len(types)))
	}
	if len(marks) == 0 {
		return
	}
	l.Marked = true
	l.Class += " part"
	begins := 0
	for _, part := range []*string{&l.Package, &l.Type, &l.Name} {
		text := *part
		*part = marked(text, begins, marks)
		begins += len(text)
	}
}

// marked returns text as HTML with marks. Their offsets count from begins bytes before the text.
func marked(text string, begins int, marks []uint32) string {
	var b strings.Builder
	done := 0
	for i := 0; i+1 < len(marks); i += 2 {
		from, to := max(int(marks[i])-begins, done), min(int(marks[i+1])-begins, len(text))
		if from < to {
			b.WriteString(html.EscapeString(text[done:from]) + "<mark>" + html.EscapeString(text[from:to]) + "</mark>")
			done = to
		}
	}
	return b.String() + html.EscapeString(text[done:])
}

// Space before a row's name, in pixels: padding, triangle and rank. The style sheet has the same values.
const (
	related = 32 // of parents and children
	heading = 40 // of their heads
	leading = 24 + 54
)

// indent returns the indentation of a row. Below the tenth level it grows slowly, so that names stay in the
// table.
func indent(row *message.Row) int {
	switch {
	case row.Kind == message.GroupRow:
		return heading + Indent(int(row.Level)-1)
	case row.Kind == message.SelfRow:
		return heading + Indent(int(row.Level)-2)
	case row.Kind == message.ParentRow || row.Kind == message.ChildRow:
		return related + Indent(int(row.Level)-2)
	default:
		return Indent(int(row.Level))
	}
}

// Indent returns the indentation of a tree's row, in pixels.
func Indent(level int) int {
	const first, beyond = 10, 50
	return 14*min(level, first) + 2*min(max(level-first, 0), beyond)
}

// length returns the greatest width of a row's name in pixels, with and without the package, if names are never cut.
func (c *Table) length(row *message.Row) (full, short int) {
	if !c.Uncut || row.Kind == message.GroupRow {
		return 0, 0
	}
	width := func(label string) int {
		const letter, most = 7, 900
		return min(letter*utf8.RuneCountInString(label), most)
	}
	label := c.Desk.Names.Label(row.Method)
	return width(label), width(words.ShortLabel(label))
}

// hue returns the colour of a row's method, as CSS.
func hue(d *desk.Desk, row *message.Row) string {
	if d.Colour == message.ColourByRank {
		return desk.SlotColour(int(row.Colour))
	}
	return desk.SlotColour(d.Names.Slot(row.Method, d.Colour))
}

func rowClass(row *message.Row) string {
	related := "parent"
	if row.Group == message.Children || row.Group == message.RecursiveChildren {
		related = "child"
	}
	switch row.Kind {
	case message.GroupRow:
		return "group " + related
	case message.ParentRow:
		return "parent"
	case message.ChildRow:
		return "child"
	case message.SelfRow:
		return "child self"
	case message.TreeRow:
		return "tree"
	case message.FoldRow:
		return "folded"
	case message.SumRow:
		return "sum"
	}
	return "method"
}

// isGroup reports whether a row is the sum of several methods.
func isGroup(row *message.Row) bool { return row.Kind == message.SumRow || row.Text != "" }

func groupName(group message.RowGroup) string {
	return [...]string{words.T("Parents"), words.T("Children"), words.T("Parents while recursive"), words.T("Children while recursive")}[group]
}

// groupTitle explains figures of a group that may surprise.
func groupTitle(group message.RowGroup) string {
	if group == message.RecursiveParents || group == message.RecursiveChildren {
		return words.T("Time of calls made while the method was already running. Inclusive time already contains it. It counts once per level, so it can be larger")
	}
	return ""
}
