package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"traceglass/wasm/message"
)

// dumps is the state of the room of thread dumps: one process chosen among all, one thread
// of it, and what is shown of both.
type dumps struct {
	about   *message.Dumps // what is open, nil without
	process uint32         // chosen, a row of about.Processes
	thread  uint32         // chosen, NoNode for none
	view    dumpView
	raw     bool // the file's own text is shown beside, not the stack

	rows  stackTable
	stack query
	shown *message.StackReply // of the thread chosen
	text  textBox

	sight     sight // of the thread chosen, in the trace
	mainSight sight // of the main thread of the process chosen
	groups    groups
	flame     stackFlame
	time      overTime
}

// A dumpView is one of the tabs of a process.
type dumpView uint8

const (
	stacksView dumpView = iota
	groupsView
	stackFlameView
	timeView
	locksView
)

// dumpTabs are the views in the order of their keys, from 1.
var dumpTabs = []struct {
	view     dumpView
	id, name string
}{
	{stacksView, "stacks", "Threads"},
	{groupsView, "groups", "Groups"},
	{stackFlameView, "stackflame", "Flame graph"},
	{locksView, "locks", "Lock graph"},
	{timeView, "time", "Over time"},
}

// forget drops the dumps, and keeps the sizes of the boxes they were shown in.
func (d *dumps) forget() {
	flame, time := d.flame.View, d.time.View
	*d = dumps{thread: message.NoNode, rows: stackTable{window: window{Height: d.rows.Height}}, text: textBox{window: window{Height: d.text.Height}, marked: message.NoNode}}
	d.flame.View.Width, d.flame.View.Height = flame.Width, flame.Height
	d.time.View.Width, d.time.View.Height = time.Width, time.Height
	d.flame.reset(1, 1e-5)
}

// showDumps shows dumps that have been read. A trace that came with them stays in front,
// unless it was open before.
func (c *App) showDumps(about *message.Dumps) {
	if c.stage != opened {
		c.forget()
		c.stage, c.room = opened, dumpRoom
	}
	if c.dumpFirst {
		c.room = dumpRoom
	}
	c.dump.about = about
	c.dump.choose(c, suspect(about))
}

// suspect is the process to show first: the one that does not answer, else the first in
// which threads stand still for one another, else the first with a main thread.
func suspect(about *message.Dumps) uint32 {
	best, rank := 0, -1
	for i := range about.Processes {
		p := &about.Processes[i]
		r := 0
		switch {
		case uint32(i) == about.Hung:
			r = 4
		case p.Deadlocks > 0:
			r = 3
		case p.Main != message.NoNode:
			r = 2
		case p.Threads > 0:
			r = 1
		}
		if r > rank {
			best, rank = i, r
		}
	}
	return uint32(best)
}

// choose shows a process, its main thread first.
func (d *dumps) choose(c *App, process uint32) {
	if int(process) >= len(d.about.Processes) {
		return
	}
	d.process = process
	p := &d.about.Processes[process]
	d.rows = stackTable{window: window{Height: d.rows.Height}, column: d.rows.column, down: d.rows.down}
	c.host.ScrollTo("stacks", 0)
	d.chooseThread(c, p.Main)
	if p.Main == message.NoNode && p.Threads > 0 {
		d.chooseThread(c, p.Thread)
	}
	if p.Threads == 0 {
		d.showLine(c, p.Line)
	}
	if !d.offers(d.view) {
		d.view = stacksView
	}
}

// chosen is the process shown.
func (d *dumps) chosen() *message.Process { return &d.about.Processes[d.process] }

// chooseThread shows a thread's stack; one of another process brings that process along.
func (d *dumps) chooseThread(c *App, thread uint32) {
	d.thread = thread
	if thread == message.NoNode {
		d.shown, d.stack.asked = nil, ""
		return
	}
	if p := d.processOf(thread); p >= 0 && uint32(p) != d.process {
		d.choose(c, uint32(p))
		d.thread = thread
	}
}

// processOf is the process of a thread, -1 for none.
func (d *dumps) processOf(thread uint32) int {
	return slices.IndexFunc(d.about.Processes, func(p message.Process) bool {
		return thread >= p.Thread && thread-p.Thread < p.Threads
	})
}

// showLine shows a line of the files' text.
func (d *dumps) showLine(c *App, line uint32) {
	d.raw = true
	d.text.marked = line
	d.text.Total = d.about.Lines
	d.text.Top = max(0, min((float64(line)-8)*rowHeight/d.text.scale(), d.text.content()-d.text.Height))
	c.host.ScrollTo("text", d.text.Top)
}

// showStack shows the stack again beside the table.
func (d *dumps) showStack() { d.raw = false }

// want asks for what is shown and not yet at hand.
func (d *dumps) want(c *App) {
	switch d.view {
	case stacksView:
		d.rows.query.want(c.host, d.rows.request(d.process))
	case groupsView:
		d.groups.query.want(c.host, &message.Groups{Process: d.process})
	case stackFlameView:
		d.wantFlame(c)
	case timeView:
		d.wantTime(c)
	case locksView:
		d.wantLocks(c)
	}
	if d.thread != message.NoNode {
		d.stack.want(c.host, &message.Stack{Thread: d.thread})
	}
	d.sight.want(c, d.thread)
	if d.raw {
		first, n := d.text.rows()
		d.text.query.want(c.host, &message.TextLines{First: first, Count: n})
	}
}

func (d *dumps) takeStack(c *App, reply *message.StackReply) {
	if reply.Row.Thread != d.thread {
		return
	}
	first := d.shown == nil || d.shown.Row.Thread != reply.Row.Thread
	d.shown = reply
	if first && d.raw {
		d.showLine(c, reply.Line)
	}
}

// stored are the names of the files that were opened, each once.
func (d *dumps) stored() []string {
	var names []string
	for i := range d.about.Files {
		if name := d.about.Files[i].Stored; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// facts is the line that describes the files.
func (d *dumps) facts() string {
	var parts []string
	if n := len(d.about.Files); n > 1 {
		parts = append(parts, plural(int64(n), "file", "files"))
	}
	parts = append(parts, plural(int64(len(d.about.Processes)), "process", "processes"), plural(int64(d.about.Threads), "thread", "threads"))
	p := d.chosen()
	if p.Runtime != "" {
		parts = append(parts, p.Runtime)
	}
	if p.Release != "" {
		parts = append(parts, "Android "+clipped(p.Release))
	}
	return strings.Join(parts, " · ")
}

// notes are the receipt's lines; places are lines of their files, from 1.
func (d *dumps) notes() []message.Note {
	var all []message.Note
	for _, n := range d.about.Notes {
		note := message.Note{Code: n.Code, Text: n.Text, Count: n.Count, Offset: -1}
		if n.Line != message.NoNode {
			note.Offset = int64(n.Line-d.about.Files[n.File].Line) + 1
		}
		if len(d.about.Files) > 1 {
			note.Text = d.about.Files[n.File].Name + ": " + note.Text
		}
		all = append(all, note)
	}
	return all
}

// lineName says which line a line is, and of which file where there are several.
func (d *dumps) lineName(line uint32) string {
	file, number := d.place(line)
	if len(d.about.Files) > 1 && file != "" {
		return clipped(file) + ":" + number
	}
	return number
}

// place is the file of a line, and the line's number in it, from 1.
func (d *dumps) place(line uint32) (file, number string) {
	for i := range d.about.Files {
		if f := &d.about.Files[i]; line >= f.Line && line-f.Line < f.Lines {
			return f.Name, strconv.Itoa(int(line-f.Line) + 1)
		}
	}
	return "", ""
}

// step goes to the next process, or the one before.
func (d *dumps) step(c *App, by int) {
	n := len(d.about.Processes)
	d.choose(c, uint32((int(d.process)+by+n)%n))
}

// key takes a key press outside text fields.
func (d *dumps) key(c *App, key Key) bool {
	if key.Alt {
		return false
	}
	if key.Mod {
		if strings.EqualFold(key.Name, "f") {
			d.find(c)
			return true
		}
		return false
	}
	switch key.Name {
	case "/":
		d.find(c)
	case "[":
		d.step(c, -1)
	case "]":
		d.step(c, 1)
	case "Escape":
		if c.menu != "" {
			return false
		}
		d.back()
	default:
		if n, err := strconv.Atoi(key.Name); err == nil && n >= 1 && n <= len(dumpTabs) {
			d.show(dumpTabs[n-1].view)
			return true
		}
		switch {
		case d.view == stacksView && key.Row:
			return d.rows.press(c, key)
		case d.view == timeView && key.Row:
			return d.time.press(c, key)
		case d.view == locksView && key.Row:
			return c.graph.press(c, key)
		}
		return d.canvasKey(c, key)
	}
	return true
}

// back goes back one level: the text, the filters.
func (d *dumps) back() {
	switch {
	case d.raw:
		d.raw = false
	case d.view == stackFlameView && d.flame.zoomed():
		d.flame.out()
	default:
		d.rows.clear()
	}
}

// editing takes keys pressed in a text field.
func (d *dumps) editing(c *App, key Key) bool {
	if key.Name != "Escape" {
		return false
	}
	d.rows.clear()
	if d.view == stackFlameView {
		c.host.Focus("flame")
	} else {
		c.host.Focus("stacks-rows")
	}
	return true
}

// stackTable is the table of a process's threads.
type stackTable struct {
	window
	query  query
	reply  message.StackRowsReply
	cursor int
	follow bool // the thread at the cursor is to be shown when its row arrives
	column message.StackColumn
	down   bool
	class  message.StateClass
	text   string // searched for
	pkg    string
	busy   bool
	group  []uint32 // these alone, all if empty
}

func (t *stackTable) request(process uint32) *message.StackRows {
	w := t.window
	if w.Total == 0 {
		w.Total = mostRows
	}
	first, n := w.rows()
	return &message.StackRows{
		Process: process, Column: t.column, Descending: t.down, Class: t.class, Text: t.text, Package: t.pkg,
		Busy: t.busy, Group: t.group, First: first, Count: n,
	}
}

func (t *stackTable) take(reply *message.StackRowsReply) {
	t.reply, t.Total = *reply, reply.Total
	t.cursor = max(0, min(t.cursor, t.Total-1))
}

// filtered reports whether some threads are left out.
func (t *stackTable) filtered() bool {
	return t.class != message.AnyState || t.text != "" || t.pkg != "" || t.busy || len(t.group) > 0
}

// clear shows all threads again.
func (t *stackTable) clear() {
	t.class, t.text, t.pkg, t.busy, t.group = 0, "", "", false, nil
}

// tally says how many threads are shown.
func (t *stackTable) tally() string {
	all := 0
	for _, s := range t.reply.States {
		all += s.Count
	}
	if !t.filtered() {
		return plural(int64(all), "thread", "threads")
	}
	return count(int64(t.Total)) + " of " + count(int64(all))
}

// sortBy sorts by a column, the other way round if it is the one already.
func (t *stackTable) sortBy(column message.StackColumn) {
	if t.column == column {
		t.down = !t.down
		return
	}
	t.column, t.down = column, column == message.ThreadByCPU || column == message.ThreadByHeld || column == message.ThreadByWanted
}

// at is a row at hand, nil if it is not.
func (t *stackTable) at(index int) *message.StackRow {
	if i := index - t.reply.First; i >= 0 && i < len(t.reply.Rows) {
		return &t.reply.Rows[i]
	}
	return nil
}

func (t *stackTable) press(c *App, key Key) bool {
	switch key.Name {
	case "ArrowDown":
		t.cursor++
	case "ArrowUp":
		t.cursor--
	case "PageDown":
		t.cursor += int(t.Height / rowHeight)
	case "PageUp":
		t.cursor -= int(t.Height / rowHeight)
	case "Home":
		t.cursor = 0
	case "End":
		t.cursor = t.Total - 1
	case "Enter":
		if r := t.at(t.cursor); r != nil {
			c.dump.showLine(c, r.Line)
		}
	default:
		return false
	}
	t.cursor = max(0, min(t.cursor, t.Total-1))
	t.follow = true
	t.choose(c)
	if top, moved := t.reach(t.cursor); moved {
		t.Top = top
		c.host.ScrollTo("stacks", top)
	}
	return true
}

// choose shows the thread at the cursor, once its row is at hand.
func (t *stackTable) choose(c *App) {
	if r := t.at(t.cursor); r != nil && t.follow {
		t.follow = false
		c.dump.chooseThread(c, r.Thread)
	}
}

// stateClasses are the filters by state, and stateNames what a state's class is called.
var stateClasses = []struct {
	class message.StateClass
	name  string
}{
	{message.StateBlocked, "Blocked"}, {message.StateRunning, "Running"}, {message.StateInNative, "In native code"}, {message.StateWaiting, "Waiting"},
	{message.StateTimed, "Waiting with a limit"}, {message.StateInMachine, "In the virtual machine"}, {message.StateEnded, "Ended"}, {message.StateUnknown, "Not attached or native"},
}

// textBox is the files' own text.
type textBox struct {
	window
	query  query
	reply  message.TextLinesReply
	marked uint32 // a line that is pointed at, NoNode for none
}

func (t *textBox) rows() (first, n int) {
	w := t.window
	if w.Total == 0 {
		w.Total = mostRows
	}
	return w.rows()
}

func (t *textBox) take(reply *message.TextLinesReply) { t.reply, t.Total = *reply, reply.Total }

// seconds writes a CPU time, whose resolution is a hundredth of a second.
func seconds(s float64) string {
	switch {
	case s < 0:
		return ""
	case s < 100:
		return strconv.FormatFloat(s, 'f', 2, 64) + nbsp + "s"
	}
	return fmt.Sprintf("%d:%02d"+nbsp+"min", int(s)/60, int(s)%60)
}

// number writes an id or priority, "" for 0, which stands for none.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
