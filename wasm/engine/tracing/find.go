package tracing

import (
	"cmp"
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/engine/query"
	"traceglass/wasm/message"
)

// find caches a search of the methods.
type find struct {
	lower []string // by method: class.method signature in lower case, built on the first search
	text  string
	match []bool // by method; nil if the search is empty
	query *query.Query
}

// origins maps the words after origin: to colours.
var origins = map[string]scene.Slot{
	"own": scene.SlotOwn, "library": scene.SlotLibrary, "platform": scene.SlotPlatform, "native": scene.SlotNative, "tracer": scene.SlotTracer, "unknown": scene.SlotUnknown,
}

// byHash parses a search for the method whose name has a hash, as in links: "hash:1a2b3c4d". The
// hash is of the name with or without its descriptor.
func byHash(text string) (hash uint32, ok bool) {
	digits, ok := strings.CutPrefix(text, "hash:")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return uint32(n), err == nil
}

// hashed continues hash with a text: FNV-1a of 32 bits. view.js computes the same.
func hashed(hash uint32, text string) uint32 {
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}

// hasHash reports whether a name hasHash a hash, with or without its descriptor.
func hasHash(label, signature string, hash uint32) bool {
	name := hashed(2166136261, label)
	return name == hash || hashed(name, signature) == hash
}

// matches returns which methods match a search text, or nil if it is empty.
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
			f.match[m] = hasHash(methods[m].Label(), methods[m].Signature, hash)
			if raw := methods[m].Raw; raw != nil { // links contain the name in the file
				f.match[m] = f.match[m] || hasHash(trace.Visible(raw.Class+"."+raw.Name), raw.Signature, hash)
			}
		}
		return f.match
	}
	f.query = query.Parse(text, query.Origin, query.Wait, query.Thread, query.TID)
	if len(f.query.Terms) == 0 {
		return nil
	}
	if f.lower == nil {
		f.lower = make([]string, len(methods))
		for m := range methods {
			f.lower[m] = strings.ToLower(tr.searchText(trace.MethodIndex(m)))
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

// holds returns a function that reports whether a term is true of a method, without its negation.
func (tr *Trace) holds(t *query.Term) func(trace.MethodIndex) bool {
	methods := tr.index.Info.Methods
	switch t.Kind {
	case query.Origin:
		return func(m trace.MethodIndex) bool { return tr.looks.colour[message.ColourByOrigin][m] == origins[t.Text] }
	case query.Wait:
		cause, ok := story.CauseNamed(t.Text)
		names := story.Names(tr.index)
		return func(m trace.MethodIndex) bool {
			return ok && int(m) < len(names) && names[m] == cause && cause != story.Unexplained
		}
	case query.Thread, query.TID:
		ran := tr.ranOn(func(thread *trace.Thread) bool {
			if t.Kind == query.TID {
				return t.TID != 0 && int64(thread.ID) == int64(t.TID)
			}
			return t.In(thread.Name)
		})
		return func(m trace.MethodIndex) bool { return ran[m] }
	case query.Regex: // the pattern can also match the end of the name
		return func(m trace.MethodIndex) bool {
			return t.In(methods[m].Label()) || t.In(tr.label(m)) || t.In(tr.searchText(m))
		}
	}
	return func(m trace.MethodIndex) bool { return t.InLower(tr.searchText(m), tr.find.lower[m]) }
}

// ranOn returns, by method, whether it was called on one of some threads.
func (tr *Trace) ranOn(some func(*trace.Thread) bool) []bool {
	tr.summarize() // also computes the thread of each context
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

// mark records where the words of the search are in the name of a matching row's method. A word
// may match only the types in its descriptor.
func (tr *Trace) mark(row *message.Row) {
	if !row.Hit {
		return
	}
	m := &tr.index.Info.Methods[row.Method]
	label := tr.label(trace.MethodIndex(row.Method))
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

// searchText returns the text of a method that a search compares: the name that compilers gave it, the
// readable name, and the name in the file if a map renamed it.
//
//go:noinline
func (tr *Trace) searchText(index trace.MethodIndex) string {
	m := &tr.index.Info.Methods[index]
	s := m.Label() + " " + m.Signature
	if m.Raw != nil {
		s += " " + m.Raw.Text
	}
	if n, ok := tr.looks.readable[int(index)]; ok {
		s += " " + n.Text()
	}
	return s
}

func (tr *Trace) search(req *message.Search) message.Body {
	p := tr.profileIn(req.Scope)
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

// share returns part / whole, or 0 if whole is 0.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
