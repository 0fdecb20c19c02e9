package tell

import "testing"

// TestMachineThread checks that names cut to 15 bytes, as the kernel keeps them, are recognised.
func TestMachineThread(t *testing.T) {
	for name, want := range map[string]string{
		"Signal Catcher":          "A thread of the virtual machine. Writes thread dumps when the process gets the signal for it.",
		"FinalizerWatchdogDaemon": "A thread of the virtual machine. Ends the process if a finalizer takes too long.",
		"FinalizerWatchd":         "A thread of the virtual machine. Ends the process if a finalizer takes too long.",
		"main":                    "", "pool-1-thread-1": "", "": "",
	} {
		if got := MachineThread(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}
