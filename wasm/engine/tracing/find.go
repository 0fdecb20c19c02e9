package tracing

import (
	"cmp"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/sift"
)

// find caches a search of the methods.
type find struct {
	methods *sift.Methods // nil until the first search or filter
	text    string
	match   []bool // by method; nil if the search is empty
	query   *query.Query
}

// sifted returns the trace's methods for queries.
func (tr *Trace) sifted() *sift.Methods {
	if tr.find.methods == nil {
		tr.summarize()
		tr.find.methods = sift.Of(tr.index, tr.looks.readable)
	}
	return tr.find.methods
}

// matches returns which methods match a search text, or nil if it is empty.
func (tr *Trace) matches(text string) []bool {
	f := &tr.find
	if f.query != nil && f.text == text {
		return f.match
	}
	f.text, f.query = text, query.Parse(text, query.OfMethods...)
	f.match = nil
	if len(f.query.Terms) > 0 {
		f.match = tr.sifted().Match(f.query.Terms)
	}
	return f.match
}

// mark records where the words of the search are in the name of a matching row's method. A word
// may match only the types in its descriptor.
func (tr *Trace) mark(row *message.Row) {
	if !row.Hit {
		return
	}
	m := &tr.index.Info.Methods[row.Method]
	label := tr.looks.label(trace.MethodIndex(row.Method))
	var spans [][2]uint32
	for i := range tr.find.query.Terms {
		t := &tr.find.query.Terms[i]
		if !t.Names() || t.Not {
			continue
		}
		if from, to := t.Find(label); from >= 0 {
			spans = append(spans, [2]uint32{uint32(from), uint32(to)})
		} else if t.In(m.Signature) {
			row.Typed = true
		}
	}
	sorting.Stable(spans, func(a, b [2]uint32) int { return cmp.Compare(a[0], b[0]) })
	for _, s := range spans {
		row.Marks = append(row.Marks, s[0], s[1])
	}
}

func (tr *Trace) search(req *message.Search) message.Body {
	p := tr.shownIn(req.Scope)
	match := tr.matches(req.Text)
	reply := &message.Hits{Text: req.Text, Refused: tr.find.query.Refused}
	if match == nil {
		return reply
	}
	if reply.Methods = called(p, match); reply.Methods == 0 && req.Scope.Code != message.AllCode {
		all := req.Scope
		all.Code = message.AllCode
		reply.Others = called(tr.shownIn(all), match)
		return reply
	}
	reply.Times = message.Times(p.Matched(func(m trace.MethodIndex) bool { return match[m] }))
	reply.Share = share(reply.Times[req.Scope.Clock], p.Total()[req.Scope.Clock])
	return reply
}

// called counts the matching methods with calls in a profile.
func called(p *profile.Profile, match []bool) (n int) {
	for m := range p.Methods {
		if match[m] && p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			n++
		}
	}
	return n
}

// share returns part / whole, or 0 if whole is 0.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
