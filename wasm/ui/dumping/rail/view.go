// Package rail is the list of the processes in the thread dumps that are open.
package rail

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A View is the list, and the component of it.
type View struct {
	dumps *desk.Dumps
	text  string // of the filter, in lower case
	order order
	shown rail     // seen last: what the list has scrolled to
	found []uint32 // the processes listed, in their order
	given list.Once[rail]
}

// A rail is all that the list depends on.
type rail struct {
	about   *message.Dumps
	process uint32
	text    string
	order   order
}

// An order is how the processes are listed.
type order uint8

const (
	asWritten order = iota
	byTelling       // deadlocks first, then main threads that do not wait for work
	byName
	byThreads
)

// orders are the choices, by order.
var orders = [...]string{asWritten: "as in the file", byTelling: "what hangs first", byName: "by name", byThreads: "by threads"}

// New makes the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// Open begins with other dumps.
func (c *View) Open() { *c = View{dumps: c.dumps} }

const (
	most     = 500 // processes that are listed: those around the one chosen
	few      = 8   // processes that need no filter
	rowPixel = 60  // height of one, as .process in the style sheet
)

// Wants lists the processes, and scrolls to one that another view has chosen.
func (c *View) Wants() {
	now := rail{c.dumps.About, c.dumps.Process, c.text, c.order}
	if c.shown == now {
		return
	}
	if c.shown.about != now.about || c.shown.text != now.text || c.shown.order != now.order {
		c.list()
	}
	c.shown = now
	if at := slices.Index(c.found, now.process); at >= 0 {
		c.dumps.Host.ScrollTo("rail", float64(max(0, at-max(0, c.first())-1)*rowPixel))
	}
}

// list fills found.
func (c *View) list() {
	all := c.dumps.About.Processes
	c.found = c.found[:0]
	for i := range all {
		p := &all[i]
		if c.text == "" || strings.Contains(strings.ToLower(p.Name+" "+strconv.Itoa(p.PID)+" "+c.dumps.About.Files[p.File].Name), c.text) {
			c.found = append(c.found, uint32(i))
		}
	}
	slices.SortStableFunc(c.found, func(a, b uint32) int {
		x, y := &all[a], &all[b]
		switch c.order {
		case byTelling:
			return cmp.Compare(telling(y), telling(x))
		case byName:
			return cmp.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name))
		case byThreads:
			return cmp.Compare(y.Threads, x.Threads)
		}
		return 0
	})
}

// telling is how much a process tells of a hang, more for more.
func telling(p *message.Process) int {
	switch {
	case p.Deadlocks > 0:
		return 3
	case p.Busy():
		return 2
	case p.Main != message.NoNode:
		return 1
	}
	return 0
}

// first is the place in found of the first process that is listed.
func (c *View) first() int {
	at := max(0, slices.Index(c.found, c.dumps.Process))
	return max(0, min(at-most/2, len(c.found)-most))
}

// A line is one process in the list.
type line struct {
	ID, Class, Current, Name, Facts, Time, Badge, Title string
}

// lines are the processes, if the browser does not have them already.
func (c *View) lines() []line {
	d := c.dumps
	if !c.given.Fresh(rail{d.About, d.Process, c.text, c.order}) {
		return nil
	}
	var all []line
	first := c.first()
	for _, i := range c.found[first:min(first+most, len(c.found))] {
		p := &d.About.Processes[i]
		l := line{ID: node.ID("process", int(i)), Class: "process", Current: "false", Name: words.Clip(p.Name), Badge: badge(p)}
		l.Title = words.Clip(strings.TrimSpace(p.Name + " " + p.Section))
		var facts []string
		if p.PID != 0 {
			facts = append(facts, "pid "+strconv.Itoa(p.PID))
		}
		if p.Threads > 0 {
			facts = append(facts, words.Plural(int64(p.Threads), "thread", "threads"))
		}
		if len(d.About.Files) > 1 {
			facts = append(facts, words.Clip(d.About.Files[p.File].Name))
		}
		l.Facts, l.Time = strings.Join(facts, " · "), words.Clip(words.Clock(p.Time))
		switch {
		case p.Deadlocks > 0:
			l.Class += " locked"
		case p.Busy():
			l.Class += " busy"
		}
		if i == d.Process {
			l.Class += " on"
			l.Current = "true"
		}
		all = append(all, l)
	}
	return all
}

// badge is what the list says of a process at a glance.
func badge(p *message.Process) string {
	switch {
	case p.Deadlocks > 0:
		return "deadlock"
	case p.Kind == message.FailedProcess:
		return "failed"
	case p.Kind == message.ReportedProcess:
		return "did not answer"
	case p.Kind == message.KernelWaits:
		return "kernel waits"
	case p.Busy():
		return "main: " + strings.ReplaceAll(p.Claims[0].Rule, "-", " ")
	case p.Kind == message.NativeProcess:
		return "native"
	case p.Blocked > 0:
		return words.Count(int64(p.Blocked)) + " blocked"
	}
	return ""
}

// options are the choices of the order.
func (c *View) options() []desk.Option {
	var all []desk.Option
	for i, name := range orders {
		all = append(all, desk.Option{Value: strconv.Itoa(i), Name: name, On: order(i) == c.order})
	}
	return all
}

// many reports whether there is something to filter.
func (c *View) many() bool { return len(c.dumps.About.Processes) > few }

// title counts the processes: several dumps of one are one.
func (c *View) title() string {
	all := c.dumps.About.Processes
	type same struct {
		pid  int
		name string
	}
	seen, n, repeated := map[same]bool{}, 0, false
	for _, i := range c.found {
		p := &all[i]
		if p.Dumps > 1 && seen[same{p.PID, p.Name}] {
			repeated = true
			continue
		}
		seen[same{p.PID, p.Name}] = true
		n++
	}
	text := words.Plural(int64(n), "process", "processes")
	if repeated {
		text += ", " + words.Plural(int64(len(c.found)), "dump", "dumps")
	}
	if len(c.found) < len(all) {
		text += " of " + words.Count(int64(len(all)))
	}
	if len(c.found) > most {
		text += "; " + words.Count(most) + " around the one shown"
	}
	return text
}

// typed takes what is written in the filter, changed a choice of order.
func (c *View) typed(event vugu.DOMEvent) {
	if event.PropString("target", "id") == "rail-find" {
		c.text = strings.ToLower(node.Value(event))
	}
}

func (c *View) changed(event vugu.DOMEvent) {
	if event.PropString("target", "id") != "rail-order" {
		return
	}
	if n, err := strconv.Atoi(node.Value(event)); err == nil && n >= 0 && n < len(orders) {
		c.order = order(n)
	}
}

// clicked shows the process that was clicked.
func (c *View) clicked(event vugu.DOMEvent) {
	node.Routes{"process": func(n int) { c.dumps.Choose(uint32(n)) }}.Take(event)
}
