package dumping

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/sorting"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// Limits on an answer about groups.
const (
	mostGroups  = 500
	shownFrames = 4
	shownNames  = 6
)

func (ds *dumps) groups(req *message.Groups) message.Body {
	if int(req.Process) >= len(ds.processes) {
		return noProcess()
	}
	p := &ds.processes[req.Process]
	q := ds.parsedQuery(req.Find)
	reply := &message.GroupsReply{Process: req.Process}
	hits, of := 0, 0
	found := func(groups []wait.Group) []wait.Group {
		of += len(groups)
		groups = slices.DeleteFunc(groups, func(g wait.Group) bool {
			return !slices.ContainsFunc(g.Threads, func(t int) bool { return p.found(q, t) })
		})
		hits += len(groups)
		return first(groups, &reply.Left)
	}
	for _, g := range found(p.file.facts.Stacks(p.at)) {
		group := p.group(&g)
		group.Frames, group.More = p.innermost(g.Threads[0])
		reply.Stacks = append(reply.Stacks, group)
	}
	for _, g := range found(p.file.facts.Pools(p.at)) {
		reply.Pools = append(reply.Pools, p.group(&g))
	}
	reply.Tally = tally(hits, of, "group", "groups")
	return reply
}

func noProcess() *message.Failure {
	return &message.Failure{Text: words.T("There is no such process in these dumps.")}
}

// first returns as many groups as an answer can hold, and adds the number of the others to left.
func first(groups []wait.Group, left *int) []wait.Group {
	n := min(len(groups), mostGroups)
	*left += len(groups) - n
	return groups[:n]
}

// group describes threads that have something in common.
func (p *process) group(g *wait.Group) message.ThreadGroup {
	d := p.file.d
	group := message.ThreadGroup{Name: valid(g.Name), Idle: true}
	for _, s := range g.States[:min(len(g.States), mostStates)] {
		group.States = append(group.States, message.StateCount{State: valid(s.Name), Class: class(s.Class), Count: s.Count})
	}
	for _, t := range g.Threads {
		group.Threads = append(group.Threads, uint32(p.file.thread+t))
		group.Idle = group.Idle && wait.Idle(p.file.d, &p.file.d.Threads[t])
	}
	group.Names = folded(len(g.Threads), func(i int) string { return d.Threads[g.Threads[i]].Name })
	return group
}

// folded counts n names, where names that differ only in numbers are equal. The most frequent
// come first. After a few, the rest are summed as "…".
func folded(n int, name func(i int) string) []message.NameCount {
	at := map[string]int{}
	var all []message.NameCount
	for i := range n {
		pattern := platform.Pool(name(i))
		k, ok := at[pattern]
		if !ok {
			k = len(all)
			at[pattern] = k
			all = append(all, message.NameCount{Name: pattern})
		}
		all[k].Count++
	}
	sorting.Stable(all, func(a, b message.NameCount) int { return cmp.Compare(b.Count, a.Count) })
	if len(all) > shownNames {
		rest := message.NameCount{Name: "…"}
		for _, n := range all[shownNames:] {
			rest.Count += n.Count
		}
		all = append(all[:shownNames], rest)
	}
	return all
}

// innermost returns a thread's innermost frames, of Java if it has any, and the number of frames
// below them.
func (p *process) innermost(t int) (frames []message.GroupFrame, more int) {
	d := p.file.d
	thread := &d.Threads[t]
	rows := d.Stack[thread.FirstRow:thread.EndRow]
	kind := dump.NativeFrame
	if slices.ContainsFunc(rows, func(r dump.Row) bool { return d.FrameKind(r.Place) == dump.JavaFrame }) {
		kind = dump.JavaFrame
	}
	for _, row := range rows {
		if d.FrameKind(row.Place) != kind {
			continue
		}
		if len(frames) == shownFrames {
			more++
			continue
		}
		f := d.Frame(row.Place)
		g := message.GroupFrame{Last: f.Name(), Own: p.kind(row.Place) == stack.Own}
		if kind == dump.JavaFrame {
			g.First, g.Last = cutClass(f.Class, strings.TrimSuffix(f.Method, "!"))
			if n, ok := p.file.readable.Of(f.Class, f.Method); ok {
				g.ReadableFirst, g.ReadableLast = cutClass(n.Class, n.Method)
			}
		}
		g.First, g.Last = valid(g.First), valid(g.Last)
		g.Raw = rawLine(d, int(row.Line))
		frames = append(frames, g)
	}
	return frames, more
}
