package report

import (
	"bytes"
	"maps"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/names"
)

// TestInvertedIsFoldedInReverse checks that the page's inverted flame graph has the figures of
// `flamegraph -reverse`, for a whole trace and a range.
func TestInvertedIsFoldedInReverse(t *testing.T) {
	all := map[string][]byte{
		"one path":  tracetest.Bytes("main 0/0>A.a 10/5>B.b 30/15<B.b 40/25<A.a"),
		"two ways":  tracetest.Bytes("main 0/0>A.a 5/5>C.c 10/9<C.c 12/11>B.b 20/12>C.c 30/20<C.c 35/21<B.b 40/25<A.a worker#7 5/5>C.c 9/6<C.c"),
		"recursion": tracetest.Bytes("main 0/0>A.a 5/5>A.a 10/9>B.b 12/10>A.a 20/11<A.a 25/15<B.b 30/20<A.a 40/25<A.a"),
	}
	for name, data := range all {
		p := profileOf(t, data, true)
		labels := names.Labels(p.Index)
		for _, scope := range []profile.Scope{profile.WholeTrace, {From: 8, To: 27}} {
			p := p.Index.Profile(scope, nil)
			c := p.Inverted()
			for _, clock := range []profile.Clock{profile.Wall, profile.CPU, profile.Waiting} {
				var out bytes.Buffer
				if err := (FoldedStacks{Clock: clock, Reverse: true}).Write(&out, p.Index.Profile(scope, nil)); err != nil {
					t.Fatal(err)
				}
				want, got := map[string]int64{}, map[string]int64{}
				for line := range strings.Lines(out.String()) {
					_, time, _ := strings.Cut(strings.TrimSpace(line), " [")
					_, path, _ := strings.Cut(time, ";")
					path, time, _ = strings.Cut(path, " ")
					n, err := strconv.ParseInt(time, 10, 64)
					if err != nil {
						t.Fatal(err)
					}
					want[path] += n * 1000
				}
				sum := c.Rows[0].Exclusive[clock]
				for row := 1; row < c.Tree.Len(); row++ {
					sum += c.Rows[row].Exclusive[clock]
					var path []string
					for at := profile.Row(row); at != 0; at = c.Tree.Parent[at] {
						path = append([]string{labels[c.Tree.Method[at]]}, path...)
					}
					if time := c.Rows[row].Exclusive[clock]; time > 0 {
						got[strings.Join(path, ";")] += time
					}
				}
				if !maps.Equal(got, want) {
					t.Errorf("%s, from %d, clock %d:\n got %v\nwant %v", name, scope.From, clock, got, want)
				}
				if sum != p.Total()[clock] {
					t.Errorf("%s, from %d, clock %d: the frames add up to %d of %d", name, scope.From, clock, sum, p.Total()[clock])
				}
			}
		}
	}
}
