// Package dumping is the room of thread dumps: the processes, the verdict on the one that is
// chosen, the views of it, and the stack of a thread beside them.
package dumping

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/dumping/causes"
	"traceglass/wasm/ui/dumping/flamegraph"
	"traceglass/wasm/ui/dumping/groups"
	"traceglass/wasm/ui/dumping/head"
	"traceglass/wasm/ui/dumping/lockgraph"
	"traceglass/wasm/ui/dumping/overtime"
	"traceglass/wasm/ui/dumping/rail"
	"traceglass/wasm/ui/dumping/stack"
	"traceglass/wasm/ui/dumping/threads"
	"traceglass/wasm/ui/dumping/verdict"
	"traceglass/wasm/ui/node"
)

// A view is one of the tabs of a process.
type view interface {
	vugu.Builder
	Tab() desk.Tab
	Open()                                      // begins with other dumps
	RequestData()                               // asks for what is shown and not at hand; called while the view is shown
	Key(canvas.Key) bool                        // its table has the keyboard
	Sized(box string, top, height float64) bool // a scroll box of it scrolled, or changed its size
}

// A chart is a view with a canvas.
type chart interface {
	Canvas() canvas.ID
	Input(canvas.Input)
	Do(canvas.Act) bool // a gesture of the keyboard
	Drawn(canvas.Geometry)
}

// A Room holds the views, and is the component of them all.
type Room struct {
	dumps     *desk.Dumps
	rail      *rail.View
	verdict   *verdict.View
	head      *head.View
	stack     *stack.View
	views     []view // in the order of their keys, from 1
	flame     *flamegraph.View
	locks     *lockgraph.View
	causes    *causes.View
	about     *message.Dumps // that the views have begun with
	processes string         // how many processes those are
}

// New makes the room.
func New(d *desk.Dumps) *Room {
	r := &Room{dumps: d, rail: rail.New(d), verdict: verdict.New(d), head: head.New(d), stack: stack.New(d), flame: flamegraph.New(d), locks: lockgraph.New(d), causes: causes.New(d)}
	r.views = []view{threads.New(d), groups.New(d), r.flame, r.locks, overtime.New(d), r.causes}
	return r
}

// Open shows dumps that have been read.
func (r *Room) Open(about *message.Dumps) {
	r.dumps.Forget()
	r.dumps.Open(about)
	r.begin()
	if about.Pile > 0 {
		r.dumps.ShowPile()
	}
}

// Forget drops the dumps that are open.
func (r *Room) Forget() {
	r.dumps.Forget()
	r.begin()
}

func (r *Room) begin() {
	r.about, r.processes = r.dumps.About, ""
	if r.about != nil {
		r.processes = desk.ProcessesText(r.about.Processes)
	}
	r.rail.Open()
	r.head.Open()
	r.stack.Open()
	for _, v := range r.views {
		v.Open()
	}
}

// syncDump begins with another dump of the pile, whose causes stay.
func (r *Room) syncDump() {
	if about := r.dumps.About; about != r.about {
		if about != nil && r.about != nil && about.Number == r.about.Number {
			r.about, r.processes = about, desk.ProcessesText(about.Processes) // with other names, or in another language
			return
		}
		causes := *r.causes
		r.begin()
		*r.causes = causes
	}
}

// current is the view that is shown.
func (r *Room) current() view {
	i := slices.IndexFunc(r.views, func(v view) bool { return v.Tab().ID == r.dumps.Tab })
	if i < 0 || !r.offered(r.views[i]) {
		v := r.tabs()[0]
		r.dumps.Tab = v.Tab().ID
		return v
	}
	return r.views[i]
}

// tabs are the views in the order of their keys: of a whole pile others than of a dump.
func (r *Room) tabs() []view {
	if r.dumps.Pile.Overview {
		return []view{r.causes, r.flame}
	}
	return r.views
}

// offered reports whether a view has anything to show of the process chosen, or of the pile.
func (r *Room) offered(v view) bool {
	if !slices.Contains(r.tabs(), v) {
		return false
	}
	o, ok := v.(interface{ Offered() bool })
	return !ok || o.Offered()
}

// show shows a view, if it has anything to show.
func (r *Room) show(v view) {
	if r.offered(v) {
		r.dumps.Tab = v.Tab().ID
	}
}

// RequestData asks for what is shown and not at hand.
func (r *Room) RequestData() {
	r.syncDump()
	r.rail.RequestData()
	if r.current().RequestData(); r.dumps.Pile.Overview {
		r.dumps.Names.Want(&r.dumps.Page.Line)
		return
	}
	r.head.RequestData()
	r.stack.RequestData()
	r.dumps.RequestData()
}

// Key takes a key outside of text fields.
func (r *Room) Key(k canvas.Key) bool {
	if k.Mod || k.Alt {
		return false
	}
	return r.tabKey(k) || r.current().Key(k)
}

// tabKey goes from the tab that has the keyboard to another.
func (r *Room) tabKey(k canvas.Key) bool {
	if !strings.HasPrefix(k.Focus, tabStem) {
		return false
	}
	views := slices.DeleteFunc(slices.Clone(r.tabs()), func(v view) bool { return !r.offered(v) })
	to, ok := k.Along(slices.Index(views, r.current()), len(views))
	if !ok {
		return false
	}
	r.show(views[to])
	r.dumps.Host.Focus(tabID(views[to]))
	return true
}

// A finder is a view that shows what is searched for in the room's own field.
type finder interface{ Tally() string }

// finder is the view that is shown, if it is one; of a whole pile none is.
func (r *Room) finder() finder {
	f, _ := r.current().(finder)
	return f
}

// tally says how much of what a view shows was found, or what of the search cannot be read.
func (r *Room) tally() string {
	f := r.finder()
	if f == nil || r.dumps.Filter.Text == "" {
		return ""
	}
	return f.Tally() + " " + r.dumps.Refused()
}

// typed takes what is typed into the field.
func (r *Room) typed(event vugu.DOMEvent) { r.dumps.Filter.Text = node.Value(event) }

// Editing takes a key in a text field.
func (r *Room) Editing(k canvas.Key) bool {
	if k.Name == "Enter" && k.Focus == findID {
		if r.on(r.locks) {
			r.locks.StepFound(k.Shift)
		}
		return true
	}
	if k.Name != "Escape" {
		return false
	}
	if k.Focus == causes.FindID {
		r.causes.Clear()
		return true
	}
	r.dumps.Filter = desk.Filter{}
	home := r.Home()
	switch {
	case r.on(r.flame):
		home = "flame"
	case r.finder() != nil:
		home = tabID(r.current())
	}
	r.dumps.Host.Focus(home)
	return true
}

// Do does a gesture of the keyboard.
func (r *Room) Do(act canvas.Act) bool {
	d := r.dumps
	if act == canvas.Back && d.Raw {
		d.Raw = false
		return true
	}
	if c, ok := r.current().(chart); ok && c.Do(act) {
		return true
	}
	switch act {
	case canvas.Back:
		switch {
		case d.Pile.Overview || d.About.Pile > 0 && !d.Filter.Any():
			d.ShowPile()
		default:
			d.Filter = desk.Filter{}
		}
	case canvas.Find:
		if r.on(r.causes) {
			d.Host.Focus(causes.FindID)
			return true
		}
		if d.Pile.Overview {
			return false
		}
		if r.finder() != nil {
			d.Host.Focus(findID)
			return true
		}
		r.show(r.views[0])
		d.Host.Focus("stacks-find")
	case canvas.PreviousProcess:
		d.Step(-1)
	case canvas.NextProcess:
		d.Step(1)
	default:
		n, ok := canvas.TabOf(act)
		if !ok || n >= len(r.tabs()) {
			return false
		}
		r.show(r.tabs()[n])
	}
	return true
}

// chart is the view that draws on a canvas, nil for none.
func (r *Room) chart(on canvas.ID) chart {
	for _, v := range r.views {
		if c, ok := v.(chart); ok && c.Canvas() == on {
			return c
		}
	}
	return nil
}

// Input takes what happened on a canvas.
func (r *Room) Input(in canvas.Input) {
	if c := r.chart(in.Canvas); c != nil {
		c.Input(in)
	}
}

// HideTips takes the tips over the canvases away.
func (r *Room) HideTips() {
	for c := canvas.Minimap; c <= canvas.Graph; c++ {
		r.Input(canvas.Input{Canvas: c, Kind: canvas.HideTips})
	}
}

// Drawn takes the layout of the list that is now on a canvas.
func (r *Room) Drawn(g canvas.Geometry) {
	if c := r.chart(g.Canvas); c != nil {
		c.Drawn(g)
	}
}

// Sized takes what the browser reports of a scroll box. It reports whether that is news.
func (r *Room) Sized(box string, top, height float64) bool {
	return r.stack.Sized(box, top, height) || slices.ContainsFunc(r.views, func(v view) bool { return v.Sized(box, top, height) })
}

// Graphviz hands what Graphviz made to the view that asked.
func (r *Room) Graphviz(number uint32, text, failure string) {
	for _, v := range r.views {
		if g, ok := v.(interface {
			Graphviz(number uint32, text, failure string)
		}); ok {
			g.Graphviz(number, text, failure)
		}
	}
}

// Menu opens the menu of what the element of an id stands for.
func (r *Room) Menu(id string, at desk.Place) bool {
	for _, v := range []any{r.current(), r.stack} {
		if m, ok := v.(interface {
			Menu(string, desk.Place) bool
		}); ok && m.Menu(id, at) {
			return true
		}
	}
	return false
}

// Home is the id of what has the keyboard when nothing else has.
func (r *Room) Home() string {
	if r.dumps.Pile.Overview {
		return tabID(r.current())
	}
	return "stacks-rows"
}

// Tabs are the names of the views in the order of their keys. Those that have nothing to
// show, of the last ones, are left out.
func (r *Room) Tabs() (names []string) {
	for _, v := range r.tabs() {
		if !r.offered(v) {
			break
		}
		names = append(names, v.Tab().Name.String())
	}
	return names
}

// Commands are those of the palette beside the views and the gestures: there are none.
func (r *Room) Commands() []desk.Command { return nil }

// ---- What the room shows ----

const (
	tabStem = "dump-tab-"
	findID  = "dump-find"
)

func tabID(v view) string { return tabStem + v.Tab().ID }

func (r *Room) on(v view) bool { return v.Tab().ID == r.dumps.Tab }

func (r *Room) tabTitle(v view) string {
	return words.Say("Key {1}", string(rune('1'+max(0, slices.Index(r.tabs(), v)))))
}

// class is the room's: of a whole pile nothing of one dump is shown.
func (r *Room) class() string { return "dump" + node.ClassIf(r.dumps.Pile.Overview, " heap") }

// pileLink leads from a dump back to its pile.
func (r *Room) pileLink() string {
	return words.Say("‹ Causes of all {1}", words.Plural(int64(r.dumps.About.Pile), "dump", "dumps"))
}

// dumpName is the file's of the dump that is shown.
func (r *Room) dumpName() string {
	return words.Clip(r.dumps.About.Files[r.dumps.Chosen().File].Name)
}

// inPile reports whether what is shown is one dump of a pile.
func (r *Room) inPile() bool { return r.dumps.About.Pile > 0 && !r.dumps.Pile.Overview }

// clicked shows the view whose tab was clicked.
func (r *Room) clicked(event vugu.DOMEvent) {
	routes := node.Routes{"to-pile": func(int) { r.dumps.ShowPile() }}
	for _, v := range r.views {
		routes[tabID(v)] = func(int) { r.show(v) }
	}
	routes.Dispatch(event)
}

// Spoken is what a screen reader is told.
func (r *Room) Spoken() string {
	if v, ok := r.current().(interface{ Spoken() string }); ok {
		if s := v.Spoken(); s != "" {
			return s
		}
	}
	return words.Say("{1}, {2}", words.Clip(r.dumps.File), r.Facts())
}
