package call

import "traceglass/parser/trace"

// An Away is a recorded time off the CPU, with the stack during that time.
type Away struct {
	From, To trace.Ticks
	Node     NodeIndex   // of the innermost call, or the root with an empty stack
	depth    int32       // of that call, or -1
	sum      trace.Ticks // of all before
}

// awayBytes is the size of an Away.
const awayBytes = 32

// Off marks a thread as off the CPU between two instants of the primary clock. The thread's records
// up to then must have been replayed. Calls must be in order of time and must not overlap.
func (r *Replay) Off(i trace.ThreadIndex, from, to trace.Ticks) {
	t := r.thread(i)
	if t.Root == None {
		r.start()
		t = r.thread(i)
		r.begin(t, i, Instant{Primary: from})
	}
	one := Away{From: from, To: to, Node: t.Root, depth: int32(len(t.stack)) - 1}
	if n := len(t.stack); n > 0 {
		one.Node = t.stack[n-1].node
	}
	if n := len(t.Off); n > 0 {
		one.sum = t.Off[n-1].sum + t.Off[n-1].To - t.Off[n-1].From
	}
	t.Off = append(t.Off, one)
	r.Table.Bytes += awayBytes
}

// Within returns the times off the CPU that touch a range. The first and last may extend beyond it.
func (t *Thread) Within(from, to trace.Ticks) []Away {
	a := search(len(t.Off), func(i int) bool { return t.Off[i].To > from })
	b := search(len(t.Off), func(i int) bool { return t.Off[i].From >= to })
	return t.Off[a:max(a, b)]
}

// OffCPU returns how long the thread was off the CPU within a range.
func (t *Thread) OffCPU(from, to trace.Ticks) trace.Ticks {
	off := t.Within(from, to)
	if len(off) == 0 {
		return 0
	}
	first, last := &off[0], &off[len(off)-1]
	return last.sum - first.sum + last.To - last.From - max(0, from-first.From) - max(0, last.To-to)
}

// offAt returns the times off the CPU during calls of one depth, with their rows.
func (t *Thread) offAt(depth int) Switches {
	found := Switches{}
	for i := range t.Off {
		o := &t.Off[i]
		if int(o.depth) != depth {
			continue
		}
		s := Switch{From: o.From, To: o.To, sum: o.To - o.From}
		if n := len(found); n > 0 {
			s.sum += found[n-1].sum
		}
		if depth >= 0 {
			s.Row = uint32(t.Levels[depth].After(o.From) - 1)
		}
		found = append(found, s)
	}
	return found
}
