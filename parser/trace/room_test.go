package trace

import (
	"fmt"
	"testing"
)

// TestRoom lists more methods than there is room for.
func TestRoom(t *testing.T) {
	r := NewReader(nil)
	r.text.section = methodsSection
	r.info.Methods = make([]Method, maxMethods-1)
	r.info.Threads = make([]Thread, maxThreads-1)
	for i := range 3 {
		r.methodLine(fmt.Appendf(nil, "%x\tC\tm", 4*i))
		r.threadLine(fmt.Appendf(nil, "%d\tt", i))
	}
	if n := r.info.Receipt.Count("too-many-listed"); n != 4 || len(r.info.Methods) != maxMethods {
		t.Errorf("%d lines left out, want 4; %d methods", n, len(r.info.Methods))
	}
}
