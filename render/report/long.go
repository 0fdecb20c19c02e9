package report

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// callsShown is how many of main's long-running calls are listed: those that took longest.
const callsShown = 24

// A long is what a thread dump keeps of the methods that ran long before it.
type long struct {
	bytes []byte
	line  int                                 // of the dump's text
	names interface{ NameTrace(*trace.Info) } // what gives its methods their original names, nil for nothing
}

// longRunning is that of a block, nil if it has none.
func longRunning(d *dump.Dump, b *dump.Block) (*long, int, error) {
	bytes, line, err := d.LongRunning(b)
	if line < 0 || err != nil {
		return nil, line, err
	}
	l := &long{bytes: bytes, line: line}
	l.names, _ = d.Names().(interface{ NameTrace(*trace.Info) })
	if _, err := l.read(new(longCalls)); err != nil {
		return nil, line, err
	}
	return l, line, nil
}

// read hands the records to sink.
func (l *long) read(sink trace.Sink) (*trace.Info, error) {
	reader := trace.NewReader(sink)
	if _, err := reader.Write(l.bytes); err != nil {
		return nil, err
	}
	err := reader.Close()
	return l.named(reader.Info()), err
}

// named is what the trace says of itself, with original names where they are known.
func (l *long) named(in *trace.Info) *trace.Info {
	if l.names != nil {
		l.names.NameTrace(in)
	}
	return in
}

// profile has the figures of all threads. The bytes have been read before, without an error.
func (l *long) profile() *profile.Profile {
	replay, reader := call.NewReplay(false)
	reader.Write(l.bytes)
	reader.Close()
	return profile.NewIndex(replay.Finish(), l.named(reader.Info())).Profile(profile.Whole, nil)
}

// longCalls are the calls of every thread, in order of entry.
type longCalls struct {
	calls  []longCall
	stacks [][]int // by trace.ThreadIndex: rows of calls that run
	last   int64   // ns of the last record of any thread
}

// A longCall ran from and to ns of the trace; open, it still ran when the trace ended.
type longCall struct {
	thread   trace.ThreadIndex
	method   trace.MethodIndex
	from, to int64
	depth    int
	open     bool
}

// Records follows the calls. Exits name no method in this encoding, so none can be of another
// than the topmost.
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

// long writes what main did before the dump, as far as the runtime kept it: the calls that took
// longest, in order of entry, each with how long before the end it began and how long it took.
func (w *explanation) long(b *dump.Block) {
	l, line, err := longRunning(w.d, b)
	if line < 0 {
		return
	}
	if err != nil {
		w.printf("  long-running methods (line %d) cannot be read: %s\n", w.d.Number(line), Clean(err.Error()))
		return
	}
	all := &longCalls{}
	info, _ := l.read(all)
	main := w.mainOf(info, b)
	var calls []longCall
	for _, c := range all.calls {
		if int(c.thread) == main {
			if c.open {
				c.to = all.last
			}
			calls = append(calls, c)
		}
	}
	if len(calls) == 0 {
		w.printf("  long-running methods (line %d): none on main, %s on %s\n", w.d.Number(line),
			plural(len(all.calls), "call", "calls"), plural(len(all.stacks), "other thread", "other threads"))
		return
	}
	w.printf("  before this, main ran, as far as the runtime kept it (line %d):\n", w.d.Number(line))
	left := len(calls) - callsShown
	if left > 0 {
		byLength := slices.Clone(calls)
		slices.SortStableFunc(byLength, func(a, b longCall) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
		least := byLength[callsShown-1]
		room := callsShown
		calls = slices.DeleteFunc(calls, func(c longCall) bool {
			if c.to-c.from < least.to-least.from || room == 0 {
				return true
			}
			room--
			return false
		})
	}
	for _, c := range calls {
		took := words.Plain(words.Duration(c.to - c.from))
		if c.open {
			took = "running"
		}
		indent := strings.Repeat("  ", min(c.depth, 20))
		w.printf("    %10s before the end  %10s  %s%s\n", words.Plain(words.Duration(all.last-c.from)), took, indent, Clean(info.Methods[c.method].Label()))
	}
	if left > 0 {
		w.printf("    and %s\n", plural(left, "shorter call", "shorter calls"))
	}
}

// mainOf is the row of the thread that is a block's main one, -1 without.
func (w *explanation) mainOf(info *trace.Info, b *dump.Block) int {
	tid := b.PID // the kernel's id of a process is that of its first thread
	if i := w.d.Main(b); i >= 0 && w.d.Threads[i].SysTid != 0 {
		tid = w.d.Threads[i].SysTid
	}
	for i := range info.Threads {
		if t := &info.Threads[i]; int(t.ID) == tid || tid == 0 && t.Name == "main" {
			return i
		}
	}
	return -1
}
