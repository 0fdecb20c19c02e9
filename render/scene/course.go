package scene

import (
	"math"
	"strings"
)

// A Course shows one thread in several dumps of its process: a row with a cell per dump.
type Course struct {
	Label  string
	Note   string // finding over all its dumps, "" for none
	Strong bool
	Mark   Slot // colour that joins equal cells: SlotUnchanged, SlotStuck or SlotLoops
	Cells  []Cell
}

// A Cell is a thread in one dump.
type Cell struct {
	Present bool
	Slot    Slot   // colour of its state
	Name    uint32 // number of the name in it, or NoMethod
	Thread  uint32 // number of the thread that a click selects
	Same    bool   // the stack equals that of the previous cell
	Note    string // text at its right, "" for none
}

// A CourseQuery selects which courses to draw.
type CourseQuery struct {
	From, To      float64 // dumps, from 0
	ScrollY       CSS
	Width, Height CSS
	Heads         []CourseHead
	Rows          int
	Row           func(i int) Course // called for visible rows only
	Selected      uint32             // thread whose cell is outlined, or None
}

// A CourseHead is the heading of a dump's column: its time, and below it as many notes as fit. If
// columns are narrow, only every second or third has a heading.
type CourseHead struct {
	Time  string
	Notes []string
}

// note returns the first notes, as many as fit.
func (h *CourseHead) note(room CSS) string {
	for n := len(h.Notes); n > 0; n-- {
		if s := strings.Join(h.Notes[:n], " · "); textWidth(s, false) <= room {
			return s
		}
	}
	return ""
}

// Sizes of the courses, in CSS pixels.
const (
	courseHead  = 40
	coursePitch = 26
	courseCell  = 20
	courseNote  = 76 // width of a cell's note
	courseJoint = 3  // height of the bar that joins equal cells
)

// headEach returns how many columns share one heading, so that its time fits.
func (q *CourseQuery) headEach(column CSS) int {
	widest := CSS(0)
	for i := range q.Heads {
		widest = max(widest, textWidth(q.Heads[i].Time, true))
	}
	if column <= 0 || widest == 0 {
		return 1
	}
	return max(1, min(len(q.Heads), int(math.Ceil(float64((widest+8)/column)))))
}

// Courses draws threads through dumps: a row per thread, a column per dump, cells coloured by
// state. The Rect of a cell has its thread, its dump as Depth, and its row. A bar along the lower
// edge joins cells with the same stack.
func Courses(l *List, q *CourseQuery) {
	w := l.start(q.From, q.To, q.Width, q.Height)
	l.Left, l.Top = min(240, max(96, CSS(int(q.Width*0.28)))), courseHead
	l.Content = CSS(q.Rows * coursePitch)
	l.scroll(q.ScrollY)
	axis := NewAxis(q.From, q.To, l.Left, q.Width)
	if axis.Empty() || q.Height <= courseHead {
		return
	}
	x := func(dump int) CSS { return axis.Within(float64(dump)) }
	first, last := max(0, int(q.From)), min(len(q.Heads), int(q.To)+1)
	top := max(0, int(l.ScrollY/coursePitch))
	end := min(q.Rows, int((l.ScrollY+q.Height-courseHead)/coursePitch)+1)
	l.moreAbove(int(l.ScrollY/coursePitch+0.5), &threadsAbove)
	l.moreBelow(q.Rows-int((l.ScrollY+q.Height-courseHead)/coursePitch+0.5), &threadsBelow)

	l.furniture(SlotAxis, 0, 0, q.Width, courseHead)
	for row := top; row < end; row++ {
		if row%2 == 1 {
			l.furniture(SlotStripe, 0, courseHead+CSS(row*coursePitch)-l.ScrollY, q.Width, coursePitch)
		}
	}
	each := q.headEach(axis.Length(1))
	for dump := first; dump < last; dump++ {
		if at := x(dump); at > l.Left && at < q.Width {
			l.furniture(SlotGrid, at, 0, 1, q.Height)
		}
		if dump%each != 0 {
			continue
		}
		h := &q.Heads[dump]
		if room := x(dump+each) - x(dump) - 8; room > 24 && (each == 1 || room >= textWidth(h.Time, true)) {
			l.text(x(dump)+4, 13, room, Strong, h.Time)
			if each == 1 {
				l.text(x(dump)+4, 29, room, Muted, h.note(room))
			}
		}
	}
	cells, joints, marks := w.painter.calls[:0], w.painter.marks[:0], w.selected[:0]
	for row := top; row < end && len(cells)+len(joints) < MaxRects-2*len(q.Heads); row++ {
		c := q.Row(row)
		y := courseHead + CSS(row*coursePitch) - l.ScrollY + (coursePitch-courseCell)/2
		style, note := Style(0), CSS(0)
		if c.Strong {
			style = Strong
		}
		if c.Note != "" && l.Left >= 150 {
			note = 72
			l.text(l.Left-8, y+courseCell/2, note, Muted|ToRight, c.Note)
			note += 8
		}
		l.text(8, y+courseCell/2, l.Left-16-note, style, c.Label)
		for dump := first; dump < min(last, len(c.Cells)); dump++ {
			cell := &c.Cells[dump]
			a, b := x(dump)+2, x(dump+1)-2
			if !cell.Present || b <= a {
				continue
			}
			r := Rect{
				X: float32(a), Y: float32(y), W: float32(b - a), H: courseCell,
				Slot: cell.Slot, Method: cell.Name, Thread: cell.Thread, Depth: uint32(dump), Row: uint32(row),
			}
			if cell.Thread == q.Selected {
				o := r
				o.Slot = SlotSelected | Outline
				marks = append(marks, o)
			}
			if cell.Note != "" && b-a > 2*courseNote {
				rest := r
				rest.X, rest.W, rest.Method = float32(b-courseNote), courseNote, NoMethod
				r.W -= courseNote
				cells = append(cells, rest)
				l.text(b-6, y+courseCell/2, courseNote-8, ToRight, cell.Note)
			}
			cells = append(cells, r)
			if cell.Same {
				from := x(dump-1) + 2
				joints = append(joints, Rect{
					X: float32(from), Y: float32(y + courseCell - courseJoint), W: float32(b - from), H: courseJoint,
					Slot: c.Mark | Bare, Method: NoMethod, Thread: None, Depth: None, Row: None,
				})
			}
		}
	}
	l.group(cells)
	l.Rects = append(append(l.Rects, joints...), marks...)
	w.painter.calls, w.painter.marks, w.selected = cells[:0], joints[:0], marks[:0]
}
