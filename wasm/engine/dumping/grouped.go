package dumping

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/wasm/message"
)

// grouped has the groups of a process's threads, by their top frames.
type grouped struct {
	by    message.By
	of    []int    // by row: the first row of its group; nil until needed
	names []string // by the first row
}

// noStack is the group of threads without frames.
const noStack = "no stack"

// groupsBy returns the groups of all threads.
func (p *process) groupsBy(by message.By) *grouped {
	g := &p.grouped
	if g.of != nil && g.by == by {
		return g
	}
	n := len(p.all())
	*g = grouped{by: by, of: make([]int, n), names: make([]string, n)}
	at := map[string]int{}
	for i := range n {
		name := p.groupName(i, by)
		first, ok := at[name]
		if !ok {
			first = i
			at[name], g.names[i] = i, name
		}
		g.of[i] = first
	}
	return g
}

// groupName returns the name of the group of the i-th thread.
func (p *process) groupName(i int, by message.By) string {
	if p.thread(i) == nil {
		return noStack
	}
	f, origin, ok := p.top(p.block.FirstThread + i)
	switch {
	case !ok:
		return noStack
	case by == message.ByMethod && f.Kind != dump.JavaFrame:
		return valid(cmp.Or(f.Symbol, f.Name())) // without the distance
	case by == message.ByMethod:
		return cmp.Or(p.rows[i].ReadableTop, p.rows[i].Top)
	case f.Kind != dump.JavaFrame:
		return valid(profile.GroupName(profile.By(by), origin, f.Map, "", ""))
	}
	shown := f.Class
	if n, ok := p.file.readable.Of(f.Class, f.Method); ok {
		shown = n.Class
	}
	return valid(profile.GroupName(profile.By(by), origin, "", f.Class, shown))
}

// groupRows returns the groups of some threads, and the order of all rows: those of groups as -1 less their index, and
// the threads of open groups in the order of threads.
func (p *process) groupRows(threads []int, req *message.StackRows) (groups []message.StackRow, order []int) {
	g := p.groupsBy(req.By)
	at, members := map[int]int{}, [][]int{}
	var states []stateCounts
	for _, i := range threads {
		r := &p.rows[i]
		first := g.of[i]
		k, ok := at[first]
		if !ok {
			k = len(groups)
			at[first] = k
			groups = append(groups, message.StackRow{
				Thread: message.NoNode, For: message.NoNode, Name: g.names[first], Group: uint32(first), Opened: slices.Contains(req.Open, uint32(first)), CPU: -1, Idle: true,
			})
			members, states = append(members, nil), append(states, stateCounts{})
		}
		sum := &groups[k]
		sum.Threads++
		sum.Held += r.Held
		if r.CPU >= 0 {
			sum.CPU = max(0, sum.CPU) + r.CPU
		}
		sum.Idle = sum.Idle && r.Idle
		states[k].add(r.State, r.Class)
		members[k] = append(members[k], i)
	}
	sorted := make([]int, len(groups))
	for k := range groups {
		sorted[k], groups[k].States = k, states[k].sorted()
	}
	sorting.Stable(sorted, func(a, b int) int {
		d := compareGroups(&groups[a], &groups[b], req.Column)
		if req.Descending {
			return -d
		}
		return d
	})
	for _, k := range sorted {
		order = append(order, -1-k)
		if groups[k].Opened {
			order = append(order, members[k]...)
		}
	}
	return groups, order
}

// compareGroups compares groups by a column: by their number of threads where the column has no sum.
func compareGroups(a, b *message.StackRow, column message.StackColumn) int {
	switch column {
	case message.ThreadByName, message.ThreadByTop:
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	case message.ThreadByCPU:
		return cmp.Compare(a.CPU, b.CPU)
	case message.ThreadByHeld:
		return cmp.Compare(a.Held, b.Held)
	case message.ThreadByInterest:
		return cmp.Compare(b.Threads, a.Threads)
	}
	return cmp.Compare(a.Threads, b.Threads)
}
