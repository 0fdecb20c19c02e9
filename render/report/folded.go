package report

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
)

// FoldedStacks are the options of folded stacks.
type FoldedStacks struct {
	Clock   profile.Clock
	Reverse bool // the innermost method comes first, after the thread
	Full    bool // write paths of any depth

	Labels []string // of the methods, as names.Labels returns them; nil if not computed yet
}

// LabelsOf returns the labels of the methods, computed if f has none.
func (f FoldedStacks) LabelsOf(x *profile.Index) []string {
	if f.Labels != nil {
		return f.Labels
	}
	return names.Labels(x)
}

// Unit returns the unit of the times in folded stacks: as fine as the ticks of the trace, because
// µs make shorter lines than ns.
func (f FoldedStacks) Unit(x *profile.Index) (name string, ns int64) {
	if x.Calls.Tick%1000 == 0 {
		return "µs", 1000
	}
	return "ns", 1
}

// Write writes stacks in the folded format of flame graphs: a line
// "thread;outermost;...;innermost time" for each path of each thread, with the exclusive time of
// the innermost method. The lines of a thread add up to the inclusive time of its calls at depth
// 0. A filter of the profile applies. A path longer than MaxPath ends in Deeper, unless f.Full is set.
func (f FoldedStacks) Write(w io.Writer, all *profile.Profile) error {
	x := all.Index
	out := bufio.NewWriterSize(w, 1<<16)
	labels := slices.Clone(f.LabelsOf(x))
	for m := range labels {
		labels[m] = foldedName(labels[m])
	}
	_, unit := f.Unit(x)
	all.EachThread(Threads(x, all.Scope), func(t trace.ThreadIndex, p *profile.Contexts) {
		thread := foldedName(ThreadLabel(&x.Info.Threads[t]))
		var path []string
		paths := NewPaths(p, f.Full || f.Reverse)
		paths.Each(func(row profile.Row, c *profile.Context, deeper bool) {
			time := c.Exclusive[f.Clock]
			if time <= 0 {
				return
			}
			path = path[:0]
			if deeper {
				path = append(path, Deeper)
			}
			for at := row; at != 0; at = p.Tree.Parent[at] {
				if len(path) == MaxPath && f.Reverse && !f.Full {
					path = append(path, Deeper)
					break
				}
				path = append(path, labels[p.Tree.Method[at]])
			}
			if !f.Reverse {
				slices.Reverse(path)
			}
			out.WriteString(thread)
			for _, name := range path {
				out.WriteByte(';')
				out.WriteString(name)
			}
			out.WriteByte(' ')
			out.WriteString(strconv.FormatInt(time/unit, 10))
			out.WriteByte('\n')
		})
	})
	return out.Flush()
}

// Bytes estimates how many bytes Write writes for a profile's scope.
func (f FoldedStacks) Bytes(p *profile.Profile) int64 {
	paths := NewPaths(&p.Contexts, f.Full)
	labels := f.LabelsOf(p.Index)
	return paths.Bytes(p.Index, func(row profile.Row) int64 { return int64(len(labels[p.Tree.Method[row]])) + 1 })
}

// foldedName replaces the characters that end a frame or a line.
func foldedName(name string) string { return frameEnds.Replace(name) }

var frameEnds = strings.NewReplacer(";", ":", "\n", " ", "\r", " ")

// ThreadLabel returns a unique name of a thread: "main [1]".
func ThreadLabel(t *trace.Thread) string {
	id := strconv.FormatUint(uint64(t.ID), 10)
	if t.Name == "" {
		return "Thread " + id
	}
	return t.Label() + " [" + id + "]"
}

// NoCalls returns an error if no thread of a trace has records. With why it ends with the trace's notes, which have the cause.
func NoCalls(x *profile.Index, why bool) error {
	if slices.ContainsFunc(x.Info.Threads, func(t trace.Thread) bool { return t.Records > 0 }) {
		return nil
	}
	text := "the recording has no calls"
	if why {
		for i, n := range x.Notes() {
			if i == 0 {
				text += "."
			}
			text += " " + n.Text
		}
	}
	return errors.New(text)
}

// Threads returns the threads with records in the range, or both before and after, in the order of
// the table.
func Threads(x *profile.Index, scope profile.Scope) []trace.ThreadIndex {
	var threads []trace.ThreadIndex
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		if scope.Has(trace.ThreadIndex(i)) && t.Records > 0 && t.First.Primary <= scope.To && t.Last.Primary >= scope.From {
			threads = append(threads, trace.ThreadIndex(i))
		}
	}
	return threads
}
