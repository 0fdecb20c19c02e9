package desk_test

import (
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/uitest"
)

// TestThreadKeys: a thread's key is the hash of its name, the same in every page. Threads with the same name
// get different keys, in the order of the trace. Another trace's threads have keys of their own.
func TestThreadKeys(t *testing.T) {
	d := desk.New(desk.NewPage(uitest.New()))
	of := func(threads ...message.Thread) *message.Description {
		about := &message.Description{Span: 1e9, Threads: threads}
		for _, t := range threads {
			about.Drawn[message.ThreadsByActivity] = append(about.Drawn[message.ThreadsByActivity], t.Index)
		}
		return about
	}
	d.Open(of([]message.Thread{{Index: 3, Name: "main"}, {Index: 5, Name: "io"}, {Index: 1, Name: "io"}, {Index: 7, Name: "线程"}, {Index: 2}, {Index: 9, Name: "io"}}...))
	for thread, want := range map[uint32]string{3: "ea90e208", 5: "42387c31", 1: "42387c32", 7: "6b397fcf", 2: "811c9dc5", 9: "42387c33", 4: ""} {
		if got := d.ThreadKey(thread); got != want {
			t.Errorf("thread %d has key %q, want %q", thread, got, want)
		}
		if got, ok := d.ThreadBy(want); ok != (want != "") || ok && got != thread {
			t.Errorf("key %q is of thread %d, %v", want, got, ok)
		}
		if want != "" && !strings.Contains(string(link.Encode(d)), want) {
			t.Errorf("the view for scripts lacks the key %s", want)
		}
	}
	d.Open(of(message.Thread{Index: 3, Name: "io"}))
	if got := d.ThreadKey(3); got != "42387c31" {
		t.Errorf("in another trace the key is %q", got)
	}
	if allocs := testing.AllocsPerRun(100, func() { d.ThreadKey(3) }); allocs > 0 {
		t.Errorf("a key that is known takes %v allocations", allocs)
	}

	// The maximum number of threads, all with one name, has as many keys.
	same := make([]message.Thread, 1<<16)
	for i := range same {
		same[i] = message.Thread{Index: uint32(i), Name: "pool"}
	}
	d.Open(of(same...))
	keys := map[string]bool{}
	for i := range same {
		keys[d.ThreadKey(uint32(i))] = true
	}
	if len(keys) != len(same) {
		t.Errorf("%d threads have %d keys", len(same), len(keys))
	}
}
