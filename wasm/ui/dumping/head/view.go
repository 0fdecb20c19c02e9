// Package head is what a thread dump says around its stacks: why it was taken, of what build,
// how busy the device was, how full the heap. It is a line that opens.
package head

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A View is the line and what it opens to, and the component of both.
type View struct {
	dumps *desk.Dumps
	open  bool
	query ask.Query[*message.HeadReply]
	reply *message.HeadReply // nil until it is here
	drawn list.Once[panel]
}

// A panel is what the browser has.
type panel struct {
	reply *message.HeadReply
	open  bool
}

// New makes the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// Open begins with other dumps.
func (c *View) Open() { *c = View{dumps: c.dumps, open: c.open} }

// RequestData asks for what is said of the process chosen.
func (c *View) RequestData() {
	c.query.Want(&c.dumps.Page.Line, &message.Head{Process: c.dumps.Process}, func(m *message.HeadReply) { c.reply = m })
}

// isEmpty reports whether there is nothing to show.
func (c *View) isEmpty() bool { return c.reply == nil || len(c.reply.Parts) == 0 }

// changed reports whether the browser does not have what is to be shown.
func (c *View) changed() bool { return c.drawn.Changed(panel{c.reply, c.open}) }

func (c *View) lead() string {
	if c.reply == nil {
		return ""
	}
	return c.reply.Lead
}

// parts are what the line opens to.
func (c *View) parts() []message.HeadPart {
	if c.reply == nil {
		return nil
	}
	return c.reply.Parts
}

func title(p *message.HeadPart) string { return words.Filled(p.Title).String() }

// A fact is a line of the file in the page.
type fact struct{ Class, ID, Line, Key, Value, Help string }

// facts are those of a subject. What several in a row mean alike is said once.
func (c *View) facts(p *message.HeadPart) []fact {
	var all []fact
	said := ""
	for i := range p.Facts {
		f := &p.Facts[i]
		_, number := c.dumps.Place(f.Line) // of the file that the process shown is in
		l := fact{Class: "head-fact", ID: node.ID("head-line", int(f.Line)), Line: number, Key: f.Key, Value: f.Value}
		if f.Inner {
			l.Class += " inner-fact"
		}
		if f.Help != said {
			l.Help, said = words.Filled(f.Help).String(), f.Help
		}
		all = append(all, l)
	}
	return all
}

func left(p *message.HeadPart) string {
	return words.Say("{1} in the file's text.", words.Plural(int64(p.Left), "more line is", "more lines are"))
}

// clicked opens the line, or shows where the file says it.
func (c *View) clicked(event vugu.DOMEvent) {
	node.Routes{
		"head-open": func(int) { c.open = !c.open },
		"head-line": func(n int) {
			c.dumps.ShowLine(uint32(n))
			c.dumps.Host.Focus("text-rows")
		},
	}.Dispatch(event)
}
