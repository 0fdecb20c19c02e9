package tell

import (
	"strings"

	"traceglass/render/words"
)

// machineThreads describes the virtual machine's own threads, by the beginning of their names,
// because the kernel keeps 15 bytes of a name. Source: art/runtime, libcore's Daemons.java.
var machineThreads = []struct {
	name string
	does words.Text
}{
	{"Signal Catcher", "Writes thread dumps when the process gets the signal for it."},
	{"JDWP", "Talks to a debugger."}, {"ADB-JDWP", "Talks to a debugger."},
	{"HeapTaskDaemon", "Collects garbage in the background, and trims the heap."},
	{"ReferenceQueueD", "Puts references to collected objects into their queues."},
	{"FinalizerDaemon", "Runs finalizers of collected objects."},
	{"FinalizerWatchd", "Ends the process if a finalizer takes too long."},
	{"Jit thread pool", "Compiles methods that run often."},
	{"Profile Saver", "Saves which methods run often, for the compiler."},
	{"perfetto_hprof_", "Writes heap dumps when Perfetto asks for one."},
}

// MachineThread returns a sentence on the purpose of a thread of the virtual machine, or "" for any
// other thread.
func MachineThread(name string) string {
	for _, t := range machineThreads {
		if strings.HasPrefix(name, t.name) {
			return words.Say("A thread of the virtual machine. {1}", t.does.String())
		}
	}
	return ""
}
