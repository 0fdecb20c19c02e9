package dumping

import (
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// courses caches the threads of one process in all its dumps, for a chart that scrolls.
type courses struct {
	made      bool
	process   uint32
	idle      bool
	find      string
	processes []int // one per dump
	rows      []wait.Course
	of        int // number of rows without the search
	hidden    int // idle threads that are hidden
	stuck     int
	loops     int
	dumps     []message.CourseDump
	left      string
}

// courseView answers requests about the courses of threads, and draws them.
type courseView struct {
	dumps *dumps
	last  courses // the last ones that were followed
}

// follow returns the threads of a process that a query finds in any of its dumps.
func (cv *courseView) follow(process uint32, idle bool, find string) *courses {
	c := &cv.last
	if c.made && c.process == process && c.idle == idle && c.find == find {
		return c
	}
	*c = courses{made: true, process: process, idle: idle, find: find, processes: cv.dumps.series.Of(int(process))}
	shots := make([]wait.Shot, len(c.processes))
	for i, of := range c.processes {
		shots[i] = cv.dumps.processes[of].shot()
	}
	rows, _ := wait.Courses(shots)
	for i, gap := range wait.Gaps(shots, rows) {
		of := c.processes[i]
		c.dumps = append(c.dumps, message.CourseDump{
			Process: uint32(of), Time: valid(cv.dumps.processes[of].block.Time), After: gap.Seconds, New: uint32(gap.New), Ended: uint32(gap.Ended),
		})
	}
	for i, name := range columnNames(c.dumps) {
		c.dumps[i].Name = name
	}
	c.left = cv.leftOut(int(process))
	found := cv.passing(c, cv.dumps.parsedQuery(find), rows)
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
		c.of++
		if found[i] {
			c.rows = append(c.rows, rows[i])
		}
	}
	return c
}

// passing returns which courses a query finds in any of the dumps. It searches one dump after
// another, because a term caches its matches in only one file.
func (cv *courseView) passing(c *courses, q *query, rows []wait.Course) []bool {
	found := make([]bool, len(rows))
	for i, of := range c.processes {
		for k := range rows {
			if t := rows[k].Cells[i].Thread; t != wait.None && !found[k] {
				found[k] = cv.dumps.processes[of].found(q, t)
			}
		}
	}
	return found
}

// whyLeft has the reasons why a dump is not shown with those of a process.
var whyLeft = [...]words.Text{
	wait.Copied:     "the same dump is shown from another file",
	wait.TooMany:    "only the last {1} dumps are shown",
	wait.Stackless:  "it has no stacks",
	wait.OtherKind:  "another program wrote this dump, so its threads do not match",
	wait.OtherPID:   "it is another process of this name: the app was started again",
	wait.Unnumbered: "its process ID is missing",
}

// leftOut returns which dumps are not shown with those of a process, by reason.
func (cv *courseView) leftOut(process int) string {
	const most = 4 // number of dumps that are named per reason
	var parts []string
	of := map[wait.WhyLeft][]string{}
	for _, o := range cv.dumps.series.LeftOut(process) {
		p := &cv.dumps.processes[o.Shot]
		name := strings.TrimSpace(words.Say("{1} in {2}", words.Clock(p.block.Time), p.file.name))
		if p.block.PID != cv.dumps.processes[process].block.PID && p.block.PID != 0 {
			name = words.Say("pid {1} {2}", strconv.Itoa(p.block.PID), name)
		}
		of[o.Why] = append(of[o.Why], name)
	}
	for why, pattern := range whyLeft {
		names := of[wait.WhyLeft(why)]
		if len(names) == 0 {
			continue
		}
		s := strings.Join(names[:min(most, len(names))], ", ")
		if more := len(names) - most; more > 0 {
			s = words.Say("{1} and {2} more", s, words.Count(int64(more)))
		}
		parts = append(parts, words.Say("{1} ({2})", words.Say(pattern, words.Count(wait.MostShots)), s))
	}
	if len(parts) == 0 {
		return ""
	}
	return valid(words.Say("Left out: {1}.", strings.Join(parts, "; ")))
}

// columnNames returns the times of dumps, as short as possible. They include the day if there are
// several days, and fractions if two dumps are in the same second.
func columnNames(dumps []message.CourseDump) []string {
	names := make([]string, len(dumps))
	days, close := false, false
	clock := func(i int) string { return words.Clock(dumps[i].Time) }
	day := func(i int) string {
		day, _, _ := strings.Cut(dumps[i].Time, " ")
		return day
	}
	for i := 1; i < len(dumps); i++ {
		days = days || clock(i) != "" && clock(i-1) != "" && day(i) != day(i-1)
		close = close || clock(i) != "" && clock(i) == clock(i-1) && day(i) == day(i-1) && dumps[i].Time != dumps[i-1].Time
	}
	for i := range dumps {
		names[i] = clock(i)
		if names[i] == "" {
			names[i] = words.Say("dump {1}", strconv.Itoa(i+1))
			continue
		}
		if _, fraction, ok := strings.Cut(dumps[i].Time, "."); ok && close {
			names[i] += "." + fraction[:min(3, len(fraction))]
		}
		if _, monthDay, ok := strings.Cut(day(i), "-"); ok && days {
			names[i] = monthDay + " " + names[i]
		}
	}
	return names
}

func (cv *courseView) answer(req *message.Courses) message.Body {
	if int(req.Process) >= len(cv.dumps.processes) {
		return noProcess()
	}
	c := cv.follow(req.Process, req.Idle, req.Find)
	reply := &message.CoursesReply{
		Process: req.Process, Dumps: c.dumps, Total: len(c.rows), Stuck: c.stuck, Loops: c.loops, Hidden: c.hidden, Left: c.left, Tally: tally(len(c.rows), c.of, "thread", "threads"),
	}
	reply.First = max(0, min(req.First, len(c.rows)))
	for i := reply.First; i < min(len(c.rows), reply.First+max(0, min(req.Count, 1000))); i++ {
		reply.Rows = append(reply.Rows, cv.course(c, &c.rows[i]))
	}
	return reply
}

// course describes a thread in all dumps.
func (cv *courseView) course(c *courses, of *wait.Course) message.Course {
	row := message.Course{Name: valid(of.Name), Sign: message.Sign(of.Sign), Run: uint32(of.Run), CPU: -1}
	for i := range of.Cells {
		cell := message.CourseCell{Thread: message.NoNode, CPU: -1}
		if t := of.Cells[i].Thread; t != wait.None {
			p := &cv.dumps.processes[c.processes[i]]
			thread := &p.file.d.Threads[t]
			r := p.row(t)
			cell = message.CourseCell{Thread: r.Thread, State: r.State, Class: r.Class, Top: r.Top, ReadableTop: r.ReadableTop, Raw: cv.dumps.maps.rawOf(r.Top, false), Same: of.Cells[i].Same, CPU: -1}
			if ticks := of.Cells[i].Ticks; ticks >= 0 && thread.HZ > 0 {
				cell.CPU = float64(ticks) / float64(thread.HZ)
				row.CPU = max(0, row.CPU) + cell.CPU
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// courseChart draws the courses.
func (cv *courseView) draw(l *scene.List, req *message.CourseChart) {
	if int(req.Process) >= len(cv.dumps.processes) {
		return
	}
	c := cv.follow(req.Process, req.Idle, req.Find)
	q := scene.CourseQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Rows: len(c.rows), Selected: req.Thread,
		Row: func(i int) scene.Course { return cv.drawn(c, &c.rows[i]) },
	}
	for _, d := range c.dumps {
		head := scene.CourseHead{Time: d.Name}
		if d.After >= 0 {
			head.Notes = append(head.Notes, "+"+words.Elapsed(d.After))
		}
		if d.New > 0 {
			head.Notes = append(head.Notes, words.Say("{1} new", words.Count(int64(d.New))))
		}
		if d.Ended > 0 {
			head.Notes = append(head.Notes, words.Say("{1} gone", words.Count(int64(d.Ended))))
		}
		q.Heads = append(q.Heads, head)
	}
	scene.Courses(l, &q)
}

// signNotes are the labels of a course's sign.
var signNotes = [...]words.Text{wait.Moves: "", wait.Rests: "idle", wait.Unchanged: "unchanged", wait.Stuck: "stuck", wait.Loops: "busy loop"}

// drawn returns a course as it is drawn.
func (cv *courseView) drawn(c *courses, of *wait.Course) scene.Course {
	row := scene.Course{Label: valid(of.Name), Note: signNotes[of.Sign].String(), Strong: of.Main, Mark: scene.SlotUnchanged}
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
		p := &cv.dumps.processes[c.processes[i]]
		d, thread := p.file.d, &p.file.d.Threads[t]
		class := dump.ClassOf(thread.State)
		if wait.IdleHeapTask(d, thread) {
			class = dump.Machine
		}
		cell := scene.Cell{
			Present: true, Slot: scene.SlotState + scene.Slot(class), Name: scene.NoMethod,
			Thread: uint32(p.file.thread + t), Same: of.Cells[i].Same,
		}
		if top, ok := cv.top(p, thread); ok {
			cell.Name = message.FrameNames + top
		}
		if ticks := of.Cells[i].Ticks; ticks >= 0 && thread.HZ > 0 {
			cell.Note = "+" + words.CPUTime(float64(ticks)/float64(thread.HZ))
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// top returns the number of a thread's topmost frame of the app's own code, or else of a library,
// or else of any code.
func (cv *courseView) top(p *process, t *dump.Thread) (number uint32, ok bool) {
	d := p.file.d
	best, library := -1, -1
	for row := t.FirstRow; row < t.EndRow; row++ {
		place := d.Stack[row].Place
		kind := d.FrameKind(place)
		switch p.kind(place) {
		case stack.Own:
			return cv.dumps.names.Frame(d, p.app, place), true
		case stack.Library:
			if library < 0 {
				library = row
			}
		}
		if kind == dump.JavaFrame && (best < 0 || d.FrameKind(d.Stack[best].Place) != dump.JavaFrame) || kind == dump.NativeFrame && best < 0 {
			best = row
		}
	}
	if library >= 0 {
		best = library
	}
	if best < 0 {
		return 0, false
	}
	return cv.dumps.names.Frame(d, p.app, d.Stack[best].Place), true
}
