package report

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Folded writes stacks in the folded format of flame graphs: a line for every path of
// every thread, "thread;outermost;...;innermost ns", with the time that its calls spent
// in the innermost method itself. The lines of one thread add up to the inclusive time of
// its calls of depth 0. With reverse the innermost method comes first, after the thread.
func Folded(w io.Writer, x *profile.Index, threads []trace.ThreadIndex, clock profile.Clock, reverse bool) error {
	out := bufio.NewWriterSize(w, 1<<16)
	names := make([]string, len(x.Info.Methods))
	for m := range names {
		names[m] = foldedName(x.Info.Methods[m].Label())
	}
	var p *profile.Profile
	for _, t := range threads {
		p = x.Profile(Only(x, t), p)
		thread := foldedName(ThreadLabel(&x.Info.Threads[t]))
		var path []string
		for row := 1; row < p.Tree.Len(); row++ {
			time := p.Rows[row].Exclusive[clock]
			if time <= 0 {
				continue
			}
			path = path[:0]
			for at := profile.Row(row); at != 0; at = p.Tree.Parent[at] {
				path = append(path, names[p.Tree.Method[at]])
			}
			if !reverse {
				slices.Reverse(path)
			}
			out.WriteString(thread)
			for _, name := range path {
				out.WriteByte(';')
				out.WriteString(name)
			}
			out.WriteByte(' ')
			out.WriteString(strconv.FormatInt(time, 10))
			out.WriteByte('\n')
		}
	}
	return out.Flush()
}

// foldedName takes from a name what ends a frame or a line.
func foldedName(name string) string {
	return strings.NewReplacer(";", ":", "\n", " ", "\r", " ").Replace(name)
}

// ThreadLabel names a thread so that no two are alike: "main [1]".
func ThreadLabel(t *trace.Thread) string {
	id := strconv.FormatUint(uint64(t.ID), 10)
	if t.Name == "" {
		return "Thread " + id
	}
	return t.Name + " [" + id + "]"
}

// Only is the scope of one thread.
func Only(x *profile.Index, t trace.ThreadIndex) profile.Scope {
	scope := profile.Whole
	scope.Threads = make([]bool, len(x.Info.Threads))
	scope.Threads[t] = true
	return scope
}

// Threads returns the threads with records, in the order of the table.
func Threads(x *profile.Index) []trace.ThreadIndex {
	var threads []trace.ThreadIndex
	for i := range x.Calls.Threads {
		if x.Calls.Threads[i].Records > 0 {
			threads = append(threads, trace.ThreadIndex(i))
		}
	}
	return threads
}
