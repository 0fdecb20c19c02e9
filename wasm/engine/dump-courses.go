//go:build dumps || !js

package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// courses are the threads of one process through its dumps.
type courses struct {
	made      bool
	process   uint32
	idle      bool
	processes []uint32 // a dump each
	rows      []wait.Course
	hidden    int // that only rest
	stuck     int
	loops     int
	dumps     []message.CourseDump
}

// A processID is equal for dumps of one process.
type processID struct {
	pid  int
	kind dump.BlockKind
	name string
}

func idOf(b *dump.Block) processID { return processID{b.PID, b.Kind, b.CommandLine} }

// countDumps says of each process how many dumps of it are open.
func (m *dumps) countDumps(described []message.Process) {
	m.shots = map[processID][]uint32{}
	for i := range m.processes {
		if b := m.processes[i].block; wait.SameProcess(b, b) { // else it is not known which process it is
			m.shots[idOf(b)] = append(m.shots[idOf(b)], uint32(i))
		}
	}
	for _, processes := range m.shots {
		n := len(m.series(processes[0]))
		for _, i := range processes {
			described[i].Dumps = n
		}
	}
}

// series are the dumps of a process in order of time, those whose text is in two files once:
// of copies of which one is cut, the one with more threads.
func (m *dumps) series(process uint32) (all []uint32) {
	of := m.processes[process].block
	if !wait.SameProcess(of, of) {
		return nil
	}
	copies := map[string][]int{} // places in all, by time
	for _, i := range m.shots[idOf(of)] {
		p := &m.processes[i]
		threads := p.block.EndThread - p.block.FirstThread
		of := slices.IndexFunc(copies[p.block.Time], func(at int) bool {
			other := &m.processes[all[at]]
			return other.file != p.file || other.block.EndThread-other.block.FirstThread == threads
		})
		switch {
		case of < 0 || p.block.Time == "":
			copies[p.block.Time] = append(copies[p.block.Time], len(all))
			all = append(all, i)
		default:
			at := copies[p.block.Time][of]
			if other := m.processes[all[at]].block; other.EndThread-other.FirstThread < threads {
				all[at] = i
			}
		}
	}
	slices.SortStableFunc(all, func(a, b uint32) int {
		x, y := m.processes[a].block.Time, m.processes[b].block.Time
		if x == "" || y == "" {
			return 0
		}
		return cmp.Compare(x, y)
	})
	return all[max(0, len(all)-wait.MostShots):]
}

// follow follows the threads of a process; the last one's are kept, for a chart that scrolls.
func (m *dumps) follow(process uint32, idle bool) *courses {
	c := &m.courses
	if c.made && c.process == process && c.idle == idle {
		return c
	}
	*c = courses{made: true, process: process, idle: idle, processes: m.series(process)}
	var shots []wait.Shot
	for _, i := range c.processes {
		p := &m.processes[i]
		shots = append(shots, wait.Shot{Facts: p.file.facts, Block: p.at})
	}
	rows, _ := wait.Courses(shots)
	c.dumps = make([]message.CourseDump, len(shots))
	for i, of := range c.processes {
		p := &m.processes[of]
		c.dumps[i] = message.CourseDump{Process: of, Time: valid(p.block.Time), After: -1}
		if i > 0 {
			c.dumps[i].After = between(m.processes[c.processes[i-1]].block.Time, p.block.Time)
			for r := range rows {
				before, now := rows[r].Cells[i-1].Thread != wait.None, rows[r].Cells[i].Thread != wait.None
				switch {
				case now && !before:
					c.dumps[i].New++
				case before && !now:
					c.dumps[i].Ended++
				}
			}
		}
	}
	for i := range rows {
		switch rows[i].Sign {
		case wait.Stuck:
			c.stuck++
		case wait.Loops:
			c.loops++
		case wait.Rests:
			if !idle && !rows[i].Main {
				c.hidden++
				continue
			}
		}
		c.rows = append(c.rows, rows[i])
	}
	return c
}

// between is how many seconds lie between two times as dumps print them, -1 if that cannot be
// said.
func between(a, b string) float64 {
	x, okX := moment(a)
	y, okY := moment(b)
	if !okX || !okY || y < x {
		return -1
	}
	return y - x
}

// moment reads "2018-07-29 17:18:53.535", whatever follows, as seconds.
func moment(s string) (seconds float64, ok bool) {
	var year, month, day, hour, minute int
	var second float64
	if len(s) > 29 {
		s = s[:29] // no zone, and no more digits than a clock has
	}
	n, _ := fmt.Sscanf(strings.Replace(s, "T", " ", 1), "%d-%d-%d %d:%d:%f", &year, &month, &day, &hour, &minute, &second)
	if n < 6 {
		return 0, false
	}
	return float64(time.Date(year, time.Month(month), day, hour, minute, 0, 0, time.UTC).Unix()) + second, true
}

func (e *Engine) courses(req *message.Courses) message.Body {
	m := &e.dumps
	if int(req.Process) >= len(m.processes) {
		return noProcess()
	}
	c := m.follow(req.Process, req.Idle)
	reply := &message.CoursesReply{
		Process: req.Process, Dumps: c.dumps, Total: len(c.rows), Stuck: c.stuck, Loops: c.loops, Hidden: c.hidden,
	}
	reply.First = max(0, min(req.First, len(c.rows)))
	for i := reply.First; i < min(len(c.rows), reply.First+max(0, min(req.Count, 1000))); i++ {
		reply.Rows = append(reply.Rows, m.course(c, &c.rows[i]))
	}
	return reply
}

// course describes a thread through the dumps.
func (m *dumps) course(c *courses, of *wait.Course) message.Course {
	row := message.Course{Name: valid(of.Name), Sign: message.Sign(of.Sign), Run: uint32(of.Run), CPU: -1}
	for i := range of.Cells {
		cell := message.CourseCell{Thread: message.NoNode, CPU: -1}
		if t := of.Cells[i].Thread; t != wait.None {
			p := &m.processes[c.processes[i]]
			thread := &p.file.d.Threads[t]
			r := p.row(t)
			cell = message.CourseCell{Thread: r.Thread, State: r.State, Class: r.Class, Top: r.Top, Same: of.Cells[i].Same, CPU: -1}
			if ticks := of.Cells[i].Ticks; ticks >= 0 && thread.HZ > 0 {
				cell.CPU = float64(ticks) / float64(thread.HZ)
				row.CPU = max(0, row.CPU) + cell.CPU
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// courseChart draws the same.
func (e *Engine) courseChart(l *scene.List, req *message.CourseChart) {
	m := &e.dumps
	if int(req.Process) >= len(m.processes) {
		return
	}
	c := m.follow(req.Process, req.Idle)
	q := scene.CourseQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Rows: len(c.rows), Selected: req.Thread,
		Row: func(i int) scene.Course { return m.drawn(c, &c.rows[i]) },
	}
	for _, d := range c.dumps {
		head := scene.CourseHead{Time: cmp.Or(words.Clock(d.Time), d.Time)}
		if d.After >= 0 {
			head.Note = "+" + words.Elapsed(d.After)
		}
		if d.New > 0 {
			head.Note += fmt.Sprintf(" · %d new", d.New)
		}
		if d.Ended > 0 {
			head.Note += fmt.Sprintf(" · %d gone", d.Ended)
		}
		q.Heads = append(q.Heads, head)
	}
	scene.Courses(l, &q)
}

// signNotes are what a course's sign is called.
var signNotes = [...]string{wait.Moves: "", wait.Rests: "idle", wait.Unchanged: "unchanged", wait.Stuck: "stuck", wait.Loops: "busy loop"}

// drawn is a course as it is drawn.
func (m *dumps) drawn(c *courses, of *wait.Course) scene.Course {
	row := scene.Course{Label: valid(of.Name), Note: signNotes[of.Sign], Strong: of.Main, Mark: scene.SlotUnchanged}
	switch of.Sign {
	case wait.Stuck:
		row.Mark = scene.SlotStuck
	case wait.Loops:
		row.Mark = scene.SlotLoops
	}
	for i := range of.Cells {
		t := of.Cells[i].Thread
		if t == wait.None {
			row.Cells = append(row.Cells, scene.Cell{})
			continue
		}
		p := &m.processes[c.processes[i]]
		d, thread := p.file.d, &p.file.d.Threads[t]
		class := dump.ClassOf(thread.State)
		if wait.IdleHeapTask(d, thread) {
			class = dump.Machine
		}
		cell := scene.Cell{
			Present: true, Slot: scene.SlotState + scene.Slot(class), Name: scene.NoMethod,
			Thread: uint32(p.file.thread + t), Same: of.Cells[i].Same,
		}
		if top, ok := m.top(p, thread); ok {
			cell.Name = message.FrameNames + top
		}
		if ticks := of.Cells[i].Ticks; ticks >= 0 && thread.HZ > 0 {
			cell.Note = "+" + words.CPUTime(float64(ticks)/float64(thread.HZ))
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// top is the number of a thread's topmost frame of the app's own code, else of the topmost.
func (m *dumps) top(p *process, t *dump.Thread) (number uint32, ok bool) {
	d := p.file.d
	best := -1
	for row := t.FirstRow; row < t.EndRow; row++ {
		place := d.Stack[row].Place
		kind := d.FrameKind(place)
		if p.file.isOwn(place) {
			return m.frames.of(p.file, place), true
		}
		if kind == dump.JavaFrame && (best < 0 || d.FrameKind(d.Stack[best].Place) != dump.JavaFrame) || kind == dump.NativeFrame && best < 0 {
			best = row
		}
	}
	if best < 0 {
		return 0, false
	}
	return m.frames.of(p.file, d.Stack[best].Place), true
}
