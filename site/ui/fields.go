package ui

// fieldHelp explains the fields that a dump prints of a thread.
var fieldHelp = map[string]string{
	"group":         "The Java thread's group. The app's threads are in main, helpers of the virtual machine in system.",
	"sCount":        "Requests that keep the thread suspended. 1 is normal in a dump; 0 means that it ran, or wrote the dump.",
	"dsCount":       "How many of these come from a debugger. Above 0 a debugger has stopped the thread.",
	"ucsCount":      "Suspensions that hold the app's code only, asked for by a debugger or another tool.",
	"s":             "Whether the thread was suspended: Y or N.",
	"flags":         "Bits of what is asked of the thread: 1 to suspend, 2 to run a checkpoint. 1 is normal in a dump.",
	"obj":           "Address of the java.lang.Thread object. It changes when the collector moves the object.",
	"self":          "Address of the virtual machine's record of the thread: the same for all its life, so good to find it again in another dump.",
	"sysTid":        "The kernel's number of the thread, unique on the device; main's is that of the process. System traces use it.",
	"nice":          "Weight in scheduling, -20 to 19, less runs more: 0 normal, 10 in the background, -10 the interface of the app in front.",
	"sched":         "Policy and real-time priority. Policy 0 is normal, 1 and 2 real-time, 3 batch, 5 idle. Dalvik printed those of the thread that wrote the dump.",
	"cgrp":          "The control group for the CPU: top-app is in front; background is throttled. An interface thread in background runs slowly.",
	"handle":        "The pthread's handle, good only to find the thread again.",
	"state":         "What the kernel says: R runs or is ready, S sleeps, D waits for a disk or driver, T stopped, t traced, Z ended.",
	"schedstat":     "Nanoseconds on a CPU, nanoseconds ready without one, and times it was given one. A large second figure: the device was too busy.",
	"utm":           "CPU time in the program's own code, in ticks; HZ of them make a second.",
	"stm":           "CPU time in the kernel for it, in ticks. Much of it: many system calls or page faults.",
	"core":          "The CPU core it ran on last.",
	"HZ":            "Ticks a second, the unit of utm and stm: 100 makes a tick 10 ms.",
	"stack":         "The guard at the low end of the stack, not the whole of it; stackSize says how large the stack is.",
	"stackSize":     "Size of the thread's stack. About 8 MB for main, 1 MB for others.",
	"held mutexes":  "Locks of the virtual machine itself, not of Java code. A shared mutator lock is normal; an exclusive one stops every thread.",
	"monitors held": "Java monitors that the thread owns.",
}
