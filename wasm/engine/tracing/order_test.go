package tracing

import (
	"slices"
	"testing"

	"traceglass/parser/story"
	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// TestDrawn checks that the order in the description is that of the timeline and has every thread
// once.
func TestDrawn(t *testing.T) {
	for _, name := range []string{"", "fenix-regular"} {
		e, d := open(t, tracetest.Bytes("worker 0/0>A 50/40<A main 1/1>A 5/2<A Zed 0/0>A 90/80<A"))
		if name != "" {
			e, d = open(t, corpus(t, name))
		}
		for sort, drawn := range d.Drawn {
			q := e.timeline.query(&message.Timeline{Sort: message.ThreadSort(sort), Hidden: []uint32{drawn[0]}})
			var rows []uint32
			for _, t := range q.Threads {
				rows = append(rows, uint32(t))
			}
			if !slices.Equal(rows, drawn[1:]) {
				t.Errorf("%s by %d: drew %v, reported %v", name, sort, rows, drawn)
			}
			all := slices.Sorted(slices.Values(drawn))
			if !slices.EqualFunc(all, d.Threads, func(i uint32, t message.Thread) bool { return i == t.Index }) {
				t.Errorf("%s by %d: %v are not all threads", name, sort, drawn)
			}
		}
		first := func(sort message.ThreadSort) string {
			i := slices.IndexFunc(d.Threads, func(t message.Thread) bool { return t.Index == d.Drawn[sort][0] })
			return d.Threads[i].Name
		}
		if got := first(message.ThreadsByActivity); got != "main" {
			t.Errorf("%s: %s is drawn first", name, got)
		}
		if got := first(message.ThreadsByName); name == "" && got != "Zed" {
			t.Errorf("by name %s is drawn first", got)
		}
	}
}

// TestSubject: the page opens a trace with the thread that the command and the rows above the calls describe. Without main, that
// is the one with the most records, even if another waits for work from start to end.
func TestSubject(t *testing.T) {
	for _, tt := range []struct{ name, trace, want string }{
		{"main", "worker 0/0>A 1/1>B 2/2<B 50/40<A main 1/1>A 5/2<A", "main"},
		{"no main", "waits 0/0>A 900/10<A works 1/1>A 2/2>B 3/3<B 5/5<A", "works"},
	} {
		tr, d := open(t, tracetest.Bytes(tt.trace))
		i := slices.IndexFunc(d.Threads, func(t message.Thread) bool { return t.Index == d.Subject })
		if i < 0 || d.Threads[i].Name != tt.want {
			t.Errorf("%s: the trace opens with thread %d of %v", tt.name, d.Subject, d.Threads)
		}
		if d.Drawn[message.ThreadsByActivity][0] != d.Subject {
			t.Errorf("%s: by activity the threads are %v, the trace opens with %d", tt.name, d.Drawn[message.ThreadsByActivity], d.Subject)
		}
		if rows, command := tr.timeline.spanRows(), story.Main(tr.profiles.index.Info); uint32(rows) != d.Subject || uint32(command) != d.Subject {
			t.Errorf("%s: the page shows thread %d, the rows are of %d, the command describes %d", tt.name, d.Subject, rows, command)
		}
	}
}
