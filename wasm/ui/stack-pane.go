package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// StackPane shows the chosen thread: its stack with the locks, what the dump says of it, or
// the file's own text. What the browser has already is not given again; see Grid.
type StackPane struct {
	App   *App
	drawn *message.StackReply
	blank bool // the browser has the sentence that stands for no thread
	fresh bool

	text      []textLine
	drawnText []textLine
}

// Compute sees whether there is anything new to show.
func (c *StackPane) Compute() {
	d := &c.App.dump
	if !c.App.dumping() {
		c.drawn, c.blank, c.fresh, c.text, c.drawnText = nil, false, false, nil, nil
		return
	}
	c.fresh = d.shown != c.drawn || d.shown == nil && !c.blank
	c.drawn, c.blank = d.shown, d.shown == nil
	c.text = nil
	if d.raw {
		c.text = d.textLines()
	}
}

// A textLine is one line of the file's text in the page.
type textLine struct{ Class, Number, Text, Help string }

func (d *dumps) textLines() []textLine {
	var all []textLine
	for i, l := range d.text.reply.Lines {
		line := uint32(d.text.reply.First + i)
		t := textLine{Class: "text-line", Text: clippedLine(l.Text), Help: l.Help}
		_, t.Number = d.place(line)
		if l.Thread == d.thread && d.thread != message.NoNode {
			t.Class += " mine"
		}
		if line == d.text.marked {
			t.Class += " marked"
		}
		all = append(all, t)
	}
	return all
}

// clippedLine is a line with tabs as blanks, and no more of it than a page can show.
func clippedLine(s string) string {
	const most = 2000
	s = strings.ReplaceAll(s, "\t", "    ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	if s == "" {
		return nbsp // an empty line has its height too
	}
	return s
}

// textLines are the text's rows, if they differ from what the browser has.
func (c *StackPane) textLines() []textLine {
	if slices.Equal(c.text, c.drawnText) {
		return nil
	}
	c.drawnText = c.text
	return c.text
}

func (c *StackPane) contentStyle() string {
	return "height:" + strconv.Itoa(int(c.App.dump.text.content())) + "px"
}

func (c *StackPane) rowsStyle() string {
	t := &c.App.dump.text
	return "transform:translateY(" + strconv.Itoa(int(t.y(t.reply.First))) + "px)"
}

func (c *StackPane) row() *message.StackRow { return &c.App.dump.shown.Row }

func (c *StackPane) name() string {
	name := clipped(c.row().Name)
	if name == "" {
		name = "(without a name)"
	}
	return name
}

func (c *StackPane) stateClass() string { return "state " + stateName(c.row().Class) }

func (c *StackPane) state() string { return clipped(c.row().State) }

// place says where the thread is in the file, and what kind of thread it is.
func (c *StackPane) place() string {
	r := c.row()
	var parts []string
	for _, p := range []struct {
		name string
		n    int
	}{{"tid ", r.Tid}, {"sysTid ", r.SysTid}, {"priority ", r.Prio}} {
		if p.n != 0 {
			parts = append(parts, p.name+strconv.Itoa(p.n))
		}
	}
	if r.Daemon {
		parts = append(parts, "daemon")
	}
	if r.Idle {
		parts = append(parts, "idle: it waits for work")
	}
	if r.CPU >= 0 {
		parts = append(parts, seconds(r.CPU)+" of CPU")
	}
	return " " + strings.Join(append(parts, "line "+c.App.dump.lineName(c.App.dump.shown.Line)), " · ")
}

// A chainLine is a step from a thread to the one it waits for, or from one that waits for it.
type chainLine struct{ Before, ID, Name, After string }

func (c *StackPane) chain() []chainLine {
	s := c.App.dump.shown
	var all []chainLine
	for i := range s.Chain {
		r := &s.Chain[i]
		l := chainLine{Before: "waits for ", ID: fmt.Sprintf("chain-%d-thread-%d", i, r.Thread), Name: label(r), After: ", " + clipped(r.State)}
		if i > 0 {
			l.Before = "which waits for "
		}
		if i == len(s.Chain)-1 && s.Deadlock {
			l.After += ", which waits for this thread: deadlock"
		}
		all = append(all, l)
	}
	for i := range s.Waiters {
		r := &s.Waiters[i]
		if i == 20 {
			all = append(all, chainLine{After: plural(int64(len(s.Waiters)-i), "more waits for this thread", "more wait for this thread")})
			break
		}
		all = append(all, chainLine{ID: fmt.Sprintf("waiter-%d-thread-%d", i, r.Thread), Name: label(r), After: " waits for this thread"})
	}
	return all
}

// label is a thread's name with its number.
func label(r *message.StackRow) string {
	if r.Tid == 0 {
		return clipped(r.Name)
	}
	return clipped(r.Name) + " (" + strconv.Itoa(r.Tid) + ")"
}

// A frameLine is one line of the stack in the page.
type frameLine struct {
	Class, Title, LineID, Line, First, Last, Place, ID, Name string
}

// frameClasses are the classes of style.css, by kind.
var frameClasses = [...]string{"frame java", "frame native", "frame kernel", "frame note", "frame monitor"}

// frameKinds explain the kinds of lines.
var frameKinds = [...]string{
	"A frame of Java or Kotlin code: class, method, and the place in the source.",
	"A frame of native code: function, and the library it is in.",
	"A frame inside the kernel, where the thread's system call is.",
	"A remark of the program that wrote the dump.",
	"A monitor that the frame above holds or waits for. The number tells objects apart within one dump.",
}

func (c *StackPane) lines() []frameLine {
	s := c.App.dump.shown
	var all []frameLine
	for i := range s.Lines {
		l := &s.Lines[i]
		f := frameLine{
			Class: frameClasses[min(int(l.Kind), len(frameClasses)-1)], Title: frameKinds[min(int(l.Kind), len(frameKinds)-1)],
			LineID: fmt.Sprintf("frame-%d-line-%d", i, l.Line), First: clipped(l.First), Last: clipped(l.Last),
		}
		_, f.Line = c.App.dump.place(l.Line)
		if l.Place != "" {
			f.Place = nbsp + clipped(l.Place)
		}
		if l.Own {
			f.Class += " own"
		}
		if l.Thread != message.NoNode {
			f.ID, f.Name = fmt.Sprintf("frame-%d-thread-%d", i, l.Thread), "→ "+clipped(l.Name)
		}
		all = append(all, f)
	}
	return all
}

func (c *StackPane) cut() string {
	return plural(int64(c.App.dump.shown.Cut), "more line is", "more lines are") + " in the file's text."
}

// attributes are the thread's fields, each with what it means.
func (c *StackPane) attributes() []fact {
	var all []fact
	for _, a := range c.App.dump.shown.Fields {
		all = append(all, fact{clipped(a.Key), clipped(a.Value), a.Help})
	}
	return all
}

// clicked finds what was clicked by its id: a line's number, or a thread that it leads to.
func (c *StackPane) clicked(event vugu.DOMEvent) {
	d := &c.App.dump
	id := event.PropString("target", "id")
	switch id {
	case "stack-frames":
		d.showStack()
		return
	case "stack-text":
		if d.shown != nil {
			d.showLine(c.App, d.shown.Line)
		} else {
			d.showLine(c.App, d.chosen().Line)
		}
		return
	case "stack-copy":
		c.App.copy(c.copied())
		return
	}
	switch what, n := cutNumber(id); {
	case n < 0:
	case strings.HasSuffix(what, "-line"):
		d.showLine(c.App, uint32(n))
	case strings.HasSuffix(what, "-thread"):
		d.chooseThread(c.App, uint32(n))
	}
}

// copied is the stack as text.
func (c *StackPane) copied() string {
	var b strings.Builder
	r := c.row()
	fmt.Fprintf(&b, "%q tid=%d %s\n", r.Name, r.Tid, r.State)
	for _, l := range c.App.dump.shown.Lines {
		switch l.Kind {
		case message.JavaStackLine:
			fmt.Fprintf(&b, "  at %s%s(%s)\n", l.First, l.Last, l.Place)
		default:
			fmt.Fprintf(&b, "  %s\n", l.Last)
		}
	}
	return b.String()
}
