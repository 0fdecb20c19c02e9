package tracing

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// looks is how methods appear, fixed for a trace: place by inclusive time, and colours.
type looks struct {
	rank   []uint32            // by method
	order  []trace.MethodIndex // by rank
	colour [3][]scene.Slot     // by message.ColourBy..., then method
	params map[uint32]string   // by method that is called like another: what tells it from that
}

// originSlot is the colour of an origin.
var originSlot = [platform.Origins]scene.Slot{
	platform.Own: scene.SlotOwn, platform.Library: scene.SlotLibrary, platform.Platform: scene.SlotPlatform,
	platform.Native: scene.SlotNative, platform.Unknown: scene.SlotUnknown,
}

func newLooks(p *profile.Profile) looks {
	n := len(p.Methods)
	l := looks{rank: make([]uint32, n), order: make([]trace.MethodIndex, n)}
	for m := range l.order {
		l.order[m] = trace.MethodIndex(m)
	}
	by := profile.Wall
	if p.Calls.Primary() == trace.CPU {
		by = profile.CPU
	}
	slices.SortStableFunc(l.order, func(a, b trace.MethodIndex) int {
		x, y := &p.Methods[a], &p.Methods[b]
		return cmp.Or(cmp.Compare(y.Inclusive[by], x.Inclusive[by]), cmp.Compare(y.Calls+y.Recursive, x.Calls+x.Recursive))
	})
	for c := range l.colour {
		l.colour[c] = make([]scene.Slot, n)
	}
	for rank, m := range l.order {
		l.rank[m] = uint32(rank)
		in := &p.Info.Methods[m]
		l.colour[message.ColourByRank][m] = scene.Slot(rank % 16)
		l.colour[message.ColourByPackage][m] = packageSlot(in.Class)
		l.colour[message.ColourByOrigin][m] = originSlot[in.Origin()]
	}
	l.params = overloads(p)
	if m := p.SwitchMethod(); m != call.NoMethod {
		for c := range l.colour {
			l.colour[c][m] = scene.SlotSwitch
		}
	}
	return l
}

// overloads finds the methods that were called and have the name of another but not its
// signature, and gives each its parameters in Java's way: without packages where that tells
// them apart, else with packages, and else with the result too, likewise.
func overloads(p *profile.Profile) map[uint32]string {
	type name struct{ class, name string }
	called := func(m int) (name, bool) {
		in := &p.Info.Methods[m]
		return name{in.Class, in.Name}, in.Signature != "" && p.Methods[m].Calls+p.Methods[m].Recursive > 0
	}
	first := make(map[name]string, len(p.Methods)) // signature
	clash := map[name][]uint32{}
	for m := range p.Methods {
		if n, ok := called(m); ok {
			signature := p.Info.Methods[m].Signature
			if other, ok := first[n]; !ok {
				first[n] = signature
			} else if other != signature {
				clash[n] = nil
			}
		}
	}
	for m := range p.Methods {
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
				s := p.Info.Methods[m].Signature
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

// packageParts is how much of a package its colour is of: what lies deeper in com.example.app.net
// has the same.
const packageParts = 4

// packageSlot is the colour of a class's package: a hash, so that it is the same in every trace.
func packageSlot(class string) scene.Slot {
	pkg := class[:max(0, strings.LastIndexByte(class, '.'))]
	hash, parts := uint32(2166136261), 1 // FNV-1a
	for i := range len(pkg) {
		if pkg[i] == '.' {
			parts++
		}
		if parts > packageParts {
			break
		}
		hash = (hash ^ uint32(pkg[i])) * 16777619
	}
	return scene.Slot(16 + (hash^hash>>16)%16)
}

// Name is the name that Names knows by a number; ok is false for none of a method.
func (tr *Trace) Name(number uint32) (name message.Name, ok bool) {
	if int64(number) >= int64(len(tr.index.Info.Methods)) {
		return name, false
	}
	return tr.name(number), true
}

// name is a method's name, which the page has from then on.
func (tr *Trace) name(m uint32) message.Name {
	if tr.named == nil {
		tr.named = make([]bool, len(tr.index.Info.Methods))
	}
	tr.named[m] = true
	in := &tr.index.Info.Methods[m]
	return message.Name{
		Method: m, ID: in.ID.String(), Class: in.Class, Name: in.Name, Label: in.Label(), Signature: in.Signature, Params: tr.looks.params[m],
		File: in.File, Line: int(in.Line), Rank: tr.looks.rank[m],
		Colour:   message.Slot(tr.looks.colour[message.ColourByRank][m]),
		Package:  message.Slot(tr.looks.colour[message.ColourByPackage][m]),
		Origin:   message.Slot(tr.looks.colour[message.ColourByOrigin][m]),
		Switches: trace.MethodIndex(m) == tr.whole.SwitchMethod(),
	}
}

// nameRows adds the names that the page does not have, so that it can show the rows at once.
func (tr *Trace) nameRows(reply *message.Rows) {
	for i := range reply.Rows {
		if m := reply.Rows[i].Method; m != message.NoNode && (tr.named == nil || !tr.named[m]) {
			reply.Names = append(reply.Names, tr.name(m))
		}
	}
}
