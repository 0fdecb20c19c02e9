package app

import (
	"fmt"
	"slices"
	"testing"

	"github.com/vugu/vugu"

	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/uitest"
)

const ms = int64(1e6)

// A fake is a room that records its calls. It accepts all keys and gestures unless it is deaf to them.
type fake struct {
	name, home string
	tabs       []string
	commands   []string
	exports    []export.Group
	about      func() string // describes the open file
	notes      func() []message.Note
	deaf       bool

	did    []string
	wants  int
	hushed int // number of calls of Hush
}

func (f *fake) Build(*vugu.BuildIn) *vugu.BuildOut {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: "div", Attr: []vugu.VGAttribute{{Key: "class", Val: "inside"}}}
	n.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: "the room of " + f.name})
	return &vugu.BuildOut{Out: []*vugu.VGNode{n}}
}

func (f *fake) note(format string, args ...any) bool {
	f.did = append(f.did, fmt.Sprintf(format, args...))
	return !f.deaf
}

// last returns the last recorded call, "" for none.
func (f *fake) last() string {
	if len(f.did) == 0 {
		return ""
	}
	return f.did[len(f.did)-1]
}

func (f *fake) RequestData()          { f.wants++ }
func (f *fake) Key(k canvas.Key) bool { return k.Row && f.note("key %s", k.Name) }
func (f *fake) Editing(k canvas.Key) bool {
	return k.Focus == "stacks-find" && f.note("editing %s", k.Name)
}
func (f *fake) Do(a canvas.Act) bool    { return f.note("act %d", a) }
func (f *fake) HideTips()               { f.hushed++ }
func (f *fake) Input(in canvas.Input)   { f.note("input %d %d", in.Canvas, in.Kind) }
func (f *fake) Drawn(g canvas.Geometry) { f.note("drawn %d", g.Canvas) }
func (f *fake) Facts() string           { return f.about() }
func (f *fake) Printed() string         { return "Methods" }
func (f *fake) Notes() []message.Note   { return f.notes() }
func (f *fake) NotePlaces() string      { return "First byte" }
func (f *fake) Read() string            { return "read 450 KB in 12 ms" }
func (f *fake) Spoken() string          { return "" }
func (f *fake) Home() string            { return f.home }
func (f *fake) TabNames() []string      { return f.tabs }
func (f *fake) Exports() []export.Group { return f.exports }
func (f *fake) Menu(id string, at desk.Place) bool {
	return f.note("menu of %s at %g,%g", id, at.X, at.Y)
}
func (f *fake) Sized(box string, top, height float64) bool {
	return f.note("%s from %g, %g high", box, top, height)
}

func (f *fake) Commands() (all []desk.Command) {
	for _, name := range f.commands {
		all = append(all, desk.Command{Name: name, Do: func() { f.note("%s", name) }})
	}
	return all
}

func (f *fake) Refusal(e *export.Export) string {
	if e.Takes&export.NoWaits != 0 && f.deaf {
		return "not by waiting: choose wall or CPU"
	}
	return ""
}

func (f *fake) Job(e *export.Export, part desk.Part) (desk.Job, string) {
	if f.deaf {
		return desk.Job{}, "Too many threads to list one by one. Select fewer, or all."
	}
	args := slices.Clone(e.Command)
	if part.Range && e.Takes&export.APart != 0 {
		args = append(args, "-range")
	}
	if part.Threads && e.Takes&export.APart != 0 {
		args = append(args, "-threads")
	}
	return desk.Job{Args: args, Files: []string{f.name}, Name: desk.Stem(f.name) + e.Ending}, ""
}

// Answers has text for a trace without names too.
func (f *fake) Answers(hidden bool) message.Request[*message.AnswerTextReply] {
	if hidden && f.name != "calc.trace" {
		return nil
	}
	return &message.AnswerText{Hidden: hidden}
}

type fakeTrace struct {
	fake
	desk *desk.Desk
}

func (f *fakeTrace) Open(trace *message.Description) { f.desk.Open(trace) }
func (f *fakeTrace) Forget()                         { f.desk.Forget() }
func (f *fakeTrace) Step(back bool)                  { f.note("step back %v", back) }
func (f *fakeTrace) Properties() (all []node.Fact) {
	for _, o := range f.desk.Trace.Options {
		all = append(all, node.Fact{Term: o.Key, Text: o.Value, Title: "what it means"})
	}
	return all
}

type fakeDumps struct {
	fake
	desk *desk.Dumps
}

func (f *fakeDumps) Open(about *message.Dumps) { f.desk.Open(about) }
func (f *fakeDumps) Forget()                   { f.desk.Forget() }

// fakeRuns is a room of runs that is never shown.
type fakeRuns struct{ fake }

func (*fakeRuns) Open(*message.Runs, desk.RunActions) {}
func (*fakeRuns) Put(run, group int)                  {}
func (*fakeRuns) Forget()                             {}

// fakePair is a compare room that shows nothing.
type fakePair struct{ fake }

func (*fakePair) Open([2]string, desk.PairActions)    {}
func (*fakePair) Swapped([2]string, desk.PairActions) {}
func (*fakePair) SetRanges([2]message.Scope)          {}
func (*fakePair) Renamed()                            {}
func (*fakePair) Forget()                             {}

// A house is a page with fake rooms.
type house struct {
	*App
	host   *uitest.Stand
	traces *fakeTrace
	stacks *fakeDumps
}

func newHouse() *house {
	host := uitest.New()
	d := desk.New(desk.NewPage(host))
	h := &house{host: host}
	h.traces = &fakeTrace{desk: d, fake: fake{
		name: "calc.trace", home: "timeline",
		tabs:     []string{"Methods", "Top-down", "Bottom-up", "Flame graph", "Callers & callees", "Threads", "About this file", "Call graph"},
		commands: []string{"Colour by rank", "Colour by package", "Sum over all threads"},
		about:    func() string { return "ART v3 · dual clock · 8 threads" },
		notes:    func() []message.Note { return d.Trace.Notes },
		exports: []export.Group{
			{Title: "Method table", Exports: []export.Export{
				{ID: "csv", Name: "CSV", About: "for spreadsheets", Ending: ".methods.csv", Command: []string{"export", "-format", "csv"}, Takes: export.APart},
				{ID: "summary", Name: "Summary, JSON", About: "all facts about the trace", Ending: ".summary.json", Command: []string{"summary"}},
			}},
			{Title: "Other programs", Exports: []export.Export{
				{ID: "speedscope", Name: "speedscope", About: "every call, for speedscope.app", Ending: ".speedscope.json", Command: []string{"export", "-format", "speedscope"}, Takes: export.APart | export.NoWaits},
				{ID: "page", Name: "One page", About: "opens from disk", Ending: ".html", Command: []string{"page"}, Takes: export.APart | export.Whole},
				{ID: "dot", Name: "Call graph, DOT", About: "for Graphviz", Ending: ".dot", Command: []string{"export", "-format", "dot"}, Takes: export.APart},
			}},
			{Title: "Pictures", Exports: []export.Export{
				{ID: "timeline-png", Name: "Timeline, PNG", About: "in the screen's pixels", Ending: ".timeline.png", Canvas: export.Timeline},
				{ID: "flame-png", Name: "Flame graph, PNG", About: "in the screen's pixels", Ending: ".flamegraph.png", Canvas: export.FlameGraph, Tab: "flamegraph"},
			}},
		},
	}}
	h.stacks = &fakeDumps{desk: d.Dumps, fake: fake{
		name: "traces.txt", home: "stacks-rows",
		tabs:  []string{"Threads", "Groups"},
		about: func() string { return "1 process · 5 threads" },
		notes: func() []message.Note { return nil },
		exports: []export.Group{{Title: "Thread dumps", Exports: []export.Export{
			{ID: "explain", Name: "Verdicts, text", About: "why main does not answer", Ending: ".explained.txt", Command: []string{"explain", "-all"}},
		}}},
	}}
	h.App = newApp(host, d, rooms{trace: h.traces, dumps: h.stacks, compare: &fakePair{}, runs: &fakeRuns{}})
	h.opening.now = func() int64 { return 0 }
	return h
}

// calc returns the description of a trace.
func calc() *message.Description {
	return &message.Description{
		File: "calc.trace", Stored: "calc.trace", HasWall: true, HasCPU: true, Span: 6370 * ms,
		Options: []message.Pair{{Key: "clock", Value: "dual"}, {Key: "vm", Value: "art"}},
		Threads: []message.Thread{{Index: 0, Name: "main", Main: true}, {Index: 1, Name: "Gecko"}},
		Notes: []message.Note{
			{Code: "overflow", Text: "recording overflowed at 5.21 s; later calls are missing", Count: 1, Offset: 186_212, Thread: message.NoNode, At: -1},
			{Code: "orphan-exit", Text: "17 calls were already running when recording began", Count: 17, Offset: -1, Thread: 1, At: 5000 * ms},
		},
	}
}

func someDumps() *message.Dumps {
	return &message.Dumps{Processes: []message.Process{{Main: 0, Holder: message.NoNode, Threads: 5}}}
}

// openCalc returns a page with calc.trace open.
func openCalc(t testing.TB) *house {
	t.Helper()
	h := newHouse()
	h.Opening("calc.trace", 450_123, false)
	h.Receive(0, calc())
	h.render(t)
	h.host.Did = nil
	return h
}

func (h *house) render(t testing.TB) string {
	t.Helper()
	return h.host.Render(t, h.App)
}

// click clicks in the header.
func (h *house) click(id string) { uitest.Click(h.header.clicked, id) }
