package wait

import (
	"fmt"
	"strings"
	"testing"
)

// graph writes the graph of a block's locks: arrows between tids, or to an object; ! is a
// deadlock.
func graph(f *Facts) string {
	l := f.Locks(0)
	box := func(i int) string {
		switch b := l.Boxes[i]; {
		case b.Thread != None:
			return fmt.Sprint(f.d.Threads[b.Thread].Tid)
		case b.Missing != 0:
			return fmt.Sprintf("object %d of %d", i, b.Missing)
		}
		return fmt.Sprintf("object %d", i)
	}
	var all []string
	for _, a := range l.Arrows {
		s := box(a.From) + "→" + box(a.To)
		if a.Deadlock {
			s += "!"
		}
		all = append(all, s)
	}
	if l.Left > 0 {
		all = append(all, fmt.Sprint("and ", l.Left))
	}
	return strings.Join(all, ", ")
}

func TestLocks(t *testing.T) {
	const wants = "waiting to lock <0x0%d> (a a.B)"
	want := func(id int, holder string) string { return fmt.Sprintf(wants, id) + holder }
	many := []string{"1 Runnable: locked <0x01> (a a.B)"}
	for tid := range MostWaits + 7 {
		many = append(many, fmt.Sprintf("%d Blocked: %s", tid+2, want(1, " held by thread 1")))
	}
	tests := []struct {
		name    string
		threads []string
		want    string
	}{
		{"nobody waits", []string{"1 Native: locked <0x01> (a a.B)"}, ""},
		{"deadlocks come first, then what main waits for", []string{
			"1 Blocked: " + want(1, " held by thread 4"),
			"2 Blocked: " + want(2, " held by thread 3") + "; locked <0x03> (a a.B)",
			"3 Blocked: " + want(3, " held by thread 2") + "; locked <0x02> (a a.B)",
			"4 Native: locked <0x01> (a a.B)",
			"5 Blocked: " + want(2, " held by thread 3"),
		}, "2→3!, 3→2!, 1→4, 5→3"},
		{"nobody is seen to hold it: one box an object", []string{"1 Blocked: " + want(5, ""), "2 Blocked: " + want(5, ""), "3 Blocked: " + want(6, "")}, "1→object 1, 2→object 1, 3→object 4"},
		{"its holder is not in the dump", []string{"1 Blocked: " + want(5, " held by thread 77")}, "1→object 1 of 77"},
	}
	for _, tt := range tests {
		if got := graph(NewFacts(read(t, art, tt.threads...))); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	l := NewFacts(read(t, art, many...)).Locks(0)
	if len(l.Arrows) != MostWaits || len(l.Boxes) != MostWaits+1 || l.Left != 7 {
		t.Errorf("of %d waits: %d arrows, %d boxes, %d left", len(many)-1, len(l.Arrows), len(l.Boxes), l.Left)
	}
}
