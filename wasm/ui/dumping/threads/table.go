package threads

import (
	"strconv"
	"strings"

	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

var columns = []struct {
	by          message.StackColumn
	class       string
	title, hint words.Text
}{
	{message.ThreadByName, "name", "Name", "The thread's name"},
	{message.ThreadByState, "state", "State", "The thread's state, as the virtual machine reports it"},
	{message.ThreadByTop, "topmost", "Top own frame", "The topmost frame of the app's own code, or the topmost frame if none is the app's own"},
	{message.ThreadByWanted, "wants", "Waits for", "The monitor that it waits for, and its holder"},
	{message.ThreadByHeld, "num", "Holds", "How many monitors it holds"},
	{message.ThreadByCPU, "num", "CPU", "Processor time since the thread began: utm + stm"},
	{message.ThreadByTid, "num", "tid", "The virtual machine's number of the thread; main has 1"},
	{message.ThreadBySysTid, "num", "sysTid", "The kernel's number of the thread"},
	{message.ThreadByPrio, "num", "Prio", "Java priority, 1 to 10; 5 is normal"},
	{message.ThreadByDaemon, "num", "Daemon", "A process ends when only daemon threads are left"},
}

// A head is the head of a column.
type head struct{ ID, Class, Sorted, Title, Hint string }

// changedHeads returns the heads if they differ from those in the browser.
func (v *View) changedHeads() []head {
	if !v.heads.Changed(v.order) {
		return nil
	}
	var all []head
	for i, k := range columns {
		h := head{ID: node.ID("stacks-sort", i), Class: k.class, Sorted: "none", Title: k.title.String(), Hint: k.hint.String()}
		if v.order.column == k.by {
			h.Sorted = "ascending"
			if v.order.down {
				h.Sorted = "descending"
			}
		}
		all = append(all, h)
	}
	return all
}

// sort sorts by a column, or reverses the order if the table is sorted by it.
func (v *View) sort(n int) {
	if n >= len(columns) {
		return
	}
	by := columns[n].by
	if v.order.column == by {
		v.order.down = !v.order.down
		return
	}
	v.order = order{by, by == message.ThreadByCPU || by == message.ThreadByHeld || by == message.ThreadByWanted}
}

// A line is a thread's row in the page.
type line struct {
	ID, Class string
	Index     int
	Chosen    bool
	Name, End string // a long name is cut between the two
	About     string // the task of a thread of the virtual machine
	Cells     [9]cell
}

// A cell is a figure or a name in a thread's row.
type cell struct{ Class, Text, Title string }

// content returns the text of the cell, or a frame in parts.
func (c *cell) content() any {
	if strings.HasPrefix(c.Class, topClass) {
		return grid.LabelHTML(c.Text)
	}
	return c.Text
}

const topClass = "topmost"

// changedRows returns the visible rows if they differ from those in the browser.
func (v *View) changedRows() []line {
	var all []line
	for i := range v.reply.Rows {
		r := &v.reply.Rows[i]
		l := line{Index: v.reply.First + i, Class: "row", Chosen: r.Thread == v.dumps.Thread && r.Thread != message.NoNode}
		l.ID = v.RowID(l.Index)
		if l.Index == v.Cursor {
			l.Class += " cursor"
		}
		if r.Idle {
			l.Class += " idle"
		}
		l.Name, l.End = words.SplitName(words.Clip(r.Name))
		l.About = tell.MachineThread(r.Name)
		l.Cells = v.cells(r)
		all = append(all, l)
	}
	return list.Changed(&v.rows, all, line{Class: "none"})
}

// cells returns the cells after the name.
func (v *View) cells(r *message.StackRow) [9]cell {
	wants := words.Clip(words.ShortObject(r.Wanted))
	if r.For != message.NoNode {
		wants += " ← " + words.Clip(r.ForName)
	}
	daemon := ""
	if r.Daemon {
		daemon = words.T("yes")
	}
	top := topClass
	if r.Own {
		top += " own"
	}
	raw, shown := desk.InFile(r.Raw), r.Top
	ran := raw
	if r.ReadableTop != "" {
		shown, ran = r.ReadableTop, strings.TrimSpace(words.Clip(r.Top)+"\n"+raw)
	}
	return [9]cell{
		{"state " + desk.StateName(r.Class), words.Clip(r.State), ""}, {top, words.Clip(words.ShortLabel(shown)), ran}, {"wants", wants, raw},
		{"num", number(r.Held), ""}, {"num", words.CPUTime(r.CPU), ""}, {"num", number(r.Tid), ""}, {"num", number(r.SysTid), ""}, {"num", number(r.Prio), ""}, {"num", daemon, ""},
	}
}

// number formats an ID or priority. It returns "" for 0, which means none.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// first returns the first visible row, -1 for none.
func (v *View) first() int {
	if len(v.reply.Rows) == 0 {
		return -1
	}
	return v.reply.First
}
