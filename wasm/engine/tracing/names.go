package tracing

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// looks is how methods appear, fixed for a trace: place by inclusive time, and colours. What depends
// on the times is there once rankBy has had them.
type looks struct {
	rank   []uint32            // by method
	order  []trace.MethodIndex // by rank
	colour [3][]scene.Slot     // by message.ColourBy..., then method
	params map[uint32]string   // by method that is called like another: what tells it from that
}

// originSlot is the colour of an origin.
var originSlot = [platform.Origins]scene.Slot{
	platform.Own: scene.SlotOwn, platform.Library: scene.SlotLibrary, platform.Platform: scene.SlotPlatform,
	platform.Native: scene.SlotNative, platform.Tracer: scene.SlotTracer, platform.Unknown: scene.SlotUnknown,
}

func newLooks(x *profile.Index) (l looks) {
	methods := x.Info.Methods
	for c := range l.colour {
		l.colour[c] = make([]scene.Slot, len(methods))
	}
	for m := range methods {
		in := &methods[m]
		l.colour[message.ColourByPackage][m] = packageSlot(in.Class)
		l.colour[message.ColourByOrigin][m] = originSlot[in.Origin()]
	}
	if m := x.SwitchMethod(); m != call.NoMethod {
		for c := range l.colour {
			l.colour[c][m] = scene.SlotSwitch
		}
	}
	return l
}

// rankBy orders the methods by what they cost.
func (l *looks) rankBy(p *profile.Profile) {
	n := len(p.Methods)
	l.rank, l.order = make([]uint32, n), make([]trace.MethodIndex, n)
	for m := range l.order {
		l.order[m] = trace.MethodIndex(m)
	}
	by := profile.Usual(p.Index)
	slices.SortStableFunc(l.order, func(a, b trace.MethodIndex) int {
		x, y := &p.Methods[a], &p.Methods[b]
		return cmp.Or(cmp.Compare(y.Inclusive[by], x.Inclusive[by]), cmp.Compare(y.Calls+y.Recursive, x.Calls+x.Recursive))
	})
	for rank, m := range l.order {
		l.rank[m] = uint32(rank)
		if m != p.SwitchMethod() {
			l.colour[message.ColourByRank][m] = scene.Slot(rank % 16)
		}
	}
	l.params = names.Overloads(p.Index)
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
	tr.whole()
	if tr.named == nil {
		tr.named = make([]bool, len(tr.index.Info.Methods))
	}
	tr.named[m] = true
	in := &tr.index.Info.Methods[m]
	raw := ""
	if in.Raw != nil {
		raw = in.Raw.Text
		if text, ok := strings.CutSuffix(raw, "("+in.Raw.Remark+")"); ok {
			var remarks []string
			for part := range strings.SplitSeq(in.Raw.Remark, "; ") {
				remarks = append(remarks, words.Filled(part).String())
			}
			raw = text + "(" + strings.Join(remarks, "; ") + ")"
		}
	}
	return message.Name{
		Method: m, ID: in.ID.String(), Class: trace.Visible(in.Class), Name: trace.Visible(in.Name), Label: in.Label(),
		Signature: trace.Visible(in.Signature), Params: trace.Visible(tr.looks.params[m]), File: trace.Visible(in.File),
		Line: int(in.Line), Rank: tr.looks.rank[m],
		Colour:   message.Slot(tr.looks.colour[message.ColourByRank][m]),
		Package:  message.Slot(tr.looks.colour[message.ColourByPackage][m]),
		Origin:   message.Slot(tr.looks.colour[message.ColourByOrigin][m]),
		Switches: trace.MethodIndex(m) == tr.index.SwitchMethod(), Raw: raw,
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
