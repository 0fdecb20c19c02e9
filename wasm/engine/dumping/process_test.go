package dumping

import (
	"testing"

	"traceglass/parser/dump"
	"traceglass/wasm/message"
)

// TestClasses checks that both packages name the classes of states in the same order.
func TestClasses(t *testing.T) {
	for of, want := range map[dump.Class]message.StateClass{
		dump.NoState: message.StateUnknown, dump.Running: message.StateRunning, dump.InMachineCode: message.StateInNative, dump.Blocked: message.StateBlocked,
		dump.Waiting: message.StateWaiting, dump.Timed: message.StateTimed, dump.Machine: message.StateInMachine, dump.Ended: message.StateEnded,
	} {
		if got := class(of); got != want {
			t.Errorf("class %d is %d to the page, want %d", of, got, want)
		}
	}
}
