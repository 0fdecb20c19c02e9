package anr

import (
	"strconv"
	"strings"

	"traceglass/parser/dump"
)

// longestName limits a name of a frame, in bytes.
const longestName = 4 << 10

// A stackWriter writes frames of records as lines of a dump (section 10), so that each rule, view and
// map of names works on them.
type stackWriter struct {
	lines  []byte
	number int // of native frames
	frames int
}

// clean appends a name without control characters, cut to longestName.
func (w *stackWriter) clean(s string) {
	for _, c := range []byte(s[:min(len(s), longestName)]) {
		if c < ' ' {
			c = ' '
		}
		w.lines = append(w.lines, c)
	}
}

// java adds a frame of Java code: "class.method", its file, and its line or 0.
func (w *stackWriter) java(name, file string, line int, native bool) {
	w.frames++
	w.lines = append(w.lines, "  at "...)
	w.clean(name)
	w.lines = append(w.lines, '(')
	switch {
	case native || file == "Native method" || file == "Native Method":
		w.lines = append(w.lines, "Native method"...)
	case file == "":
		w.lines = append(w.lines, "unavailable"...)
	default:
		w.clean(file)
		if line > 0 {
			w.lines = strconv.AppendInt(append(w.lines, ':'), int64(line), 10)
		}
	}
	w.lines = append(w.lines, ")\n"...)
}

// native adds a frame of native code. Its pc is relative to the library's start.
func (w *stackWriter) native(pc uint64, library, symbol string, plus uint64, buildID string) {
	w.frames++
	w.lines = append(w.lines, "  native: #"...)
	if w.number < 10 {
		w.lines = append(w.lines, '0')
	}
	w.lines = strconv.AppendInt(w.lines, int64(w.number), 10)
	w.number++
	w.lines = append(w.lines, " pc "...)
	digits := strconv.FormatUint(pc, 16)
	w.lines = append(w.lines, "0000000000000000"[min(len(digits), 16):]...)
	w.lines = append(append(append(w.lines, digits...), ' ', ' '), strings.ReplaceAll(library[:min(len(library), longestName)], "\n", " ")...)
	if symbol != "" {
		w.lines = append(w.lines, " ("...)
		w.clean(symbol)
		w.lines = strconv.AppendUint(append(w.lines, '+'), plus, 10)
		w.lines = append(w.lines, ')')
	}
	if buildID != "" {
		w.lines = append(w.lines, " (BuildId: "...)
		w.clean(buildID)
		w.lines = append(w.lines, ')')
	}
	w.lines = append(w.lines, '\n')
}

// lock adds a lock line.
func (w *stackWriter) lock(what, address, class string, holder int) {
	w.lines = append(w.lines, "  - "...)
	w.lines = append(append(w.lines, what...), ' ')
	if address == "" {
		w.lines = append(w.lines, "an unknown object"...)
	} else {
		w.lines = append(w.lines, '<')
		w.clean(address)
		w.lines = append(w.lines, '>')
		if class != "" {
			w.lines = append(w.lines, " (a "...)
			w.clean(class)
			w.lines = append(w.lines, ')')
		}
	}
	if holder > 0 {
		w.lines = strconv.AppendInt(append(w.lines, " held by thread "...), int64(holder), 10)
	}
	w.lines = append(w.lines, '\n')
}

// address reads "0x1234" or a number.
func address(s string) uint64 {
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		n, _ := strconv.ParseUint(hex, 16, 64)
		return n
	}
	n, _ := strconv.ParseUint(s, 10, 64)
	return n
}

// framesOf calls write for each frame of a list, within the limit on frames of a record.
func (r *records) framesOf(list value, write func(object)) {
	left := 0
	list.each(func(e value) bool {
		if r.frames >= mostFrames {
			left++
			return true
		}
		r.frames++
		write(e.object())
		return true
	})
	if left > 0 {
		r.out.damaged("A record has more than %d frames. The last %d are left out.", mostFrames, left)
	}
}

// threadsOf calls do for each thread of a record, within the limit on threads.
func (r *records) threadsOf(list value, do func(object)) {
	n := 0
	list.each(func(e value) bool {
		if n++; n > mostThreads {
			return true
		}
		do(e.object())
		return true
	})
	if n > mostThreads {
		r.out.damaged("A record has %d threads. Those after the first %d are left out.", n, mostThreads)
	}
}

// guessed returns a heading's text for a state that the service did not take from the virtual machine.
func guessed(state string) string {
	if state == "" {
		return ""
	}
	return guess + state + ")"
}

const guess = "(guessed: "

// State returns a thread's state as the record has it, also where the service guessed it.
func State(t *dump.Thread) string {
	if t.Shape == dump.Record && t.State == "" {
		if state, ok := strings.CutPrefix(t.Extra, guess); ok {
			return strings.TrimSuffix(state, ")")
		}
	}
	return t.State
}
