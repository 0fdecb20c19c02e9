package mapping

import (
	"fmt"
	"strings"

	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
)

// WantTrace adds what the methods of a trace need. Of those that have other names already it is what
// the file has that counts.
func (w *Wanted) WantTrace(in *trace.Info) {
	for i := range in.Methods {
		m := &in.Methods[i]
		switch {
		case m.Raw != nil:
			w.Method(m.Raw.Class, m.Raw.Name)
			w.Signature(m.Raw.Signature)
		case m.Class != "":
			w.Method(m.Class, m.Name)
			w.Signature(m.Signature)
		}
	}
}

// NameTrace gives the methods of a trace their original names, all at the one place where they are;
// what the file has stays beside, as their Raw. A method whose source file names another map is left
// alone (section 5).
func (m *Map) NameTrace(in *trace.Info) *Result {
	r := newResult(m)
	texts := map[*Original][]string{} // by the first of the originals, which methods share
	for i := range in.Methods {
		method := &in.Methods[i]
		if method.Raw != nil || method.Class == "" || !method.Listed {
			continue
		}
		if r.id(method.Class, method.File); m.Foreign(method.File) != NoRemark {
			continue
		}
		found := m.Method(method.Class, method.Name, method.Signature, method.Line)
		r.method(method, &found)
		if found.Kind == UnknownClass && found.Signature == method.Signature {
			continue
		}
		raw := &trace.Raw{Class: method.Class, Name: method.Name, Signature: method.Signature, File: method.File, Line: method.Line}
		raw.Remark = found.remark()
		if len(found.Originals) > 1 {
			first := &found.Originals[0]
			if _, ok := texts[first]; !ok {
				for _, o := range found.Originals {
					texts[first] = append(texts[first], o.String())
				}
			}
			raw.Originals = texts[first]
		}
		raw.Text = rawText(raw)
		method.Raw = raw
		method.Class, method.Name, method.Signature = found.Class, found.Name, found.Signature
		if found.Kind == Outline {
			method.Name = "shared code (outline)"
		}
		if found.Kind != UnknownClass {
			method.File = found.File
			if method.Line > 0 {
				method.Line = found.Line
			}
		}
	}
	return r
}

// NameSamples gives the Java methods of a recording of samples, which has no signatures, their
// original names.
func (m *Map) NameSamples(methods []simpleperf.Method) *Result {
	in := trace.Info{Methods: make([]trace.Method, len(methods))}
	for i := range methods {
		in.Methods[i] = trace.Method{Class: methods[i].Class, Name: methods[i].Name, Listed: true, Raw: methods[i].Raw}
	}
	r := m.NameTrace(&in)
	for i := range methods {
		methods[i].Class, methods[i].Name, methods[i].Raw = in.Methods[i].Class, in.Methods[i].Name, in.Methods[i].Raw
	}
	return r
}

// UnnameTrace gives the methods of a trace the names back that the file has.
func UnnameTrace(in *trace.Info) {
	for i := range in.Methods {
		if m := &in.Methods[i]; m.Raw != nil {
			m.Class, m.Name, m.Signature, m.File, m.Line = m.Raw.Class, m.Raw.Name, m.Raw.Signature, m.Raw.File, m.Raw.Line
			m.Raw = nil
		}
	}
}

// mostShown is how many of a method's originals a person sees.
const mostShown = 20

// rawText is what a person sees of what the file has.
func rawText(r *trace.Raw) string {
	s := r.Class + "." + r.Name + r.Signature
	if len(r.Originals) > 0 {
		s += " = " + strings.Join(r.Originals[:min(len(r.Originals), mostShown)], " | ")
	}
	if r.Remark != "" {
		s += " (" + r.Remark + ")"
	}
	return trace.Visible(s)
}

// remark says, in a few words, what else is to be known of a method; "" where all is as it seems.
func (f *Method) remark() string {
	var s string
	switch f.Kind {
	case Outline:
		return "code that the compiler has cut out of several methods: its time is that of its callers"
	case Synthetic:
		return "made by the compiler"
	case Several:
		if s = "the optimiser has made one method of these: which one it was, nothing tells"; f.Candidates > 0 {
			s = fmt.Sprintf("the optimiser has made one method of these: which one it was, nothing tells; the map has %d, and the list shows some", f.Candidates)
		}
	case ByName:
		if s = "found by the name alone: no method of it has this signature in the map"; f.Candidates > 0 {
			s = fmt.Sprintf("found by the name alone: no method of it has this signature in the map; the map has %d, and the list shows some", f.Candidates)
		}
	}
	if f.Through {
		if s != "" {
			s += "; "
		}
		s += "called through a method that the compiler has made"
	}
	return s
}

// short reports whether a class's name looks as if an optimiser had made it: a part of one or two
// letters, none of them a capital.
func short(class string) bool {
	for part := range strings.SplitSeq(class, ".") {
		part, _, _ = strings.Cut(part, "$")
		if len(part) > 0 && len(part) <= 2 && part == strings.ToLower(part) {
			return true
		}
	}
	return false
}

// frameworks begin the names of classes that no app's build renames.
var frameworks = []string{"java.", "javax.", "android.", "dalvik.", "libcore.", "sun.", "jdk.", "com.android.internal.", "j$."}

func framework(class string) bool {
	for _, prefix := range frameworks {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	return false
}
