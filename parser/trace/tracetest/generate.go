package tracetest

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
)

// A Config sizes a generated trace. Zero fields get the defaults in their comments.
type Config struct {
	Records int64  // 1,000,000
	Threads int    // 24
	Methods int    // 20,000
	Depth   int    // 110, the deepest stack
	Seed    uint64 // equal seeds make equal traces
	Version int    // 3; 1, 2, 0xF2 and 0xF3 too; with Encoding 5, or 4, 0xF4 and 0xF5
	Clock   string // thread-cpu, of versions with one clock; or wall
	// Contexts is the number of calling contexts per call, at most 0.45, for any length of the
	// trace. Real traces have less than 0.1 in a loop, and 0.2 to 0.6 at the start of an app. 0
	// uses the growth that Generate describes.
	Contexts float64

	Encoding string // of a V2 file, or of a dump without a header: one of Encodings
}

func (c Config) withDefaults() Config {
	set := func(v *int, to int) {
		if *v == 0 {
			*v = to
		}
	}
	if c.Records == 0 {
		c.Records = 1_000_000
	}
	set(&c.Threads, 24)
	set(&c.Methods, 20_000)
	set(&c.Depth, 110)
	if c.Encoding != "" {
		set(&c.Version, 5)
	}
	set(&c.Version, 3)
	if c.Clock == "" {
		c.Clock = "thread-cpu"
	}
	if v := c.Version & 0x0F; v == 3 || v == 5 {
		c.Clock = "dual"
	}
	return c
}

// Generate writes a trace that resembles the full instrumentation of a real app, in constant
// memory.
//
// It models an app as pieces of work: messages of an event loop, frames, binder calls, tasks of a
// pool. A piece is a tree of 50 to 2,000 calls, drawn once from a call graph of layers (app,
// libraries, framework, java) that call lower ones. A twentieth of the pieces nest as deep as the
// limit, as layouts do. Threads draw pieces by Zipf's law and replay them with variation: omitted
// calls, repeated calls, other durations. So stacks repeat as in a program, and the tree of all
// stacks is large but grows ever more slowly: half a million nodes at 5 million calls. In real
// traces of 30,000 to 100,000 calls, doubling the calls adds 35 to 75 % to the nodes. They have
// 18,000 nodes at 70,000 calls, which extrapolates to 1.5 to 4·10^5 at 5 million.
//
// Records come in runs of 20 to 140 of one thread, in the order of wall time, about three fifths of
// them on main. Times between records are mostly 0 to 2 µs, with a tail to 50 ms. Sometimes a
// thread waits, and its thread-cpu clock stops. One call in 4,000 ends by an exception. The trace
// ends amid calls.
//
// With Contexts, a thread draws a new piece of work while there are too few contexts for the calls
// made, and otherwise replays one of its last few hundred.
func Generate(w io.Writer, c Config) error {
	c = c.withDefaults()
	return newApp(c).write(w, c)
}

// A node is a call of a piece of work. Nodes are in order of entry; the nodes beneath a node are
// those up to, not including, end.
type node struct {
	value  uint32 // method id
	end    uint32
	chance uint8 // of 256: to be left out, with all beneath
	loops  uint8 // at most so many times more
	shift  uint8 // its first own time is 2^shift as long

	// Of a story.
	time, wait   uint32 // µs of its own, and µs waiting
	exact        bool   // it runs loops times more, not at most
	throws       bool   // it and its callers that throw too end by an exception
	idle         bool   // it waits until the piece is due
	sets, awaits string // marks: it sets one when it ends, and waits for one
}

// A method is a row of the method list.
type method struct{ class, name, signature, source string }

// An actor is a thread of the app.
type actor struct {
	name   string
	id     uint16
	base   []uint32 // methods that are on its stack from its first record on
	pieces []uint32 // to draw from, the frequent ones often: first nodes

	script []appointment // if not nil, replaces the drawn pieces
	done   int           // of script

	born   string // mark when it begins, "" for the beginning, if threads run at the same time
	clock  int64  // how far it is, in µs
	awaits string // mark
	last   uint32 // node where its piece ends

	nodes  []node   // nodes that pos indexes: of the app, or of the current piece
	drawn  [][]node // with Config.Contexts: the pieces to replay, the newest overwrite the oldest
	pieced int      // how many pieces were drawn so far

	pos   uint32 // the next node
	again uint8  // times that it is to be run, 0 if it comes for the first time
	stack []activation
	cpu   int64
	known bool // announced, in a streaming file

	waiting []packed // records of its next block
	latest  packed   // the times of the last record that waited, in ns
}

// An activation is a call that is running.
type activation struct {
	node, end uint32
	value     uint32
	loops     uint8  // times that it will be run again
	path      uint64 // with Config.Contexts: a number that its calling context alone has
}

const noNode = math.MaxUint32 // the node of a call of actor.base

// An app is the program that a trace records.
type app struct {
	methods []method
	nodes   []node
	actors  []actor
	turns   []uint16 // actors by their share of the turns, shuffled
	gaps    [4096]uint32
	random  random
	rich    *contexts // with Config.Contexts

	ends  []uint32         // of a story: nodes where a piece ends, and the next begins
	marks map[string]int64 // marks set, and when, in µs; nil if one thread runs at a time
}

// contexts counts the calling contexts of a trace approximately and in constant memory: each sets
// the bit that its number hashes to.
type contexts struct {
	seen         []uint64
	count, calls int64
	wanted       float64 // a call
}

// contextsKept is the largest number of contexts that can be counted well.
const contextsKept = 1 << 25

func newContexts(c Config) *contexts {
	bits := int64(1 << 16)
	for bits < 8*c.Records && bits < 8*contextsKept {
		bits *= 2
	}
	return &contexts{seen: make([]uint64, bits/64), wanted: c.Contexts}
}

// enter counts a call of a method in the context of its caller, and returns its own.
func (x *contexts) enter(caller uint64, method uint32) uint64 {
	path := (caller ^ uint64(method) + 1) * 0x9E3779B97F4A7C15
	path ^= path >> 29
	at := path * 0xD1B54A32D192ED03 >> 20 % uint64(len(x.seen)*64)
	if bit := uint64(1) << (at % 64); x.seen[at/64]&bit == 0 {
		x.seen[at/64] |= bit
		x.count++
	}
	x.calls++
	return path
}

// tooFew reports whether there are fewer contexts than wanted.
func (x *contexts) tooFew() bool { return float64(x.count) < x.wanted*float64(x.calls) }

func (x *contexts) reset() {
	clear(x.seen)
	x.count, x.calls = 0, 0
}

// piecesKept is how many pieces of work a thread draws from.
const piecesKept = 300

// draw makes a thread begin a piece of work: a new one, or with Config.Contexts one of its last
// pieces, with recent ones more likely.
func (a *app) draw(t *actor, c Config) {
	if a.rich == nil {
		t.pos = t.pieces[a.random.next()>>32%uint64(len(t.pieces))]
		return
	}
	t.pos = 0
	if len(t.drawn) > 0 && !a.rich.tooFew() {
		k := min(a.random.below(len(t.drawn)), a.random.below(len(t.drawn)))
		t.nodes = t.drawn[(t.pieced-1-k)%len(t.drawn)]
		return
	}
	a.nodes = nil
	deepest := 12 + a.random.below(24)
	switch r := a.random.below(40); {
	case r < 10 && t == &a.actors[0]:
		deepest = c.Depth - 8
	case r < 15:
		deepest = c.Depth/2 - 6
	}
	size := 50 + int(1950*math.Pow(float64(a.random.below(1000))/1000, 3))
	a.grow(a.random.below(max(1, c.Methods*3/4)), size, max(1, min(deepest, c.Depth-8)), deepest > 40, c)
	t.nodes = a.nodes
	if len(t.drawn) < piecesKept {
		t.drawn = append(t.drawn, t.nodes)
	} else {
		t.drawn[t.pieced%piecesKept] = t.nodes
	}
	t.pieced++
}

// random is xorshift64*: fast, and good enough for this.
type random uint64

func (r *random) next() uint64 {
	x := uint64(*r)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*r = random(x)
	return x * 0x2545F4914F6CDD1D
}

// below returns a number from 0 up to, not including, n.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// zipf returns n numbers below of, 0 the most frequent.
func (r *random) zipf(n, of int) []uint32 {
	sums := make([]float64, of)
	sum := 0.0
	for i := range sums {
		sum += 1 / math.Pow(float64(i+1), 0.9)
		sums[i] = sum
	}
	draws := make([]uint32, n)
	at := 0
	for i := range draws {
		for at < of-1 && sums[at] < sum*(float64(i)+0.5)/float64(n) {
			at++
		}
		draws[i] = uint32(at)
	}
	for i := range draws {
		j := r.below(i + 1)
		draws[i], draws[j] = draws[j], draws[i]
	}
	return draws
}

func newApp(c Config) *app {
	a := &app{random: random(c.Seed*2 + 0x9E3779B97F4A7C15)}
	a.methods = methodNames(c.Methods)
	a.setGaps()
	shares := a.random.zipf(1024, c.Threads)
	a.turns = make([]uint16, len(shares))
	if c.Contexts > 0 {
		a.rich = newContexts(c)
	}
	for i, s := range shares {
		if c.Threads > 1 && a.random.below(100) < 52 {
			s = 0 // main, in addition to its eighth by the law
		}
		a.turns[i] = uint16(s)
	}
	// Enough pieces to keep the tree of stacks growing as it does in real traces.
	pieces := int(min(900, max(24, c.Records/4000)))
	if a.rich != nil {
		pieces = 0 // they are drawn as the threads run
	}
	var shallow, all []uint32
	for i := range pieces {
		deepest := 12 + a.random.below(24)
		switch {
		case i%20 == 7:
			deepest = c.Depth - 8
		case i%8 == 3:
			deepest = c.Depth/2 - 6
		}
		first := uint32(len(a.nodes))
		size := 50 + int(1950*math.Pow(float64(a.random.below(1000))/1000, 3))
		a.grow(a.random.below(max(1, c.Methods/3)), size, max(1, min(deepest, c.Depth-8)), deepest > 40, c)
		all = append(all, first)
		if deepest < 40 {
			shallow = append(shallow, first)
		}
	}
	for i := range c.Threads {
		t := actor{name: threadName(i), id: uint16(12034 + 7*i + i*i%5)}
		if c.Version&0x0F == 1 {
			t.id = uint16(i + 1)
		}
		from := all
		if i > 0 {
			// Threads share work, but each has few kinds.
			at := i * 7 % max(1, len(shallow)-1)
			from = shallow[at:min(at+40, len(shallow))]
		}
		if len(from) > 0 {
			for _, p := range a.random.zipf(8192, len(from)) {
				t.pieces = append(t.pieces, from[p])
			}
		}
		for d := range min(c.Depth-1, 3+i%5) {
			t.base = append(t.base, uint32((i*31+d*17)%c.Methods)<<2)
		}
		a.actors = append(a.actors, t)
	}
	return a
}

// setGaps makes the table of times between records, a heavy-tailed law.
func (a *app) setGaps() {
	for i := range a.gaps {
		u := (float64(i) + 0.5) / float64(len(a.gaps))
		a.gaps[i] = uint32(min(50_000, 0.8*math.Pow(1-u, -1/1.25)))
	}
}

// grow adds a tree of about size calls, no deeper than deepest but if deep as deep as that, and
// returns its size.
func (a *app) grow(m, size, deepest int, deep bool, c Config) int {
	at := len(a.nodes)
	n := node{value: uint32(m) << 2}
	switch r := a.random.next(); {
	case r&7 == 0:
		n.chance = uint8(r >> 8 & 0x7F)
	case r&31 == 1 && (a.rich == nil || r>>16&3 == 0): // repetition adds calls, but no contexts
		n.loops = uint8(1 + r>>8&7)
	}
	if a.random.next()&63 == 0 {
		n.shift = uint8(1 + a.random.below(5))
	}
	a.nodes = append(a.nodes, n)
	left := size - 1
	for k := 0; left > 0 && deepest > 1; k++ {
		part := 1 + a.random.below(left)
		if deep && deepest > 10 {
			part = max(1, left-a.random.below(4)) // towards the depth
		} else if part > 8 && k%3 != 0 {
			part = 1 + part/8
		}
		left -= a.grow(callee(m, k, c.Methods), part, deepest-1, deep, c)
	}
	a.nodes[at].end = uint32(len(a.nodes))
	return len(a.nodes) - at
}

// callee returns the k-th method that m calls: a lower one, usually nearby, and last one of the
// often called leaves. Some methods call their own group, as view groups do.
func callee(m, k, methods int) int {
	h := random(uint64(m)*0x9E3779B97F4A7C15 + uint64(k%9)*0xD1B54A32D192ED03 + 1)
	h.next()
	switch r := h.next(); {
	case r&15 == 0:
		return m
	case r&15 == 1 && m > 3:
		return m - 1 - int(r>>8&1)
	case r&7 < 5:
		return min(methods-1, m+1+int(r>>16)%max(1, min(40, methods/16)))
	default:
		leaves := max(1, methods/8)
		return methods - 1 - int((r>>16)%uint64(leaves)*(r>>40%uint64(leaves))/uint64(leaves))
	}
}

// A recorder writes the records.
type recorder struct {
	w     io.Writer
	buf   []byte
	err   error
	cfg   Config
	left  int64 // records still to write
	wall  int64
	known []bool // methods announced, in a streaming file
	dry   bool   // only let the time pass

	pack   packer
	packed bool // the output consists of packets
}

func (a *app) write(w io.Writer, c Config) error {
	r := recorder{w: w, cfg: c, buf: make([]byte, 0, 1<<16)}
	if c.Encoding != "" {
		return a.writePackets(&r)
	}
	streaming := c.Version&0xF0 == 0xF0
	seed := a.random
	if !streaming {
		// The text part comes first and states how long the recording took.
		r.dry = true
		a.record(&r)
		a.random = seed
		r.dry = false
		if _, err := w.Write(a.text(c, r.wall, true)); err != nil {
			return err
		}
	}
	r.buf = append(r.buf, "SLOW"...)
	r.buf = binary.LittleEndian.AppendUint16(r.buf, uint16(c.Version))
	r.buf = binary.LittleEndian.AppendUint16(r.buf, 32)
	r.buf = binary.LittleEndian.AppendUint64(r.buf, 211_304_778_911)
	size := 0
	if streaming || c.Version == 3 {
		size = [...]int{2: 10, 3: 14}[c.Version&0x0F]
	}
	r.buf = binary.LittleEndian.AppendUint16(r.buf, uint16(size))
	r.buf = append(r.buf, make([]byte, 14)...)
	r.known = make([]bool, len(a.methods))
	a.record(&r)
	if streaming {
		r.buf = appendSummaryPacket(r.buf, a.text(c, r.wall, false))
	}
	r.flush()
	return r.err
}

func (r *recorder) flush() {
	if r.err == nil {
		_, r.err = r.w.Write(r.buf)
	}
	r.buf = r.buf[:0]
}

// blockRecords is how many records a thread gathers for a block.
const blockRecords = 4096

// writePackets writes packets: names first, in a dump without a header last.
func (a *app) writePackets(r *recorder) error {
	c := r.cfg
	r.packed = true
	p := &r.pack
	*p = packer{encoding: c.Encoding, dual: c.Version&0x0F == 5, b: r.buf}
	names := func() {
		var line []byte
		for i, m := range a.methods {
			line = m.line(line[:0], i<<2)
			p.method(pointerOf(c.Encoding, uint64(i)<<2), string(line[bytes.IndexByte(line, '\t')+1:]))
			r.flushPackets()
		}
		for _, t := range a.actors {
			p.thread(uint32(t.id), t.name)
		}
	}
	if !p.dump() {
		p.header(c.Version)
		names()
	}
	a.record(r)
	for i := range a.actors {
		r.writeBlock(&a.actors[i])
	}
	if p.dump() {
		names()
	} else {
		t := Trace{Encoding: c.Encoding, Version: c.Version, Clock: c.Clock, Elapsed: r.wall + 211}
		p.summary(t.text(parsed{records: make([]record, c.Records)}))
	}
	_, err := r.w.Write(p.b)
	return cmp.Or(r.err, err)
}

// wait puts a record into its thread's next block.
func (r *recorder) wait(t *actor, rec packed) {
	rec.value = pointerOf(r.cfg.Encoding, rec.value&^3) | rec.value&3
	if r.pack.dump() && rec.value&3 == 2 {
		rec.value--
	}
	if r.pack.nanos() {
		// No clock goes back, and no two records take less than this.
		t.latest.wall = max(rec.wall*1000+rec.value%997, t.latest.wall+40)
		t.latest.cpu = max(rec.cpu*1000+rec.value%991, t.latest.cpu+40)
		rec.wall, rec.cpu = t.latest.wall, t.latest.cpu
	}
	t.waiting = append(t.waiting, rec)
	if len(t.waiting) == blockRecords {
		r.writeBlock(t)
	}
}

func (r *recorder) writeBlock(t *actor) {
	r.pack.block(uint32(t.id), t.waiting, false)
	t.waiting = t.waiting[:0]
	r.flushPackets()
}

func (r *recorder) flushPackets() {
	if len(r.pack.b) > 1<<16 && r.err == nil {
		_, r.err = r.w.Write(r.pack.b)
		r.pack.b = r.pack.b[:0]
	}
}

// reset restarts an actor with the pieces of the given nodes.
func (t *actor) reset(nodes []node) {
	t.cpu, t.stack, t.pos, t.again, t.known, t.done = 0, t.stack[:0], noNode, 0, false, 0
	t.nodes, t.drawn, t.pieced, t.latest = nodes, nil, 0, packed{}
	t.clock, t.awaits, t.last = 0, t.born, 0
}

// record lets the app run until all records are written.
func (a *app) record(r *recorder) {
	if a.turns == nil {
		a.recordScripts(r)
		return
	}
	r.left, r.wall = r.cfg.Records, 0
	for i := range a.actors {
		a.actors[i].reset(a.nodes)
	}
	if a.rich != nil {
		a.rich.reset()
	}
	for r.left > 0 && r.err == nil {
		turn := a.random.next()
		t := &a.actors[a.turns[turn&1023]]
		if turn>>10&63 == 0 {
			r.wall += int64(turn >> 20 & 0x1FFF) // no thread has work
		}
		a.run(r, t, min(r.left, 20+int64(turn>>40)%121))
	}
}

// run lets one thread continue for n records, or until its script makes it wait.
func (a *app) run(r *recorder, t *actor, n int64) {
	r.left -= n
	defer func() { r.left += n }() // records that were not written
	if len(t.stack) < len(t.base) && t.pos == noNode {
		for ; n > 0 && len(t.stack) < len(t.base); n-- { // its stack when the recording began
			v := t.base[len(t.stack)]
			t.stack = append(t.stack, activation{node: noNode, end: noNode, value: v, path: a.enter(t, v)})
			a.emit(r, t, v, 0)
		}
		if n == 0 {
			return
		}
	}
	bottom := activation{node: noNode, end: noNode} // below a thread's stack
	for n > 0 {
		top := &bottom
		if len(t.stack) > 0 {
			top = &t.stack[len(t.stack)-1]
		}
		switch {
		case t.again > 0: // the call just left comes again
		case top.node == noNode && t.pos < t.last: // the next call of its piece
		case top.node == noNode && t.script != nil:
			if t.done == len(t.script) || a.marks == nil && t.script[t.done].at > r.wall {
				return
			}
			t.pos = t.script[t.done].piece
			t.last = a.pieceEnd(t.pos)
			t.done++
		case top.node == noNode:
			a.draw(t, r.cfg)
		case t.pos >= top.end:
			action := uint32(1)
			if a.random.next()&4095 == 0 || t.nodes[top.node].throws {
				action = 2
			}
			a.emit(r, t, top.value, action)
			n--
			if mark := t.nodes[top.node].sets; mark != "" && a.marks[mark] == 0 {
				a.marks[mark] = r.wall
			}
			if top.loops > 0 {
				t.pos, t.again = top.node, top.loops
			}
			t.stack = t.stack[:len(t.stack)-1]
			continue
		}
		call := &t.nodes[t.pos]
		chance := a.random.next()
		if t.again == 0 && uint8(chance) < call.chance {
			t.pos = call.end
			continue
		}
		loops := uint8(chance>>8) % (call.loops + 1)
		if call.exact {
			loops = call.loops
		}
		if t.again > 0 {
			loops = t.again - 1
			t.again = 0
		}
		t.stack = append(t.stack, activation{t.pos, call.end, call.value, loops, a.enter(t, call.value)})
		t.pos++
		a.emit(r, t, call.value, 0)
		n--
		own := int64(0)
		if call.shift > 0 {
			own = int64(a.gaps[chance>>20&4095]) << call.shift
		}
		if call.time > 0 {
			own = int64(call.time)/2 + int64(chance>>32)%int64(call.time)
		}
		t.cpu += own
		r.wall += own
		if call.wait > 0 {
			r.wall += int64(call.wait)/2 + int64(chance>>16&0xFFFF)*int64(call.wait)>>16
		}
		t.awaits = call.awaits
		if call.idle {
			r.wall = max(r.wall, t.script[t.done-1].at)
		}
	}
}

// enter counts a call that a thread is about to make, if that is wanted, and numbers its context.
func (a *app) enter(t *actor, value uint32) uint64 {
	switch {
	case a.rich == nil:
		return 0
	case len(t.stack) == 0:
		return a.rich.enter(uint64(t.id)+1, value)
	}
	return a.rich.enter(t.stack[len(t.stack)-1].path, value)
}

// emit lets some time pass and writes a record.
func (a *app) emit(r *recorder, t *actor, value, action uint32) {
	x := a.random.next()
	d := int64(a.gaps[x>>52])
	r.wall += d
	t.cpu += d
	if x&511 == 0 { // input, output, a lock
		r.wall += int64(a.gaps[x>>30&4095]) * 60
	}
	if r.dry {
		return
	}
	if r.packed {
		r.wait(t, packed{uint64(value | action), uint64(r.wall), uint64(t.cpu)})
		return
	}
	version := r.cfg.Version
	if version > 3 && (!t.known || !r.known[value>>2]) {
		if !r.known[value>>2] {
			r.known[value>>2] = true
			r.buf = appendMethodPacket(r.buf, string(a.methods[value>>2].line(nil, int(value))))
		}
		if !t.known {
			t.known = true
			r.buf = appendThreadPacket(r.buf, t.id, t.name)
		}
	}
	b := r.buf
	switch version & 0x0F {
	case 1:
		b = append(b, byte(t.id))
	default:
		b = append(b, byte(t.id), byte(t.id>>8))
	}
	b = binary.LittleEndian.AppendUint32(b, value|action)
	if r.cfg.Clock != "wall" {
		b = binary.LittleEndian.AppendUint32(b, uint32(t.cpu))
	}
	if r.cfg.Clock != "thread-cpu" {
		b = binary.LittleEndian.AppendUint32(b, uint32(r.wall))
	}
	r.buf = b
	if len(b) > 1<<16-1024 {
		r.flush()
	}
}

func (m method) line(b []byte, id int) []byte {
	if id == 0 {
		b = append(b, '0') // as C prints %#x
	} else {
		b = fmt.Appendf(b, "%#x", id)
	}
	return fmt.Appendf(b, "\t%s\t%s\t%s\t%s\n", m.class, m.name, m.signature, m.source)
}

// text is the text part, with the lists if listed.
func (a *app) text(c Config, elapsed int64, listed bool) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "*version\n%d\ndata-file-overflow=false\nclock=%s\nelapsed-time-usec=%d\n", c.Version&0x0F, c.Clock, elapsed+211)
	if listed {
		fmt.Fprintf(&b, "num-method-calls=%d\n", c.Records)
	}
	b.WriteString("clock-call-overhead-nsec=318\nvm=art\npid=12034\n*threads\n")
	for _, t := range a.actors {
		fmt.Fprintf(&b, "%d\t%s\n", t.id, t.name)
	}
	b.WriteString("*methods\n")
	if listed {
		var line []byte
		for i, m := range a.methods {
			line = m.line(line[:0], i<<2)
			b.Write(line)
		}
	}
	b.WriteString("*end\n")
	return b.Bytes()
}

// pieceEnd is the node where the piece ends that begins at a node.
func (a *app) pieceEnd(first uint32) uint32 {
	i, _ := slices.BinarySearch(a.ends, first+1)
	return a.ends[i]
}
