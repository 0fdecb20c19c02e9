package call

import "traceglass/parser/trace"

// Methods sums the calls of one thread by method, one row per method, in order of first appearance.
// A list of methods needs no more, and memory does not grow with the number of calling contexts.
type Methods struct {
	Rows      []Spent
	Outermost Sum // sum of the outermost calls

	slots []uint32 // open addressing by method: row + 1, or 0
	shift uint8    // 32 - log2(len(slots))
}

// Spent sums the calls of one method on one thread, in ticks; CPU only if the trace is dual.
type Spent struct {
	Method             trace.MethodIndex
	running            uint32      // calls on the stack
	Calls, Recursive   int64       // calls without another call of the method below them on the stack; the others
	Primary, CPU       trace.Ticks // inclusive, of Calls
	OwnPrimary, OwnCPU trace.Ticks // exclusive, of both
}

// ended adds a finished call with its inclusive times. It is inlined.
func (s *Spent) ended(primary, cpu trace.Ticks) {
	s.OwnPrimary += primary
	s.OwnCPU += cpu
	if s.running--; s.running == 0 {
		s.Calls++
		s.Primary += primary
		s.CPU += cpu
	} else {
		s.Recursive++
	}
}

// spentBytes is the size of a Spent.
const spentBytes = 56

// NewMethods returns a replay that keeps only each thread's Methods, without calls and calling
// contexts, and the reader that feeds it.
func NewMethods() (*Replay, *trace.Reader) {
	return newReplay(&Replay{alone: byMethod{}})
}

// alone is how a replay keeps results other than contexts and calls. It is an interface so that
// programs which never use it do not link it.
type alone interface {
	run(r *Replay, t *Thread, records []trace.Record)
	leave(t *Thread, now Instant)
	orphan(t *Thread, m trace.MethodIndex, now Instant)
}

// byMethod keeps each thread's Methods. A frame's node is the row of its method.
type byMethod struct{}

// start creates a thread's Methods at its first record.
func (by byMethod) start(r *Replay, t *Thread) *Methods {
	t.Methods = &Methods{slots: make([]uint32, 32), shift: 32 - 5}
	r.Table.Bytes += t.Methods.bytes()
	return t.Methods
}

// bytes returns the approximate size of the rows.
func (by *Methods) bytes() int64 {
	return int64(cap(by.Rows))*spentBytes + int64(cap(by.slots))*4
}

// slot returns the first slot to search for a method.
func (by *Methods) slot(m trace.MethodIndex) uint32 { return uint32(m) * 0x9e3779b1 >> by.shift }

// row returns a method's row, and adds it if missing.
func (by *Methods) row(m trace.MethodIndex) NodeIndex {
	at := by.slot(m)
	for by.slots[at] != 0 {
		if row := by.slots[at] - 1; by.Rows[row].Method == m {
			return NodeIndex(row)
		}
		at = (at + 1) & uint32(len(by.slots)-1)
	}
	by.Rows = append(by.Rows, Spent{Method: m})
	by.slots[at] = uint32(len(by.Rows))
	if 2*len(by.Rows) > len(by.slots) {
		by.shift--
		by.slots = make([]uint32, 2*len(by.slots))
		for row := range by.Rows {
			at := by.slot(by.Rows[row].Method)
			for by.slots[at] != 0 {
				at = (at + 1) & uint32(len(by.slots)-1)
			}
			by.slots[at] = uint32(row + 1)
		}
	}
	return NodeIndex(len(by.Rows) - 1)
}

// run replays records of one thread, as Replay.run does. It takes most of the time of a summary, so
// ordinary entries and exits are inlined (BenchmarkReplay).
func (alone byMethod) run(r *Replay, t *Thread, records []trace.Record) {
	dual, by, slack := r.dual, t.Methods, r.slack
	if by == nil {
		by = alone.start(r, t)
	}
	held := by.bytes()
	stack, rows, slots := t.stack, by.Rows, by.slots
	deepest, kept := t.MaxDepth, t.running.kept
	var enters, exits, unrolls, impossible int64
	for i := range records {
		rec := &records[i]
		primary, cpu := rec.Wall, rec.CPU
		if !dual {
			primary, cpu = max(primary, cpu), 0
		}
		m := rec.Method
		if rec.Action == trace.Enter {
			enters++
			row := NodeIndex(slots[by.slot(m)&uint32(len(slots)-1)] - 1)
			if uint(row) >= uint(len(rows)) || rows[row].Method != m {
				row = by.row(m)
				rows, slots = by.Rows, by.slots
			}
			rows[row].running++
			stack = append(stack, frame{primary: primary, cpu: cpu, method: m, node: row})
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
			stack, rows, slots, deepest, kept = t.stack, by.Rows, by.slots, t.MaxDepth, t.running.kept
			continue
		}
		f := &stack[depth]
		primary, cpu = primary-f.primary, cpu-f.cpu
		rows[f.node].ended(primary, cpu)
		if cpu > 2*primary+slack {
			impossible++
		}
		stack = stack[:depth]
		kept = min(kept, depth)
		if depth == 0 {
			by.Outermost.add(primary, cpu)
			continue
		}
		caller := &rows[stack[depth-1].node]
		caller.OwnPrimary -= primary
		caller.OwnCPU -= cpu
	}
	t.stack, t.MaxDepth, t.running.kept = stack, deepest, kept
	t.Enters += enters
	t.Exits += exits
	t.Unrolls += unrolls
	t.Impossible += impossible
	r.Table.Calls += enters
	r.Table.Bytes += by.bytes() - held
}

// leave ends the topmost call, which is still on the stack.
func (byMethod) leave(t *Thread, now Instant) {
	by, depth := t.Methods, len(t.stack)-1
	f := &t.stack[depth]
	primary, cpu := now.Primary-f.primary, now.CPU-f.cpu
	by.Rows[f.node].ended(primary, cpu)
	if depth == 0 {
		by.Outermost.add(primary, cpu)
		return
	}
	caller := &by.Rows[t.stack[depth-1].node]
	caller.OwnPrimary -= primary
	caller.OwnCPU -= cpu
}

// orphan adds a call of m from the thread's first record until now. All calls so far lie within it,
// so those of m are recursive.
func (byMethod) orphan(t *Thread, m trace.MethodIndex, now Instant) {
	by := t.Methods // not nil: an exit implies an earlier record
	s := &by.Rows[by.row(m)]
	primary, cpu := now.Primary-t.First.Primary, now.CPU-t.First.CPU
	s.Recursive += s.Calls
	s.Calls, s.Primary, s.CPU = 1, primary, cpu
	s.OwnPrimary += primary - by.Outermost.Primary
	s.OwnCPU += cpu - by.Outermost.CPU
	by.Outermost = Sum{1, primary, cpu}
}
