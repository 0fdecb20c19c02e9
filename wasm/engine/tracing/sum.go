package tracing

import (
	"traceglass/parser/trace"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
)

// Sum returns the totals of a scope, and what each term of its filter takes.
func (tr *Trace) Sum(scope message.Scope) *message.Sum {
	tr.profiles.summarize()
	whole := scope
	whole.Code = message.AllCode
	all := tr.profiles.shown(whole)
	origins, idle := tr.looks.originTimes(all), all.IdleKept()
	p, f := tr.profiles.shown(scope), tr.profiles.filterOf(scope)
	sum := &message.Sum{
		Times: message.Times(p.Total()), Idle: message.Times(idle), Origins: origins,
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
	for i := range f.Query.Terms {
		t, of := &f.Query.Terms[i], &f.Terms[i]
		reply := message.FilterTerm{Text: t.Source, Off: t.Off, Name: trace.Visible(of.Name), Whole: trace.Visible(of.Whole), Found: uint32(of.Found)}
		switch {
		case t.Off:
		case of.Step >= 0:
			verb := f.Steps[of.Step].Verb
			reply.Took, reply.Moves, reply.Keeps = message.Times(p.Took()[of.Step]), !verb.LeavesOut(), verb.Keeps()
		case t.Kind == query.Slower:
			reply.Takes = message.QuickCalls
			reply.Count = tr.profiles.quickCalls(p)
		default:
			reply.Takes = message.OtherThreads
			reply.Count = int64(len(tr.profiles.index.Calls.Threads) - of.Found)
		}
		sum.Terms = append(sum.Terms, reply)
	}
	return sum
}
