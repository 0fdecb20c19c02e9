package ui

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// stackFlame is the flame graph of stacks.
type stackFlame struct {
	flame
	whose message.Whose
	class message.StateClass
	idle  bool
	of    message.StackScope // that path and selection belong to

	pointing query // the box under the pointer
	pointed  *message.StackNodeReply
	choosing query // the one clicked last
	chosen   *message.StackNodeReply
}

// scope is whose stacks are merged.
func (d *dumps) scope() message.StackScope {
	f := &d.flame
	s := message.StackScope{Process: d.process, Whose: f.whose, Class: f.class, Idle: f.idle}
	if f.whose == message.ItsDumps && d.chosen().Dumps < 2 {
		s.Whose = message.OneProcess
	}
	if f.whose == message.AllProcesses {
		s.Process = 0 // the same, whichever is chosen
	}
	return s
}

// wantFlame asks for the graph and what is pointed at.
func (d *dumps) wantFlame(c *App) {
	f := &d.flame
	if f.of != d.scope() {
		f.of = d.scope()
		f.home()
		f.chosen, f.pointed = nil, nil
		f.choosing.asked, f.pointing.asked = "", ""
	}
	if f.View.Width <= 0 {
		return
	}
	selected := message.NoNode
	if f.has {
		selected = f.selected.method
		f.choosing.want(c.host, &message.StackNode{Scope: f.of, Node: f.selected.node})
	}
	c.show(FlameCanvas, &message.StackFlame{
		Scope: f.of, View: f.View, Root: f.root(), Invert: f.flames, Find: d.rows.text, Selected: selected,
	})
	if c.hover.on(FlameCanvas) && !c.hover.hit.Merged {
		f.pointing.want(c.host, &message.StackNode{Scope: f.of, Node: c.hover.hit.Row})
	}
	c.names.ask(c.host)
}

// takeChosen takes what the box clicked stands for, and shows its first thread.
func (f *stackFlame) takeChosen(c *App, reply *message.StackNodeReply) {
	if !f.has || reply.Node != f.selected.node {
		return
	}
	f.chosen = reply
	if len(reply.Threads) > 0 {
		c.dump.raw = false
		c.dump.chooseThread(c, reply.Threads[0])
	}
}

// clickStack selects a frame and a thread of it; a second click zooms into it.
func (c *App) clickStack(h Hit) {
	f := &c.dump.flame
	if !h.OK || h.Method == message.NoNode {
		f.has, f.chosen = false, nil
		return
	}
	if f.has && f.selected.node == h.Row {
		c.enterStack(h)
		return
	}
	f.selected, f.has, f.chosen = crumb{h.Row, h.Method}, true, nil
	f.choosing.asked = ""
}

// enterStack zooms into a frame.
func (c *App) enterStack(h Hit) {
	f := &c.dump.flame
	if !h.OK || h.Method == message.NoNode || h.Merged {
		return
	}
	c.names.need(h.Method)
	f.into(crumb{h.Row, h.Method})
	c.hover.shown = false
}

// DumpFlame is the panel of the flame graph.
type DumpFlame struct{ App *App }

func (c *DumpFlame) f() *stackFlame { return &c.App.dump.flame }

func (c *DumpFlame) shown() bool { return c.App.dumping() && c.App.dump.view == stackFlameView }

// whose are the choices of whose stacks are merged.
func (c *DumpFlame) whose() []stateOption {
	d := &c.App.dump
	all := []stateOption{{strconv.Itoa(int(message.OneProcess)), "This process", d.flame.whose == message.OneProcess}}
	if n := d.chosen().Dumps; n > 1 {
		all = append(all, stateOption{strconv.Itoa(int(message.ItsDumps)), "Its " + count(int64(n)) + " dumps", d.flame.whose == message.ItsDumps})
	}
	if len(d.about.Processes) > 1 {
		all = append(all, stateOption{strconv.Itoa(int(message.AllProcesses)), "All processes", d.flame.whose == message.AllProcesses})
	}
	return all
}

func (c *DumpFlame) states() []stateOption {
	all := []stateOption{{"0", "all", c.f().class == 0}}
	for _, s := range stateClasses {
		all = append(all, stateOption{strconv.Itoa(int(s.class)), s.name, c.f().class == s.class})
	}
	return all
}

// changed takes what was typed or chosen.
func (c *DumpFlame) changed(event vugu.DOMEvent) {
	value := event.PropString("target", "value")
	n, _ := strconv.Atoi(value)
	switch event.PropString("target", "id") {
	case "stackflame-find":
		c.App.dump.rows.text = value
	case "stackflame-whose":
		c.f().whose = message.Whose(n)
	case "stackflame-state":
		c.f().class = message.StateClass(n)
	case "stackflame-idle":
		c.f().idle = event.PropBool("target", "checked")
	}
}

// showThreads shows the threads of the frame selected in the table.
func (c *DumpFlame) showThreads() {
	d := &c.App.dump
	if s := d.flame.chosen; s != nil {
		var mine []uint32
		for _, t := range s.Threads {
			if d.processOf(t) == int(d.process) {
				mine = append(mine, t)
			}
		}
		d.showThreads(c.App, mine)
	}
}

func (c *DumpFlame) threadsText() string {
	if s := c.f().chosen; s != nil {
		return "Show " + plural(int64(s.Count), "thread", "threads")
	}
	return ""
}

// label tells a screen reader what the canvas shows.
func (c *DumpFlame) label() string {
	s := "Flame graph of the threads' stacks"
	if n := len(c.f().path); n > 0 {
		s += ", below " + c.App.names.label(c.f().path[n-1].method)
	}
	return s + ". The Groups tab lists equal stacks, the Threads tab all."
}

// stackTip is the tooltip over the flame graph of stacks.
func (c *App) stackTip(t *tip) {
	f := &c.dump.flame
	t.First, t.Last = c.names.parts(c.hover.hit.Method)
	if c.hover.hit.Merged {
		t.Note = "Several frames, each narrower than a pixel. Zoom in to tell them apart."
		return
	}
	n := f.pointed
	if n == nil || n.Node != c.hover.hit.Row {
		return
	}
	t.Facts = append(t.Facts, fact{Term: "Threads", Text: count(int64(n.Count)) + " of " + count(int64(n.Of))})
	var states []string
	for _, s := range n.States {
		states = append(states, count(int64(s.Count))+nbsp+clipped(s.State))
	}
	t.Facts = append(t.Facts, fact{Term: "States", Text: strings.Join(states, ", ")})
	t.Note = namesText(n.Names)
}

func crumbID(i int) string { return "stackflame-crumb-" + strconv.Itoa(i) }

// clicked finds what was clicked by its id.
func (c *DumpFlame) clicked(event vugu.DOMEvent) {
	f := c.f()
	switch id := event.PropString("target", "id"); id {
	case "stackflame-home":
		f.home()
	case "stackflame-out":
		f.out()
	case "stackflame-invert":
		f.turn()
	case "stackflame-threads":
		c.showThreads()
	default:
		if what, n := cutNumber(id); what == "stackflame-crumb" && n >= 0 && n < len(f.path) {
			f.to(n + 1)
		}
	}
}
