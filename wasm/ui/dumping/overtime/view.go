// Package overtime is the view of a process's dumps in sequence: it shows the work of each thread in each dump,
// as a chart or as a table.
package overtime

import (
	"cmp"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the chart and the table, and the component of their panel.
type View struct {
	room.NoView
	dumps     *desk.Dumps
	pane      canvas.Pane
	list      list.Box // Its cursor is the row of the focused cell.
	column    int      // Column of the focused cell.
	table     bool     // Show the table instead of the canvas.
	idle      bool     // Include threads that are always idle.
	dumpCount int      // Number of dumps when the pane was last reset.

	query   ask.Query[*message.CoursesReply]
	reply   *message.CoursesReply
	tip     canvas.Tip
	hover   ask.Query[*message.CoursesReply]
	pointed message.CoursesReply // the row under the pointer
	heads   list.Once[string]
	rows    list.Rows[line]
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View {
	return &View{dumps: d, pane: canvas.Pane{ID: canvas.Timeline}, list: list.Box{Name: "courses"}}
}

// Open resets the view for newly opened dumps.
func (v *View) Open() {
	v.pane.Reset(0, 1)
	v.list.Reset()
	*v = View{dumps: v.dumps, pane: v.pane, list: v.list}
	v.list.Cursor = 0
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "time", Name: "Over time", Searches: true} }

// RequestData requests the chart, or the rows of the table.
func (v *View) RequestData() {
	d := v.dumps
	if n := d.Chosen().Dumps; v.dumpCount != n {
		v.dumpCount = n
		v.pane.Reset(float64(n), 1)
	}
	first, n := v.list.Wanted()
	if !v.table {
		first, n = 0, 1 // for the summary above the canvas
	}
	v.query.Want(&d.Page.Line, &message.Courses{Process: d.Process, Idle: v.idle, Find: d.Filter.Text, First: first, Count: n}, v.setReply)
	if v.table || v.pane.View.Width <= 0 {
		return
	}
	v.pane.Want(d.Host, &d.Page.Line, &message.CourseChart{Process: d.Process, Idle: v.idle, Find: d.Filter.Text, View: v.pane.View, Thread: d.Thread})
	if h := &v.pane.Hover; h.Shown {
		d.Names.Need(h.Hit.Method)
		v.hover.Want(&d.Page.Line, &message.Courses{Process: d.Process, Idle: v.idle, Find: d.Filter.Text, First: int(h.Hit.Row), Count: 1},
			func(m *message.CoursesReply) { v.pointed = *m })
	}
}

func (v *View) setReply(m *message.CoursesReply) {
	v.reply, v.list.Total = m, m.Total
	v.clampCell()
}

// clampCell keeps the focused cell inside the table.
func (v *View) clampCell() {
	v.list.Cursor = max(0, min(v.list.Cursor, v.list.Total-1))
	v.column = max(0, min(v.column, len(v.reply.Dumps)-1))
}

// at returns a loaded row, or nil.
func (v *View) at(row int) *message.Course {
	if v.reply == nil || row < v.reply.First || row-v.reply.First >= len(v.reply.Rows) {
		return nil
	}
	return &v.reply.Rows[row-v.reply.First]
}

// open shows a thread's stack in one of the dumps.
func (v *View) open(row, column int) {
	v.list.Cursor, v.column = row, column
	if r := v.at(row); r != nil && column < len(r.Cells) && r.Cells[column].Thread != message.NoNode {
		v.dumps.ChooseThread(r.Cells[column].Thread)
	}
}

// Key handles a key in the table, and reports whether it did.
func (v *View) Key(k canvas.Key) bool {
	if !k.Row || !v.table || v.reply == nil {
		return false
	}
	row, ok := v.list.Step(k)
	column := v.column
	switch k.Name {
	case "ArrowLeft":
		column--
	case "ArrowRight":
		column++
	case "Enter", " ":
	default:
		if !ok {
			return false
		}
	}
	v.list.Cursor, v.column = row, column
	v.clampCell()
	v.open(v.list.Cursor, v.column)
	v.list.ScrollIntoView(v.dumps.Host, v.list.Cursor)
	return true
}

// Sized stores the scroll offset and height of the table.
func (v *View) Sized(box string, top, height float64) bool { return v.list.Sized(box, top, height) }

// ---- Gestures ----

// Canvas returns the view's canvas.
func (v *View) Canvases() []canvas.ID { return []canvas.ID{v.pane.ID} }

// Input handles an input on the canvas.
func (v *View) Input(in canvas.Input) { v.pane.Handle(v.dumps.Host, in, canvas.InDumps, true, v) }

// Drawn stores the layout of the list that the canvas now shows.
func (v *View) Drawn(g canvas.Geometry) { v.pane.Drawn(g) }

// Zone returns the part of the canvas under an input.
func (v *View) Zone(in canvas.Input) canvas.Zone { return v.pane.Zone(in) }

// Touch performs a gesture on the canvas.
func (v *View) Touch(act canvas.Act, in canvas.Input) {
	switch act {
	case canvas.Choose, canvas.Deselect:
		if in.Hit.OK {
			v.dumps.ShowStack(in.Hit.Thread)
		}
		return
	case canvas.ZoomTo:
		act = canvas.ShowAll
	}
	v.pane.Move(v.dumps.Host, v, act, in)
}

// Do performs a gesture from the keyboard.
func (v *View) Do(act canvas.Act) bool {
	if v.table {
		return false
	}
	x, y := v.pane.Middle()
	return v.pane.Do(v.dumps.Host, v, act, x, y)
}

// Zoom, Pan, ShowAll and Preview make the view a canvas.Mover.

func (v *View) Zoom(x, y message.CSS, factor float64) { v.pane.Zoom(x, y, factor) }
func (v *View) Pan(dx, dy message.CSS)                { v.pane.Pan(dx, dy) }
func (v *View) ShowAll()                              { v.pane.ShowAll() }
func (v *View) Preview(h canvas.Host)                 { v.pane.Preview(h) }

// ---- What the panel shows ----

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// tableShown reports whether the page shows the table.
func (v *View) tableShown() bool {
	if v.shown() && v.table {
		return true
	}
	v.heads.Forget()
	v.rows.Forget()
	return false
}

// summary returns the findings over all dumps, as text.
func (v *View) summary() string {
	r := v.reply
	if r == nil {
		return ""
	}
	parts := []string{words.Plural(int64(len(r.Dumps)), "dump", "dumps")}
	if r.Stuck > 0 {
		parts = append(parts, words.Say("{1} stuck", words.Count(int64(r.Stuck))))
	}
	if r.Loops > 0 {
		parts = append(parts, words.Say("{1} in a busy loop", words.Count(int64(r.Loops))))
	}
	if r.Stuck+r.Loops == 0 {
		parts = append(parts, words.T("no working thread is stuck"))
	}
	if r.Hidden > 0 {
		parts = append(parts, words.Say("{1} idle left out", words.Count(int64(r.Hidden))))
	}
	return strings.Join(parts, " · ")
}

// Status returns the number of threads that match the search, as text.
func (v *View) Status() (s room.Status) {
	s.Hidden = v.dumps.Chosen().Dumps <= 1
	if v.reply != nil {
		s.Tally = v.reply.Tally
	}
	return s
}

// leftText lists the dumps that the view leaves out, and why.
func (v *View) leftText() string {
	if v.reply == nil {
		return ""
	}
	return v.reply.Left
}

func (v *View) label() string {
	return words.Say("Threads through the dumps: {1}. The button Table shows the same as a table.", v.summary())
}

// active returns the ID of the focused cell, nil for none.
func (v *View) active() any {
	if v.at(v.list.Cursor) == nil {
		return nil
	}
	return cellID(v.list.Cursor, v.column)
}

// clicked handles a click, by the element's ID.
func (v *View) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	if id == "time-idle" {
		v.idle = event.PropBool("target", "checked")
		return
	}
	stem, row := node.CutNumber(id)
	if kind, column := node.CutNumber(stem); kind == "course" && row >= 0 && column >= 0 {
		v.open(row, column)
	}
}

// forms returns the choice of how the dumps are shown.
func (v *View) forms() *bar.Row {
	return bar.Choice(words.T("How to show the dumps"),
		bar.Button{ID: "time-chart", Name: words.T("Chart"), State: bar.Is(!v.table), Do: func() { v.table = false }},
		bar.Button{ID: "time-table", Name: words.T("Table"), State: bar.Is(v.table), Do: func() { v.table = true }},
	)
}

// place returns the tooltip over the canvas, filled and in its place.
func (v *View) place() vugu.Builder {
	t := &v.tip
	if !t.Place(&v.pane) {
		return t
	}
	h, m := &v.pane.Hover.Hit, &v.pointed
	if len(m.Rows) == 0 || m.First != int(h.Row) || int(h.Depth) >= len(m.Rows[0].Cells) || int(h.Depth) >= len(m.Dumps) {
		t.Last = "…"
		return t
	}
	course := &m.Rows[0]
	c := &course.Cells[h.Depth]
	t.Last = words.Clip(course.Name)
	t.Facts = []node.Fact{{Term: words.T("State"), Text: words.Clip(c.State)}}
	if c.Top != "" {
		t.Facts = append(t.Facts, node.Fact{Term: words.T("At"), Text: words.Clip(cmp.Or(c.ReadableTop, c.Top))})
	}
	if c.ReadableTop != "" {
		t.Facts = append(t.Facts, node.Fact{Term: words.T("Compiled name"), Text: words.Clip(c.Top)})
	}
	t.Facts = append(t.Facts, desk.RawFact(c.Raw)...)
	if c.CPU >= 0 {
		t.Facts = append(t.Facts, node.Fact{Term: words.T("CPU since the previous dump"), Text: words.CPUTime(c.CPU)})
	}
	switch course.Sign {
	case message.Unchanged:
		t.Note = words.Say("The same innermost frames in {1} dumps. The file does not show its CPU time, or it waits for a lock each time.", words.Count(int64(course.Run)))
	case message.Stuck:
		t.Note = words.Say("Stuck: the same innermost frames in {1} dumps, and no CPU used, or in a deadlock.", words.Count(int64(course.Run)))
	case message.Loops:
		t.Note = words.Say("Busy loop: the same innermost frames in {1} dumps, while it used CPU.", words.Count(int64(course.Run)))
	}
	return t
}
