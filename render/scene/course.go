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
	p := coursePainter{
		List: l, q: q, axis: axis, first: max(0, int(q.From)), last: min(len(q.Heads), int(q.To)+1),
		cells: w.painter.calls[:0], joints: w.painter.marks[:0], marks: w.selected[:0],
	}
	top := max(0, int(l.ScrollY/coursePitch))
	end := min(q.Rows, int((l.ScrollY+q.Height-courseHead)/coursePitch)+1)
	l.moreAbove(int(l.ScrollY/coursePitch+0.5), &threadsAbove)
	l.moreBelow(q.Rows-int((l.ScrollY+q.Height-courseHead)/coursePitch+0.5), &threadsBelow)

	l.furniture(SlotAxis, 0, 0, q.Width, courseHead)
	for row := top; row < end; row++ {
		if row%2 == 1 {
			l.furniture(SlotStripe, 0, p.y(row), q.Width, coursePitch)
		}
	}
	p.columns()
	for row := top; row < end && len(p.cells)+len(p.joints) < MaxRects-2*len(q.Heads); row++ {
		p.row(row)
	}
	l.group(p.cells)
	l.Rects = append(append(l.Rects, p.joints...), p.marks...)
	w.painter.calls, w.painter.marks, w.selected = p.cells[:0], p.joints[:0], p.marks[:0]
}

// A coursePainter draws the visible rows and columns of courses.
type coursePainter struct {
	*List
	q           *CourseQuery
	axis        Axis
	first, last int // visible dumps, without last

	cells, joints, marks []Rect // boxes of threads, bars that join them, and outlines; drawn in this order
}

// x returns the left edge of a dump's column.
func (p *coursePainter) x(dump int) CSS { return p.axis.Within(float64(dump)) }

// y returns the upper edge of a row.
func (p *coursePainter) y(row int) CSS { return courseHead + CSS(row*coursePitch) - p.ScrollY }

// columns draws the lines between columns, and their headings.
func (p *coursePainter) columns() {
	each := p.q.headEach(p.axis.Length(1))
	for dump := p.first; dump < p.last; dump++ {
		if at := p.x(dump); at > p.Left && at < p.q.Width {
			p.furniture(SlotGrid, at, 0, 1, p.q.Height)
		}
		if dump%each != 0 {
			continue
		}
		h := &p.q.Heads[dump]
		if room := p.x(dump+each) - p.x(dump) - 8; room > 24 && (each == 1 || room >= textWidth(h.Time, true)) {
			p.text(p.x(dump)+4, 13, room, Strong, h.Time)
			if each == 1 {
				p.text(p.x(dump)+4, 29, room, Muted, h.note(room))
			}
		}
	}
}

// row draws the label of a row, and its cells.
func (p *coursePainter) row(row int) {
	c := p.q.Row(row)
	y := p.y(row) + (coursePitch-courseCell)/2
	style, note := Style(0), CSS(0)
	if c.Strong {
		style = Strong
	}
	if c.Note != "" && p.Left >= 150 {
		note = 72
		p.text(p.Left-8, y+courseCell/2, note, Muted|ToRight, c.Note)
		note += 8
	}
	p.text(8, y+courseCell/2, p.Left-16-note, style, c.Label)
	for dump := p.first; dump < min(p.last, len(c.Cells)); dump++ {
		if c.Cells[dump].Present {
			p.cell(&c, y, row, dump)
		}
	}
}

// cell draws one cell of a row: its box, which a note shortens, and the bar that joins it with the previous cell.
// y is the upper edge.
func (p *coursePainter) cell(c *Course, y CSS, row, dump int) {
	cell := &c.Cells[dump]
	a, b := p.x(dump)+2, p.x(dump+1)-2
	if b <= a {
		return
	}
	r := Rect{
		X: float32(a), Y: float32(y), W: float32(b - a), H: courseCell,
		Slot: cell.Slot, Method: cell.Name, Thread: cell.Thread, Depth: uint32(dump), Row: uint32(row),
	}
	if cell.Thread == p.q.Selected {
		o := r
		o.Slot = SlotSelected | Outline
		p.marks = append(p.marks, o)
	}
	if cell.Note != "" && b-a > 2*courseNote {
		rest := r
		rest.X, rest.W, rest.Method = float32(b-courseNote), courseNote, NoMethod
		r.W -= courseNote
		p.cells = append(p.cells, rest)
		p.text(b-6, y+courseCell/2, courseNote-8, ToRight, cell.Note)
	}
	p.cells = append(p.cells, r)
	if cell.Same {
		from := p.x(dump-1) + 2
		p.joints = append(p.joints, Rect{
			X: float32(from), Y: float32(y + courseCell - courseJoint), W: float32(b - from), H: courseJoint,
			Slot: c.Mark | Bare, Method: NoMethod, Thread: None, Depth: None, Row: None,
		})
	}
}
