package wait

import (
	"math"
	"strconv"
	"strings"
	"time"

	"traceglass/parser/dump"
)

// besides are the rules for further claims, the most telling first; main is the rule of the
// main claim.
var besides = []func(q *inquiry, main string) (Claim, bool){elsewhere, nested, traced, crash, reason}

// circumstances are further rules, on what may have slowed main down. A deadlock needs none.
var circumstances = []func(q *inquiry, main string) (Claim, bool){memory, load, starved, background, busy}

// without is the main claim on a block without a main thread.
func (q *inquiry) without() Claim {
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

// channels say what a thread does that stands in a function of the kernel (section 14.2).
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

// KernelWait is what a thread does that stands in a function of the kernel, NoCode if that
// is not known.
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

// told is how many threads of a deadlock elsewhere are named.
const told = 4

// elsewhere: other threads of the process are in a deadlock that main does not wait for.
func elsewhere(q *inquiry, main string) (Claim, bool) {
	if main == "deadlock" || q.b.FirstThread == q.b.EndThread {
		return Claim{}, false
	}
	cycles := q.f.Graph(q.block).Deadlocks()
	if len(cycles) == 0 {
		return Claim{}, false
	}
	c := Claim{Rule: "deadlock-elsewhere", Confidence: Likely}
	c.Code = LikelyDeadlockElsewhere
	c.Threads = cycles[0].Threads[:min(len(cycles[0].Threads), farthest)]
	for _, t := range c.Threads {
		w, _ := q.f.Graph(q.block).Of(t)
		c.Lines = append(c.Lines, w.Line)
		if len(c.Args.Threads) < told {
			c.Args.Threads = append(c.Args.Threads, q.f.Thread(t))
		}
	}
	if cycles[0].Certain {
		c.Confidence, c.Code = Certain, DeadlockElsewhere
	}
	c.Count = len(cycles[0].Threads) - len(c.Args.Threads)
	return c, true
}

// nested: main serves a call of another process while it waits for the answer to its own:
// the kernel lends the waiting thread.
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

// traced: the kernel says that a tracer has stopped main.
func traced(q *inquiry, main string) (Claim, bool) {
	if q.main == None || q.s.KernelState != 't' || main == "debugger" {
		return Claim{}, false
	}
	return Claim{Rule: "traced", Confidence: Likely, Fact: Fact{Code: Traced}, Lines: []int{q.attribute("state")}, Threads: []int{q.main}}, true
}

// crash: main handles an exception that nobody has caught.
func crash(q *inquiry, _ string) (Claim, bool) {
	if q.main == None {
		return Claim{}, false
	}
	for i := range q.s.java {
		if q.s.java[i].key == "java.lang.Thread.dispatchUncaughtException" {
			return Claim{Rule: "crash", Confidence: Certain, Fact: Fact{Code: Crashing}, Lines: []int{q.s.java[i].line}, Threads: []int{q.main}}, true
		}
	}
	return Claim{}, false
}

// busy: main runs, and has used most of the processor time of its process.
func busy(q *inquiry, main string) (Claim, bool) {
	const (
		enough = 2000 // ms
		most   = 0.6
	)
	if main != "cpu" || q.f.hung != q.block {
		return Claim{}, false
	}
	for _, s := range q.f.CPU(q.block) {
		if used := s.User + s.Kernel; s.Thread == q.main && used >= enough && s.Of >= most {
			return q.ofMain("busy", Fact{MainBusy, Args{Time: time.Duration(used * 1e6), Percent: math.Round(100 * s.Of)}}, "utm"), true
		}
	}
	return Claim{}, false
}

// starved: main was ready to run for longer than it ran.
func starved(q *inquiry, _ string) (Claim, bool) {
	const enough = 1e9 // ns; below, a process has just begun
	if q.main == None || q.f.hung != q.block || q.s.Ready < enough || q.s.Ready < q.s.Running {
		return Claim{}, false
	}
	return q.ofMain("starved", Fact{MainStarved, Args{Time: time.Duration(q.s.Running), Other: time.Duration(q.s.Ready)}}, "schedstat"), true
}

// background: the process that does not answer is among those that the system holds back.
func background(q *inquiry, _ string) (Claim, bool) {
	if q.main == None || q.f.hung != q.block {
		return Claim{}, false
	}
	switch q.s.Cgroup {
	case "bg_non_interactive", "background", "restricted", "apps/bg_non_interactive":
		return q.ofMain("background", Fact{MainInBackground, Args{Text: q.s.Cgroup}}, "cgrp"), true
	}
	return Claim{}, false
}

// ofMain is a likely claim that an attribute of main's shows.
func (q *inquiry) ofMain(rule string, f Fact, key string) Claim {
	return Claim{Rule: rule, Confidence: Likely, Fact: f, Lines: []int{q.attribute(key)}, Threads: []int{q.main}}
}

// attribute is the line of main's attributes that has a key, else that of its heading.
func (q *inquiry) attribute(key string) int {
	for line := q.s.Line; line < q.s.EndLine; line++ {
		if q.f.d.Kinds[line] == dump.AttributeLine && strings.Contains(q.f.d.Content(line), key+"=") {
			return line
		}
	}
	return q.s.Line
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

// A system is what a file says of the phone, read once.
type system struct {
	cpu     []dump.CPUTable
	calls   map[int]dump.Transaction // by the kernel's id of the thread that waits
	threads map[int]int              // row of Dump.Threads by the kernel's id, the first that has it
	stalled []stall
}

// A stall is how long tasks stood still for a want, in per cent of the last ten seconds.
type stall struct {
	line    int
	want    Code
	percent float64
}

func (f *Facts) sys() *system {
	if f.system != nil {
		return f.system
	}
	s := &system{cpu: f.d.CPU(), calls: map[int]dump.Transaction{}, threads: map[int]int{}}
	f.system = s
	for i := range f.d.Threads {
		if id := f.d.Threads[i].SysTid; id != 0 {
			if _, twice := s.threads[id]; !twice {
				s.threads[id] = i
			}
		}
	}
	want := ""
	for i, kind := range f.d.Kinds {
		switch kind {
		case dump.TransactionLine:
			if t, ok := dump.ParseTransaction(f.d.Content(i)); ok && t.From.Tid != 0 {
				s.calls[t.From.Tid] = t
			}
		case dump.PressureLine:
			line := f.d.Content(i)
			if _, path, ok := strings.Cut(line, "/proc/pressure/"); ok {
				want = strings.TrimRight(path, " -")
			}
			if average, ok := strings.CutPrefix(line, "some avg10="); ok {
				average, _, _ = strings.Cut(average, " ")
				if percent, err := strconv.ParseFloat(average, 64); err == nil && wants[want] != NoCode {
					s.stalled = append(s.stalled, stall{i, wants[want], percent})
				}
			}
		}
	}
	return s
}

// wants are what tasks stand still for.
var wants = map[string]Code{"memory": StalledMemory, "io": StalledStorage, "cpu": StalledCore}

// load: the phone was busy with something else, or waited for storage or memory.
func load(q *inquiry, main string) (Claim, bool) {
	const (
		wait  = 15 // per cent of all cores that wait for storage
		swap  = 20 // of one core, for finding free memory
		other = 80 // of one core, by one other process
		all   = 90 // of all cores
		long  = 20 // of the time, that some task stood still
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
	sys := q.f.sys()
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
	var stood []Fact
	for _, s := range sys.stalled {
		if s.percent >= long {
			stood = append(stood, Fact{s.want, Args{Percent: s.percent}})
			c.Lines = append(c.Lines, s.line)
		}
	}
	if len(stood) > 0 {
		c.List = append(c.List, Fact{LoadStalled, Args{List: stood}})
	}
	return c, len(c.List) > 0
}
