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
		r.methodLine(cursor{fmt.Appendf(nil, "%x\tC\tm", 4*i), 10 * int64(i)})
		r.threadLine(cursor{fmt.Appendf(nil, "%d\tt", i), 10*int64(i) + 5})
	}
	r.info.Receipt.describe(&r.info)
	want := Note{Code: "too-many-listed", Count: 4, Offset: 10}
	if n := r.info.Receipt.Notes; len(n) != 1 || n[0].Code != want.Code || n[0].Count != want.Count || n[0].Offset != want.Offset || n[0].Text == "" {
		t.Errorf("notes %+v, want %+v", n, want)
	}
	if len(r.info.Methods) != maxMethods || len(r.info.Threads) != maxThreads {
		t.Errorf("%d methods, %d threads", len(r.info.Methods), len(r.info.Threads))
	}
}
