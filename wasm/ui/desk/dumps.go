package desk

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// Dumps is what the views of thread dumps share: one process chosen among all, one thread
// of it, and what is shown of both.
type Dumps struct {
	*Page
	Trace *Desk // of the trace that may be open beside them

	About   *message.Dumps // what is open, nil without
	Process uint32         // chosen, a row of About.Processes
	Thread  uint32         // chosen, NoNode for none
	Tab     string         // id of the view that is shown
	Filter  Filter         // of threads; its text is searched for in the flame graph too

	Shown     *message.StackReply // the stack of the thread chosen, nil until it is here
	Raw       bool                // the file's own text is shown beside, not the stack
	Line      uint32              // of the text, that is pointed at; NoNode for none
	LineJumps int                 // how often a line was turned to
	forced    bool                // Raw is set because the process has no stacks

	Sight     Sight // of the thread chosen, in the trace
	MainSight Sight // of the main thread of the process chosen

	Pile PileView // where what is open is a pile

	stack   ask.Query[*message.StackReply]
	opening ask.Query[*message.OpenDumpReply]
	found   ask.Query[*message.QueryReply] // of Filter.Text
	query   message.QueryReply
}

// A Heap is what is shown of a pile of dumps, and which part of it is chosen.
type PileView struct {
	Overview  bool   // its causes are shown, and no dump of it
	Visited   bool   // a dump of it has been shown, the one that is chosen
	BaseLot   uint32 // lot from 1 that the others are compared with, 0 for none
	Cause     uint32 // row of the causes whose main threads the flame graph shows, NoNode for all
	CauseName string // of that cause
	Side      uint32 // whose main threads it shows, where some are compared with others
	Node      uint32 // box of that flame graph whose dumps are listed, NoNode for none
	NodeName  string // what that box is called
}

// Forget drops the dumps.
func (d *Dumps) Forget() {
	*d = Dumps{Page: d.Page, Trace: d.Trace, Tab: "stacks", Thread: message.NoNode, Line: message.NoNode, Pile: PileView{Cause: message.NoNode, Node: message.NoNode}}
}

// Open puts dumps that have been read on the desk, the process first that matters most.
func (d *Dumps) Open(about *message.Dumps) {
	d.About = about
	d.Choose(about.Front)
}

// ShowDump shows a dump of the pile, as message.DumpRef numbers it, and then calls then. Of a pile
// of which one dump is open the worker reads it again.
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
				return // another was clicked since
			}
			opened := d.About.Opened
			*d = Dumps{Page: d.Page, Trace: d.Trace, Tab: d.Tab, Pile: d.Pile, Thread: message.NoNode, Line: message.NoNode}
			d.Open(&m.About)
			d.About.Opened = opened
			shown()
		})
	}
}

// Rereading reports whether a dump of the pile is being read again.
func (d *Dumps) Rereading() bool { return d.opening.Busy() }

// ShowPile shows the causes of the pile.
func (d *Dumps) ShowPile() { d.Pile.Overview, d.Tab = true, "causes" }

// RequestData asks for the chosen thread's stack, and where it was in the trace.
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
}

// Choose shows a process, its main thread first.
func (d *Dumps) Choose(process uint32) {
	if int(process) >= len(d.About.Processes) {
		return
	}
	d.Process = process
	d.Filter.Group = nil // threads of the one before
	p := d.Chosen()
	d.ChooseThread(p.Main)
	if p.Main == message.NoNode && p.Threads > 0 {
		d.ChooseThread(p.Thread)
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

// Chosen is the process shown.
func (d *Dumps) Chosen() *message.Process { return &d.About.Processes[d.Process] }

// ProcessesText says how many processes some are, of which several may be dumps of one: "1 process, 2 dumps".
func ProcessesText(all []message.Process) string {
	type same struct {
		pid  int
		name string
	}
	seen, n := map[same]bool{}, 0
	for i := range all {
		p := &all[i]
		if key := (same{p.PID, p.Name}); p.Dumps <= 1 || !seen[key] {
			seen[key] = true
			n++
		}
	}
	text := words.Plural(int64(n), "process", "processes")
	if n < len(all) {
		text = words.Say("{1}, {2}", text, words.Plural(int64(len(all)), "dump", "dumps"))
	}
	return text
}

// Number is which process of its file the one shown is, from 1.
func (d *Dumps) Number() (n int) {
	for i := range d.About.Processes[:d.Process+1] {
		if d.About.Processes[i].File == d.Chosen().File {
			n++
		}
	}
	return n
}

// Step goes to the next process, or the one before.
func (d *Dumps) Step(by int) {
	n := len(d.About.Processes)
	d.Choose(uint32((int(d.Process) + by + n) % n))
}

// ChooseThread shows a thread's stack; one of another process brings that process along.
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

// ShowStack shows a thread's stack, and not the text beside.
func (d *Dumps) ShowStack(thread uint32) {
	d.Raw = false
	d.ChooseThread(thread)
}

// ProcessOf is the process of a thread, -1 for none.
func (d *Dumps) ProcessOf(thread uint32) int {
	return slices.IndexFunc(d.About.Processes, func(p message.Process) bool {
		return thread >= p.Thread && thread-p.Thread < p.Threads
	})
}

// ListThreads shows the table of threads with these alone.
func (d *Dumps) ListThreads(threads []uint32) {
	d.Filter = Filter{Group: threads}
	d.Tab = "stacks"
}

// ShowLine shows a line of the files' text.
func (d *Dumps) ShowLine(line uint32) {
	d.Raw, d.Line, d.forced = true, line, false
	d.LineJumps++
}

// Stored are the names of the files that were opened, each once.
func (d *Dumps) Stored() []string {
	names := slices.Clone(d.About.Opened)
	for i := range d.About.Files {
		if name := d.About.Files[i].Stored; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// LineName says which line a line is, and of which file where there are several.
func (d *Dumps) LineName(line uint32) string {
	file, number := d.Place(line)
	if len(d.About.Files) > 1 && file != "" {
		return words.Clip(file) + ":" + number
	}
	return number
}

// Place is the file of a line, and the line's number in it, from 1.
func (d *Dumps) Place(line uint32) (file, number string) {
	for i := range d.About.Files {
		if f := &d.About.Files[i]; line >= f.Line && line-f.Line < f.Lines {
			return f.Name, strconv.Itoa(int(line-f.Line) + 1)
		}
	}
	return "", ""
}

// A Filter is which threads of a process are listed. Its zero value is all of them.
type Filter struct {
	Class   message.StateClass
	Text    string // searched for
	Package string
	Busy    bool     // those alone that do not only wait for work
	Group   []uint32 // these alone, all if empty
}

// Any reports whether some threads are left out.
func (f *Filter) Any() bool {
	return f.Class != message.AnyState || f.Text != "" || f.Package != "" || f.Busy || len(f.Group) > 0
}

// Equal reports whether both list the same.
func (f *Filter) Equal(other *Filter) bool {
	return f.Class == other.Class && f.Text == other.Text && f.Package == other.Package && f.Busy == other.Busy && slices.Equal(f.Group, other.Group)
}

// Refused is why a part of what is searched for cannot be read, "" where all can.
func (d *Dumps) Refused() string { return words.Clip(d.Found().Refused) }

// Found is what the search has found, nothing while that is not known.
func (d *Dumps) Found() message.QueryReply {
	if d.query.Text != d.Filter.Text || d.found.Busy() {
		return message.QueryReply{}
	}
	return d.query
}

// QueryHint says what can be searched for.
const QueryHint words.Text = "Words in a thread's name, state, locks or frames; \"two words\", a*b, state:blocked, tid:14, thread:main, -word to exclude, /regex/"

// Quoted is a query for a text as it is.
func Quoted(text string) string {
	if strings.ContainsAny(text, " :*") && !strings.Contains(text, `"`) || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "/") {
		return `"` + text + `"`
	}
	return text
}

// An Option is one choice of several.
type Option struct {
	Value, Name string
	On          bool
}

// StateClasses are the filters by state, in the order of the page.
var StateClasses = []struct {
	Class message.StateClass
	Name  words.Text
}{
	{message.StateBlocked, "Blocked"}, {message.StateRunning, "Running"}, {message.StateInNative, "In native code"}, {message.StateWaiting, "Waiting"},
	{message.StateTimed, "Waiting with a limit"}, {message.StateInMachine, "In the virtual machine"}, {message.StateEnded, "Ended"}, {message.StateUnknown, "Not attached or native"},
}

// stateNames are the classes of the style sheet, by class of state.
var stateNames = [...]string{"", "unknown", "running", "native", "blocked", "waiting", "timed", "machine", "ended"}

// StateName is what the style sheet calls a class of states.
func StateName(class message.StateClass) string {
	return stateNames[min(int(class), len(stateNames)-1)]
}

// NamesText writes folded names: "Binder:100_# × 14, main".
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
