package threads

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
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
	{message.ThreadByWanted, "wants", "Waits for", "The thread that it waits for, and the monitor that this thread holds"},
	{message.ThreadByHeld, "num", "Holds", "How many monitors it holds"},
	{message.ThreadByCPU, "num", "CPU", "Processor time since the thread began: utm + stm"},
	{message.ThreadByTid, "num", "tid", "The virtual machine's number of the thread; main has 1"},
	{message.ThreadBySysTid, "num", "sysTid", "The kernel's number of the thread"},
	{message.ThreadByPrio, "num", "Prio", "Java priority, 1 to 10; 5 is normal"},
	{message.ThreadByDaemon, "num", "Daemon", "A process ends when only daemon threads are left"},
}

// headings returns the heads of the columns.
func (v *View) headings() (all []grid.Head) {
	for i, k := range columns {
		h := grid.Head{Class: k.class, Sorted: "none", Buttons: []grid.Button{{ID: node.ID("stacks-sort", i), Title: k.title.String(), Hint: k.hint.String()}}}
		if v.order.column == k.by {
			h.Buttons[0].Class = "on"
			h.Sorted = "ascending"
			if v.order.down {
				h.Sorted = "descending"
			}
		}
		if h.Name = i == 0; h.Name {
			by := grid.GroupThreads.Button(v.groupID(), v.by)
			by.Stop = true // the rows have no keys for it
			h.Buttons = append(h.Buttons, by)
		}
		all = append(all, h)
	}
	return all
}

// groupID returns the id of the button that groups the threads.
func (v *View) groupID() string { return v.Name + "-sort-" + grid.ByHead }

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

// Compute lays out the visible rows.
func (v *View) Compute() {
	if !v.shown() {
		return
	}
	v.Label, v.Class, v.Role = words.T("Threads of the process"), "stacks"+node.ClassIf(v.isNative(), " bare"), "grid"
	if v.grouped() {
		v.Role = "treegrid"
	}
	v.Heads, v.Lines = v.headings(), nil
	for i := range v.reply.Rows {
		v.Lines = append(v.Lines, v.line(v.reply.First+i, &v.reply.Rows[i]))
	}
}

// line returns a row as the page shows it.
func (v *View) line(index int, r *message.StackRow) grid.Line {
	l := grid.Line{Index: index, ID: v.RowID(index), Class: "row", Level: 1}
	var titles []string
	switch {
	case r.Threads > 0:
		l.Class += " opens" + node.ClassIf(r.Opened, " open")
		l.Expanded = strconv.FormatBool(r.Opened)
		l.SetGroup(r.Name, v.by, words.Plural(int64(r.Threads), "thread", "threads"))
	default:
		if l.Type, l.Name = words.SplitName(words.Clip(r.Name)); v.grouped() {
			l.Level, l.Style = 2, "--indent:24px"
		}
		titles = append(titles, tell.MachineThread(r.Name))
		l.Selected = r.Thread == v.dumps.Thread && r.Thread != message.NoNode
	}
	l.Class += node.ClassIf(index == v.Cursor, " cursor") + node.ClassIf(r.Idle, " idle")
	for _, c := range v.cells(r) {
		if strings.HasPrefix(c.class, topClass) && r.Threads == 0 {
			l.Figures += `<span role="gridcell" class="` + node.Escape(c.class) + `">` + grid.LabelHTML(c.text) + "</span>"
		} else {
			l.Figures += grid.Cell(c.class, c.text)
		}
		if c.title != "" && !slices.Contains(titles, c.title) {
			titles = append(titles, c.title)
		}
	}
	if r.Threads == 0 {
		l.Title = strings.TrimSpace(strings.Join(titles, "\n"))
	}
	return l
}

// A cell is a figure or a name in a row. Its title is a part of the row's.
type cell struct{ class, text, title string }

const topClass = "topmost"

// cells returns the cells after the name. Those of a group have the sums of its threads.
func (v *View) cells(r *message.StackRow) [9]cell {
	wants := words.Clip(words.ShortObject(r.Wanted))
	if r.For != message.NoNode {
		wants = words.Clip(r.ForName) + " · " + wants // the thread is the answer
	}
	daemon := ""
	if r.Daemon {
		daemon = words.T("yes")
	}
	state, top := cell{"state " + desk.StateName(r.Class), words.Clip(r.State), ""}, topClass
	if r.Own {
		top += " own"
	}
	raw, shown := desk.InFile(r.Raw), words.Clip(words.ShortLabel(r.Top))
	ran := raw
	if r.ReadableTop != "" {
		shown, ran = words.Clip(words.ShortLabel(r.ReadableTop)), strings.TrimSpace(words.Clip(r.Top)+"\n"+raw)
	}
	if r.Threads > 0 {
		var states []string
		for _, s := range r.States {
			states = append(states, words.Count(int64(s.Count))+words.NBSP+words.Clip(s.State))
		}
		state.text, shown = words.Plural(int64(r.Threads), "thread", "threads"), words.List(states)
	}
	return [9]cell{
		state, {top, shown, ran}, {"wants", wants, raw},
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
