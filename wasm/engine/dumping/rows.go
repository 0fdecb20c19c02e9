package dumping

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
	"traceglass/parser/wait"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// all returns the rows of all threads, built on first use.
func (p *process) all() []message.StackRow {
	if p.rows == nil {
		for t := p.block.FirstThread; t < p.block.EndThread; t++ {
			r := p.row(t)
			p.rows = append(p.rows, r)
			p.keys = append(p.keys, fmt.Sprintf("%s %s %s %s tid=%d sysTid=%d", r.Name, r.State, r.Wanted, r.ForName, r.Tid, r.SysTid))
		}
		if p.block.Kind == dump.Channels && !p.block.Joined {
			for i := p.block.FirstChannel; i < p.block.EndRow; i++ {
				r := p.kernelRow(&p.file.d.Channels[i])
				p.rows = append(p.rows, r)
				p.keys = append(p.keys, fmt.Sprintf("%s %s %s sysTid=%d", r.Name, r.State, r.Top, r.SysTid))
			}
		}
		p.interest = p.ranks()
	}
	return p.rows
}

// kernelRow returns the row of a thread with a known position in the kernel and no stack. The dump
// does not list such a thread, so its line identifies it.
func (p *process) kernelRow(c *dump.Channel) message.StackRow {
	r := message.StackRow{
		Thread: message.NoNode, Class: message.StateWaiting, SysTid: c.SysTid, CPU: -1, For: message.NoNode,
		Top: valid(c.Word), Line: p.file.lineOf(int(c.Line)),
	}
	if c.SysTid == p.block.PID {
		r.Name = "main"
	}
	if c.KernelState != 0 {
		r.State = string(rune(c.KernelState))
	}
	if c.Word == "0" {
		r.Class, r.Top = message.StateRunning, words.T("it runs")
	}
	return r
}

// thread returns the i-th thread of a process, or nil if only its position in the kernel is
// known.
func (p *process) thread(i int) *dump.Thread {
	if i += p.block.FirstThread; i < p.block.EndThread {
		return &p.file.d.Threads[i]
	}
	return nil
}

// ranks returns how much each thread contributes to a hang, smaller for more: see
// message.ThreadByInterest.
func (p *process) ranks() []uint8 {
	const (
		main uint8 = iota
		mains
		holds
		waits
		own
		works
		idle
	)
	first := p.block.FirstThread
	ranks := make([]uint8, len(p.rows))
	for i := range ranks {
		switch r := &p.rows[i]; {
		case r.Idle:
			ranks[i] = idle
		case r.Own:
			ranks[i] = own
		default:
			ranks[i] = works
		}
	}
	all := p.file.facts.Waits(p.at)
	for i := range all {
		if w := &all[i]; w.Why == wait.Monitor && !p.rows[w.Thread-first].Idle {
			ranks[w.Thread-first] = min(ranks[w.Thread-first], waits)
		}
	}
	for i := range all {
		if to := all[i].For; to != wait.None {
			ranks[to-first] = min(ranks[to-first], holds)
		}
	}
	if t := p.file.d.Main(p.block); t >= 0 {
		for _, to := range p.graph.Chain(t) {
			ranks[to-first] = mains
		}
		ranks[t-first] = main
	}
	return ranks
}

// mostRows limits the threads in an answer.
const mostRows = 1000

func (ds *dumps) stackRows(req *message.StackRows) message.Body {
	if int(req.Process) >= len(ds.processes) {
		return noProcess()
	}
	p := &ds.processes[req.Process]
	rows := p.all()
	reply := &message.StackRowsReply{}
	var chosen []int
	states := stateCounts{}
	for i := range rows {
		states.add(rows[i].State, rows[i].Class)
		if ds.chosen(p, i, req) {
			chosen = append(chosen, i)
		}
	}
	sorting.Stable(chosen, func(a, b int) int {
		d := compareRows(&rows[a], &rows[b], req.Column)
		if req.Column == message.ThreadByInterest {
			d = cmp.Compare(p.interest[a], p.interest[b])
		}
		if req.Descending {
			return -d
		}
		return d
	})
	reply.Threads = len(chosen)
	var groups []message.StackRow
	if req.Grouped {
		groups, chosen = p.groupRows(chosen, req)
	}
	reply.Total = len(chosen)
	reply.First = max(0, min(req.First, len(chosen)))
	for _, i := range chosen[reply.First:min(len(chosen), reply.First+max(0, min(req.Count, mostRows)))] {
		if i < 0 {
			reply.Rows = append(reply.Rows, groups[-1-i])
			continue
		}
		r := rows[i]
		r.Raw = ds.maps.rawOf(r.Top+" "+r.Wanted, true)
		reply.Rows = append(reply.Rows, r)
	}
	reply.States = states.sorted()
	return reply
}

// class converts a class of states for the page.
func class(c dump.Class) message.StateClass { return message.StateUnknown + message.StateClass(c) }

func classOf(state string) message.StateClass { return class(dump.ClassOf(state)) }

// stateCounts counts threads by state. Some threads in state Blocked only wait for work, so the
// class is part of the key.
type stateCounts map[message.StateCount]int

func (s stateCounts) add(state string, class message.StateClass) {
	s[message.StateCount{State: state, Class: class}]++
}

// mostStates limits the states in an answer; about 30 exist.
const mostStates = 100

// sorted returns the states, most frequent first.
func (s stateCounts) sorted() []message.StateCount {
	var all []message.StateCount
	for state, n := range s {
		state.Count = n
		all = append(all, state)
	}
	sorting.Stable(all, func(a, b message.StateCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.State, b.State), cmp.Compare(a.Class, b.Class))
	})
	return all[:min(len(all), mostStates)]
}

// chosen reports whether a request selects the i-th thread of a process.
func (ds *dumps) chosen(p *process, i int, req *message.StackRows) bool {
	r := &p.rows[i]
	if req.Class != message.AnyState && r.Class != req.Class || req.Busy && r.Idle {
		return false
	}
	if len(req.Group) > 0 && !slices.Contains(req.Group, r.Thread) {
		return false
	}
	return ds.parsedQuery(req.Text).finds(p, i) && p.inPackage(i, req.Package)
}

// inPackage reports whether the class of any frame of the i-th thread begins with a package.
func (p *process) inPackage(i int, name string) bool {
	if name == "" {
		return true
	}
	d, t := p.file.d, p.thread(i)
	if t == nil {
		return false
	}
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
