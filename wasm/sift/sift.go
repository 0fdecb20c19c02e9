// Package sift applies queries to a trace: which methods match, and the filter of its profiles.
package sift

import (
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/readable"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/wasm/query"
)

// Methods are the methods of a trace, for queries. The zero Methods has none.
type Methods struct {
	index    *profile.Index
	readable map[int]readable.Name
	lower    []string // by method: its text in lower case; nil until a term needs it
}

// Of returns the methods of a trace. Named has the methods that also have readable names.
func Of(x *profile.Index, named map[int]readable.Name) *Methods {
	return &Methods{index: x, readable: named}
}

// Match returns, by method, whether all terms hold. It returns nil without terms.
func (s *Methods) Match(terms []query.Term) []bool {
	if len(terms) == 0 {
		return nil
	}
	match := make([]bool, len(s.index.Info.Methods))
	for m := range match {
		match[m] = true
	}
	for i := range terms {
		holds := s.holds(&terms[i])
		for m := range match {
			match[m] = match[m] && holds(trace.MethodIndex(m)) != terms[i].Not
		}
	}
	return match
}

// holds returns a function that reports whether a term is true of a method, without its negation and its verb.
func (s *Methods) holds(t *query.Term) func(trace.MethodIndex) bool {
	methods := s.index.Info.Methods
	switch t.Kind {
	case query.Origin:
		switches := s.index.SwitchMethod()
		return func(m trace.MethodIndex) bool { return m != switches && origins[methods[m].Origin()] == t.Text }
	case query.Wait:
		cause, ok := story.CauseNamed(t.Text)
		names := story.Names(s.index)
		return func(m trace.MethodIndex) bool {
			return ok && int(m) < len(names) && names[m] == cause && cause != story.Unexplained
		}
	case query.Thread, query.TID:
		ran := s.ranOn(threads(s.index, t))
		return func(m trace.MethodIndex) bool { return ran[m] }
	case query.Slower:
		scope := profile.WholeTrace
		scope.Slower = s.index.Calls.TicksUp(t.Ns)
		slow := s.index.Profile(scope, nil).Methods
		return func(m trace.MethodIndex) bool { return slow[m].Calls+slow[m].Recursive > 0 }
	case query.Hash:
		return func(m trace.MethodIndex) bool { return hashed(&methods[m], t.Hash) != "" }
	case query.Regex: // the pattern can also match the end of the name
		return func(m trace.MethodIndex) bool {
			return t.In(methods[m].Label()) || t.In(s.label(m)) || t.In(s.text(m))
		}
	}
	if t.Verb != query.None && t.Quoted {
		if whole := s.called(t.Text); whole != nil {
			return func(m trace.MethodIndex) bool { return whole[m] }
		}
	}
	if s.lower == nil {
		s.lower = make([]string, len(methods))
		for m := range methods {
			s.lower[m] = strings.ToLower(s.text(trace.MethodIndex(m)))
		}
	}
	return func(m trace.MethodIndex) bool { return t.InLower(s.text(m), s.lower[m]) }
}

// origins are the words after origin:.
var origins = [platform.Origins]string{
	platform.Own: "own", platform.Library: "library", platform.Platform: "platform", platform.Native: "native",
	platform.Tracer: "tracer", platform.Unknown: "unknown",
}

// called returns the methods with a whole name, with or without its signature, or of a class or package with a name that ends
// in ".". It returns nil if there are none.
func (s *Methods) called(name string) (of []bool) {
	around := strings.HasSuffix(name, ".")
	hash := query.HashOf(name)
	for m := range s.index.Info.Methods {
		in := &s.index.Info.Methods[m]
		label := in.Label()
		if name != label && name != label+in.Signature && name != s.label(trace.MethodIndex(m)) && !(around && hashed(in, hash) == name) {
			continue
		}
		if of == nil {
			of = make([]bool, len(s.index.Info.Methods))
		}
		of[m] = true
	}
	return of
}

// threads returns, by thread, whether a term names it. The term is of kind Thread or TID, and its negation does not count.
func threads(x *profile.Index, t *query.Term) []bool {
	of := make([]bool, len(x.Info.Threads))
	for i := range of {
		thread := &x.Info.Threads[i]
		if t.Kind == query.TID {
			of[i] = t.TID != 0 && int64(thread.ID) == int64(t.TID)
		} else {
			of[i] = t.In(thread.Name)
		}
	}
	return of
}

// ranOn returns, by method, whether it was called on one of some threads.
func (s *Methods) ranOn(of []bool) []bool {
	x := s.index
	ran := make([]bool, len(x.Info.Methods))
	for n, thread := range x.Thread {
		if node := x.Calls.Tree.At(call.NodeIndex(n)); of[thread] && node.Parent != call.None {
			ran[node.Method] = true
		}
	}
	return ran
}

// label returns a method's readable name, or its label.
func (s *Methods) label(m trace.MethodIndex) string {
	if n, ok := s.readable[int(m)]; ok {
		return n.Text()
	}
	return s.index.Info.Methods[m].Label()
}

// text returns the text of a method that a word is compared with: the name that compilers gave it, the readable name,
// and the name in the file if a map renamed it.
//
//go:noinline
func (s *Methods) text(index trace.MethodIndex) string {
	m := &s.index.Info.Methods[index]
	text := m.Label() + " " + m.Signature
	if m.Raw != nil {
		text += " " + m.Raw.Text
	}
	if n, ok := s.readable[int(index)]; ok {
		text += " " + n.Text()
	}
	return text
}

// hashed returns the name that has a hash: of a method, with or without its signature. Or of its class or package, or of
// one around it, which ends in "."; "" if none has.
func hashed(in *trace.Method, hash uint32) string {
	label := in.Label()
	if h := query.HashOf(label); h == hash || query.Hashed(h, trace.Visible(in.Signature)) == hash {
		return label
	}
	if in.Raw != nil { // links contain the name in the file
		raw := query.HashOf(trace.Visible(in.Raw.Class + "." + in.Raw.Name))
		if raw == hash || query.Hashed(raw, in.Raw.Signature) == hash {
			return label
		}
	}
	class := trace.Visible(in.Class)
	h, from := query.HashOf(""), 0
	for i := range len(class) {
		if class[i] == '.' {
			if h, from = query.Hashed(h, class[from:i+1]), i+1; h == hash {
				return class[:i+1]
			}
		} else if class[i] == '$' && query.Hashed(h, class[from:i]+".") == hash {
			return class[:i] + "."
		}
	}
	if class != "" && query.Hashed(h, class[from:]+".") == hash {
		return class + "."
	}
	return ""
}
