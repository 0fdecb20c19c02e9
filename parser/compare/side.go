// Package compare is the arrow two profiles → changes. It pairs the methods, threads and contexts
// of two traces and returns the exact differences of their figures.
package compare

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A Side is one trace's part in a comparison: the cost of its methods and contexts within the scope
// of a profile, in columns, without calls. From its profile it keeps only the text of names, so it
// can be sent to another worker.
type Side struct {
	About
	Methods   []Method            // with calls within the scope, in order of first appearance; no two are equal
	Costs     []profile.Method    // cost of each method
	Generated []trace.MethodIndex // rows of Methods with a generated name, ascending
	Links     []Link              // each once
	Threads   []Thread            // with calls within the scope, pools merged; main first, then by calls
	LeftOut   []Thread            // threads with calls in the range that the scope leaves out; their times are not known
	Idle      profile.Times       // idle waits within the scope, as in profile.Idle
	NoIdle    bool                // all figures leave Idle out

	Columns

	index    *index              // of Methods; nil after transfer
	rows     []trace.MethodIndex // rows of Methods by the profile's methods; call.NoMethod without calls. nil after transfer
	repeated bool                // several of the profile's methods are one
}

// A Link is a call from one method to another, if one of them has a generated name: generated
// methods are paired by callers and callees. Caller is None for a thread's first method.
type Link struct{ Callee, Caller trace.MethodIndex }

// Columns holds the contexts of a side, merged over all threads: one row each, callers before
// callees. Row 0 is the root with method call.NoMethod and parent profile.NoRow. Contexts take most
// of the time and memory. Without them methods are still paired and compared.
type Columns struct {
	Method    []trace.MethodIndex // rows of Methods
	Parent    []profile.Row
	Calls     []int64
	Exclusive [3][]int64 // ns by profile.Clock; nil for clocks that the trace lacks
}

// About holds the facts that decide whether figures of two sides are comparable.
type About struct {
	Name     string // of the file
	Clocks   trace.Clocks
	Waiting  bool   // it records waiting
	Event    string // event that CPU counts in a recording of samples; "" for CPU time
	Samples  bool   // recorded by sampling, or a recording of samples
	Complete bool   // read to the regular end of the recording
	Overflow bool   // later events were dropped
}

// HasClock reports whether the side has figures by a clock.
func (s *About) HasClock(c profile.Clock) bool {
	switch c {
	case profile.Wall:
		return s.Clocks&trace.Wall != 0
	case profile.CPU:
		return s.Clocks&trace.CPU != 0
	}
	return s.Waiting
}

// A Method identifies a method. Methods with equal fields are one, whatever their ids in the file.
type Method struct {
	Class, Name, Signature string
	Library                string         // for native code in a recording of samples: file of the library, without folder
	ID                     trace.MethodID // for methods that the file does not list, which have no names; else 0
	Own                    bool           // the app's own code
}

// MethodOf returns the identity of a method of a trace, without Own.
func MethodOf(in *trace.Method) Method {
	m := Method{Class: in.Class, Name: in.Name, Signature: in.Signature, Library: library(in.Library)}
	if !in.Listed || m == (Method{}) {
		m.ID = in.ID
	}
	return m
}

// Label returns the name to display.
func (m *Method) Label() string {
	return (&trace.Method{ID: m.ID, Class: m.Class, Name: m.Name, Listed: m.Class != "" || m.Name != ""}).Label()
}

// Text returns the label with the signature. An Override identifies the method by it.
func (m *Method) Text() string { return m.Label() + trace.Visible(m.Signature) }

// sameName reports whether two methods have the same name.
func (m *Method) sameName(n *Method) bool {
	return m.Name == n.Name && m.Class == n.Class && m.Signature == n.Signature && m.Library == n.Library && m.ID == n.ID
}

// A Thread is one thread, or all threads of a pool.
type Thread struct {
	Name  string // as in the file; for several threads the common part
	Pool  string // platform.Pool of Name
	Main  bool
	Count int // threads
	Calls int64
	Time  profile.Times // of the outermost calls
}

// NewSide returns a profile's side of a comparison. Name is the file's.
func NewSide(p *profile.Profile, name string) *Side {
	s := NewFigures(p.Figures(), name)
	s.AddContexts(p)
	return s
}

// NewFigures returns NewSide without the contexts, which AddContexts adds.
func NewFigures(p *profile.Figures, name string) *Side {
	has := p.Info.Figures()
	s := &Side{About: About{
		Name: name, Clocks: has, Waiting: has == trace.Dual, Samples: p.Info.Sampling == trace.Sampled || p.Info.Samples != nil,
		Complete: p.Info.Complete, Overflow: p.Info.Overflow,
	}, Idle: p.Idle, NoIdle: p.NoIdle}
	if p.Counts(profile.CPU) {
		s.Event = p.Info.Samples.Measures[p.Info.Samples.Measure].Name
	}
	s.addMethods(p)
	if s.repeated {
		s.AddContexts(p.Profile())
		s.Costs = s.figures() // calls between two ids of one method are recursive
	} else {
		s.Costs = make([]profile.Method, len(s.Methods))
		for m, n := range s.rows {
			if n != call.NoMethod {
				s.Costs[n] = p.Methods[m]
			}
		}
	}
	s.addThreads(p)
	return s
}

// HasContexts reports whether the side has contexts.
func (s *Side) HasContexts() bool { return len(s.Method) > 0 }

// addMethods adds the methods with figures, and the links between them.
func (s *Side) addMethods(p *profile.Figures) {
	count := 0
	for m := range p.Methods {
		if p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			count++
		}
	}
	s.Methods = make([]Method, 0, count)
	s.index = newIndex(&s.Methods, len(p.Info.Methods))
	s.rows = make([]trace.MethodIndex, len(p.Info.Methods))
	for m := range s.rows {
		s.rows[m] = call.NoMethod
	}
	l := lister{Side: s, of: p.Info.Methods, generated: make([]bool, len(p.Info.Methods))}
	profile.Blocks(p.Merged.Len(), func(a, b int) { l.list(&p.Merged, p.Called, max(1, a), b) })
}

// A lister lists the methods of a side in order of first appearance.
type lister struct {
	*Side
	of        []trace.Method // the profile's
	generated []bool         // by those
	linked    call.Pairs     // the side's methods, with links as callees
}

// list visits contexts [from, to) that have figures, or callees with figures.
func (l *lister) list(t *profile.Tree, called []bool, from, to int) {
	rows, generated := l.rows, l.generated
	for row := from; row < to; row++ {
		if !called[row] {
			continue
		}
		m := t.Method[row]
		if rows[m] == call.NoMethod {
			l.add(m)
		}
		caller := t.Method[t.Parent[row]]
		if generated[m] || caller != call.NoMethod && generated[caller] {
			l.link(m, caller)
		}
	}
}

// add lists a method, unless it is listed under another id.
//
//go:noinline
func (l *lister) add(m trace.MethodIndex) {
	in := &l.of[m]
	key := MethodOf(in)
	n := &l.index.rows[l.index.slot(&key)]
	shape := shapeOf(&key)
	l.generated[m] = shape.rule(&key) != ""
	if *n == None {
		*n = trace.MethodIndex(len(l.Methods))
		key.Own = in.Origin() == platform.Own
		l.Methods = append(l.Methods, key)
		if l.generated[m] {
			l.Generated = append(l.Generated, *n)
		}
	} else {
		l.repeated = true
	}
	l.rows[m] = *n
}

// link adds a link between a method and its caller, once.
//
//go:noinline
func (l *lister) link(m, caller trace.MethodIndex) {
	of := Link{l.rows[m], None}
	if caller != call.NoMethod {
		of.Caller = l.rows[caller]
	}
	if l.linked.Of(call.NodeIndex(of.Callee), of.Caller) == call.None {
		l.linked.Put(call.NodeIndex(of.Callee), of.Caller, call.NodeIndex(len(l.Links)))
		l.Links = append(l.Links, of)
	}
}

// AddContexts adds the contexts that have figures, or callees with figures. P is the profile of the
// figures, or one with the same scope. Contexts with one path are merged, even if the file has a
// method under several ids.
func (s *Side) AddContexts(p *profile.Profile) {
	if s.HasContexts() {
		return
	}
	t, called, count := p.Tree, p.Called(), 0
	for _, c := range called {
		if c {
			count++
		}
	}
	s.Method, s.Parent, s.Calls = make([]trace.MethodIndex, count), make([]profile.Row, count), make([]int64, count)
	for c := range s.Exclusive {
		if s.HasClock(profile.Clock(c)) {
			s.Exclusive[c] = make([]int64, count)
		}
	}
	s.Method[0], s.Parent[0] = call.NoMethod, profile.NoRow
	s.add(0, &p.Rows[0])
	rows := make([]profile.Row, t.Len())
	next := profile.Row(1)
	var callees call.Pairs
	profile.Blocks(t.Len(), func(a, b int) {
		for row := max(1, a); row < b; row++ {
			if !called[row] {
				continue
			}
			parent, m := rows[t.Parent[row]], s.rows[t.Method[row]]
			at := call.None
			if s.repeated {
				at = callees.Of(call.NodeIndex(parent), m)
			}
			if at == call.None {
				at = call.NodeIndex(next)
				s.Method[next], s.Parent[next] = m, parent
				next++
				if s.repeated {
					callees.Put(call.NodeIndex(parent), m, at)
				}
			}
			rows[row] = profile.Row(at)
			s.add(rows[row], &p.Rows[row])
		}
	})
	s.Method, s.Parent, s.Calls = s.Method[:next], s.Parent[:next], s.Calls[:next]
	for c := range s.Exclusive {
		if s.Exclusive[c] != nil {
			s.Exclusive[c] = s.Exclusive[c][:next]
		}
	}
}

// add adds figures to a row.
func (s *Side) add(row profile.Row, c *profile.Context) {
	s.Calls[row] += c.Calls
	for clock := range s.Exclusive {
		if s.Exclusive[clock] != nil {
			s.Exclusive[clock][row] += c.Exclusive[clock]
		}
	}
}

// addThreads adds the threads, merged by pool.
func (s *Side) addThreads(p *profile.Figures) {
	s.Threads = threadsOf(p, func(t int) bool { return p.Scope.Has(trace.ThreadIndex(t)) })
	s.LeftOut = threadsOf(p, func(t int) bool { return !p.Scope.Has(trace.ThreadIndex(t)) })
}

// threadsOf returns the threads that wanted accepts.
func threadsOf(p *profile.Figures, wanted func(t int) bool) (threads []Thread) {
	at := map[string]int{}
	for t, sum := range p.Threads {
		if sum.Calls == 0 || !wanted(t) {
			continue
		}
		in := &p.Info.Threads[t]
		one := Thread{Name: in.Label(), Main: in.IsMain(), Count: 1, Calls: sum.Calls, Time: sum.Inclusive}
		one.Pool = platform.Pool(one.Name)
		i, ok := at[one.Pool]
		if !ok {
			at[one.Pool] = len(threads)
			threads = append(threads, one)
			continue
		}
		all := &threads[i]
		if all.Name != one.Name {
			all.Name = all.Pool
		}
		all.Main = all.Main || one.Main
		all.Count++
		all.Calls += one.Calls
		addTimes(&all.Time, &one.Time)
	}
	sortThreads(threads)
	return threads
}

// sortThreads sorts main first, then by number of calls.
func sortThreads(threads []Thread) {
	sorting.Stable(threads, func(a, b Thread) int {
		switch {
		case a.Main != b.Main && a.Main:
			return -1
		case a.Main != b.Main:
			return 1
		}
		return cmp.Compare(b.Calls, a.Calls)
	})
}

// AllThreads returns the threads with calls in the range, including those that the scope leaves
// out.
func (s *Side) AllThreads() []Thread {
	all := slices.Clone(s.Threads)
	for _, t := range s.LeftOut {
		if !slices.ContainsFunc(s.Threads, func(u Thread) bool { return u.Pool == t.Pool }) {
			all = append(all, t)
		}
	}
	sortThreads(all)
	return all
}

func addTimes(t, u *profile.Times) {
	for c := range t {
		t[c] += u[c]
	}
}

// costs returns the costs of a tree's contexts on this side. Of maps rows of the side to rows of
// the tree; nil means that they are equal.
func (s *Side) costs(parent, of []profile.Row) []profile.Context {
	rows := make([]profile.Context, len(parent))
	for i := range s.Method {
		row := profile.Row(i)
		if of != nil {
			row = of[i]
		}
		rows[row].Calls = s.Calls[i]
		for clock, own := range s.Exclusive {
			if own != nil {
				rows[row].Exclusive[clock] = own[i]
			}
		}
	}
	for row := len(rows) - 1; row >= 0; row-- { // callees come after their caller
		addTimes(&rows[row].Inclusive, &rows[row].Exclusive)
		if row > 0 {
			addTimes(&rows[parent[row]].Inclusive, &rows[row].Inclusive)
		}
	}
	return rows
}

// figures returns the cost of each of Methods, summed over the contexts.
func (s *Side) figures() []profile.Method {
	tree := profile.NewTree(s.Method, s.Parent, len(s.Methods))
	all := make([]profile.Method, len(s.Methods))
	for row, r := range s.costs(s.Parent, nil) {
		if row == 0 {
			continue
		}
		m := &all[s.Method[row]]
		if tree.Outermost[row] {
			m.Calls += r.Calls
			addTimes(&m.Inclusive, &r.Inclusive)
		} else {
			m.Recursive += r.Calls
		}
		addTimes(&m.Exclusive, &r.Exclusive)
	}
	return all
}
