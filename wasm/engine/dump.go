//go:build dumps || !js

package engine

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/platform"
	"traceglass/parser/wait"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// dumps are the open thread dumps. Processes, threads and lines are numbered through all
// files, each file's after those of the one before.
type dumps struct {
	files     []dumpFile
	processes []process
	shots     map[processID][]uint32 // rows of processes, of those of which it is known
	texts     texts
	frames    frames
	flame     *stackTree // merged last
	courses   courses    // followed last

	reader       *dump.Reader // of the file being read
	name, stored string
	began        time.Time
	taken        time.Duration
	bytes        int64
}

// A dumpFile is one file and the numbers of its first thread and line.
type dumpFile struct {
	name, stored string
	d            *dump.Dump
	facts        *wait.Facts
	thread, line int
	partial      string // why only a part was read, "" for all
	own          []own  // by PlaceID
}

// own is what is known of whose code a stack line is.
type own uint8

const (
	unseen own = iota
	ownCode
	otherCode
)

// A process is one block of a file.
type process struct {
	file  *dumpFile
	block *dump.Block
	at    int // row of the block in its file
	graph *wait.Graph
	rows  []message.StackRow // nil until asked for
	keys  []string           // by row: what a search looks at besides frames
}

// BeginDump starts the reading of a file of thread dumps, which may have been packed in the
// one that was opened. Those read before stay.
func (e *Engine) BeginDump(file, opened string) {
	e.dumps.name, e.dumps.stored, e.dumps.began = file, opened, time.Now()
	e.dumps.reader = max(dump.DefaultLimit-dump.Limit(e.dumps.bytes), 1).NewReader()
}

// WriteDump reads the next piece of the unwrapped file.
func (e *Engine) WriteDump(p []byte) {
	e.dumps.reader.Write(p)
	e.dumps.bytes += int64(len(p))
}

// ErrNoDump says that a file holds nothing of a thread dump.
var ErrNoDump = errors.New("This holds no thread dump.")

// EndDump completes the reading. Partial is a sentence on why only a part was read, or "".
// An error means that there is no dump in the file; its text is for the user.
func (e *Engine) EndDump(partial string) error {
	m := &e.dumps
	d := m.reader.Close()
	m.reader = nil
	m.taken += time.Since(m.began)
	if len(d.Blocks) == 0 {
		if s := d.Relative.Sentence(); s != "" {
			return errors.New(s)
		}
		return ErrNoDump
	}
	m.files = append(m.files, dumpFile{name: m.name, stored: m.stored, d: d, partial: partial})
	return nil
}

// HasDumps tells whether a thread dump is open.
func (e *Engine) HasDumps() bool { return len(e.dumps.files) > 0 }

// Dumps orders the files that were read, those with times by time and then the others by
// name, and describes them.
func (e *Engine) Dumps() *message.Dumps {
	m := &e.dumps
	began := time.Now()
	slices.SortStableFunc(m.files, func(a, b dumpFile) int {
		x, y := a.time(), b.time()
		switch {
		case x == "" && y != "":
			return 1
		case x != "" && y == "":
			return -1
		}
		return cmp.Or(cmp.Compare(x, y), input.Natural(a.name, b.name))
	})
	m.processes = nil
	reply := &message.Dumps{Bytes: m.bytes, Hung: message.NoNode}
	for i := range m.files {
		f := &m.files[i]
		f.thread, f.line = reply.Threads, reply.Lines
		f.own, f.facts = make([]own, f.d.Places()), wait.NewFacts(f.d)
		if i == 0 && f.facts.Hung() >= 0 {
			reply.Hung = uint32(f.facts.Hung())
		}
		reply.Threads += len(f.d.Threads)
		reply.Lines += f.d.Text.Lines()
		reply.Files = append(reply.Files, message.DumpFile{
			Name: f.name, Stored: f.stored, Subject: valid(f.d.Subject), Relative: f.d.Relative.Sentence(),
			Line: uint32(f.line), Lines: uint32(f.d.Text.Lines()),
		})
		for b := range f.d.Blocks {
			m.processes = append(m.processes, process{file: f, block: &f.d.Blocks[b], at: b, graph: f.facts.Graph(b)})
			p := &m.processes[len(m.processes)-1]
			reply.Processes = append(reply.Processes, p.describe(uint32(i), len(m.processes)))
		}
		if f.partial != "" {
			reply.Notes = append(reply.Notes, message.DumpNote{File: uint32(i), Code: "partial", Text: f.partial, Count: 1, Line: message.NoNode})
		}
		for _, n := range f.d.Receipt.Notes {
			note := message.DumpNote{File: uint32(i), Code: n.Code, Text: n.Text, Count: n.Count, Line: message.NoNode}
			if n.Line >= 0 {
				note.Line = uint32(f.line + n.Line)
			}
			reply.Notes = append(reply.Notes, note)
		}
	}
	m.countDumps(reply.Processes)
	m.texts, m.frames, m.flame, m.courses = texts{}, frames{}, nil, courses{}
	m.taken += time.Since(began)
	reply.ReadMillis = float64(m.taken.Microseconds()) / 1000
	reply.Memory = m.bytes // about: the text is kept, its tables are smaller
	return reply
}

// time is when a file's first process was dumped, "" if it does not say.
func (f *dumpFile) time() string {
	for i := range f.d.Blocks {
		if t := f.d.Blocks[i].Time; t != "" {
			return t
		}
	}
	return ""
}

// longestShown is how much of one text of a file an answer holds, in bytes: lines of a
// megabyte are damage.
const longestShown = 4000

// valid is a dump's own text as the page can show it: not longer, and with characters
// that a cut has split replaced.
func valid(s string) string { return strings.ToValidUTF8(s[:min(len(s), longestShown)], "\uFFFD") }

func (p *process) describe(file uint32, number int) message.Process {
	b, f := p.block, p.file
	q := message.Process{
		File: file, PID: b.PID, Name: valid(b.CommandLine), Time: valid(b.Time), Section: valid(b.Section), Release: valid(b.Release()), ABI: valid(b.ABI),
		Runtime: [...]string{dump.UnknownRuntime: "", dump.Dalvik: "Dalvik", dump.ART: "ART"}[b.Runtime],
		Instant: b.Instant, Whole: b.Ended || b.Reporter,
		Thread: uint32(f.thread + b.FirstThread), Threads: uint32(b.EndThread - b.FirstThread),
		Line: uint32(f.line + b.Line), EndLine: uint32(f.line + b.EndLine), Main: message.NoNode,
		Deadlocks: len(p.graph.Deadlocks()),
	}
	switch b.Kind {
	case dump.Native:
		q.Kind = message.NativeProcess
	case dump.Channels:
		q.Kind = message.KernelWaits
	case dump.Failed:
		q.Kind = message.FailedProcess
	}
	if q.Name == "" {
		q.Name = fmt.Sprintf("Process %d", number)
	}
	if main := f.d.Main(b); main >= 0 {
		q.Main = uint32(f.thread + main)
	}
	for _, c := range f.facts.Explain(p.at).Claims {
		claim := message.Claim{Rule: c.Rule, Confidence: message.Confidence(c.Confidence), Text: valid(c.Text)}
		for _, line := range c.Lines {
			claim.Lines = append(claim.Lines, uint32(f.line+line))
		}
		for _, t := range c.Threads {
			claim.Threads = append(claim.Threads, uint32(f.thread+t))
			claim.Names = append(claim.Names, f.facts.Name(t))
		}
		q.Claims = append(q.Claims, claim)
	}
	q.Waits = len(p.waits())
	for i := range p.graph.Waits {
		if p.graph.Waits[i].Why == wait.Monitor && p.graph.Waits[i].For != wait.None {
			q.Blocked++
		}
	}
	return q
}

// at finds the process of a thread and the thread's row in its file's table, nil without.
func (m *dumps) at(thread uint32) (*process, int) {
	for i := range m.processes {
		p := &m.processes[i]
		if t := int(thread) - p.file.thread; t >= p.block.FirstThread && t < p.block.EndThread {
			return p, t
		}
	}
	return nil, 0
}

// isOwn tells whether a stack line is of the app's own code.
func (f *dumpFile) isOwn(place dump.PlaceID) bool {
	if f.own[place] == unseen {
		f.own[place] = otherCode
		if f.d.FrameKind(place) == dump.JavaFrame {
			if frame := f.d.Frame(place); frame.Class != "" && !platform.Has(frame.Class) {
				f.own[place] = ownCode
			}
		}
	}
	return f.own[place] == ownCode
}

// row describes one thread.
func (p *process) row(t int) message.StackRow {
	d, base := p.file.d, p.file.thread
	thread := &d.Threads[t]
	r := message.StackRow{
		Thread: uint32(base + t), Name: valid(thread.Name), State: valid(thread.StateName()), Class: classOf(thread.State),
		Tid: thread.Tid, SysTid: thread.SysTid, Prio: thread.Prio, Daemon: thread.Daemon,
		CPU: -1, For: message.NoNode, Idle: wait.Idle(d, thread), Line: uint32(p.file.line + thread.Line),
	}
	if thread.HasTimes && thread.HZ > 0 {
		r.CPU = thread.CPU()
	}
	for row := thread.FirstLock; row < thread.EndLock; row++ {
		switch l := d.Lock(row); {
		case l.What == dump.Locked:
			r.Held++
		case r.Wanted == "" && (l.What == dump.WaitingToLock || l.What == dump.Inflating || l.What == dump.WaitingOn || l.What == dump.SleepingOn):
			r.Wanted = objectName(l.Object)
		}
	}
	if w, ok := p.graph.Of(t); ok {
		r.Wanted = objectName(w.Object)
		if w.For != wait.None {
			r.For, r.ForName = uint32(base+w.For), valid(d.Threads[w.For].Name)
		}
	}
	if f, _, ok := p.file.facts.Own(t); ok {
		r.Top, r.Own = valid(f.Name()), true
	} else if f, ok := d.TopFrame(thread); ok {
		r.Top = valid(f.Name())
	}
	return r
}

func objectName(o dump.Object) string {
	if o.Kind == dump.NoID {
		return valid(o.Class)
	}
	return words.Object(valid(o.Class), o.ID)
}

// all are the rows of every thread, made once.
func (p *process) all() []message.StackRow {
	if p.rows == nil {
		for t := p.block.FirstThread; t < p.block.EndThread; t++ {
			r := p.row(t)
			p.rows = append(p.rows, r)
			p.keys = append(p.keys, fmt.Sprintf("%s %s %s %s tid=%d sysTid=%d", r.Name, r.State, r.Wanted, r.ForName, r.Tid, r.SysTid))
		}
	}
	return p.rows
}

// texts remembers which stack lines match a search.
type texts struct {
	text  string
	exact bool
	file  *dumpFile
	match []own // by PlaceID; ownCode: it matches
}

func (s *texts) set(f *dumpFile, text string) {
	if s.file == f && s.text == text {
		return
	}
	*s = texts{text: text, exact: strings.ToLower(text) != text, file: f, match: make([]own, f.d.Places())}
}

func (s *texts) matches(place dump.PlaceID) bool {
	if s.match[place] == unseen {
		frame := s.file.d.Frame(place)
		line := frame.Text
		if !s.exact {
			line = strings.ToLower(line)
		}
		s.match[place] = otherCode
		if strings.Contains(line, s.text) {
			s.match[place] = ownCode
		}
	}
	return s.match[place] == ownCode
}

// mostRows is how many threads one answer describes.
const mostRows = 1000

func (e *Engine) stackRows(req *message.StackRows) message.Body {
	m := &e.dumps
	if int(req.Process) >= len(m.processes) {
		return noProcess()
	}
	p := &m.processes[req.Process]
	rows := p.all()
	reply := &message.StackRowsReply{}
	var chosen []int
	states := stateCounts{}
	for i := range rows {
		states.add(rows[i].State, rows[i].Class)
		if m.chosen(p, i, req) {
			chosen = append(chosen, i)
		}
	}
	main := p.file.d.Main(p.block) - p.block.FirstThread
	slices.SortStableFunc(chosen, func(a, b int) int {
		d := compareRows(&rows[a], &rows[b], req.Column)
		if req.Column == message.ThreadAsWritten && (a == main) != (b == main) {
			d = 1
			if a == main {
				d = -1
			}
		}
		if req.Descending {
			return -d
		}
		return d
	})
	reply.Total = len(chosen)
	reply.First = max(0, min(req.First, len(chosen)))
	for _, i := range chosen[reply.First:min(len(chosen), reply.First+max(0, min(req.Count, mostRows)))] {
		reply.Rows = append(reply.Rows, rows[i])
	}
	reply.States = states.sorted()
	return reply
}

// class is what the page calls a class of states.
func class(c dump.Class) message.StateClass { return message.StateUnknown + message.StateClass(c) }

func classOf(state string) message.StateClass { return class(dump.ClassOf(state)) }

// stateCounts counts threads by their states.
type stateCounts map[string]message.StateCount

func (s stateCounts) add(state string, class message.StateClass) {
	s[state] = message.StateCount{State: state, Class: class, Count: s[state].Count + 1}
}

// mostStates is how many states an answer lists: there are about 30.
const mostStates = 100

// sorted are the states, the most frequent first.
func (s stateCounts) sorted() []message.StateCount {
	all := slices.SortedFunc(maps.Values(s), func(a, b message.StateCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.State, b.State))
	})
	return all[:min(len(all), mostStates)]
}

// chosen tells whether the i-th thread of a process is one that a request asks for.
func (m *dumps) chosen(p *process, i int, req *message.StackRows) bool {
	r := &p.rows[i]
	if req.Class != message.AnyState && r.Class != req.Class || req.Busy && r.Idle {
		return false
	}
	if len(req.Group) > 0 && !slices.Contains(req.Group, r.Thread) {
		return false
	}
	return m.holds(p, i, req.Text) && p.inPackage(i, req.Package)
}

// holds tells whether a thread's heading, locks or stack hold a text.
func (m *dumps) holds(p *process, i int, text string) bool {
	if text == "" {
		return true
	}
	m.texts.set(p.file, text)
	key := p.keys[i]
	if !m.texts.exact {
		key = strings.ToLower(key)
	}
	if strings.Contains(key, text) {
		return true
	}
	d := p.file.d
	t := &d.Threads[p.block.FirstThread+i]
	for row := t.FirstRow; row < t.EndRow; row++ {
		if m.texts.matches(d.Stack[row].Place) {
			return true
		}
	}
	return false
}

// inPackage tells whether a frame's class of the i-th thread begins with a package.
func (p *process) inPackage(i int, name string) bool {
	if name == "" {
		return true
	}
	d := p.file.d
	t := &d.Threads[p.block.FirstThread+i]
	for row := t.FirstRow; row < t.EndRow; row++ {
		if d.FrameKind(d.Stack[row].Place) == dump.JavaFrame {
			if f := d.Frame(d.Stack[row].Place); strings.HasPrefix(f.Class, name) {
				return true
			}
		}
	}
	return false
}

func compareRows(a, b *message.StackRow, column message.StackColumn) int {
	switch column {
	case message.ThreadByName:
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	case message.ThreadByState:
		return strings.Compare(a.State, b.State)
	case message.ThreadByTid:
		return cmp.Compare(a.Tid, b.Tid)
	case message.ThreadBySysTid:
		return cmp.Compare(a.SysTid, b.SysTid)
	case message.ThreadByPrio:
		return cmp.Compare(a.Prio, b.Prio)
	case message.ThreadByCPU:
		return cmp.Compare(a.CPU, b.CPU)
	case message.ThreadByHeld:
		return cmp.Compare(a.Held, b.Held)
	case message.ThreadByWanted:
		return strings.Compare(a.Wanted, b.Wanted)
	case message.ThreadByDaemon:
		if a.Daemon != b.Daemon {
			if a.Daemon {
				return -1
			}
			return 1
		}
		return 0
	case message.ThreadByTop:
		return strings.Compare(a.Top, b.Top)
	}
	return 0
}

// mostAttributes bounds how many of a thread's fields one answer holds: there are about 30.
const mostAttributes = 200

// mostStackLines bounds what one answer holds: stacks that overflowed have a million lines.
const mostStackLines = 2000

// mostInChain is how many threads an answer on one names that it waits for, or that wait for
// it.
const mostInChain = 200

func (e *Engine) stack(req *message.Stack) message.Body {
	m := &e.dumps
	p, t := m.at(req.Thread)
	if p == nil {
		return &message.Failure{Text: "There is no such thread in these dumps."}
	}
	f, d := p.file, p.file.d
	thread := &d.Threads[t]
	reply := &message.StackReply{Row: p.row(t), StateHelp: dump.StateHelp(thread.StateName()), Line: uint32(f.line + thread.Line), EndLine: uint32(f.line + thread.EndLine)}
	for line := thread.Line; line < thread.EndLine; line++ {
		if d.Kinds[line] == dump.AttributeLine {
			for _, a := range d.Attributes(line) {
				if len(reply.Fields) == mostAttributes {
					break
				}
				reply.Fields = append(reply.Fields, message.Field{Key: valid(a.Key), Value: valid(a.Value), Help: dump.FieldHelp(a.Key)})
			}
		}
	}
	lock := thread.FirstLock
	locks := func(row int) {
		for ; lock < thread.EndLock && int(d.Locks[lock].Row) <= row && len(reply.Lines) < mostStackLines; lock++ {
			reply.Lines = append(reply.Lines, p.lockLine(t, lock))
		}
	}
	locks(thread.FirstRow - 1)
	for row := thread.FirstRow; row < thread.EndRow; row++ {
		if len(reply.Lines) >= mostStackLines {
			reply.Cut = thread.EndRow - row
			break
		}
		reply.Lines = append(reply.Lines, f.stackLine(row))
		locks(row)
	}
	chain := p.graph.Chain(t)
	for _, other := range chain[1:min(len(chain), 1+mostInChain)] {
		reply.Chain = append(reply.Chain, p.row(other))
	}
	if w, ok := p.graph.Of(chain[len(chain)-1]); ok && w.For == t {
		reply.Deadlock = true
	}
	for i := range p.graph.Waits {
		if w := &p.graph.Waits[i]; w.For == t && len(reply.Waiters) < mostInChain {
			reply.Waiters = append(reply.Waiters, p.row(w.Thread))
		}
	}
	return reply
}

// stackLine takes a frame apart for the page.
func (f *dumpFile) stackLine(row int) message.StackLine {
	place := f.d.Stack[row].Place
	frame := f.d.Frame(place)
	l := message.StackLine{Line: uint32(f.line + int(f.d.Stack[row].Line)), Thread: message.NoNode, Own: f.isOwn(place)}
	switch frame.Kind {
	case dump.JavaFrame:
		l.Kind = message.JavaStackLine
		l.First, l.Last = cutClass(frame.Class, frame.Method)
		l.Place = frame.File
		switch {
		case frame.Where == dump.InNative:
			l.Place = "native"
		case frame.Line > 0 && (frame.Where == dump.AtLine || frame.Where == dump.AboutLine):
			l.Place = fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
	case dump.NativeFrame:
		l.Kind = message.NativeStackLine
		l.Last, l.Place = frame.Name(), frame.Map[strings.LastIndexAny(frame.Map, "/!")+1:]
	case dump.KernelFrame:
		l.Kind = message.KernelStackLine
		l.Last = frame.Name()
	default:
		l.Kind = message.NoteStackLine
		l.Last = frame.Text
	}
	l.First, l.Last, l.Place = valid(l.First), valid(l.Last), valid(l.Place)
	return l
}

// cutClass cuts a method's name before the class's last word: "java.util." and "Vector.get".
func cutClass(class, method string) (first, last string) {
	if class == "" {
		return "", method
	}
	first, last = words.CutClass(class)
	return first, last + "." + method
}

// lockLine shows a lock line of thread t, with the thread that it leads to.
func (p *process) lockLine(t, row int) message.StackLine {
	f, d := p.file, p.file.d
	line := int(d.Locks[row].Line)
	l := message.StackLine{Line: uint32(f.line + line), Kind: message.LockStackLine, Last: valid(d.Content(line)), Thread: message.NoNode}
	if w, ok := p.graph.Of(t); ok && w.Line == line && w.For != wait.None {
		l.Thread, l.Name = uint32(f.thread+w.For), valid(d.Threads[w.For].Name)
	}
	return l
}

func (e *Engine) textLines(req *message.TextLines) message.Body {
	m := &e.dumps
	reply := &message.TextLinesReply{}
	for i := range m.files {
		reply.Total += m.files[i].d.Text.Lines()
	}
	reply.First = max(0, min(req.First, reply.Total))
	end := min(reply.Total, reply.First+max(0, min(req.Count, 1000)))
	for at := reply.First; at < end; at++ {
		f := m.fileOf(at)
		line := at - f.line
		text := f.d.Text.Line(line)
		reply.Lines = append(reply.Lines, message.TextLine{
			Text: valid(string(text[:min(len(text), longestShown)])), Help: f.d.Kinds[line].Help(), Thread: f.threadOf(line),
		})
	}
	return reply
}

// fileOf is the file of a line.
func (m *dumps) fileOf(line int) *dumpFile {
	i := len(m.files) - 1
	for i > 0 && m.files[i].line > line {
		i--
	}
	return &m.files[i]
}

// threadOf is the thread whose heading or stack a line of the file is, NoNode for none.
func (f *dumpFile) threadOf(line int) uint32 {
	i, found := slices.BinarySearchFunc(f.d.Threads, line, func(t dump.Thread, line int) int { return cmp.Compare(t.Line, line) })
	if !found {
		i--
	}
	if i < 0 || line >= f.d.Threads[i].EndLine {
		return message.NoNode
	}
	return uint32(f.thread + i)
}
