package dmtracedump

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Events lists the records of a trace, a line each, indented by depth.
type Events struct {
	File *File // write the trace to it if it is of a version that dmtracedump reads

	out    *bufio.Writer
	clock  int
	depth  []int32 // by thread id; 2 with nothing on the stack
	dots   string  // indents a line; longer indents are cut to it
	line   []byte
	labels []string // by row of the methods, filled on first use
}

// NewEvents returns a list by the first clock of each record. Clock 1 selects the second, if
// there is one.
func NewEvents(w io.Writer, clock int) *Events {
	e := &Events{out: bufio.NewWriterSize(w, 1<<16), clock: clock, dots: dots}
	e.File = NewFile(e.start, e.record)
	return e
}

// Flush writes buffered lines and returns the first error.
func (e *Events) Flush() error { return e.out.Flush() }

func (e *Events) start() {
	e.head(string(e.File.Version), e.File.Threads)
	e.labels = make([]string, len(e.File.Methods))
	for i := range e.labels {
		e.labels[i] = e.File.Methods[i].Label()
	}
}

func (e *Events) head(version string, threads []Thread) {
	fmt.Fprintf(e.out, "VERSION: %s\nThreads (%d):\n", version, len(threads))
	for _, t := range threads {
		fmt.Fprintf(e.out, "%2d %s\n", t.ID, t.Name)
	}
	fmt.Fprint(e.out, "Trace (threadID action usecs class.method signature):\n")
}

func (e *Events) record(r *Record) {
	label, id := "", uint64(r.ID)
	if m := e.File.find(r.ID); m >= 0 {
		label, id = e.labels[m], 0
	}
	e.write(int(r.Thread), r.Action, int64(r.Times[min(e.clock, r.Clocks-1)]), label, id)
}

var actions = [...]string{" ent ", " xit ", " unr ", " ??? "}

// dots is dmtracedump's longest indent.
var dots = strings.Repeat(".", maxDepth)

// fewDots is the longest indent for traces that dmtracedump cannot read. In its own formats a
// record has nine bytes or more. In others it can have one byte, and 10,000 dots a line would
// turn a megabyte into ten gigabytes.
const fewDots = 1000

// write writes one line. A method without a label is shown by its id.
func (e *Events) write(thread int, action uint8, time int64, label string, id uint64) {
	for thread >= len(e.depth) {
		e.depth = append(e.depth, 2)
	}
	depth := int(e.depth[thread])
	if action == 0 {
		depth++
	}
	note := byte(' ')
	switch {
	case depth < 0:
		note = '-'
	case depth > len(e.dots):
		note = '+'
	}
	b := pad(e.line[:0], int64(thread), 2)
	b = append(b, actions[action]...)
	b = pad(b, time, 9)
	b = append(b, note)
	if depth > 0 {
		b = append(b, e.dots[:min(depth, len(e.dots))]...)
	}
	if label != "" {
		b = append(b, label...)
	} else {
		b = append(b, "???.??? methodId: 0x"...)
		b = strconv.AppendUint(b, id, 16)
	}
	b = append(b, '\n')
	e.line = b
	e.out.Write(b)
	if action != 0 {
		depth--
	}
	e.depth[thread] = int32(depth)
}

// pad appends a right-aligned number.
func pad(b []byte, n int64, width int) []byte {
	var digits [20]byte
	s := strconv.AppendInt(digits[:0], n, 10)
	for range width - len(s) {
		b = append(b, ' ')
	}
	return append(b, s...)
}

// A sink lists the records of a trace of any version.
type sink struct {
	*Events
	info  *trace.Info
	clock profile.Clock
}

// Sink returns a sink for the second reading of a trace. info is from the first reading, because
// some files name methods only at their end.
func (e *Events) Sink(info *trace.Info, clock profile.Clock) trace.Sink {
	var threads []Thread
	for i := range info.Threads {
		if t := &info.Threads[i]; t.Listed {
			threads = append(threads, Thread{int(t.ID), []byte(t.Name)})
		}
	}
	sorting.Stable(threads, func(a, b Thread) int { return cmp.Compare(a.ID, b.ID) })
	e.dots = dots[:fewDots]
	e.head(strconv.Itoa(max(0, info.Version&^0xF0)), threads)
	e.labels = make([]string, len(info.Methods))
	for m := range e.labels {
		if row := methodOf(&info.Methods[m]); info.Methods[m].Listed {
			e.labels[m] = row.Label()
		}
	}
	return &sink{e, info, clock}
}

// Records implements trace.Sink.
func (s *sink) Records(batch []trace.Record) {
	for i := range batch {
		r := &batch[i]
		time := max(r.Wall, r.CPU) // a trace with one clock can have its time in either field
		if s.info.Clocks == trace.Dual {
			time = r.Wall
			if s.clock == profile.CPU {
				time = r.CPU
			}
		}
		s.write(int(s.info.Threads[r.Thread].ID), uint8(r.Action), s.info.Tick.Micros(time), s.labels[r.Method], uint64(s.info.Methods[r.Method].ID))
	}
}
