package wait

import (
	"fmt"
	"math"
	"strconv"
	"strings"

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
	switch {
	case q.b.Kind == dump.Channels:
		c.Rule, c.Text = "not-dumped", process(q.b)+" was not dumped, only where its threads stand in the kernel"
		for _, ch := range q.f.d.Channels[q.b.FirstChannel:q.b.EndRow] {
			if ch.SysTid != q.b.PID {
				continue
			}
			c.Lines = []int{int(ch.Line), q.b.Line}
			what := channel(ch.Word)
			switch {
			case ch.Word == "0":
				c.Confidence, c.Text = Likely, c.Text+"; main was running"
			case what == "":
				c.Text += "; main stands in " + clip(ch.Word, 60)
			default:
				c.Confidence, c.Text = Likely, c.Text+"; main stands in "+clip(ch.Word, 60)+": it "+what
			}
		}
		c.Text += "."
	case q.b.Kind == dump.Failed:
		c.Rule, c.Text = "not-dumped", process(q.b)+" could not be dumped, so what its main thread does is not known."
	case q.b.FirstThread == q.b.EndThread:
		c.Text = "The dump of " + process(q.b) + " has no threads."
	case !q.b.Opened && !q.b.Ended && !q.b.Reporter:
		c.Text = "The main thread is missing: the file holds only a part of this dump."
	case !q.b.Opened && !q.b.Reporter:
		c.Text = "The main thread is missing: the beginning of this dump is cut off or overwritten."
	case !q.b.Ended && !q.b.Reporter:
		c.Text = "The main thread is missing: this dump is cut off."
	default:
		c.Text = "No thread of this dump is the main thread."
	}
	return c
}

// channels say what a thread does that stands in a function of the kernel (section 14.2).
var channels = []struct{ names, what string }{
	{"futex_ pthread_", "waits for a lock or a condition"},
	{"do_epoll_wait ep_poll SyS_epoll_wait do_sys_poll poll_schedule_timeout do_select", "waits for events, as an idle thread does"},
	{"binder_", "waits in binder, for work or for an answer"},
	{"pipe_ sk_wait_data unix_stream_ inotify_read __skb_wait", "waits for data"},
	{"hrtimer_nanosleep __arm64_sys_nanosleep do_nanosleep", "sleeps"},
	{"wait_on_page_bit folio_wait lock_page io_schedule f2fs_ ext4_ jbd2_ swap_readpage", "waits for storage"},
	{"do_freezer_trap refrigerator", "is frozen"},
	{"proc_cgroup_show cgroup_", "is held up by work on its control group"},
	{"ptrace_stop", "is stopped by a tracer"},
	{"do_exit", "is ending"},
}

func channel(word string) string {
	for _, c := range channels {
		for name := range strings.FieldsSeq(c.names) {
			if strings.HasPrefix(word, name) {
				return c.what
			}
		}
	}
	return ""
}

// KernelHelp says what a thread does that stands in a function of the kernel.
func KernelHelp(c dump.Channel) string {
	what := channel(c.Word)
	switch {
	case c.Word == "0":
		what = "it runs"
	case what == "":
		what = "in this function"
	default:
		what = "it " + what
	}
	return "Where the thread stood in the kernel shortly before its stack was taken: " + what + "."
}

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
	c.Threads = cycles[0].Threads[:min(len(cycles[0].Threads), farthest)]
	var names []string
	for _, t := range c.Threads {
		w, _ := q.f.Graph(q.block).Of(t)
		c.Lines = append(c.Lines, w.Line)
		if len(names) < told {
			names = append(names, q.f.Name(t))
		}
	}
	kind := " are probably in a deadlock"
	if cycles[0].Certain {
		c.Confidence, kind = Certain, " are in a deadlock"
	}
	if more := len(cycles[0].Threads) - len(names); more > 0 {
		names = append(names, count(more, "other thread", "other threads"))
	}
	c.Text = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + kind + "; main does not wait for them."
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
	c.Text = "main serves a call of another process, " + in.title()
	below := *q.s
	below.java = q.s.java[depth+1:]
	for len(below.java) > 0 && below.java[0].Class == "android.os.Binder" {
		below.java = below.java[1:]
	}
	if out, ok := below.outgoing(); ok {
		c.Text += ", while its own call " + out.title() + " has no answer yet"
		c.Lines = append(c.Lines, out.line)
	}
	c.Text += "."
	return c, true
}

// traced: the kernel says that a tracer has stopped main.
func traced(q *inquiry, main string) (Claim, bool) {
	if q.main == None || q.s.KernelState != 't' || main == "debugger" {
		return Claim{}, false
	}
	return Claim{"traced", Likely, "A tracer has stopped main (kernel state t): a debugger, or a tool that reads its stack.", []int{q.attribute("state")}, []int{q.main}}, true
}

// crash: main handles an exception that nobody has caught.
func crash(q *inquiry, _ string) (Claim, bool) {
	if q.main == None {
		return Claim{}, false
	}
	for i := range q.s.java {
		if q.s.java[i].key == "java.lang.Thread.dispatchUncaughtException" {
			return Claim{"crash", Certain, "main handles an exception that nobody has caught: the app is about to end.", []int{q.s.java[i].line}, []int{q.main}}, true
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
			text := "main has used " + seconds(int64(used*1e6)) + " of processor time since it began, " + percent(math.Round(100*s.Of)) + " of what its process's threads have."
			return Claim{"busy", Likely, text, []int{q.attribute("utm")}, []int{q.main}}, true
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
	return Claim{"starved", Likely, "Since it began main has run for " + seconds(q.s.Running) + " and stood ready, waiting for a core, for " + seconds(q.s.Ready) + ": the phone is too busy.", []int{q.attribute("schedstat")}, []int{q.main}}, true
}

// background: the process that does not answer is among those that the system holds back.
func background(q *inquiry, _ string) (Claim, bool) {
	if q.main == None || q.f.hung != q.block {
		return Claim{}, false
	}
	switch q.s.Cgroup {
	case "bg_non_interactive", "background", "restricted", "apps/bg_non_interactive":
		return Claim{"background", Likely, "main is in the control group " + q.s.Cgroup + ", which the system gives little time on the cores.", []int{q.attribute("cgrp")}, []int{q.main}}, true
	}
	return Claim{}, false
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

// seconds writes processor time as tables of threads do: 2.43 s, 2:03 min.
func seconds(ns int64) string {
	if s := ns / 1e9; s >= 100 {
		return fmt.Sprintf("%d:%02d min", s/60, s%60)
	}
	return strconv.FormatFloat(float64(ns)/1e9, 'f', 2, 64) + " s"
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
				return Claim{"memory", Likely, "The process is about to run out of memory: " + clip(size, 20) + " are left, so it collects garbage again and again.", []int{line}, nil}, true
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
	want    string // memory, cpu, io
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
				if percent, err := strconv.ParseFloat(average, 64); err == nil && wants[want] != "" {
					s.stalled = append(s.stalled, stall{i, want, percent})
				}
			}
		}
	}
	return s
}

// wants are what tasks stand still for, in words.
var wants = map[string]string{"memory": "memory", "io": "storage", "cpu": "a core"}

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
	var found []string
	c := Claim{Rule: "load", Confidence: Likely}
	say := func(line int, text string) {
		found = append(found, text)
		c.Lines = append(c.Lines, line)
	}
	sys := q.f.sys()
	if len(sys.cpu) > 0 {
		var busiest *dump.CPURow
		table := &sys.cpu[0]
		for i := range table.Rows {
			row := &table.Rows[i]
			switch {
			case row.Total && row.IOWait >= wait:
				say(row.Line, "the cores waited for storage "+percent(row.IOWait)+" of the time")
			case row.Total && row.Percent >= all:
				say(row.Line, "all cores together were "+percent(row.Percent)+" busy")
			case row.Total || row.Thread:
			case row.ID == q.b.PID && row.Percent >= other && (main == "idle" || main == "cpu"):
				say(row.Line, "this process used "+percent(row.Percent)+" of a core")
			case row.ID == q.b.PID:
			case strings.HasPrefix(row.Name, "kswapd") && row.Percent >= swap:
				say(row.Line, "the kernel used "+percent(row.Percent)+" of a core to find free memory ("+clip(row.Name, 20)+")")
			case row.Percent >= other && (busiest == nil || row.Percent > busiest.Percent):
				busiest = row
			}
		}
		if busiest != nil {
			say(busiest.Line, clip(busiest.Name, 60)+" used "+percent(busiest.Percent)+" of a core")
		}
	}
	var stood []string
	for _, s := range sys.stalled {
		if s.percent >= long {
			stood = append(stood, percent(s.percent)+" of it for "+wants[s.want])
			c.Lines = append(c.Lines, s.line)
		}
	}
	if len(stood) > 0 {
		found = append(found, "tasks stood still ("+strings.Join(stood, ", ")+")")
	}
	if len(found) == 0 {
		return c, false
	}
	c.Text = "Around the time of the dump " + strings.Join(found, ", ") + "; that may have held it up."
	return c, true
}

func percent(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) + " %" }
