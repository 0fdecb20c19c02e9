package tracing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/engine/query"
	"traceglass/wasm/message"
)

// find is the search as methods match it.
type find struct {
	lower []string // by method: class.method signature in lower case, made at the first search
	text  string
	match []bool // by method; nil: nothing is searched for
	query *query.Query
}

// origins are the colours of the words of a search by origin.
var origins = map[string]scene.Slot{
	"own": scene.SlotOwn, "library": scene.SlotLibrary, "platform": scene.SlotPlatform, "native": scene.SlotNative, "tracer": scene.SlotTracer, "unknown": scene.SlotUnknown,
}

// byHash takes apart a search for the one method whose name has a hash, as a link has it:
// "hash:1a2b3c4d", of the name with its descriptor or without.
func byHash(text string) (hash uint32, ok bool) {
	digits, ok := strings.CutPrefix(text, "hash:")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return uint32(n), err == nil
}

// hashed goes on with the hash of a text, FNV-1a of 32 bits; view.js has the same.
func hashed(hash uint32, text string) uint32 {
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}

// has reports whether a name has a hash, with its descriptor or without.
func has(label, signature string, hash uint32) bool {
	name := hashed(2166136261, label)
	return name == hash || hashed(name, signature) == hash
}

// matches returns which methods match a search text, nil where it asks for nothing.
func (tr *Trace) matches(text string) []bool {
	f := &tr.find
	if f.query != nil && f.text == text {
		return f.match
	}
	f.text, f.match, f.query = text, nil, &query.Query{}
	methods := tr.index.Info.Methods
	if hash, ok := byHash(text); ok {
		f.match = make([]bool, len(methods))
		for m := range methods {
			f.match[m] = has(methods[m].Label(), methods[m].Signature, hash)
			if raw := methods[m].Raw; raw != nil { // which links name
				f.match[m] = f.match[m] || has(trace.Visible(raw.Class+"."+raw.Name), raw.Signature, hash)
			}
		}
		return f.match
	}
	f.query = query.Parse(text, query.Origin, query.Thread, query.TID)
	if len(f.query.Terms) == 0 {
		return nil
	}
	if f.lower == nil {
		f.lower = make([]string, len(methods))
		for m := range methods {
			f.lower[m] = strings.ToLower(sought(&methods[m]))
		}
	}
	f.match = make([]bool, len(methods))
	for m := range f.match {
		f.match[m] = true
	}
	for i := range f.query.Terms {
		t := &f.query.Terms[i]
		holds := tr.holds(t)
		for m := range f.match {
			f.match[m] = f.match[m] && holds(trace.MethodIndex(m)) != t.Not
		}
	}
	return f.match
}

// holds returns whether a term is true of a method, whatever its not.
func (tr *Trace) holds(t *query.Term) func(trace.MethodIndex) bool {
	methods := tr.index.Info.Methods
	switch t.Kind {
	case query.Origin:
		return func(m trace.MethodIndex) bool { return tr.looks.colour[message.ColourByOrigin][m] == origins[t.Text] }
	case query.Thread, query.TID:
		ran := tr.ranOn(func(thread *trace.Thread) bool {
			if t.Kind == query.TID {
				return t.TID != 0 && int64(thread.ID) == int64(t.TID)
			}
			return t.In(thread.Name)
		})
		return func(m trace.MethodIndex) bool { return ran[m] }
	case query.Regex: // the end of the name can be asked for, too
		return func(m trace.MethodIndex) bool { return t.In(methods[m].Label()) || t.In(sought(&methods[m])) }
	}
	return func(m trace.MethodIndex) bool { return t.InLower(sought(&methods[m]), tr.find.lower[m]) }
}

// ranOn returns by method whether it was called on one of some threads.
func (tr *Trace) ranOn(some func(*trace.Thread) bool) []bool {
	tr.whole() // which threads' contexts are, too
	x := tr.index
	of := make([]bool, len(x.Info.Threads))
	for i := range of {
		of[i] = some(&x.Info.Threads[i])
	}
	ran := make([]bool, len(x.Info.Methods))
	for n, thread := range x.Thread {
		if node := x.Calls.Tree.At(call.NodeIndex(n)); of[thread] && node.Parent != call.None {
			ran[node.Method] = true
		}
	}
	return ran
}

// mark notes in a row that matches where the words are in the method's name. A word may be in the types
// of its descriptor alone.
func (tr *Trace) mark(row *message.Row) {
	if !row.Hit {
		return
	}
	m := &tr.index.Info.Methods[row.Method]
	label := m.Label()
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
	slices.SortFunc(spans, func(a, b [2]uint32) int { return cmp.Compare(a[0], b[0]) })
	for _, s := range spans {
		row.Marks = append(row.Marks, s[0], s[1])
	}
}

// sought is what of a method is searched, what the file has too where a map has given the name.
//
//go:noinline
func sought(m *trace.Method) string {
	s := m.Label() + " " + m.Signature
	if m.Raw != nil {
		s += " " + m.Raw.Text
	}
	return s
}

func (tr *Trace) search(req *message.Search) message.Body {
	p := tr.in(req.Scope)
	match := tr.matches(req.Text)
	reply := &message.Hits{Text: req.Text, Refused: tr.find.query.Refused}
	if match == nil {
		return reply
	}
	for m := range p.Methods {
		if match[m] && p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			reply.Methods++
		}
	}
	reply.Times = message.Times(p.Matched(func(m trace.MethodIndex) bool { return match[m] }))
	reply.Share = share(reply.Times[req.Scope.Clock], p.Total()[req.Scope.Clock])
	return reply
}

// share is a part of a whole, 0 where there is no whole.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
