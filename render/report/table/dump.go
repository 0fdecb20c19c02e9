//go:build !js

package table

import (
	"strings"
	"time"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/wait"
	"traceglass/render/tell"
)

// A Dump is one thread dump of a file: the file itself, or a member of a zip file.
type Dump struct {
	Member string // its name in the zip file, "" outside of one; the second report of a file ends in #2
	*dump.Dump
}

// addDumps writes the rows of the threads, stacks and claims of a file's dumps.
func (w *Writer) addDumps(file string, dumps []Dump) error {
	var shots []wait.Shot
	for _, d := range dumps {
		facts := wait.NewFacts(d.Dump)
		for b := range d.Blocks {
			shots = append(shots, wait.Shot{Facts: facts, Block: b})
		}
	}
	series := wait.NewSeries(shots)
	thread, block := 0, 0 // of the first in the dump, within the file
	for _, d := range dumps {
		if len(d.Blocks) == 0 {
			continue // nor any threads
		}
		a := adding{w, file, d, shots[block].Facts, series, thread, block}
		for b := range d.Blocks {
			if err := a.block(b); err != nil {
				return err
			}
		}
		if err := a.report(); err != nil {
			return err
		}
		thread += len(d.Threads)
		block += len(d.Blocks)
	}
	return nil
}

// adding makes the rows of one dump. Numbers of threads and blocks in rows count within the file,
// numbers in the dump within the dump.
type adding struct {
	*Writer
	file                    string
	d                       Dump
	facts                   *wait.Facts
	series                  *wait.Series // of the file's blocks
	firstThread, firstBlock int
}

// block writes the rows of one block.
func (a *adding) block(number int) error {
	r := blockRows{adding: a, b: &a.d.Blocks[number], number: number}
	r.process = text(r.b.CommandLine)
	if r.b.PID != 0 {
		r.pid = orNone(int64(r.b.PID))
	}
	if err := r.addStacks(); err != nil {
		return err
	}
	if r.b.Joined {
		return nil // another block has the threads of this process
	}
	return r.addClaims()
}

// blockRows makes the rows of one block of a dump.
type blockRows struct {
	*adding
	b       *dump.Block
	number  int // in the dump
	process string
	pid     *int64
}

// addStacks writes the rows of the block's threads and their stacks.
func (r *blockRows) addStacks() error {
	main := -1
	if r.b.Kind == dump.Java || r.b.Kind == dump.Native {
		main = r.d.Main(r.b)
	}
	graph := r.facts.Graph(r.number)
	locked := map[int]bool{} // threads of deadlocks
	for _, cycle := range graph.Deadlocks() {
		for _, t := range cycle.Threads {
			locked[t] = true
		}
	}
	for i := r.b.FirstThread; i < r.b.EndThread; i++ {
		t := &r.d.Threads[i]
		row := r.thread(i, i == main)
		if err := r.threads.Add(row); err != nil {
			return err
		}
		s := Stack{
			File: r.file, Thread: row.Thread, Member: r.d.Member, Block: *row.Block, Process: r.process, Name: row.Name, Group: row.Group,
			Main: row.Main, State: *row.State, Idle: wait.Idle(r.d.Dump, t), Deadlock: locked[i], Truncated: t.Truncated, Frames: r.frames(t),
		}
		if waits, ok := graph.Of(i); ok {
			s.WaitsWhy = orNone([...]string{wait.Monitor: "monitor", wait.Join: "join"}[waits.Why])
			s.WaitsOn = orNone(text(tell.Lock(waits.Object)))
			if waits.For != wait.None {
				s.WaitsFor = orNone(int32(r.firstThread + waits.For))
			}
		}
		if err := r.stacks.Add(s); err != nil {
			return err
		}
	}
	return nil
}

// thread returns the row of a thread.
func (r *blockRows) thread(i int, main bool) Thread {
	t := &r.d.Threads[i]
	row := Thread{
		File: r.file, Thread: int32(r.firstThread + i), Name: text(t.Name), Group: platform.Pool(t.Name), Main: main,
		Member: &r.d.Member, Block: orNone(int32(r.firstBlock + r.number)), PID: r.pid, State: orNone(text(t.StateName())),
	}
	if r.process != "" {
		row.Process = &r.process
	}
	if t.Tid != 0 {
		row.ID = orNone(int64(t.Tid))
	}
	if t.SysTid != 0 {
		row.SysTid = orNone(int64(t.SysTid))
	}
	if t.HasTimes && t.Utm >= 0 && t.Stm >= 0 {
		row.CPU = orNone(1000 * t.Usage.CPU())
	}
	return row
}

// addClaims writes the rows of the verdict on the block.
func (r *blockRows) addClaims() error {
	verdict, cause := r.facts.Explain(r.number), text(tell.Cause(r.facts.Cause(r.number)))
	claims := verdict.Claims
	if c, ok := r.series.Along(r.firstBlock + r.number); ok {
		claims = verdict.With(c)
	}
	for i, c := range claims {
		row := Claim{
			File: r.file, Member: r.d.Member, Block: int32(r.firstBlock + r.number), PID: r.pid, Process: r.process, Time: text(r.b.Time),
			UnixMillis: unixMillis(r.b.Time), Hung: r.facts.Hung() == r.number, Claim: int32(i), Rule: c.Rule, Cause: cause,
			Confidence: c.Confidence.String(), Text: text(tell.Claim(&c)),
		}
		for _, t := range c.Threads {
			row.Threads = append(row.Threads, int32(r.firstThread+t))
		}
		for _, line := range c.Lines {
			row.Lines = append(row.Lines, Line{int32(r.d.Number(line)), text(r.d.Content(line))})
		}
		if err := r.claims.Add(row); err != nil {
			return err
		}
	}
	return nil
}

// report writes the row of a dump's facts.
func (a *adding) report() error {
	s := anr.Describe(a.facts, a.d.Dump)
	row := Report{
		File: a.file, Member: a.d.Member, Source: s.Source, ID: said(s.ID), Process: said(s.Process), AppVersion: said(s.Version), AppBuild: said(s.Code),
		OS: said(s.OS), Maker: said(s.Maker), Model: said(s.Model), DeviceName: said(s.Device), Time: said(s.Time), TimeIs: said(s.TimeIs), UnixMillis: unixMillis(s.Time),
		Reason: said(s.Reason), ReasonKind: said(s.Kind), Issue: said(s.Issue), Cut: s.Cut,
	}
	if s.API > 0 {
		row.APILevel = orNone(int32(s.API))
	}
	if s.Foreground != dump.NotSaid {
		row.Foreground = orNone(s.Foreground == dump.Yes)
	}
	if s.Users > 0 {
		row.Users = orNone(s.Users)
	}
	if s.Count > 0 {
		row.Events = orNone(s.Count)
	}
	if s.Block >= 0 {
		row.Category, row.Cause = said(a.facts.Category(s.Block)), said(tell.Cause(a.facts.Cause(s.Block)))
	}
	return a.reports.Add(row)
}

// said returns nil for "", which a report does not say.
func said(s string) *string {
	if s == "" {
		return nil
	}
	return orNone(text(s))
}

// frames returns a stack, innermost first, without remarks of the dump's writer.
func (a *adding) frames(t *dump.Thread) []string {
	frames := make([]string, 0, t.EndRow-t.FirstRow)
	for _, row := range a.d.Stack[t.FirstRow:t.EndRow] {
		if a.d.FrameKind(row.Place) == dump.NoteFrame {
			continue
		}
		if a.keys == nil || a.keysOf != a.d.Dump {
			a.keysOf, a.keys = a.d.Dump, make([]string, a.d.Places())
		}
		key := &a.keys[row.Place]
		if *key == "" {
			f := a.d.Frame(row.Place)
			*key = text(f.Key())
		}
		frames = append(frames, *key)
	}
	return frames
}

// dumpFacts fills in the columns of a file's row that describe dumps.
func dumpFacts(f *File, dumps []Dump) {
	f.Kind, f.Complete = "thread-dump", true
	for _, d := range dumps {
		f.Threads += int64(len(d.Threads))
		if f.Subject == nil && d.Subject != "" {
			f.Subject = orNone(text(d.Subject))
		}
		for i := range d.Blocks {
			if b := &d.Blocks[i]; b.Kind == dump.Java || b.Kind == dump.Native {
				f.Processes++
				f.Complete = f.Complete && b.Ended
				if f.Build == "" {
					f.Build = text(b.Fingerprint)
				}
			}
		}
		for _, n := range d.Receipt.Notes {
			row := Note{Code: n.Code, Count: n.Count, Member: d.Member, Text: n.Text}
			if n.Line >= 0 {
				row.Line = orNone(int32(d.Number(n.Line)))
			}
			f.Receipt = append(f.Receipt, row)
		}
	}
}

// unixMillis parses the time in a dump's heading, or returns nil if it is none.
func unixMillis(s string) *int64 {
	for _, layout := range []string{"2006-01-02 15:04:05-0700", "2006-01-02 15:04:05", time.RFC3339, "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return orNone(t.UnixMilli())
		}
	}
	return nil
}

// text makes text from a dump valid UTF-8. A dump can be cut inside a character.
func text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
