package compare

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// None stands for no method.
const None = call.NoMethod

// A Pair is a method of one side or of both.
type Pair struct {
	A, B trace.MethodIndex // rows of Side.Methods; None on the side that lacks it
	Rule Rule              // "" if only one side has it
	By   Evidence          // evidence for a guess, in addition to its rule
}

// Evidence is the property that two methods with generated names share.
type Evidence string

const (
	ByBoth    Evidence = "callers and callees"
	ByCallers Evidence = "callers"
	ByCallees Evidence = "callees"
	ByNumber  Evidence = "name"  // equal number
	ByOrder   Evidence = "order" // order of first appearance, among those of one class and signature with a common caller or callee
)

// An Override corrects the result of Match. It identifies methods by Method.Text, threads by
// Thread.Pool.
type Override struct {
	A, B  string
	Apart bool // the two must not be paired; otherwise they must be
}

// overrides holds the Overrides that match rows of both sides.
type overrides struct {
	together [][2]int
	apart    map[[2]int]bool
}

func newOverrides(of []Override, a, b map[string]int) (o overrides) {
	o.apart = map[[2]int]bool{}
	for _, one := range of {
		i, ok := a[one.A]
		j, ok2 := b[one.B]
		if !ok || !ok2 {
			continue
		}
		if one.Apart {
			o.apart[[2]int{i, j}] = true
		} else {
			o.together = append(o.together, [2]int{i, j})
		}
	}
	return o
}

// A unit is paired as a whole: a generated class with its methods, or a single method.
type unit struct {
	name    string // generated name
	like    string // declaring class, and the parts of its name and signature without numbers
	class   bool
	rule    Rule
	methods []trace.MethodIndex // in order of first appearance

	members, callers, callees []uint64 // hashes, ascending and unique
	mate                      *unit
	by                        Evidence
}

// Match pairs the methods of two sides. First come pairs from Overrides, then methods with equal
// class, name and signature, then generated ones, whose names change between builds or runs. These
// are paired by declaring class, signature, callers and callees, and order. Last come methods whose
// signature changed. Overrides for methods that a side lacks have no effect. Pairs are in the order
// of a's methods, followed by those that only b has.
//
// A generated class is paired as a whole. Equal numbers in names pair two only if nothing
// contradicts it.
func Match(a, b *Side, of []Override) []Pair {
	m := matcher{sides: [2]*Side{a, b}}
	m.mates[0], m.mates[1] = make([]Pair, len(a.Methods)), make([]Pair, len(b.Methods))
	for s := range m.mates {
		for i := range m.mates[s] {
			m.mates[s][i] = Pair{A: None, B: None}
		}
	}
	if len(of) > 0 {
		m.overrides = newOverrides(of, textsOf(a), textsOf(b))
	}
	m.fold()
	for _, pair := range m.together {
		m.join(trace.MethodIndex(pair[0]), trace.MethodIndex(pair[1]), ByHand, "")
	}
	m.byName()
	m.generated()
	m.byClassAndName()
	m.byID()

	var pairs []Pair
	for i := range a.Methods {
		p := m.mates[0][i]
		p.A = trace.MethodIndex(i)
		pairs = append(pairs, p)
	}
	for i := range b.Methods {
		if m.mates[1][i].A == None {
			pairs = append(pairs, Pair{A: None, B: trace.MethodIndex(i)})
		}
	}
	return pairs
}

func textsOf(s *Side) map[string]int {
	at := make(map[string]int, len(s.Methods))
	for i := range s.Methods {
		at[s.Methods[i].Text()] = i
	}
	return at
}

// A matcher pairs the methods of two sides.
type matcher struct {
	sides [2]*Side
	mates [2][]Pair // by method
	overrides

	shapes [2][]*shape // by method, for generated and requested ones
}

// A shape holds the parts of a method's names that are not generated.
type shape struct {
	class, name, signature string
	classRule, nameRule    Rule
	hash                   uint64 // of class, name and signature; 0 until first use
	unit                   *unit  // nil if paired by name only
}

// rule returns the rule for pairing the method, or "" for its plain name.
func (s *shape) rule(in *Method) Rule {
	switch {
	case s.classRule != "":
		return s.classRule
	case s.nameRule != "":
		return s.nameRule
	case s.signature != in.Signature:
		return InSignature
	}
	return ""
}

// shape returns the shape of a method. A method not in Generated keeps its full name.
func (m *matcher) shape(s int, i trace.MethodIndex) *shape {
	f := m.shapes[s][i]
	if f == nil {
		in := &m.sides[s].Methods[i]
		f = &shape{class: in.Class, name: in.Name, signature: in.Signature}
		m.shapes[s][i] = f
	}
	return f
}

// fold sets the shapes of generated methods.
func (m *matcher) fold() {
	for s, side := range m.sides {
		m.shapes[s] = make([]*shape, len(side.Methods))
		all := make([]shape, len(side.Generated))
		for k, i := range side.Generated {
			all[k] = shapeOf(&side.Methods[i])
			m.shapes[s][i] = &all[k]
		}
	}
}

func shapeOf(in *Method) (f shape) {
	f.class, f.classRule = foldClass(in.Class)
	f.name, f.nameRule = foldName(in.Name)
	f.signature = foldSignature(in.Signature)
	return f
}

// seed starts all hashes. It is random, so nobody can craft names with equal hashes.
var seed = rand.Uint64()

func hashOf(names ...string) uint64 {
	h := seed
	for _, s := range names {
		h = mix(h, uint64(len(s)))
		for ; len(s) >= 8; s = s[8:] {
			_ = s[7]
			h = mix(h, uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)
		}
		last := uint64(0)
		for i := range len(s) {
			last = last<<8 | uint64(s[i])
		}
		h = mix(h, last)
	}
	return h
}

func mix(a, b uint64) uint64 {
	return (a^bits.RotateLeft64(b, 31))*0x9e3779b97f4a7c15 ^ b*0xff51afd7ed558ccd
}

// join pairs two methods, unless one is paired already or an Override keeps them apart.
func (m *matcher) join(a, b trace.MethodIndex, rule Rule, by Evidence) bool {
	if m.mates[0][a].B != None || m.mates[1][b].A != None || m.apart[[2]int{int(a), int(b)}] {
		return false
	}
	m.mates[0][a].B, m.mates[0][a].Rule, m.mates[0][a].By = b, rule, by
	m.mates[1][b].A = a
	return true
}

// byName pairs methods with equal class, name and signature that are not generated.
func (m *matcher) byName() {
	a, b := m.sides[0], m.sides[1]
	at := b.index
	if at == nil {
		at = newIndex(&b.Methods, len(b.Methods))
		for i := range b.Methods {
			at.add(trace.MethodIndex(i))
		}
	}
	generated := a.Generated
	for i := range a.Methods {
		if len(generated) > 0 && trace.MethodIndex(i) == generated[0] {
			generated = generated[1:]
		} else if a.Methods[i].ID == 0 {
			if j := at.find(&a.Methods[i]); j != None {
				m.join(trace.MethodIndex(i), j, ByName, "")
			}
		}
	}
}

// byClassAndName pairs methods with equal class and name but another signature, if no other method of a side has these.
func (m *matcher) byClassAndName() {
	type key struct{ class, name, library string }
	keyOf := func(in *Method) key { return key{in.Class, in.Name, in.Library} }
	type found struct {
		counts [2]int
		at     trace.MethodIndex // in A
	}
	left := map[key]*found{}
	for i := range m.sides[0].Methods {
		if in := &m.sides[0].Methods[i]; m.mates[0][i].B == None && in.ID == 0 && in.Class != "" {
			left[keyOf(in)] = &found{at: trace.MethodIndex(i)}
		}
	}
	if len(left) == 0 {
		return
	}
	for s, side := range m.sides {
		for i := range side.Methods {
			if f := left[keyOf(&side.Methods[i])]; f != nil {
				f.counts[s]++
			}
		}
	}
	for j := range m.sides[1].Methods {
		in := &m.sides[1].Methods[j]
		if f := left[keyOf(in)]; f != nil && f.counts == [2]int{1, 1} && m.shape(0, f.at).rule(&m.sides[0].Methods[f.at]) == "" && m.shape(1, trace.MethodIndex(j)).rule(in) == "" {
			m.join(f.at, trace.MethodIndex(j), OtherSignature, "")
		}
	}
}

// byID pairs methods that neither file lists.
func (m *matcher) byID() {
	at := map[trace.MethodID]trace.MethodIndex{}
	for i := range m.sides[1].Methods {
		if id := m.sides[1].Methods[i].ID; id != 0 {
			at[id] = trace.MethodIndex(i)
		}
	}
	for i := range m.sides[0].Methods {
		if j, ok := at[m.sides[0].Methods[i].ID]; ok {
			m.join(trace.MethodIndex(i), j, SameID, "")
		}
	}
}

// generated pairs methods with generated names.
func (m *matcher) generated() {
	units := [2][]*unit{m.units(0), m.units(1)}
	for _, pair := range m.together {
		if a, b := m.shape(0, trace.MethodIndex(pair[0])).unit, m.shape(1, trace.MethodIndex(pair[1])).unit; a != nil && b != nil && a.class && b.class && a.mate == nil && b.mate == nil {
			a.mate, b.mate, a.by, b.by = b, a, ByNumber, ByNumber
			m.joinUnits(a, b)
		}
	}
	apart := map[[2]*unit]bool{}
	for pair := range m.apart {
		apart[[2]*unit{m.shape(0, trace.MethodIndex(pair[0])).unit, m.shape(1, trace.MethodIndex(pair[1])).unit}] = true
	}
	for pass := range passes {
		p := &passes[pass]
		var groups [2]map[string][]*unit
		for s := range units {
			groups[s] = map[string][]*unit{}
			for _, u := range units[s] {
				if u.mate == nil {
					if key, ok := p.key(u); ok {
						groups[s][key] = append(groups[s][key], u)
					}
				}
			}
		}
		for key, as := range groups[0] {
			bs := groups[1][key]
			if len(as) != len(bs) && !p.uneven {
				continue
			}
			for i, a := range as {
				first, last := i, i+1 // units with one key are interchangeable
				if p.uneven {
					first, last = max(0, i-near), i+near+1 // in both directions, so that swapping the sides gives the same pairs
				}
				for _, b := range bs[min(first, len(bs)):min(last, len(bs))] {
					if b.mate == nil && !apart[[2]*unit{a, b}] && (p.ok == nil || p.ok(a, b)) {
						a.mate, b.mate, a.by, b.by = b, a, p.by, p.by
						m.joinUnits(a, b)
						break
					}
				}
			}
		}
	}
}

// passes are the keys for pairing units, the most reliable first. Units with one key are paired in
// order of first appearance, if both sides have the same number.
var passes = []struct {
	by     Evidence
	key    func(u *unit) (string, bool)
	ok     func(a, b *unit) bool
	uneven bool
}{
	{ByNumber, (*unit).named, func(a, b *unit) bool {
		return overlap(a.members, b.members) && overlapHalf(a.callers, b.callers) && overlapHalf(a.callees, b.callees)
	}, false},
	{ByBoth, func(u *unit) (string, bool) {
		return u.like + setKey(u.members) + setKey(u.callers) + setKey(u.callees), len(u.callees) > 0
	}, nil, false},
	{ByCallers, func(u *unit) (string, bool) { return u.like + setKey(u.members) + setKey(u.callers), true }, nil, false},
	{ByNumber, (*unit).named, func(a, b *unit) bool { return overlap(a.members, b.members) }, false},
	{ByCallees, func(u *unit) (string, bool) {
		return u.like + setKey(u.members) + setKey(u.callees), len(u.callees) > 0
	}, nil, false},
	{ByOrder, func(u *unit) (string, bool) { return u.like + setKey(u.members), true }, func(a, b *unit) bool {
		return common(a.callers, b.callers)+common(a.callees, b.callees) > 0
	}, true},
}

// near is how many neighbors in order are tried, on each side, if numbers differ.
const near = 16

// named returns the full name as key.
func (u *unit) named() (string, bool) { return u.name, true }

func setKey(of []uint64) string {
	b := []byte{0}
	for _, h := range of {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	return string(b)
}

// overlapHalf reports whether both sets share at least half of the elements of each.
func overlapHalf(a, b []uint64) bool {
	both := common(a, b)
	return 2*both >= len(a)+len(b)-both
}

// overlap reports whether two sets of members may belong to one class. Constructors do not count as
// members, and an empty set may belong to any class.
func overlap(a, b []uint64) bool { return len(a) == 0 || len(b) == 0 || common(a, b) > 0 }

// common returns the number of elements in both ascending sets.
func common(a, b []uint64) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

// units returns the units of a side, in order of first appearance, with their callers and callees.
func (m *matcher) units(s int) (units []*unit) {
	side := m.sides[s]
	classes := map[string]*unit{}
	for _, i := range side.Generated {
		in, f := &side.Methods[i], m.shape(s, i)
		rule := f.rule(in)
		u := classes[in.Class]
		if f.classRule == "" || u == nil {
			u = &unit{name: in.Class, like: f.class, class: true, rule: rule}
			if f.classRule == "" {
				u.name, u.like, u.class = in.Class+"\x00"+in.Name+"\x00"+in.Signature, f.class+"\x00"+f.name+"\x00"+f.signature, false
			} else {
				classes[in.Class] = u
			}
			units = append(units, u)
		}
		f.unit = u
		u.methods = append(u.methods, i)
		if in.Name != "<init>" && in.Name != "<clinit>" {
			u.members = append(u.members, hashOf(f.name, f.signature))
		}
	}
	hash := func(f *shape, library string) uint64 {
		if f.hash == 0 {
			f.hash = hashOf(f.class, f.name, f.signature, library)
		}
		return f.hash
	}
	for _, l := range side.Links {
		callee := m.shape(s, l.Callee)
		of, by := hash(callee, side.Methods[l.Callee].Library), uint64(0)
		var above *unit
		if l.Caller != None {
			caller := m.shape(s, l.Caller)
			above, by = caller.unit, hash(caller, side.Methods[l.Caller].Library)
		}
		if callee.unit != nil {
			callee.unit.callers = append(callee.unit.callers, mix(of, by))
		}
		if above != nil {
			above.callees = append(above.callees, mix(by, of))
		}
	}
	for _, u := range units {
		for _, set := range []*[]uint64{&u.members, &u.callers, &u.callees} {
			slices.Sort(*set)
			*set = slices.Compact(*set)
		}
	}
	return units
}

// joinUnits pairs the methods of two units: first those with equal name and signature, then those
// equal except for generated parts, in order.
func (m *matcher) joinUnits(a, b *unit) {
	pair := func(key func(s int, i trace.MethodIndex) string, rule func(i trace.MethodIndex) (Rule, Evidence)) {
		at := map[string][]trace.MethodIndex{}
		for _, j := range b.methods {
			if m.mates[1][j].A == None {
				k := key(1, j)
				at[k] = append(at[k], j)
			}
		}
		for _, i := range a.methods {
			if m.mates[0][i].B != None {
				continue
			}
			if k := key(0, i); len(at[k]) > 0 {
				r, by := rule(i)
				if m.join(i, at[k][0], r, by) {
					at[k] = at[k][1:]
				}
			}
		}
	}
	pair(func(s int, i trace.MethodIndex) string {
		in := &m.sides[s].Methods[i]
		if a.class {
			return in.Name + "\x00" + in.Signature
		}
		f := m.shape(s, i)
		return f.name + "\x00" + f.signature
	}, func(i trace.MethodIndex) (Rule, Evidence) {
		if a.name == b.name {
			return ByName, ""
		}
		return a.rule, a.by
	})
	pair(func(s int, i trace.MethodIndex) string {
		f := m.shape(s, i)
		return f.name + "\x00" + f.signature
	}, func(trace.MethodIndex) (Rule, Evidence) { return a.rule, a.by })
}

// A ThreadPair is a thread or a thread pool of one side or of both.
type ThreadPair struct {
	A, B int  // rows of Side.Threads; -1 on the side that lacks it
	Rule Rule // "" if only one side has it
}

// MatchThreads pairs the threads of two sides, main first: pairs from Overrides, then threads whose
// names are equal except for numbers, then main threads.
func MatchThreads(a, b []Thread, of []Override) (pairs []ThreadPair) {
	pools := func(of []Thread) map[string]int {
		at := map[string]int{}
		for i := range of {
			at[of[i].Pool] = i
		}
		return at
	}
	inB := pools(b)
	o := newOverrides(of, pools(a), inB)
	mates, taken := make([]ThreadPair, len(a)), make([]bool, len(b))
	for i := range mates {
		mates[i] = ThreadPair{i, -1, ""}
	}
	join := func(i, j int, rule Rule) {
		if mates[i].B < 0 && !taken[j] && !o.apart[[2]int{i, j}] {
			mates[i].B, mates[i].Rule, taken[j] = j, rule, true
		}
	}
	for _, pair := range o.together {
		join(pair[0], pair[1], ByHand)
	}
	for i := range a {
		if j, ok := inB[a[i].Pool]; ok {
			rule := ByName
			if x, y := a[i].Name, b[j].Name; x != y && (x != a[i].Pool || y != b[j].Pool) {
				rule = SamePool
			}
			join(i, j, rule)
		}
	}
	for i := range a {
		for j := range b {
			if !b[j].Main { // main comes first
				break
			}
			if a[i].Main {
				join(i, j, MainThread)
			}
		}
	}
	pairs = mates
	for j := range b {
		if !taken[j] {
			pairs = append(pairs, ThreadPair{-1, j, ""})
		}
	}
	return pairs
}
