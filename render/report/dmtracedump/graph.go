package dmtracedump

import (
	"fmt"
	"io"
	"strings"
)

// Graph writes the call graph as DOT: from toplevel on, a callee where its inclusive time
// is at least threshold per cent of the caller's, each method once.
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

// What a graph that nobody has set a share for should have: fewer boxes say little, and more
// nobody can read.
const (
	leastBoxes = 10
	mostBoxes  = 60
)

// Threshold returns the share nearest to the usual one by which the graph has 10 to 60
// boxes; where none has, one of fewer rather than of more, which may be thousands.
func (p *Profile) Threshold() int {
	boxes := func(threshold int) int {
		nodes, _ := p.Shown(threshold)
		return len(nodes)
	}
	const usual, most = 20, 99
	n := boxes(usual)
	switch {
	case n > mostBoxes: // the least by which there are no more
		return usual + least(most-usual, func(i int) bool { return boxes(usual+i) <= mostBoxes })
	case n < leastBoxes: // the greatest by which there are no fewer
		threshold := usual - least(usual, func(i int) bool { return boxes(usual-i) >= leastBoxes })
		if threshold < usual && boxes(threshold) > mostBoxes {
			threshold++
		}
		return threshold
	}
	return usual
}

// least is the first i from 0 on for which f is true, n if for none; f is true of all after one
// of which it is. (What package sort has for it would bring more into the page's program.)
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

// A Pair is a caller and its callee, rows of Profile.Methods, and the calls between them, as the
// caller's part of the table has them: those made while the caller was not on the stack already.
type Pair struct {
	Caller, Callee int
	Calls          int64
	Inclusive      int64 // µs
}

// Shown returns what the call graph consists of: rows of Methods, and pairs of them; each
// caller's, the greatest first. Row Methods[nodes[0]] is toplevel.
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

// oneLine takes from a note what would end it.
func oneLine(note string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(note) }

// escapeRecord takes from a name what means something in the label of a record: "<init>"
// would be a port, "&lt;" a character.
func escapeRecord(name string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, `<`, `\<`, `>`, `\>`, `{`, `\{`, `}`, `\}`, `|`, `\|`, `&`, `&amp;`).Replace(name)
}
