// Package threads is the view of a process's threads as a table. You can sort and filter it, and move through
// it with the keyboard.
package threads

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the table and the component of its panel. The desk stores the filter.
type View struct {
	room.NoView
	grid.Sheet
	dumps   *desk.Dumps
	by      message.By // ByThread without groups
	open    []uint32   // groups that show their threads
	order   order
	process uint32   // the process at the last RequestData
	group   []uint32 // the group of the filter at the last RequestData
	follow  bool     // select the thread at the cursor when its row arrives

	query ask.Query[*message.StackRowsReply]
	reply message.StackRowsReply
	sync  viewstate.Sync
}

// An order is a sort order of the rows.
type order struct {
	column message.StackColumn
	down   bool
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View {
	v := &View{dumps: d, by: message.ByThread, Sheet: grid.Sheet{Box: list.Box{Name: "stacks"}, Role: "grid"}, sync: viewstate.Sync{View: "stacks"}}
	v.Clicked, v.Entered = v.rowClicked, func(vugu.DOMEvent) {}
	return v
}

// Open resets the view for newly opened dumps.
func (v *View) Open() {
	v.Box.Reset()
	*v = View{Sheet: v.Sheet, dumps: v.dumps, by: message.ByThread, sync: v.sync}
	v.sync.Open(&v.dumps.ViewStates, &v.dumps.Names)
	v.begin()
}

// begin shows the table of the selected process from its top.
func (v *View) begin() {
	v.Box.Reset()
	v.Cursor, v.process, v.group, v.open, v.follow = 0, v.dumps.Process, nil, nil, false
	v.reply = message.StackRowsReply{}
	v.ScrollTo(v.dumps.Host, 0)
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "stacks", Name: "Threads"} }

// RequestData requests the visible rows.
func (v *View) RequestData() {
	d := v.dumps
	if v.process != d.Process {
		v.begin()
	}
	if f := &d.Filter; !slices.Equal(v.group, f.Group) {
		if v.group = f.Group; len(v.group) > 0 {
			v.Cursor = 0
			v.ScrollTo(d.Host, 0)
		}
	}
	if l, ok := v.sync.Requested(); ok {
		by := l.Numbers("s", 2, uint64(message.ThreadByDaemon))
		v.order = order{message.StackColumn(by[0]), by[1] == 1}
		if v.by, v.open = message.ByThread, nil; len(l.Values("g")) > 0 {
			v.by = message.By(l.Numbers("g", 1, uint64(message.By(0).Last()))[0])
		}
	}
	v.sync.Report(&d.Page.Line, message.Hashes{}, nil, func(func(...uint32) []string) (l viewstate.State) {
		if v.order != (order{}) {
			down := "0"
			if v.order.down {
				down = "1"
			}
			l = l.With("s", strconv.Itoa(int(v.order.column)), down)
		}
		if v.grouped() {
			l = l.With("g", strconv.Itoa(int(v.by)))
		}
		return l
	})
	first, n := v.Wanted()
	process, f := d.Process, &d.Filter
	v.query.Want(&d.Page.Line, &message.StackRows{
		Process: process, Column: v.order.column, Descending: v.order.down, Class: f.Class, Text: f.Text, Package: f.Package,
		Busy: f.Busy, Group: f.Group, Grouped: v.grouped(), By: v.by, Open: v.open, First: first, Count: n,
	}, func(m *message.StackRowsReply) {
		if process == v.process {
			v.setReply(m)
		}
	})
}

// grouped reports whether the threads are grouped.
func (v *View) grouped() bool { return v.by != message.ByThread }

// GroupBy groups the threads, and shows the table.
func (v *View) GroupBy(by message.By) {
	v.by, v.open, v.Cursor = by, nil, 0
	v.ScrollTo(v.dumps.Host, 0)
	v.dumps.Tab = v.Tab().ID
}

func (v *View) setReply(m *message.StackRowsReply) {
	v.reply, v.Total = *m, m.Total
	v.Cursor = max(0, min(v.Cursor, v.Total-1))
	v.choose()
}

// at returns a loaded row, or nil.
func (v *View) at(index int) *message.StackRow {
	if i := index - v.reply.First; i >= 0 && i < len(v.reply.Rows) {
		return &v.reply.Rows[i]
	}
	return nil
}

// choose shows the stack of the thread at the cursor after a key moved it, once the row is loaded.
func (v *View) choose() {
	if r := v.at(v.Cursor); r != nil && v.follow {
		v.follow = false
		v.show(r)
	}
}

// Opens reports whether a row is a group.
func (v *View) Opens(row int) bool {
	r := v.at(row)
	return r != nil && r.Threads > 0
}

// Opened reports whether a row is an open group.
func (v *View) Opened(row int) bool { return v.Opens(row) && v.at(row).Opened }

// Toggle opens or closes a group.
func (v *View) Toggle(row int) {
	if v.Opens(row) {
		v.open = desk.Toggled(v.open, v.at(row).Group)
	}
}

// Above returns the group of a row.
func (v *View) Above(row int) int {
	return grid.Parent(row, func(row int) int {
		switch r := v.at(row); {
		case r == nil:
			return -1
		case r.Threads > 0:
			return 0
		}
		return 1
	})
}

// Enter opens or closes a group, or shows a thread in the file's text.
func (v *View) Enter(row int) {
	if v.Toggle(row); !v.Opens(row) && v.at(row) != nil {
		v.dumps.ShowLine(v.at(row).Line)
		v.Move(row)
	}
}

// Move shows the stack of a thread after a key moved the cursor to it.
func (v *View) Move(int) {
	v.follow = true
	v.choose()
}

// show shows a thread's stack, or its line in the file if it has no stack.
func (v *View) show(r *message.StackRow) {
	if r.Threads > 0 {
		return
	}
	if r.Thread == message.NoNode {
		v.dumps.ShowLine(r.Line)
		return
	}
	v.dumps.ChooseThread(r.Thread)
}

// Status describes the rows in the document.
func (v *View) Status() room.Status { return room.Status{Rows: v.RangeText()} }

// Key handles a key in the table, and reports whether it did. Enter shows the thread in the file's text.
func (v *View) Key(k canvas.Key) bool {
	if (k.Name == "Enter" || k.Name == " ") && strings.HasPrefix(k.Focus, v.Name+"-sort-") { // a button in a head
		return false
	}
	return k.Row && v.RowKey(v.dumps.Host, k, v)
}

// Menu opens the menu of a thread's row, or of the focused row.
func (v *View) Menu(id string, at desk.Place) bool {
	d := v.dumps
	index, _, ok := v.RowOf(id)
	if id == v.Name+"-rows" {
		index, ok = v.Cursor, true
	}
	r := v.at(index)
	if !ok || r == nil {
		return false
	}
	row := *r
	m := desk.Menu{At: at, Element: v.RowID(index), ReturnFocus: v.Name + "-rows", Title: words.Say("Thread {1}", row.Name)}
	add := func(name, keys string, do func()) {
		m.Items = append(m.Items, desk.Command{Name: name, Keys: keys, Do: do})
	}
	name := row.Name
	if row.Threads > 0 {
		name = grid.GroupText(row.Name, v.by)
		m.Title, m.FullTitle = words.Clip(name), name
		open := words.T("Open it")
		if row.Opened {
			open = words.T("Close it")
		}
		add(open, "Enter", func() { v.Toggle(index) })
	}
	if row.Thread != message.NoNode {
		add(words.T("Show its stack"), "", func() { v.Cursor = index; d.ShowStack(row.Thread) })
	}
	if row.Threads == 0 {
		add(words.T("Show in the file’s text"), "Enter", func() { v.show(&row); d.ShowLine(row.Line) })
		add(words.T("Only threads in this state"), "", func() { d.Filter = desk.Filter{Class: row.Class} })
	}
	if row.For != message.NoNode {
		add(words.T("Show the thread that it waits for"), "", func() { d.ShowStack(row.For) })
	}
	if d.Filter.Any() {
		add(words.T("Show all threads"), "", v.showAll)
	}
	m.Items = append(m.Items, desk.Command{})
	add(words.T("Copy name"), "", func() { d.Copy(name) })
	add(words.T("Copy row"), "", func() {
		cells := []string{words.Clip(name)}
		plain := row
		plain.ReadableTop = ""
		for _, c := range v.cells(&plain) {
			cells = append(cells, c.text)
		}
		d.Copy(words.Plain(strings.Join(cells, "\t")))
	})
	d.OpenMenu(m)
	return true
}

// Sized stores the scroll offset and height of the table.
func (v *View) Sized(box string, top, height float64) bool { return v.Box.Sized(box, top, height) }

// ---- What the panel shows ----

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// isNative reports whether the rows have only the kernel's data: names, states, frames and thread IDs. The style
// sheet then hides the columns of the virtual machine.
func (v *View) isNative() bool {
	kind := v.dumps.Chosen().Kind
	return kind == message.NativeProcess || kind == message.KernelWaits
}

// tally returns the number of listed threads as text, "" until the reply arrives.
func (v *View) tally() string {
	all := 0
	for _, s := range v.reply.States {
		all += s.Count
	}
	if all == 0 {
		return ""
	}
	if !v.dumps.Filter.Any() {
		return words.Plural(int64(all), "thread", "threads")
	}
	return words.Say("{1} of {2}", words.Count(int64(v.reply.Threads)), words.Count(int64(all)))
}

// states returns the menu of the filter by state.
func (v *View) states() *bar.Select {
	class := v.dumps.Filter.Class
	all := []bar.Option{{Value: "0", Name: words.T("all"), On: class == message.AnyState}}
	for _, s := range desk.StateClasses {
		n := 0
		for _, in := range v.reply.States {
			if in.Class == s.Class {
				n += in.Count
			}
		}
		if n > 0 || class == s.Class {
			all = append(all, bar.Option{Value: strconv.Itoa(int(s.Class)), Name: s.Name.String() + " (" + words.Count(int64(n)) + ")", On: class == s.Class})
		}
	}
	return &bar.Select{ID: "stacks-state", Label: "State", Options: all, Do: bar.Number(func(n int) {
		v.dumps.Filter.Class = message.StateClass(n)
		v.toTop()
	})}
}

// finds returns the search field.
func (v *View) finds() *bar.Find {
	field := v.dumps.Find("stacks-find", "Search threads and frames")
	search := field.Do
	field.Do = func(text string) {
		search(text)
		v.toTop()
	}
	return field
}

// packages returns the field of the filter by package.
func (v *View) packages() *bar.Find {
	return &bar.Find{ID: "stacks-package", Empty: "Package: com.example", Named: "Only threads with a frame of this package", Text: v.dumps.Filter.Package, Do: func(text string) {
		v.dumps.Filter.Package = strings.TrimSpace(text)
		v.toTop()
	}}
}

// toTop scrolls to the first row, because other threads are listed now.
func (v *View) toTop() { v.ScrollTo(v.dumps.Host, 0) }

// blank returns the text of a panel without rows, "" for none.
func (v *View) blank() string {
	p := v.dumps.Chosen()
	switch {
	case v.query.Busy() || v.Total > 0:
		return ""
	case p.Threads == 0 && p.Kind == message.FailedProcess:
		return words.T("The dump of this process failed. The file's text next to it shows the reason.")
	case p.Threads == 0 && p.Kind == message.ReportedProcess:
		return words.T("The file reports that this process did not answer, but contains none of its stacks. Read the report above, under About the dump. To get the stacks, run adb bugreport.")
	case p.Threads == 0:
		return words.T("This part of the file has no stacks; see its text next to it.")
	case v.dumps.Filter.Any():
		return words.T("No thread matches.")
	}
	return ""
}

// showAll removes the filter.
func (v *View) showAll() { v.dumps.Filter = desk.Filter{} }

// clicked handles a click above the table.
func (v *View) clicked(event vugu.DOMEvent) {
	node.Routes{"stacks-clear": func(int) { v.showAll() }}.Dispatch(event)
}

// rowClicked handles a click in the table, by the element's ID.
func (v *View) rowClicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	if row, _, ok := v.RowOf(id); ok && v.at(row) != nil {
		v.Cursor = row
		v.Toggle(row)
		v.show(v.at(row))
		return
	}
	if id == v.groupID() {
		grid.GroupThreads.Open(v.dumps.Page, id, v.by, v.GroupBy)
		return
	}
	node.Routes{"stacks-sort": v.sort}.Dispatch(event)
}

// changed handles a choice in the toolbar.
func (v *View) changed(event vugu.DOMEvent) {
	if !bar.Handle(event, v.states()) && event.PropString("target", "id") == "stacks-busy" {
		v.dumps.Filter.Busy = event.PropBool("target", "checked")
		v.toTop()
	}
}
