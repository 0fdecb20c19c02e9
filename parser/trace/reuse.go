package trace

import "strconv"

// A split is a thread that reuses the id of an ended thread.
type split struct{ row, first ThreadIndex }

// reused reports whether another thread now has the id of the last record's thread. Then the
// thread-cpu clock falls to near 0 while the wall clock advances, and the stack is empty (section
// 10.3).
func (o *output) reused(c *clocks, wall, cpu uint64) bool {
	near := o.file.info.Tick.Ticks(10_000_000) // 10 ms
	was := c.cpu.time - c.cpu.lag
	o.fell = true
	switch {
	case Ticks(cpu) > near || was < near/10 || Ticks(cpu) > was/16:
		return false
	case o.wraps && was&(1<<32-1) > 1<<32-2*step: // it wrapped
		return false
	case (wall-uint64(c.wall.time-c.wall.lag))&o.mask > o.mask>>1:
		return false
	}
	s, ok := o.sink.(Stacker)
	if !ok {
		return false
	}
	o.flush()
	return s.Idle(o.row)
}

// begunAgain is reused for traces with one clock: the thread enters Thread.run with an empty stack,
// which a thread does only once, as its first call. Only the first record of a run of one thread is
// checked: other threads have records between the end of one thread and the start of the next.
func (o *output) begunAgain(method MethodIndex) bool {
	in := &o.file.info.Methods[method]
	if in.Class != "java.lang.Thread" || in.Name != "run" {
		return false
	}
	s, ok := o.sink.(Stacker)
	if !ok {
		return false
	}
	o.flush()
	return s.Idle(o.row)
}

// splitThread gives the last record, that at off, and those after it a thread of their own.
func (o *output) splitThread(off int64) {
	l := o.lists
	threads := o.file.info.Threads
	was := &threads[o.row]
	first := o.row
	if was.Again > 0 {
		for _, s := range l.splits {
			if s.row == o.row {
				first = s.first
			}
		}
	}
	again := max(was.Again, 1) + 1
	if len(threads) >= maxThreads || again > maxSplits {
		return
	}
	was.Records--
	id, listed := was.ID, was.Listed
	low := ThreadID(uint16(id))
	row := l.addThread(id, off)
	if !l.wideIDs { // records hold its lower half
		l.thread[low] = uint32(row) + 1
	}
	if listed {
		l.newThreads = l.newThreads[:len(l.newThreads)-1]
	}
	t := &o.file.info.Threads[row]
	t.Again, t.Records = again, 1
	l.splits = append(l.splits, split{row, first})
	o.file.note("reused-thread-id", off)
	o.setRow(row)
}

// maxSplits is the largest number of threads with one id that are kept apart.
const maxSplits = 1000

// nameSplits names threads that reuse an id: "X (2)" after X. The thread list may follow the
// records, and then names the last thread of an id.
func (l *lists) nameSplits() {
	for i := len(l.splits) - 1; i >= 0; i-- {
		t, first := &l.info.Threads[l.splits[i].row], &l.info.Threads[l.splits[i].first]
		if t.Listed && !first.Listed {
			first.Name, first.Listed = t.Name, true
		} else if t.Listed {
			l.info.ListedThreads--
		}
	}
	for _, s := range l.splits {
		t, first := &l.info.Threads[s.row], &l.info.Threads[s.first]
		t.Listed, t.Name = first.Listed, first.Name
		if t.Name != "" {
			t.Name += " (" + strconv.Itoa(t.Again) + ")"
		}
	}
}
