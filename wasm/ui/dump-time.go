package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// overTime is the view of a process's dumps over time: on the canvas, or as a table.
type overTime struct {
	pane
	list  window
	table bool // instead of the canvas
	idle  bool // threads that only rest too
	of    int  // dumps that View is for

	query   query
	reply   *message.CoursesReply
	row     int // of the table's cell that has the keyboard
	column  int
	pointed message.CoursesReply // the row under the pointer
	hover   query
}

// offers reports whether a view makes sense for the process chosen.
func (d *dumps) offers(v dumpView) bool {
	return v != timeView || d.chosen().Dumps > 1
}

// wantTime asks for what of the dumps is shown.
func (d *dumps) wantTime(c *App) {
	t := &d.time
	if n := d.chosen().Dumps; t.of != n {
		t.of = n
		t.pane.reset(float64(n), 1)
	}
	w := t.list
	if w.Total == 0 {
		w.Total = mostRows
	}
	first, n := w.rows()
	if !t.table {
		first, n = 0, 1 // for what is said above the canvas
	}
	t.query.want(c.host, &message.Courses{Process: d.process, Idle: t.idle, First: first, Count: n})
	if !t.table && t.View.Width > 0 {
		c.show(TimelineCanvas, &message.CourseChart{Process: d.process, Idle: t.idle, View: t.View, Thread: d.thread})
		if c.hover.on(TimelineCanvas) {
			t.hover.want(c.host, &message.Courses{Process: d.process, Idle: t.idle, First: int(c.hover.hit.Row), Count: 1})
		}
	}
}

func (t *overTime) take(reply *message.CoursesReply) {
	t.reply, t.list.Total = reply, reply.Total
	t.row = max(0, min(t.row, t.list.Total-1))
	t.column = max(0, min(t.column, len(reply.Dumps)-1))
}

// at is a row at hand, nil if it is not.
func (t *overTime) at(row int) *message.Course {
	if t.reply == nil || row < t.reply.First || row-t.reply.First >= len(t.reply.Rows) {
		return nil
	}
	return &t.reply.Rows[row-t.reply.First]
}

// openCell shows the stack of a thread in one of the dumps.
func (t *overTime) openCell(c *App, row, column int) {
	t.row, t.column = row, column
	if r := t.at(row); r != nil && column < len(r.Cells) && r.Cells[column].Thread != message.NoNode {
		c.dump.chooseThread(c, r.Cells[column].Thread)
	}
}

// press takes a key of the table.
func (t *overTime) press(c *App, key Key) bool {
	if !t.table || t.reply == nil {
		return false
	}
	switch key.Name {
	case "ArrowDown":
		t.row++
	case "ArrowUp":
		t.row--
	case "ArrowLeft":
		t.column--
	case "ArrowRight":
		t.column++
	case "PageDown":
		t.row += int(t.list.Height / rowHeight)
	case "PageUp":
		t.row -= int(t.list.Height / rowHeight)
	case "Home":
		t.row = 0
	case "End":
		t.row = t.list.Total - 1
	case "Enter", " ":
	default:
		return false
	}
	t.row, t.column = max(0, min(t.row, t.list.Total-1)), max(0, min(t.column, len(t.reply.Dumps)-1))
	t.openCell(c, t.row, t.column)
	if top, moved := t.list.reach(t.row); moved {
		t.list.Top = top
		c.host.ScrollTo("courses", top)
	}
	return true
}

// signNames are what the dumps of a thread show together, by message.Moves and on.
var signNames = [...]string{"", "idle", "unchanged", "stuck", "busy loop"}

func signName(sign message.Sign) string { return signNames[min(int(sign), len(signNames)-1)] }

// DumpTime is the panel. What the browser has already is not given again; see Grid.
type DumpTime struct {
	App   *App
	lines []courseLine
	drawn []courseLine
	heads string // of what the browser has
	fresh bool
}

// A courseLine is a thread's row in the table.
type courseLine struct {
	ID, Class, Name, Sign, Run, CPU string
	Index                           int
	Cells                           []courseText
}

// A courseText is one cell of it.
type courseText struct{ ID, Class, Text string }

func (l courseLine) equals(other courseLine) bool {
	cells, others := l.Cells, other.Cells
	return l.ID == other.ID && l.Class == other.Class && l.Name == other.Name && l.Sign == other.Sign && l.Run == other.Run &&
		l.CPU == other.CPU && slices.Equal(cells, others)
}

func (c *DumpTime) t() *overTime { return &c.App.dump.time }

func (c *DumpTime) shown() bool { return c.App.dumping() && c.App.dump.view == timeView }

// Compute lays out the rows in the page.
func (c *DumpTime) Compute() {
	t := c.t()
	if !c.shown() || !t.table || t.reply == nil {
		c.lines, c.drawn, c.heads, c.fresh = nil, nil, "", false
		return
	}
	c.lines = nil
	for i := range t.reply.Rows {
		r := &t.reply.Rows[i]
		l := courseLine{Index: t.reply.First + i, Class: "row course", Name: clipped(r.Name), Sign: signName(r.Sign), CPU: seconds(r.CPU)}
		l.ID = "course-row-" + strconv.Itoa(l.Index)
		if r.Sign >= message.Unchanged {
			l.Run = "in " + count(int64(r.Run)) + " dumps"
		}
		if r.Sign == message.Stuck || r.Sign == message.Loops {
			l.Class += " " + [...]string{message.Stuck: "stuck", message.Loops: "loops"}[r.Sign]
		}
		for k := range r.Cells {
			l.Cells = append(l.Cells, c.cell(l.Index, k, &r.Cells[k]))
		}
		c.lines = append(c.lines, l)
	}
	if len(c.lines) == 0 {
		c.lines = []courseLine{{Class: "none"}}
	}
	heads := fmt.Sprint(t.reply.Dumps)
	c.fresh = heads != c.heads
	c.heads = heads
}

// cell is what a thread does in one of the dumps.
func (c *DumpTime) cell(row, column int, v *message.CourseCell) courseText {
	class := "course-cell " + stateName(v.Class)
	text := ""
	if v.Thread == message.NoNode {
		class, text = "course-cell missing", "–"
	} else {
		text = clipped(v.State)
		if v.Same {
			text = "= " + text
		}
		if v.CPU >= 0 {
			text += " +" + seconds(v.CPU)
		}
		if v.Top != "" {
			text += " · " + clipped(short(v.Top))
		}
		if v.Thread == c.App.dump.thread {
			class += " chosen"
		}
	}
	if row == c.t().row && column == c.t().column {
		class += " cursor"
	}
	return courseText{"course-" + strconv.Itoa(column) + "-" + strconv.Itoa(row), class, text}
}

// rows are the rows, if they differ from what the browser has.
func (c *DumpTime) rows() []courseLine {
	if slices.EqualFunc(c.lines, c.drawn, courseLine.equals) {
		return nil
	}
	c.drawn = c.lines
	return c.lines
}

// A courseHead heads a column of the table.
type courseHead struct{ Class, Name, After, Title string }

// columns are what is said of a thread as a whole, and then the dumps.
func (c *DumpTime) columns() []courseHead {
	if !c.fresh {
		return nil
	}
	all := []courseHead{
		{"name", "Thread", "", "The thread's name in the last dump that has it"},
		{"sign", "Sign", "", "What the dumps show together"},
		{"num", "CPU", "", "Processor time used from the first dump to the last"},
	}
	for _, d := range c.t().reply.Dumps {
		h := courseHead{Name: clock(d.Time), Title: clipped(d.Time)}
		if h.Name == "" {
			h.Name = "a dump"
		}
		if d.After >= 0 {
			h.After = "+" + seconds(d.After)
		}
		all = append(all, h)
	}
	return all
}

// says sums up what the dumps show together.
func (c *DumpTime) says() string {
	r := c.t().reply
	if r == nil {
		return ""
	}
	parts := []string{plural(int64(len(r.Dumps)), "dump", "dumps")}
	if r.Stuck > 0 {
		parts = append(parts, count(int64(r.Stuck))+" stuck")
	}
	if r.Loops > 0 {
		parts = append(parts, count(int64(r.Loops))+" in a busy loop")
	}
	if r.Stuck+r.Loops == 0 {
		parts = append(parts, "no thread stands still at work")
	}
	if r.Hidden > 0 {
		parts = append(parts, count(int64(r.Hidden))+" idle left out")
	}
	return strings.Join(parts, " · ")
}

func (c *DumpTime) label() string {
	return "Threads through the dumps: " + c.says() + ". The button Table shows the same as a table."
}

func (c *DumpTime) contentStyle() string {
	return "height:" + strconv.Itoa(int(c.t().list.content())) + "px"
}

func (c *DumpTime) gridStyle() string {
	n := 2
	if r := c.t().reply; r != nil {
		n = len(r.Dumps)
	}
	return fmt.Sprintf("--name-min:150px;--columns:minmax(150px,1fr) 92px 72px repeat(%d,minmax(190px,1.4fr));--least:%dpx", n, 314+190*n)
}

func (c *DumpTime) rowsStyle() string {
	t := c.t()
	if t.reply == nil {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(t.list.y(t.reply.First))) + "px)"
}

func (c *DumpTime) active() any {
	if t := c.t(); t.reply != nil && t.at(t.row) != nil {
		return "course-" + strconv.Itoa(t.column) + "-" + strconv.Itoa(t.row)
	}
	return nil
}

func (c *DumpTime) columnCount() int {
	if r := c.t().reply; r != nil {
		return 3 + len(r.Dumps)
	}
	return 3
}

// clicked finds what was clicked by its id.
func (c *DumpTime) clicked(event vugu.DOMEvent) {
	t := c.t()
	switch id := event.PropString("target", "id"); id {
	case "time-chart":
		t.table = false
	case "time-table":
		t.table = true
	case "time-idle":
		t.idle = event.PropBool("target", "checked")
	default:
		what, row := cutNumber(id)
		kind, column := cutNumber(what)
		if kind == "course" && row >= 0 && column >= 0 {
			t.openCell(c.App, row, column)
		}
	}
}

// courseTip is the tooltip over the canvas of the dumps.
func (c *App) courseTip(t *tip) {
	d := &c.dump
	hit := c.hover.hit
	r := &d.time.pointed
	if len(r.Rows) == 0 || r.First != int(hit.Row) || int(hit.Depth) >= len(r.Rows[0].Cells) || int(hit.Depth) >= len(r.Dumps) {
		t.Last = "…"
		return
	}
	course, v := &r.Rows[0], &r.Rows[0].Cells[hit.Depth]
	t.Last = clipped(course.Name)
	t.Facts = append(t.Facts, fact{Term: "State", Text: clipped(v.State)})
	if v.Top != "" {
		t.Facts = append(t.Facts, fact{Term: "At", Text: clipped(v.Top)})
	}
	if v.CPU >= 0 {
		t.Facts = append(t.Facts, fact{Term: "CPU since the dump before", Text: seconds(v.CPU)})
	}
	switch course.Sign {
	case message.Unchanged:
		t.Note = fmt.Sprintf("The same innermost frames in %d dumps. The file does not tell its CPU time.", course.Run)
	case message.Stuck:
		t.Note = fmt.Sprintf("Stuck: the same innermost frames in %d dumps, and no CPU used.", course.Run)
	case message.Loops:
		t.Note = fmt.Sprintf("Busy loop: the same innermost frames in %d dumps, while it used CPU.", course.Run)
	}
}
