package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report/dmtracedump"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

func (e *Engine) describe() *message.Description {
	info, calls := e.index.Info, e.index.Calls
	_, to := calls.Span()
	d := &message.Description{
		File:       e.file,
		Container:  string(info.Container),
		Version:    info.Version,
		ClockName:  info.Clocks.String(),
		HasWall:    info.Clocks&trace.Wall != 0,
		HasCPU:     info.Clocks&trace.CPU != 0,
		Complete:   info.Complete,
		Overflow:   info.Overflow,
		Sampled:    info.Sampled,
		Records:    info.Records,
		Calls:      calls.Calls,
		Listed:     info.ListedMethods,
		Span:       to * e.tick(),
		Bytes:      info.Bytes,
		Memory:     calls.Bytes,
		ReadMillis: float64(e.read.Microseconds()) / 1000,
		Start:      start(info.Start),
		Threads:    e.threads(e.whole),
	}
	for sort, threads := range e.drawn {
		for _, t := range threads {
			d.Drawn[sort] = append(d.Drawn[sort], uint32(t))
		}
	}
	for m := range e.whole.Methods {
		if f := &e.whole.Methods[m]; f.Calls+f.Recursive > 0 {
			d.Methods++
		}
	}
	for _, o := range info.Options {
		d.Options = append(d.Options, message.Pair(o))
	}
	for _, n := range e.whole.Notes() {
		d.Notes = append(d.Notes, message.Note{Code: n.Code, Text: n.Text, Count: n.Count, Offset: n.Offset})
	}
	return d
}

// start writes the header's start time: Dalvik stored a date, ART the time since boot
// (parser/trace/format.md, section 9.3).
func start(micros int64) string {
	switch {
	case micros <= 0:
		return ""
	case micros >= 1e14:
		t := time.UnixMicro(micros).UTC()
		y, month, d := t.Date()
		h, m, s := t.Clock() // Format would weigh 40 KB
		return fmt.Sprintf("%d-%02d-%02d %02d:%02d:%02d UTC", y, month, d, h, m, s)
	}
	return "device uptime " + (time.Duration(micros) * time.Microsecond).Round(time.Millisecond).String()
}

// threads describes the threads that have records, with figures of p's range.
func (e *Engine) threads(p *profile.Profile) []message.Thread {
	var rows []message.Thread
	info, tick := e.index.Info, e.tick()
	dual := e.index.Calls.Clocks == trace.Dual
	first := message.Wall
	if e.index.Calls.Primary() == trace.CPU {
		first = message.CPU
	}
	from, to := p.Scope.From, p.Scope.To
	for i := range e.index.Calls.Threads {
		t := &e.index.Calls.Threads[i]
		if t.Records == 0 {
			continue
		}
		row := message.Thread{
			Index: uint32(i), ID: uint32(info.Threads[i].ID), Name: info.Threads[i].Label(), Records: t.Records,
			From: t.First.Primary * tick, To: t.Last.Primary * tick, Notes: mended(t, &info.Threads[i]),
		}
		for d := range t.Levels {
			l := &t.Levels[d]
			if n := l.After(to) - l.From(from); n > 0 {
				row.Calls += int64(n)
				row.MaxDepth = d + 1
			}
		}
		if len(t.Levels) > 0 {
			var c0, c1 int64
			if dual {
				c0, c1 = t.CPUAt(from, false), t.CPUAt(to, true)
			}
			l := &t.Levels[0]
			for r, n := l.From(from), l.After(to); r < n; r++ {
				row.Busy[first] += (min(l.End(r), to) - max(l.Start(r), from)) * tick
				if dual {
					a, b := l.CPU(r)
					row.Busy[message.CPU] += max(0, min(b, c1)-max(a, c0)) * tick
				}
			}
		}
		if dual {
			row.Busy[message.Waiting] = max(0, row.Busy[message.Wall]-row.Busy[message.CPU])
		}
		rows = append(rows, row)
	}
	return rows
}

// mended says what the replay of one thread had to mend, "" for nothing.
func mended(t *call.Thread, in *trace.Thread) string {
	var parts []string
	add := func(n int64, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(t.OrphanExits, "running at the start")
	add(t.OpenCalls, "still running at the end")
	add(t.ImplicitExits, "without an exit")
	add(t.IgnoredExits, "exits ignored")
	add(in.BackwardSteps, "steps back in time")
	return strings.Join(parts, ", ")
}

func (e *Engine) threadRows(req *message.ThreadRows) message.Body {
	scope := req.Scope
	scope.Threads = nil // a thread out of scope has figures too
	p := &profile.Profile{Scope: e.scopeOf(scope)}
	return &message.Threads{Threads: e.threads(p)}
}

// looks is how methods appear, fixed for a trace: place by inclusive time, and colours.
type looks struct {
	rank   []uint32            // by method
	order  []trace.MethodIndex // by rank
	colour [3][]scene.Slot     // by message.ColourBy..., then method
}

func newLooks(p *profile.Profile) looks {
	n := len(p.Methods)
	l := looks{rank: make([]uint32, n), order: make([]trace.MethodIndex, n)}
	for m := range l.order {
		l.order[m] = trace.MethodIndex(m)
	}
	by := profile.Wall
	if p.Calls.Primary() == trace.CPU {
		by = profile.CPU
	}
	slices.SortStableFunc(l.order, func(a, b trace.MethodIndex) int {
		x, y := &p.Methods[a], &p.Methods[b]
		return cmp.Or(cmp.Compare(y.Inclusive[by], x.Inclusive[by]), cmp.Compare(y.Calls+y.Recursive, x.Calls+x.Recursive))
	})
	packages := map[string]int64{}
	for m := range p.Methods {
		packages[pkg(p.Info.Methods[m].Class)] += p.Methods[m].Exclusive[by]
	}
	names := make([]string, 0, len(packages))
	for name := range packages {
		names = append(names, name)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(packages[b], packages[a]), cmp.Compare(a, b))
	})
	place := make(map[string]int, len(names))
	for i, name := range names {
		place[name] = i
	}
	for c := range l.colour {
		l.colour[c] = make([]scene.Slot, n)
	}
	for rank, m := range l.order {
		l.rank[m] = uint32(rank)
		in := &p.Info.Methods[m]
		l.colour[message.ColourByRank][m] = scene.Slot(rank % 16)
		l.colour[message.ColourByPackage][m] = scene.Slot(16 + place[pkg(in.Class)]%16)
		origin := scene.SlotOwn
		if in.Platform() {
			origin = scene.SlotPlatform
		}
		if !in.Listed {
			origin = scene.SlotUnknown
		}
		l.colour[message.ColourByOrigin][m] = origin
	}
	if m := p.SwitchMethod(); m != call.NoMethod {
		for c := range l.colour {
			l.colour[c][m] = scene.SlotSwitch
		}
	}
	return l
}

// pkg is the package of a class: all before the last dot.
func pkg(class string) string {
	if i := strings.LastIndexByte(class, '.'); i >= 0 {
		return class[:i]
	}
	return class
}

func (e *Engine) names(req *message.Names) message.Body {
	reply := &message.NamesReply{}
	for _, m := range req.Methods {
		if m >= message.FrameNames {
			if name, ok := e.dumps.frameName(m); ok {
				reply.Names = append(reply.Names, name)
			}
			continue
		}
		if e.index == nil || int(m) >= len(e.index.Info.Methods) {
			continue
		}
		reply.Names = append(reply.Names, e.name(m))
	}
	return reply
}

// name is a method's name, which the page has from then on.
func (e *Engine) name(m uint32) message.Name {
	if e.named == nil {
		e.named = make([]bool, len(e.index.Info.Methods))
	}
	e.named[m] = true
	in := &e.index.Info.Methods[m]
	return message.Name{
		Method: m, ID: in.ID.String(), Class: in.Class, Name: in.Name, Label: in.Label(), Signature: in.Signature,
		File: in.File, Line: int(in.Line), Rank: e.looks.rank[m],
		Colour:   message.Slot(e.looks.colour[message.ColourByRank][m]),
		Package:  message.Slot(e.looks.colour[message.ColourByPackage][m]),
		Origin:   message.Slot(e.looks.colour[message.ColourByOrigin][m]),
		Switches: trace.MethodIndex(m) == e.whole.SwitchMethod(),
	}
}

// nameRows adds the names that the page does not have, so that it can show the rows at once.
func (e *Engine) nameRows(reply *message.Rows) {
	for i := range reply.Rows {
		if m := reply.Rows[i].Method; m != message.NoNode && (e.named == nil || !e.named[m]) {
			reply.Names = append(reply.Names, e.name(m))
		}
	}
}

// find is the search as methods match it.
type find struct {
	lower []string // by method: class.method signature in lower case, made at the first search
	text  string
	match []bool // by method
}

// matches returns which methods match a search text, nil for an empty one. Case counts
// only if the text has an upper-case letter.
func (e *Engine) matches(text string) []bool {
	if text == "" {
		return nil
	}
	f := &e.find
	if f.text == text && f.match != nil {
		return f.match
	}
	methods := e.index.Info.Methods
	exact := strings.ToLower(text) != text
	if !exact && f.lower == nil {
		f.lower = make([]string, len(methods))
		for m := range methods {
			f.lower[m] = strings.ToLower(methods[m].Label() + " " + methods[m].Signature)
		}
	}
	f.text, f.match = text, make([]bool, len(methods))
	for m := range methods {
		if exact {
			f.match[m] = strings.Contains(methods[m].Label()+" "+methods[m].Signature, text)
		} else {
			f.match[m] = strings.Contains(f.lower[m], text)
		}
	}
	return f.match
}

func (e *Engine) search(req *message.Search) message.Body {
	p := e.in(req.Scope)
	match := e.matches(req.Text)
	reply := &message.Hits{Text: req.Text}
	if match == nil {
		return reply
	}
	for m := range p.Methods {
		if match[m] && p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			reply.Methods++
		}
	}
	reply.Times = message.Times(p.Matched(func(m trace.MethodIndex) bool { return match[m] }))
	reply.Share = share(reply.Times[req.Scope.Clock], p.Total()[req.Scope.Clock])
	return reply
}

// share is a part of a whole, 0 where there is no whole.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func (e *Engine) graphFile(req *message.GraphFile) message.Body {
	var out bytes.Buffer
	d := dmtracedump.FromFigures(e.in(req.Scope), profile.Clock(req.Scope.Clock), nil)
	if err := d.Graph(&out, req.Threshold); err != nil {
		return &message.Failure{Text: err.Error()}
	}
	name, _, _ := strings.Cut(e.file, ".")
	return &message.File{Name: name + ".callgraph.dot", Type: "text/vnd.graphviz", Data: out.Bytes()}
}
