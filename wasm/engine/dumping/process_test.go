package dumping

import (
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// TestLockLines checks that evidence of a deadlock across processes names the process of the other main.
func TestLockLines(t *testing.T) {
	var text strings.Builder
	if err := dumptest.Deadlock(&text); err != nil {
		t.Fatal(err)
	}
	_, about := openDumps(t, text.String())
	for i, want := range []string{"main waits, main holds", "main (pid 12034) waits, main (pid 12034) holds"} {
		var got []string
		for _, shows := range about.Processes[i].Claims[0].Shows {
			if strings.HasPrefix(shows, "main") {
				got = append(got, shows)
			}
		}
		if got := words.Plain(strings.Join(got, ", ")); got != want {
			t.Errorf("process %d: %q, want %q", i, got, want)
		}
	}
}

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
