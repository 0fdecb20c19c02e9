package trace

import (
	"fmt"
	"testing"
)

// TestRoom lists more methods and threads than the tables can hold, and then records one more.
func TestRoom(t *testing.T) {
	r := NewReader(nil)
	r.text.section = methodsSection
	r.file.info.Methods = make([]Method, maxMethods-1)
	r.file.info.Threads = make([]Thread, maxThreads-1)
	for i := range 3 {
		r.text.methodLine(cursor{fmt.Appendf(nil, "%x\tC\tm", 4*i), 10 * int64(i)})
		r.text.threadLine(cursor{fmt.Appendf(nil, "%d\tt", i), 10*int64(i) + 5})
	}
	r.lists.addMethod(99, 70)
	r.lists.addThread(99, 80)
	r.file.info.Receipt.describe(&r.file.info)
	got := ""
	for _, n := range r.file.info.Receipt.Notes {
		if n.Text == "" {
			t.Errorf("note %s has no sentence", n.Code)
		}
		got += fmt.Sprintf("%s×%d@%d ", n.Code, n.Count, n.Offset)
	}
	if want := "too-many-listed×4@10 too-many-methods×1@70 too-many-threads×1@80 "; got != want {
		t.Errorf("notes %s, want %s", got, want)
	}
	if len(r.file.info.Methods) != maxMethods || len(r.file.info.Threads) != maxThreads {
		t.Errorf("%d methods, %d threads", len(r.file.info.Methods), len(r.file.info.Threads))
	}
}
