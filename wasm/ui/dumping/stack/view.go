// Package stack is the pane next to the views of thread dumps. It shows the selected thread's stack with its
// locks, details from the dump and from the trace, or the file's own text.
package stack

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the pane and its component.
type View struct {
	room.NoView
	dumps *desk.Dumps
	drawn list.Once[*message.StackReply]
	text  list.Box
	jumps int // the desk's LineJumps at the last RequestData
	query ask.Query[*message.TextLinesReply]
	reply message.TextLinesReply
	rows  list.Rows[textLine]
}

var _ room.Part = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View { return &View{dumps: d, text: list.Box{Name: "text"}} }

// Open resets the view for newly opened dumps.
func (c *View) Open() {
	c.text.Reset()
	*c = View{dumps: c.dumps, text: c.text}
}

// linesAbove is the number of lines that the text shows above a line after a jump.
const linesAbove = 8

// RequestData requests the visible lines while the pane shows the text.
func (c *View) RequestData() {
	d := c.dumps
	if c.jumps != d.LineJumps {
		c.jumps = d.LineJumps
		c.text.Total = d.About.Lines
		c.text.Show(d.Host, int(d.Line), linesAbove)
	}
	if !d.Raw {
		return
	}
	first, n := c.text.Wanted()
	c.query.Want(&d.Page.Line, &message.TextLines{First: first, Count: n}, func(m *message.TextLinesReply) {
		c.reply, c.text.Total = *m, m.Total
	})
}

// Sized stores the scroll offset and height of the text.
func (c *View) Sized(box string, top, height float64) bool { return c.text.Sized(box, top, height) }

// clicked handles a click, by the element's ID: a line number, or a link to a thread.
func (c *View) clicked(event vugu.DOMEvent) {
	d := c.dumps
	switch what, n := node.CutNumber(event.PropString("target", "id")); {
	case what == "in-trace-show":
		d.Sight.Show(d.Trace)
	case what == "waiters-all":
		c.listWaiters()
	case n < 0:
	case strings.HasSuffix(what, "-line"):
		d.ShowLine(uint32(n))
	case strings.HasSuffix(what, "-thread"):
		d.ChooseThread(uint32(n))
	}
}

// forms returns the choice of how the thread is shown.
func (c *View) forms() *bar.Row {
	d := c.dumps
	text, title := words.T("File's text"), ""
	if d.About.Files[d.Chosen().File].Made {
		text, title = words.T("Report as text"), words.T("The file has no text of a dump. This text was made from the fields of the report")
	}
	return bar.Choice(words.T("View of the thread"),
		bar.Button{ID: "stack-frames", Name: words.T("Stack"), State: bar.Is(!d.Raw), Disabled: d.Thread == message.NoNode, Do: func() { d.Raw = false }},
		bar.Button{ID: "stack-text", Name: text, Title: title, State: bar.Is(d.Raw), Do: func() { d.ShowLine(c.firstLine()) }},
	)
}

func (c *View) buttons() *bar.Row {
	d := c.dumps
	return bar.Of(bar.Button{ID: "stack-copy", Name: words.T("Copy"), Hidden: d.Raw || d.Shown == nil, Do: func() { d.Copy(c.copyText()) }})
}

// Menu opens the menu of a line of the stack. The ID is that of its line number: "frame-3-line-120".
func (c *View) Menu(id string, at desk.Place) bool {
	d := c.dumps
	rest, ok := strings.CutPrefix(id, "frame-")
	number, _, _ := strings.Cut(rest, "-")
	i, err := strconv.Atoi(number)
	if !ok || err != nil || d.Shown == nil || i < 0 || i >= len(d.Shown.Lines) {
		return false
	}
	l := d.Shown.Lines[i]
	m := desk.Menu{At: at, Element: id, ReturnFocus: "stack-copy", Title: l.Last, FullTitle: l.First + l.Last}
	add := func(name string, do func()) { m.Items = append(m.Items, desk.Command{Name: name, Do: do}) }
	add(words.T("Show in the file’s text"), func() { d.ShowLine(l.Line) })
	if l.Thread != message.NoNode {
		add(words.Say("Show thread {1}", l.Name), func() { d.ChooseThread(l.Thread) })
	}
	if l.Kind == message.JavaStackLine {
		add(words.T("Only threads with this frame"), func() {
			d.Filter = desk.Filter{Text: desk.Quoted(l.First + l.Last)}
			d.Tab = "stacks"
		})
	}
	m.Items = append(m.Items, desk.Command{})
	add(words.T("Copy line"), func() { d.Copy(strings.TrimSpace(l.First + l.Last + " " + l.Place)) })
	add(words.T("Copy stack"), func() { d.Copy(c.copyText()) })
	if l.Kind == message.JavaStackLine {
		m.Last = d.NameCommands(func() (name, facts string) { return desk.LineSource(&l) })
	}
	d.OpenMenu(m)
	return true
}

// firstLine returns the line in the file where the shown thread begins, or its process.
func (c *View) firstLine() uint32 {
	if s := c.dumps.Shown; s != nil {
		return s.Line
	}
	return c.dumps.Chosen().Line
}

// ---- In the trace ----

func (c *View) inTrace() string { return c.dumps.Sight.Sentence(c.dumps.Trace, c.dumps.Thread) }

// ---- The text ----

// A textLine is one line of the file's text in the page.
type textLine struct{ Class, Number, Text, Help string }

// changedLines returns the visible lines of the text if they differ from those in the browser.
func (c *View) changedLines() []textLine {
	d := c.dumps
	if !d.Raw {
		return nil
	}
	var all []textLine
	for i, l := range c.reply.Lines {
		line := uint32(c.reply.First + i)
		t := textLine{Class: "text-line", Text: clipLine(l.Text), Help: words.Filled(l.Help).String()}
		_, t.Number = d.Place(line)
		if l.Thread == d.Thread && d.Thread != message.NoNode {
			t.Class += " mine"
		}
		if line == d.Line {
			t.Class += " marked"
		}
		all = append(all, t)
	}
	return list.Changed(&c.rows, all, textLine{Class: "none"})
}

// clipLine replaces the tabs in a line, and cuts a line that is too long for the page.
func clipLine(s string) string {
	const most = 2000
	s = words.ClipTo(strings.ReplaceAll(s, "\t", "    "), most)
	if s == "" {
		return words.NBSP // so that an empty line has full height
	}
	return s
}

// ---- The stack ----

// changed reports whether the browser shows an older stack.
func (c *View) changed() bool { return c.drawn.Changed(c.dumps.Shown) }

func (c *View) row() *message.StackRow { return &c.dumps.Shown.Row }

func (c *View) name() string {
	if name := words.Clip(c.row().Name); name != "" {
		return name
	}
	return words.T("(no name)")
}

func (c *View) stateClass() string { return "state " + desk.StateName(c.row().Class) }

func (c *View) state() string { return words.Clip(c.row().State) }

// place returns the thread's place in the file and its kind, as text.
func (c *View) place() string {
	r := c.row()
	var parts []string
	for _, p := range []struct {
		says words.Text
		n    int
	}{{"tid {1}", r.Tid}, {"sysTid {1}", r.SysTid}, {"priority {1}", r.Prio}} {
		if p.n != 0 {
			parts = append(parts, words.Say(p.says, strconv.Itoa(p.n)))
		}
	}
	if r.Daemon {
		parts = append(parts, words.T("daemon"))
	}
	if r.Idle {
		parts = append(parts, words.T("idle: it waits for work"))
	}
	if r.CPU >= 0 {
		parts = append(parts, words.Say("{1} of CPU", words.CPUTime(r.CPU)))
	}
	return " " + strings.Join(append(parts, words.Say("line {1}", c.dumps.LineName(c.dumps.Shown.Line))), " · ")
}

// A link leads to the thread that this one waits for, or to a thread that waits for this one.
type link struct{ Before, ID, Name, After string }

// mostWaiters is the maximum number of waiting threads that the pane names.
const mostWaiters = 5

func (c *View) chain() []link {
	s := c.dumps.Shown
	var all []link
	for i := range s.Chain {
		r := &s.Chain[i]
		says := words.Text("waits for {1}, {2}")
		switch last := i == len(s.Chain)-1 && s.Deadlock; {
		case last && i > 0:
			says = "which waits for {1}, {2}, which waits for this thread: deadlock"
		case last:
			says = "waits for {1}, {2}, which waits for this thread: deadlock"
		case i > 0:
			says = "which waits for {1}, {2}"
		}
		l := link{ID: fmt.Sprintf("chain-%d-thread-%d", i, r.Thread), Name: label(r)}
		l.Before, l.After, _ = strings.Cut(words.Say(says, "\x00", words.Clip(r.State)), "\x00")
		all = append(all, l)
	}
	switch {
	case s.Waiting == 0:
	case c.listsWaiters():
		text := words.Plural(int64(s.Waiting), "thread waits for this thread", "threads wait for this thread")
		if s.Behind > 0 {
			text = words.Say("{1}, {2} more behind them", text, words.Count(int64(s.Behind)))
		}
		all = append(all, link{After: text})
	default:
		l := c.waiters()[0]
		l.After = words.T(" waits for this thread")
		all = append(all, l)
	}
	return all
}

// listsWaiters reports whether the threads that wait for this one are below its stack. One thread needs no list.
func (c *View) listsWaiters() bool { return c.dumps.Shown.Waiting > 1 || c.dumps.Shown.Behind > 0 }

// waiters returns links to the first threads that wait for this one.
func (c *View) waiters() []link {
	var all []link
	s := c.dumps.Shown
	for i := range s.Waiters[:min(len(s.Waiters), mostWaiters)] {
		r := &s.Waiters[i]
		l := link{ID: fmt.Sprintf("waiter-%d-thread-%d", i, r.Thread), Name: label(r)}
		if r.Wanted != "" {
			l.After = words.Say(", for {1}", words.Clip(words.ShortObject(r.Wanted)))
		}
		all = append(all, l)
	}
	return all
}

// moreWaiters returns the number of waiting threads that waiters omits, as text, "" for none.
func (c *View) moreWaiters() string {
	if n := c.dumps.Shown.Waiting - mostWaiters; n > 0 {
		return words.Say("{1} more", words.Count(int64(n)))
	}
	return ""
}

// listWaiters lists all waiting threads in the table of threads.
func (c *View) listWaiters() {
	var all []uint32
	for i := range c.dumps.Shown.Waiters {
		all = append(all, c.dumps.Shown.Waiters[i].Thread)
	}
	c.dumps.ListThreads(all)
}

// label returns a thread's name with its number.
func label(r *message.StackRow) string {
	if r.Tid == 0 {
		return words.Clip(r.Name)
	}
	return words.Clip(r.Name) + " (" + strconv.Itoa(r.Tid) + ")"
}

// A frame is one line of the stack in the page.
type frame struct {
	Class, Title, LineID, Line, First, Last, Place, ID, Name string
}

// kinds has the CSS class and the description of each kind of line.
var kinds = [...]struct {
	class string
	title words.Text
}{
	{"frame java", "A frame of Java or Kotlin code: class, method, and the place in the source."},
	{"frame native", "A frame of native code: function, and the library it is in."},
	{"frame kernel", "A frame inside the kernel, where the thread's system call is."},
	{"frame note", "A comment from the program that wrote the dump."},
	{"frame monitor", "A monitor that the frame above holds or waits for. The number identifies the object within one dump."},
}

func (c *View) frames() []frame {
	var all []frame
	for i := range c.dumps.Shown.Lines {
		l := &c.dumps.Shown.Lines[i]
		kind := &kinds[min(int(l.Kind), len(kinds)-1)]
		f := frame{
			Class: kind.class, Title: kind.title.String(),
			LineID: fmt.Sprintf("frame-%d-line-%d", i, l.Line), First: words.Clip(l.First), Last: words.Clip(l.Last),
		}
		_, f.Line = c.dumps.Place(l.Line)
		if l.Place != "" {
			f.Place = " " + words.Clip(l.Place)
		}
		if l.Own {
			f.Class += " own"
		}
		if l.Raw != "" {
			f.Title = desk.InFile(l.Raw)
		}
		if l.ReadableLast != "" {
			f.Title = strings.TrimSpace(f.First + f.Last + "\n" + f.Title)
			f.First, f.Last = words.Clip(l.ReadableFirst), words.Clip(l.ReadableLast)
		}
		if l.Thread != message.NoNode {
			f.ID, f.Name = fmt.Sprintf("frame-%d-thread-%d", i, l.Thread), "→ "+words.Clip(l.Name)
		}
		all = append(all, f)
	}
	return all
}

func (c *View) cut() string {
	return words.Say("{1} in the file's text.", words.Plural(int64(c.dumps.Shown.Cut), "more line is", "more lines are"))
}

// attributes returns the thread's fields, each with an explanation.
func (c *View) attributes() []node.Fact {
	var all []node.Fact
	for _, a := range c.dumps.Shown.Fields {
		value := words.Clip(a.Value)
		if value == "yes" { // the parser's own value, for a flag that the dump sets
			value = words.T("yes")
		}
		all = append(all, node.Fact{Term: words.Clip(a.Key), Text: value, Title: words.Filled(a.Help).String()})
	}
	return all
}

// copyText returns the stack as text.
func (c *View) copyText() string {
	var b strings.Builder
	r := c.row()
	fmt.Fprintf(&b, "%q tid=%d %s\n", r.Name, r.Tid, r.State)
	for _, l := range c.dumps.Shown.Lines {
		switch l.Kind {
		case message.JavaStackLine:
			fmt.Fprintf(&b, "  at %s%s(%s)\n", l.First, l.Last, l.Place)
		default:
			fmt.Fprintf(&b, "  %s\n", l.Last)
		}
	}
	return b.String()
}
