package ui

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// groups are a process's threads with equal stacks, and those that are named alike.
type groups struct {
	query query
	reply *message.GroupsReply // nil until it is here
}

// DumpGroups shows them. What the browser has already is not given again; see Grid.
type DumpGroups struct {
	App   *App
	drawn *message.GroupsReply
	blank bool
	fresh bool
}

// Compute sees whether there is anything new to show.
func (c *DumpGroups) Compute() {
	d := &c.App.dump
	if !c.App.dumping() || d.view != groupsView {
		c.drawn, c.blank, c.fresh = nil, false, false
		return
	}
	now := d.groups.reply
	if now != nil && now.Process != d.process {
		now = nil
	}
	c.fresh = now != c.drawn || now == nil && !c.blank
	c.drawn, c.blank = now, now == nil
}

// A groupLine is one group in the page.
type groupLine struct {
	ID, FirstID, Class, Count, Names, Title string
	States                                  []fact // Term is the class
	Frames                                  []frameLine
	More                                    string
}

func (c *DumpGroups) stacks() []groupLine {
	if c.drawn == nil {
		return nil
	}
	return groupLines("group-stack-", c.drawn.Stacks)
}

func (c *DumpGroups) pools() []groupLine {
	if c.drawn == nil {
		return nil
	}
	return groupLines("group-pool-", c.drawn.Pools)
}

func groupLines(id string, groups []message.ThreadGroup) []groupLine {
	var all []groupLine
	for i := range groups {
		g := &groups[i]
		n := strconv.Itoa(i)
		l := groupLine{
			ID: id + n, FirstID: id + "first-" + n, Class: "alike", Count: count(int64(len(g.Threads))),
			Names: namesText(g.Names), Title: "Show these " + plural(int64(len(g.Threads)), "thread", "threads") + " in the table",
		}
		if g.Idle {
			l.Class += " idle"
		}
		l.States = stateFacts(g.States)
		for _, f := range g.Frames {
			line := frameLine{Class: "frame", First: clipped(f.First), Last: clipped(f.Last)}
			if f.Own {
				line.Class += " own"
			}
			l.Frames = append(l.Frames, line)
		}
		if g.More > 0 {
			l.More = "and " + plural(int64(g.More), "frame", "frames") + " more"
		}
		all = append(all, l)
	}
	return all
}

// stateFacts are counts of states, each with the class of its colour.
func stateFacts(states []message.StateCount) []fact {
	var all []fact
	for _, s := range states {
		all = append(all, fact{Term: "state " + stateName(s.Class), Text: count(int64(s.Count)) + nbsp + clipped(s.State)})
	}
	return all
}

// namesText writes folded names: "Binder:100_# × 14, main".
func namesText(names []message.NameCount) string {
	var parts []string
	for _, n := range names {
		name := n.Name
		if name == "" {
			name = "(without a name)"
		}
		if n.Count > 1 {
			name += nbsp + "×" + nbsp + count(int64(n.Count))
		}
		parts = append(parts, name)
	}
	return clipped(strings.Join(parts, ", "))
}

// unlike says how many threads are in no group of equal stacks.
func (c *DumpGroups) unlike() string {
	if c.drawn == nil {
		return ""
	}
	rest := int64(c.App.dump.chosen().Threads)
	for i := range c.drawn.Stacks {
		rest -= int64(len(c.drawn.Stacks[i].Threads))
	}
	s := ""
	switch {
	case len(c.drawn.Stacks) == 0:
		s = "No two threads have equal stacks."
	case rest > 0:
		s = plural(rest, "thread has a stack like no other, or none.", "threads have stacks like no other, or none.")
	}
	if c.drawn.Left > 0 {
		s += " " + plural(int64(c.drawn.Left), "smaller group is", "smaller groups are") + " not listed."
	}
	return s
}

// clicked filters the table of threads to a group, or shows the stack of its first thread.
func (c *DumpGroups) clicked(event vugu.DOMEvent) {
	if c.drawn == nil {
		return
	}
	what, n := cutNumber(event.PropString("target", "id"))
	groups := c.drawn.Stacks
	if strings.HasPrefix(what, "group-pool") {
		groups = c.drawn.Pools
	}
	if !strings.HasPrefix(what, "group-") || n < 0 || n >= len(groups) {
		return
	}
	d := &c.App.dump
	threads := groups[n].Threads
	if !strings.HasSuffix(what, "-first") {
		d.showThreads(c.App, threads)
	}
	d.raw = false
	d.chooseThread(c.App, threads[0])
}

// showThreads shows the table of threads with these alone.
func (d *dumps) showThreads(c *App, threads []uint32) {
	d.rows.clear()
	d.rows.group = threads
	d.rows.Top, d.rows.cursor = 0, 0
	c.host.ScrollTo("stacks", 0)
	d.view = stacksView
}
