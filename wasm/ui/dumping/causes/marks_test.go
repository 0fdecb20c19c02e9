package causes

import (
	"testing"

	"traceglass/wasm/message"
)

// TestFixedIn: a cause that is fixed in a version is back if dumps are of that version or a later one.
func TestFixedIn(t *testing.T) {
	versions := []message.CauseVersion{{Version: "7.9", Count: 5}, {Version: "7.10", Count: 2}, {Version: "7.11", Count: 1}}
	for version, want := range map[string]string{
		"":     "",
		"7.12": "",
		"7.11": "It is back: 1 dump is of version 7.11 or later.",
		"7.10": "It is back: 3 dumps are of version 7.10 or later.",
		"7.9":  "It is back: 8 dumps are of version 7.9 or later.",
	} {
		if got := (mark{State: fixed, Version: version}).back(versions); got != want {
			t.Errorf("fixed in %q: %q, want %q", version, got, want)
		}
	}
}

// TestKeptMarks: the browser keeps marks as lines, which marks of a cause that is not fixed enter without
// a version.
func TestKeptMarks(t *testing.T) {
	var m marks
	m.set("0123456789abcdef", mark{fixed, " 7.2 beta", "by\nthe cache"})
	m.set("fedcba9876543210", mark{mine, "7.2", ""})
	m.set("no id", mark{mine, "", ""})
	const want = "0123456789abcdef fixed:7.2beta by the cache\nfedcba9876543210 mine \n"
	if got := m.text(); got != want {
		t.Errorf("kept are %q, want %q", got, want)
	}
	var again marks
	again.read(want)
	if got := again.text(); got != want {
		t.Errorf("read again, they are %q", got)
	}
}
