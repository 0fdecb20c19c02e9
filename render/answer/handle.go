package answer

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// Handles name what an answer speaks of. They hold for the same file, read with the same map of names.
//
//	m12            a method: a row of the trace's method table
//	c0.3.17        a call: the rows of its thread, depth and place on that depth
//	t5             a thread: a row of the trace's thread table, or of the dump's
//	1ms..2.5ms@t5  a range of time on a thread; without @t5 on main
//	f1@t5          the first finding on a thread; f1@1ms..2ms@t5 in a range
//	w:binder@t5    waiting for a cause on a thread, in the same way
//	o:own@t5       running code of an origin
//	p2             a process of thread dumps
//	l120           a line of a dump; l120..l140 several
//
// With several dumps, d2: precedes handles of the second one: d2:t5.

func methodHandle(m trace.MethodIndex) string { return "m" + strconv.Itoa(int(m)) }

func threadHandle(t trace.ThreadIndex) string { return "t" + strconv.Itoa(int(t)) }

func callHandle(r profile.Ref) string {
	return fmt.Sprintf("c%d.%d.%d", r.Thread, r.Depth, r.Row)
}

// numbered parses a handle of one letter and a number.
func numbered(letter, text string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(text, letter)
	if !ok || rest == "" || rest[0] == '+' || rest[0] == '-' {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil
}

// callRef parses the handle of a call.
func callRef(text string) (r profile.Ref, ok bool) {
	rest, ok := strings.CutPrefix(text, "c")
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 {
		return r, false
	}
	var n [3]uint64
	for i, p := range parts {
		var err error
		if n[i], err = strconv.ParseUint(p, 10, 31); err != nil {
			return r, false
		}
	}
	return profile.Ref{Thread: trace.ThreadIndex(n[0]), Depth: uint32(n[1]), Row: uint32(n[2])}, true
}

// A place is what follows a handle's first part: a range of time, and a thread.
type place struct {
	from, to int64 // ns; to is 0 for no range
	thread   string
}

// placed cuts a handle or the text of a range into its first part and its place. A range alone has an empty first part.
func placed(text string) (first string, in place, err error) {
	for i, part := range strings.Split(text, "@") {
		a, b, ranged := strings.Cut(part, "..")
		from, okFrom := words.Instant(a)
		to, okTo := words.Instant(b)
		switch {
		case ranged && okFrom && okTo:
			if to <= from {
				return "", in, fmt.Errorf("the range %s ends before it begins", clipped(part, 80))
			}
			in.from, in.to = from, to
		case i == 0:
			first = part
		case in.thread == "":
			in.thread = part
		default:
			return "", in, errors.New("a handle has one thread and one range at most")
		}
	}
	return first, in, nil
}

// cutPlace cuts a name or a handle into its first part and its place. Names of methods have no @.
func cutPlace(text string) (first string, in place, err error) {
	if !strings.Contains(text, "@") {
		return text, place{}, nil
	}
	return placed(text)
}

// ranged reports whether a place has a range.
func (p place) ranged() bool { return p.to > 0 }

// suffix returns what a handle of a place ends with.
func suffix(o place) string {
	s := ""
	if o.ranged() {
		s = "@" + words.InstantText(o.from) + ".." + words.InstantText(o.to)
	}
	if o.thread != "" {
		s += "@" + o.thread
	}
	return s
}
