// Package call is the arrow records → calls: it pairs entries with exits, thread by
// thread, into one table of calls. The rules are those of method-trace.md, section 10.3.
package call

import (
	"traceglass/parser/trace"
)

// A Replay turns records into calls. It is the trace.Sink of a Reader.
type Replay struct {
	Table Table

	info *trace.Info
	keep bool // calls go to the levels; otherwise only the tree's sums are kept
	dual bool
	// started is set once the clocks are known: at the first record.
	started bool
	again   bool
	initial map[trace.ThreadIndex][]trace.MethodIndex
}

// NewReplay returns a replay, and the reader whose records it takes. With keep it holds
// every call; without, only sums by calling context, in memory that does not grow with
// the number of records.
func NewReplay(keep bool) (*Replay, *trace.Reader) {
	r := &Replay{keep: keep}
	reader := trace.NewReader(r)
	r.info = reader.Info()
	return r, reader
}

// Again returns a replay and reader for a second reading of the same file, or nil if none
// is needed. One is when an exit was ignored whose method, as a later exit showed, had been
// running since before the start: only with those frames on the stack from the first
// record on is the replay exact. It is rare: a file must be damaged for it.
func (r *Replay) Again() (*Replay, *trace.Reader) {
	if !r.again {
		return nil, nil
	}
	next, reader := NewReplay(r.keep)
	next.initial = map[trace.ThreadIndex][]trace.MethodIndex{}
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
}

// thread returns the row of a thread, which begins with its first record.
func (r *Replay) thread(i trace.ThreadIndex) *Thread {
	for int(i) >= len(r.Table.Threads) {
		r.Table.Threads = append(r.Table.Threads, Thread{Root: None})
	}
	return &r.Table.Threads[i]
}

// begin gives a thread its root at its first record, and in a second reading the frames
// that were running already.
func (r *Replay) begin(t *Thread, index trace.ThreadIndex, now Instant) {
	t.Root = r.Table.Tree.Root()
	t.First = now
	for _, m := range r.initial[index] {
		t.initial = append(t.initial, m)
		t.OrphanExits++
		r.enter(t, m, now)
	}
}

// Records replays one batch.
func (r *Replay) Records(batch []trace.Record) {
	if !r.started {
		r.start()
	}
	var t *Thread
	current := ^trace.ThreadIndex(0)
	for i := range batch {
		rec := &batch[i]
		// A trace of one clock may not yet know which it has, so the other is 0 or the same.
		now := Instant{Primary: rec.Wall, CPU: rec.CPU}
		if !r.dual {
			now = Instant{Primary: max(rec.Wall, rec.CPU)}
		}
		if rec.Thread != current {
			current = rec.Thread
			t = r.thread(current)
			if t.Root == None {
				r.begin(t, current, now)
			}
		}
		t.Last = now
		t.Records++
		if rec.Action == trace.Enter {
			t.Enters++
			r.enter(t, rec.Method, now)
			continue
		}
		if rec.Action == trace.Exit {
			t.Exits++
		} else {
			t.Unrolls++
		}
		if n := len(t.stack); n > 0 && t.stack[n-1].method == rec.Method {
			r.leave(t, now)
		} else {
			r.mismatch(t, rec.Method, now)
		}
	}
}

// enter pushes a call.
func (r *Replay) enter(t *Thread, m trace.MethodIndex, now Instant) {
	parent := t.Root
	depth := len(t.stack)
	if depth > 0 {
		parent = t.stack[depth-1].node
	}
	node := r.Table.Tree.Callee(parent, m)
	f := frame{primary: now.Primary, cpu: now.CPU, method: m, node: node}
	if r.keep {
		if depth == len(t.Levels) {
			t.Levels = append(t.Levels, Level{})
		}
		first := 0
		if depth+1 < len(t.Levels) {
			first = t.Levels[depth+1].n
		}
		var held int64
		f.row, held = t.Levels[depth].add(now.Primary, now.CPU, node, uint32(first), r.dual)
		r.Table.Bytes += held
	}
	t.stack = append(t.stack, f)
	if depth >= t.MaxDepth {
		t.MaxDepth = depth + 1
	}
	r.Table.Calls++
}

// leave pops the topmost call.
func (r *Replay) leave(t *Thread, now Instant) {
	depth := len(t.stack) - 1
	f := &t.stack[depth]
	sum := &r.Table.Tree.Sums[f.node]
	sum.Calls++
	sum.Primary += now.Primary - f.primary
	sum.CPU += now.CPU - f.cpu
	if r.keep {
		r.Table.Bytes += t.Levels[depth].end(f.row, now.Primary, now.CPU)
	}
	t.stack = t.stack[:depth]
}

// mismatch handles an exit whose method is not on top of the stack.
func (r *Replay) mismatch(t *Thread, m trace.MethodIndex, now Instant) {
	if len(t.stack) == 0 {
		if r.initial != nil { // what was running at the start is known: this was not
			t.IgnoredExits++
			return
		}
		r.orphan(t, m, now)
		return
	}
	for at := len(t.stack) - 1; at >= 0; at-- {
		if !r.same(t.stack[at].method, m) {
			continue
		}
		t.ImplicitExits += int64(len(t.stack) - 1 - at)
		for len(t.stack) > at {
			r.leave(t, now)
		}
		return
	}
	t.IgnoredExits++
	for _, seen := range t.ignored {
		if seen == m {
			return
		}
	}
	t.ignored = append(t.ignored, m)
}

// orphan records that m, which exits with nothing on the stack, has been running since
// before the thread's first record: all calls so far lie within it. The root of the
// thread's tree turns out to be m's own node, and the levels move down by one.
func (r *Replay) orphan(t *Thread, m trace.MethodIndex, now Instant) {
	t.OrphanExits++
	t.orphans = append(t.orphans, m)
	for _, seen := range t.ignored {
		if r.same(seen, m) {
			r.again = true
		}
	}
	tree := &r.Table.Tree
	node := t.Root
	t.Root = tree.above(node, m)
	tree.Sums[node] = Sum{1, now.Primary - t.First.Primary, now.CPU - t.First.CPU}
	t.MaxDepth++
	r.Table.Calls++
	if !r.keep {
		return
	}
	t.Levels = append(t.Levels, Level{})
	copy(t.Levels[1:], t.Levels)
	t.Levels[0] = Level{}
	row, held := t.Levels[0].add(t.First.Primary, t.First.CPU, node, 0, r.dual)
	r.Table.Bytes += held + t.Levels[0].end(row, now.Primary, now.CPU)
}

// same tells whether an exit of m ends a call of method a: the same id, or the same
// class, name and signature under another one.
func (r *Replay) same(a, m trace.MethodIndex) bool {
	if a == m {
		return true
	}
	x, y := &r.info.Methods[a], &r.info.Methods[m]
	return x.Listed && y.Listed && x.Name == y.Name && x.Class == y.Class && x.Signature == y.Signature
}

// Held is the memory of the table in bytes, near enough for a budget.
func (r *Replay) Held() int64 { return r.Table.Bytes + r.Table.Tree.bytes() }

// Finish ends the replay once the reader is closed: calls still open end at their
// thread's last record.
func (r *Replay) Finish() *Table {
	for i := range r.Table.Threads {
		t := &r.Table.Threads[i]
		t.OpenCalls = int64(len(t.stack))
		for len(t.stack) > 0 {
			r.leave(t, t.Last)
		}
		t.stack = nil
	}
	r.Table.Clocks, r.Table.Tick = r.info.Clocks, r.info.Tick
	if r.Table.Tick == 0 {
		r.Table.Tick = 1000
	}
	r.Table.Bytes = r.Held()
	return &r.Table
}
