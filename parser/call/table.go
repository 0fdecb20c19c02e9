package call

import (
	"traceglass/parser/trace"
)

// A Table holds the calls of a trace: a tree of calling contexts, and for each thread its calls
// level by level.
type Table struct {
	Tree       Tree
	Threads    []Thread     // by trace.ThreadIndex; a thread without records has no levels
	Clocks     trace.Clocks // clocks of the calls' times
	trace.Tick              // unit of every time in the table
	Calls      int64        // in all levels
	Samples    bool         // made from samples: context switches come from Thread.Off only
	Bytes      int64        // approximate memory of levels and tree
}

// Primary returns the clock of Call.Start, Call.End and the timeline: wall if the trace has it,
// otherwise CPU. With CPU, the CPU spans are nil.
//
//go:noinline
func (t *Table) Primary() trace.Clocks {
	if t.Clocks&trace.Wall != 0 || t.Clocks == 0 {
		return trace.Wall
	}
	return trace.CPU
}

// Span returns the ends of the primary clock's axis, in ticks: 0, which is the start of the
// recording, and the last record of any thread. Clocks are never negative.
func (t *Table) Span() (from, to trace.Ticks) {
	for i := range t.Threads {
		to = max(to, t.Threads[i].Last.Primary)
	}
	return 0, to
}

// Recorded returns the times of the first and the last record of all threads.
func (t *Table) Recorded() (from, to trace.Ticks) {
	_, to = t.Span()
	from = to
	for i := range t.Threads {
		if t.Threads[i].Records > 0 {
			from = min(from, t.Threads[i].First.Primary)
		}
	}
	return from, to
}

// An Instant is one moment of a thread. CPU is 0 unless the trace is dual.
type Instant struct{ Primary, CPU trace.Ticks }

// A Thread holds one thread's calls by depth, and the irregularities found during replay.
//
// Calls of one depth never overlap, so a level is sorted by start and by end alike, and can be
// searched without an index. First leads from a call to the calls it made:
//
//	time      0    1    2    3    4    5    6
//	level 0   A─────────────────╴ D────╴         row 0 A First 0, row 1 D First 2
//	level 1        B╴   B───╴                    row 0 B First 0, row 1 B First 0
//	level 2             C╴                       row 0 C
//
// The callees of row i of level d are rows First(i) up to, not including, First(i+1) of level d+1.
// Here A has rows 0 and 1, and D has none.
type Thread struct {
	Levels      []*Level
	Root        NodeIndex // node of the tree for an empty stack
	Methods     *Methods  // set by a replay of NewMethods, else nil
	First, Last Instant

	Records, Enters, Exits, Unrolls int64
	// OrphanExits counts exits with an empty stack. Their methods were running when recording
	// began; the table has them as calls from First on, outermost last.
	OrphanExits   int64
	ImplicitExits int64       // calls closed because one of their callers exited
	IgnoredExits  int64       // exits of methods that were not on the stack
	Implicit      trace.Ticks // time of the first of ImplicitExits, by the first clock
	Ignored       trace.Ticks // of the first of IgnoredExits
	OpenCalls     int64       // closed at Last: still running when recording ended
	Impossible    int64       // calls whose CPU time is more than twice their wall time plus 1 ms
	MaxDepth      int         // largest number of calls on the stack

	// Off holds the times off the CPU, in order, if Table.Samples is set.
	Off []Away

	stack   []frame
	running running
	ignored map[identity]bool   // methods of IgnoredExits, to detect one that was running at the start
	orphans []trace.MethodIndex // methods of OrphanExits, in order

	// Levels is all[room:]; the space before it is for levels that orphans add.
	all  []*Level
	room int
}

// pushLevel moves all levels down by one and adds an empty one at the top.
func (t *Thread) pushLevel(p *pool) {
	n := len(t.Levels)
	if t.room == 0 || n == 0 || &t.all[t.room] != &t.Levels[0] { // used up, or Levels has moved
		t.room = n + 8
		t.all = make([]*Level, t.room+n, t.room+2*n+8)
		copy(t.all[t.room:], t.Levels)
	}
	t.room--
	t.all[t.room] = p.level()
	t.Levels = t.all[t.room : t.room+1+n]
}

// A frame is a call on the stack.
type frame struct {
	primary, cpu trace.Ticks
	method       trace.MethodIndex
	node         NodeIndex
}

// A Call is one row of a level, in ticks of the primary clock. The upper halves of times past 2^32
// are in the chunk; Level.Start and Level.End return full times.
type Call struct {
	Start, End uint32
	Node       NodeIndex
	First      uint32 // first row of this call's callees in the next level
}

// A Span is a call's time on the second clock, thread-cpu, in ticks.
type Span struct{ Start, End uint32 }

// chunkRows is how many calls a chunk holds. Chunks are allocated once and never moved, so growth
// neither copies nor doubles the peak. The first chunk of a level starts small, because a stack
// that only grows has one call per level.
const (
	chunkRows  = 1 << chunkShift
	chunkShift = 10
	chunkMask  = chunkRows - 1
	firstRows  = 1
)

// A Chunk is up to 1,024 consecutive rows of a level. Its columns have equal length and no
// pointers, so the garbage collector skips them.
type Chunk struct {
	Calls []Call
	CPU   []Span // nil unless the trace is dual
	High  []High // nil while every time of the chunk is below 2^32 ticks
}

// High holds the upper halves of a row's times.
type High struct{ Start, End, CPUStart, CPUEnd uint32 }

// A Level holds the calls of one thread at one depth, in order of entry.
type Level struct {
	Chunks []Chunk // all but the last hold chunkRows rows
	last   *Chunk  // last of Chunks: it holds the running call of this depth
	n      int
	one    [1]Chunk // storage of Chunks while there is one: a stack that only grows needs no more per level
}

// Len returns the number of calls.
func (l *Level) Len() int { return l.n }

// Call returns row i, without the upper halves of its times.
func (l *Level) Call(i int) *Call { return &l.Chunks[i>>chunkShift].Calls[i&chunkMask] }

// Start and End return row i's times by the primary clock, in ticks.
func (l *Level) Start(i int) trace.Ticks {
	c := &l.Chunks[i>>chunkShift]
	v := trace.Ticks(c.Calls[i&chunkMask].Start)
	if c.High != nil {
		v |= trace.Ticks(c.High[i&chunkMask].Start) << 32
	}
	return v
}

func (l *Level) End(i int) trace.Ticks {
	c := &l.Chunks[i>>chunkShift]
	v := trace.Ticks(c.Calls[i&chunkMask].End)
	if c.High != nil {
		v |= trace.Ticks(c.High[i&chunkMask].End) << 32
	}
	return v
}

// CPU returns row i's times by the second clock, in ticks; 0, 0 unless the trace is dual.
func (l *Level) CPU(i int) (start, end trace.Ticks) {
	c := &l.Chunks[i>>chunkShift]
	if c.CPU == nil {
		return 0, 0
	}
	s := c.CPU[i&chunkMask]
	start, end = trace.Ticks(s.Start), trace.Ticks(s.End)
	if c.High != nil {
		h := &c.High[i&chunkMask]
		start |= trace.Ticks(h.CPUStart) << 32
		end |= trace.Ticks(h.CPUEnd) << 32
	}
	return start, end
}

// From returns the first row that ends at t ticks or later, or Len.
//
//go:noinline
func (l *Level) From(t trace.Ticks) int {
	return search(l.n, func(i int) bool { return l.End(i) >= t })
}

// After returns the first row that starts later than t ticks, or Len.
//
//go:noinline
func (l *Level) After(t trace.Ticks) int {
	return search(l.n, func(i int) bool { return l.Start(i) > t })
}

// search returns the smallest i in [0, n] with ok(i); ok must be monotonic, and true at n.
func search(n int, ok func(int) bool) int {
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if ok(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// add appends a call that begins now and returns the additional memory.
func (l *Level) add(primary, cpu trace.Ticks, node NodeIndex, first uint32, dual bool, p *pool) (held int64) {
	at := l.n & chunkMask
	if at == 0 || at == len(l.last.Calls) || (primary|cpu)>>32 != 0 {
		held = l.grow(primary, cpu, dual, p)
	}
	l.last.Calls[at] = Call{Start: uint32(primary), End: uint32(primary), Node: node, First: first}
	if dual {
		l.last.CPU[at] = Span{uint32(cpu), uint32(cpu)}
	}
	l.n++
	return held
}

// end sets the end of the last call and returns the additional memory.
func (l *Level) end(primary, cpu trace.Ticks) (held int64) {
	at := (l.n - 1) & chunkMask
	l.last.Calls[at].End = uint32(primary)
	if l.last.CPU != nil {
		l.last.CPU[at].End = uint32(cpu)
	}
	if (primary|cpu)>>32 != 0 {
		held = l.endHigh(primary, cpu)
	}
	return held
}

// grow adds capacity for one more row that begins at an instant: a new chunk, or a larger first
// one, and space for upper halves if the instant needs them.
func (l *Level) grow(primary, cpu trace.Ticks, dual bool, p *pool) (held int64) {
	at := l.n & chunkMask
	if at == 0 || at == len(l.last.Calls) {
		rows := chunkRows
		if l.n < chunkRows {
			rows = min(chunkRows, max(firstRows, 4*at))
		}
		next := p.chunk(rows, dual)
		held = int64(rows-at) * rowBytes(dual)
		if at == 0 && l.n > 0 {
			l.Chunks = append(l.Chunks, next)
			l.last = &l.Chunks[len(l.Chunks)-1]
			held += chunkBytes
		} else if at == 0 {
			l.Chunks, l.last = l.one[:], &l.one[0]
			*l.last = next
		} else {
			old := l.last
			copy(next.Calls, old.Calls)
			copy(next.CPU, old.CPU)
			if old.High != nil {
				next.High = make([]High, rows)
				copy(next.High, old.High)
			}
			*old = next
		}
	}
	if (primary|cpu)>>32 != 0 {
		c := l.last
		held += c.high()
		c.High[at] = High{uint32(primary >> 32), uint32(primary >> 32), uint32(cpu >> 32), uint32(cpu >> 32)}
	}
	return held
}

// endHigh sets the upper halves of the last call's end.
func (l *Level) endHigh(primary, cpu trace.Ticks) (held int64) {
	c, at := l.last, (l.n-1)&chunkMask
	held = c.high()
	c.High[at].End, c.High[at].CPUEnd = uint32(primary>>32), uint32(cpu>>32)
	return held
}

// Sizes in bytes: of the fields of a Chunk, of a Level with the pointer to it, and of a frame.
const (
	frameBytes = 24
	chunkBytes = 72
	levelBytes = 112 + 8
)

// A pool cuts full chunks and levels from large allocations, which is faster than allocating each.
type pool struct {
	calls  []Call
	cpu    []Span
	levels []Level
}

// poolLevels is the number of levels per allocation: they just fit in 8 KB.
const poolLevels = 73

// level returns an empty level. Levels never move: a stack that only grows has one per call, and
// growing a slice of levels would copy them repeatedly.
//
//go:noinline
func (p *pool) level() *Level {
	if len(p.levels) == 0 {
		p.levels = make([]Level, poolLevels)
	}
	l := &p.levels[0]
	p.levels = p.levels[1:]
	return l
}

// poolChunks is the number of full chunks per allocation.
const poolChunks = 32

// chunk returns a chunk with capacity for rows rows. Small first chunks are soon replaced and left
// to the garbage collector. (Inlined it would be half of grow.)
//
//go:noinline
func (p *pool) chunk(rows int, dual bool) (c Chunk) {
	if rows < chunkRows {
		c.Calls = make([]Call, rows)
		if dual {
			c.CPU = make([]Span, rows)
		}
		return c
	}
	if len(p.calls) == 0 {
		p.calls = make([]Call, poolChunks*chunkRows)
		if dual {
			p.cpu = make([]Span, poolChunks*chunkRows)
		}
	}
	c.Calls, p.calls = p.calls[:rows:rows], p.calls[rows:]
	if dual {
		c.CPU, p.cpu = p.cpu[:rows:rows], p.cpu[rows:]
	}
	return c
}

func rowBytes(dual bool) int64 {
	if dual {
		return 24
	}
	return 16
}

// high adds the column of upper halves to the chunk, if it has none, and returns its size.
//
//go:noinline
func (c *Chunk) high() int64 {
	if c.High != nil {
		return 0
	}
	c.High = make([]High, len(c.Calls))
	return 16 * int64(len(c.Calls))
}

// Callees returns the rows [from, to) of level depth+1 that the call made.
func (t *Thread) Callees(depth, row int) (from, to int) {
	if depth+1 >= len(t.Levels) {
		return 0, 0
	}
	l := t.Levels[depth]
	from, to = int(l.Call(row).First), t.Levels[depth+1].Len()
	if row+1 < l.Len() {
		to = int(l.Call(row + 1).First)
	}
	return from, to
}

// Caller returns the row of level depth-1 that made the call. Depth must not be 0.
func (t *Thread) Caller(depth, row int) int {
	l := t.Levels[depth-1]
	return search(l.Len(), func(i int) bool { return int(l.Call(i).First) > row }) - 1
}

// Each calls f with rows [from, to), one range per chunk; a and b are positions within the chunk.
func (l *Level) Each(from, to int, f func(c *Chunk, a, b int)) {
	for from < to {
		c := &l.Chunks[from>>chunkShift]
		a := from & chunkMask
		b := min(chunkRows, a+to-from)
		f(c, a, b)
		from += b - a
	}
}

// CPUAt returns the thread-cpu clock, in ticks, at an instant of the wall clock. It interpolates
// linearly between two records. If several records share the instant, it uses the first one, or
// with last the last one.
func (t *Thread) CPUAt(wall trace.Ticks, last bool) trace.Ticks {
	before, after := t.First, t.Last
	if wall < before.Primary || wall == before.Primary && !last {
		return before.CPU
	}
	if wall > after.Primary || wall == after.Primary && last {
		return after.CPU
	}
	see := func(at, cpu trace.Ticks) {
		if (at < wall || last && at == wall) && (at > before.Primary || at == before.Primary && cpu > before.CPU) {
			before = Instant{at, cpu}
		}
		if (at > wall || !last && at == wall) && (at < after.Primary || at == after.Primary && cpu < after.CPU) {
			after = Instant{at, cpu}
		}
	}
	for d := range t.Levels {
		l := t.Levels[d]
		i := l.From(wall)
		if last {
			i = l.After(wall)
		}
		for _, row := range [2]int{i - 1, i} { // the call before and the call after
			if row >= 0 && row < l.n {
				a, b := l.CPU(row)
				see(l.Start(row), a)
				see(l.End(row), b)
			}
		}
	}
	switch {
	case last && before.Primary == wall:
		return before.CPU
	case !last && after.Primary == wall:
		return after.CPU
	}
	part := float64(wall-before.Primary) / float64(after.Primary-before.Primary)
	return before.CPU + trace.Ticks(part*float64(after.CPU-before.CPU))
}
