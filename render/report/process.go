package report

import (
	"bufio"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/words"
)

// threadColumns are the headings of ThreadsCSV. They never change.
var threadColumns = []string{
	"name", "state", "tid", "sysTid", "priority", "daemon", "cpuSeconds", "kernelState", "topFrame", "ownFrame", "waitsFor", "heldBy", "holds", "idle", "line",
}

// ThreadsCSV writes the threads of a block as a table for spreadsheets, in the order of the file.
// Text that looks like a formula gets a leading '. Lines count from 1.
func ThreadsCSV(w io.Writer, d *dump.Dump, f *wait.Facts, block int) error {
	out := csv.NewWriter(w)
	out.Write(threadColumns)
	b, g := &d.Blocks[block], f.Graph(block)
	for t := b.FirstThread; t < b.EndThread; t++ {
		thread := &d.Threads[t]
		row := make([]string, 0, len(threadColumns))
		add := func(s string) { row = append(row, Cell(text(s), CSV)) }
		number := func(n int) {
			if n == 0 {
				add("")
			} else {
				row = append(row, strconv.Itoa(n)) // a number is no formula, even with a sign
			}
		}
		yes := func(is bool) {
			if is {
				add("yes")
			} else {
				add("")
			}
		}
		add(thread.Name)
		add(thread.StateName())
		number(thread.Tid)
		number(thread.SysTid)
		number(thread.Prio)
		yes(thread.Daemon)
		if thread.HasTimes && thread.HZ > 0 {
			add(strconv.FormatFloat(thread.CPU(), 'f', 2, 64))
		} else {
			add("")
		}
		add(strings.TrimRight(string(rune(thread.KernelState)), "\x00"))
		if frame, ok := d.TopFrame(thread); ok {
			add(frame.Name())
		} else {
			add("")
		}
		if frame, _, origin := f.OwnFrame(t); origin == platform.Own {
			add(frame.Name())
		} else {
			add("")
		}
		wanted, holder := "", ""
		if of, ok := g.Of(t); ok {
			if wanted = of.Object.Class; of.Object.Kind != dump.NoID {
				wanted = words.Object(of.Object.Class, of.Object.ID)
			}
			if of.For != wait.None {
				holder = d.Threads[of.For].Name
			}
		}
		add(wanted)
		add(holder)
		number(g.Holds(t))
		yes(wait.Idle(d, thread))
		number(d.Number(thread.Line))
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// Merged returns the merged stacks of a block's threads, without those that only wait for work. Of a
// recording of main it returns the stacks of all samples.
func Merged(d *dump.Dump, block int) (*stack.Tree, *stack.Names) {
	names := &stack.Names{}
	if rec := d.Recording; rec != nil {
		return stack.MergeSamples(names, rec), names
	}
	return stack.Merge(names, []stack.Process{{Dump: d, Block: &d.Blocks[block]}}, func(d *dump.Dump, t *dump.Thread) bool { return !wait.Idle(d, t) }), names
}

// StacksFolded writes Merged in the folded format of flame graphs: the name of the threads with
// its numbers folded, the frames from the outermost, and the number of threads, or samples, with that
// stack.
func StacksFolded(w io.Writer, d *dump.Dump, block int) error {
	tree, names := Merged(d, block)
	own := make([]int64, tree.Len())
	for _, leaf := range tree.Leaves {
		own[leaf.Row] += int64(leaf.Count)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	for row := 1; row < tree.Len(); row++ {
		if own[row] == 0 {
			continue
		}
		var path []string
		for at := profile.Row(row); at != 0; at = tree.Parent[at] {
			path = append(path, foldedName(text(names.Text[tree.Method[at]])))
		}
		slices.Reverse(path)
		out.WriteString(strings.Join(path, ";"))
		out.WriteByte(' ')
		out.WriteString(strconv.FormatInt(own[row], 10))
		out.WriteByte('\n')
	}
	return out.Flush()
}
