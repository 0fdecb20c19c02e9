package dump

import (
	"bytes"
	"strconv"
	"strings"
)

// A builder adds blocks, threads and their lines to the tables of a dump, and knows which are open.
type builder struct {
	d        *Dump
	sections *sections
	limit    int64
	kept     int64 // approximate bytes of the text and the tables

	block, outer int  // open block, and the block around one of kind Channels
	thread       int  // open thread: stack lines belong to it
	last         int  // last thread, open or not
	paused       int  // thread closed by a blank or doubtful line just before; else none
	added        bool // a line that does not belong to dumps has come since the thread's last line

	reporter reporter   // its facts are those of blocks without a first line
	writing  *logStream // stream whose block is open

	strings map[string]string
}

// reporter holds the heading of an in-app reporter.
type reporter struct {
	active           bool
	pid              int
	name, time       string
	fingerprint, abi string
}

// add adds a line to the text; ok is false beyond the limit.
func (u *builder) add(s []byte, kind LineKind) (i int, ok bool) {
	u.kept += int64(len(s)) + lineSize
	if u.kept > u.limit {
		u.d.Receipt.note("too-long", u.d.Text.Lines(), 1)
		return 0, false
	}
	u.d.Kinds = append(u.d.Kinds, kind)
	return u.d.Text.add(s), true
}

// openBlock begins a block at line i.
func (u *builder) openBlock(i int, kind BlockKind, o opener) {
	d := u.d
	u.kept += blockSize
	u.block = len(d.Blocks)
	d.Blocks = append(d.Blocks, Block{
		Kind: kind, PID: o.pid, Time: o.time, Opened: true, Section: u.sections.title, Declared: -1, Line: i, EndLine: i,
		FirstThread: len(d.Threads), EndThread: len(d.Threads), FirstChannel: len(d.Channels), EndRow: len(d.Channels),
	})
}

// blockFor returns the open block. Without one it begins a block whose first line is missing from
// the file.
func (u *builder) blockFor(i int) *Block {
	if u.block != none && u.d.Blocks[u.block].Kind >= Channels {
		u.closeBlock() // its end is missing: these lines cannot belong to it
		u.block, u.outer = u.outer, none
	}
	if u.block == none {
		u.openBlock(i, Java, opener{pid: u.reporter.pid, time: u.reporter.time})
		b := &u.d.Blocks[u.block]
		b.Opened, b.Reporter = false, u.reporter.active || u.writing != nil
		b.logged = u.writing != nil
		if b.logged {
			v, _ := number([]byte(u.writing.key))
			b.PID = int(v)
		}
		b.CommandLine, b.Fingerprint, b.ABI = u.reporter.name, u.reporter.fingerprint, u.reporter.abi
	}
	return &u.d.Blocks[u.block]
}

// endBlock ends the block of a pid at line i, its last. It reports whether no other block is open
// around it.
func (u *builder) endBlock(i, pid int) (outermost bool) {
	if u.block == none {
		u.d.Receipt.note("end-alone", i, 1)
		return false
	}
	b := &u.d.Blocks[u.block]
	if b.Opened && b.PID != pid {
		u.d.Receipt.note("end-of-other", i, 1)
	} else {
		b.PID, b.Ended = pid, true
	}
	b.EndLine = i + 1
	u.closeBlock()
	u.block, u.outer = u.outer, none
	return u.block == none
}

// closeBlocks closes all that is open.
func (u *builder) closeBlocks() {
	u.closeBlock()
	u.block, u.outer = u.outer, none
	u.closeBlock()
	u.last = none
}

// closeBlock closes the open block, if there is one.
func (u *builder) closeBlock() {
	u.closeThread()
	if u.block == none {
		return
	}
	b := &u.d.Blocks[u.block]
	if b.EndThread == b.FirstThread {
		b.FirstThread, b.EndThread = len(u.d.Threads), len(u.d.Threads)
	}
	if n := b.EndThread - 1; !b.Ended && n >= b.FirstThread {
		b.EndLine = max(b.EndLine, u.d.Threads[n].EndLine)
	}
	if b.Kind == Java && !b.listed {
		native := b.EndThread > b.FirstThread
		for t := b.FirstThread; t < b.EndThread; t++ {
			native = native && u.d.Threads[t].Shape == Bare
		}
		if native {
			b.Kind = Native
		}
	}
	if u.writing != nil && b.CommandLine == "" && (b.PID == 0 || strconv.Itoa(b.PID) == u.writing.key) {
		b.CommandLine = u.writing.name
	}
	if b.Runtime == Dalvik || b.Runtime == ART && b.early && b.Fingerprint == "" {
		b.Instant = true
	}
	u.block = none
}

// openThread begins a thread with the heading at line i, or at the lines up to i.
func (u *builder) openThread(from, i int, h Heading) {
	d := u.d
	u.closeThread()
	b := u.blockFor(from)
	for line := from; line <= i; line++ {
		u.d.Kinds[line] = HeadingLine
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
	h.State, h.Extra = u.intern([]byte(h.State)), u.intern([]byte(h.Extra))
	// A store console prints the heading twice, first without the priority.
	if n := len(d.Threads) - 1; n >= b.FirstThread && n < b.EndThread && h.Shape == Attached {
		if t := &d.Threads[n]; t.Shape == Console && !t.hasLines && t.EndLine == from && t.Name == h.Name && t.Tid == h.Tid {
			t.Heading, t.EndLine = h, i+1
			u.thread, u.last = n, n
			return
		}
	}
	if b.EndThread == b.FirstThread {
		b.FirstThread, b.EndThread = len(d.Threads), len(d.Threads)
	}
	u.kept, u.added = u.kept+threadSize, false
	d.Threads = append(d.Threads, Thread{
		Heading: h, Usage: Usage{HZ: 100}, Block: u.block, Line: from, EndLine: i + 1,
		FirstRow: len(d.Stack), EndRow: len(d.Stack), FirstLock: len(d.Locks), EndLock: len(d.Locks),
	})
	b.EndThread = len(d.Threads)
	u.thread, u.last = len(d.Threads)-1, len(d.Threads)-1
	if _, want := cutWant(d.content(i)); h.Shape == Service && want != nil {
		d.Locks = append(d.Locks, LockRow{uint32(i), none})
		d.Threads[u.thread].EndLock = len(d.Locks)
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
func (u *builder) closeThread() { u.thread, u.paused = none, none }

// pauseThread closes the thread but remembers it, so that resume can reopen it if a person added a
// line within its stack.
func (u *builder) pauseThread() {
	thread := u.thread
	u.closeThread()
	u.paused = thread
}

// roots begin the outermost frame of a complete stack.
var roots = []string{"java.lang.Thread.run", "dalvik.system.NativeStart.", "com.android.internal.os.ZygoteInit.main", "com.android.internal.os.RuntimeInit.main"}

// resume reopens the paused thread for a stack line s: an added line stands in between, and the
// stack has no end yet. Native frame 0 starts another stack, so it never resumes one.
func (u *builder) resume(s []byte) bool {
	if u.paused == none || !u.added || u.d.Threads[u.paused].Block != u.block || hasPrefix(s, "#00") || hasPrefix(s, "native: #00") {
		return false
	}
	t := &u.d.Threads[u.paused]
	if t.EndRow > t.FirstRow {
		at := u.d.Frame(u.d.Stack[t.EndRow-1].Place)
		name := at.Name()
		for _, root := range roots {
			if at.Kind == JavaFrame && strings.HasPrefix(name, root) {
				return false
			}
		}
	}
	u.thread, u.paused = u.paused, none
	return true
}

// ofThread assigns line i to the open thread.
func (u *builder) ofThread(i int, kind LineKind) *Thread {
	t := &u.d.Threads[u.thread]
	t.EndLine, t.hasLines, u.added = i+1, true, false
	u.d.Kinds[i] = kind
	return t
}

// frame adds a stack line to the open thread.
func (u *builder) frame(i int, s []byte, kind FrameKind) {
	t := u.ofThread(i, frameLines[kind])
	d := u.d
	d.Stack = append(d.Stack, Row{uint32(i), d.places.id(d, i, s, kind)})
	t.EndRow = len(d.Stack)
	if kind == NoteFrame && (hasPrefix(s, "... repeated") || hasPrefix(s, "***** printed")) {
		t.Truncated = true
	}
}

// lock adds a lock line to the open thread.
func (u *builder) lock(i int) {
	t := u.ofThread(i, LockLine)
	d := u.d
	row := none
	if t.EndRow > t.FirstRow {
		row = t.EndRow - 1
	}
	d.Locks = append(d.Locks, LockRow{uint32(i), int32(row)})
	t.EndLock = len(d.Locks)
}

// ofProcess assigns line i to the open block, or to a new one without a head.
func (u *builder) ofProcess(i int, kind LineKind) *Block {
	b := u.openOrHeadless(i)
	u.d.Kinds[i] = kind
	return b
}

func (u *builder) openOrHeadless(i int) *Block {
	if u.block != none {
		b := &u.d.Blocks[u.block]
		b.EndLine = i + 1
		return b
	}
	b := u.blockFor(i)
	b.EndLine = i + 1
	return b
}

// orphan places a thread's line without a heading above: the head of its thread is cut off or
// overwritten.
func (u *builder) orphan(i int) { u.d.Kinds[i] = OrphanLine }

// latency parses "DumpLatencyMs: 27.3", which comes after its thread.
func (u *builder) latency(i int, s []byte) {
	if u.last == none {
		u.orphan(i)
		return
	}
	u.d.Kinds[i] = LatencyLine
	t := &u.d.Threads[u.last]
	t.EndLine = i + 1
	if v, err := strconv.ParseFloat(string(trim(s[len("DumpLatencyMs: "):])), 64); err == nil {
		t.Latency, t.hasLatency = v, true
	}
}

// channelLine places a line of a block of wait channels. It rejects lines of threads: they show
// that the block's end is missing.
func (u *builder) channelLine(i int, s []byte) bool {
	b := &u.d.Blocks[u.block]
	after, tid, ok := cutNumber(s, "sysTid=")
	if !ok {
		return false
	}
	c := Channel{Line: uint32(i), SysTid: tid}
	word, rest := cutWord(after)
	if state, ok := bytes.CutPrefix(word, []byte("state=")); ok {
		if len(state) == 1 {
			c.KernelState = state[0]
		}
		word, _ = cutWord(rest)
	}
	c.Word = u.intern(word)
	u.d.Channels = append(u.d.Channels, c)
	b.EndRow = len(u.d.Channels)
	b.EndLine = i + 1
	u.d.Kinds[i] = ChannelLine
	return true
}

// intern returns one string for all equal s.
func (u *builder) intern(s []byte) string {
	if v, ok := u.strings[string(s)]; ok {
		return v
	}
	v := string(s)
	u.strings[v] = v
	u.kept += int64(len(v)) + stringSize
	return v
}
