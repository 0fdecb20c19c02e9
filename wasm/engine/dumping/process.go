package dumping

import (
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	naming "traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// An origin is where a file comes from.
type origin struct {
	path   string // within the opened zip file
	name   string // the last part of path
	stored string // the opened file: the zip file or the file itself
	number int    // index among all reports, in the order of reading
	bytes  int64  // uncompressed size; a report's share of its file
}

// A file is one file with the numbers of its first thread and line.
type file struct {
	origin
	d            *dump.Dump
	facts        *wait.Facts
	thread, line int
	partial      string                        // why only a part was read, or ""
	kinds        map[platform.App][]stack.Kind // by app and PlaceID: the kind of a line's code; stack.Group until needed
	readable     *naming.Dump
}

// A cached is a property of a stack line, kept because equal lines share a PlaceID.
type cached uint8

const (
	notAsked cached = iota
	yes
	no
)

// A process is one block of a file.
type process struct {
	file  *file
	block *dump.Block
	app   platform.App
	at    int // index of the block in its file
	graph *wait.Graph
	rows  []message.StackRow // nil until needed
	keys  []string           // by row: the searched text besides frames

	interest []uint8 // by row: its rank in message.ThreadByInterest
	grouped  grouped // cached
}

// shot returns the process for wait.NewSeries.
func (p *process) shot() wait.Shot { return wait.Shot{Facts: p.file.facts, Block: p.at} }

// lineOf returns the number of a line among those of all files. It counts lines of the original
// text, even if names were changed.
func (f *file) lineOf(line int) uint32 { return uint32(f.line + f.d.RawLine(line)) }

// time returns when a file's first process was dumped, or "" if it does not say.
func (f *file) time() string {
	for i := range f.d.Blocks {
		if t := f.d.Blocks[i].Time; t != "" {
			return t
		}
	}
	return ""
}

// longestShown limits one text from a file in an answer, in bytes, because lines of a megabyte
// are damage.
const longestShown = 4000

// valid makes text from a dump valid UTF-8 of limited length.
func valid(s string) string { return strings.ToValidUTF8(s[:min(len(s), longestShown)], "\uFFFD") }

func (p *process) describe(file uint32, number int) message.Process {
	b, f := p.block, p.file
	q := message.Process{
		File: file, PID: b.PID, Name: valid(b.CommandLine), Time: valid(b.Time), Section: valid(b.Section), Release: valid(b.Release()), ABI: valid(b.ABI),
		Runtime: [...]string{dump.UnknownRuntime: "", dump.Dalvik: "Dalvik", dump.ART: "ART"}[b.Runtime],
		Instant: b.Instant, Whole: b.Ended || b.Reporter,
		Thread: uint32(f.thread + b.FirstThread), Threads: uint32(b.EndThread - b.FirstThread),
		Line: f.lineOf(b.Line), EndLine: f.lineOf(b.EndLine), Main: message.NoNode, Holder: message.NoNode,
		Deadlocks: len(p.graph.Deadlocks()), Suspicion: f.facts.Suspicion(p.at),
	}
	if f.d.Recording != nil {
		q.Samples = len(f.d.Recording.Samples)
	}
	if f.d.About.IsANR() {
		q.Report = valid(tell.Report(&f.d.About))
		if f.d.About.Source != "dropbox" && f.d.About.Source != "sentry-envelope" {
			q.Time = valid(f.d.About.When())
		}
	}
	switch b.Kind {
	case dump.Native:
		q.Kind = message.NativeProcess
	case dump.Channels:
		q.Kind = message.KernelWaits
	case dump.Failed:
		q.Kind = message.FailedProcess
	case dump.Reported:
		q.Kind = message.ReportedProcess
	}
	if q.Name == "" {
		q.Name = words.Say("Process {1}", strconv.Itoa(number))
	}
	if main := f.d.Main(b); main >= 0 {
		q.Main = uint32(f.thread + main)
	}
	verdict := f.facts.Explain(p.at)
	if holder := verdict.Claims[0].Holder(); holder != wait.None {
		q.Holder = uint32(f.thread + holder)
	}
	for _, c := range verdict.Claims {
		q.Claims = append(q.Claims, p.claim(&c))
	}
	if c, ok := p.claimBefore(); ok {
		q.Claims = append(q.Claims, c)
	}
	waits := f.facts.Waits(p.at)
	q.Waits = len(waits)
	for i := range waits {
		if waits[i].Why == wait.Monitor && waits[i].For != wait.None {
			q.Blocked++
		}
	}
	return q
}

// claim converts a claim on the process.
func (p *process) claim(c *wait.Claim) message.Claim {
	f := p.file
	var raws []string
	readable := c.Renamed(func(name string) string {
		shown := f.readable.Text(name)
		if shown == "" {
			return name
		}
		raws = append(raws, name)
		return shown
	})
	claim := message.Claim{Rule: c.Rule, Confidence: message.Confidence(c.Confidence), Text: valid(tell.BriefClaim(&readable)), Advice: tell.Advice(c.Advice)}
	for _, line := range c.Lines {
		claim.Lines, claim.Shows = append(claim.Lines, f.lineOf(line)), append(claim.Shows, valid(f.lockText(line, p.at)))
	}
	for _, t := range c.Threads {
		claim.Threads = append(claim.Threads, uint32(f.thread+t))
		claim.Names = append(claim.Names, tell.Thread(f.facts.ThreadFrom(t, p.at)))
	}
	for i, text := range tell.Chain(&readable) {
		line := c.End
		if i < len(c.Hops) {
			line = c.Hops[i].Line
		}
		claim.Hops = append(claim.Hops, message.Hop{Text: valid(text), Line: f.lineOf(line)})
	}
	claim.Raw = valid(strings.Join(raws, ", "))
	return claim
}

// lockText says what a lock line shows of its thread: "main waits", or "thread 24 holds"; "" for other lines. It adds the pid to the
// main of another block than at. Numbers are short: all lines of a claim fit on one row of a wide page, as the first picture expects.
func (f *file) lockText(line, at int) string {
	for i := range f.d.Threads {
		t := &f.d.Threads[i]
		for row := t.FirstLock; row < t.EndLock; row++ {
			if int(f.d.Locks[row].Line) != line {
				continue
			}
			name := words.Clip(t.Name)
			if t.Tid > 0 && t.Name != "main" {
				name = words.Say("thread {1}", strconv.Itoa(t.Tid))
			} else if pid := f.d.Blocks[t.Block].PID; t.Block != at && pid > 0 {
				name = words.Say("{1} (pid {2})", name, strconv.Itoa(pid))
			}
			switch f.d.Lock(row).What {
			case dump.WaitingToLock, dump.Inflating:
				return words.Say("{1} waits", name)
			case dump.Locked:
				return words.Say("{1} holds", name)
			}
		}
	}
	return ""
}

// rawClaims adds to claims the names in the file of the names they contain. Until then, Raw has the
// compiled names of readable ones, which a map may have changed too.
func (n *maps) rawClaims(p *message.Process) {
	for i := range p.Claims {
		c := &p.Claims[i]
		text := c.Text
		for _, h := range c.Hops {
			text += " " + h.Text
		}
		c.Raw = n.rawNames(text, strings.Split(c.Raw, ", "), false)
	}
}

// rawNames returns the names in the file of the names in a text, and of compiled names that the text shows as readable ones.
func (n *maps) rawNames(text string, compiled []string, objects bool) string {
	all := ""
	for _, name := range compiled {
		if name != "" && n.rawOf(name, false) == "" && !strings.Contains(all+",", ", "+name+",") { // no map changed it
			all += ", " + name
		}
		text += " " + name
	}
	if raw := n.rawOf(text, objects); raw != "" {
		all += ", " + raw
	}
	return strings.TrimPrefix(all, ", ")
}

// at returns the process of a thread and the thread's row in its file's table, or nil.
func (ds *dumps) at(thread uint32) (*process, int) {
	for i := range ds.processes {
		p := &ds.processes[i]
		if t := int(thread) - p.file.thread; t >= p.block.FirstThread && t < p.block.EndThread {
			return p, t
		}
	}
	return nil, 0
}

// kind returns whose code a stack line of the process is.
func (p *process) kind(place dump.PlaceID) stack.Kind {
	f := p.file
	kinds := f.kinds[p.app]
	if kinds == nil {
		kinds = make([]stack.Kind, f.d.Places())
		f.kinds[p.app] = kinds
	}
	if kinds[place] == stack.Group {
		frame := f.d.Frame(place)
		kinds[place] = stack.KindOf(p.app, &frame)
	}
	return kinds[place]
}

// row describes one thread.
func (p *process) row(t int) message.StackRow {
	d, base := p.file.d, p.file.thread
	thread := &d.Threads[t]
	r := message.StackRow{
		Thread: uint32(base + t), Name: valid(thread.Name), State: valid(thread.StateName()), Class: classOf(thread.State),
		Tid: thread.Tid, SysTid: thread.SysTid, Prio: thread.Prio, Daemon: thread.Daemon,
		CPU: -1, For: message.NoNode, Idle: wait.Idle(d, thread), Line: p.file.lineOf(thread.Line),
	}
	if wait.IdleHeapTask(d, thread) {
		r.Class = message.StateInMachine
	}
	if thread.HasTimes && thread.HZ > 0 {
		r.CPU = thread.CPU()
	}
	r.Held = p.graph.Holds(t)
	for row := thread.FirstLock; row < thread.EndLock; row++ {
		if l := d.Lock(row); l.What == dump.WaitingToLock || l.What == dump.Inflating || l.What == dump.WaitingOn {
			r.Wanted = objectName(l.Object)
			break
		}
	}
	if w, ok := p.graph.Of(t); ok {
		r.Wanted = objectName(w.Object)
		if w.For != wait.None {
			r.For, r.ForName = uint32(base+w.For), valid(d.Threads[w.For].Name)
		}
	}
	if f, origin, ok := p.top(t); ok {
		r.Top, r.Own = valid(f.Name()), origin == platform.Own
	}
	r.ReadableTop = p.file.readable.Text(r.Top)
	return r
}

// top returns the topmost frame of a thread that is the app's own, else a library's, else any. ok is false without frames.
func (p *process) top(t int) (frame dump.Frame, origin platform.Origin, ok bool) {
	d := p.file.d
	if frame, _, origin = p.file.facts.OwnFrame(t); origin != platform.Platform {
		return frame, origin, true
	}
	if frame, ok = d.TopFrame(&d.Threads[t]); ok && frame.Kind != dump.JavaFrame {
		origin = platform.Native
	}
	return frame, origin, ok
}

func objectName(o dump.Object) string {
	if o.Kind == dump.NoID {
		return valid(o.Class)
	}
	return words.Object(valid(o.Class), o.ID)
}
