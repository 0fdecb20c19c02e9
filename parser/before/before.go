// Package before reads the record in a thread dump of methods that ran long before it. The record
// is a small method trace inside the dump: text → records → calls.
package before

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A Trace is the runtime's record of long calls.
type Trace struct {
	Line            int    // line of the dump's text that holds the trace
	Calls           []Call // of main, in order of entry
	Others, Threads int    // calls on other threads, and threads with calls

	bytes   []byte
	methods []trace.Method
	threads map[trace.ThreadID]string // names in the dump, by kernel id
	renames namer                     // of the dump, or nil
}

// A namer gives methods their original names. The names of a renamed dump may implement it.
type namer interface{ NameTrace(*trace.Info) }

// A Call is a call that began Began ns before the end of the record and took Took ns. If Open, it
// was still running then.
type Call struct {
	Method      trace.MethodIndex // see Trace.Label
	Began, Took int64
	Depth       int
	Open        bool
}

// Of reads the trace of a block. If the block has none, t is nil and line -1. If the trace is
// unreadable, t is nil and err describes the reason.
func Of(d *dump.Dump, b *dump.Block) (t *Trace, line int, err error) {
	bytes, line, err := d.LongRunning(b)
	if line < 0 || err != nil {
		return nil, line, err
	}
	all := &longCalls{}
	reader := trace.NewReader(all)
	if _, err := reader.Write(bytes); err != nil {
		return nil, line, err
	}
	if err := reader.Close(); err != nil {
		return nil, line, err
	}
	info := reader.Info()
	t = &Trace{Line: line, Threads: len(all.stacks), bytes: bytes, threads: map[trace.ThreadID]string{}}
	t.renames, _ = d.Names().(namer)
	t.rename(info)
	t.methods = info.Methods
	main, isMain := mainOf(d, b, info)
	if isMain {
		t.threads[info.Threads[main].ID] = "main"
	}
	for i := b.FirstThread; i < b.EndThread; i++ {
		id := trace.ThreadID(d.Threads[i].SysTid)
		if id != 0 && t.threads[id] == "" {
			t.threads[id] = d.Threads[i].Name
		}
	}
	for _, c := range all.calls {
		if !isMain || c.thread != main {
			t.Others++
			continue
		}
		if c.open {
			c.to = all.last
		}
		t.Calls = append(t.Calls, Call{c.method, info.Tick.Nanos(all.last - c.from), info.Tick.Nanos(c.to - c.from), c.depth, c.open})
	}
	return t, line, nil
}

// mainOf returns the row of the main thread of a block; ok is false if the trace lacks it.
func mainOf(d *dump.Dump, b *dump.Block, info *trace.Info) (row trace.ThreadIndex, ok bool) {
	tid := b.PID // the kernel id of a process equals that of its first thread
	if i := d.Main(b); i >= 0 && d.Threads[i].SysTid != 0 {
		tid = d.Threads[i].SysTid
	}
	for i := range info.Threads {
		if t := &info.Threads[i]; int(t.ID) == tid || tid == 0 && t.Name == "main" {
			return trace.ThreadIndex(i), true
		}
	}
	return 0, false
}

// Label returns the name of a call's method.
func (t *Trace) Label(c Call) string { return t.methods[c.Method].Label() }

// Longest returns the most longest calls of main, in order of entry.
func (t *Trace) Longest(most int) []Call {
	left := len(t.Calls) - most
	if left <= 0 {
		return t.Calls
	}
	byLength := slices.Clone(t.Calls)
	sorting.Stable(byLength, func(x, y Call) int { return cmp.Compare(y.Took, x.Took) })
	least, room := byLength[most-1].Took, most
	return slices.DeleteFunc(slices.Clone(t.Calls), func(c Call) bool {
		if c.Took < least || room == 0 {
			return true
		}
		room--
		return false
	})
}

// Profile returns the figures of all threads; with keep it holds every call.
func (t *Trace) Profile(keep bool) *profile.Profile {
	replay, reader := call.NewReplay(keep)
	reader.Write(t.bytes) // an earlier read succeeded, so errors are impossible
	reader.Close()
	info := reader.Info()
	t.rename(info)
	return profile.NewIndex(replay.Finish(), info).Profile(profile.WholeTrace, nil)
}

// rename gives methods the original names that the dump uses.
func (t *Trace) rename(info *trace.Info) {
	if t.renames != nil {
		t.renames.NameTrace(info)
	}
}

// Name gives threads without a name in the trace their names in the dump.
func (t *Trace) Name(info *trace.Info) {
	for i := range info.Threads {
		if thread := &info.Threads[i]; !thread.Listed && t.threads[thread.ID] != "" {
			thread.Name, thread.Listed = t.threads[thread.ID], true
		}
	}
}

// longCalls collects the calls of every thread, in order of entry.
type longCalls struct {
	calls  []longCall
	stacks [][]int     // by trace.ThreadIndex: rows of running calls
	last   trace.Ticks // time of the last record of any thread
}

// A longCall ran between two times of the trace. If open, it was still running at the end.
type longCall struct {
	thread   trace.ThreadIndex
	method   trace.MethodIndex
	from, to trace.Ticks
	depth    int
	open     bool
}

// Records tracks the calls. Exits name no method in this encoding, so each ends the topmost call.
func (l *longCalls) Records(batch []trace.Record) {
	for i := range batch {
		rec := &batch[i]
		for int(rec.Thread) >= len(l.stacks) {
			l.stacks = append(l.stacks, nil)
		}
		stack := &l.stacks[rec.Thread]
		l.last = max(l.last, rec.Wall)
		if rec.Action == trace.Enter {
			*stack = append(*stack, len(l.calls))
			l.calls = append(l.calls, longCall{rec.Thread, rec.Method, rec.Wall, rec.Wall, len(*stack) - 1, true})
		} else if n := len(*stack) - 1; n >= 0 {
			c := &l.calls[(*stack)[n]]
			c.to, c.open = rec.Wall, false
			*stack = (*stack)[:n]
		}
	}
}
