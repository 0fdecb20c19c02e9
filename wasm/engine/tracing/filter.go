package tracing

import (

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/sift"
)

// A cutProfile caches the last profile after a filter.
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

// filterOf returns the filter of a scope.
func (tr *Trace) filterOf(s message.Scope) *sift.Filter {
	if s.Filter == "" {
		return &sift.Filter{Query: &query.Query{}}
	}
	if tr.filter == nil || tr.filter.Query.Text != s.Filter {
		tr.filter = tr.sifted().Filter(query.Parse(s.Filter, query.OfMethods...))
	}
	return tr.filter
}

// shownIn returns the profile that tables, trees and graphs show: that of the scope, after its filter, which ends
// with the step for its code.
func (tr *Trace) shownIn(s message.Scope) *profile.Profile {
	p, steps := tr.profileIn(s), tr.filterOf(s).Steps
	if len(steps) == 0 && s.Code == message.AllCode {
		return p
	}
	c := &tr.shown
	if c.index != p.Index || c.text != s.Filter || c.code != s.Code {
		if s.Code != message.AllCode {
			verb := profile.Charge
			if s.Code == message.OwnCode {
				verb = profile.Self
			}
			steps = append(steps[:len(steps):len(steps)], p.Index.Own(verb))
		}
		*c = cutProfile{index: p.Index, text: s.Filter, code: s.Code, filter: p.Index.Filter(steps...)}
	}
	if c.of != p {
		c.of, c.profile = p, c.filter.Profile(p, c.profile)
	}
	return c.profile
}

// kept returns the calls that a filter keeps, nil for all.
func (tr *Trace) kept(filter string) *scene.Kept {
	if filter == "" {
		return nil
	}
	tr.summarize()
	if tr.keeps.calls == nil || tr.keeps.text != filter {
		f := tr.filterOf(message.Scope{Filter: filter})
		kept := scene.KeptRows(tr.index, tr.index.Filter(f.Steps...).Shows(tr.index))
		kept.Threads, kept.Slower = f.Threads, f.Slower
		tr.keeps.text, tr.keeps.calls = filter, kept
	}
	return tr.keeps.calls
}

// reshapes reports whether paths in the shown profile of a scope differ from those of the calls.
func (tr *Trace) reshapes(s message.Scope) bool {
	p := tr.shownIn(s)
	return p.IsFiltered() && !tr.shown.filter.KeepsPaths()
}

// rowIn returns the row in the shown profile of a scope that the time of a row of its calls belongs to, 0 for none.
func (tr *Trace) rowIn(s message.Scope, row profile.Row) profile.Row {
	if p := tr.shownIn(s); p.IsFiltered() {
		return tr.shown.filter.Row(row)
	}
	return row
}

// Sum returns the totals of a scope, and what each term of its filter takes.
func (tr *Trace) Sum(scope message.Scope) *message.Sum {
	tr.summarize()
	p, f := tr.shownIn(scope), tr.filterOf(scope)
	sum := &message.Sum{
		Times: message.Times(p.Total()), Idle: message.Times(p.Idle()),
		Uncharged: message.Times(p.Uncharged()), LeftOut: message.Times(p.LeftOut()), Refused: f.Query.Refused,
	}
	sum.NoMethod = message.Times(p.Outside())
	for clock, ns := range sum.Uncharged {
		sum.NoMethod[clock] -= ns
	}
	if scope.Code == message.OwnCode {
		took := p.Took()
		sum.Others = message.Times(took[len(took)-1])
	}
	sum.Origins = tr.looks.originTimes(tr.profileIn(scope))
	for i := range f.Query.Terms {
		t, of := &f.Query.Terms[i], &f.Terms[i]
		reply := message.FilterTerm{Text: t.Source, Off: t.Off, Name: trace.Visible(of.Name), Found: uint32(of.Found)}
		switch {
		case t.Off:
		case of.Step >= 0:
			verb := f.Steps[of.Step].Verb
			reply.Took, reply.Moves, reply.Keeps = message.Times(p.Took()[of.Step]), !verb.LeavesOut(), verb.Keeps()
		case t.Kind == query.Slower:
			reply.Takes = message.QuickCalls
			reply.Count = tr.quickCalls(p)
		default:
			reply.Takes = message.OtherThreads
			reply.Count = int64(len(tr.index.Calls.Threads) - of.Found)
		}
		sum.Terms = append(sum.Terms, reply)
	}
	return sum
}

// quickCalls counts the calls that a profile's scope leaves out because they are quick.
func (tr *Trace) quickCalls(p *profile.Profile) (n int64) {
	all := p.Scope
	all.Slower = 0
	for _, sum := range tr.index.ThreadSums(all) {
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
