// Package expect has what the page must show of a trace, computed from the engine's answers. Tests compare tables and
// details of the page with it. Each row is one line, "name|cell|cell". The order of columns is repeated here, so that a
// test fails if the page swaps two of them.
package expect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// A Trace is a trace that was read without a page.
type Trace struct {
	T      testing.TB
	Data   []byte // the file
	Engine *engine.Engine
	About  *message.Description
}

// Read reads an uncompressed trace.
func Read(t testing.TB, name string, data []byte) *Trace {
	t.Helper()
	e := engine.New(1 << 32)
	for {
		e.Begin(name, int64(len(data)), false)
		if err := e.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := e.End(""); err != nil {
			t.Fatal(err)
		}
		if !e.Again() {
			return &Trace{T: t, Data: data, Engine: e, About: e.Describe()}
		}
	}
}

// Ask returns the engine's answer.
func Ask[T message.Body](k *Trace, request message.Body) T {
	k.T.Helper()
	got, ok := k.Engine.Answer(request).(T)
	if !ok {
		k.T.Fatalf("the engine answers %T with %#v", request, k.Engine.Answer(request))
	}
	return got
}

// Name returns a method's names. Label is the one that the page shows.
func (k *Trace) Name(method uint32) message.Name {
	k.T.Helper()
	name := Ask[*message.NamesReply](k, &message.Names{Methods: []uint32{method}}).Names[0]
	_, _, shown := name.Shown()
	name.Label = shown + name.Params
	return name
}

// Whole is the whole trace by wall clock.
var Whole = message.Scope{To: message.Whole}

// CallFacts returns the expected details of a call.
func (k *Trace) CallFacts(c *message.Call, chosen message.Clock) string {
	names := [...]string{"Wall", "CPU", "Waiting"}
	var lines []string
	add := func(term, text string) { lines = append(lines, term+": "+text) }
	clocks := append([]message.Clock{chosen}, without([]message.Clock{message.Wall, message.CPU, message.Waiting}, chosen)...)
	for _, clock := range clocks {
		add(names[clock], words.Precise(c.Inclusive[clock]))
	}
	add("From", words.Precise(c.From))
	add("To", words.Precise(c.To))
	add("Thread", k.Thread(c.Call.Thread).Name)
	for _, clock := range clocks {
		add(names[clock]+", self", words.Precise(c.Exclusive[clock]))
	}
	add("Depth", fmt.Sprint(c.Call.Depth))
	add("Calls made", words.Count(c.Callees))
	return strings.Join(lines, "\n")
}

// Details are the expected details of a method. Each part has a line for each fact.
type Details struct {
	Name, Facts, Spread, Longest string
	Identity                     []string // facts among others
	Bars                         int      // of the histogram
}

// Details returns the expected details of a method in a scope.
func (k *Trace) Details(method uint32, scope message.Scope) *Details {
	k.T.Helper()
	name := k.Name(method)
	about := Ask[*message.Method](k, &message.MethodInfo{Scope: scope, Method: method})
	clockNames := [...]string{"Wall", "CPU", "Waiting"}
	var facts []string
	for _, c := range k.Clocks(scope.Clock) {
		facts = append(facts,
			clockNames[c]+" inclusive: "+words.Duration(about.Row.Inclusive[c])+" · "+words.Percent(about.Row.InclusiveShare[c]),
			clockNames[c]+" exclusive: "+words.Duration(about.Row.Exclusive[c])+" · "+words.Percent(about.Row.ExclusiveShare[c]))
	}
	calls := words.Count(about.Row.Calls)
	if about.Row.Recursive > 0 {
		calls += " + " + words.Count(about.Row.Recursive) + " recursive"
	}
	var longest []string
	for _, l := range about.Longest {
		longest = append(longest, "at "+words.Duration(l.From)+" · "+k.Thread(l.Call.Thread).Name+" "+words.Duration(l.Duration))
	}
	return &Details{
		Name: name.Label, Facts: strings.Join(append(facts, "Calls: "+calls), "\n"), Longest: strings.Join(longest, "\n"),
		Spread: fmt.Sprintf("min: %s\nmedian: %s\nmean: %s\np95: %s\nmax: %s",
			words.Duration(about.Min), words.Duration(about.Median), words.Duration(about.Mean), words.Duration(about.P95), words.Duration(about.Max)),
		Identity: []string{"Descriptor: " + name.Signature, "ID: " + name.ID}, Bars: len(about.Bins),
	}
}

func without(list []message.Clock, c message.Clock) (rest []message.Clock) {
	for _, v := range list {
		if v != c {
			rest = append(rest, v)
		}
	}
	return rest
}

func (k *Trace) Thread(index uint32) message.Thread {
	for _, t := range k.About.Threads {
		if t.Index == index {
			return t
		}
	}
	k.T.Fatalf("no thread %d", index)
	return message.Thread{}
}

// Sum returns the time that 100 % stands for in a scope.
func (k *Trace) Sum(scope message.Scope) string {
	k.T.Helper()
	return words.Duration(Ask[*message.Sum](k, &message.Summed{Scope: scope}).Times[scope.Clock])
}

// Clocks returns the clocks in the details while one of them is selected.
func (k *Trace) Clocks(chosen message.Clock) []message.Clock {
	list := []message.Clock{chosen}
	for _, c := range []message.Clock{message.Wall, message.CPU} {
		if c != chosen && (c == message.Wall && k.About.HasWall || c == message.CPU && k.About.HasCPU) {
			list = append(list, c)
		}
	}
	return list
}

// Line returns the expected row while a clock is selected and the usual columns are shown.
func (k *Trace) Line(row message.Row, chosen message.Clock) string {
	var cells []string
	add := func(text string) { cells = append(cells, text) }
	isEdge := row.Kind == message.ParentRow || row.Kind == message.ChildRow
	isMethod := row.Kind == message.MethodRow || row.Kind == message.TreeRow
	if row.Kind == message.GroupRow {
		return k.RowName(row, chosen) + "||||||"
	}
	add(words.Percent(row.InclusiveShare[chosen]))
	add(words.Duration(row.Inclusive[chosen]))
	if isMethod || row.Kind == message.FoldRow {
		add(words.Percent(row.ExclusiveShare[chosen]))
		add(words.Duration(row.Exclusive[chosen]))
	} else {
		cells = append(cells, "", "")
	}
	switch {
	case isEdge:
		add(words.Count(row.Calls) + "/" + words.Count(row.CalleeCalls))
	case isMethod && row.Recursive > 0:
		add(words.Count(row.Calls) + "+" + words.Count(row.Recursive))
	case isMethod:
		add(words.Count(row.Calls))
	default:
		add("")
	}
	if n := row.Calls + row.Recursive; isMethod && n > 0 {
		add(words.Duration(row.Inclusive[chosen] / n))
	} else {
		add("")
	}
	return k.RowName(row, chosen) + "|" + strings.Join(cells, "|")
}

func (k *Trace) RowName(row message.Row, chosen message.Clock) string {
	switch {
	case row.Kind == message.GroupRow:
		return [...]string{"Parents", "Children", "Parents while recursive", "Children while recursive"}[row.Group]
	case row.Kind == message.SelfRow:
		return "self"
	case row.Kind == message.FoldRow:
		return words.Plural(int64(row.Frames), "platform frame", "platform frames") + ", " + words.Percent(row.InclusiveShare[chosen])
	case row.Method == message.NoNode:
		return "(toplevel)"
	}
	return k.Name(row.Method).Label
}

func (k *Trace) Lines(rows []message.Row, chosen message.Clock) []string {
	var all []string
	for _, row := range rows {
		all = append(all, k.Line(row, chosen))
	}
	return all
}

// Methods returns lines of the method table, from the engine's answers.
func (k *Trace) Methods(req message.MethodRows) func(first, count int) []string {
	if req.Scope.To == 0 {
		req.Scope.To = message.Whole
	}
	return func(first, count int) []string {
		req.First, req.Count = first, count
		return k.Lines(Ask[*message.Rows](k, &req).Rows, req.Scope.Clock)
	}
}

// Tree returns lines of a call tree.
func (k *Trace) Tree(req message.TreeRows) func(first, count int) []string {
	req.HotPath = message.NoNode
	return func(first, count int) []string {
		req.First, req.Count = first, count
		return k.Lines(Ask[*message.Rows](k, &req).Rows, req.Scope.Clock)
	}
}

// Relatives returns lines of callers and callees: callers, the method, callees.
func (k *Trace) Relatives(req message.Relatives) func(first, count int) []string {
	rows := Ask[*message.Rows](k, &req).Rows
	above := func(r message.Row) int {
		switch {
		case r.Kind == message.MethodRow:
			return 1
		case r.Group == message.Parents || r.Group == message.RecursiveParents:
			return 0
		}
		return 2
	}
	slices.SortStableFunc(rows, func(a, b message.Row) int { return above(a) - above(b) })
	lines := k.Lines(rows, req.Scope.Clock)
	return func(first, count int) []string { return lines[min(first, len(lines)):min(first+count, len(lines))] }
}

// Rows returns the first rows of the method table for the whole trace.
func (k *Trace) Rows(order message.Order, count int) []message.Row {
	return Ask[*message.Rows](k, &message.MethodRows{Scope: Whole, Order: order, Count: count}).Rows
}
