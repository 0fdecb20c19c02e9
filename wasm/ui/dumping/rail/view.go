// Package rail is the list of the processes in the open thread dumps.
package rail

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the list and its component.
type View struct {
	room.NoView
	dumps     *desk.Dumps
	text      string // the filter, in lower case
	order     order
	shown     rail     // the state when the list last scrolled
	found     []uint32 // the listed processes, in order
	processes string   // their number, as text
	days      bool     // the dumps are from more than one day
	drawn     list.Once[rail]
}

// A rail is the state that the list depends on.
type rail struct {
	about   *message.Dumps
	process uint32
	text    string
	order   order
}

// An order is a sort order of the processes.
type order uint8

const (
	asInFile order = iota
	byHang         // first the process that did not answer, or that most likely hangs
	byName
	byThreads
)

// orders are the names of the sort orders.
var orders = [...]words.Text{asInFile: "as in the file", byHang: "hanging processes first", byName: "by name", byThreads: "by threads"}

var _ room.Part = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// Open resets the view for newly opened dumps.
func (c *View) Open() { *c = View{dumps: c.dumps} }

const (
	most     = 500 // maximum number of processes in the list, around the selected one
	few      = 8   // up to this number, the list has no filter
	rowPixel = 66  // height of an entry in pixels, as .process in the style sheet
)

// RequestData lists the processes, and scrolls to a process that another view has selected.
func (c *View) RequestData() {
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
	c.found, c.days = c.found[:0], false
	first := ""
	for i := range all {
		p := &all[i]
		if day, _, ok := strings.Cut(p.Time, " "); ok && p.Section == "" {
			c.days = c.days || first != "" && first != day
			first = day
		}
		if c.text == "" || strings.Contains(strings.ToLower(p.Name+" "+strconv.Itoa(p.PID)+" "+c.dumps.About.Files[p.File].Name), c.text) {
			c.found = append(c.found, uint32(i))
		}
	}
	listed := make([]message.Process, len(c.found))
	for i, row := range c.found {
		listed[i] = all[row]
	}
	c.processes = desk.ProcessesText(listed)
	c.found = list.Sorted(c.found, func(a, b *uint32) int {
		x, y := &all[*a], &all[*b]
		switch c.order {
		case byHang:
			return cmp.Compare(y.Suspicion, x.Suspicion)
		case byName:
			return cmp.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name))
		case byThreads:
			return cmp.Compare(y.Threads, x.Threads)
		}
		return 0
	})
}

// first returns the index in found of the first process in the list.
func (c *View) first() int {
	at := max(0, slices.Index(c.found, c.dumps.Process))
	return max(0, min(at-most/2, len(c.found)-most))
}

// A line is one process in the list.
type line struct {
	ID, Class, Current, Name, Facts, Time, Badge, Title string
	File                                                string // the file name that Facts shows, "" for none
}

// changedLines returns the processes if they differ from those in the browser.
func (c *View) changedLines() []line {
	d := c.dumps
	if !c.drawn.Changed(rail{d.About, d.Process, c.text, c.order}) {
		return nil
	}
	var all []line
	first := c.first()
	for _, i := range c.found[first:min(first+most, len(c.found))] {
		p := &d.About.Processes[i]
		l := line{ID: node.ID("process", int(i)), Class: "process", Current: "false", Name: words.Clip(p.Name)}
		var facts []string
		if p.PID != 0 {
			facts = append(facts, words.Say("pid {1}", strconv.Itoa(p.PID)))
		}
		if p.Threads > 0 {
			facts = append(facts, words.Plural(int64(p.Threads), "thread", "threads"))
		}
		l.Facts, l.Time = strings.Join(facts, " · "), words.Clip(words.Clock(p.Time))
		if len(d.About.Files) > 1 { // the file name identifies the process better, and the line has no room for both
			l.File = words.Clip(d.About.Files[p.File].Name)
			l.Facts = l.File
		}
		facts = append([]string{strings.TrimSpace(p.Name + " " + p.Section)}, facts...)
		if thread := leadThread(p); thread != "" {
			facts = append(facts, words.Say("Thread {1}", thread))
		}
		l.Title = words.Clip(strings.Join(facts, " · "))
		if strings.Contains(p.Section, "LAST ANR") {
			l.Time = words.Say("last ANR {1}", l.Time)
		} else if day, _, ok := strings.Cut(p.Time, " "); ok && c.days {
			l.Time = words.Clip(day) + " " + l.Time
		}
		if text, alarming := badge(p); text != "" {
			l.Badge = text
			if alarming {
				l.Class += " alarming"
			}
		}
		if i == d.Process {
			l.Class += " on"
			l.Current = "true"
		}
		all = append(all, l)
	}
	return all
}

// leadThread returns the name of the thread that the verdict points to, "" for none.
func leadThread(p *message.Process) string {
	if len(p.Claims) == 0 || len(p.Claims[0].Names) == 0 {
		return ""
	}
	return p.Claims[0].Names[0]
}

// badge returns the short text next to a process, and whether the process is likely to hang.
func badge(p *message.Process) (text string, alarming bool) {
	rule := ""
	if len(p.Claims) > 0 {
		rule = p.Claims[0].Rule
	}
	switch {
	case p.Deadlocks > 0 || rule == "deadlock":
		return words.T("deadlock"), true
	case p.Kind == message.FailedProcess:
		return words.T("failed"), false
	case p.Kind == message.ReportedProcess:
		return words.T("did not answer"), false
	case p.Kind == message.KernelWaits:
		return words.T("kernel waits"), false
	case p.Busy() || rule == "abort":
		return words.Say("main: {1}", words.Filled(strings.ReplaceAll(rule, "-", " ")).String()), p.Claims[0].Confidence != message.CannotTell
	case p.Kind == message.NativeProcess:
		return words.T("native"), false
	case p.Blocked > 0:
		held := slices.ContainsFunc(p.Claims, func(c message.Claim) bool { return c.Rule == "elsewhere" })
		return words.Say("{1} blocked", words.Count(int64(p.Blocked))), held
	}
	return "", false
}

// finds returns the search field.
func (c *View) finds() *bar.Find {
	return &bar.Find{ID: "rail-find", Empty: "Name, pid or file", Named: "Search processes", Text: c.text, Do: func(text string) { c.text = strings.ToLower(text) }}
}

// sorts returns the menu of the sort order.
func (c *View) sorts() *bar.Select {
	return &bar.Select{
		ID: "rail-order", Named: "Order of the processes",
		Options: bar.Numbered(orders[:], int(c.order)),
		Do:      bar.Number(func(n int) { c.order = order(min(n, len(orders)-1)) }),
	}
}

// hasFilter reports whether there are enough processes to filter.
func (c *View) hasFilter() bool { return len(c.dumps.About.Processes) > few }

// title returns the number of processes. Several dumps of one process count once.
func (c *View) title() string {
	all := c.dumps.About.Processes
	text := c.processes
	if len(c.found) < len(all) {
		text = words.Say("{1} of {2}", text, words.Count(int64(len(all))))
	}
	if len(c.found) > most {
		text = words.Say("{1}; {2} around the selected one are listed", text, words.Count(most))
	}
	return text
}

// clicked shows the clicked process.
func (c *View) clicked(event vugu.DOMEvent) {
	node.Routes{"process": func(n int) { c.dumps.Choose(uint32(n)) }}.Dispatch(event)
}
