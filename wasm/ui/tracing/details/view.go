// Package details is the panel with details of the selected call and the selected method.
package details

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/steps"
)

// A View is the panel and its component.
type View struct {
	room.NoView
	desk     *desk.Desk
	query    ask.Query[*message.Method]
	about    *message.Method // the selected method, nil until it is loaded
	fullPath bool            // show a long path in full

	drawn   list.Once[subject]
	changed bool
}

// A subject is the state that the panel depends on.
type subject struct {
	trace  *message.Description
	method uint32
	call   *message.Call
	frame  *message.FlameNodeReply
	about  *message.Method
	names  int
	colour message.Colour
	whole  bool
	clock  message.Clock
	scope  string
}

var _ room.Part = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View { return &View{desk: d} }

// Open resets the view for a newly opened trace.
func (v *View) Open() { *v = View{desk: v.desk, drawn: v.drawn} }

// RequestData requests details of the selected method.
func (v *View) RequestData() {
	d := v.desk
	if d.Method == message.NoNode {
		v.about = nil
		v.query.Invalidate()
		return
	}
	if v.about != nil && v.about.Method != d.Method {
		v.about = nil
	}
	v.query.Want(&d.Line, &message.MethodInfo{Scope: d.Scope(), Method: d.Method}, func(m *message.Method) {
		if m.Method == d.Method {
			v.about = m
		}
	})
}

// Compute finds out whether the browser shows an older state.
func (v *View) Compute() {
	d := v.desk
	v.changed = v.drawn.Changed(subject{d.Trace, d.Method, v.call(), v.frame(), v.about, d.Names.Learned, d.Colour, v.fullPath, d.Clock, d.ScopeText()})
}

// counted reports whether the selected method has calls in the scope.
func (v *View) counted() bool {
	if v.about == nil {
		return false
	}
	row := &v.about.Row
	return row.Calls > 0 || row.Inclusive != message.Times{} || row.Exclusive != message.Times{}
}

// noneText says that the selected method has no calls in the scope.
func (v *View) noneText() string {
	if v.desk.Trace.Sampled {
		return words.T("Not seen here.")
	}
	return words.T("No calls here.")
}

// chosen reports whether a method is selected.
func (v *View) chosen() bool { return v.desk.Method != message.NoNode }

// call returns the selected call, nil until its figures are loaded.
func (v *View) call() *message.Call {
	if !v.desk.HasCall {
		return nil
	}
	return v.desk.Chosen
}

// frame returns the frame selected in the flame graph, nil for none or until it is loaded.
func (v *View) frame() *message.FlameNodeReply {
	if f := v.desk.Frame; f != nil && f.Method == v.desk.Method {
		return f
	}
	return nil
}

// clicked handles a click, by the element's ID: a frame of the path, one of the longest calls, or a step to
// another call.
func (v *View) clicked(event vugu.DOMEvent) {
	d := v.desk
	node.Routes{
		"details-close":    func(int) { d.SetMethod(message.NoNode) },
		"details-previous": func(int) { steps.Call(d, true) },
		"details-next":     func(int) { steps.Call(d, false) },
		"copy-name":        func(int) { d.Copy(d.Names.Java(d.Method)) },
		"copy-raw":         func(int) { d.Copy(d.Names.Raw(d.Method)) },
		"path": func(n int) {
			if v.call() == nil || n < 0 || n >= len(v.path()) {
				return
			}
			if s := v.path()[n]; s.Gap {
				v.fullPath = true
			} else {
				d.ScrollToCall(s.Frame.Call, s.Frame.Method)
			}
		},
		"longest": func(n int) {
			if v.about != nil && n >= 0 && n < len(v.about.Longest) {
				longest := v.about.Longest[n].Call
				d.ScrollToCall(longest, d.Method)
				d.ZoomToCall(longest, d.Method)
				d.Host.ScrollTo("details", 0) // the figures are at the top
			}
		},
	}.Dispatch(event)
}

// Menu opens the menu of a call in one of the lists.
func (v *View) Menu(id string, at desk.Place) bool {
	d := v.desk
	t := menus.Thing{HasCall: true, Node: message.NoNode, Fold: d.Fold}
	switch stem, n := node.CutNumber(id); {
	case stem == "path" && v.call() != nil && n >= 0 && n < len(v.path()) && !v.path()[n].Gap:
		f := v.path()[n].Frame
		t.Call, t.Method = f.Call, f.Method
	case stem == "longest" && v.about != nil && n >= 0 && n < len(v.about.Longest):
		t.Call, t.Method = v.about.Longest[n].Call, v.about.Method
	default:
		return false
	}
	menus.OpenThing(d, t, desk.Menu{At: at, Element: id, ReturnFocus: id})
	return true
}

func (v *View) first() string {
	first, _ := v.desk.Names.Parts(v.desk.Method)
	return first
}

func (v *View) last() string {
	_, last := v.desk.Names.Parts(v.desk.Method)
	return last
}

func (v *View) hue(method uint32) string {
	return "--hue:" + desk.SlotColour(v.desk.Names.Slot(method, v.desk.Colour))
}

// A step is one frame of the path, or a gap for many frames.
type step struct {
	Frame                           message.Frame
	Gap                             bool
	Class, Style, Name, Time, Title string
}

// mostSteps is the maximum length of a path that is shown in full.
const mostSteps = 24

// path returns the path from the root to the selected call.
func (v *View) path() []step {
	d, frames := v.desk, v.call().Path
	var all []step
	for i, f := range frames {
		if !v.fullPath && len(frames) > mostSteps && i >= 4 && i < len(frames)-mostSteps+5 {
			if i == 4 {
				n := int64(len(frames) - mostSteps + 1)
				all = append(all, step{Gap: true, Class: "gap", Name: words.Plural(n, "more", "more") + "…", Title: words.T("Show the whole path")})
			}
			continue
		}
		s := step{
			Frame: f, Name: d.Names.Short(f.Method), Time: d.Figure(f.Inclusive[d.Clock], d.Clock),
			Title: d.Names.Title(f.Method), Style: v.hue(f.Method),
		}
		if f.Call == d.Call {
			s.Class = "here"
		}
		all = append(all, s)
	}
	return all
}

// callFacts returns the exact figures of the selected call: its duration by each clock, the selected clock first,
// then its time and thread.
func (v *View) callFacts() []node.Fact {
	d, call := v.desk, v.call()
	precise := func(term string, ns int64) node.Fact {
		return node.Fact{Term: term, Text: words.Precise(ns), Title: words.Exact(ns)}
	}
	by := func(term string, n int64, clock message.Clock) node.Fact {
		if d.Counted(clock) {
			return node.Fact{Term: term, Text: d.Exact(n, clock)}
		}
		return precise(term, n)
	}
	var all []node.Fact
	for _, clock := range d.AllClocks() {
		all = append(all, by(d.ClockName(clock), call.Inclusive[clock], clock))
	}
	all = append(all,
		precise(words.T("From"), call.From),
		precise(words.T("To"), call.To),
		node.Fact{Term: words.T("Thread"), Text: d.ThreadName(call.Call.Thread)})
	for i, clock := range d.AllClocks() {
		if i < 2 || clock == message.Waiting {
			all = append(all, by(words.Say("{1}, self", d.ClockName(clock)), call.Exclusive[clock], clock))
		}
	}
	made := words.T("Calls made")
	if d.Trace.Sampled {
		made = words.T("Callees seen")
	}
	return append(all,
		node.Fact{Term: words.T("Depth"), Text: words.Count(int64(call.Call.Depth))},
		node.Fact{Term: made, Text: words.Count(call.Callees)})
}

// figure formats a figure by the selected clock, with the exact value in its tooltip.
func (v *View) figure(term words.Text, n int64) node.Fact {
	return node.Fact{Term: term.String(), Text: v.figureText(n), Title: v.desk.Exact(n, v.desk.Clock)}
}

func (v *View) figureText(n int64) string {
	return v.desk.Figure(n, v.desk.Clock)
}

// cutNote says how the recording cuts the selected call, "" if it does not.
func (v *View) cutNote() string {
	switch call := v.call(); {
	case call.AtEnd && call.AfterEnd > 0:
		return words.Say("Still running when the recording ended, after at least {1}. Its thread has no records in the last {2}, so the figures below leave that time out.",
			words.Brief(call.To+call.AfterEnd-call.From), words.Brief(call.AfterEnd))
	case call.AtStart && call.AtEnd:
		return words.T("Was running when recording began and still when it ended: its times are those within the recording.")
	case call.AtStart:
		return words.T("Was already running when recording began: its times start there.")
	case call.AtEnd:
		return words.T("Was still running when recording ended: its times end at the thread's last record.")
	}
	return ""
}

// callNote describes what sampling hides of the selected call.
func (v *View) callNote() string {
	if call := v.call(); call.AtLeast > 1 {
		return words.Say("At least {1} calls: one call runs {2} at most once for each window, and the samples show it {1} times.", words.Count(int64(call.AtLeast)), v.desk.Names.Short(call.Callee))
	}
	return v.sampledNote()
}

// sampledNote explains a limit of sampling.
func (v *View) sampledNote() string {
	if !v.desk.Trace.Sampled {
		return ""
	}
	return words.T("Samples do not show where one call ends and the next begins. Calls without a break between them count as one.")
}

// methodFacts returns the figures of the selected method over the scope. An own method has the time that it caused, where
// the views show it.
func (v *View) methodFacts() []node.Fact {
	d, row := v.desk, &v.about.Row
	var all []node.Fact
	for _, clock := range d.ColumnClocks() {
		add := func(what words.Text, ns int64, share float64) {
			fact := node.Fact{Term: words.Say(what, d.ClockName(clock)), Text: d.Figure(ns, clock), Title: d.Exact(ns, clock)}
			if share := words.Percent(share); share != "" {
				fact.Text += " · " + share
			}
			all = append(all, fact)
		}
		add("{1} inclusive", row.Inclusive[clock], row.InclusiveShare[clock])
		add("{1} exclusive", row.Exclusive[clock], row.ExclusiveShare[clock])
		if v.about.Caused != (message.Times{}) {
			add("{1} caused", v.about.Caused[clock], v.about.CausedShare[clock])
		}
	}
	term := words.T("Calls")
	if d.Trace.Sampled {
		term = words.T("Times seen")
	}
	calls := words.Count(row.Calls)
	if row.Recursive > 0 {
		calls = words.Say("{1} + {2} recursive", calls, words.Count(row.Recursive))
	}
	return append(all, node.Fact{Term: term, Text: calls})
}

// spread returns the distribution of the durations of the selected method's calls.
func (v *View) spread() []node.Fact {
	m := v.about
	return []node.Fact{v.figure("min", m.Min), v.figure("median", m.Median), v.figure("mean", m.Mean), v.figure("p95", m.P95), v.figure("max", m.Max)}
}

func (v *View) spreadTitle() string {
	return words.Say("{1}, {2}", v.times(v.about.Count), [...]words.Text{"wall clock", "CPU time", "waiting"}[v.desk.Clock].String())
}

func (v *View) scopeTitle() string {
	if text := v.desk.ScopeText(); text != "" {
		return words.Say("The method in {1}", text)
	}
	return words.T("The method in the whole trace")
}

// A bar is one bar of the histogram. Its height is a share of the tallest bar.
type bar struct{ Style, Title string }

func (v *View) bars() []bar {
	most := int64(1)
	for _, b := range v.about.Bins {
		most = max(most, b.Count)
	}
	all := make([]bar, len(v.about.Bins))
	for i, b := range v.about.Bins {
		all[i] = bar{
			Style: fmt.Sprintf("--part:%.3f", max(float64(b.Count)/float64(most), float64(min(b.Count, 1))/1000)), // a bar of at least one call stays visible
			Title: words.Say("{1} took {2} to {3}", v.times(b.Count), v.figureText(b.From), v.figureText(b.To)),
		}
	}
	return all
}

// times returns a number of calls as text, or the number of times seen if the trace is sampled.
func (v *View) times(n int64) string {
	return words.Seen(n, v.desk.Trace.Sampled)
}

// tallest returns the number of calls of the tallest bar, as text.
func (v *View) tallest() string {
	most := int64(0)
	for _, b := range v.about.Bins {
		most = max(most, b.Count)
	}
	return v.times(most)
}

// firstTime and lastTime return the ends of the histogram's axis.
func (v *View) firstTime() string {
	if bins := v.about.Bins; len(bins) > 0 {
		return v.figureText(bins[0].From)
	}
	return ""
}

func (v *View) lastTime() string {
	if bins := v.about.Bins; len(bins) > 0 {
		return v.figureText(bins[len(bins)-1].To)
	}
	return ""
}

// identity returns facts that identify a method, such as its signature and source file.
func (v *View) identity() []node.Fact {
	d := v.desk
	if d.Names.IsSwitch(d.Method) {
		return []node.Fact{{Term: words.T("Pseudo method"), Text: words.T("time off the CPU")}}
	}
	name := d.Names.Of(d.Method)
	var all []node.Fact
	if name.ReadableName != "" {
		all = append(all, node.Fact{Term: words.T("Compiled name"), Text: words.Clip(name.Label)})
	}
	if java := d.Names.Signature(d.Method); java != "" {
		all = append(all, node.Fact{Term: words.T("Signature"), Text: java})
	}
	if name.Signature != "" {
		all = append(all, node.Fact{Term: words.T("Descriptor"), Text: words.Clip(name.Signature)})
	}
	if name.File != "" {
		place := words.Clip(name.File)
		if name.Line > 0 {
			place += ":" + strconv.Itoa(name.Line)
		}
		all = append(all, node.Fact{Term: words.T("Source"), Text: place})
	}
	if name.ID != "" {
		all = append(all, node.Fact{Term: "ID", Text: name.ID})
	}
	return append(all, node.Fact{Term: words.T("Rank"), Text: words.Count(int64(name.Rank))})
}

// chosenClass returns the CSS class of the selected call in the list of the longest calls.
func (v *View) chosenClass(call message.CallRef) string {
	return node.ClassIf(v.desk.HasCall && v.desk.Call == call, "here")
}

// placeOf returns the start and the thread of one of the longest calls, as text.
func (v *View) placeOf(l message.Longest) string {
	return words.Say("at {1} · {2}", words.Duration(l.From), v.desk.ThreadName(l.Call.Thread))
}
