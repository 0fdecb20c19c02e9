// Package stack is the arrow threads → tree. It merges the stacks of a dump's threads from the
// outermost frame inwards, so an activity that many threads share appears as one wide box.
package stack

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// What a tree is held to.
const (
	mostDepth = 1000    // frames of a thread; of a stack that overflowed, the outermost
	mostRows  = 500_000 // threads that would need more are merged at a caller
)

// A Process holds the threads of one block.
type Process struct {
	Dump  *dump.Dump
	Block *dump.Block
	Name  string // of the box above its threads, or ""
	Seen  []int  // by row of Dump.Threads, which are then all main's: how often each was seen; nil if each counts once
}

// A Tree holds merged stacks. A path leads from the root through the process, if it has a name, and
// the threads' name with folded numbers, to the innermost frame. Values in Tree.Method are numbers
// of Names.
type Tree struct {
	profile.Tree
	Leaves []Leaf
	Bare   int // threads, or sightings, left out since they have no frames

	child map[edge]profile.Row
	full  bool // a row that was asked for had no room
}

// A Leaf is a thread and the last row of its path.
type Leaf struct {
	Process int // among those merged
	Thread  int // row of Dump.Threads
	Main    bool
	Count   int // 1, or how often the thread was seen
	Row     profile.Row
}

// An edge leads from a row to the one below it of a name.
type edge struct {
	row  profile.Row
	name uint32
}

// Merge merges the stacks of all threads with Java or native frames that keep accepts.
func Merge(names *Names, processes []Process, keep func(*dump.Dump, *dump.Thread) bool) *Tree {
	t := newTree()
	for i, p := range processes {
		from := profile.Row(0)
		if p.Name != "" {
			from = t.step(from, names.Group(p.Name))
		}
		main, app := p.Dump.Main(p.Block), platform.AppOf(p.Block.CommandLine)
		for row := p.Block.FirstThread; row < p.Block.EndThread; row++ {
			count, isMain := 1, row == main
			if p.Seen != nil {
				count, isMain = p.Seen[row], true
			}
			switch thread := &p.Dump.Threads[row]; {
			case !keep(p.Dump, thread):
			case lacksFrames(p.Dump, thread):
				t.Bare += count
			default:
				name := names.Group
				if isMain {
					name = names.Main
				}
				named := t.step(from, name(platform.Pool(thread.Name)))
				leaf := t.path(names, p.Dump, thread, named, func(place dump.PlaceID) uint32 { return names.Frame(p.Dump, app, place) })
				t.Leaves = append(t.Leaves, Leaf{i, row, isMain, count, leaf})
			}
		}
	}
	return t
}

func newTree() *Tree {
	t := &Tree{child: map[edge]profile.Row{}}
	t.add(edge{profile.NoRow, 0})
	return t
}

// MergeSamples merges the stacks of a recording of main. Each sample counts once.
func MergeSamples(names *Names, rec *dump.Recording) *Tree {
	return Merge(names, []Process{{Dump: rec.Stacks, Block: rec.Block(), Seen: rec.Seen()}}, func(*dump.Dump, *dump.Thread) bool { return true })
}

// lacksFrames reports whether a thread has no frames of Java or native code.
func lacksFrames(d *dump.Dump, thread *dump.Thread) bool {
	return !slices.ContainsFunc(d.Stack[thread.FirstRow:thread.EndRow], func(r dump.Row) bool {
		kind := d.FrameKind(r.Place)
		return kind == dump.JavaFrame || kind == dump.NativeFrame
	})
}

// Contexts returns the tree. The weight of a thread, as inclusive wall time, is its count.
func (t *Tree) Contexts() profile.Contexts {
	c := t.contexts()
	for _, leaf := range t.Leaves {
		t.weigh(&c, leaf.Row, leaf.Count)
	}
	return c
}

// Total returns the weight of all threads.
func (t *Tree) Total() (n int) {
	for _, leaf := range t.Leaves {
		n += leaf.Count
	}
	return n
}

// contexts returns the tree without weights.
func (t *Tree) contexts() profile.Contexts {
	return profile.Contexts{Tree: &t.Tree, Rows: make([]profile.Context, t.Len())}
}

// weigh adds a weight to the path to a leaf.
func (t *Tree) weigh(c *profile.Contexts, leaf profile.Row, weight int) {
	for row := leaf; row != profile.NoRow; row = t.Parent[row] {
		c.Rows[row].Inclusive[profile.Wall] += int64(weight)
	}
}

// Under returns the threads whose stacks contain a row, main threads first.
func (t *Tree) Under(row profile.Row) []Leaf {
	var all []Leaf
	depth := t.Depth[row]
	for _, leaf := range t.Leaves {
		at := leaf.Row
		for t.Depth[at] > depth {
			at = t.Parent[at]
		}
		if at == row {
			all = append(all, leaf)
		}
	}
	sorting.Stable(all, func(a, b Leaf) int {
		switch {
		case a.Main == b.Main:
			return 0
		case a.Main:
			return -1
		}
		return 1
	})
	return all
}

// path follows a thread's frames down the tree from a row, and returns the last row. Number returns
// the number of a frame.
func (t *Tree) path(names *Names, d *dump.Dump, thread *dump.Thread, row profile.Row, number func(dump.PlaceID) uint32) profile.Row {
	whole := EachFrame(d, thread, func(place dump.PlaceID) { row = t.step(row, number(place)) })
	if !whole {
		row = t.step(row, names.number(key{Group, "…"}, "… the stack continues"))
	}
	return row
}

// EachFrame calls do for the frames of a thread that a tree shows, outermost first. Native frames that duplicate
// Java frames are skipped. It returns false the first mostDepth of more frames.
func EachFrame(d *dump.Dump, thread *dump.Thread, do func(dump.PlaceID)) (whole bool) {
	rows := d.Stack[thread.FirstRow:thread.EndRow]
	java := slices.ContainsFunc(rows, func(r dump.Row) bool { return d.FrameKind(r.Place) == dump.JavaFrame })
	native := 0 // rows that are beyond the Java frames
	if java {
		native = countNativeOnTop(d, rows)
	}
	depth := 0
	for pass := range 2 { // Java frames lie beneath native ones, wherever they are printed
		for i := len(rows) - 1; i >= 0; i-- {
			kind := d.FrameKind(rows[i].Place)
			if pass == 0 && kind != dump.JavaFrame || pass == 1 && (kind != dump.NativeFrame || java && i >= native) {
				continue
			}
			if depth == mostDepth {
				return false
			}
			depth++
			do(rows[i].Place)
		}
	}
	return true
}

// countNativeOnTop returns the number of native frames at the top of a stack that Java code called.
// The native frames after them run Java code, which the Java frames show as well.
func countNativeOnTop(d *dump.Dump, rows []dump.Row) int {
	for i, row := range rows {
		switch d.FrameKind(row.Place) {
		case dump.JavaFrame:
			return 0 // nothing showed where the Java code begins
		case dump.NativeFrame:
			if f := d.Frame(row.Place); runsJava(&f) {
				return i
			}
		}
	}
	return 0
}

// runsJava reports whether a native frame is where the machine runs Java code or is called
// by it.
func runsJava(f *dump.Frame) bool {
	for _, word := range []string{"art_quick_", "art_jni_trampoline", "nterp", "Nterp", "art::interpreter", "dvmPlatformInvoke", "dvmCallJNI", "dvmInterpret"} {
		if strings.Contains(f.Symbol, word) {
			return true
		}
	}
	for _, word := range []string{".oat", ".odex", ".dex", ".vdex", ".jar", ".apk", "dalvik-", "jit-cache"} {
		if strings.Contains(f.Map, word) && !strings.Contains(f.Map, ".so") {
			return true
		}
	}
	return false
}

// step returns the row for a name below a row, and adds it if missing.
func (t *Tree) step(from profile.Row, name uint32) profile.Row {
	e := edge{from, name}
	if row, ok := t.child[e]; ok {
		return row
	}
	if t.Len() == mostRows {
		t.full = true
		return from
	}
	return t.add(e)
}

func (t *Tree) add(e edge) profile.Row {
	row := profile.Row(t.Len())
	depth, next := uint32(0), profile.NoRow
	if row > 0 {
		depth, next = t.Depth[e.row]+1, t.First[e.row]
		t.First[e.row] = row
		t.child[e] = row
	}
	t.Method, t.Parent = append(t.Method, trace.MethodIndex(e.name)), append(t.Parent, e.row)
	t.Depth, t.First, t.Next = append(t.Depth, depth), append(t.First, profile.NoRow), append(t.Next, next)
	return row
}
