package desk

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
)

// Dumps is the state that the views of thread dumps share: the selected process, the selected thread, and how
// to show them.
type Dumps struct {
	*Page
	Trace *Desk // desk of the trace that may be open with the dumps

	About   *message.Dumps // nil while no dumps are open
	Process uint32         // selected, an index into About.Processes
	Thread  uint32         // selected; NoNode for none
	Tab     string         // id of the visible view
	Filter  Filter         // filter of threads; the flame graph searches for its text too

	Shown     *message.StackReply // stack of the selected thread; nil until the reply arrives
	Raw       bool                // the pane shows the file's text instead of the stack
	Line      uint32              // highlighted line of the text; NoNode for none
	LineJumps int                 // raised by ShowLine
	forced    bool                // Raw is set only because the process has no stacks

	Sight     Sight // the selected thread in the trace
	MainSight Sight // the main thread of the selected process in the trace

	Pile  PileView            // if a pile is open
	Marks []message.CauseMark // of an opened file, which the view of causes has yet to add to its own

	stack   ask.Query[*message.StackReply]
	opening ask.Query[*message.OpenDumpReply]
	trace   ask.Query[*message.File]
	found   ask.Query[*message.QueryReply] // matches of Filter.Text
	query   message.QueryReply
}

// A PileView is the part of a pile of dumps that is shown and selected.
type PileView struct {
	Overview  bool   // the causes are shown, not one dump
	Visited   bool   // the user has opened a dump of the pile, the selected one
	Only      string // facts of the counted dumps, as in message.PileScope
	BaseLot   uint32 // lot that the others are compared with, from 1; 0 for none
	Since     string // fact of the dumps that the others are compared with instead; "" for none
	Cause     uint32 // row of the cause whose main threads the flame graph shows; NoNode for all
	CauseName string // name of that cause
	Side      uint32 // in a comparison, the side whose main threads the flame graph shows
	Node      uint32 // frame of that flame graph whose dumps are listed; NoNode for none
	NodeName  string // label of that frame
}

// Scope returns the dumps of the pile that count.
func (p *PileView) Scope() message.PileScope {
	return message.PileScope{Only: p.Only, Before: p.BaseLot, Since: p.Since}
}

// Compared reports whether two parts of the pile are compared.
func (p *PileView) Compared() bool { return p.BaseLot > 0 || p.Since != "" }

// Forget drops the dumps.
func (d *Dumps) Forget() {
	*d = Dumps{Page: d.Page, Trace: d.Trace, Tab: "stacks", Thread: message.NoNode, Line: message.NoNode, Pile: PileView{Cause: message.NoNode, Node: message.NoNode}}
}

// Open puts dumps that the engine has read on the desk. It selects the process in front.
func (d *Dumps) Open(about *message.Dumps) {
	d.About = about
	d.Choose(about.Front)
}

// ShowDump opens a dump of the pile, then calls then. number is a message.DumpRef number. If only one dump of
// the pile is loaded, the engine reads the other one first.
func (d *Dumps) ShowDump(number uint32, then func()) {
	shown := func() {
		d.Pile.Overview, d.Pile.Visited = false, true
		if d.Tab == "causes" {
			d.Tab = "stacks"
		}
		then()
	}
	switch {
	case !d.About.Single:
		d.Choose(number)
		shown()
	case d.About.Number == number && !d.opening.Busy():
		shown()
	default:
		d.opening.Ask(&d.Page.Line, &message.OpenDump{Number: number}, func(m *message.OpenDumpReply) {
			if d.opening.Busy() {
				return // the user has opened another dump meanwhile
			}
			opened := d.About.Opened
			*d = Dumps{Page: d.Page, Trace: d.Trace, Tab: d.Tab, Pile: d.Pile, Marks: d.Marks, Thread: message.NoNode, Line: message.NoNode}
			d.Open(&m.About)
			d.About.Opened = opened
			shown()
		})
	}
}

// Loaded returns the number of the loaded dump of a pile, 0 if all dumps are loaded.
func (d *Dumps) Loaded() uint32 {
	if d.About == nil || !d.About.Single {
		return 0
	}
	return d.About.Number
}

// Rereading reports whether the engine is reading another dump of the pile.
func (d *Dumps) Rereading() bool { return d.opening.Busy() }

// ShowPile shows the causes of the pile.
func (d *Dumps) ShowPile() { d.Pile.Overview, d.Tab = true, "causes" }

// RequestData requests the selected thread's stack, and where that stack was in the trace.
func (d *Dumps) RequestData() {
	if thread := d.Thread; thread != message.NoNode {
		d.stack.Want(&d.Page.Line, &message.Stack{Thread: thread}, func(m *message.StackReply) {
			if m.Row.Thread != d.Thread {
				return
			}
			first := d.Shown == nil || d.Shown.Row.Thread != m.Row.Thread
			d.Shown = m
			if first && d.Raw {
				d.ShowLine(m.Line)
			}
		})
	}
	if d.Filter.Text != "" {
		d.found.Want(&d.Page.Line, &message.Query{Text: d.Filter.Text, Graph: d.Trace.Graph}, func(m *message.QueryReply) { d.query = *m })
	}
	d.Sight.request(d, d.Thread)
	d.Names.Want(&d.Page.Line)
	d.Page.renewMenu()
}

// Choose selects a process and the thread that its verdict is about: the holder of the lock that others wait for, else main.
func (d *Dumps) Choose(process uint32) {
	if int(process) >= len(d.About.Processes) {
		return
	}
	d.Process = process
	d.Filter.Group = nil // its threads belong to another process
	p := d.Chosen()
	switch {
	case p.Holder != message.NoNode:
		d.ChooseThread(p.Holder)
	case p.Main == message.NoNode && p.Threads > 0:
		d.ChooseThread(p.Thread)
	default:
		d.ChooseThread(p.Main)
	}
	if d.forced {
		d.Raw, d.forced = false, false
	}
	if p.Threads == 0 {
		raw := d.Raw
		d.ShowLine(p.Line)
		d.forced = !raw
	}
}

// Chosen returns the selected process.
func (d *Dumps) Chosen() *message.Process { return &d.About.Processes[d.Process] }

// ProcessesText counts processes, and dumps if a process has several: "1 process, 2 dumps".
func ProcessesText(all []message.Process) string { return words.Processes(len(all), identified(all)) }

// SeveralProcesses reports whether the open dumps are of more than one process.
func (d *Dumps) SeveralProcesses() bool {
	all := d.About.Processes
	return words.CountProcesses(len(all), identified(all)) > 1
}

// identified returns a function that returns the pid and name of process i.
func identified(all []message.Process) func(i int) (pid int, name string) {
	return func(i int) (int, string) { return all[i].PID, all[i].Name }
}

// OpenTrace opens the trace that the dump of the selected process holds. It replaces such a trace of another dump.
func (d *Dumps) OpenTrace() {
	d.trace.Ask(&d.Page.Line, &message.DumpTrace{Process: d.Process}, func(f *message.File) {
		if t := d.Trace.Trace; t != nil && message.IsOfDump(t.File) {
			if d.Room = TraceRoom; t.File == f.Name {
				return
			}
		}
		d.Host.OpenTrace(f)
	})
}

// Number returns the position of the selected process in its file, from 1.
func (d *Dumps) Number() (n int) {
	for i := range d.About.Processes[:d.Process+1] {
		if d.About.Processes[i].File == d.Chosen().File {
			n++
		}
	}
	return n
}

// Step selects the next or previous process.
func (d *Dumps) Step(by int) {
	n := len(d.About.Processes)
	d.Choose(uint32((int(d.Process) + by + n) % n))
}

// ChooseThread selects a thread, and its process if that is not selected.
func (d *Dumps) ChooseThread(thread uint32) {
	d.Thread = thread
	if thread == message.NoNode {
		d.Shown = nil
		d.stack.Invalidate()
		return
	}
	if p := d.ProcessOf(thread); p >= 0 && uint32(p) != d.Process {
		d.Choose(uint32(p))
		d.Thread = thread
	}
}

// ShowStack selects a thread and shows its stack instead of the text.
func (d *Dumps) ShowStack(thread uint32) {
	d.Raw = false
	d.ChooseThread(thread)
}

// ProcessOf returns the index of a thread's process, -1 for none.
func (d *Dumps) ProcessOf(thread uint32) int {
	return slices.IndexFunc(d.About.Processes, func(p message.Process) bool {
		return thread >= p.Thread && thread-p.Thread < p.Threads
	})
}

// ListThreads opens the table of threads with only these threads.
func (d *Dumps) ListThreads(threads []uint32) {
	d.Filter = Filter{Group: threads}
	d.Tab = "stacks"
}

// ShowLine shows a line of the files' text.
func (d *Dumps) ShowLine(line uint32) {
	d.Raw, d.Line, d.forced = true, line, false
	d.LineJumps++
}

// Stored returns the names of the opened files, each once.
func (d *Dumps) Stored() []string {
	names := slices.Clone(d.About.Opened)
	for i := range d.About.Files {
		if name := d.About.Files[i].Stored; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// LineName returns a line's number, and its file if several are open.
func (d *Dumps) LineName(line uint32) string {
	file, number := d.Place(line)
	if len(d.About.Files) > 1 && file != "" {
		return words.Clip(file) + ":" + number
	}
	return number
}

// Place returns the file of a line, and the line's number in that file, from 1.
func (d *Dumps) Place(line uint32) (file, number string) {
	for i := range d.About.Files {
		if f := &d.About.Files[i]; line >= f.Line && line-f.Line < f.Lines {
			return f.Name, strconv.Itoa(int(line-f.Line) + 1)
		}
	}
	return "", ""
}

// A Filter selects the threads that are listed. Its zero value lists all.
type Filter struct {
	Class   message.StateClass
	Text    string // search text
	Package string
	Busy    bool     // hides threads that only wait for work
	Group   []uint32 // lists only these threads, all if empty
}

// Any reports whether the filter hides any threads.
func (f *Filter) Any() bool {
	return f.Class != message.AnyState || f.Text != "" || f.Package != "" || f.Busy || len(f.Group) > 0
}

// Equal reports whether both filters list the same threads.
func (f *Filter) Equal(other *Filter) bool {
	return f.Class == other.Class && f.Text == other.Text && f.Package == other.Package && f.Busy == other.Busy && slices.Equal(f.Group, other.Group)
}

// Refused returns why a part of the search is invalid, "" if it is valid.
func (d *Dumps) Refused() string { return words.Clip(d.Found().Refused) }

// Found returns the matches of the search. It is empty until the reply arrives.
func (d *Dumps) Found() message.QueryReply {
	if d.query.Text != d.Filter.Text || d.found.Busy() {
		return message.QueryReply{}
	}
	return d.query
}

// QueryHint describes the search language.
const QueryHint words.Text = "Words in a thread's name, state, locks or frames; \"two words\", a*b, state:blocked, tid:14, thread:main, -word to exclude, /regex/; through:frame, drop:frame, under:frame"

// Find returns a search field for threads and frames.
func (d *Dumps) Find(id string, named words.Text) *bar.Find {
	return &bar.Find{ID: id, Empty: "Search  ( / )", Named: named, Title: QueryHint.String(), Text: d.Filter.Text, Do: func(text string) { d.Filter.Text = text }}
}

// Quoted returns a query that matches text literally.
func Quoted(text string) string {
	if strings.ContainsAny(text, " :*") && !strings.Contains(text, `"`) || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "/") {
		return `"` + text + `"`
	}
	return text
}

// StateClasses are the filters by state, in the order of the page.
var StateClasses = []struct {
	Class message.StateClass
	Name  words.Text
}{
	{message.StateBlocked, "Blocked"}, {message.StateRunning, "Running"}, {message.StateInNative, "In native code"}, {message.StateWaiting, "Waiting"},
	{message.StateTimed, "Waiting with a limit"}, {message.StateInMachine, "In the virtual machine"}, {message.StateEnded, "Ended"}, {message.StateUnknown, "Not attached or native"},
}

// stateNames are CSS class names, by state class.
var stateNames = [...]string{"", "unknown", "running", "native", "blocked", "waiting", "timed", "machine", "ended"}

// StateName returns the CSS class of a state class.
func StateName(class message.StateClass) string {
	return stateNames[min(int(class), len(stateNames)-1)]
}

// NamesText formats folded names: "Binder:100_# × 14, main".
func NamesText(names []message.NameCount) string {
	var parts []string
	for _, n := range names {
		name := n.Name
		if name == "" {
			name = words.T("(no name)")
		}
		if n.Count > 1 {
			name += words.NBSP + "×" + words.NBSP + words.Count(int64(n.Count))
		}
		parts = append(parts, name)
	}
	return words.Clip(words.List(parts))
}
