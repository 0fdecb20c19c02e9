// Package comparing is the room of two traces, A, the base, and B. It shows their differences by method, by path and
// in time.
package comparing

import (
	"cmp"
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/comparing/calltree"
	"traceglass/wasm/ui/comparing/flamegraph"
	"traceglass/wasm/ui/comparing/methods"
	"traceglass/wasm/ui/comparing/timelines"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/room"
)

// A Room holds the views of two compared traces, and is their component.
type Room struct {
	room.Shell
	lanes
	method
	story
	desk  *desk.Changes
	table *methods.View
	names [2]string

	repairs  []message.Repair // corrections of pairs of methods, by keys
	compare  ask.Query[*message.Compared]
	asked    int    // number of requested comparisons; the desk has the number of the last reply
	reported string // the state of the room on the page
	file     ask.Query[*message.File]
	top      [2]ask.Query[*message.Changes]
	most     [2][]message.Change // the largest increases and decreases, at most mostLargest each
	sums     sums
}

// New returns the room.
func New(page *desk.Page) *Room {
	d := &desk.Changes{Page: page}
	r := &Room{desk: d, table: methods.New(d)}
	r.Init(page, "changes-", "Views of the differences", &d.Tab)
	r.Views = []room.View{r.table, calltree.New(d), flamegraph.New(d), timelines.New(d)}
	r.Forget()
	return r
}

// Forget closes the two traces. It keeps the visible view and its order, and hides the summary if it was hidden.
func (r *Room) Forget() {
	d := r.desk
	*r = Room{desk: d, table: r.table, Shell: r.Shell, method: method{desk: d}, story: story{desk: d, folded: r.folded}}
	*d = desk.Changes{Page: d.Page, Tab: d.Tab, Order: d.Order, Way: d.Way, Clock: d.Clock}
	d.ClearMethod()
	d.CompareLine.Forget()
	d.Page.Changes = ""
	r.Begin()
}

// haveMain reports whether both traces have a main thread.
func (r *Room) haveMain() bool {
	about := &r.desk.Actions.About
	return about[0].HasMain() && about[1].HasMain()
}

// Open shows two traces.
func (r *Room) Open(names [2]string, do desk.PairActions) {
	r.Forget()
	d := r.desk
	r.names, d.Actions = names, do
	d.Order, d.Way = message.ChangeOfExclusive, message.Either
	r.main = r.haveMain()
	for i := range r.desk.Ranges {
		r.desk.Ranges[i] = message.Scope{To: message.Whole}
	}
}

// Swapped continues after A and B were exchanged. It keeps the figures, the threads and the corrections.
func (r *Room) Swapped(names [2]string, do desk.PairActions) {
	was, d := *r, r.desk
	order, way, scale, texts, filter, idle := d.Order, d.Way, d.Scale, d.Texts, d.Filter, d.Idle
	r.Open(names, do)
	d.Order, d.Way, d.Scale, d.Texts, d.Filter, d.Idle = order, way, scale, [2]string{texts[1], texts[0]}, filter, idle
	if scale.Unit == message.PerCall { // the method may have another name in the new B
		d.Scale.Method, r.perCallA = was.perCallA, scale.Method
	}
	r.main, r.pool = was.main, [2]string{was.pool[1], was.pool[0]}
	for _, of := range was.repairs {
		r.repairs = append(r.repairs, message.Repair{A: of.B, B: of.A, Apart: of.Apart})
	}
	for _, of := range was.threads {
		r.threads = append(r.threads, message.Repair{A: of.B, B: of.A, Apart: of.Apart})
	}
}

// SetRanges sets the compared ranges of the traces.
func (r *Room) SetRanges(ranges [2]message.Scope) { r.desk.Ranges = ranges }

// Renamed repeats the comparison, because methods have other names.
func (r *Room) Renamed() {
	r.compare.Invalidate()
	r.desk.ClearMethod()
}

// RequestData requests the comparison. After its reply, it requests the data of the visible view and the relatives of the
// selected method.
func (r *Room) RequestData() {
	d := r.desk
	r.syncPage()
	req := &message.Compare{Repairs: r.repairs, Threads: r.threads}
	for i := range req.Of {
		r.desk.Ranges[i].Filter, r.desk.Ranges[i].NoIdle = d.Filter, !d.Idle
		req.Of[i] = message.SideOf{Scope: r.desk.Ranges[i], Main: r.main, Pool: r.pool[i], Name: r.names[i], English: words.English()}
	}
	number := r.asked + 1
	if r.compare.Want(&d.CompareLine, req, func(m *message.Compared) { r.setComparison(m, number) }) {
		r.asked = number
		r.edges.Invalidate()
	}
	if !d.Ready() || d.Generation != r.asked {
		return
	}
	r.sums.request(d, r.main, r.pool)
	r.Current().RequestData()
	for i, way := range [2]message.ChangeWay{message.Rose, message.Fell} {
		r.top[i].Want(&d.CompareLine, &message.ChangeRows{Clock: d.Clock, Order: message.ChangeOfExclusive, Way: way, Count: mostLargest}, func(m *message.Changes) { r.most[i] = m.Rows })
	}
	r.findingsOf.Want(&d.CompareLine, &message.ChangedFindings{}, func(m *message.FindingChanges) { r.differ = m })
	if r.per != "" {
		r.findPer.Want(&d.CompareLine, &message.ChangeEdges{Pair: message.NoNode, Texts: [2]string{"", r.per}, Clock: d.Clock}, r.setPerCall)
	}
	if d.Pair == message.NoNode && !d.Resolving() {
		r.reply = nil
		r.edges.Invalidate() // the same method may be selected again
		return
	}
	r.edges.Want(&d.CompareLine, &message.ChangeEdges{Pair: d.Pair, Texts: d.Texts, Clock: d.Clock, Scale: d.Scale}, r.setRelatives)
}

// setComparison stores a comparison, given its number. A newer one may be pending. Methods have other numbers than in the
// previous comparison.
func (r *Room) setComparison(m *message.Compared, number int) {
	d := r.desk
	d.About, d.Generation = m, number
	r.pairs = m.Threads
	if !slices.Contains(m.Clocks, d.Clock) && len(m.Clocks) > 0 {
		d.Clock = m.Clocks[0]
	}
	if number == r.asked && r.pool != [2]string{} && r.lane() == nil { // a pending comparison may have them
		r.pool = [2]string{}
		d.Notify(words.T("The selected threads are not in the compared part. All threads are compared."))
	}
	r.most, r.differ = [2][]message.Change{}, nil
	r.top[0].Invalidate()
	r.top[1].Invalidate()
	r.findingsOf.Invalidate()
	d.Pair = message.NoNode // the selected method is found again by its names
	r.edges.Invalidate()
}

// findID is the id of the search field.
const findID = "changes-find"

// Editing handles a key in a text field.
func (r *Room) Editing(k canvas.Key) bool {
	switch {
	case k.Focus != findID:
		return false
	case k.Name == "Enter" && (k.Mod || r.filter().Takes()):
		r.filter().Enter()
		return true
	case k.Name != "Escape":
		return false
	}
	r.desk.Find("")
	r.desk.Host.Focus(r.Home())
	return true
}

// Do performs an act of the keyboard.
func (r *Room) Do(act canvas.Act) bool {
	d := r.desk
	if r.Current().Do(act) {
		return true
	}
	switch act {
	case canvas.Find:
		d.Host.Focus(findID)
	case canvas.NextClock:
		d.NextClock()
	case canvas.Back:
		switch {
		case d.Text != "":
			d.Find("")
		case d.Pair != message.NoNode || d.Resolving():
			d.ClearMethod()
		case r.scopes() != "":
			d.Actions.ClearRanges()
		default:
			return false
		}
	default:
		return r.ShowTab(act)
	}
	return true
}

// Home returns the id of the element that gets the focus when a dialog closes.
func (r *Room) Home() string {
	return cmp.Or(r.Current().Tab().Home, r.TabID(r.Current()))
}

// Exports returns the pictures of the visible view. The figures have buttons of their own.
func (r *Room) Exports() []export.Group {
	if !r.desk.Ready() {
		return nil
	}
	return r.Current().Tab().Pictures
}

// Commands returns the commands of the palette.
func (r *Room) Commands() []desk.Command {
	all := desk.SaveCommands(r.save)
	if of := r.chosen(); of != nil {
		all = append(all, r.desk.MethodCommands(&of.Of)[1:]...)
	}
	all = append(all, desk.Command{Name: words.T("Idle waits: exclude or include"), Do: func() { r.desk.Idle = !r.desk.Idle }})
	return append(all, desk.Command{Name: words.T("Choose where source code opens…"), Do: r.desk.ChooseSource}, desk.Command{Name: words.T("Exchange A and B"), Do: func() { r.desk.Actions.Swap() }})
}
