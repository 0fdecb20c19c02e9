package comparing

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/filter"
)

// filter returns the filter of both traces.
func (r *Room) filter() *filter.Target {
	d := r.desk
	f := &filter.Target{
		Page: d.Page, Filter: &d.Filter, Terms: &d.Terms, ID: "changes-", Shown: words.T("Filter of A and B"), Search: d.Find, Field: findID, Text: d.Text, Edit: &d.Edit,
		Figure: func(t *message.Times) string { return words.Brief(t[d.Clock]) }, Calls: words.Count, Taken: [][]message.FilterTerm{nil, nil},
	}
	if a, b := r.sums.of[0], r.sums.of[1]; a != nil && b != nil {
		f.Taken = [][]message.FilterTerm{a.Terms, b.Terms}
		shown := func(s *message.Sum) (part, whole string) {
			return words.Brief(s.Times[d.Clock]), words.Brief(s.Times[d.Clock] + s.LeftOut[d.Clock])
		}
		inA, ofA := shown(a)
		inB, ofB := shown(b)
		f.Shown = words.Say("shows {1} of {2} in A, {3} of {4} in B", inA, ofA, inB, ofB)
	}
	return f
}

// sums are what the filter takes in A and in B.
type sums struct {
	of    [2]*message.Sum // nil without a filter, and until they have come
	query [2]ask.Query[*message.Sum]
}

// request requests the sums of the compared threads.
func (s *sums) request(d *desk.Changes, main bool, pool [2]string) {
	for i := range s.of {
		if d.Filter == "" {
			s.of[i] = nil
			s.query[i].Invalidate()
			continue
		}
		s.query[i].Want(&d.CompareLine, &message.SideSum{Side: uint8(i), Scope: d.Ranges[i], Main: main, Pool: pool[i]}, func(m *message.Sum) { s.of[i] = m })
	}
}
