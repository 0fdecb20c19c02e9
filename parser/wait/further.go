package wait

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"traceglass/parser/dump"
)

// furtherRules produce the claims after the main one, the most specific rule first. Parameter main
// is the rule of the main claim.
var furtherRules = []func(q *inquiry, main string) (Claim, bool){sampled, deadlockElsewhere, crash, collectorStuck, absent, nested, traced, otherWaiters, holding, reason, lacking}

// slowdownRules look for conditions that may have slowed main down. Explain skips them for a
// deadlock.
var slowdownRules = []func(q *inquiry, main string) (Claim, bool){uninterruptible, busyWithoutStack, memory, load, busy, collected, starved, background}

// withoutMain returns the main claim for a block without a main thread.
func (q *inquiry) withoutMain() Claim {
	c := Claim{Rule: "no-main", Confidence: CannotTell, Lines: []int{q.b.Line}}
	c.Process = process(q.b)
	switch {
	case q.b.Kind == dump.Channels:
		c.Rule, c.Code = "not-dumped", NotDumpedKernel
		for _, ch := range q.f.d.Channels[q.b.FirstChannel:q.b.EndRow] {
			if ch.SysTid != q.b.PID {
				continue
			}
			c.Lines = []int{int(ch.Line), q.b.Line}
			if ch.Word == "0" {
				c.Confidence, c.Code = Likely, NotDumpedRunning
				continue
			}
			c.Code, c.Text = NotDumpedStands, ch.Word
			if code := KernelWait(ch.Word); code != NoCode {
				c.Confidence, c.Then = Likely, &Fact{Code: code}
			}
		}
	case q.b.Kind == dump.Failed:
		c.Rule, c.Code = "not-dumped", NotDumped
	case q.b.Kind == dump.Reported:
		c.Code = OnlyReported
	case q.b.FirstThread == q.b.EndThread:
		c.Code = NoThreads
	case !q.b.Opened && !q.b.Ended && !q.b.Reporter:
		c.Code = NoMainInPart
	case !q.b.Opened && !q.b.Reporter:
		c.Code = NoMainCutFront
	case !q.b.Ended && !q.b.Reporter:
		c.Code = NoMainCut
	default:
		c.Code = NoMain
	}
	return c
}

// channels maps prefixes of kernel functions to the activity of a thread inside them (section
// 14.2).
var channels = []struct {
	names string
	code  Code
}{
	{"futex_ pthread_", AtLock},
	{"do_epoll_wait ep_poll SyS_epoll_wait do_sys_poll poll_schedule_timeout do_select", AtIdleEvents},
	{"binder_", AtBinder},
	{"pipe_ sk_wait_data unix_stream_ inotify_read __skb_wait", AtData},
	{"hrtimer_nanosleep __arm64_sys_nanosleep do_nanosleep", AtSleep},
	{"wait_on_page_bit folio_wait lock_page io_schedule f2fs_ ext4_ jbd2_ swap_readpage", AtStorage},
	{"do_freezer_trap refrigerator", Frozen},
	{"proc_cgroup_show cgroup_", AtControlGroup},
	{"ptrace_stop", AtTracer},
	{"do_exit", Ending},
}

// KernelWait returns the activity of a thread that is inside a kernel function, or NoCode if the
// function is not known.
func KernelWait(word string) Code {
	for _, c := range channels {
		for name := range strings.FieldsSeq(c.names) {
			if strings.HasPrefix(word, name) {
				return c.code
			}
		}
	}
	return NoCode
}

// collectorStuck: threads wait for the garbage collector, which itself waits for all threads to
// reach a safe point.
func collectorStuck(q *inquiry, _ string) (Claim, bool) {
	flips, waits := false, false
	var stuck []int
	runs := None
	running := 0
	for t := q.b.FirstThread; t < q.b.EndThread; t++ {
		thread := &q.f.d.Threads[t]
		switch thread.State {
		case "WaitingForGcThreadFlip":
			flips = true
		case "WaitingForGcToComplete":
			waits = true
		case "Runnable":
			if !begins(thread.Name, writers) {
				runs = t
				running++
			}
			continue
		default:
			continue
		}
		stuck = append(stuck, t)
	}
	if !flips || !waits {
		return Claim{}, false
	}
	c := Claim{Rule: "gc-stuck", Confidence: Likely, Fact: Fact{Code: CollectorStuck}, Threads: stuck[:min(len(stuck), farthest)]}
	for _, t := range c.Threads {
		c.Lines = append(c.Lines, q.f.d.Threads[t].Line)
		if len(c.Args.Threads) < mostNamed {
			c.Args.Threads = append(c.Args.Threads, q.f.Thread(t))
		}
	}
	c.Count = len(stuck) - len(c.Args.Threads)
	if running == 1 {
		c.Thread = q.f.threadArg(runs, q.block)
		c.Threads, c.Lines = append(slices.Clone(c.Threads), runs), append(c.Lines, q.f.d.Threads[runs].Line)
	}
	return c, true
}

// mostNamed is the largest number of threads that a claim names.
const mostNamed = 4

// deadlockElsewhere: other threads of the process are in a deadlock that main does not wait for.
func deadlockElsewhere(q *inquiry, main string) (Claim, bool) {
	if main == "deadlock" || q.b.FirstThread == q.b.EndThread {
		return Claim{}, false
	}
	cycles := q.f.Graph(q.block).Deadlocks()
	if len(cycles) == 0 {
		return Claim{}, false
	}
	c := Claim{Rule: "deadlock-elsewhere", Confidence: Likely}
	c.Code = LikelyDeadlockElsewhere
	var held []int
	c.Threads = cycles[0].Threads[:min(len(cycles[0].Threads), farthest)]
	for _, t := range c.Threads {
		w, _ := q.f.Graph(q.block).Of(t)
		c.Lines = append(c.Lines, w.Line)
		if w.Shown {
			held = append(held, w.HeldLine)
		}
		if len(c.Args.Threads) < mostNamed {
			c.Args.Threads = append(c.Args.Threads, q.f.Thread(t))
		}
	}
	if cycles[0].Certain {
		c.Confidence, c.Code = Certain, DeadlockElsewhere
	}
	c.Count = len(cycles[0].Threads) - len(c.Args.Threads)
	c.Lines = append(c.Lines, held...)
	return c, true
}

// nested: main serves a call from another process while it waits for the answer to its own call.
// The kernel borrows the waiting thread for this.
func nested(q *inquiry, _ string) (Claim, bool) {
	if q.main == None {
		return Claim{}, false
	}
	in, depth, ok := q.s.served()
	if !ok {
		return Claim{}, false
	}
	c := Claim{Rule: "binder-nested", Confidence: Certain, Threads: []int{q.main}, Lines: []int{in.line}}
	c.Code, c.Call = ServesCall, in.title()
	below := *q.s
	below.java = q.s.java[depth+1:]
	for len(below.java) > 0 && below.java[0].Class == "android.os.Binder" {
		below.java = below.java[1:]
	}
	if out, ok := below.outgoing(); ok {
		c.Code, c.Text = ServesCallInCall, out.title()
		c.Lines = append(c.Lines, out.line)
	}
	return c, true
}

// traced: the kernel reports that a tracer has stopped main.
func traced(q *inquiry, main string) (Claim, bool) {
	if q.main == None || q.s.KernelState != 't' || main == "debugger" {
		return Claim{}, false
	}
	return Claim{Rule: "traced", Confidence: Likely, Fact: Fact{Code: Traced}, Lines: []int{q.f.attribute(q.s.Thread, "state")}, Threads: []int{q.main}}, true
}

// busy: main is running and has run for most of its process's life. If that life is not known, main
// has used most of the CPU time.
func busy(q *inquiry, main string) (Claim, bool) {
	const (
		enough = 2 * time.Second
		most   = 0.6 // of the CPU time of all threads
		long   = 0.5 // of the process's life
	)
	if main != "cpu" || !q.s.HasTimes || q.s.Utm < 0 || q.s.Stm < 0 {
		return Claim{}, false
	}
	used := time.Duration(q.s.CPU() * float64(time.Second))
	life, line, exact := q.f.age(q.block)
	switch {
	case used < enough, life > 0 && float64(used) < long*float64(life):
		return Claim{}, false
	case exact:
		c := q.mainClaim("busy", Fact{MainBusyAllLife, Args{Time: used, Other: life}}, "utm")
		c.Lines = append(c.Lines, line)
		return c, true
	}
	for _, s := range q.f.CPU(q.block) {
		if s.Thread == q.main && s.Of >= most {
			return q.mainClaim("busy", Fact{MainBusy, Args{Time: used, Percent: math.Round(100 * s.Of)}}, "utm"), true
		}
	}
	return Claim{}, false
}

// age returns the age of a block's process at the time of the dump and the line that shows it, or 0
// if it is not known. If the file states when the process began, exact is true. Otherwise the age
// is a lower bound: the collector counts windows of time up to its last run.
func (f *Facts) age(block int) (life time.Duration, line int, exact bool) {
	const above = 60 // lines of a report's heading
	b := &f.d.Blocks[block]
	for i := max(0, b.Line-above); i < b.Line; i++ {
		text := f.d.Content(i)
		if began, ok := strings.CutPrefix(text, "Start time: '"); ok && b.Reporter {
			if s := secondsBetween(began, b.Time); s > 0 {
				return time.Duration(s * float64(time.Second)), i, true
			}
		}
		if ran, ok := strings.CutPrefix(text, "Process-Runtime: "); ok && f.hung == block {
			if ms, err := strconv.ParseInt(strings.TrimSpace(ran), 10, 64); err == nil && ms > 0 && ms < math.MaxInt64/int64(time.Millisecond) {
				return time.Duration(ms) * time.Millisecond, i, true
			}
		}
	}
	for i := b.Line; i < b.EndLine; i++ {
		if f.d.Kinds[i] != dump.StatisticsLine {
			continue
		}
		if windows, ok := strings.CutPrefix(f.d.Content(i), "Histogram of GC count per 10000 ms: "); ok {
			sum := int64(0)
			for window := range strings.SplitSeq(windows, ",") {
				_, n, _ := strings.Cut(window, ":")
				v, _ := strconv.ParseUint(n, 10, 24)
				sum = min(sum+int64(v), 1<<28)
			}
			return time.Duration(sum) * 10 * time.Second, i, false
		}
	}
	return 0, None, false
}

// collectors are the virtual machine's threads that collect garbage or do follow-up work.
var collectors = []string{"HeapTaskDaemon", "GCDaemon", "HeapWorker", "Heap thread pool", "HeapTrimmerDaemon", "ReferenceQueueDaemon", "FinalizerDaemon"}

// collected: garbage collection and its follow-up work used a large share of the CPU time.
func collected(q *inquiry, main string) (Claim, bool) {
	const (
		enough = 2000 // ms
		large  = 0.25 // of the CPU time of all threads
		named  = 3
	)
	if main == "idle" && q.f.hung != q.block {
		return Claim{}, false
	}
	c := Claim{Rule: "collector", Confidence: Likely}
	used, of := 0.0, 0.0
	for _, s := range q.f.CPU(q.block) {
		t := &q.f.d.Threads[s.Thread]
		if t.Name != "GC" && !begins(t.Name, collectors) || s.User+s.Kernel == 0 {
			continue
		}
		used, of = used+s.User+s.Kernel, of+s.Of
		if len(c.Args.Threads) < named {
			c.Args.Threads = append(c.Args.Threads, q.f.Thread(s.Thread))
			c.Threads = append(c.Threads, s.Thread)
			c.Lines = append(c.Lines, q.f.attribute(t, "utm"))
		} else {
			c.Count++
		}
	}
	c.Code, c.Time, c.Percent = CollectorBusy, time.Duration(used*float64(time.Millisecond)), math.Round(100*of)
	return c, used >= enough && of >= large
}

// starved: over its whole life, main was ready to run for longer than it ran.
func starved(q *inquiry, _ string) (Claim, bool) {
	const enough = 1e9 // ns; with less, the process has only begun
	if q.main == None || q.f.hung != q.block || q.s.Ready < enough || q.s.Ready < q.s.Running {
		return Claim{}, false
	}
	return q.mainClaim("starved", Fact{MainStarved, Args{Time: time.Duration(q.s.Running), Other: time.Duration(q.s.Ready)}}, "schedstat"), true
}

// holding: other threads wait for a lock that main holds.
func holding(q *inquiry, main string) (Claim, bool) {
	if q.main == None || main == "deadlock" {
		return Claim{}, false
	}
	g := q.f.Graph(q.block)
	behind := g.waitersOf(q.main)
	if len(behind) == 0 {
		return Claim{}, false
	}
	w, _ := g.Of(behind[0])
	if w.Why != Monitor {
		return Claim{}, false
	}
	c := Claim{Rule: "holds", Confidence: q.f.hopConfidence(&hop{from: w.Thread, to: q.main, wait: w}), Lines: []int{w.Line}, Threads: []int{q.main}}
	if w.Shown {
		c.Lines = append(c.Lines, w.HeldLine)
	}
	for _, t := range behind {
		other, _ := g.Of(t)
		c.Threads = append(c.Threads, t)
		c.Lines = append(c.Lines, other.Line)
	}
	c.Fact = Fact{MainHolds, Args{Object: &w.Object, Count: len(behind)}}
	return c, true
}

// otherWaiters: main is idle or missing, and threads wait for a lock. The claim shows the chain
// that blocks most of them.
func otherWaiters(q *inquiry, main string) (Claim, bool) {
	if main != "idle" && main != "no-main" {
		return Claim{}, false
	}
	for _, queue := range q.f.Queues(q.block) {
		from := queue.Waiters[0]
		if from == q.main || IdleHeapTask(q.f.d, &q.f.d.Threads[from]) {
			continue
		}
		p := q.f.follower.path(from)
		if p.closes != None {
			continue // reported as a deadlock
		}
		a := q.f.doing(q.f.stacks.of(p.root(from)))
		c := Claim{Rule: "elsewhere", Confidence: max(q.f.sureAll(&p), min(a.confidence, Likely)), Hops: q.f.hops(&p, q.block), End: a.lines[0]}
		c.Fact = Fact{OthersWait, Args{Thread: q.f.threadArg(from, q.block), Then: &a.Fact, Count: len(p.hops), Number: len(queue.Waiters), Behind: queue.Behind, More: q.waitElsewhere(queue.Object)}}
		switch {
		case len(p.hops) == 0 && main != "idle":
			continue // no hop to show
		case len(p.hops) == 0:
			c.Code = OthersWaitUnseen
		case main != "idle":
			c.Code = OthersWaitAlone
		}
		c.Lines, c.Threads = p.shown(from)
		c.Lines = append(c.Lines, a.lines...)
		c.Threads = append(c.Threads[1:], from) // the holder is the subject
		return c, true
	}
	return Claim{}, false
}

// waitElsewhere counts the threads that wait for a monitor, but not for object, directly or behind other threads.
func (q *inquiry) waitElsewhere(object dump.Object) (n int) {
	g := q.f.Graph(q.block)
	for _, w := range q.f.Waits(q.block) {
		at := w
		for steps := 0; w.Why == Monitor && at.Object != object; steps++ {
			next, ok := g.Of(at.For)
			if !ok || steps == farthest {
				n++
				break
			}
			at = next
		}
	}
	return n
}

// background: the system restricts the process that did not answer to the background.
func background(q *inquiry, _ string) (Claim, bool) {
	if q.main == None || q.f.hung != q.block {
		return Claim{}, false
	}
	switch q.s.Cgroup {
	case "bg_non_interactive", "background", "restricted", "apps/bg_non_interactive":
		return q.mainClaim("background", Fact{MainInBackground, Args{Text: q.s.Cgroup}}, "cgrp"), true
	}
	return Claim{}, false
}

// mainClaim returns a likely claim that one of main's attributes supports.
func (q *inquiry) mainClaim(rule string, f Fact, key string) Claim {
	return Claim{Rule: rule, Confidence: Likely, Fact: f, Lines: []int{q.f.attribute(q.s.Thread, key)}, Threads: []int{q.main}}
}

// attribute returns the line of a thread's attributes that contains a key, or else the line of its
// heading.
func (f *Facts) attribute(t *dump.Thread, key string) int {
	for line := t.Line; line < t.EndLine; line++ {
		if f.d.Kinds[line] == dump.AttributeLine && strings.Contains(f.d.Content(line), key+"=") {
			return line
		}
	}
	return t.Line
}

// memory: the process that does not answer is about to run out of memory.
func memory(q *inquiry, _ string) (Claim, bool) {
	const little = 1 << 20 // bytes
	if q.f.hung != q.block {
		return Claim{}, false
	}
	for line := q.b.Line; line < q.b.EndLine; line++ {
		if q.f.d.Kinds[line] != dump.StatisticsLine {
			continue
		}
		if size, ok := strings.CutPrefix(q.f.d.Content(line), "Free memory until OOME "); ok {
			if free, ok := dump.ParseSize(size); ok && free < little {
				return Claim{Rule: "memory", Confidence: Likely, Fact: Fact{MemoryLow, Args{Text: size}}, Lines: []int{line}}, true
			}
		}
	}
	return Claim{}, false
}

// A system holds the facts about the device that a file contains. It is read once.
type system struct {
	d       *dump.Dump
	read    bool
	cpu     []dump.CPUTable
	calls   map[int]dump.Transaction // by kernel id of the waiting thread
	threads map[int]int              // row of Dump.Threads by kernel id, the first with that id
	stalled []stall
	asleep  map[int][]sleeper // by process
}

// A sleeper is a thread that the kernel reported in uninterruptible sleep, and the line of the
// report.
type sleeper struct {
	dump.Sleeper
	line int
}

// A stall is the share of the last ten seconds that tasks spent waiting for a resource. Percent
// counts time while some task waited, percentAll time while all did; percentAll is 0 if the file
// does not give it.
type stall struct {
	want                Code
	line, allLine       int
	percent, percentAll float64
}

// get returns the facts, which it reads on first use.
func (s *system) get() *system {
	if s.read {
		return s
	}
	s.read = true
	s.cpu, s.calls, s.threads, s.asleep = s.d.CPU(), map[int]dump.Transaction{}, map[int]int{}, map[int][]sleeper{}
	for i := range s.d.Threads {
		if id := s.d.Threads[i].SysTid; id != 0 {
			if _, twice := s.threads[id]; !twice {
				s.threads[id] = i
			}
		}
	}
	want := ""
	for i, kind := range s.d.Kinds {
		switch kind {
		case dump.TransactionLine:
			if t, ok := dump.ParseTransaction(s.d.Content(i)); ok && t.From.Tid != 0 {
				s.calls[t.From.Tid] = t
			}
		case dump.ReportLine:
			if t, ok := dump.ParseSleeper(s.d.Content(i)); ok {
				s.asleep[t.PID] = append(s.asleep[t.PID], sleeper{t, i})
			}
		case dump.PressureLine:
			line := s.d.Content(i)
			if _, path, ok := strings.Cut(line, "/proc/pressure/"); ok {
				want = strings.TrimRight(path, " -")
			}
			who, rest, _ := strings.Cut(line, " avg10=")
			average, _, _ := strings.Cut(rest, " ")
			percent, err := strconv.ParseFloat(average, 64)
			if err != nil || wants[want] == NoCode {
				continue
			}
			switch last := len(s.stalled) - 1; {
			case who == "some":
				s.stalled = append(s.stalled, stall{want: wants[want], line: i, percent: percent})
			case who == "full" && last >= 0 && s.stalled[last].want == wants[want]:
				s.stalled[last].allLine, s.stalled[last].percentAll = i, percent
			}
		}
	}
	return s
}

// uninterruptible: the kernel had a thread of the process in a sleep that only a disk or a driver
// can end. If this is the thread that writes the stacks, it explains why they are missing.
func uninterruptible(q *inquiry, _ string) (Claim, bool) {
	if q.b.PID == 0 {
		return Claim{}, false
	}
	all := q.f.system.get().asleep[q.b.PID]
	if len(all) == 0 {
		return Claim{}, false
	}
	c := Claim{Rule: "uninterruptible", Confidence: Certain}
	first := &all[0]
	for i := range all[:min(len(all), farthest)] {
		c.Lines = append(c.Lines, all[i].line)
		if begins(all[i].Name, writers) {
			first = &all[i]
		}
	}
	c.Fact = Fact{ThreadUninterruptible, Args{Thread: &Thread{Row: None, Tid: first.Tid, Name: first.Name, Main: first.Tid == first.PID}, Count: len(all) - 1}}
	if q.b.FirstThread == q.b.EndThread && begins(first.Name, writers) {
		c.Code, c.Confidence = WriterUninterruptible, Likely
	}
	return c, true
}

// busyWithoutStack: the file has no stack of main but shows how busy it was, in the row of the CPU
// usage table with the pid of the process.
func busyWithoutStack(q *inquiry, _ string) (Claim, bool) {
	const much = 60 // percent of a core
	if q.main != None || q.b.PID == 0 {
		return Claim{}, false
	}
	whole, main := q.usage()
	if main == nil || main.Percent < much {
		return Claim{}, false
	}
	return Claim{
		Rule: "busy", Confidence: Likely, Lines: []int{main.Line, whole.Line},
		Fact: Fact{MainUsed, Args{Percent: main.Percent, Then: &Fact{LoadSelf, Args{Percent: whole.Percent}}}},
	}, true
}

// usage returns the rows of a process and of its main thread in the CPU usage table that covers the
// time of the dump, or nil.
func (q *inquiry) usage() (whole, main *dump.CPURow) {
	tables := q.f.system.get().cpu
	for i := range tables {
		t := &tables[i]
		switch {
		case q.b.Kind == dump.Reported && (t.Line < q.b.Line || t.Line >= q.b.EndLine):
			continue
		case q.b.Kind != dump.Reported && q.f.hung != q.block:
			return nil, nil
		}
		for r := range t.Rows {
			switch row := &t.Rows[r]; {
			case row.ID != q.b.PID || row.Total:
			case !row.Thread:
				whole = row
			case whole != nil:
				return whole, row
			}
		}
		return whole, nil
	}
	return nil, nil
}

// wants maps the resources of pressure lines to codes.
var wants = map[string]Code{"memory": StalledMemory, "io": StalledStorage, "cpu": StalledCore}

// load: the device was busy with other work, or waited for storage or memory.
func load(q *inquiry, main string) (Claim, bool) {
	const (
		wait  = 15 // percent of all cores waiting for storage
		swap  = 20 // percent of one core, spent on freeing memory
		other = 80 // percent of one core, used by one other process
		all   = 90 // percent of all cores
		long  = 20 // percent of the time that some task waited
	)
	if q.f.hung != q.block {
		return Claim{}, false
	}
	c := Claim{Rule: "load", Confidence: Likely}
	c.Code = LoadNear
	say := func(row *dump.CPURow, code Code, percent float64) {
		c.List = append(c.List, Fact{code, Args{Percent: percent, Text: row.Name}})
		c.Lines = append(c.Lines, row.Line)
	}
	sys := q.f.system.get()
	if len(sys.cpu) > 0 {
		var busiest *dump.CPURow
		table := &sys.cpu[0]
		for i := range table.Rows {
			row := &table.Rows[i]
			switch {
			case row.Total && row.IOWait >= wait:
				say(row, LoadIOWait, row.IOWait)
			case row.Total && row.Percent >= all:
				say(row, LoadAll, row.Percent)
			case row.Total || row.Thread:
			case row.ID == q.b.PID && row.Percent >= other && (main == "idle" || main == "cpu"):
				say(row, LoadSelf, row.Percent)
			case row.ID == q.b.PID:
			case strings.HasPrefix(row.Name, "kswapd") && row.Percent >= swap:
				say(row, LoadSwap, row.Percent)
			case row.Percent >= other && (busiest == nil || row.Percent > busiest.Percent):
				busiest = row
			}
		}
		if busiest != nil {
			say(busiest, LoadOther, busiest.Percent)
		}
	}
	for _, s := range sys.stalled {
		switch {
		case s.percent < long:
		case s.percentAll > 0:
			c.List = append(c.List, Fact{AllStalled, Args{Percent: s.percentAll, Then: &Fact{Code: s.want}}})
			c.Lines = append(c.Lines, s.allLine)
		default:
			c.List = append(c.List, Fact{SomeStalled, Args{Percent: s.percent, Then: &Fact{Code: s.want}}})
			c.Lines = append(c.Lines, s.line)
		}
	}
	return c, len(c.List) > 0
}
