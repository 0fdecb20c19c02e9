package dump

import "strings"

// A Class groups the states of all versions by their meaning (section 10).
type Class uint8

const (
	NoState       Class = iota // not attached, native, or an unknown word
	Running                    // running Java code, or stopped while doing so
	InMachineCode              // in native code, at work or asleep in the kernel
	Blocked                    // wants a monitor held by another thread
	Waiting                    // in wait or parked, without a time limit
	Timed                      // the same with a time limit, or asleep
	Machine                    // waits for an event inside the virtual machine
	Ended
)

// StateWord returns a state in the form that all writers share: lower case, without blanks and
// underscores, and without the prefix of a service.
func StateWord(state string) string {
	state = strings.TrimPrefix(state, "THREAD_STATE_")
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(state, " ", ""), "_", ""))
}

// ClassOf returns the class of a state as printed by Dalvik (TIMED_WAIT), ART (TimedWaiting) or a
// crash service (timed waiting).
func ClassOf(state string) Class {
	word := StateWord(state)
	switch word {
	case "runnable", "suspended":
		return Running
	case "native", "nativerunnable", "nativewaiting":
		return InMachineCode
	case "monitor", "blocked", "waitingforlockinflation":
		return Blocked
	case "wait", "waiting":
		return Waiting
	case "timedwait", "timedwaiting", "sleeping":
		return Timed
	case "vmwait", "initializing", "starting", "nativeforabort":
		return Machine
	case "zombie", "terminated":
		return Ended
	}
	if strings.HasPrefix(word, "waiting") {
		return Machine
	}
	return NoState
}
