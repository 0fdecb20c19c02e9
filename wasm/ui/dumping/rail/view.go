// Package rail is the list of the processes in the thread dumps that are open.
package rail

import (
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
	given list.Once[rail]
}

// A rail is all that the list depends on.
type rail struct {
	about   *message.Dumps
	process uint32
}

// New makes the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// most bounds how many processes are listed: those around the one chosen.
const most = 500

// A line is one process in the list.
type line struct {
	ID, Class, Current, Name, Facts, Time, Badge, Title string
}

// lines are the processes, if the browser does not have them already.
func (c *View) lines() []line {
	d := c.dumps
	if !c.given.Fresh(rail{d.About, d.Process}) {
		return nil
	}
	var all []line
	first := max(0, min(int(d.Process)-most/2, len(d.About.Processes)-most))
	for i := first; i < min(first+most, len(d.About.Processes)); i++ {
		p := &d.About.Processes[i]
		l := line{ID: node.ID("process", i), Class: "process", Current: "false", Name: words.Clip(p.Name), Badge: badge(p)}
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
		if p.Deadlocks > 0 {
			l.Class += " locked"
		}
		if uint32(i) == d.Process {
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
	case p.Kind == message.KernelWaits:
		return "kernel waits"
	case p.Kind == message.NativeProcess:
		return "native"
	case p.Blocked > 0:
		return words.Count(int64(p.Blocked)) + " blocked"
	}
	return ""
}

func (c *View) title() string {
	n := int64(len(c.dumps.About.Processes))
	if n > most {
		return words.Count(n) + " processes; " + words.Count(most) + " around the one shown"
	}
	return words.Plural(n, "process", "processes")
}

// clicked shows the process that was clicked.
func (c *View) clicked(event vugu.DOMEvent) {
	node.Routes{"process": func(n int) { c.dumps.Choose(uint32(n)) }}.Take(event)
}
