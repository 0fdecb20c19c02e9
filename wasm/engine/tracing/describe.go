package tracing

import (
	"fmt"
	"time"

	"traceglass/parser/mapping/mapid"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// Outline returns the parts of the description that the first pictures need, without making a
// profile.
func (tr *Trace) Outline() *message.Description {
	info, calls := tr.profiles.index.Info, tr.profiles.index.Calls
	from, to := calls.Recorded()
	d := &message.Description{
		File:       tr.file,
		Container:  string(info.Container),
		Version:    info.Version,
		ClockName:  info.Clocks.String(),
		HasWall:    info.Figures()&trace.Wall != 0,
		HasCPU:     info.Figures()&trace.CPU != 0,
		Complete:   info.Complete,
		Overflow:   info.Overflow,
		Sampled:    info.Sampling == trace.Sampled,
		CannotTell: info.Sampling == trace.CannotTell && info.Records > 0,
		Records:    info.Records,
		Calls:      calls.Calls,
		Listed:     info.ListedMethods,
		From:       tr.profiles.ns(from),
		Span:       tr.profiles.ns(to),
		Bytes:      info.Bytes,
		Memory:     calls.Bytes,
		Start:      start(info.Start),
		Threads:    tr.threads.describe(profile.WholeTrace),
		Subject:    uint32(story.Main(info)),
	}
	d.CutFrom, d.CutTo = info.Kept()
	for sort, threads := range tr.looks.drawn {
		for _, t := range threads {
			d.Drawn[sort] = append(d.Drawn[sort], uint32(t))
		}
	}
	return d
}

// Describe returns the description of the trace.
func (tr *Trace) Describe() *message.Description {
	whole := tr.profiles.in(message.Scope{To: message.Whole})
	info, d := tr.profiles.index.Info, tr.Outline()
	d.ReadMillis = float64(tr.profiles.read.Microseconds()) / 1000
	for m := range whole.Methods {
		if f := &whole.Methods[m]; f.Calls+f.Recursive > 0 {
			d.Methods++
		}
	}
	d.Origins, d.OwnFound, d.OwnGuess = tr.looks.origins(whole), info.OwnFound(), trace.Visible(profile.GuessOwn(info))
	d.MapID = mapID(info.Methods)
	for _, o := range info.Options {
		d.Options = append(d.Options, message.Pair(o))
	}
	if s := info.Samples; s != nil {
		for _, m := range s.Measures {
			d.Measures = append(d.Measures, message.Measure{Name: trace.Visible(m.Name), Counted: m.Unit != trace.Nanoseconds})
		}
		d.Measure, d.OffCPU = uint32(s.Measure)+1, s.OffCPU
	}
	for _, n := range tr.profiles.index.Notes() {
		note := message.Note{Code: n.Code, Text: n.Text, Count: n.Count, Offset: n.Offset}
		note.Thread, note.At = tr.affected(&n)
		d.Notes = append(d.Notes, note)
	}
	return d
}

// mapID returns the id of the map of names that most methods' source files name.
func mapID(methods []trace.Method) string {
	var ids mapid.Counts
	for i := range methods {
		m := &methods[i]
		if m.Raw != nil {
			ids.Add(m.Raw.Class, m.Raw.File)
		} else {
			ids.Add(m.Class, m.File)
		}
	}
	return ids.Most()
}

// mostLooked limits how many unlisted methods firstUnlisted looks up, because in a file without a
// list every method is one.
const mostLooked = 64

// firstUnlisted returns the thread and time of the first call of a method that the file does not
// list.
func (tr *Trace) firstUnlisted() (thread uint32, at int64) {
	p := tr.profiles.in(message.Scope{To: message.Whole})
	thread, at = message.NoNode, -1
	looked := 0
	for m := range p.Methods {
		if f := &p.Methods[m]; tr.profiles.index.Info.Methods[m].Listed || f.Calls+f.Recursive == 0 {
			continue
		}
		if looked++; looked > mostLooked {
			break
		}
		ref, ok := p.CallAt(trace.MethodIndex(m), 0, false)
		if !ok {
			continue
		}
		if start := tr.profiles.ns(tr.profiles.index.Level(ref).Start(int(ref.Row))); at < 0 || start < at {
			thread, at = uint32(ref.Thread), start
		}
	}
	return thread, at
}

// affected returns the first thread that a note concerns, or NoNode, and the time.
func (tr *Trace) affected(note *trace.Note) (thread uint32, at int64) {
	if note.Among && note.Code != "reused-thread-id" {
		return uint32(note.Thread), tr.profiles.ns(note.Time)
	}
	if note.Code == "unknown-method" {
		return tr.firstUnlisted()
	}
	for i := range tr.profiles.index.Calls.Threads {
		t, of := &tr.profiles.index.Calls.Threads[i], &tr.profiles.index.Info.Threads[i]
		n, ticks := int64(0), t.First.Primary
		switch note.Code {
		case "orphan-exits":
			n = t.OrphanExits
		case "open-calls":
			n, ticks = t.OpenCalls, t.Last.Primary
		case "implicit-exits":
			n, ticks = t.ImplicitExits, t.Implicit
		case "ignored-exits":
			n, ticks = t.IgnoredExits, t.Ignored
		case "reused-thread-id":
			n = int64(of.Again) / 2 // the second thread with its id
		case "two-names":
			if of.Was != "" {
				n = t.Records
			}
		case "unknown-thread":
			if !of.Listed {
				n = t.Records
			}
		}
		if n > 0 {
			return uint32(i), tr.profiles.ns(ticks)
		}
	}
	return message.NoNode, -1
}

// start formats the header's start time. Dalvik stored a date, ART the time since boot
// (parser/trace/format.md, section 9.3).
func start(micros int64) string {
	switch {
	case micros <= 0:
		return ""
	case micros >= 1e14:
		t := time.UnixMicro(micros).UTC()
		y, month, d := t.Date()
		h, m, s := t.Clock() // Format would add 40 KB
		return fmt.Sprintf("%d-%02d-%02d %02d:%02d:%02d UTC", y, month, d, h, m, s)
	}
	return words.Say("device uptime {1}", (time.Duration(micros) * time.Microsecond).Round(time.Millisecond).String())
}
