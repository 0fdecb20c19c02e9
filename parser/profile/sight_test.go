package profile_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

func TestSight(t *testing.T) {
	const app = "main 0>A 1>B 2>C 3<C 4<B 5>C 6<C 9<A worker 0>B 1>C 2<C 3<B"
	tests := []struct{ name, stack, want string }{
		{"whole", "A B C", "0+3 A.B.C"},
		{"its outer part", "A B", "0+2 A.B"},
		{"more than was seen", "A B A", "0+2 A.B"},
		{"no frame", "X Y", "0+0"},
		{"recording began inside", "X Y A B C", "2+3 A.B.C"},
		{"the longest run", "A X B C", "2+2 B.C"},
		{"two equal runs: the outermost one", "A X B", "0+1 A"},
		{"a step of two methods", "A B|C", "0+2 A.B A.C"},
		{"nothing", "", "0+0"},
	}
	x := index(t, tracetest.Bytes(app))
	for _, tt := range tests {
		s := x.Merged.Locate(stackOf(x, tt.stack), 2)
		got := fmt.Sprintf("%d+%d", s.Skipped, s.Seen)
		for _, row := range s.Rows {
			got += " " + pathOf(x, row)
		}
		if got != tt.want {
			t.Errorf("%s: Sight(%s) = %s, want %s", tt.name, tt.stack, got, tt.want)
		}
	}
	if s := x.Merged.Locate(stackOf(x, "X Y Z A B"), 2); s.Seen != 0 {
		t.Errorf("%d steps were left out, at most 2 were allowed", s.Skipped)
	}
}

// TestSightOfContexts: the stack of any context of a trace is found completely, and the context is
// among the rows.
func TestSightOfContexts(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Generate(&file, tracetest.Config{Records: 30_000, Threads: 4, Methods: 300}); err != nil {
		t.Fatal(err)
	}
	x := index(t, file.Bytes())
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		row := profile.Row(1 + rng.IntN(x.Merged.Len()-1))
		var stack [][]trace.MethodIndex
		for at := row; at != 0; at = x.Merged.Parent[at] {
			stack = append(stack, []trace.MethodIndex{x.Merged.Method[at]})
		}
		slices.Reverse(stack)
		s := x.Merged.Locate(stack, 10)
		if s.Skipped != 0 || s.Seen != len(stack) || !slices.Equal(s.Rows, []profile.Row{row}) {
			t.Fatalf("row %d, %d deep, was found as %+v", row, len(stack), s)
		}
	}
}

// stackOf reads "A B|C": steps with the methods that each may be. X, Y and Z are not in the trace.
func stackOf(x *profile.Index, s string) (stack [][]trace.MethodIndex) {
	for step := range strings.FieldsSeq(s) {
		var methods []trace.MethodIndex
		for name := range strings.SplitSeq(step, "|") {
			for m := range x.Info.Methods {
				if x.Info.Methods[m].Label() == name {
					methods = append(methods, trace.MethodIndex(m))
				}
			}
		}
		stack = append(stack, methods)
	}
	return stack
}

func pathOf(x *profile.Index, row profile.Row) string {
	if up := x.Merged.Parent[row]; up != 0 {
		return pathOf(x, up) + "." + x.Info.Methods[x.Merged.Method[row]].Label()
	}
	return x.Info.Methods[x.Merged.Method[row]].Label()
}
