package stack

import (
	"fmt"
	"testing"

	"traceglass/parser/profile"
)

// TestMainsFull: a full tree reports how many stacks end too early, and stops growing.
func TestMainsFull(t *testing.T) {
	var m Mains
	p := read("x: a.A")
	p.Dump.Threads[0].Tid = 1
	leaf := m.Add(p.Dump, p.Block)
	if leaf == profile.NoRow || m.Cut != 0 {
		t.Fatalf("the stack of main ends at %d, %d cut", leaf, m.Cut)
	}
	for i := range mostRows {
		m.tree.step(0, m.Names.number(key{Group, fmt.Sprint(i)}, "x"))
	}
	more := read("x: b.B a.A")
	more.Dump.Threads[0].Tid = 1
	if got := m.Add(more.Dump, more.Block); got != leaf || m.Cut != 1 || m.tree.Len() != mostRows {
		t.Errorf("a stack beyond the limit ends at %d, %d cut, %d rows", got, m.Cut, m.tree.Len())
	}
	if again := m.Add(p.Dump, p.Block); again != leaf || m.Cut != 1 {
		t.Errorf("one that is there ends at %d, %d cut", again, m.Cut)
	}
	bare := read("x: ")
	bare.Dump.Threads[0].Tid = 1
	if got := m.Add(bare.Dump, bare.Block); got != profile.NoRow {
		t.Errorf("no stack ends at %d", got)
	}
}
