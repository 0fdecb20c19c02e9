package desk

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/node"
)

// A Thing is the subject of a context menu in a view of a trace: a method and, if the view distinguishes them,
// one call of it or one frame.
type Thing struct {
	View     string // id of its view, or TimelineView
	Method   uint32
	Call     message.CallRef
	HasCall  bool
	Node     uint32 // node of a call tree; NoNode for none
	BottomUp bool   // the tree is bottom-up
	Fold     bool   // the tree folds direct recursion
	Row      string // the row's cells, separated by tabs; "" if it is not in a table
	Zoom     func() // zooms the view to it; nil if that is impossible
	Commands []Command
}

// TimelineView is the View of things in the timeline, which is not a tab.
const TimelineView = "timeline"

// OpenThing opens the context menu of a thing.
func (d *Desk) OpenThing(t Thing, m Menu) {
	pkg, _ := d.Names.Parts(t.Method)
	m.FullTitle = d.Names.Java(t.Method)
	m.Title = strings.TrimPrefix(m.FullTitle, pkg)
	m.Items = d.thingItems(t)
	d.OpenMenu(m)
}

// thingItems returns the items of a thing's menu. It omits its own view, and views that cannot show it.
func (d *Desk) thingItems(t Thing) (items []Command) {
	add := func(name string, do func()) { items = append(items, Command{Name: name, Do: do}) }
	with := d.askPath(t)
	if t.Zoom != nil {
		add(words.T("Zoom to it"), t.Zoom)
	}
	items = append(items, t.Commands...)
	items = append(items, separator)

	real := !d.Names.IsSwitch(t.Method)
	switch {
	case t.View == TimelineView || !real:
	case t.HasCall:
		add(words.T("Show in the timeline"), func() { d.ShowCall(t.Call, t.Method) })
	default:
		add(words.T("Show its longest call in the timeline"), with(func(m *message.Path) {
			if !m.Found {
				d.Notify(words.T("It has no call to show."))
				return
			}
			d.ShowCall(m.Longest, t.Method)
		}))
	}
	show := func(tab, name string) {
		if t.View != tab {
			add(name, func() {
				d.ChooseMethod(t.Method)
				d.Show(tab)
			})
		}
	}
	show("methods", words.T("Show in the method table"))
	summed := t.HasCall && d.Counts(t.Call.Thread) || t.Node != message.NoNode && !t.BottomUp
	if summed && t.View != "topdown" {
		add(words.T("Show in the top-down tree"), with(func(m *message.Path) { d.ShowBranch(t.crumbs(m)) }))
	}
	if summed && t.View != "flamegraph" {
		add(words.T("Zoom the flame graph to it"), with(func(m *message.Path) { d.Enter(t.crumbs(m)) }))
	} else {
		show("flamegraph", words.T("Show in the flame graph"))
	}
	if real {
		show("relatives", words.T("Show its callers and callees"))
		show("callgraph", words.T("Show in the call graph"))
	}

	items = append(items, separator)
	add(words.T("Copy name"), func() { d.Copy(d.Names.Java(t.Method)) })
	if d.Names.Raw(t.Method) != "" {
		add(words.T("Copy raw signature"), func() { d.Copy(d.Names.Raw(t.Method)) })
	}
	if t.HasCall || t.Node != message.NoNode {
		add(words.T("Copy path"), with(func(m *message.Path) { d.Copy(d.pathText(t, m)) }))
	}
	if t.Row != "" {
		add(words.T("Copy row"), func() { d.Copy(t.Row) })
	}
	if t.HasCall {
		items = append(items, separator)
		items = append(items, d.onlyHide(t.Call.Thread, d.ThreadName(t.Call.Thread))...)
	}
	return items
}

// askPath requests the path to a thing. It returns a function that wraps a handler of the path: the wrapped
// handler runs when the path is known.
func (d *Desk) askPath(t Thing) func(func(*message.Path)) func() {
	var known *message.Path
	var wanted func(*message.Path)
	d.path.Ask(&d.Line, &message.PathInfo{
		Scope: d.Scope(), Method: t.Method, Call: t.Call, HasCall: t.HasCall, Node: t.Node, BottomUp: t.BottomUp, Fold: t.Fold,
	}, func(m *message.Path) {
		d.Names.Learn(m.Names)
		known = m
		if wanted != nil {
			wanted(m)
		}
	})
	return func(do func(*message.Path)) func() {
		return func() {
			if wanted = do; known != nil {
				do(known)
			}
		}
	}
}

// crumbs returns the frames of the path to a thing, as in the tree of its node.
func (t *Thing) crumbs(m *message.Path) []canvas.Crumb {
	methods := slices.Clone(m.Methods)
	if t.BottomUp {
		slices.Reverse(methods)
	} else if t.Fold {
		methods = slices.Compact(methods)
	}
	var all []canvas.Crumb
	for i := range min(len(methods), len(m.Nodes)) {
		all = append(all, canvas.Crumb{Node: m.Nodes[i], Method: methods[i]})
	}
	return all
}

// PathTo requests the frames of the path to a node of a tree, and calls take with them.
func (d *Desk) PathTo(t Thing, take func([]canvas.Crumb)) {
	d.askPath(t)(func(m *message.Path) { take(t.crumbs(m)) })()
}

// pathText returns the stack of a thing as text: the thread, then a line for each method from the outermost.
func (d *Desk) pathText(t Thing, m *message.Path) string {
	lines := []string{d.ThreadsText()}
	if t.HasCall {
		lines[0] = d.ThreadName(t.Call.Thread)
	}
	for _, method := range m.Methods {
		lines = append(lines, d.Names.Java(method))
	}
	return strings.Join(lines, "\n") + "\n"
}

// ShowCall selects a call and zooms the timeline to it.
func (d *Desk) ShowCall(call message.CallRef, method uint32) {
	d.Split.ShowPart(TimelinePart)
	d.Jump(call, method)
	d.ZoomTo(call, method)
}

// ShowBranch shows a frame, given its path, in the top-down tree.
func (d *Desk) ShowBranch(path []canvas.Crumb) {
	if len(path) == 0 {
		d.Notify(words.T("The tree has no such frame."))
		return
	}
	d.Branch = path
	d.Branches++
	if start := d.Starts[0].Path; len(start) > 0 && !slices.Contains(path, start[len(start)-1]) {
		d.Starts[0] = Start{}
	}
	d.ChooseMethod(path[len(path)-1].Method)
	d.Show("topdown")
}

// A Start is the root that a call tree is shown from, given its path. The zero value is the tree's own root.
type Start struct {
	Path []canvas.Crumb
	Fold bool // the nodes belong to a tree that folds direct recursion
}

// ThreadFacts returns a thread's figures for a tooltip.
func (d *Desk) ThreadFacts(thread uint32) []node.Fact {
	t := d.thread(thread)
	if t == nil {
		return nil
	}
	return []node.Fact{
		{Term: "ID", Text: strconv.FormatUint(uint64(t.ID), 10)},
		{Term: d.BusyName(d.Clock), Text: d.Figure(t.Busy[d.Clock], d.Clock)},
	}
}

// OpenThread opens the context menu of a thread.
func (d *Desk) OpenThread(thread uint32, m Menu) {
	m.Title = words.Say("Thread {1}", d.ThreadName(thread))
	m.Items = append(m.Items, d.ThreadItems(thread)...)
	d.OpenMenu(m)
}

// onlyHide returns two items: to sum only this thread, and to hide it or show it again.
func (d *Desk) onlyHide(thread uint32, name string) (items []Command) {
	add := func(this, named words.Text, do func()) {
		if name != "" {
			items = append(items, Command{Name: words.Say(named, name), Do: do})
		} else {
			items = append(items, Command{Name: this.String(), Do: do})
		}
	}
	if !d.Alone(thread) && len(d.Trace.Threads) > 1 {
		add("Only this thread", "Only thread {1}", func() { d.OnlyThread(thread) })
	}
	if slices.Contains(d.Hidden, thread) {
		add("Show this thread", "Show thread {1}", func() { d.ToggleHidden(thread) })
	} else {
		add("Hide this thread", "Hide thread {1}", func() { d.ToggleHidden(thread) })
	}
	return items
}

// ThreadItems returns the items of a thread's menu.
func (d *Desk) ThreadItems(thread uint32) []Command {
	items := d.onlyHide(thread, "")
	add := func(name string, do func()) { items = append(items, Command{Name: name, Do: do}) }
	if slices.Contains(d.Collapsed, thread) {
		add(words.T("Expand it"), func() { d.ToggleCollapsed(thread) })
	} else {
		add(words.T("Collapse it to one row"), func() { d.ToggleCollapsed(thread) })
	}
	if t := d.thread(thread); t != nil {
		add(words.T("Fit its time"), func() {
			d.Split.ShowPart(TimelinePart)
			d.Time.Around(float64(t.From), float64(t.To))
			d.Time.Preview(d.Host)
		})
	}
	items = append(items, separator)
	items = append(items, d.allThreads()...)
	items = append(items, separator)
	add(words.T("Copy name"), func() { d.Copy(d.ThreadName(thread)) })
	return items
}

// allThreads returns the items that undo hiding and selecting threads.
func (d *Desk) allThreads() (items []Command) {
	if len(d.Threads) > 0 {
		items = append(items, Command{Name: words.T("Sum over all threads"), Do: d.ClearThreads})
	}
	if len(d.Hidden) > 0 {
		items = append(items, Command{Name: words.T("Show all threads"), Do: d.ShowHidden})
	}
	return items
}

// OpenTime opens the menu of empty space on a canvas with a time axis; at is the time there in ns.
func (d *Desk) OpenTime(at float64, m Menu) {
	m.Title = words.T("Timeline")
	add := func(name, keys string, do func()) { m.Items = append(m.Items, Command{Name: name, Keys: keys, Do: do}) }
	if d.Ranged() {
		m.Title = d.RangeText()
		add(words.T("Zoom to the range"), "", d.ZoomRange)
		add(words.T("Clear the range"), "", d.ClearRange)
	}
	if d.HasCall {
		add(words.T("Zoom to the chosen call"), "F", func() { d.Fit() })
	}
	if !d.Time.AllInView() {
		add(words.T("Show the whole trace"), "0", func() {
			d.Time.ShowAll()
			d.Time.Preview(d.Host)
		})
	}
	m.Items = append(append(m.Items, separator), d.allThreads()...)
	if len(d.Trace.Threads) > 1 {
		name := words.T("Collapse all threads")
		if len(d.Collapsed) > 0 {
			name = words.T("Expand all threads")
		}
		add(name, "", d.CollapseAll)
	}
	if at >= 0 && at <= d.Time.End {
		add(words.T("Copy the time here"), "", func() { d.Copy(words.Plain(words.Precise(int64(at)))) })
	}
	d.OpenMenu(m)
}

// ZoomRange zooms the timeline to the selected range.
func (d *Desk) ZoomRange() {
	if d.Ranged() {
		d.Split.ShowPart(TimelinePart)
		d.Time.Show(float64(d.From), float64(d.To))
		d.Time.Preview(d.Host)
	}
}
