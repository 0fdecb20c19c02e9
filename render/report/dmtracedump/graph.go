package dmtracedump

import (
	"fmt"
	"io"
	"strings"
)

// Graph writes the call graph as DOT, from toplevel. It includes a callee if its inclusive time
// is at least threshold percent of the caller's. Each method appears once.
func (p *Profile) Graph(w io.Writer, threshold int) error {
	nodes, edges := p.Shown(threshold)
	var out strings.Builder // a graph is small, or nobody could draw it
	out.WriteString("digraph g {\nnode [shape = record,height=.1];\n")
	for _, note := range p.Notes {
		fmt.Fprintf(&out, "// %s\n", oneLine(note))
	}
	for _, i := range nodes {
		m := &p.Methods[i]
		fmt.Fprintf(&out, "node%d[label = \"[%d] %s (%d, %d, %d)\"]\n", i, i, escapeRecord(m.Short()), m.Inclusive/1000, m.Exclusive/1000, m.Calls)
	}
	for _, e := range edges {
		fmt.Fprintf(&out, "node%d -> node%d\n", e.Caller, e.Callee)
	}
	out.WriteString("}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// Limits on the boxes of a graph without an explicit share. Fewer boxes show little, and more are
// unreadable.
const (
	leastBoxes = 10
	mostBoxes  = 60
)

// Threshold returns the share nearest to the usual one that gives a graph of 10 to 60 boxes. If no
// share does, it prefers too few boxes, because the next share may give thousands.
func (p *Profile) Threshold() int {
	boxes := func(threshold int) int {
		nodes, _ := p.Shown(threshold)
		return len(nodes)
	}
	const usual, most = 20, 99
	n := boxes(usual)
	switch {
	case n > mostBoxes: // the smallest share without too many boxes
		return usual + least(most-usual, func(i int) bool { return boxes(usual+i) <= mostBoxes })
	case n < leastBoxes: // the largest share with enough boxes
		threshold := usual - least(usual, func(i int) bool { return boxes(usual-i) >= leastBoxes })
		if threshold < usual && boxes(threshold) > mostBoxes {
			threshold++
		}
		return threshold
	}
	return usual
}

// least returns the first i in [0, n) where f is true, or n. f must be true for all later i.
// (Package sort has this too, but would make the page's program larger.)
func least(n int, f func(i int) bool) int {
	low := 0
	for low < n {
		if middle := (low + n) / 2; f(middle) {
			n = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// A Pair is a caller and its callee, as rows of Profile.Methods, with the calls between them. As
// in the caller's part of the table, it counts calls made while the caller was on the stack only
// once.
type Pair struct {
	Caller, Callee int
	Calls          int64
	Inclusive      int64 // µs
}

// Shown returns the nodes and edges of the call graph, as rows of Methods. The edges of each
// caller are sorted by time, largest first. Methods[nodes[0]] is toplevel.
func (p *Profile) Shown(threshold int) (nodes []int, edges []Pair) {
	seen := make([]bool, len(p.Methods))
	type visit struct{ method, callee int }
	path := []visit{{method: p.top}}
	seen[p.top] = true
	nodes = append(nodes, p.top)
	for len(path) > 0 {
		v := &path[len(path)-1]
		m := &p.Methods[v.method]
		if v.callee == len(m.children[0]) {
			path = path[:len(path)-1]
			continue
		}
		e := m.children[0][v.callee]
		callee := e.relative
		v.callee++
		if m.Inclusive == 0 || int64(share(p.Methods[callee].Inclusive, m.Inclusive)) < int64(threshold) {
			continue
		}
		edges = append(edges, Pair{v.method, callee, e.calls, e.inclusive})
		if !seen[callee] {
			seen[callee] = true
			nodes = append(nodes, callee)
			path = append(path, visit{method: callee})
		}
	}
	return nodes, edges
}

// oneLine replaces the line breaks in a note.
func oneLine(note string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(note) }

// escapeRecord escapes characters with a meaning in the label of a record: "<init>" would be a
// port, "&lt;" a character.
func escapeRecord(name string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, `<`, `\<`, `>`, `\>`, `{`, `\{`, `}`, `\}`, `|`, `\|`, `&`, `&amp;`).Replace(name)
}
