// Package flamegraph draws flame graphs as self-contained files: an SVG per thread, with a small
// script for zoom, search and reset, and a page that lists them.
package flamegraph

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/stack"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/words"
)

//go:embed flame.js
var script string

//go:embed flame.css
var style string

// A Graph is a flame graph: a tree of methods with their times.
type Graph struct {
	Title string
	Total int64 // ns, of the calls at depth 0

	frames []frame // callers before callees; row 0 is the total
	least  int64   // ns; narrower frames are omitted if there are too many
	depth  int
	say    func(int64) string // formats a width
}

type frame struct {
	name     string
	group    string // frames of one colour
	fill     string // the colour, if not the group's
	note     string // replaces the width and its share, if not ""
	node     int    // index in the tree
	from, to int64  // ns from the left
	depth    int
}

// maxFrames limits the frames that are drawn. The narrowest are omitted.
const maxFrames = 30_000

// maxNodes limits the tree of a graph. Only a reversed graph can have more nodes than the trace
// has paths.
const maxNodes = 1_000_000

// New returns the flame graph of a profile. stacks.Reverse puts the innermost methods at the
// bottom and their callers above. Stacks with more than report.MaxPath calls end in one frame,
// report.Deeper, unless stacks.Full is set.
func New(x *profile.Index, p *profile.Contexts, title string, stacks report.FoldedStacks) *Graph {
	var tree call.Tree // of methods, with exclusive time by node
	tree.Root()
	own := make([]int64, 1)
	node := make([]call.NodeIndex, p.Tree.Len())
	above := trace.MethodIndex(len(x.Info.Methods)) // stands for report.Deeper
	step := func(at call.NodeIndex, m trace.MethodIndex) call.NodeIndex {
		at = tree.Callee(at, m)
		if int(at) == len(own) {
			own = append(own, 0)
		}
		return at
	}
	most := uint32(report.MaxPath)
	if stacks.Full {
		most = math.MaxUint32
	}
	for row := 1; row < p.Tree.Len(); row++ {
		time := max(0, p.Rows[row].Exclusive[stacks.Clock])
		switch depth := p.Tree.Depth[row]; {
		case stacks.Reverse && time > 0:
			at, n := call.NodeIndex(0), uint32(0)
			for r := profile.Row(row); r != 0; r = p.Tree.Parent[r] {
				if n == most || !stacks.Full && len(own) > maxNodes {
					at = step(at, above)
					break
				}
				at = step(at, p.Tree.Method[r])
				n++
			}
			own[at] += time
		case stacks.Reverse:
		case depth > most+1:
			node[row] = node[p.Tree.Parent[row]]
			own[node[row]] += time
		default:
			m := p.Tree.Method[row]
			if depth > most {
				m = above
			}
			node[row] = step(node[p.Tree.Parent[row]], m)
			own[node[row]] += time
		}
	}
	width := slices.Clone(own)
	for n := len(width) - 1; n > 0; n-- { // a node follows its parent
		width[tree.At(call.NodeIndex(n)).Parent] += width[n]
	}
	parents := make([]int, len(width))
	for n := 1; n < len(width); n++ {
		parents[n] = int(tree.At(call.NodeIndex(n)).Parent)
	}
	labels := stacks.LabelsOf(x)
	g := &Graph{Title: title, Total: width[0], say: func(n int64) string { return words.Amount(n, x.Counts(stacks.Clock)) }}
	g.lay(parents, width, func(n int) (string, string) {
		if n == 0 {
			return title, ""
		}
		m := tree.At(call.NodeIndex(n)).Method
		if m == above {
			return report.Deeper, ""
		}
		return words.ClipTo(labels[m], maxName), x.Info.Methods[m].Class
	})
	return g
}

// Stacks returns the flame graph of the stacks in thread dumps. Each thread adds a width of its count,
// which unit formats.
func Stacks(t *stack.Tree, names *stack.Names, title string, unit func(int64) string) *Graph {
	contexts := t.Contexts()
	parents, width := make([]int, t.Len()), make([]int64, t.Len())
	for row := range width {
		parents[row], width[row] = max(0, int(t.Parent[row])), contexts.Rows[row].Inclusive[profile.Wall]
	}
	g := &Graph{Title: title, Total: width[0], say: unit}
	g.lay(parents, width, func(row int) (string, string) {
		name := names.Text[t.Method[row]]
		class := ""
		if kind := names.Kind[t.Method[row]]; kind == stack.Own || kind == stack.Library || kind == stack.Platform {
			class = name[:max(0, strings.LastIndexByte(name, '.'))]
		}
		return words.ClipTo(name, maxName), class
	})
	return g
}

// lay places the nodes of a tree. Node 0 is the total, and parents precede their children.
// Siblings are sorted by name; the parent's exclusive time follows them.
func (g *Graph) lay(parents []int, width []int64, name func(node int) (name, group string)) {
	g.least = narrowest(width)
	children := make([][]int, len(width))
	for n := 1; n < len(width); n++ {
		children[parents[n]] = append(children[parents[n]], n)
	}
	type place struct {
		node  int
		from  int64
		depth int
	}
	for todo := []place{{}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.depth > 0 && width[at.node] < max(1, g.least) {
			continue
		}
		f := frame{name: g.Title, from: at.from, to: at.from + width[at.node], depth: at.depth, node: at.node}
		if at.node > 0 {
			f.name, f.group = name(at.node)
		}
		g.frames = append(g.frames, f)
		g.depth = max(g.depth, at.depth)
		next := children[at.node]
		slices.SortStableFunc(next, func(a, b int) int {
			x, _ := name(a)
			y, _ := name(b)
			return strings.Compare(x, y)
		})
		from := at.from
		for _, n := range next {
			todo = append(todo, place{n, from, at.depth + 1})
			from += width[n]
		}
	}
}

// narrowest returns the smallest width that is drawn.
func narrowest(width []int64) int64 {
	if len(width) <= maxFrames {
		return 0
	}
	sorted := slices.Clone(width)
	slices.Sort(sorted)
	return sorted[len(sorted)-maxFrames]
}

// maxName limits a name, in bytes. Its frame shows only a few of them.
const maxName = 1000

// Measures of the drawing, in CSS pixels.
const (
	drawingWidth = 1200
	rowHeight    = 17
	charWidth    = 6.6 // of the monospace font at 11 px
	above        = 40  // title
	below        = 62  // name under the pointer, search
	margin       = 10
)

// SVG writes the graph as one self-contained file.
func (g *Graph) SVG(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	height := above + (g.depth+1)*rowHeight + below
	fmt.Fprintf(out, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 %d %d" width="%d" height="%d" data-total="%d">
<style>
%s</style>
<rect class="ground" width="100%%" height="100%%"/>
<text class="title" x="%d" y="24">%s</text>
`, drawingWidth, height, drawingWidth, height, g.Total, style, margin, escape(g.Title))
	if g.least > 1 {
		fmt.Fprintf(out, "<text class=\"note\" x=\"%d\" y=\"24\">frames below %s are not drawn</text>\n", drawingWidth-margin, g.say(g.least))
	}
	fmt.Fprintf(out, `<foreignObject x="%d" y="%d" width="%d" height="30"><form xmlns="http://www.w3.org/1999/xhtml" id="tools"><input id="search" type="search" placeholder="Search (a regular expression)" aria-label="Search" size="40"/> <button id="reset" type="button" hidden="hidden">Reset zoom</button> <output id="matched"></output></form></foreignObject>
<g id="frames">
`, margin, height-34, drawingWidth-2*margin)
	for i := range g.frames {
		f := &g.frames[i]
		x, width := g.x(f.from), g.x(f.to)-g.x(f.from)
		y := above + (g.depth-f.depth)*rowHeight
		fill, note := f.fill, f.note
		if fill == "" {
			fill = color(f.group)
		}
		if note == "" {
			note = g.say(f.to-f.from) + ", " + words.Percent(float64(f.to-f.from)/float64(max(1, g.Total)))
		}
		fmt.Fprintf(out, "<g data-x=\"%d\" data-w=\"%d\" data-d=\"%d\"><title>%s (%s)</title><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>",
			f.from, f.to-f.from, f.depth, escape(f.name), escape(note), x, y, width, rowHeight-1, fill)
		if label := shortened(f.name, width); label != "" {
			fmt.Fprintf(out, "<text x=\"%.2f\" y=\"%d\">%s</text>", x+3, y+12, escape(label))
		}
		out.WriteString("</g>\n")
	}
	fmt.Fprintf(out, "</g>\n<text id=\"details\" x=\"%d\" y=\"%d\"> </text>\n<script><![CDATA[\n%s]]></script>\n</svg>\n", margin, height-44, script)
	return out.Flush()
}

// x returns the position of a time in the drawing.
func (g *Graph) x(time int64) float64 {
	return margin + (drawingWidth-2*margin)*float64(time)/float64(max(1, g.Total))
}

// shortened shortens a name to the width, or to "" if nothing fits. The script in the SVG does the
// same.
func shortened(name string, width float64) string {
	n := int((width - 6) / charWidth)
	switch {
	case n < 3:
		return ""
	case utf8.RuneCountInString(name) <= n:
		return name
	}
	return string([]rune(name)[:n-2]) + ".."
}

// color returns the colour of a class. Dark text is readable on it.
func color(group string) string {
	if group == "" {
		return "hsl(0,0%,82%)"
	}
	h := fnv.New32a()
	io.WriteString(h, group)
	sum := h.Sum32()
	return fmt.Sprintf("hsl(%d,%d%%,%d%%)", sum%360, 55+sum>>9%25, 72+sum>>17%10)
}

// escape escapes markup and characters that XML forbids.
func escape(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s))
	return b.String()
}
