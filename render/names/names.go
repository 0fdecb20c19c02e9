// Package names tells methods of a trace apart by what they are called.
package names

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/render/words"
)

// Labels are what methods are called where only a name stands for one, by their rows:
// java.lang.Thread.sleep, or java.lang.Thread.sleep(long, int) where that is not the only one.
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

// Overloads finds the methods that were called and have the name of another but not its
// signature, and gives each, by its row, its parameters in Java's way: without packages where that tells
// them apart, else with packages, and else with the result too, likewise.
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
			signature, told := map[string]string{}, true
			for _, m := range methods {
				s := x.Info.Methods[m].Signature
				params[m] = write(s)
				was, ok := signature[params[m]]
				told = told && (!ok || was == s) && params[m] != ""
				signature[params[m]] = s
			}
			if told {
				break
			}
		}
	}
	return params
}

// withResult is all that a descriptor tells, in Java's way: "(int): java.lang.String"; of text
// that is none the text itself.
func withResult(descriptor string, types func(string) (string, string)) string {
	params, result := types(descriptor)
	if params == "" {
		return descriptor
	}
	return params + ": " + result
}
