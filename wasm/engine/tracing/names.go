package tracing

import (
	"cmp"
	"slices"
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

// looks is how a trace's methods and threads appear: names, ranks by inclusive time, colours and the order of threads.
// rankBy sets the parts that depend on times. Messages have the names that the page does not have yet.
type looks struct {
	index *profile.Index
	drawn orders
	named []bool // by method: the page has its name; nil if it has none

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
func (l *looks) byPackage() []scene.Slot {
	slots, x := l.colour[message.ColourByPackage], l.index
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

// newLooks colours the methods by origin, and sorts the threads.
func newLooks(x *profile.Index) (l looks) {
	l.index, l.drawn = x, newOrders(x)
	methods := x.Info.Methods
	for _, c := range [...]message.Colour{message.ColourByRank, message.ColourByOrigin} {
		l.colour[c] = make([]scene.Slot, len(methods))
		if m := x.SwitchMethod(); m != call.NoMethod {
			l.colour[c][m] = scene.SlotSwitch
		}
	}
	l.colourOrigins()
	return l
}

// colourOrigins gives methods other than context switches the colours of their origins.
func (l *looks) colourOrigins() {
	for m, origin := range l.index.Info.Origins() {
		if trace.MethodIndex(m) != l.index.SwitchMethod() {
			l.colour[message.ColourByOrigin][m] = originSlot[origin]
		}
	}
}

// recolour gives methods the colours of their new origins. The page needs names again, because they have colours.
func (l *looks) recolour() {
	l.colourOrigins()
	l.named = nil
}

// origins returns the colours by origin of the methods with calls in a profile.
func (l *looks) origins(p *profile.Profile) (slots []uint32) {
	for m := range p.Methods {
		if f := &p.Methods[m]; f.Calls+f.Recursive > 0 {
			if slot := uint32(l.colour[message.ColourByOrigin][m]); !slices.Contains(slots, slot) {
				slots = append(slots, slot)
			}
		}
	}
	return slots
}

// originTimes sums the exclusive times of the methods of each origin.
func (l *looks) originTimes(p *profile.Profile) (all []message.OriginTime) {
	of := func(m trace.MethodIndex) *message.OriginTime {
		colour := message.Slot(l.colour[message.ColourByOrigin][m])
		i := slices.IndexFunc(all, func(t message.OriginTime) bool { return t.Colour == colour })
		if i < 0 {
			i, all = len(all), append(all, message.OriginTime{Colour: colour})
		}
		return &all[i]
	}
	for m := range p.Methods {
		f := &p.Methods[m]
		if f.Calls+f.Recursive == 0 {
			continue
		}
		sum := of(trace.MethodIndex(m))
		for clock, ns := range f.Exclusive {
			sum.Exclusive[clock] += ns
		}
	}
	p.EachIdle(func(row profile.Row, idle profile.Times) {
		sum := of(p.Tree.Method[row])
		for clock, ns := range idle {
			sum.Idle[clock] += ns
		}
	})
	return all
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
	if int64(number) >= int64(len(tr.profiles.index.Info.Methods)) {
		return name, false
	}
	tr.profiles.summarize()
	return tr.looks.name(number), true
}

// name returns a method's name and records that the page has it.
func (l *looks) name(m uint32) message.Name {
	if l.named == nil {
		l.named = make([]bool, len(l.index.Info.Methods))
	}
	l.named[m] = true
	in := &l.index.Info.Methods[m]
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
	shown := l.readable[int(m)]
	return message.Name{
		ReadableClass: shown.Class, ReadableName: shown.Method,
		Method: m, ID: in.ID.String(), Class: trace.Visible(in.Class), Name: trace.Visible(in.Name), Label: in.Label(),
		Signature: trace.Visible(in.Signature), Params: trace.Visible(l.params[m]), File: trace.Visible(in.File),
		Line: int(in.Line), Rank: l.rank[m] + 1,
		Colour:   message.Slot(l.colour[message.ColourByRank][m]),
		Package:  message.Slot(l.byPackage()[m]),
		Origin:   message.Slot(l.colour[message.ColourByOrigin][m]),
		Switches: trace.MethodIndex(m) == l.index.SwitchMethod(), Raw: raw,
	}
}

// Label returns a method's name as the page shows it.
func (tr *Trace) Label(m trace.MethodIndex) string {
	tr.profiles.summarize()
	return tr.looks.label(m)
}

// label returns a method's name as the page shows it.
func (l *looks) label(m trace.MethodIndex) string {
	if n, ok := l.readable[int(m)]; ok {
		return n.Text()
	}
	return l.index.Info.Methods[m].Label()
}

// class returns the class of a method as the page shows it.
func (l *looks) class(m trace.MethodIndex) string {
	if n, ok := l.readable[int(m)]; ok {
		return n.Class
	}
	return l.index.Info.Methods[m].Class
}

// compareNames compares methods by name, and overloaded ones by signature.
func (l *looks) compareNames(a, b trace.MethodIndex) int {
	x, y := &l.index.Info.Methods[a], &l.index.Info.Methods[b]
	return cmp.Or(cmp.Compare(l.label(a), l.label(b)), cmp.Compare(x.Signature, y.Signature))
}

// slotOf returns the colour of some methods by their origin, or 0 if they differ.
func (l *looks) slotOf(methods []trace.MethodIndex) scene.Slot {
	of := l.colour[message.ColourByOrigin]
	if len(methods) == 0 || slices.ContainsFunc(methods, func(m trace.MethodIndex) bool { return of[m] != of[methods[0]] }) {
		return 0
	}
	return of[methods[0]]
}

// row returns a method's row with its figures. Shares are of the profile's total.
func (l *looks) row(p *profile.Profile, m trace.MethodIndex, f *profile.Method) message.Row {
	row := message.Row{
		Kind: message.MethodRow, Method: uint32(m), Node: message.NoNode, Rank: l.numberIn(p, m),
		Colour: message.Slot(l.colour[message.ColourByRank][m]), Calls: f.Calls, Recursive: f.Recursive,
		Inclusive: message.Times(f.Inclusive), Exclusive: message.Times(f.Exclusive),
	}
	setShares(&row, p.Total())
	return row
}

// lacks reports whether the page has no name of a method yet.
func (l *looks) lacks(m uint32) bool {
	return int64(m) < int64(len(l.index.Info.Methods)) && (l.named == nil || !l.named[m])
}

// nameRows adds the names that the page does not have yet. The page can then show the rows at once.
func (l *looks) nameRows(reply *message.Rows) {
	for i := range reply.Rows {
		if m := reply.Rows[i].Method; l.lacks(m) {
			reply.Names = append(reply.Names, l.name(m))
		}
	}
}
