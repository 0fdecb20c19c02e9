// Package menus opens the context menus of a trace: of methods, calls, frames, threads and times.
package menus

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/filter"
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
	Commands []desk.Command
}

// TimelineView is the View of things in the timeline, which is not a tab.
const TimelineView = "timeline"

// OpenThing opens the context menu of a thing.
func OpenThing(d *desk.Desk, t Thing, m desk.Menu) {
	again := m
	m.Await(&d.Names, t.Method, func() { OpenThing(d, t, again) })
	pkg, _ := d.Names.Parts(t.Method)
	m.FullTitle = d.Names.Java(t.Method)
	m.Title = strings.TrimPrefix(m.FullTitle, pkg)
	if d.Names.Of(t.Method).ReadableName != "" {
		m.Title = d.Names.Short(t.Method)
	}
	m.Items = thingItems(d, t, m)
	d.OpenMenu(m)
}

// thingItems returns the items of a thing's menu m. It omits its own view, and views that cannot show it.
func thingItems(d *desk.Desk, t Thing, m desk.Menu) (items []desk.Command) {
	add := func(name string, do func()) { items = append(items, desk.Command{Name: name, Do: do}) }
	with := askPath(d, t)
	if t.Zoom != nil {
		add(words.T("Zoom to it"), t.Zoom)
	}
	items = append(items, t.Commands...)
	items = append(items, desk.Command{})

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
		add(words.T("Show its sandwich in the flame graph"), func() { d.ShowSandwich(t.Method) })
		show("callgraph", words.T("Show in the call graph"))
	}

	items = append(items, d.Owners.Items(d, t.Method)...)
	if real {
		items = append(items, filterItem(d, t.Method, m))
	}
	items = append(items, d.NameCommands(func() (name, facts string) { return d.Names.Source(t.Method) })...)
	if t.HasCall || t.Node != message.NoNode {
		add(words.T("Copy path"), with(func(m *message.Path) { d.Copy(pathText(d, t, m)) }))
	}
	if t.Row != "" {
		add(words.T("Copy row"), func() { d.Copy(t.Row) })
	}
	if t.HasCall {
		items = append(items, desk.Command{})
		items = append(items, onlyHide(d, t.Call.Thread, d.ThreadName(t.Call.Thread))...)
	}
	return items
}

// filterItem returns the item that opens a menu with filters by a method, at the place of another menu.
func filterItem(d *desk.Desk, method uint32, of desk.Menu) desk.Command {
	of.Items = nil
	add := func(says words.Text, verb, name, shown string) {
		if name != "" {
			of.Items = append(of.Items, desk.Command{Name: words.Say(says, words.Clip(shown)), Do: func() { filter.Of(d).Add(query.Hashing(verb, name)) }})
		}
	}
	name, class, pkg := d.Names.WithSignature(method), d.Names.Class(method), d.Names.Package(method)
	add("Keep only its calls", "through", name, "")
	add("Begin paths with it", "root", name, "")
	add("Leave out its calls", "drop", name, "")
	add("Give its own time to callers", "merge", name, "")
	for _, all := range []string{class, pkg} {
		if all != "" {
			of.Items = append(of.Items, desk.Command{})
			shown := strings.TrimSuffix(all, ".")
			if all == class {
				shown = strings.TrimPrefix(shown, pkg)
			}
			add("Leave out all of {1}", "drop", all, shown)
			add("Give callers the time of {1}", "merge", all, shown)
		}
	}
	return desk.Command{Name: words.T("Filter…"), Do: func() { d.OpenMenu(of) }}
}

// askPath requests the path to a thing. It returns a function that wraps a handler of the path: the wrapped
// handler runs when the path is known.
func askPath(d *desk.Desk, t Thing) func(func(*message.Path)) func() {
	var known *message.Path
	var wanted func(*message.Path)
	d.Path.Ask(&d.Line, &message.PathInfo{
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
func PathTo(d *desk.Desk, t Thing, take func([]canvas.Crumb)) {
	askPath(d, t)(func(m *message.Path) { take(t.crumbs(m)) })()
}

// pathText returns the stack of a thing as text: the thread, then a line for each method from the outermost.
func pathText(d *desk.Desk, t Thing, m *message.Path) string {
	lines := []string{d.ThreadsText()}
	if t.HasCall {
		lines[0] = d.ThreadName(t.Call.Thread)
	}
	for _, method := range m.Methods {
		lines = append(lines, d.Names.Java(method))
	}
	return strings.Join(lines, "\n") + "\n"
}

// OpenThread opens the context menu of a thread.
func OpenThread(d *desk.Desk, thread uint32, m desk.Menu) {
	m.Title = words.Say("Thread {1}", d.ThreadName(thread))
	m.Items = append(m.Items, threadItems(d, thread)...)
	d.OpenMenu(m)
}

// onlyHide returns two items: to sum only this thread, and to hide it or show it again.
func onlyHide(d *desk.Desk, thread uint32, name string) (items []desk.Command) {
	add := func(this, named words.Text, do func()) {
		if name != "" {
			items = append(items, desk.Command{Name: words.Say(named, name), Do: do})
		} else {
			items = append(items, desk.Command{Name: this.String(), Do: do})
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

// threadItems returns the items of a thread's menu.
func threadItems(d *desk.Desk, thread uint32) []desk.Command {
	items := onlyHide(d, thread, "")
	add := func(name string, do func()) { items = append(items, desk.Command{Name: name, Do: do}) }
	if slices.Contains(d.Collapsed, thread) {
		add(words.T("Expand it"), func() { d.ToggleCollapsed(thread) })
	} else {
		add(words.T("Collapse it to one row"), func() { d.ToggleCollapsed(thread) })
	}
	if t := d.Thread(thread); t != nil {
		add(words.T("Fit its time"), func() {
			d.Split.ShowPart(desk.TimelinePart)
			d.Time.Around(float64(t.From), float64(t.To))
			d.Time.Preview(d.Host)
		})
	}
	items = append(items, desk.Command{})
	items = append(items, allThreads(d)...)
	items = append(items, desk.Command{})
	add(words.T("Copy name"), func() {
		if t := d.Thread(thread); t != nil {
			d.Copy(words.Clip(t.Name))
		}
	})
	return items
}

// allThreads returns the items that undo hiding and selecting threads.
func allThreads(d *desk.Desk) (items []desk.Command) {
	if len(d.Threads) > 0 {
		items = append(items, desk.Command{Name: words.T("Sum over all threads"), Do: d.ClearThreads})
	}
	if len(d.Hidden) > 0 {
		items = append(items, desk.Command{Name: words.T("Show all threads"), Do: d.ShowHidden})
	}
	return items
}

// OpenTime opens the menu of empty space on a canvas with a time axis; at is the time there in ns.
func OpenTime(d *desk.Desk, at float64, m desk.Menu) {
	m.Title = words.T("Timeline")
	add := func(name, keys string, do func()) {
		m.Items = append(m.Items, desk.Command{Name: name, Keys: keys, Do: do})
	}
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
	m.Items = append(append(m.Items, desk.Command{}), allThreads(d)...)
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

// ThreadCommands returns the palette's commands for each thread.
func ThreadCommands(d *desk.Desk) []desk.Command {
	var all []desk.Command
	for _, t := range d.Trace.Drawn[d.Sort] {
		add := func(does words.Text, do func()) {
			all = append(all, desk.Command{Name: words.Say(does, d.ThreadName(t)), Typed: true, Do: do})
		}
		if !d.Alone(t) {
			add("Only thread {1}", func() { d.OnlyThread(t) })
		}
		if slices.Contains(d.Hidden, t) {
			add("Show thread {1}", func() { d.ToggleHidden(t) })
		} else {
			add("Hide thread {1}", func() { d.ToggleHidden(t) })
		}
		if slices.Contains(d.Collapsed, t) {
			add("Expand thread {1}", func() { d.ToggleCollapsed(t) })
		} else {
			add("Collapse thread {1}", func() { d.ToggleCollapsed(t) })
		}
	}
	return all
}
