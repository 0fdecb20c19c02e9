package flamegraph

import (
	"fmt"
	"math"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/render/words"
)

// Difference returns the flame graph of two traces by a clock. Each path of either trace is a
// frame. width selects what its width shows. Its name begins with the change of its inclusive
// time, and its colour shows the change. Paths that only A has are drawn unless widths are those
// of B. scale is the unit of c's figures.
func Difference(c *compare.Comparison, title string, width compare.Width, by profile.Clock, scale words.Scale) *Graph {
	x := c.Contexts()
	wide := x.Widths(width, by)
	counted := by == profile.CPU && c.Sides[0].Event != ""
	say := func(n int64) string { return scale.Time(n, counted) }
	parents, widths := make([]int, x.Tree.Len()), make([]int64, x.Tree.Len())
	for row := range widths {
		widths[row] = wide.Rows[row].Inclusive[by]
		if row > 0 {
			parents[row] = int(x.Tree.Parent[row])
		}
	}
	g := &Graph{Title: title, Total: widths[0], say: say}
	g.lay(parents, widths, func(row int) (string, string) {
		if row == 0 {
			return title, ""
		}
		return words.ClipTo(c.Name(int(x.Tree.Method[row])).Label(), maxName), ""
	})
	for i := range g.frames {
		f := &g.frames[i]
		a, b := x.Rows[0][f.node].Inclusive[by], x.Rows[1][f.node].Inclusive[by]
		if f.node == 0 { // time with nothing on the stack is no frame
			a, b = a-x.Rows[0][0].Exclusive[by], b-x.Rows[1][0].Exclusive[by]
		}
		f.name = change(b-a, say) + " " + f.name
		f.note = fmt.Sprintf("%s → %s", say(a), say(b))
		switch inA, inB := x.Rows[0][f.node].Calls > 0, x.Rows[1][f.node].Calls > 0; {
		case f.node == 0:
		case !inA:
			f.note = "only in B, " + say(b)
		case !inB:
			f.note = "only in A, " + say(a)
		}
		f.fill = changeColor(a, b)
	}
	return g
}

// change formats a change with its sign.
func change(n int64, say func(int64) string) string {
	if n == 0 {
		return "±0"
	}
	return words.Signed(n, say)
}

// changeColor returns orange for more and blue for less, which are distinct for colour-blind
// people, and grey for no change. The larger the change, as a share of the larger value, the
// darker the colour. Dark text is readable on all of them.
func changeColor(a, b int64) string {
	share := float64(b-a) / float64(max(1, a, b))
	depth := math.Abs(share)
	switch {
	case depth < 0.01:
		return "hsl(0,0%,86%)"
	case share > 0:
		return fmt.Sprintf("hsl(30,90%%,%d%%)", int(math.Round(88-28*depth)))
	}
	return fmt.Sprintf("hsl(210,80%%,%d%%)", int(math.Round(90-22*depth)))
}
