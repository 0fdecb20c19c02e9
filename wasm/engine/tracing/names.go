package tracing

import (
	"cmp"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/readable"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/scene"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// looks is the appearance of a trace's methods: rank by inclusive time, and colours. rankBy sets
// the parts that depend on times.
type looks struct {
	rank   []uint32            // by method
	order  []trace.MethodIndex // by rank
	shown  numbering           // of the last rows
	colour [3][]scene.Slot     // by message.ColourBy..., then method; see byPackage
	params map[uint32]string   // by overloaded method: its parameters

	readable map[int]readable.Name // by method whose name a compiler generated
	classes  tell.Classes
}

// A numbering numbers the methods of a profile from 1, in order of rank, so that a table without other code has no gaps.
type numbering struct {
	profile *profile.Profile
	number  []uint32 // by method, 0 for one without calls
}

// numberIn returns a method's number in a profile.
func (l *looks) numberIn(p *profile.Profile, m trace.MethodIndex) uint32 {
	if l.shown.profile != p {
		l.shown = numbering{p, make([]uint32, len(p.Methods))}
		n := uint32(0)
		for _, m := range l.order {
			if f := &p.Methods[m]; f.Calls+f.Recursive > 0 {
				n++
				l.shown.number[m] = n
			}
		}
	}
	return l.shown.number[m]
}

// originSlot maps an origin to its colour.
var originSlot = [platform.Origins]scene.Slot{
	platform.Own: scene.SlotOwn, platform.Library: scene.SlotLibrary, platform.Platform: scene.SlotPlatform,
	platform.Native: scene.SlotNative, platform.Tracer: scene.SlotTracer, platform.Unknown: scene.SlotUnknown,
}

// byPackage returns the colours by package. The first call makes them.
func (l *looks) byPackage(x *profile.Index) []scene.Slot {
	slots := l.colour[message.ColourByPackage]
	if slots == nil {
		slots = make([]scene.Slot, len(x.Info.Methods))
		for m := range slots {
			if slots[m] = packageSlot(x.Info.Methods[m].Class); trace.MethodIndex(m) == x.SwitchMethod() {
				slots[m] = scene.SlotSwitch
			}
		}
		l.colour[message.ColourByPackage] = slots
	}
	return slots
}

// newLooks colours the methods by origin.
func newLooks(x *profile.Index) (l looks) {
	methods := x.Info.Methods
	for _, c := range [...]message.Colour{message.ColourByRank, message.ColourByOrigin} {
		l.colour[c] = make([]scene.Slot, len(methods))
		if m := x.SwitchMethod(); m != call.NoMethod {
			l.colour[c][m] = scene.SlotSwitch
		}
	}
	for m, origin := range x.Info.Origins() {
		if trace.MethodIndex(m) != x.SwitchMethod() {
			l.colour[message.ColourByOrigin][m] = originSlot[origin]
		}
	}
	return l
}

// rankBy ranks the methods by cost, and colours them by rank.
func (l *looks) rankBy(p *profile.Profile) {
	n := len(p.Methods)
	l.rank, l.order = make([]uint32, n), make([]trace.MethodIndex, n)
	for m := range l.order {
		l.order[m] = trace.MethodIndex(m)
	}
	by := profile.Usual(p.Index)
	sorting.Stable(l.order, func(a, b trace.MethodIndex) int {
		x, y := &p.Methods[a], &p.Methods[b]
		return cmp.Or(cmp.Compare(y.Inclusive[by], x.Inclusive[by]), cmp.Compare(y.Calls+y.Recursive, x.Calls+x.Recursive))
	})
	for rank, m := range l.order {
		l.rank[m] = uint32(rank)
		if m != p.SwitchMethod() {
			l.colour[message.ColourByRank][m] = scene.Slot(rank % 16)
		}
	}
	l.params, l.readable = names.Overloads(p.Index), names.Readable(p.Info.Methods)
	l.classes = tell.Classes{}
}

// packageParts is how many parts of a package determine its colour: packages below
// com.example.app.net have the same one.
const packageParts = 4

// packageSlot returns the colour of a class's package. It is a hash, so it is the same in every
// trace.
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

// Name returns the name with a number of the message Names. ok is false if the number is no
// method's.
func (tr *Trace) Name(number uint32) (name message.Name, ok bool) {
	if int64(number) >= int64(len(tr.index.Info.Methods)) {
		return name, false
	}
	return tr.name(number), true
}

// name returns a method's name and records that the page has it.
func (tr *Trace) name(m uint32) message.Name {
	tr.summarize()
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
	shown := tr.looks.readable[int(m)]
	return message.Name{
		ReadableClass: shown.Class, ReadableName: shown.Method,
		Method: m, ID: in.ID.String(), Class: trace.Visible(in.Class), Name: trace.Visible(in.Name), Label: in.Label(),
		Signature: trace.Visible(in.Signature), Params: trace.Visible(tr.looks.params[m]), File: trace.Visible(in.File),
		Line: int(in.Line), Rank: tr.looks.rank[m] + 1,
		Colour:   message.Slot(tr.looks.colour[message.ColourByRank][m]),
		Package:  message.Slot(tr.looks.byPackage(tr.index)[m]),
		Origin:   message.Slot(tr.looks.colour[message.ColourByOrigin][m]),
		Switches: trace.MethodIndex(m) == tr.index.SwitchMethod(), Raw: raw,
	}
}

// Label returns a method's name as the page shows it.
func (tr *Trace) Label(m trace.MethodIndex) string {
	tr.summarize()
	return tr.label(m)
}

// label is Label for a summarized trace.
func (tr *Trace) label(m trace.MethodIndex) string {
	if n, ok := tr.looks.readable[int(m)]; ok {
		return n.Text()
	}
	return tr.index.Info.Methods[m].Label()
}

// nameRows adds the names that the page does not have yet. The page can then show the rows at once.
func (tr *Trace) nameRows(reply *message.Rows) {
	for i := range reply.Rows {
		if m := reply.Rows[i].Method; m != message.NoNode && (tr.named == nil || !tr.named[m]) {
			reply.Names = append(reply.Names, tr.name(m))
		}
	}
}
