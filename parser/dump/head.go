package dump

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A Topic is the information of a dump about one subject other than its stacks: why the system
// wrote it, how busy the device was, how full the heap was.
type Topic struct {
	Title   string
	Facts   []Fact // never empty
	Omitted int    // lines of the subject beyond the limit
}

// A Fact is one parsed line of a Topic, with its meaning.
type Fact struct {
	Line       int    // of Dump.Text
	Inner      bool   // detail of the fact above: a thread of a process, a phase of a collector
	Key, Value string // as printed; either may be ""
	Help       string // a sentence or two, "" for an unknown line
}

// Limits of a Topic.
const (
	mostFacts  = 60 // of a subject
	mostPhases = 3  // of a collector: the first ones took the most time
)

// The subjects, in the order of Head.
const (
	ofReport = iota
	whyTaken
	ofProcess
	ofCPU
	ofMemory
	ofPressure
	ofEvents
	ofHeap
	ofThreads
	ofHandling
	subjects
)

var titles = [subjects]string{
	ofReport: "Report", whyTaken: "Reason for the dump", ofProcess: "Process and system", ofCPU: "CPU", ofMemory: "Memory", ofPressure: "Pressure", ofEvents: "Critical events",
	ofHeap: "Heap and collector", ofThreads: "List of threads", ofHandling: "How the dump was made",
}

// Head returns the information around a block's stacks: facts about all processes of the file (in a
// bug report, of the block's section), and the block's own heading and statistics.
func (d *Dump) Head(block int) []Topic {
	b := &d.Blocks[block]
	from, to := d.sectionAround(b)
	h := header{d: d}
	h.report(b)
	for i := from; i < to; i++ {
		h.line(i, b)
	}
	var all []Topic
	for i := range h.parts {
		if len(h.parts[i].Facts) > 0 {
			h.parts[i].Title = titles[i]
			all = append(all, h.parts[i])
		}
	}
	return all
}

// sectionAround returns the lines of the bug report's section that contains a block, or all lines.
func (d *Dump) sectionAround(b *Block) (from, to int) {
	to = len(d.Kinds)
	if b.Kind == Reported {
		return b.Line, b.EndLine
	}
	if b.Section == "" {
		return 0, to
	}
	for i := b.Line - 1; i >= 0 && from == 0; i-- {
		if d.Kinds[i] == SectionLine {
			from = i
		}
	}
	if n := slices.Index(d.Kinds[b.Line:], SectionLine); n >= 0 {
		to = b.Line + n
	}
	return from, to
}

// report adds the facts of a service's record. The source and what follows from the dump itself are
// left out.
func (h *header) report(b *Block) {
	a := &h.d.About
	if !a.IsANR() {
		return
	}
	answers := [...]string{"", "yes", "no"}
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	for _, f := range []Fact{
		{Key: "service", Value: a.Source, Help: "The form of the file that the report is from."},
		{Key: "app version", Value: strings.TrimSpace(a.Version + " " + a.Code), Help: "The version that people read, then the version code."},
		{Key: "Android", Value: a.OS, Help: "The release of Android."},
		{Key: "API level", Value: number(int64(a.API)), Help: "The version of Android that apps see."},
		{Key: "device", Value: strings.Join(strings.Fields(a.Maker+" "+a.Model+" "+a.Device), " "), Help: "The maker, the model, and the name that it is sold by."},
		{Key: "time", Value: a.When(), Help: "When the ANR happened. A store says only the hour."},
		{Key: "reason", Value: a.Reason, Help: "Why the system took the dump, in one sentence."},
		{Key: "kind of ANR", Value: a.Kind, Help: "The event that the system waited for."},
		{Key: "in the foreground", Value: answers[a.Foreground], Help: "Whether the user saw the app."},
		{Key: "issue", Value: a.Issue, Help: "The service's own group of reports."},
		{Key: "users", Value: number(a.Users), Help: "How many users the record, or its issue, stands for."},
		{Key: "reports", Value: number(a.Count), Help: "How many reports the record, or its issue, stands for."},
		{Key: "samples", Value: number(int64(a.Samples)), Help: "How often main was sampled during the freeze. The stack is the most frequent one."},
	} {
		if f.Value != "" {
			f.Line = b.Line
			h.add(ofReport, f)
		}
	}
}

// A header sorts lines by their subjects.
type header struct {
	d      *Dump
	parts  [subjects]Topic
	phases int    // number of phases of the collector above
	above  int    // pid of the process above in a table of CPU usage
	of     string // resource under pressure: "memory"
}

func (h *header) line(i int, b *Block) {
	own := i >= b.Line && i < b.EndLine
	switch kind := h.d.Kinds[i]; kind {
	case SubjectLine, ReportLine:
		h.pair(whyTaken, i, kind.Help())
	case FailureLine:
		h.add(whyTaken, Fact{Line: i, Value: h.d.Content(i), Help: kind.Help()})
	case LoadLine:
		h.pair(ofCPU, i, "Tasks that ran, were ready, or waited for a disk, over 1, 5 and 15 minutes. More than the device has cores: it was overloaded.")
	case CPULine:
		h.usage(i)
	case MemoryLine:
		h.pair(ofMemory, i, kind.Help())
	case PressureLine:
		h.pressure(i)
	case EventLine:
		h.add(ofEvents, Fact{Line: i, Value: h.d.Content(i), Help: kind.Help()})
	case DurationsLine, TimingLine, DumpingLine:
		h.pair(ofHandling, i, kind.Help())
	case TransactionLine:
		h.add(ofHandling, Fact{Line: i, Value: h.d.Content(i), Help: kind.Help()})
	case BlockLine:
		if own {
			h.add(ofProcess, Fact{Line: i, Key: "pid " + strconv.Itoa(b.PID), Value: b.Time, Help: "The kernel's number of the process, and the device's time when its dump began."})
		}
	case CommandLine, ProcessLine:
		if own {
			h.pair(ofProcess, i, kind.Help())
		}
	case StatisticsLine:
		if own {
			h.statistics(i)
		}
	case ThreadsLine:
		if own {
			h.threads(i)
		}
	}
}

// add adds a fact, up to the limit.
func (h *header) add(subject int, f Fact) {
	p := &h.parts[subject]
	if len(p.Facts) == mostFacts {
		p.Omitted++
		return
	}
	p.Facts = append(p.Facts, f)
}

// pair adds a line "key: value" with the help on its key, else the given help.
func (h *header) pair(subject, i int, help string) {
	f := Fact{Line: i, Value: h.d.Content(i), Help: help}
	if key, value, ok := strings.Cut(f.Value, ": "); ok && len(key) < 40 {
		f.Key, f.Value = key, value
	}
	if own := headHelpOn(h.d.Content(i)); own != "" {
		f.Help = own
	}
	h.add(subject, f)
}

// headHelpOn returns the explanation of a line, regardless of the lines around it, or "".
func headHelpOn(line string) string {
	for _, k := range headHelp {
		if strings.HasPrefix(line, k.begins) {
			return k.help
		}
	}
	return ""
}

// Help returns the explanation of a line of the text, or "" for a blank one.
func (d *Dump) Help(line int) string {
	kind := d.Kinds[line]
	switch kind {
	case ReportLine, MemoryLine, ProcessLine:
		return cmp.Or(headHelpOn(d.Content(line)), kind.Help())
	}
	return kind.Help()
}

// usage adds a line of a table of CPU usage.
func (h *header) usage(i int) {
	text := h.d.Content(i)
	row, ok := parseCPURow(text)
	if !ok {
		h.add(ofCPU, Fact{Line: i, Value: text, Help: "How busy processes and threads were in that time: 100% is one core. \"Later\" means measured after the ANR."})
		return
	}
	key, value, _ := strings.Cut(text, ": ")
	f := Fact{Line: i, Inner: !row.Total && h.d.Text.indent(i) >= 4, Key: key, Value: value, Help: "A process: its share of one core, in its own code and in the kernel. A major fault had to wait for storage."}
	if !f.Inner {
		h.above = row.ID
	}
	switch {
	case f.Inner && row.ID == h.above && row.ID != 0:
		f.Help = "The main thread of the process above: its number is that of the process."
	case row.Total:
		f.Help = "All cores together. Much iowait: the device waited for its storage."
	case f.Inner:
		f.Help = "A thread of the process above."
	case row.Mark == '+':
		f.Help = "A process that began meanwhile."
	case row.Mark == '-':
		f.Help = "A process that ended meanwhile."
	}
	h.add(ofCPU, f)
}

// pressure adds a line of stall information, and remembers its resource.
func (h *header) pressure(i int) {
	text := h.d.Content(i)
	if path, ok := strings.CutPrefix(strings.TrimLeft(text, "- "), "Output from "); ok {
		path, _, _ = strings.Cut(path, " ")
		h.of = path[strings.LastIndexByte(path, '/')+1:]
		return
	}
	who, value, ok := strings.Cut(text, " ")
	if !ok || strings.HasPrefix(text, "-") {
		return
	}
	f := Fact{Line: i, Key: strings.TrimSpace(h.of + " " + who), Value: value, Help: "Percent of the last 10, 60 and 300 s in which at least one task waited for this resource; total in µs."}
	if who == "full" {
		f.Help = "Percent of the time in which all tasks waited for this resource at once."
	}
	h.add(ofPressure, f)
}

// statistics adds a line of the virtual machine's statistics.
func (h *header) statistics(i int) {
	text := h.d.Content(i)
	if strings.HasPrefix(text, "Done Dumping") {
		return
	}
	f := Fact{Line: i, Value: text}
	if key, value, ok := strings.Cut(text, ":"); ok {
		f.Key, f.Value = key, value
	} else if key, value, ok := strings.Cut(text, "="); ok {
		f.Key, f.Value = key, value
	} else if at := strings.IndexAny(text, "0123456789"); at > 0 && text[at-1] == ' ' {
		f.Key, f.Value = text[:at-1], text[at:]
	}
	f.Value = strings.TrimSpace(f.Value)
	switch {
	case strings.HasPrefix(text, "Start Dumping"):
		h.phases = 0
	case strings.Contains(text, "% C.I. ") && !strings.Contains(f.Key, " paused") && !strings.HasPrefix(text, "suspend all"):
		f.Inner, f.Help = true, "A phase of the collector or compiler above: total time, range of 99% of its runs, average, maximum."
		if h.phases++; h.phases > mostPhases {
			h.parts[ofHeap].Omitted++
			return
		}
	}
	for _, k := range statisticsHelp {
		if f.Help == "" && strings.Contains(text, k.begins) {
			f.Help = k.help
		}
	}
	if f.Help == "" {
		f.Help = StatisticsLine.Help()
	}
	h.add(ofHeap, f)
}

// threads adds a line that begins the list of threads. For Dalvik's own locks it adds one fact
// each.
func (h *header) threads(i int) {
	text := h.d.Content(i)
	locks, ok := strings.CutPrefix(text, "(mutexes: ")
	if !ok {
		f := Fact{Line: i, Value: text, Help: ThreadsLine.Help()}
		if strings.HasPrefix(text, "NATIVE THREADS") {
			f.Help = "The threads below belong to the process, but the virtual machine does not know them."
		}
		h.add(ofThreads, f)
		return
	}
	h.add(ofThreads, Fact{Line: i, Key: "mutexes", Help: "Locks of the virtual machine itself: 0 means free. In a hang, any other value points at the virtual machine."})
	for field := range strings.FieldsSeq(strings.TrimSuffix(locks, ")")) {
		key, value, _ := strings.Cut(field, "=")
		h.add(ofThreads, Fact{Line: i, Inner: true, Key: key, Value: value, Help: mutexHelp[key]})
	}
}

// HeadingFields returns the fields of a thread's heading other than its name and state, each with
// its meaning.
func (t *Thread) HeadingFields() []Fact {
	var all []Fact
	add := func(key, value, help string) {
		all = append(all, Fact{Line: t.Line, Key: key, Value: value, Help: help})
	}
	if t.Tid != 0 {
		add("tid", strconv.Itoa(t.Tid), "The virtual machine's number of the thread. 1 is main. Numbers of ended threads are reused. Locks name their holder by this number.")
	}
	if t.Prio != 0 {
		add("prio", strconv.Itoa(t.Prio), "Java priority, 1 to 10; 5 is normal. If the thread is not attached, its nice value determines the priority.")
	}
	if t.Daemon {
		add("daemon", "yes", "A daemon thread: the process may end while it runs.")
	}
	if t.Shape == Detached {
		add("not attached", "yes", "A native thread without a Java side: it has no frames of Java code.")
	}
	for _, k := range extraHelp {
		if strings.Contains(t.Extra, k.begins) {
			add("heading", k.begins, k.help)
		}
	}
	if ms, ok := t.DumpLatency(); ok {
		add("DumpLatencyMs", strconv.FormatFloat(ms, 'f', -1, 64), LatencyLine.Help())
	}
	return all
}

// A helped maps a prefix to an explanation.
type helped struct{ begins, help string }

var extraHelp = []helped{
	{"JIT", "The thread was inside compiled code."},
	{"SCHED_FIFO!", "It runs under a real-time scheduler, and can starve others."},
	{"SCHED_RR!", "It runs under a real-time scheduler, and can starve others."},
	{"(still starting up)", "The native thread runs, and its Java object is not published yet."},
	{"DisableFlipCount", "It is inside native code that forbids objects to move: the collector waits for it."},
	{"in thread flip", "The collector was just exchanging the thread's references, so the facts about this thread are incomplete."},
}

var mutexHelp = map[string]string{
	"tll":  "Guards the list of threads.",
	"tsl":  "Held by the one thread that suspends all others.",
	"tscl": "Guards the counters of suspensions.",
	"ghl":  "Guards the heap: held while it is collected.",
	"hwl":  "The heap worker's lock.",
	"hwll": "Guards the heap worker's list of work.",
}

var headHelp = []helped{
	{"Subject: ", "Why the system took the dump, in one sentence."},
	{"Reason: ", "Why the system took the dump, in one sentence."},
	{"ANR in ", "The process that did not answer, and the component."},
	{"PID: ", "The kernel's number of the process."},
	{"Parent: ", "The component that started this one."},
	{"ErrorId: ", "The system's number of this error. Logs and reports of this error have the same number."},
	{"Frozen: ", "Whether the system had frozen the process: frozen, it cannot answer."},
	{"Process: ", "The process that the report describes."},
	{"Package: ", "Package and version of the app."},
	{"Foreground: ", "Whether the app was in front."},
	{"Build: ", "The system's build."},
	{"Here are no Binder-related exception messages", "The system's list of binder transactions has none to show here: no call to another process that hung."},
	{"Pid(", "The kernel had this thread of the process in uninterruptible sleep (state D), which only a disk or a driver ends. Its stack could not be recorded meanwhile."},
	{"RssHwmKb: ", "The most memory that the process ever had resident, in KB."},
	{"RssKb: ", "Memory that the process has resident now, in KB."},
	{"RssAnonKb: ", "Resident memory of its own: heaps and stacks, in KB."},
	{"RssShmemKb: ", "Resident memory that it shares with other processes, in KB."},
	{"VmSwapKb: ", "Memory that was swapped out, in KB. A large value makes every access slow."},
	{"Original command line: ", "The command the process was started with, before it renamed itself."},
	{"Build fingerprint: ", "The system's exact build; the Android release follows the first colon."},
	{"Build type: ", "How the runtime was built: a debug build is slower."},
	{"ABI: ", "The processor's instructions: arm, arm64, x86, x86_64, riscv64."},
	{"Debug Store: ", "Events of the app that the system recorded last."},
	{"LongRunningMethods: ", "Methods that the runtime saw running long."},
	{"DurationsV", "How long the steps of handling the ANR took: the uptime of its trigger, then delays, all in ms. The meaning of each position differs between versions."},
}

// statisticsHelp is searched from the top, so more specific prefixes come first.
var statisticsHelp = []helped{
	{"Zygote loaded classes", "Classes shared from the process that all apps come from, and classes that this one loaded itself."},
	{"Loaded classes", "How many classes are loaded."},
	{"Classes initialized", "How many classes ran their initialisers, and how long these took."},
	{"Intern table", "Strings that are stored once for all equal ones."},
	{"JNI: ", "Whether native calls are checked, and how many global references native code holds. A number that grows without end is a leak: at 51,200 the app is ended."},
	{"Libraries: ", "Native libraries that the app loaded."},
	{"Heap trim", "Memory that was given back to the system."},
	{"Heap: ", "The Java heap: how much is free, used and reserved, and the number of objects."},
	{"Image spaces", "Files of prebuilt objects that the heap starts with."},
	{"Dumping cumulative Gc timings", "The lines below show the work of the garbage collector since the process began."},
	{"Start Dumping", "A collector or the compiler, and how often it ran; below it are the phases that took most time."},
	{" paused: ", "How long this collector stopped all of the app's threads: total, average, maximum."},
	{" total time: ", "How long this collector worked: in total, and per run."},
	{" freed-bytes", "How much one run of this collector freed: average, maximum, minimum."},
	{" freed", "How much this collector freed in total."},
	{" throughput", "How much this collector freed in a second."},
	{"Cumulative ", "How much the collector moved since the process began."},
	{"Free memory until OOME", "Memory that the app can still allocate before it runs out. Near 0, the app collects garbage all the time."},
	{"Free memory until GC", "Memory that the app can still allocate before the next collection."},
	{"Free memory", "Free memory of the heap at its present size."},
	{"Total memory", "The present size of the heap."},
	{"Max memory", "The maximum size of the heap."},
	{"Zygote space size", "The part of the heap shared from the process that all apps come from."},
	{"Total mutator paused time", "How long the collector stopped all Java threads, since the process began."},
	{"Total time waiting for GC to complete", "How long threads waited for a collection to end, since the process began."},
	{"Total time spent in GC", "How long the collector worked, since the process began."},
	{"Total blocking GC", "Collections that an allocation had to wait for."},
	{"Total pre-OOME GC count", "Collections because memory was about to run out."},
	{"Total GC", "All collections, since the process began."},
	{"Mean GC", "How much the collector frees in a second of its work."},
	{"Total number of allocations", "Objects allocated since the process began."},
	{"Total bytes", "Allocated and freed since the process began."},
	{"Histogram of", "A histogram: number of collections within ten seconds, then how often that number occurred."},
	{"ative bytes", "Native memory that the collector knows about."},
	{"suspend all histogram", "How long it took to stop all threads. A large Max means that one thread took long to stop."},
	{"JIT", "The just-in-time compiler."},
	{"Memory use", "Memory of the just-in-time compiler."},
	{"Compiling", "The just-in-time compiler."},
	{"ProfileSaver", "Writes the profiles that guide compilation ahead of time."},
	{"deoptimizations", "Compiled code that was thrown away, by reason."},
	{"/", "A file of compiled code, and how it was compiled: speed is compiled whole, verify and quicken run slowly at first."},
}
