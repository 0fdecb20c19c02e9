package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// Dump is the room of thread dumps: the processes, the verdict on the one that is chosen,
// and the views of it. What the browser has already is not given again; see Grid.
type Dump struct {
	App *App

	lines        []stackLine
	drawn        []stackLine
	heads        []stackHead
	railDrawn    *message.Dumps
	railAt       uint32
	freshRail    bool
	verdictDrawn *message.Process
	freshVerdict bool
}

func (c *Dump) about() *message.Dumps { return c.App.dump.about }

func (c *Dump) process() *message.Process { return c.App.dump.chosen() }

// Compute lays out the rows in the page.
func (c *Dump) Compute() {
	d := &c.App.dump
	if !c.App.dumping() {
		c.drawn, c.railDrawn, c.verdictDrawn = nil, nil, nil
		return
	}
	c.freshRail = c.railDrawn != d.about || c.railAt != d.process
	c.railDrawn, c.railAt = d.about, d.process
	c.freshVerdict = c.verdictDrawn != d.chosen()
	c.verdictDrawn = d.chosen()
	if d.view != stacksView {
		c.drawn = nil
		return
	}
	c.heads = c.headings()
	c.lines = c.App.stackLines()
}

// fresh are the rows, if they differ from what the browser has.
func (c *Dump) fresh() []stackLine {
	if slices.Equal(c.lines, c.drawn) && len(c.lines) > 0 {
		return nil
	}
	c.drawn = c.lines
	if len(c.lines) == 0 {
		return []stackLine{{Class: "none"}} // children there must be, to replace those before
	}
	return c.lines
}

// A railLine is one process in the list.
type railLine struct {
	ID, Class, Current, Name, Facts, Time, Badge, Title string
}

func (c *Dump) rail() []railLine {
	if !c.freshRail {
		return nil
	}
	var all []railLine
	d := &c.App.dump
	first := max(0, min(int(d.process)-mostRail/2, len(d.about.Processes)-mostRail))
	for i := first; i < min(first+mostRail, len(d.about.Processes)); i++ {
		p := &d.about.Processes[i]
		l := railLine{ID: "process-" + strconv.Itoa(i), Class: "process", Current: "false", Name: clipped(p.Name), Badge: badge(p)}
		l.Title = clipped(strings.TrimSpace(p.Name + " " + p.Section))
		var facts []string
		if p.PID != 0 {
			facts = append(facts, "pid "+strconv.Itoa(p.PID))
		}
		if p.Threads > 0 {
			facts = append(facts, plural(int64(p.Threads), "thread", "threads"))
		}
		if len(d.about.Files) > 1 {
			facts = append(facts, clipped(d.about.Files[p.File].Name))
		}
		l.Facts, l.Time = strings.Join(facts, " · "), clock(p.Time)
		if p.Deadlocks > 0 {
			l.Class += " locked"
		}
		if uint32(i) == d.process {
			l.Class += " on"
			l.Current = "true"
		}
		all = append(all, l)
	}
	return all
}

// mostRail bounds how many processes are listed: those around the one chosen.
const mostRail = 500

func (c *Dump) railTitle() string {
	n := len(c.about().Processes)
	if n > mostRail {
		return count(int64(n)) + " processes; " + count(mostRail) + " around the one shown"
	}
	return plural(int64(n), "process", "processes")
}

// clock is the time of day of a time as printed, to the second.
func clock(time string) string {
	_, of, _ := strings.Cut(time, " ")
	of, _, _ = strings.Cut(of, ".")
	return clipped(of)
}

// short is a frame's name without the package.
func short(name string) string {
	if strings.ContainsAny(name, "(/") || strings.Contains(name, "::") {
		return name // native
	}
	method := strings.LastIndexByte(name, '.')
	if method < 0 {
		return name
	}
	return name[strings.LastIndexByte(name[:method], '.')+1:]
}

// shortClass is an object's name without the class's package: "Object 0x0b51c3d2".
func shortClass(object string) string {
	class, id, _ := strings.Cut(object, " ")
	return strings.TrimSpace(class[strings.LastIndexByte(class, '.')+1:] + " " + id)
}

// badge is what the list says of a process at a glance.
func badge(p *message.Process) string {
	switch {
	case p.Deadlocks > 0:
		return "deadlock"
	case p.Kind == message.FailedProcess:
		return "failed"
	case p.Kind == message.KernelWaits:
		return "kernel waits"
	case p.Kind == message.NativeProcess:
		return "native"
	case p.Blocked > 0:
		return count(int64(p.Blocked)) + " blocked"
	}
	return ""
}

func (c *Dump) processFacts() string {
	p := c.process()
	var facts []string
	if p.PID != 0 {
		facts = append(facts, "pid "+strconv.Itoa(p.PID))
	}
	facts = append(facts, plural(int64(p.Threads), "thread", "threads"))
	day, _, _ := strings.Cut(p.Time, " ")
	for _, s := range []string{strings.TrimSpace(day + " " + clock(p.Time)), p.ABI, p.Section} {
		if s != "" {
			facts = append(facts, clipped(s))
		}
	}
	if !p.Instant && p.Threads > 0 {
		facts = append(facts, "threads stopped one after another")
	}
	return strings.Join(facts, " · ")
}

// A claimLine is one sentence of the verdict.
type claimLine struct {
	Class, Sure, Text string
	Links             []claimLink
}

// A claimLink leads to a thread, or to a line of the file.
type claimLink struct{ ID, Text, Title string }

func (c *Dump) claims() []claimLine {
	var all []claimLine
	for i := range c.process().Claims {
		v := &c.process().Claims[i]
		l := claimLine{
			Class: [...]string{"claim certain", "claim likely", "claim unsure"}[min(v.Confidence, message.CannotTell)],
			Sure:  [...]string{"Certain", "Likely", "Cannot tell"}[min(v.Confidence, message.CannotTell)],
			Text:  clipped(v.Text),
		}
		if i == 0 {
			l.Class += " first"
		}
		for n, t := range v.Threads[:min(len(v.Threads), 6)] {
			l.Links = append(l.Links, claimLink{fmt.Sprintf("claim-%d-%d-thread-%d", i, n, t), clipped(v.Names[n]), "Show this thread's stack"})
		}
		for n, line := range v.Lines[:min(len(v.Lines), 6)] {
			l.Links = append(l.Links, claimLink{fmt.Sprintf("claim-%d-%d-line-%d", i, n, line), "line " + c.App.dump.lineName(line), "Show in the file's text"})
		}
		all = append(all, l)
	}
	return all
}

// A stateOption is one choice of the filter by state.
type stateOption struct {
	Value, Name string
	On          bool
}

func (c *Dump) states() []stateOption {
	t := &c.App.dump.rows
	all := []stateOption{{"0", "all", t.class == 0}}
	for _, s := range stateClasses {
		n := 0
		for _, in := range t.reply.States {
			if in.Class == s.class {
				n += in.Count
			}
		}
		if n > 0 || t.class == s.class {
			all = append(all, stateOption{strconv.Itoa(int(s.class)), s.name + " (" + count(int64(n)) + ")", t.class == s.class})
		}
	}
	return all
}

// A stackHead heads a column of the table of threads.
type stackHead struct{ ID, Class, Sorted, Title, Hint string }

var stackColumns = []struct {
	by                 message.StackColumn
	class, title, hint string
}{
	{message.ThreadByName, "name", "Name", "The thread's name"},
	{message.ThreadByState, "state", "State", "What the virtual machine says the thread does"},
	{message.ThreadByTop, "topmost", "Top own frame", "The topmost frame of the app's own code, else the topmost of all"},
	{message.ThreadByWanted, "wants", "Wants", "The monitor it waits for or on, and who holds it"},
	{message.ThreadByHeld, "num", "Holds", "How many monitors it holds"},
	{message.ThreadByCPU, "num", "CPU", "Processor time since the thread began: utm + stm"},
	{message.ThreadByTid, "num", "tid", "The virtual machine's number of the thread; main has 1"},
	{message.ThreadBySysTid, "num", "sysTid", "The kernel's number of the thread"},
	{message.ThreadByPrio, "num", "Prio", "Java priority, 1 to 10; 5 is normal"},
	{message.ThreadByDaemon, "num", "Daemon", "A process ends when only daemons are left"},
}

func (c *Dump) headings() []stackHead {
	t := &c.App.dump.rows
	var all []stackHead
	for i, k := range stackColumns {
		h := stackHead{ID: "stacks-sort-" + strconv.Itoa(i), Class: k.class, Sorted: "none", Title: k.title, Hint: k.hint}
		if t.column == k.by {
			h.Sorted = "ascending"
			if t.down {
				h.Sorted = "descending"
			}
		}
		all = append(all, h)
	}
	return all
}

// A stackLine is a thread's row in the page.
type stackLine struct {
	ID, Class string
	Index     int
	Chosen    bool
	Cells     vugu.HTML // of our own making
}

// stateNames are the classes of style.css, by class of state.
var stateNames = [...]string{"", "none", "running", "native", "blocked", "waiting", "timed", "machine", "ended"}

func stateName(class message.StateClass) string {
	return stateNames[min(int(class), len(stateNames)-1)]
}

func (c *App) stackLines() []stackLine {
	t := &c.dump.rows
	var all []stackLine
	for i := range t.reply.Rows {
		r := &t.reply.Rows[i]
		l := stackLine{Index: t.reply.First + i, Class: "row", Chosen: r.Thread == c.dump.thread}
		l.ID = "stacks-" + strconv.Itoa(l.Index)
		if l.Index == t.cursor {
			l.Class += " cursor"
		}
		if r.Idle {
			l.Class += " idle"
		}
		wants := clipped(shortClass(r.Wanted))
		if r.For != message.NoNode {
			wants += " ← " + clipped(r.ForName)
		}
		daemon := ""
		if r.Daemon {
			daemon = "yes"
		}
		top := "topmost"
		if r.Own {
			top += " own"
		}
		l.Cells = vugu.HTML(cell("name", clipped(r.Name)) + cell("state "+stateName(r.Class), clipped(r.State)) + cell(top, clipped(short(r.Top))) + cell("wants", wants) +
			cell("num", number(r.Held)) + cell("num", seconds(r.CPU)) + cell("num", number(r.Tid)) + cell("num", number(r.SysTid)) + cell("num", number(r.Prio)) + cell("num", daemon))
		all = append(all, l)
	}
	return all
}

func (c *Dump) blank() string {
	t := &c.App.dump.rows
	switch {
	case t.query.number != 0 || t.Total > 0:
		return ""
	case c.process().Threads == 0 && c.process().Kind == message.FailedProcess:
		return "The dump of this process failed; the file's text beside says why."
	case c.process().Threads == 0:
		return "This part of the file has no stacks; see its text beside."
	case t.filtered():
		return "No thread matches."
	}
	return ""
}

func (c *Dump) contentStyle() string {
	return "height:" + strconv.Itoa(int(c.App.dump.rows.content())) + "px"
}

func (c *Dump) rowsStyle() string {
	if len(c.lines) == 0 {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(c.App.dump.rows.y(c.lines[0].Index))) + "px)"
}

func (c *Dump) active() any {
	if id := active("stacks", c.App.dump.rows.cursor); id != "" {
		return id
	}
	return nil
}

// clicked finds what was clicked by its id: a process, a tab, a column's head, a thread, a
// proof of the verdict.
func (c *Dump) clicked(event vugu.DOMEvent) {
	d := &c.App.dump
	id := event.PropString("target", "id")
	for _, t := range dumpTabs {
		if id == "dump-tab-"+t.id {
			d.show(t.view)
			return
		}
	}
	if id == "stacks-clear" {
		d.rows.clear()
		return
	}
	what, n := cutNumber(id)
	switch {
	case n < 0:
	case what == "process":
		d.choose(c.App, uint32(n))
	case what == "stacks-sort" && n < len(stackColumns):
		d.rows.sortBy(stackColumns[n].by)
	case what == "stacks":
		d.rows.cursor = n
		if r := d.rows.at(n); r != nil {
			d.chooseThread(c.App, r.Thread)
		}
	case strings.HasPrefix(what, "claim-") && strings.HasSuffix(what, "-thread"):
		d.raw = false
		d.chooseThread(c.App, uint32(n))
	case strings.HasPrefix(what, "claim-"):
		d.showLine(c.App, uint32(n))
	}
}

// cutNumber cuts the number off an id's end: "stacks-3" is "stacks" and 3; -1 for none.
func cutNumber(id string) (what string, n int) {
	at := strings.LastIndexByte(id, '-')
	if at < 0 {
		return id, -1
	}
	n, err := strconv.Atoi(id[at+1:])
	if err != nil {
		return id, -1
	}
	return id[:at], n
}

// changed takes what was typed or chosen in a filter.
func (c *Dump) changed(event vugu.DOMEvent) {
	t := &c.App.dump.rows
	value := func() string { return event.PropString("target", "value") }
	switch event.PropString("target", "id") {
	case "stacks-find":
		t.text = value()
	case "stacks-package":
		t.pkg = strings.TrimSpace(value())
	case "stacks-state":
		n, _ := strconv.Atoi(value())
		t.class = message.StateClass(n)
	case "stacks-busy":
		t.busy = event.PropBool("target", "checked")
	default:
		return
	}
	t.Top = 0
	c.App.host.ScrollTo("stacks", 0)
}
