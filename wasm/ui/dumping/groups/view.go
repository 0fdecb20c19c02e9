// Package groups is the view that shows the threads of a process in groups: threads with equal stacks, and
// threads with similar names.
package groups

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the groups and the component of their panel.
type View struct {
	room.NoView
	dumps *desk.Dumps
	query ask.Query[*message.GroupsReply]
	reply *message.GroupsReply // nil until the reply arrives
	drawn list.Once[*message.GroupsReply]
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// Open resets the view for newly opened dumps.
func (v *View) Open() { *v = View{dumps: v.dumps} }

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "groups", Name: "Groups", Searches: true} }

// RequestData requests the groups of the process.
func (v *View) RequestData() {
	v.query.Want(&v.dumps.Page.Line, &message.Groups{Process: v.dumps.Process, Find: v.dumps.Filter.Text}, func(m *message.GroupsReply) { v.reply = m })
}

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// current returns the groups of the selected process, nil until they arrive.
func (v *View) current() *message.GroupsReply {
	if v.reply == nil || v.reply.Process != v.dumps.Process {
		return nil
	}
	return v.reply
}

// changed reports whether the browser shows older groups.
func (v *View) changed() bool {
	if !v.shown() {
		v.drawn.Forget()
		return false
	}
	return v.drawn.Changed(v.current())
}

// A group is one group in the page.
type group struct {
	ID, FirstID, Class, Count, Names, Title string
	States                                  []node.Fact // Term is the CSS class
	Frames                                  []frame
	More                                    string
}

// A frame is a line of a group's stack.
type frame struct{ Class, First, Last, Title string }

func (v *View) stacks() []group {
	if r := v.current(); r != nil {
		return lines("group-stack", r.Stacks)
	}
	return nil
}

func (v *View) pools() []group {
	if r := v.current(); r != nil {
		return lines("group-pool", r.Pools)
	}
	return nil
}

func (v *View) poolsBlank() bool {
	r := v.current()
	return r != nil && len(r.Pools) == 0 && v.dumps.Filter.Text == ""
}

func lines(id string, groups []message.ThreadGroup) []group {
	var all []group
	for i := range groups {
		g := &groups[i]
		l := group{
			ID: node.ID(id, i), FirstID: node.ID(id+"-first", i), Class: "alike", Count: words.Count(int64(len(g.Threads))),
			Names: desk.NamesText(g.Names), Title: words.Say("Show these {1} in the table", words.Plural(int64(len(g.Threads)), "thread", "threads")),
		}
		if g.Idle {
			l.Class += " idle"
		}
		for _, s := range g.States {
			l.States = append(l.States, node.Fact{Term: "state " + desk.StateName(s.Class), Text: words.Count(int64(s.Count)) + words.NBSP + words.Clip(s.State)})
		}
		for _, f := range g.Frames {
			line := frame{Class: "frame", First: words.Clip(f.First), Last: words.Clip(f.Last), Title: desk.InFile(f.Raw)}
			if f.ReadableLast != "" {
				line.Title = strings.TrimSpace(line.First + line.Last + "\n" + line.Title)
				line.First, line.Last = words.Clip(f.ReadableFirst), words.Clip(f.ReadableLast)
			}
			if f.Own {
				line.Class += " own"
			}
			l.Frames = append(l.Frames, line)
		}
		if g.More > 0 {
			l.More = words.Say("and {1} more", words.Plural(int64(g.More), "frame", "frames"))
		}
		all = append(all, l)
	}
	return all
}

// Status returns the number of groups that match the search.
func (v *View) Status() (s room.Status) {
	if r := v.current(); r != nil {
		s.Tally = r.Tally
	}
	return s
}

// restText returns the number of threads without a group of equal stacks, as text.
func (v *View) restText() string {
	r := v.current()
	if r == nil || v.dumps.Filter.Text != "" {
		return ""
	}
	rest := int64(v.dumps.Chosen().Threads)
	for i := range r.Stacks {
		rest -= int64(len(r.Stacks[i].Threads))
	}
	s := ""
	switch {
	case len(r.Stacks) == 0:
		s = words.T("No two threads have equal stacks.")
	case rest > 0:
		s = words.Plural(rest, "thread has a unique stack, or none.", "threads have unique stacks, or none.")
	}
	if r.Left > 0 {
		s = strings.TrimSpace(words.Say("{1} {2} not listed.", s, words.Plural(int64(r.Left), "smaller group is", "smaller groups are")))
	}
	return s
}

// clicked lists the threads of a group, or shows the stack of its first thread.
func (v *View) clicked(event vugu.DOMEvent) {
	r := v.current()
	if r == nil {
		return
	}
	show := func(groups []message.ThreadGroup, list bool) func(int) {
		return func(n int) {
			if n >= len(groups) {
				return
			}
			threads := groups[n].Threads
			if list {
				v.dumps.ListThreads(threads)
			}
			v.dumps.ShowStack(threads[0])
		}
	}
	node.Routes{
		"group-stack":       show(r.Stacks, true),
		"group-stack-first": show(r.Stacks, false),
		"group-pool":        show(r.Pools, true),
	}.Dispatch(event)
}
