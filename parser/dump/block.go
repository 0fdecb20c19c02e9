package dump

import (
	"strconv"
	"strings"
)

// openBlock begins a block at line i.
func (r *Reader) openBlock(i int, kind BlockKind, o opener) {
	d := &r.d
	r.kept += blockSize
	r.block = len(d.Blocks)
	d.Blocks = append(d.Blocks, Block{
		Kind: kind, PID: o.pid, Time: o.time, Opened: true, Section: r.section, Declared: -1, Line: i, EndLine: i,
		FirstThread: len(d.Threads), EndThread: len(d.Threads), FirstChannel: len(d.Channels), EndRow: len(d.Channels),
	})
}

// blockFor returns the open block. Without one it begins a block whose first line is missing from
// the file.
func (r *Reader) blockFor(i int) *Block {
	if r.block != none && r.d.Blocks[r.block].Kind >= Channels {
		r.closeBlock() // its end is missing: these lines cannot belong to it
		r.block, r.outer = r.outer, none
	}
	if r.block == none {
		r.openBlock(i, Java, opener{pid: r.reporter.pid, time: r.reporter.time})
		b := &r.d.Blocks[r.block]
		b.Opened, b.Reporter = false, r.reporter.active || r.writing != nil
		b.logged = r.writing != nil
		if b.logged {
			v, _ := number([]byte(r.writing.key))
			b.PID = int(v)
		}
		b.CommandLine, b.Fingerprint, b.ABI = r.reporter.name, r.reporter.fingerprint, r.reporter.abi
	}
	return &r.d.Blocks[r.block]
}

// endBlock ends the block of a pid at line i, its last.
func (r *Reader) endBlock(i, pid int) {
	if r.block == none {
		r.note("end-alone", i, 1)
		return
	}
	b := &r.d.Blocks[r.block]
	if b.Opened && b.PID != pid {
		r.note("end-of-other", i, 1)
	} else {
		b.PID, b.Ended = pid, true
	}
	b.EndLine = i + 1
	r.closeBlock()
	r.block, r.outer = r.outer, none
	if r.block == none {
		r.endLog()
	}
}

// closeBlocks closes all that is open.
func (r *Reader) closeBlocks() {
	r.closeBlock()
	r.block, r.outer = r.outer, none
	r.closeBlock()
	r.last = none
}

// closeBlock closes the open block, if there is one.
func (r *Reader) closeBlock() {
	r.closeThread()
	if r.block == none {
		return
	}
	b := &r.d.Blocks[r.block]
	if b.EndThread == b.FirstThread {
		b.FirstThread, b.EndThread = len(r.d.Threads), len(r.d.Threads)
	}
	if n := b.EndThread - 1; !b.Ended && n >= b.FirstThread {
		b.EndLine = max(b.EndLine, r.d.Threads[n].EndLine)
	}
	if b.Kind == Java && !b.listed {
		native := b.EndThread > b.FirstThread
		for t := b.FirstThread; t < b.EndThread; t++ {
			native = native && r.d.Threads[t].Shape == Bare
		}
		if native {
			b.Kind = Native
		}
	}
	if r.writing != nil && b.CommandLine == "" && (b.PID == 0 || strconv.Itoa(b.PID) == r.writing.key) {
		b.CommandLine = r.writing.name
	}
	if b.Runtime == Dalvik || b.Runtime == ART && b.early && b.Fingerprint == "" {
		b.Instant = true
	}
	r.block = none
}

// openThread begins a thread with the heading at line i, or at the lines up to i.
func (r *Reader) openThread(from, i int, h Heading) {
	d := &r.d
	r.closeThread()
	b := r.blockFor(from)
	r.region = noRegion
	for line := from; line <= i; line++ {
		r.kind(line, HeadingLine)
	}
	switch h.Shape {
	case Attached:
		b.listed = true
		if b.Runtime == UnknownRuntime && h.State != "" {
			b.Runtime = runtimeOf(h.State)
		}
	case Detached, Console, Service:
		b.listed = true
	}
	h.State, h.Extra = r.intern([]byte(h.State)), r.intern([]byte(h.Extra))
	// A store console prints the heading twice, first without the priority.
	if n := len(d.Threads) - 1; n >= b.FirstThread && n < b.EndThread && h.Shape == Attached {
		if t := &d.Threads[n]; t.Shape == Console && !t.hasLines && t.EndLine == from && t.Name == h.Name && t.Tid == h.Tid {
			t.Heading, t.EndLine = h, i+1
			r.thread, r.last = n, n
			return
		}
	}
	if b.EndThread == b.FirstThread {
		b.FirstThread, b.EndThread = len(d.Threads), len(d.Threads)
	}
	r.kept, r.added = r.kept+threadSize, false
	d.Threads = append(d.Threads, Thread{
		Heading: h, Usage: Usage{HZ: 100}, Block: r.block, Line: from, EndLine: i + 1,
		FirstRow: len(d.Stack), EndRow: len(d.Stack), FirstLock: len(d.Locks), EndLock: len(d.Locks),
	})
	b.EndThread = len(d.Threads)
	r.thread, r.last = len(d.Threads)-1, len(d.Threads)-1
	if _, want := cutWant(d.content(i)); h.Shape == Service && want != nil {
		d.Locks = append(d.Locks, LockRow{uint32(i), none})
		d.Threads[r.thread].EndLock = len(d.Locks)
	}
}

// runtimeOf returns the virtual machine that spells a state this way.
func runtimeOf(state string) Runtime {
	if state[0] < 'A' || state[0] > 'Z' {
		return UnknownRuntime
	}
	for _, c := range state {
		if c >= 'a' && c <= 'z' {
			return ART
		}
	}
	return Dalvik
}

// closeThread ends the open thread, if there is one.
func (r *Reader) closeThread() { r.thread, r.paused = none, none }

// pauseThread closes the thread but remembers it, so that resume can reopen it if a person added a
// line within its stack.
func (r *Reader) pauseThread() {
	thread := r.thread
	r.closeThread()
	r.paused = thread
}

// roots begin the outermost frame of a complete stack.
var roots = []string{"java.lang.Thread.run", "dalvik.system.NativeStart.", "com.android.internal.os.ZygoteInit.main", "com.android.internal.os.RuntimeInit.main"}

// resume reopens the paused thread for a stack line s: an added line stands in between, and the
// stack has no end yet. Native frame 0 starts another stack, so it never resumes one.
func (r *Reader) resume(s []byte) bool {
	if r.paused == none || !r.added || r.d.Threads[r.paused].Block != r.block || hasPrefix(s, "#00") || hasPrefix(s, "native: #00") {
		return false
	}
	t := &r.d.Threads[r.paused]
	if t.EndRow > t.FirstRow {
		at := r.d.Frame(r.d.Stack[t.EndRow-1].Place)
		name := at.Name()
		for _, root := range roots {
			if at.Kind == JavaFrame && strings.HasPrefix(name, root) {
				return false
			}
		}
	}
	r.thread, r.paused = r.paused, none
	return true
}

// ofThread assigns line i to the open thread.
func (r *Reader) ofThread(i int, kind LineKind) *Thread {
	t := &r.d.Threads[r.thread]
	t.EndLine, t.hasLines, r.added = i+1, true, false
	r.kind(i, kind)
	return t
}

// frame adds a stack line to the open thread.
func (r *Reader) frame(i int, s []byte, kind FrameKind) {
	t := r.ofThread(i, frameLines[kind])
	d := &r.d
	d.Stack = append(d.Stack, Row{uint32(i), d.places.id(d, i, s, kind)})
	t.EndRow = len(d.Stack)
	if kind == NoteFrame && (hasPrefix(s, "... repeated") || hasPrefix(s, "***** printed")) {
		t.Truncated = true
	}
}

// lock adds a lock line to the open thread.
func (r *Reader) lock(i int) {
	t := r.ofThread(i, LockLine)
	d := &r.d
	row := none
	if t.EndRow > t.FirstRow {
		row = t.EndRow - 1
	}
	d.Locks = append(d.Locks, LockRow{uint32(i), int32(row)})
	t.EndLock = len(d.Locks)
}
