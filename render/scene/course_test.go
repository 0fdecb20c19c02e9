package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// courses returns n threads in this many dumps. Some dumps lack some threads.
func courses(rng *rand.Rand, n, dumps int) *CourseQuery {
	q := &CourseQuery{Rows: n, Heads: make([]CourseHead, dumps), Selected: rng.Uint32N(100)}
	for i := range q.Heads {
		q.Heads[i] = CourseHead{Time: fmt.Sprintf("10:00:%02d", i%60), Notes: []string{"+5 s", "1 new"}}
	}
	q.Row = func(i int) Course {
		c := Course{Label: fmt.Sprint("thread ", i), Mark: SlotStuck, Cells: make([]Cell, dumps)}
		for d := range c.Cells {
			if (i+d)%7 != 0 {
				c.Cells[d] = Cell{Present: true, Slot: SlotState + Slot(i%8), Name: uint32(i), Thread: uint32(i*dumps + d), Same: d > 0 && (i+d)%3 == 0, Note: "+0.01 s"}
			}
		}
		return c
	}
	return q
}

// TestCoursesHold checks that in any view every box is finite, within the canvas and right of the
// labels, and has the numbers of its cell. The list stays within its limit.
func TestCoursesHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var l List
	for range 300 {
		n, dumps := rng.IntN(3000), 1+rng.IntN(60)
		q := courses(rng, n, dumps)
		q.Width, q.Height = CSS(40+rng.Float64()*2000), CSS(rng.Float64()*1500)
		q.From = rng.Float64() * float64(dumps)
		q.To = q.From + rng.Float64()*float64(dumps) + 1e-3
		q.ScrollY = CSS(rng.Float64() * float64(n*coursePitch+100))
		Courses(&l, q)
		if len(l.Rects) > MaxRects {
			t.Fatalf("%d rects", len(l.Rects))
		}
		if l.ScrollY < 0 || l.ScrollY > max(0, l.Content-(l.Height-l.Top)) {
			t.Fatalf("scrolled to %v of %v", l.ScrollY, l.Content)
		}
		for _, r := range l.Rects {
			for _, v := range []float32{r.X, r.Y, r.W, r.H} {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					t.Fatalf("rect %+v", r)
				}
			}
			if r.Row == None {
				continue
			}
			if CSS(r.X) < l.Left-0.1 || CSS(r.X+r.W) > q.Width+0.1 || r.Thread != r.Row*uint32(dumps)+r.Depth {
				t.Fatalf("left %v, width %v: rect %+v", l.Left, q.Width, r)
			}
		}
	}
}

func TestCourses(t *testing.T) {
	q := courses(rand.New(rand.NewPCG(1, 1)), 2, 3)
	q.To, q.Width, q.Height, q.Selected = 3, 700, 200, 1
	var l List
	Courses(&l, q)
	var got []string
	for _, r := range l.Rects {
		if r.Row != None || r.Slot == SlotStuck|Bare {
			got = append(got, fmt.Sprintf("%g,%g %g×%g slot %d row %d", r.X, r.Y, r.W, r.H, r.Slot, int32(r.Row)))
		}
	}
	// Row 0 has no cell in dump 0. The last two cells of row 1 are joined. Each leaves space for
	// its note.
	want := `454,43 76×20 slot 48 row 0
366,43 88×20 slot 48 row 0
622,43 76×20 slot 48 row 0
534,43 88×20 slot 48 row 0
286,69 76×20 slot 49 row 1
198,69 88×20 slot 49 row 1
454,69 76×20 slot 49 row 1
366,69 88×20 slot 49 row 1
622,69 76×20 slot 49 row 1
534,69 88×20 slot 49 row 1
366,86 332×3 slot 4155 row -1
366,43 164×20 slot 2089 row 0`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}

// TestCourseHeads checks that narrow columns have fewer headings, none of them cut.
func TestCourseHeads(t *testing.T) {
	heads := func(dumps int, width float64) string {
		q := courses(rand.New(rand.NewPCG(1, 1)), 0, dumps)
		q.To, q.Width, q.Height = float64(dumps), CSS(width), 200
		var l List
		Courses(&l, q)
		var all []string
		for _, text := range l.Texts {
			all = append(all, text.String)
		}
		return strings.Join(all, ", ")
	}
	for _, tt := range []struct {
		dumps int
		width float64
		want  string
	}{
		{2, 700, "10:00:00, +5 s · 1 new, 10:00:01, +5 s · 1 new"},
		{5, 500, "10:00:00, +5 s, 10:00:01, +5 s, 10:00:02, +5 s, 10:00:03, +5 s, 10:00:04, +5 s"},
		{16, 700, "10:00:00, 10:00:03, 10:00:06, 10:00:09, 10:00:12"},
	} {
		if got := heads(tt.dumps, tt.width); got != tt.want {
			t.Errorf("heads of %d dumps in %g px:\n got %s\nwant %s", tt.dumps, tt.width, got, tt.want)
		}
	}
}
