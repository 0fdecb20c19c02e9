package tracing

import (
	"cmp"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/sift"
)

// search finds methods by a text, and keeps the last result.
type search struct {
	profiles *profiles
	looks    *looks

	of    *sift.Methods // that match is for; nil if it needed none
	text  string
	match []bool       // by method; nil if the search is empty
	query *query.Query // nil before the first search
}

// matches returns which methods match a search text, or nil if it is empty.
func (f *search) matches(text string) []bool {
	if f.query != nil && f.text == text && f.of == f.profiles.methods {
		return f.match
	}
	f.text, f.query = text, query.Parse(text, query.OfMethods...)
	f.match = nil
	if len(f.query.Terms) > 0 {
		f.match = f.profiles.sifted().Match(f.query.Terms)
	}
	f.of = f.profiles.methods
	return f.match
}

// mark records where the words of the search are in the name of a matching row's method. A word
// may match only the types in its descriptor.
func (f *search) mark(row *message.Row) {
	if !row.Hit {
		return
	}
	m := &f.profiles.index.Info.Methods[row.Method]
	label := f.looks.label(trace.MethodIndex(row.Method))
	var spans [][2]uint32
	for i := range f.query.Terms {
		t := &f.query.Terms[i]
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

// paint returns the appearance of methods: their colours, and which of them match a text.
func (f *search) paint(colour message.Colour, text string) scene.Paint {
	switch colour {
	case message.ColourByRank:
		f.profiles.summarize()
	case message.ColourByPackage:
		f.looks.byPackage()
	}
	return scene.Paint{Slot: f.looks.colour[colour], Hit: f.matches(text)}
}

// hits counts the matching methods in a scope, and their time.
func (f *search) hits(req *message.Search) message.Body {
	p := f.profiles.shown(req.Scope)
	match := f.matches(req.Text)
	reply := &message.Hits{Text: req.Text, Refused: f.query.Refused}
	if match == nil {
		return reply
	}
	if reply.Methods = called(p, match); reply.Methods == 0 && req.Scope.Code != message.AllCode {
		all := req.Scope
		all.Code = message.AllCode
		reply.Others = called(f.profiles.shown(all), match)
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
