// Package call is the arrow records → calls. It pairs entries with exits, thread by thread, in one
// table of calls. Section 10.3 of parser/trace/format.md has the rules.
package call

import "traceglass/parser/trace"

// A Replay turns records into calls. It is the trace.Sink of a Reader.
type Replay struct {
	Table Table

	reader *trace.Reader
	info   *trace.Info
	pool   pool
	keep   bool  // keep calls in the levels; otherwise only the tree's sums
	alone  alone // kept instead of calls and contexts; nil to keep these
	dual   bool
	slack  trace.Ticks // CPU time that a call may have beyond twice its time: 1 ms
	// set at the first record, when the clocks are known
	started bool
	again   bool

	// For a second read: the frames that were running at the start, outermost first, and the
	// complete method table of the first read, because this one's may lack their rows at first.
	initial map[trace.ThreadIndex][]trace.MethodIndex
	methods []trace.Method

	identities identities
	lookups    int64 // calls checked on stacks by exits that do not match the topmost call
}

// NewReplay returns a replay and the reader that feeds it. With keep it holds every call. Without,
// it holds only sums by calling context, and memory does not grow with the number of records.
func NewReplay(keep bool) (*Replay, *trace.Reader) { return newReplay(&Replay{keep: keep}) }

func newReplay(r *Replay) (*Replay, *trace.Reader) {
	r.reader = trace.NewReader(r)
	r.info = r.reader.Info()
	return r, r.reader
}

// Of returns a replay for records that do not come from a trace.Reader; info describes them.
func Of(info *trace.Info, keep bool) *Replay {
	return &Replay{info: info, keep: keep, Table: Table{Samples: info.Samples != nil}}
}

// Again returns a replay and a reader for another read of the same file, or nil if none is needed.
// Call it again after that read. Only damaged files need one.
//
// There are two reasons to read again. The end of the file may show that times were misread. Or an
// exit was ignored, and a later exit shows that its method had been running since before the start.
// The replay is exact only with those frames on the stack from the first record on.
func (r *Replay) Again() (*Replay, *trace.Reader) {
	if !r.again && !r.reader.Misread() {
		return nil, nil
	}
	next, reader := newReplay(&Replay{keep: r.keep, alone: r.alone})
	reader.LearnFrom(r.reader)
	if r.reader.Misread() {
		return next, reader
	}
	next.initial, next.methods = map[trace.ThreadIndex][]trace.MethodIndex{}, r.info.Methods
	for i := range r.Table.Threads {
		if t := &r.Table.Threads[i]; len(t.orphans) > 0 {
			frames := make([]trace.MethodIndex, 0, len(t.orphans))
			for j := len(t.orphans) - 1; j >= 0; j-- {
				frames = append(frames, t.orphans[j])
			}
			next.initial[trace.ThreadIndex(i)] = frames
		}
	}
	return next, reader
}

func (r *Replay) start() {
	r.started = true
	r.dual = r.info.Clocks == trace.Dual
	r.slack = max(1, r.info.Tick).Ticks(1e6)
}

// thread returns the row of a thread. The first record of a thread adds it.
func (r *Replay) thread(i trace.ThreadIndex) *Thread {
	for int(i) >= len(r.Table.Threads) {
		r.Table.Threads = append(r.Table.Threads, Thread{Root: None})
	}
	return &r.Table.Threads[i]
}

// begin creates a thread's root at its first record, and on a second read the frames that were
// already running.
func (r *Replay) begin(t *Thread, index trace.ThreadIndex, now Instant) {
	t.Root = r.Table.Tree.Root()
	t.First = now
	for _, m := range r.initial[index] { // entered like recorded calls, but counted separately
		r.run(t, []trace.Record{{Wall: now.Primary, CPU: now.CPU, Method: m, Action: trace.Enter}})
		t.Enters--
		t.OrphanExits++
	}
}

// Idle reports whether no call is on a thread's stack.
func (r *Replay) Idle(i trace.ThreadIndex) bool {
	return int(i) < len(r.Table.Threads) && len(r.Table.Threads[i].stack) == 0
}

// Records replays one batch, one run of a thread's records at a time.
func (r *Replay) Records(batch []trace.Record) {
	if !r.started {
		r.start()
	}
	for len(batch) > 0 {
		i := batch[0].Thread
		n := 1
		for n < len(batch) && batch[n].Thread == i {
			n++
		}
		t := r.thread(i)
		if t.Root == None {
			r.begin(t, i, r.instant(&batch[0]))
		}
		r.run(t, batch[:n])
		t.Records += int64(n)
		t.Last = r.instant(&batch[n-1])
		batch = batch[n:]
	}
}

// instant returns the time of a record. A trace with one clock may not have identified it yet, so
// the other clock is 0 or has the same time.
func (r *Replay) instant(rec *trace.Record) Instant {
	if r.dual {
		return Instant{rec.Wall, rec.CPU}
	}
	return Instant{Primary: max(rec.Wall, rec.CPU)}
}

// run replays records of one thread. This loop takes most of the time to open a trace, and in
// WebAssembly a function call can cost as much as a record. So ordinary entries and exits are
// inlined; enter, leave and mismatch handle the rest (BenchmarkReplay).
func (r *Replay) run(t *Thread, records []trace.Record) {
	if r.alone != nil {
		r.alone.run(r, t, records)
		return
	}
	dual, keep, tree, slack := r.dual, r.keep, &r.Table.Tree, r.slack
	stack, levels := t.stack, t.Levels
	top := tree.At(t.top())
	var enters, exits, unrolls, impossible int64
	deepest, kept := t.MaxDepth, t.running.kept
	for i := range records {
		rec := &records[i]
		primary, cpu := rec.Wall, rec.CPU
		if !dual {
			primary, cpu = max(primary, cpu), 0
		}
		m := rec.Method
		if rec.Action == trace.Enter {
			enters++
			depth := len(stack)
			node, above := top.Last, top
			if node != None {
				if top = tree.At(node); top.Method != m {
					node = top.Ring
					top = tree.At(node)
				}
			}
			if top.Method == m && node != None {
				above.Last = node
			} else {
				if node = t.Root; depth > 0 {
					node = stack[depth-1].node
				}
				node = tree.Callee(node, m)
				top = tree.At(node)
			}
			if keep && depth < len(levels) {
				l := levels[depth]
				at := l.n & chunkMask
				if at == 0 || at == len(l.last.Calls) || (primary|cpu)>>32 != 0 {
					r.Table.Bytes += l.grow(primary, cpu, dual, &r.pool)
				}
				first := uint32(0)
				if depth+1 < len(levels) {
					first = uint32(levels[depth+1].n)
				}
				l.last.Calls[at] = Call{Start: uint32(primary), End: uint32(primary), Node: node, First: first}
				if dual {
					l.last.CPU[at] = Span{uint32(cpu), uint32(cpu)}
				}
				l.n++
			} else if keep {
				t.Levels = append(t.Levels, r.pool.level())
				levels = t.Levels
				r.Table.Bytes += levels[depth].add(primary, cpu, node, 0, dual, &r.pool)
			}
			stack = append(stack, frame{primary: primary, cpu: cpu, method: m, node: node})
			deepest = max(deepest, len(stack))
			continue
		}
		if rec.Action == trace.Exit {
			exits++
		} else {
			unrolls++
		}
		depth := len(stack) - 1
		if depth < 0 || stack[depth].method != m {
			t.stack, t.MaxDepth, t.running.kept = stack, deepest, kept
			r.mismatch(t, m, Instant{primary, cpu})
			stack, levels, deepest, kept = t.stack, t.Levels, t.MaxDepth, t.running.kept
			top = tree.At(t.top())
		} else {
			f := &stack[depth]
			top.add(primary-f.primary, cpu-f.cpu)
			if cpu-f.cpu > 2*(primary-f.primary)+slack {
				impossible++
			}
			if keep {
				l := levels[depth]
				at := (l.n - 1) & chunkMask
				l.last.Calls[at].End = uint32(primary)
				if dual {
					l.last.CPU[at].End = uint32(cpu)
				}
				if (primary|cpu)>>32 != 0 {
					r.Table.Bytes += l.endHigh(primary, cpu)
				}
			}
			stack = stack[:depth]
			kept = min(kept, depth)
			top = tree.At(top.Parent)
		}
	}
	t.stack, t.MaxDepth, t.running.kept = stack, deepest, kept
	t.Enters += enters
	t.Exits += exits
	t.Unrolls += unrolls
	t.Impossible += impossible
	r.Table.Calls += enters
}

// top returns the current calling context of a thread.
func (t *Thread) top() NodeIndex {
	if n := len(t.stack); n > 0 {
		return t.stack[n-1].node
	}
	return t.Root
}

// leave pops the topmost call.
func (r *Replay) leave(t *Thread, now Instant) {
	depth := len(t.stack) - 1
	if r.alone != nil {
		r.alone.leave(t, now)
	} else {
		f := &t.stack[depth]
		r.Table.Tree.At(f.node).add(now.Primary-f.primary, now.CPU-f.cpu)
	}
	if r.keep {
		r.Table.Bytes += t.Levels[depth].end(now.Primary, now.CPU)
	}
	t.stack = t.stack[:depth]
	t.running.kept = min(t.running.kept, depth)
}

// mismatch handles an exit whose method is not on top of the stack.
func (r *Replay) mismatch(t *Thread, m trace.MethodIndex, now Instant) {
	if len(t.stack) == 0 {
		if r.initial != nil { // the frames running at the start are known, and this is none of them
			t.ignore(now)
			return
		}
		r.orphan(t, m, now)
		return
	}
	if at, ok := r.find(t, m); ok {
		if t.ImplicitExits == 0 {
			t.Implicit = now.Primary
		}
		t.ImplicitExits += int64(len(t.stack) - 1 - at)
		for len(t.stack) > at {
			r.leave(t, now)
		}
		return
	}
	t.ignore(now)
	if t.ignored == nil {
		t.ignored = map[identity]bool{}
	}
	t.ignored[r.identity(m)] = true
}

func (t *Thread) ignore(now Instant) {
	if t.IgnoredExits == 0 {
		t.Ignored = now.Primary
	}
	t.IgnoredExits++
}

// orphan records that m, which exits with an empty stack, has been running since before the
// thread's first record. All calls so far lie within it. The root of the thread's tree becomes m's
// node, and the levels move down by one.
func (r *Replay) orphan(t *Thread, m trace.MethodIndex, now Instant) {
	t.OrphanExits++
	t.orphans = append(t.orphans, m)
	r.again = r.again || t.ignored[r.identity(m)]
	t.MaxDepth++
	r.Table.Calls++
	if r.alone != nil {
		r.alone.orphan(t, m, now)
		return
	}
	tree := &r.Table.Tree
	node := t.Root
	t.Root = tree.addRoot(node, m)
	tree.At(node).Sum = Sum{1, now.Primary - t.First.Primary, now.CPU - t.First.CPU}
	if !r.keep {
		return
	}
	t.pushLevel(&r.pool)
	r.Table.Bytes += t.Levels[0].add(t.First.Primary, t.First.CPU, node, 0, r.dual, &r.pool)
	r.Table.Bytes += t.Levels[0].end(now.Primary, now.CPU)
}

// method returns the row of the method table that an exit is matched by.
func (r *Replay) method(m trace.MethodIndex) *trace.Method {
	if r.methods != nil {
		return &r.methods[m]
	}
	return &r.info.Methods[m]
}

// HeldBytes returns the approximate memory of the table and the stacks, in bytes.
func (r *Replay) HeldBytes() int64 {
	held := r.Table.Bytes + r.Table.Tree.bytes() + r.identities.bytes()
	for i := range r.Table.Threads {
		t := &r.Table.Threads[i]
		held += int64(cap(t.stack))*frameBytes + int64(len(t.Levels))*levelBytes + t.running.bytes()
	}
	return held
}

// Memory of a trace after its reading ends, in bytes. A calling context takes its rows of the
// merged tree and of two profiles, one of the whole and one of a scope. A method and a thread take
// theirs of the profiles and the views.
const (
	indexedNode   = 180
	indexedMethod = 250
)

// Needs returns the approximate memory, in bytes, that the trace takes if reading ends now, plus
// the memory that the next piece may take. A piece has at most records records. Stacks without
// space for these are copied to larger ones, and exist twice meanwhile.
func (r *Replay) Needs(records int) int64 {
	needs := r.HeldBytes() + r.reader.HeldBytes() + indexedNode*int64(r.Table.Tree.Len()) + indexedMethod*int64(len(r.info.Methods)+len(r.info.Threads))
	most := 0
	for i := range r.Table.Threads {
		t := &r.Table.Threads[i]
		if n := cap(t.stack); len(t.stack)+records > n {
			most = max(most, n*frameBytes)
		}
	}
	return needs + 5*int64(most)/4 // they grow by a quarter at a time
}

// Finish ends the replay after the reader is closed. Open calls end at their thread's last record.
func (r *Replay) Finish() *Table {
	for i := range r.Table.Threads {
		t := &r.Table.Threads[i]
		t.OpenCalls = int64(len(t.stack))
		for len(t.stack) > 0 {
			r.leave(t, t.Last)
		}
		t.stack, t.running = nil, running{}
	}
	r.Table.Clocks, r.Table.Tick = r.info.Clocks, r.info.Tick
	if r.Table.Tick == 0 {
		r.Table.Tick = 1000
	}
	if r.reader != nil {
		r.Table.Bytes = r.HeldBytes()
	}
	return &r.Table
}
