// Package head shows the information that a thread dump has besides its stacks: the reason for the dump, the
// build, the load of the device, the use of the heap. It is one line, which expands.
package head

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the line and its expanded parts, and their component.
type View struct {
	room.NoView
	dumps *desk.Dumps
	open  bool
	query ask.Query[*message.HeadReply]
	reply *message.HeadReply // nil until the reply arrives
	drawn list.Once[panel]
}

// A panel is the state that the browser shows.
type panel struct {
	reply *message.HeadReply
	open  bool
}

var _ room.Part = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// Open resets the view for newly opened dumps.
func (c *View) Open() { *c = View{dumps: c.dumps, open: c.open} }

// RequestData requests the information for the selected process.
func (c *View) RequestData() {
	c.query.Want(&c.dumps.Page.Line, &message.Head{Process: c.dumps.Process}, func(m *message.HeadReply) { c.reply = m })
}

// isEmpty reports whether there is nothing to show.
func (c *View) isEmpty() bool { return c.reply == nil || len(c.reply.Parts) == 0 }

// changed reports whether the browser shows an older state.
func (c *View) changed() bool { return c.drawn.Changed(panel{c.reply, c.open}) }

func (c *View) lead() string {
	if c.reply == nil {
		return ""
	}
	return c.reply.Lead
}

// parts returns the expanded parts of the line.
func (c *View) parts() []message.HeadPart {
	if c.reply == nil {
		return nil
	}
	return c.reply.Parts
}

func title(p *message.HeadPart) string { return words.Filled(p.Title).String() }

// A fact is one line of the file.
type fact struct{ Class, ID, Line, Key, Value, Help string }

// facts returns the lines of a part. If several in a row have the same help text, only the first shows it.
func (c *View) facts(p *message.HeadPart) []fact {
	var all []fact
	shown := ""
	for i := range p.Facts {
		f := &p.Facts[i]
		_, number := c.dumps.Place(f.Line) // line number in the file of the shown process
		l := fact{Class: "head-fact", ID: node.ID("head-line", int(f.Line)), Line: number, Key: f.Key, Value: f.Value}
		if f.Inner {
			l.Class += " inner-fact"
		}
		if f.Help != shown {
			l.Help, shown = words.Filled(f.Help).String(), f.Help
		}
		all = append(all, l)
	}
	return all
}

func left(p *message.HeadPart) string {
	return words.Say("{1} in the file's text.", words.Plural(int64(p.Left), "more line is", "more lines are"))
}

// clicked expands the line, or shows the file's text at the clicked fact.
func (c *View) clicked(event vugu.DOMEvent) {
	node.Routes{
		"head-open": func(int) { c.open = !c.open },
		"head-line": func(n int) {
			c.dumps.ShowLine(uint32(n))
			c.dumps.Host.Focus("text-rows")
		},
	}.Dispatch(event)
}
