package sift

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/query"
)

// A Filter is what a query leaves out of a trace's figures. The zero Filter leaves nothing out.
type Filter struct {
	Query   *query.Query
	Threads []bool         // by trace.ThreadIndex; nil means all
	Slower  trace.Ticks    // for profile.Scope
	Steps   []profile.Step // for profile.Index.Filter
	Terms   []Term         // by term of the query
}

// A Term is what a filter makes of a term of its query.
type Term struct {
	Step  int    // number of its step, -1 for none
	Found int    // how many methods or threads it names
	Name  string // of the method, class or package that it names by its hash, "" if it does not
	Whole string // the same; an overloaded method has its signature
}

// Filter returns the filter of a query. A term without a verb keeps the time of the methods that match, as with through.
// A negated one leaves it out.
func (s *Methods) Filter(q *query.Query) *Filter {
	f := &Filter{Query: q, Terms: make([]Term, len(q.Terms))}
	for i := range q.Terms {
		t, to := &q.Terms[i], &f.Terms[i]
		to.Step = -1
		switch {
		case t.Off && t.Kind == query.Hash:
			to.Name, to.Whole = s.named(t.Hash)
		case t.Off:
		case t.Kind == query.Slower:
			f.Slower = max(f.Slower, s.index.Calls.TicksUp(t.Ns))
		case t.Verb == query.None && (t.Kind == query.Thread || t.Kind == query.TID):
			of := threads(s.index, t)
			for i := range of {
				of[i] = of[i] != t.Not && (f.Threads == nil || f.Threads[i])
				if of[i] {
					to.Found++
				}
			}
			f.Threads = of
		default:
			step := profile.Step{Verb: verbOf(t), Methods: make([]bool, len(s.index.Info.Methods))}
			holds := s.holds(t)
			for m := range step.Methods {
				if step.Methods[m] = holds(trace.MethodIndex(m)); step.Methods[m] {
					to.Found++
				}
			}
			if t.Kind == query.Hash {
				to.Name, to.Whole = s.named(t.Hash)
			}
			to.Step = len(f.Steps)
			f.Steps = append(f.Steps, step)
		}
	}
	return f
}

// named returns the name with a hash, and the name that called finds the same methods by.
func (s *Methods) named(hash uint32) (name, whole string) {
	methods := s.index.Info.Methods
	for m := range methods {
		in := &methods[m]
		if name = hashed(in, hash); name == "" {
			continue
		}
		if whole = name; name != in.Label() {
			return name, whole // of a class or package
		}
		name = s.label(trace.MethodIndex(m))
		whole = name
		for i := range methods {
			if other := s.label(trace.MethodIndex(i)); other == name && hashed(&methods[i], hash) == "" {
				return name, in.Label() + in.Signature
			}
		}
		return name, whole
	}
	return "", ""
}

func verbOf(t *query.Term) profile.Verb {
	verbs := [...][2]profile.Verb{ // without and with a negation
		query.None:    {profile.Through, profile.Drop},
		query.Through: {profile.Through, profile.Drop},
		query.Under:   {profile.Under, profile.Beside},
		query.Root:    {profile.Root, profile.Root},
		query.Drop:    {profile.Drop, profile.Through},
		query.Self:    {profile.Self, profile.Self},
		query.Merge:   {profile.Merge, profile.Charge},
	}
	not := 0
	if t.Not {
		not = 1
	}
	return verbs[t.Verb][not]
}

// In limits a scope to the threads and calls that the filter keeps.
func (f *Filter) In(scope profile.Scope) profile.Scope {
	scope.Slower = f.Slower
	if f.Threads == nil {
		return scope
	}
	in := make([]bool, len(f.Threads))
	for t := range in {
		in[t] = f.Threads[t] && scope.Has(trace.ThreadIndex(t))
	}
	scope.Threads = in
	return scope
}
