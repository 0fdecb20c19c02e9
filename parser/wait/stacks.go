package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// stacks parses the stacks of a dump's threads, and looks for frames in them.
type stacks struct {
	d    *dump.Dump
	keys []string // by dump.PlaceID: Frame.Key, "" until asked for
	last *stack   // stack that was parsed last, nil for none: main's is asked for repeatedly
}

// key returns Frame.Key of a stack line. Equal lines share one string.
func (all *stacks) key(p dump.PlaceID) string {
	if all.keys == nil {
		all.keys = make([]string, all.d.Places())
	}
	if all.keys[p] == "" {
		frame := all.d.Frame(p)
		all.keys[p] = frame.Key()
	}
	return all.keys[p]
}

// frame parses a stack line.
func (all *stacks) frame(row dump.Row) frame {
	at := frame{Frame: all.d.Frame(row.Place), line: int(row.Line)}
	if all.keys != nil && all.keys[row.Place] != "" {
		at.key = all.keys[row.Place]
	} else {
		at.key = at.Key()
	}
	return at
}

// of returns the parsed stack of a thread, which callers must not modify.
func (all *stacks) of(thread int) *stack {
	if all.last != nil && all.last.row == thread {
		return all.last
	}
	t := &all.d.Threads[thread]
	s := &stack{Thread: t, row: thread, block: &all.d.Blocks[t.Block], state: dump.ClassOf(t.State), at: None}
	for _, row := range all.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+deepest)] {
		switch all.d.FrameKind(row.Place) {
		case dump.JavaFrame:
			s.java = append(s.java, all.frame(row))
		case dump.NativeFrame:
			s.native = append(s.native, all.frame(row))
		}
	}
	if len(s.java) == 0 {
		s.java = compiled(s.native)
	}
	s.find()
	if t.FirstLock < t.EndLock {
		s.object, s.at = all.d.Lock(t.FirstLock), int(all.d.Locks[t.FirstLock].Line)
	}
	all.last = s
	return s
}

// runs reports whether a thread runs code of a class or its inner classes, within a task if task is
// set.
func (all *stacks) runs(t *dump.Thread, class string, task bool) bool {
	for _, row := range all.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+deepest)] {
		if all.d.FrameKind(row.Place) != dump.JavaFrame || !all.d.Mentions(row.Place, class) {
			continue
		}
		key := all.key(row.Place)
		rest, ok := strings.CutPrefix(key, class)
		if ok && rest != "" && (rest[0] == '.' || rest[0] == '$') && (!task || slices.ContainsFunc(tasks, func(end string) bool { return strings.HasSuffix(key, end) })) {
			return true
		}
	}
	return false
}

// locked reports whether any thread of a block waits for a lock of java.util.concurrent.
func (all *stacks) locked(b *dump.Block) bool {
	for t := b.FirstThread; t < b.EndThread; t++ {
		if all.parked(&all.d.Threads[t]) {
			return true
		}
	}
	return false
}

// parked reports whether a thread waits for a lock of java.util.concurrent.
func (all *stacks) parked(t *dump.Thread) bool {
	if state := dump.ClassOf(t.State); state != dump.Waiting && state != dump.Timed {
		return false
	}
	for _, row := range all.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+looked)] {
		if all.d.FrameKind(row.Place) == dump.JavaFrame && concurrent.contains(all.key(row.Place)) {
			return true
		}
	}
	return false
}

// inCall reports whether the innermost frames of a thread, Java frames or native frames that run
// them, contain a call to another process.
func (all *stacks) inCall(thread int) bool {
	const innermost = 24 // kernel and native frames may come first
	t := &all.d.Threads[thread]
	for _, row := range all.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+innermost)] {
		if all.d.Mentions(row.Place, transact) && strings.Contains(all.key(row.Place), transact) {
			return true
		}
	}
	return false
}

// crashing returns the first thread of a block that handles an uncaught exception, and the line
// that shows it, or None.
func (all *stacks) crashing(b *dump.Block) (thread, line int) {
	for t := b.FirstThread; t < b.EndThread; t++ {
		for _, row := range all.d.Stack[all.d.Threads[t].FirstRow:all.d.Threads[t].EndRow] {
			if all.d.FrameKind(row.Place) == dump.JavaFrame && all.d.Mentions(row.Place, uncaught) && all.key(row.Place) == uncaught {
				return t, int(row.Line)
			}
		}
	}
	return None, 0
}

// aborting reports whether the virtual machine was aborting when it wrote a block. It returns the
// line that shows it and the aborting thread, None if that is not shown.
func (all *stacks) aborting(b *dump.Block) (thread, line int, aborting bool) {
	const above = 8 // lines above the block that still belong to it
	first := b.EndLine
	if b.FirstThread < b.EndThread {
		first = all.d.Threads[b.FirstThread].Line
	}
	line = None
	for i := max(0, b.Line-above); i < min(first, b.Line+above) && line == None; i++ {
		if begins(all.d.Content(i), aborts) {
			line = i
		}
	}
	for t := b.FirstThread; t < b.EndThread; t++ {
		at := &all.d.Threads[t]
		if at.State == "NativeForAbort" {
			return t, at.Line, true
		}
		for _, row := range all.d.Stack[at.FirstRow:at.EndRow] {
			const abort = "art::Runtime::Abort("
			if all.d.FrameKind(row.Place) == dump.NativeFrame && all.d.Mentions(row.Place, abort) && strings.Contains(all.key(row.Place), abort) {
				return t, int(row.Line), true
			}
		}
	}
	return None, line, line != None
}

// dumper returns the thread of a native dump that writes one of the virtual machine's dumps, and
// the line that shows it, or None.
func (all *stacks) dumper(b *dump.Block) (thread, line int) {
	for t := b.FirstThread; t < b.EndThread; t++ {
		for _, row := range all.d.Stack[all.d.Threads[t].FirstRow:all.d.Threads[t].EndRow] {
			const dumps = "DumpForSigQuit"
			if all.d.Mentions(row.Place, dumps) && strings.Contains(all.key(row.Place), dumps) {
				return t, int(row.Line)
			}
		}
	}
	return None, 0
}

// writesDump reports whether a thread runs the system code that dumps processes.
func (all *stacks) writesDump(thread int) bool {
	holder := &all.d.Threads[thread]
	for _, row := range all.d.Stack[holder.FirstRow:min(holder.EndRow, holder.FirstRow+deepest)] {
		if all.d.Mentions(row.Place, dumps) && strings.HasPrefix(all.key(row.Place), "com.android.server.") {
			return true
		}
	}
	return false
}
