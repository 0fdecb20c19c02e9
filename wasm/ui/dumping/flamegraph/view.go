// Package flamegraph is the flame graph of the stacks in thread dumps. Each thread counts once. Equal stacks
// merge from the outermost frame.
package flamegraph

import (
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/flame"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the flame graph and the component of its panel.
type View struct {
	flame.Graph
	dumps      *desk.Dumps
	whose      message.Whose
	class      message.StateClass
	idle       bool
	scopeShown message.StackScope // the scope of the path and the selection

	pointing   ask.Query[*message.StackNodeReply] // the box under the pointer
	pointed    *message.StackNodeReply
	choosing   ask.Query[*message.StackNodeReply] // the selected box
	chosen     *message.StackNodeReply
	sync       viewstate.Sync
	keepThread bool // another view selected the frame: keep the shown thread
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View {
	v := &View{dumps: d, sync: viewstate.Sync{View: "stackflame"}}
	v.Init(d.Host, canvas.InDumps, "stackflame", v, nil)
	v.Open()
	return v
}

// Open resets the view for newly opened dumps.
func (v *View) Open() {
	*v = View{Graph: v.Graph, dumps: v.dumps, sync: v.sync}
	v.sync.Open(&v.dumps.ViewStates, &v.dumps.Names)
	v.Reset(1e-5)
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "stackflame", Name: "Flame graph"} }

// scope returns the set of stacks that the graph merges.
func (v *View) scope() message.StackScope {
	if h := &v.dumps.Pile; h.Overview {
		return message.StackScope{Whose: message.PileMains, Pile: h.Scope(), Group: h.Cause, Side: h.Side}
	}
	s := message.StackScope{Process: v.dumps.Process, Whose: v.whose, Class: v.class, Idle: v.idle}
	switch p := v.dumps.Chosen(); {
	case v.whose == message.ItsDumps && p.Dumps < 2, v.whose == message.ItsSamples && p.Samples == 0, v.whose == message.ItsMains && p.Freeze < 2:
		s.Whose = message.OneProcess
	case v.whose == message.AllProcesses:
		s.Process = 0 // the same for every selected process
	case v.whose == message.ItsSamples, v.whose == message.ItsMains:
		s.Class, s.Idle = message.AnyState, false // main alone counts, whatever it does
	}
	return s
}

// ofMain reports whether the graph shows main alone, in several dumps or over samples.
func (v *View) ofMain() bool { return v.scope().Whose >= message.ItsSamples }

// RequestData requests the graph, and details of the selected box and the box under the pointer.
func (v *View) RequestData() {
	d, f := v.dumps, &v.Frames
	state, requested := v.requested()
	if of := v.scope(); v.scopeShown != of {
		v.scopeShown = of
		v.Frames.BackTo(0)
		v.chosen, v.pointed = nil, nil
		v.choosing.Invalidate()
		v.pointing.Invalidate()
	}
	v.syncState(state, requested)
	if f.View.Width <= 0 {
		return
	}
	selected := message.NoNode
	if f.HasSelected {
		selected = f.Selected.Method
		v.choosing.Want(&d.Page.Line, &message.StackNode{Scope: v.scopeShown, Node: f.Selected.Node}, v.setChosen)
	}
	f.Want(d.Host, &d.Page.Line, &message.StackFlame{
		Scope: v.scopeShown, View: f.View, Root: f.Root(message.NoNode), Invert: f.Upward, Find: d.Filter.Text, Selected: selected,
	})
	if h := &f.Hover; h.Shown {
		d.Names.Need(h.Hit.Method)
		if !h.Hit.Merged {
			v.pointing.Want(&d.Page.Line, &message.StackNode{Scope: v.scopeShown, Node: h.Hit.Row}, func(m *message.StackNodeReply) { v.pointed = m })
		}
	}
}

// requested returns the state that a link or a step in the history asks for. It applies the part about the set
// of stacks at once.
func (v *View) requested() (l viewstate.State, ok bool) {
	if v.dumps.Rereading() { // the state belongs to the next dump
		return "", false
	}
	if l, ok = v.sync.Requested(); ok {
		of := l.Numbers("w", 3, uint64(message.StateEnded))
		v.whose, v.class, v.idle = message.Whose(min(of[0], uint64(message.ItsMains))), message.StateClass(of[1]), of[2] == 1
	}
	return l, ok
}

// syncState keeps the graph's state and the desk's copy in step: the set of stacks, the zoom and the direction.
func (v *View) syncState(l viewstate.State, requested bool) {
	if v.dumps.Rereading() {
		return
	}
	if requested {
		v.chosen = nil
		v.sync.ApplyFrames(l, &v.Frames, func(*message.Hashed) {
			for _, crumb := range v.Frames.Path {
				v.dumps.Names.Need(crumb.Method)
			}
			v.choosing.Invalidate()
			v.keepThread = v.Frames.HasSelected
		})
	}
	v.sync.Report(&v.dumps.Page.Line, message.Hashes{Of: message.HashStacks, Stacks: v.scopeShown}, viewstate.FrameNodes(&v.Frames), func(hash func(...uint32) []string) (l viewstate.State) {
		if v.whose != message.OneProcess || v.class != message.AnyState || v.idle {
			idle := "0"
			if v.idle {
				idle = "1"
			}
			l = l.With("w", strconv.Itoa(int(v.whose)), strconv.Itoa(int(v.class)), idle)
		}
		return l.WithFrames(&v.Frames, hash)
	})
}

// setChosen stores the details of the selected box, and shows the stack of its first thread.
func (v *View) setChosen(m *message.StackNodeReply) {
	if !v.Frames.HasSelected || m.Node != v.Frames.Selected.Node {
		return
	}
	v.chosen = m
	if v.keepThread {
		v.keepThread = false
	} else if len(m.Threads) > 0 {
		v.dumps.ShowStack(m.Threads[0])
	}
}

// ---- Gestures ----

// Offer opens the menu of a frame, or of the background.
func (v *View) Offer(h canvas.Hit, m desk.Menu) {
	d, f := v.dumps, &v.Frames
	f.Hover.Leave(d.Host)
	add := func(name string, do func()) { m.Items = append(m.Items, desk.Command{Name: name, Do: do}) }
	if !h.OK || h.Method == message.NoNode || h.Merged {
		m.Ground(f)
		d.OpenMenu(m)
		return
	}
	again := m
	m.Await(&d.Names, h.Method, func() { v.Offer(h, again) })
	m.Title, m.FullTitle = d.Names.Short(h.Method), d.Names.Label(h.Method)
	add(words.T("Zoom to it"), func() { v.enter(h) })
	if v.scopeShown.Whose == message.ItsSamples {
		add(words.T("Open as a trace"), d.OpenTrace)
	} else {
		add(words.Say("List its {1}", v.unit()), func() {
			v.choosing.Ask(&d.Page.Line, &message.StackNode{Scope: v.scopeShown, Node: h.Row}, func(n *message.StackNodeReply) {
				v.chosen = n
				v.listThreads()
			})
		})
	}
	add(words.T("Search for it"), func() { d.Filter.Text = desk.Quoted(d.Names.Short(h.Method)) })
	m.Last = d.NameCommands(func() (name, facts string) { return d.Names.Source(h.Method) })
	d.OpenMenu(m)
}

// Selected returns the selected frame.
func (v *View) Selected() canvas.Hit {
	s := v.Frames.Selected
	return canvas.Hit{OK: v.Frames.HasSelected, Method: s.Method, Row: s.Node}
}

// ZoomTo does nothing: the first of the two clicks has zoomed.
func (v *View) ZoomTo(canvas.Hit) {}

// Do performs a gesture from the keyboard.
func (v *View) Do(act canvas.Act) bool {
	if act == canvas.Find {
		v.dumps.Host.Focus("stackflame-find")
		return true
	}
	return v.Graph.Do(act)
}

// Choose selects a frame. A second click on it zooms into it.
func (v *View) Choose(h canvas.Hit) {
	f := &v.Frames
	switch {
	case !h.OK || h.Method == message.NoNode:
		f.HasSelected, v.chosen = false, nil
	case f.HasSelected && f.Selected.Node == h.Row:
		v.enter(h)
	default:
		f.Selected, f.HasSelected, v.chosen = canvas.Crumb{Node: h.Row, Method: h.Method}, true, nil
		v.choosing.Invalidate()
	}
}

// enter zooms into a frame.
func (v *View) enter(h canvas.Hit) {
	if !h.OK || h.Method == message.NoNode || h.Merged {
		return
	}
	v.dumps.Names.Need(h.Method)
	v.Frames.ZoomInto(canvas.Crumb{Node: h.Row, Method: h.Method})
	v.Frames.Hover.Shown = false
}

// ---- What the panel shows ----

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// FillTip fills the tooltip of the frame under the pointer.
func (v *View) FillTip(t *canvas.Tip) {
	h, m := &v.Frames.Hover.Hit, v.pointed
	t.First, t.Last = v.dumps.Names.Parts(h.Method)
	switch {
	case h.Merged:
		t.First, t.Last, t.Note = "", "", v.MergedText(*h)
	case m != nil && m.Node == h.Row:
		var states []string
		for _, s := range m.States {
			states = append(states, words.Count(int64(s.Count))+words.NBSP+words.Clip(s.State))
		}
		t.Facts = []node.Fact{{Term: v.units().String(), Text: words.Say("{1} of {2}", words.Count(int64(m.Count)), words.Count(int64(m.Of)))}}
		if len(states) > 0 {
			t.Facts = append(t.Facts, node.Fact{Term: words.T("States"), Text: words.List(states)})
		}
		t.Note = desk.NamesText(m.Names)
	}
	if !h.Merged {
		t.Facts = append(t.Facts, desk.RawFact(v.dumps.Names.Raw(h.Method))...)
	}
}

// Label describes the canvas for screen readers.
func (v *View) Label() string {
	if n := len(v.Frames.Path); n > 0 {
		return words.Say("Flame graph of the threads' stacks, below {1}. The Groups tab lists equal stacks, the Threads tab lists all.", v.dumps.Names.Label(v.Frames.Path[n-1].Method))
	}
	return words.T("Flame graph of the threads' stacks. The Groups tab lists equal stacks, the Threads tab lists all.")
}

// mains returns the choices of main threads in a pile: all, or those of one cause. When two piles are compared,
// also those of one side.
func (v *View) mains() (all []bar.Option) {
	h := &v.dumps.Pile
	for value := range 6 {
		name, cause, side := words.T("all main threads"), value >= 3, [...]words.Text{"{1}", "{1}, before", "{1}, after"}[value%3]
		if cause {
			name = h.CauseName
		}
		if (h.Compared() || value%3 == 0) && (h.Cause != message.NoNode || !cause) {
			all = append(all, bar.Option{Value: strconv.Itoa(value), Name: words.Say(side, name), On: int(h.Side) == value%3 && cause == (h.Cause != message.NoNode)})
		}
	}
	return all
}

// owners returns the menu of processes whose stacks the graph merges.
func (v *View) owners() *bar.Select {
	option := func(whose message.Whose, name string) bar.Option {
		return bar.Option{Value: strconv.Itoa(int(whose)), Name: name, On: v.whose == whose}
	}
	menu := &bar.Select{ID: "stackflame-whose", Label: "of", Do: bar.Number(v.choose)}
	if v.dumps.Pile.Overview {
		menu.Options = v.mains()
		return menu
	}
	all := []bar.Option{option(message.OneProcess, words.T("This process"))}
	if n := v.dumps.Chosen().Dumps; n > 1 {
		all = append(all, option(message.ItsDumps, words.Say("Its {1} dumps", words.Count(int64(n)))))
	}
	if p := v.dumps.Chosen(); p.Samples > 0 {
		all = append(all, option(message.ItsSamples, words.Say("main in {1}", words.Plural(int64(p.Samples), "sample", "samples"))))
	} else if p.Freeze > 1 {
		all = append(all, option(message.ItsMains, words.Say("main in {1}", words.Plural(int64(p.Freeze), "dump", "dumps"))))
	}
	switch n := len(v.dumps.About.Processes); {
	case v.dumps.SeveralProcesses():
		all = append(all, option(message.AllProcesses, words.T("All processes")))
	case n > max(1, v.dumps.Chosen().Dumps): // by the virtual machine and by debuggerd
		all = append(all, option(message.AllProcesses, words.T("All dumps")))
	}
	menu.Options = all
	return menu
}

// choose handles a choice of owners: a message.Whose, or a number of mains.
func (v *View) choose(n int) {
	h := &v.dumps.Pile
	if !h.Overview {
		v.whose = message.Whose(n)
		return
	}
	if h.Side = uint32(n % 3); n < 3 {
		h.Cause = message.NoNode
	}
}

// states returns the menu of thread states.
func (v *View) states() *bar.Select {
	all := []bar.Option{{Value: "0", Name: words.T("all"), On: v.class == message.AnyState}}
	for _, s := range desk.StateClasses {
		all = append(all, bar.Option{Value: strconv.Itoa(int(s.Class)), Name: s.Name.String(), On: v.class == s.Class})
	}
	return &bar.Select{ID: "stackflame-state", Label: "State", Hidden: v.ofMain(), Options: all, Do: bar.Number(func(n int) { v.class = message.StateClass(n) })}
}

// Crumb names a frame in the breadcrumbs, without its package and in full.
func (v *View) Crumb(f canvas.Crumb) (name, fullName string) {
	return v.dumps.Names.Short(f.Method), v.dumps.Names.Title(f.Method)
}

// listThreads lists the threads of the selected frame in the table.
func (v *View) listThreads() {
	if v.chosen == nil {
		return
	}
	if h := &v.dumps.Pile; h.Overview {
		h.Node, h.NodeName = v.chosen.Node, v.chosen.Name
		v.dumps.ShowPile()
		return
	}
	var mine []uint32
	for _, t := range v.chosen.Threads {
		if v.scopeShown.Whose == message.ItsMains || v.dumps.ProcessOf(t) == int(v.dumps.Process) {
			mine = append(mine, t)
		}
	}
	v.dumps.ListThreads(mine)
}

func (v *View) buttons() *bar.Row {
	list := bar.Button{ID: "stackflame-threads", Title: words.T("Show the threads of the frame selected in the table"), Hidden: v.chosen == nil, Do: v.listThreads}
	if v.chosen != nil {
		threads := words.Plural(int64(v.chosen.Count), "thread", "threads")
		if v.ofMain() {
			threads = words.Plural(int64(v.chosen.Count), "dump", "dumps")
		}
		list.Name = words.Say("Show {1}", threads)
	}
	if v.scopeShown.Whose == message.ItsSamples {
		list = bar.Button{ID: "stackflame-trace", Name: words.T("Open as a trace"), Title: words.T("Timeline, methods and flame graph of this"), Do: v.dumps.OpenTrace}
	}
	return bar.Of(list, v.FlipButton(), v.OutButton())
}

// unit returns the noun for the graph's count in a command.
func (v *View) unit() string {
	if v.ofMain() {
		return "dumps"
	}
	return "threads"
}

// units returns the heading of the graph's count.
func (v *View) units() words.Text {
	switch {
	case v.scope().Whose == message.ItsSamples:
		return "Samples"
	case v.ofMain():
		return "Dumps"
	}
	return "Threads"
}

// rule explains which stacks the graph merges, where the choice does not say it.
func (v *View) rule() string {
	switch v.scope().Whose {
	case message.ItsSamples:
		return words.T("Each sample of main counts once.")
	case message.ItsMains:
		return words.T("Dumps of the same process and pid, each at most 5 minutes after the one before. Each counts once.")
	}
	return ""
}

// find returns the search field.
func (v *View) find() *bar.Find { return v.dumps.Find("stackflame-find", "Search frames and names") }

// changed handles a choice in the toolbar.
func (v *View) changed(event vugu.DOMEvent) {
	if !bar.Handle(event, v.owners(), v.states()) && event.PropString("target", "id") == "stackflame-idle" {
		v.idle = event.PropBool("target", "checked")
	}
}
