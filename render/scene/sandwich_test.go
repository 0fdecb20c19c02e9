package scene

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// sandwichTrace calls M from A, and from B below C. M calls D.
const sandwichTrace = "main 0>A 0>M 10>D 30<D 40<M 50<A 50>C 60>B 60>M 65>D 75<D 80<M 90<B 100<C"

// TestSandwichLayout: the method is between its callers and its callees, in both directions and while zoomed to either.
func TestSandwichLayout(t *testing.T) {
	x := traceOf(t, sandwichTrace)
	p := x.Profile(profile.WholeTrace, nil)
	name := func(m uint32) string { return x.Info.Methods[m].Label() }
	var of uint32
	for name(of) != "M" {
		of++
	}
	c := p.Sandwich(p.Tree.Method[2])
	if got := name(uint32(c.Tree.Method[profile.SandwichCallees])); got != "M" {
		t.Fatalf("the sandwich is of %s", got)
	}
	rowNamed := func(side profile.Row, label string) profile.Row {
		for row := range c.Rows {
			if row := profile.Row(row); row > 2 && SandwichSide(c.Tree, row) == side && name(uint32(c.Tree.Method[row])) == label {
				return row
			}
		}
		t.Fatalf("no %s", label)
		return 0
	}
	for _, tt := range []struct {
		name string
		q    FlameQuery
		want string // rows from the top, frames from the left with their widths
	}{
		{"whole", FlameQuery{}, "C 20 | A 40 B 20 | M 60 | D 30"},
		{"flipped", FlameQuery{Invert: true}, "D 30 | M 60 | A 40 B 20 | C 20"},
		{"zoomed to a callee", FlameQuery{Root: rowNamed(profile.SandwichCallees, "D")}, "M 60 | D 60"},
		{"zoomed to a caller", FlameQuery{Root: rowNamed(profile.SandwichCallers, "B")}, "C 60 | B 60 | M 60"},
		{"zoomed to the method", FlameQuery{Root: profile.SandwichCallees}, "C 20 | A 40 B 20 | M 60 | D 30"},
		{"the right half", FlameQuery{From: 0.5}, "C 40 | A 20 B 40 | M 60"},
	} {
		q := tt.q
		q.To, q.Width, q.Height, q.Method, q.Sandwich = 1, 600, 4*rowPitch, call.NoMethod, true
		q.Paint = rankPaint(x)
		var l List
		Flame(&l, c, &q)
		rows := make([][]Rect, 9)
		for _, r := range l.Rects {
			i := int(r.Y) / rowPitch
			at := 0
			for at < len(rows[i]) && rows[i][at].X < r.X {
				at++
			}
			rows[i] = append(rows[i][:at], append([]Rect{r}, rows[i][at:]...)...)
		}
		var got []string
		for _, row := range rows {
			var frames []string
			for _, r := range row {
				from, to := math.Max(0, float64(r.X)), math.Min(600, float64(r.X+r.W))
				frames = append(frames, fmt.Sprintf("%s %.0f", name(r.Method), (to-from)/10))
			}
			if len(frames) > 0 {
				got = append(got, strings.Join(frames, " "))
			}
		}
		if text := strings.Join(got, " | "); text != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, text, tt.want)
		}
	}
}

// TestSandwichScroll: the scroll position ScrollToChosen brings the method to the middle, or the chosen frame.
func TestSandwichScroll(t *testing.T) {
	records := ""
	for i := range 20 { // callers c0 … c19 and callees e0 … e19
		records += fmt.Sprintf(" %d>c%d", i, i)
	}
	records += " 20>M"
	for i := range 20 {
		records += fmt.Sprintf(" %d>e%d", 21+i, i)
	}
	records += " 60<e19"
	x := indexOf(t, tracetest.Bytes("main"+records))
	p := x.Profile(profile.WholeTrace, nil)
	c := p.Sandwich(p.Tree.Method[21])
	for _, invert := range []bool{false, true} {
		for chosen := range profile.Row(c.Tree.Len()) {
			if chosen == profile.SandwichCallers {
				continue
			}
			q := FlameQuery{To: 1, Width: 600, Height: 5 * rowPitch, Method: call.NoMethod, Sandwich: true, Invert: invert, ScrollY: ScrollToChosen, Chosen: chosen, Paint: rankPaint(x)}
			var l List
			Flame(&l, c, &q)
			want := max(chosen, 1)
			seen := false
			for _, r := range l.Rects {
				seen = seen || profile.Row(r.Row) == want && r.Y >= 0 && CSS(r.Y)+rowHeight <= q.Height
			}
			if !seen {
				t.Errorf("inverted %v: frame %d is out of view at scroll position %g of %g", invert, want, l.ScrollY, l.Content)
			}
		}
	}
}
