// Package names returns labels for the methods of a trace, with parameters where two methods have
// the same name.
package names

import (
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/readable"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// Labels returns the label of each method, by its row, for places that show only a name:
// java.lang.Thread.sleep, or java.lang.Thread.sleep(long, int) if the method is overloaded.
func Labels(x *profile.Index) []string {
	labels := make([]string, len(x.Info.Methods))
	for m := range labels {
		labels[m] = x.Info.Methods[m].Label()
	}
	for m, params := range Overloads(x) {
		labels[m] += params
	}
	return labels
}

// Readable returns the readable names of methods, by row, for those whose names a compiler generated.
func Readable(methods []trace.Method) map[int]readable.Name {
	return readable.Names(len(methods), func(m int) (class, name string) {
		return methods[m].Class, methods[m].Name
	})
}

// A Dump has the readable names of a dump's methods, for those whose names a compiler generated. It
// parses the frames of the dump for the first such name.
type Dump struct {
	of    *dump.Dump
	names map[raw]readable.Name // nil until needed
}

// A raw is the name of a method as compiled.
type raw struct{ class, method string }

// OfDump returns the readable names of a dump's methods.
func OfDump(d *dump.Dump) *Dump { return &Dump{of: d} }

// Of returns the readable name of a method, and false for one that has none.
func (n *Dump) Of(class, method string) (readable.Name, bool) {
	m := rawOf(class, method)
	if _, ok := readable.Of(m.class, m.method); !ok {
		return readable.Name{}, false // nearly all
	}
	if n.names == nil {
		n.names = n.all()
	}
	name, ok := n.names[m]
	return name, ok
}

// Text returns the readable form of a method's name with its class, "" if it has none.
func (n *Dump) Text(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	if shown, ok := n.Of(name[:dot], name[dot+1:]); ok {
		return shown.Text()
	}
	return ""
}

func (n *Dump) all() map[raw]readable.Name {
	var all []raw
	for place := range dump.PlaceID(n.of.Places()) {
		if n.of.FrameKind(place) == dump.JavaFrame {
			f := n.of.Frame(place)
			all = append(all, rawOf(f.Class, f.Method))
		}
	}
	names := map[raw]readable.Name{}
	for i, name := range readable.Names(len(all), func(i int) (class, method string) { return all[i].class, all[i].method }) {
		names[all[i]] = name
	}
	return names
}

// rawOf omits the mark of a fast invocation (ART 5 to 7).
func rawOf(class, method string) raw { return raw{class, strings.TrimSuffix(method, "!")} }

// Distinct returns the labels of n compared methods, which differ also without packages, and their
// readable names. A label has the types of the parameters if several methods have the same label without them, or else the
// signature.
func Distinct(n int, method func(int) *compare.Method) ([]string, map[int]readable.Name) {
	shown := readable.Names(n, func(i int) (class, name string) { return method(i).Class, method(i).Name })
	label := func(i int) string {
		if name, ok := shown[i]; ok {
			return name.Text()
		}
		return method(i).Label()
	}
	text := func(i int) string { return label(i) + trace.Visible(method(i).Signature) }
	types := func(i int) string {
		params, _ := words.ShortTypes(method(i).Signature)
		if params == "" {
			return text(i)
		}
		return label(i) + params
	}
	labels := words.Distinct(n, label, types, words.ShortLabel)
	return words.Distinct(n, func(i int) string { return labels[i] }, text, words.WholeLabel), shown
}

// Overloads returns the parameters, in Java's syntax, of each called method whose name another
// called method shares with a different signature. The keys are rows of the method table. It picks
// the shortest form that distinguishes the methods: types without packages, types with packages,
// the same two with the result type.
func Overloads(x *profile.Index) map[uint32]string {
	type name struct{ class, name string }
	met := make([]bool, len(x.Info.Methods))
	for n := range call.NodeIndex(x.Calls.Tree.Len()) {
		if node := x.Calls.Tree.At(n); node.Method != call.NoMethod && node.Calls > 0 {
			met[node.Method] = true
		}
	}
	called := func(m int) (name, bool) {
		in := &x.Info.Methods[m]
		return name{in.Class, in.Name}, in.Signature != "" && met[m]
	}
	first := make(map[name]string, len(met)) // signature
	clash := map[name][]uint32{}
	for m := range met {
		if n, ok := called(m); ok {
			signature := x.Info.Methods[m].Signature
			if other, ok := first[n]; !ok {
				first[n] = signature
			} else if other != signature {
				clash[n] = nil
			}
		}
	}
	for m := range met {
		if n, ok := called(m); ok {
			if all, ok := clash[n]; ok {
				clash[n] = append(all, uint32(m))
			}
		}
	}
	params := map[uint32]string{}
	for _, methods := range clash {
		for _, write := range []func(string) string{
			func(s string) string { params, _ := words.ShortTypes(s); return params },
			func(s string) string { params, _ := words.JavaTypes(s); return params },
			func(s string) string { return withResult(s, words.ShortTypes) },
			func(s string) string { return withResult(s, words.JavaTypes) },
		} {
			signature, distinct := map[string]string{}, true
			for _, m := range methods {
				s := x.Info.Methods[m].Signature
				params[m] = write(s)
				was, ok := signature[params[m]]
				distinct = distinct && (!ok || was == s) && params[m] != ""
				signature[params[m]] = s
			}
			if distinct {
				break
			}
		}
	}
	return params
}

// withResult returns parameters and result of a descriptor in Java's syntax: "(int):
// java.lang.String". It returns text that is not a descriptor unchanged.
func withResult(descriptor string, types func(string) (string, string)) string {
	params, result := types(descriptor)
	if params == "" {
		return descriptor
	}
	return params + ": " + result
}
