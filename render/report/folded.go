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
func Folded(w io.Writer, x *profile.Index, scope profile.Scope, clock profile.Clock, reverse bool) error {
	out := bufio.NewWriterSize(w, 1<<16)
	names := make([]string, len(x.Info.Methods))
	for m := range names {
		names[m] = foldedName(x.Info.Methods[m].Label())
	}
	var p *profile.Profile
	for _, t := range Threads(x, scope) {
		p = x.Profile(Only(x, scope, t), p)
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

// Only is the part of a scope that one thread has.
func Only(x *profile.Index, scope profile.Scope, t trace.ThreadIndex) profile.Scope {
	scope.Threads = make([]bool, len(x.Info.Threads))
	scope.Threads[t] = true
	return scope
}

// Threads returns the threads with records on both sides of the range, or in it, in the
// order of the table.
func Threads(x *profile.Index, scope profile.Scope) []trace.ThreadIndex {
	var threads []trace.ThreadIndex
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		in := scope.Threads == nil || scope.Threads[i]
		if in && t.Records > 0 && t.First.Primary <= scope.To && t.Last.Primary >= scope.From {
			threads = append(threads, trace.ThreadIndex(i))
		}
	}
	return threads
}
