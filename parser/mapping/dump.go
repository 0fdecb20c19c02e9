package mapping

import (
	"bytes"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/trace"
)

// WantDump adds the names in the frames and locks of a dump. For a renamed dump it adds the names
// in the file.
func (w *Wanted) WantDump(d *dump.Dump) {
	d = d.Raw()
	for p := range d.Places() {
		if d.FrameKind(dump.PlaceID(p)) == dump.JavaFrame {
			f := d.Frame(dump.PlaceID(p))
			w.Method(f.Class, strings.TrimSuffix(f.Method, "!"))
		}
	}
	if d.Recording != nil {
		w.WantDump(d.Recording.Stacks)
	}
	w.wantRest(d)
}

// WantClasses adds the classes of a dump with all their methods, except the framework's. For a pile
// this takes less memory than method names, which differ between dumps.
func (w *Wanted) WantClasses(d *dump.Dump) {
	d = d.Raw()
	for p := range d.Places() {
		id := dump.PlaceID(p)
		if d.FrameKind(id) != dump.JavaFrame || w.hasWholeClass(d.FrameText(id)) {
			continue
		}
		if f := d.Frame(id); !framework(f.Class) {
			w.WholeClass(strings.Clone(f.Class))
		}
	}
	if d.Recording != nil {
		w.WantClasses(d.Recording.Stacks)
	}
	w.wantRest(d)
}

// hasWholeClass reports whether all of the class of a frame is wanted already, by its text; it need not know.
func (w *Wanted) hasWholeClass(frame []byte) bool {
	frame = bytes.TrimPrefix(frame, []byte("at "))
	frame = frame[:max(0, bytes.IndexByte(frame, '('))]
	_, ok := w.wholeClasses[string(frame[:max(0, bytes.LastIndexByte(frame, '.'))])]
	return ok
}

// wantRest adds the other names of a dump.
func (w *Wanted) wantRest(d *dump.Dump) {
	d.AskClasses(wanting{w})
	for i := range d.Blocks {
		if in := longRunning(d, &d.Blocks[i]); in != nil {
			w.WantTrace(in)
		}
	}
}

// longRunning returns the description of the trace of methods that ran long, or nil.
func longRunning(d *dump.Dump, b *dump.Block) *trace.Info {
	bytes, line, err := d.LongRunning(b)
	if line < 0 || err != nil {
		return nil
	}
	reader := trace.NewReader(nowhere{})
	if _, err := reader.Write(bytes); err != nil {
		return nil
	}
	reader.Close()
	return reader.Info()
}

// nowhere is a sink that drops records.
type nowhere struct{}

func (nowhere) Records([]trace.Record) {}

// wanting records the classes that are asked for, and returns no names.
type wanting struct{ *Wanted }

func (w wanting) Class(name string) string {
	if _, ok := w.classes[name]; !ok {
		w.Wanted.Class(strings.Clone(name))
	}
	return ""
}

// NameDump returns a dump with its original names.
func (m *Map) NameDump(d *dump.Dump) (*dump.Dump, *Result) {
	n := m.Dumps()
	return n.Name(d), n.Result
}

// A Naming gives dumps their original names, and counts names that several dumps share once.
type Naming struct{ *naming }

// naming implements dump.Names.
type naming struct {
	m      *Map
	Result *Result
	seen   map[string]bool // texts of counted frames
}

// Dumps returns a Naming for any number of dumps.
func (m *Map) Dumps() Naming { return Naming{&naming{m, newResult(m), map[string]bool{}}} }

// Name returns a dump with its original names.
func (n Naming) Name(d *dump.Dump) *dump.Dump { return d.Renamed(n.naming) }

// NameTrace gives the methods of a trace in the dump their original names.
func (n *naming) NameTrace(in *trace.Info) { n.m.NameTrace(in) }

func (n *naming) Class(name string) string {
	if c := n.m.Class(name); c.Known {
		return c.String()
	}
	return ""
}

// Frames implements dump.Names.
func (n *naming) Frames(stack []dump.Frame) [][]string {
	frames := make([]Frame, len(stack))
	for i := range stack {
		frames[i] = frameOf(&stack[i])
	}
	texts := make([][]string, len(stack))
	n.m.eachFrame(frames, func(found []Found) {
		if len(found) == 0 { // an outline
			return
		}
		at := found[0].From
		from := &stack[at]
		if !n.seen[from.Text] {
			n.seen[from.Text] = true
			n.Result.frame(&frames[at], &found[0])
		}
		for i := range found {
			texts[at] = append(texts[at], n.text(&found[i], from))
		}
	})
	return texts
}

// frameOf converts a frame of a dump.
func frameOf(f *dump.Frame) Frame {
	named := Frame{Class: f.Class, Method: strings.TrimSuffix(f.Method, "!"), File: f.File, Line: NoNumber}
	switch f.Where {
	case dump.AtLine, dump.AboutLine, dump.AtByteCode:
		if f.Line >= 0 && f.Line < 1<<31 {
			named.Line = int32(f.Line)
		}
	case dump.InNative:
		named.File = "Native method"
	}
	return named
}

// text formats a frame as a dump prints it.
func (n *naming) text(f *Found, from *dump.Frame) string {
	if c := n.m.classes[from.Class]; c == nil || f.Remark == OtherBuild || f.Remark == OtherApp {
		return from.Text
	}
	var b strings.Builder
	b.WriteString("at ")
	b.WriteString(f.Class)
	b.WriteByte('.')
	b.WriteString(f.Method)
	if strings.HasSuffix(from.Method, "!") && !f.Inlined {
		b.WriteByte('!')
	}
	b.WriteByte('(')
	if from.Where == dump.InNative {
		_, where, _ := strings.Cut(from.Text, "(")
		b.WriteString(strings.TrimSuffix(where, ")"))
	} else {
		b.WriteString(f.File)
		if f.Line >= 0 && f.Remark != Between {
			b.WriteByte(':')
			if from.Where == dump.AboutLine {
				b.WriteByte('~')
			}
			b.WriteString(strconv.Itoa(int(f.Line)))
		}
	}
	b.WriteByte(')')
	if f.Inlined {
		b.WriteString(dump.Inlined)
		return b.String()
	}
	var remark string
	switch f.Remark {
	case Unlisted:
		remark = "its line is not in the map"
	case Between:
		remark = "between lines " + count(int(f.Line)) + " and " + count(int(f.Last))
	case Made:
		remark = "generated by the compiler"
	}
	if len(f.Others) > 0 {
		if remark != "" {
			remark += "; "
		}
		_, n := distinct(f.Others)
		n = max(n, f.Candidates)
		remark += "one of " + count(n) + ": nothing tells which"
	}
	if remark != "" {
		b.WriteString(" [" + remark + "]")
	}
	return b.String()
}

// frame counts a frame of a dump by the first frame found for it.
func (r *Result) frame(f *Frame, found *Found) {
	r.id(f.Class, f.File)
	if found.Remark == OtherBuild || found.Remark == OtherApp || framework(f.Class) {
		return
	}
	c := r.m.classes[f.Class]
	if c == nil {
		if looksShortened(f.Class) {
			r.Names++
			r.missing(f.Class + "." + f.Method)
		}
		return
	}
	r.Names, r.Named = r.Names+1, r.Named+1
	if len(found.Others) > 0 {
		r.Several++
	}
	if c.original == f.Class {
		return
	}
	switch found.Fits {
	case FitInRange:
		r.Judged, r.Fit = r.Judged+1, r.Fit+1
	case FitOutside:
		r.Judged++
	}
}
