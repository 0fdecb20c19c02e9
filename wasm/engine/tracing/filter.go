package tracing

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/sift"
)

// A cutProfile caches the last profile after a filter, and that filter.
type cutProfile struct {
	index   *profile.Index // of filter
	text    string
	code    message.Code
	filter  *profile.Filter
	of      *profile.Profile // filtered in profile
	profile *profile.Profile
}

// keptCalls caches what the last filter of the timeline keeps.
type keptCalls struct {
	text  string
	calls *scene.Kept // nil before the first
}

// sifted returns the trace's methods for queries.
func (ps *profiles) sifted() *sift.Methods {
	if ps.methods == nil {
		ps.summarize()
		ps.methods = sift.Of(ps.index, ps.looks.readable)
	}
	return ps.methods
}

// filterOf returns the filter of a scope.
func (ps *profiles) filterOf(s message.Scope) *sift.Filter {
	if s.Filter == "" {
		return &sift.Filter{Query: &query.Query{}}
	}
	if ps.filter == nil || ps.filter.Query.Text != s.Filter {
		ps.filter = ps.sifted().Filter(query.Parse(s.Filter, query.OfMethods...))
	}
	return ps.filter
}

// shown returns the profile that tables, trees and graphs show: that of the scope, after its filter, which ends
// with the step for its code.
func (ps *profiles) shown(s message.Scope) *profile.Profile {
	p, steps := ps.in(s), ps.filterOf(s).Steps
	for i := range ps.cuts {
		if c := &ps.cuts[i]; c.index != p.Index || c.text != s.Filter {
			*c = cutProfile{index: p.Index, text: s.Filter} // it may need as much memory as the profile
		}
	}
	if s.Code == message.AllCode && len(steps) == 0 {
		return p
	}
	c := &ps.cuts[min(s.Code, 1)]
	if c.filter == nil || c.code != s.Code {
		c.code = s.Code
		if s.Code != message.AllCode {
			verb := profile.Charge
			if s.Code == message.OwnCode {
				verb = profile.Self
			}
			steps = append(steps[:len(steps):len(steps)], p.Index.Own(verb))
		}
		c.filter, c.of, c.profile = p.Index.Filter(steps...), nil, nil
	}
	if c.of != p {
		c.of, c.profile = p, c.filter.Profile(p, c.profile)
	}
	return c.profile
}

// kept returns the calls that a filter keeps, nil for all.
func (ps *profiles) kept(filter string) *scene.Kept {
	if filter == "" {
		return nil
	}
	ps.summarize()
	if ps.keeps.calls == nil || ps.keeps.text != filter {
		f := ps.filterOf(message.Scope{Filter: filter})
		kept := scene.KeptRows(ps.index, ps.index.Filter(f.Steps...).Shows(ps.index))
		kept.Threads, kept.Slower = f.Threads, f.Slower
		ps.keeps.text, ps.keeps.calls = filter, kept
	}
	return ps.keeps.calls
}

// reshapes reports whether paths in the shown profile of a scope differ from those of the calls.
func (ps *profiles) reshapes(s message.Scope) bool {
	return !ps.shown(s).KeepsPaths()
}

// rowIn returns the row in the shown profile of a scope that the time of a row of its calls belongs to, 0 for none.
func (ps *profiles) rowIn(s message.Scope, row profile.Row) profile.Row {
	at, _ := ps.shown(s).Keeps(row)
	return at
}

// quickCalls counts the calls that a profile's scope leaves out because they are quick.
func (ps *profiles) quickCalls(p *profile.Profile) (n int64) {
	all := p.Scope
	all.Slower = 0
	for _, sum := range ps.index.ThreadSums(all) {
		n += sum.Calls
	}
	base := p.Unfiltered()
	for m := range base.Methods {
		if f := &base.Methods[m]; trace.MethodIndex(m) != base.SwitchMethod() {
			n -= f.Calls + f.Recursive
		}
	}
	return n
}
