// Package locks draws who waits for whom in a thread dump as a graph of boxes and arrows. It
// turns package wait's locks into a scene.Graph.
package locks

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/words"
)

// Graph returns who waits for whom in a block of a dump, with the monitors and calls on the
// arrows. Number of a box is its thread's row in Dump.Threads, or scene.None for a box that is no
// thread. shown returns a method's name as the boxes show it.
func Graph(d *dump.Dump, f *wait.Facts, block int, shown func(name string) string) (scene.Graph, *wait.Locks) {
	l := f.Locks(block)
	method := func(name string) string { return words.ShortLabel(clean(shown(name))) }
	g := scene.Graph{Across: true}
	if l.Culprit != wait.None {
		g.First, g.Chosen = l.Culprit, true
	}
	for i := range l.Boxes {
		g.Nodes = append(g.Nodes, lockNode(d, f, block, &l.Boxes[i], method))
	}
	for i := range l.Arrows {
		a := &l.Arrows[i]
		edge := scene.Edge{Tail: a.From, Head: a.To, Alarm: a.Deadlock}
		switch {
		case l.Boxes[a.To].Thread == wait.None: // the box shows the object already
		case a.Call != "" && a.Listed:
			edge.Label = method(a.Call)
		case a.Call != "":
			edge.Label = words.Say("{1}, likely", method(a.Call))
		case a.Wait.Why == wait.Join:
			edge.Label = words.T("until it ends")
		default:
			edge.Label = shortObject(a.Wait.Object)
		}
		g.Edges = append(g.Edges, edge)
	}
	if l.Omitted > 0 {
		g.Nodes = append(g.Nodes, scene.Node{Lines: []string{words.Say("{1} more threads wait", words.Count(int64(l.Omitted)))}, Slot: scene.SlotPool, Method: scene.NoMethod, Number: scene.None})
	}
	return g, &l
}

// lockNode returns the box of a thread, of several threads with the same wait, or of a monitor or
// call.
func lockNode(d *dump.Dump, f *wait.Facts, block int, b *wait.Box, method func(string) string) scene.Node {
	if b.Thread == wait.None {
		return objectNode(b, method)
	}
	n := threadNode(d, f, block, b.Thread, method)
	if len(b.Threads) > 1 {
		first := frameOf(d, f, b.Thread, method)
		if slices.ContainsFunc(b.Threads, func(t int) bool { return frameOf(d, f, t, method) != first }) {
			n.Lines[1] = words.Say("{1}, for example in {2}", clean(d.Threads[b.Thread].StateName()), first)
		}
		name := platform.Pool(d.Threads[b.Thread].Name)
		n.Lines[0] = words.Say("{1} threads: {2}", words.Count(int64(len(b.Threads))), clean(name))
		for _, t := range b.Threads[1:] {
			n.Like = append(n.Like, uint32(t))
			if name != "" && platform.Pool(d.Threads[t].Name) != name {
				n.Lines[0] += " …"
				name = ""
			}
		}
	}
	return n
}

// threadNode returns the box of a thread, which may be in another block.
func threadNode(d *dump.Dump, f *wait.Facts, block, t int, method func(string) string) scene.Node {
	thread := &d.Threads[t]
	name := clean(thread.Name)
	if thread.Tid != 0 {
		name += " (" + strconv.Itoa(thread.Tid) + ")"
	}
	n := scene.Node{
		Lines: []string{name, clean(thread.StateName())}, Method: scene.NoMethod, Number: uint32(t),
		Slot: scene.SlotState + scene.Slot(dump.ClassOf(thread.State)),
	}
	if frame := frameOf(d, f, t, method); frame != "" {
		n.Lines[1], n.Short = words.Say("{1} in {2}", n.Lines[1], frame), frame // the box's colour shows the state
	}
	b := &d.Blocks[thread.Block]
	main := t == d.Main(b)
	switch {
	case thread.Block != block:
		n.Lines = append(n.Lines, words.Say("of {1}", BlockName(b)))
	case main:
		n.Slot = scene.SlotMain
	}
	if main && thread.Name != "main" {
		n.Lines[0] = words.Say("{1}, main", n.Lines[0])
	}
	return n
}

// frameOf returns the method that the box of a thread names: of its top own frame, or else of its top frame; "" without one.
func frameOf(d *dump.Dump, f *wait.Facts, t int, method func(string) string) string {
	if frame, _, origin := f.OwnFrame(t); origin != platform.Platform {
		return method(frame.Name())
	}
	if frame, ok := d.TopFrame(&d.Threads[t]); ok {
		return method(frame.Name())
	}
	return ""
}

// BlockName returns the name of a process among others: com.app (7).
func BlockName(b *dump.Block) string {
	name := clean(b.CommandLine)
	if b.PID != 0 {
		name += " (" + strconv.Itoa(b.PID) + ")"
	}
	if name = strings.TrimSpace(name); name == "" {
		return words.T("process without a name")
	}
	return name
}

// objectNode returns the box of a monitor whose holder is not in the dump, or of a call whose
// server is not.
func objectNode(b *wait.Box, method func(string) string) scene.Node {
	n := scene.Node{Slot: scene.SlotPool, Method: scene.NoMethod, Number: scene.None}
	switch {
	case b.Call != "" && b.PID != 0:
		n.Lines = []string{words.Say("call {1}", method(b.Call)), words.Say("to process {1}; none of its threads seems to answer", strconv.Itoa(b.PID))}
	case b.Call != "":
		n.Lines = []string{words.Say("call {1}", method(b.Call)), words.T("the dump shows no thread that answers it")}
	case b.Missing != 0:
		n.Lines = []string{shortObject(b.Object), words.Say("held by thread {1}, which is not in the dump", strconv.Itoa(b.Missing))}
	default:
		n.Lines = []string{shortObject(b.Object), words.T("the dump shows no holder")}
	}
	return n
}

// shortObject returns the class of a monitor without its package, and its number.
func shortObject(o dump.Object) string {
	switch {
	case o.Kind == dump.NoID && o.Class == "":
		return words.T("a monitor not named")
	case o.Kind == dump.NoID:
		return words.ShortObject(clean(o.Class))
	}
	return words.ShortObject(words.Object(clean(o.Class), o.ID))
}

// longestText is the maximum length of a text from the file in a box, in bytes.
const longestText = 1000

// clean makes a text from the file valid UTF-8 of limited length.
func clean(s string) string { return strings.ToValidUTF8(words.ClipTo(s, longestText), "\uFFFD") }
