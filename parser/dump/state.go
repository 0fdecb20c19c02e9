package dump

import "strings"

// A Class groups the states of all versions by what they mean to a reader.
type Class uint8

const (
	NoState       Class = iota // not attached, native, or a word that is not known
	Running                    // running Java code, or stopped while doing so
	InMachineCode              // in native code, at work or asleep in the kernel
	Blocked                    // wants a monitor that another thread holds
	Waiting                    // in wait or parked, without a limit of time
	Timed                      // the same with one, or asleep
	Machine                    // waits for something inside the virtual machine
	Ended
)

// states are the words of Dalvik, then of ART; any other Waiting... of ART is Machine.
var states = map[string]Class{
	"ZOMBIE": Ended, "RUNNABLE": Running, "TIMED_WAIT": Timed, "MONITOR": Blocked, "WAIT": Waiting,
	"INITIALIZING": Machine, "STARTING": Machine, "NATIVE": InMachineCode, "VMWAIT": Machine, "SUSPENDED": Running,

	"Terminated": Ended, "Runnable": Running, "TimedWaiting": Timed, "Sleeping": Timed, "Blocked": Blocked,
	"Waiting": Waiting, "WaitingForLockInflation": Blocked, "NativeForAbort": Machine, "Starting": Machine,
	"Native": InMachineCode, "Suspended": Running,
}

// words are the states as crash services write them: "timed waiting" for TimedWaiting.
var words = map[string]Class{}

func init() {
	for state, class := range states {
		words[strings.ToLower(state)] = class
	}
}

// ClassOf is the class of a state as printed.
func ClassOf(state string) Class {
	if class, ok := states[state]; ok {
		return class
	}
	if class, ok := words[strings.ReplaceAll(strings.ToLower(state), " ", "")]; ok {
		return class
	}
	if strings.HasPrefix(state, "Waiting") {
		return Machine
	}
	return NoState
}
