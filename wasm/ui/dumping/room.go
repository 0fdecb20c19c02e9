// Package dumping is the room of thread dumps: the processes, the verdict on the selected one, its views, and the stack of
// a thread.
package dumping

import (
	"cmp"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/dumping/causes"
	"traceglass/wasm/ui/dumping/flamegraph"
	"traceglass/wasm/ui/dumping/groups"
	"traceglass/wasm/ui/dumping/head"
	"traceglass/wasm/ui/dumping/lockgraph"
	"traceglass/wasm/ui/dumping/overtime"
	"traceglass/wasm/ui/dumping/rail"
	"traceglass/wasm/ui/dumping/stack"
	"traceglass/wasm/ui/dumping/threads"
	"traceglass/wasm/ui/dumping/verdict"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A Room is the views of thread dumps, and their component.
type Room struct {
	room.Shell
	dumps     *desk.Dumps
	rail      *rail.View
	verdict   *verdict.View
	threads   *threads.View
	head      *head.View
	stack     *stack.View
	flame     *flamegraph.View
	locks     *lockgraph.View
	causes    *causes.View
	about     *message.Dumps // the dumps that the views were reset for
	processes string         // the number of their processes, as text
}

// New returns the room.
func New(d *desk.Dumps) *Room {
	r := &Room{
		dumps: d,
		rail:  rail.New(d), verdict: verdict.New(d), threads: threads.New(d), head: head.New(d), stack: stack.New(d), flame: flamegraph.New(d), locks: lockgraph.New(d), causes: causes.New(d),
	}
	r.Init(d.Page, "dump-", "Views of the process", &d.Tab)
	r.OnlyKeys(r.views)
	r.Parts = []room.Part{r.rail, r.head, r.stack}
	r.Views = []room.View{r.threads, groups.New(d), r.flame, r.locks, overtime.New(d), r.causes}
	return r
}

// Open shows dumps that were read.
func (r *Room) Open(about *message.Dumps) {
	r.dumps.Forget()
	r.dumps.Open(about)
	r.begin()
	if about.Pile > 0 {
		r.dumps.ShowPile()
	}
}

// Forget closes the dumps.
func (r *Room) Forget() {
	r.dumps.Forget()
	r.begin()
}

func (r *Room) begin() {
	r.about, r.processes = r.dumps.About, ""
	if r.about != nil {
		r.processes = desk.ProcessesText(r.about.Processes)
	}
	r.Begin()
}

// syncDump resets the views if another dump of the pile is open. The causes stay.
func (r *Room) syncDump() {
	if about := r.dumps.About; about != r.about {
		if about != nil && r.about != nil && about.Number == r.about.Number {
			r.about, r.processes = about, desk.ProcessesText(about.Processes) // the same dump with other names, or in another language
			return
		}
		causes := *r.causes
		r.begin()
		*r.causes = causes
	}
}

// views returns the tabs in the order of their keys. A whole pile has other tabs than a dump.
func (r *Room) views() []room.View {
	if r.dumps.Pile.Overview {
		return []room.View{r.causes, r.flame}
	}
	return r.Views
}

// RequestData requests missing data of the visible parts.
func (r *Room) RequestData() {
	r.syncDump()
	r.rail.RequestData()
	if r.Current().RequestData(); r.dumps.Pile.Overview {
		r.dumps.Names.Want(&r.dumps.Page.Line)
		return
	}
	r.head.RequestData()
	r.stack.RequestData()
	r.dumps.RequestData()
}

// tally returns the number of matches of the search, and its errors.
func (r *Room) tally() string {
	if !r.searches() || r.dumps.Filter.Text == "" {
		return ""
	}
	return r.Current().Status().Tally + " " + r.dumps.Refused()
}

// searches reports whether the visible view shows what the room's search field finds.
func (r *Room) searches() bool { return r.Current().Tab().Searches }

// typed handles input in the search field.
func (r *Room) finds() *bar.Find { return r.dumps.Find(findID, "Search threads and frames") }

// Answers asks for the verdict and the selected thread, or for the causes of a pile, as text for an assistant.
func (r *Room) Answers(hidden bool) message.Request[*message.AnswerTextReply] {
	d := r.dumps
	switch {
	case hidden: // the lines of a dump are names
		return nil
	case d.Pile.Overview:
		return &message.AnswerText{Of: message.OfPile, Pile: d.Pile.Scope()}
	}
	return &message.AnswerText{Of: message.OfDump, Process: d.Process, StackThread: d.Thread}
}

// Editing handles a key in a text field.
func (r *Room) Editing(k canvas.Key) bool {
	if k.Name == "Enter" && k.Focus == findID {
		if r.On(r.locks) {
			r.locks.StepFound(k.Shift)
		}
		return true
	}
	if k.Name != "Escape" {
		return false
	}
	if k.Focus == causes.FindID {
		r.causes.Clear()
		return true
	}
	r.dumps.Filter = desk.Filter{}
	home := r.Home()
	switch {
	case r.On(r.flame):
		home = "flame"
	case r.searches():
		home = r.TabID(r.Current())
	}
	r.dumps.Host.Focus(home)
	return true
}

// Do performs an act of the keyboard.
func (r *Room) Do(act canvas.Act) bool {
	d := r.dumps
	if act == canvas.Back && d.Raw {
		d.Raw = false
		return true
	}
	if r.Current().Do(act) {
		return true
	}
	switch act {
	case canvas.Back:
		switch {
		case r.On(r.causes) && d.Pile.Overview:
			d.ShowPile()
		case d.Pile.Overview || d.About.Pile > 0 && !d.Filter.Any():
			r.leave()
		default:
			d.Filter = desk.Filter{}
		}
	case canvas.Find:
		if r.On(r.causes) {
			d.Host.Focus(causes.FindID)
			return true
		}
		if d.Pile.Overview {
			return false
		}
		if r.searches() {
			d.Host.Focus(findID)
			return true
		}
		r.Show(r.Views[0])
		d.Host.Focus("stacks-find")
	case canvas.PreviousProcess:
		d.Step(-1)
	case canvas.NextProcess:
		d.Step(1)
	default:
		return r.ShowTab(act)
	}
	return true
}

// Commands returns the commands of the palette that have no key.
func (r *Room) Commands() []desk.Command {
	if r.dumps.Pile.Overview {
		return r.causes.Commands()
	}
	return grid.GroupThreads.Commands(r.threads.GroupBy)
}

// leave shows the causes instead of a dump or the flame graph of the pile.
func (r *Room) leave() {
	r.dumps.ShowPile()
	r.dumps.Host.Focus(cmp.Or(r.causes.Opened, r.TabID(r.causes))) // back to where the user left
}

// Home returns the id of the element that gets the focus when a dialog closes.
func (r *Room) Home() string {
	if r.dumps.Pile.Overview {
		return r.TabID(r.Current())
	}
	return "stacks-rows"
}

// findID is the id of the search field.
const findID = "dump-find"

// class returns the class of the room. A whole pile hides the parts of one dump.
func (r *Room) class() string { return "dump" + node.ClassIf(r.dumps.Pile.Overview, " heap") }

// pileLink returns the text of the link from a dump to its pile.
func (r *Room) pileLink() string {
	return words.Say("‹ Causes of all {1}", words.Plural(int64(r.dumps.About.Pile), "dump", "dumps"))
}

// dumpName returns the file name of the visible dump.
func (r *Room) dumpName() string {
	return words.Clip(r.dumps.About.Files[r.dumps.Chosen().File].Name)
}

// inPile reports whether one dump of a pile is visible.
func (r *Room) inPile() bool { return r.dumps.About.Pile > 0 && !r.dumps.Pile.Overview }

// clicked handles a click on the link to the pile.
func (r *Room) clicked(event vugu.DOMEvent) {
	node.Routes{"to-pile": func(int) { r.leave() }}.Dispatch(event)
}

// Spoken returns the selection as text for screen readers.
func (r *Room) Spoken() string {
	if s := r.Current().Status().Spoken; s != "" {
		return s
	}
	return words.Say("{1}, {2}", words.Clip(r.dumps.File), r.Facts())
}
