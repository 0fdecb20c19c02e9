package wait

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// A call is a call to another process, identified by its frames (section 19.6).
type call struct {
	iface  string // interface without the suffix of either end ($Stub, Proxy); "" if the dump does not name it
	method string // "" if not known
	thread int
	line   int // of the frame that names the call
}

// title returns INTERFACE.METHOD, or "" if the dump names neither.
func (c *call) title() string {
	if c.method == "" {
		return c.iface
	}
	return c.iface + "." + c.method
}

// An incoming lists the calls that threads of a file serve, by title and section of the file.
type incoming map[service][]call

type service struct{ title, section string }

// Limits on how many servers of one call are compared: per process, and in total.
const (
	ofOne = 4
	ofAll = 64
)

const transact = "android.os.BinderProxy.transact"

// outgoing returns the call whose answer a thread waits for. One of the innermost frames sends it.
func (s *stack) outgoing() (c call, ok bool) {
	for i := range min(len(s.java), 3) {
		if key := s.java[i].key; key != transact && key != transact+"Native" {
			continue
		}
		for i++; i < len(s.java) && s.java[i].Class == "android.os.BinderProxy"; i++ {
		}
		if i == len(s.java) {
			return call{thread: s.row, line: s.java[i-1].line}, true
		}
		at := &s.java[i]
		return call{iface: platform.Interface(at.Class), method: at.Method, thread: s.row, line: at.line}, true
	}
	return call{}, false
}

// served returns the innermost call that a thread serves. Depth is the index of the Java frame
// through which the call entered the process.
func (s *stack) served() (c call, depth int, ok bool) {
	for i := range s.java {
		if key := s.java[i].key; !strings.HasPrefix(key, "android.os.Binder.execTransact") {
			continue
		}
		stub := i
		for stub > 0 && (s.java[stub-1].Method == "onTransact" || s.java[stub-1].Class == "android.os.Binder") {
			stub--
		}
		c = call{iface: platform.Interface(s.java[stub].Class), thread: s.row, line: s.java[stub].line}
		if stub > 0 {
			c.method = s.java[stub-1].Method
		}
		return c, i, true
	}
	return call{}, 0, false
}

// servers finds the threads that serve calls of other processes.
type servers struct {
	d      *dump.Dump
	stacks *stacks
	system *system
	calls  incoming
	read   bool // calls is read
}

// of lists the threads of other processes in the same section of the file that serve a call.
func (s *servers) of(c call) (found []call) {
	if !s.read {
		s.read, s.calls = true, s.incoming()
	}
	from := &s.d.Blocks[s.d.Threads[c.thread].Block]
	for _, in := range s.calls[service{c.title(), from.Section}] {
		if s.d.Blocks[s.d.Threads[in.thread].Block].PID != from.PID && in.thread != c.thread {
			found = append(found, in)
		}
	}
	return found
}

// incoming lists the calls that all threads serve.
func (s *servers) incoming() incoming {
	all := incoming{}
	type one struct {
		service
		pid int
	}
	counted := map[one]int{}
	for t := range s.d.Threads {
		thread := &s.d.Threads[t]
		for _, row := range s.d.Stack[thread.FirstRow:thread.EndRow] {
			const serves = "android.os.Binder.execTransact"
			if s.d.FrameKind(row.Place) == dump.JavaFrame && s.d.Mentions(row.Place, serves) && strings.HasPrefix(s.stacks.key(row.Place), serves) {
				if c, _, ok := s.stacks.of(t).served(); ok {
					b := &s.d.Blocks[thread.Block]
					at := service{c.title(), b.Section}
					if n := counted[one{at, b.PID}]; n < ofOne && len(all[at]) < ofAll {
						counted[one{at, b.PID}]++
						all[at] = append(all[at], c)
					}
				}
				break
			}
		}
	}
	return all
}

// peer returns the thread that serves a thread's call, None if the file does not show one. Pid is
// the called process if a vendor's list of current calls names it. Listed is false if only the
// stacks suggest the thread.
func (s *servers) peer(c call) (thread, pid int, listed bool) {
	sys := s.system.get()
	if under, ok := sys.calls[s.d.Threads[c.thread].SysTid]; ok {
		if t, ok := sys.threads[under.To.Tid]; ok && s.d.Blocks[s.d.Threads[t].Block].PID == under.To.PID {
			return t, under.To.PID, true
		}
		return None, under.To.PID, true
	}
	found := s.of(c)
	if len(found) == 0 {
		return None, 0, false
	}
	best := found[0].thread
	for _, in := range found {
		if dump.ClassOf(s.d.Threads[best].State) != dump.Blocked {
			best = in.thread
		}
	}
	if dump.ClassOf(s.d.Threads[best].State) != dump.Blocked {
		best = found[0].thread
	}
	return best, s.d.Blocks[s.d.Threads[best].Block].PID, false
}
