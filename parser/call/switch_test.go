package call_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// switches writes those of the first thread: the call that was running, from and to.
func switches(table *call.Table, info *trace.Info) string {
	var parts []string
	th := &table.Threads[0]
	for depth := -1; depth < len(th.Levels); depth++ {
		s := table.Switches(0, depth)
		for i := range s {
			name := "(toplevel)"
			if depth >= 0 {
				name = info.Methods[table.Tree.At(th.Node(depth, s[i].Row)).Method].Label()
			}
			parts = append(parts, fmt.Sprintf("%s %d-%d", name, s[i].From, s[i].To))
		}
	}
	return strings.Join(parts, ", ")
}

// The rule is section 11.5 of parser/trace/format.md: longer than 100 µs, with half of the CPU time
// before it.
func TestSwitches(t *testing.T) {
	tests := []struct{ name, trace, want string }{
		{"within a call", "main 0/0>A 250/50<A", "A 25-225"},
		{"100 µs are none", "main 0/0>A 150/50<A", ""},
		{"101 are one", "main 0/0>A 151/50<A", "A 25-126"},
		{"before, between and after callees", "main 0/0>A 300/10>B 310/20<B 610/30>B 620/40<B 1020/50<A", "A 5-295, A 315-605, A 625-1015"},
		{"several records share an instant", "main 0/0>A 0/0>B 200/0<B 200/0>B 400/0<B 400/0<A", "B 0-200, B 200-400"},
		{"nothing on the stack", "main 0/0>A 5/5<A 305/5>A 310/10<A", "(toplevel) 5-305"},
		{"long calls whose time is their callees'", "main 0/0>A 60/0>B 120/0<B 180/0<A", ""},
		{"the CPU clock ran ahead", "main 0/0>A 10/500>B 300/520<B 600/540<A", "A 310-590, B 20-290"},
		{"recursion", "main 0/0>A 500/10>A 1000/20<A 1010/30<A", "A 5-495, A 505-995"},
		{"still running at the end", "main 0/0>A 10/10>B 500/20>C", "B 15-495"},
		{"running at the start", "main 0/0>A 10/10<A 500/20<B", "B 15-495"},
	}
	for _, tt := range tests {
		table, info := replay(t, tracetest.Bytes(tt.trace), true)
		if got := switches(table, info); got != tt.want {
			t.Errorf("%s: switches of %q\n got %s\nwant %s", tt.name, tt.trace, got, tt.want)
		}
	}
	one, info := replay(t, tracetest.Trace{Records: "main 0>A 9000<A", Version: 2, Clock: "wall"}.Bytes(), true)
	if got := switches(one, info); got != "" {
		t.Errorf("a trace of one clock has switches: %s", got)
	}
}

// TestSwitchesAreTheRecords: the table gives the same switches as the records, for any nesting, and
// a search by time finds each of them.
func TestSwitchesAreTheRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for round := range 60 {
		var b strings.Builder
		b.WriteString("main")
		wall, cpu := 0, 0
		if round%5 == 4 {
			wall, cpu = 1<<32-3000, 1<<32-4000 // passes 2^32 on the way
		}
		var at call.Instant
		var want []string
		var stack []string
		for i := range 300 {
			wall += rng.IntN(3) * rng.IntN(250)
			cpu += rng.IntN(2) * rng.IntN(90)
			now := call.Instant{Primary: trace.Ticks(wall), CPU: trace.Ticks(cpu)}
			if from, length := call.Off(at, now, 1000); i > 0 && length > 0 {
				want = append(want, fmt.Sprintf("%d-%d", from.Primary, from.Primary+length))
			}
			at = now
			action := byte('>')
			if len(stack) > 0 && (rng.IntN(2) == 0 || len(stack) > 6) {
				action = '<'
			} else {
				stack = append(stack, string(rune('A'+rng.IntN(5))))
			}
			fmt.Fprintf(&b, " %d/%d%c%s", uint32(wall), uint32(cpu), action, stack[len(stack)-1])
			if action == '<' {
				stack = stack[:len(stack)-1]
			}
		}
		table, _ := replay(t, tracetest.Bytes(b.String()), true)
		all := map[string]bool{}
		for depth := -1; depth < len(table.Threads[0].Levels); depth++ {
			s := table.Switches(0, depth)
			var sum trace.Ticks
			for i := range s {
				all[fmt.Sprintf("%d-%d", s[i].From, s[i].To)] = true
				sum += s[i].To - s[i].From
				if i > 0 && s[i].From < s[i-1].To {
					t.Fatalf("round %d, depth %d: switch %d begins at %d, before %d", round, depth, i, s[i].From, s[i-1].To)
				}
				if got := s.Begin(s[i].To); got > i || s[got].To < s[i].To {
					t.Fatalf("round %d: Begin of %d is %d", round, i, got)
				}
				for _, k := range []int{i + 1, i + 2, (i + len(s)) / 2, len(s) - 1} {
					if k > i && k < len(s) && s.Next(i, s[k].From) != k && s[k-1].From < s[k].From {
						t.Fatalf("round %d: Next of %d at that of %d is %d", round, i, k, s.Next(i, s[k].From))
					}
				}
				if got := s.Next(i, s[len(s)-1].To); got != len(s) {
					t.Fatalf("round %d: Next past the end is %d of %d", round, got, len(s))
				}
			}
			if got := s.Sum(0, len(s)); got != sum {
				t.Fatalf("round %d: sum %d, want %d", round, got, sum)
			}
		}
		if len(all) != len(want) {
			t.Fatalf("round %d: %d switches, want %d", round, len(all), len(want))
		}
		for _, w := range want {
			if !all[w] {
				t.Fatalf("round %d: no switch %s", round, w)
			}
		}
	}
}
