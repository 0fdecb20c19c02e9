package dump

import "strings"

// FieldHelp returns one or two sentences about an attribute of a thread, or "" if it is not known.
func FieldHelp(key string) string { return fieldHelp[key] }

var fieldHelp = map[string]string{
	"group":         "The Java thread's group. The app's threads are in main, helpers of the virtual machine in system.",
	"sCount":        "Requests that keep the thread suspended. 1 is normal in a dump; 0 means that it ran, or wrote the dump.",
	"dsCount":       "The number of these suspensions from a debugger. Above 0, a debugger has stopped the thread.",
	"ucsCount":      "Suspensions that hold the app's code only, asked for by a debugger or another tool.",
	"s":             "Whether the thread was suspended: Y or N.",
	"flags":         "Requests to the thread, as bits: 1 to suspend, 2 to run a checkpoint. 1 is normal in a dump.",
	"obj":           "Address of the java.lang.Thread object. It changes when the collector moves the object.",
	"self":          "Address of the virtual machine's record of the thread. It never changes, so it identifies the thread in another dump.",
	"sysTid":        "The kernel's number of the thread, unique on the device; main's is that of the process. System traces use it.",
	"nice":          "Weight in scheduling, -20 to 19, less runs more: 0 normal, 10 in the background, -10 the interface of the app in front.",
	"sched":         "Policy and real-time priority. Policy 0 is normal, 1 and 2 real-time, 3 batch, 5 idle. Dalvik printed those of the thread that wrote the dump.",
	"cgrp":          "The control group for the CPU: top-app is in front; background is throttled. An interface thread in background runs slowly.",
	"handle":        "The pthread's handle, good only to find the thread again.",
	"state":         "The kernel's state: R runs or is ready, S sleeps, D waits for a disk or driver, T stopped, t traced, Z ended.",
	"schedstat":     "Nanoseconds on a CPU, nanoseconds ready without a CPU, and number of time slices, since the thread began. If the second is large, the thread often waited for a core.",
	"utm":           "CPU time in the program's own code, in ticks; HZ of them make a second.",
	"stm":           "CPU time in the kernel for the thread, in ticks. A high value means many system calls or page faults.",
	"core":          "The CPU core it ran on last.",
	"HZ":            "Ticks a second, the unit of utm and stm: 100 makes a tick 10 ms.",
	"stack":         "The guard at the low end of the stack, not the whole stack. stackSize is the size of the stack.",
	"stackSize":     "Size of the thread's stack. About 8 MB for main, 1 MB for other threads.",
	"held mutexes":  "Locks of the virtual machine itself, not of Java code. A shared mutator lock is normal; an exclusive one stops every thread.",
	"monitors held": "Java monitors that the thread owns.",
}

// StateHelp returns the explanation of a state as printed by any version, or "" if the word is not
// known.
func StateHelp(state string) string {
	return stateHelp[strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(state))]
}

var stateHelp = map[string]string{
	"runnable":                       "It runs Java code, or is ready to.",
	"suspended":                      "It ran Java code and was stopped for the dump, the collector or a debugger: read it as running.",
	"native":                         "It is in native code. It works, or sleeps in the kernel: its native frames and the kernel's state show which.",
	"blocked":                        "It wants to enter a synchronized block that another thread holds.",
	"blockedbutidle":                 "It waits for its next task, although its state is Blocked. The heap's daemon of Android 7 and 8 waits for work at an internal lock.",
	"monitor":                        "It wants to enter a synchronized block that another thread holds.",
	"waitingforlockinflation":        "It turns a simple lock into a full one, and must stop the holder first: read it as blocked.",
	"wait":                           "It waits without a limit of time: in Object.wait, parked, or for a thread to end.",
	"waiting":                        "It waits without a limit of time: in Object.wait, parked, or for a thread to end.",
	"timedwait":                      "It waits with a limit of time: in Object.wait, or asleep.",
	"timedwaiting":                   "It waits with a limit of time: in Object.wait, or parked.",
	"sleeping":                       "It sleeps, in Thread.sleep.",
	"vmwait":                         "It waits for something inside the virtual machine: the compiler, the collector, a signal.",
	"zombie":                         "It has ended; only its record is left.",
	"terminated":                     "It has ended; only its record is left.",
	"initializing":                   "It was created, but does not run yet.",
	"starting":                       "It was started, but is not ready to run Java code yet.",
	"unknown":                        "The virtual machine did not know the state.",
	"waitingfortaskprocessor":        "The thread for heap tasks has nothing to do.",
	"waitingforgctocomplete":         "It is stopped until a garbage collection ends.",
	"waitingperforminggc":            "It collects garbage.",
	"waitingforcheckpointstorun":     "It waits for the collector or the dump until other threads reach a point where they can be stopped.",
	"waitingfordebuggersend":         "It waits for a debugger.",
	"waitingfordebuggertoattach":     "It waits for a debugger.",
	"waitingfordebuggersuspension":   "It waits for a debugger.",
	"waitinginmaindebuggerloop":      "The thread of the debugger's connection, with nothing to do.",
	"waitingforjnionload":            "Another thread is loading the same native library.",
	"waitingforsignalcatcheroutput":  "It writes a dump.",
	"waitinginmainsignalcatcherloop": "The thread that writes dumps, with nothing to do.",
	"waitingfordeoptimization":       "A tool is changing how code runs.",
	"waitingformethodtracingstart":   "The recording of a method trace is being started.",
	"waitingforvisitobjects":         "A tool is going over the heap.",
	"waitingforgetobjectsallocated":  "A tool is going over the heap.",
	"waitingweakgcrootread":          "It reads a weak reference while the collector does not allow it.",
	"waitingforgcthreadflip":         "It waits for the collector to exchange its references.",
	"nativeforabort":                 "The virtual machine is ending after an error.",
	"(native)":                       "A native thread that the virtual machine does not know: it has no Java state.",
	"(notattached)":                  "A native thread that is not attached to the virtual machine: it has no Java state.",
}

// Help returns the explanation of lines of this kind, or "" for a blank one.
func (k LineKind) Help() string { return lineHelp[k] }

var lineHelp = [...]string{
	Unplaced:        "A line that does not belong to a dump. The warnings list it.",
	SubjectLine:     "Why the system took the dump.",
	CPULine:         "CPU usage around that time: of the device, of each process, of each thread.",
	LoadLine:        "Load averages of 1, 5 and 15 minutes: tasks that ran, were ready, or waited for a disk.",
	MemoryLine:      "Memory of the process that did not answer, in KB: resident (Rss), its peak (Hwm), swapped out.",
	PressureLine:    "How much of the time tasks waited for memory, a disk or a core.",
	EventLine:       "The system's log of critical events before the dump.",
	DurationsLine:   "How long the steps of handling the ANR took.",
	FailureLine:     "A dump was tried and failed. This line gives the reason.",
	ReportLine:      "A heading of the container of the dump: a drop box, a log, or an app's own report.",
	SectionLine:     "A section of the bug report.",
	DumpingLine:     "The system is about to dump a process, or has done so.",
	SkippedLine:     "A part of the report without thread dumps.",
	LogLine:         "A line of the log from another program.",
	ForeignLine:     "A line of another kind of file.",
	BlockLine:       "Here the dump of a process begins: its number and the time.",
	EndLine:         "Here the dump of a process ends.",
	CommandLine:     "The process's name.",
	ProcessLine:     "The build of the system, the kind of processor, or another fact of the process.",
	StatisticsLine:  "Figures of the virtual machine: its heap, its collections, its tables.",
	LoaderLine:      "A class loader, and where its classes come from.",
	MetricsLine:     "A metric of the virtual machine.",
	ThreadsLine:     "Here the list of threads begins, with their number.",
	ChannelLine:     "A thread's place in the kernel: its number, its state and the function it waits in.",
	TimingLine:      "How long the dump took.",
	TransactionLine: "A binder call in progress, in a format of the device's manufacturer.",
	HeadingLine:     "A thread: its name, priority, number in the virtual machine, and state.",
	AttributeLine:   "Attributes of the thread from the kernel and the virtual machine.",
	MonitorLine:     "A monitor that the thread holds.",
	JavaLine:        "A frame of Java or Kotlin code: class, method, and the place in the source.",
	NativeLine:      "A frame of native code: address, library and function.",
	KernelLine:      "A frame inside the kernel.",
	NoteLine:        "A comment from the program that wrote the dump.",
	LockLine:        "A monitor that the frame above holds, or waits for.",
	LatencyLine:     "Time between the signal and the dump of this thread.",
	OrphanLine:      "A line of a thread whose heading is missing.",
}
