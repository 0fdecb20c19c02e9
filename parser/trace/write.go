package trace

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Options of a trace that was cut out of another. ART does not write them; readers of its files
// keep or skip unknown options.
const (
	CutFrom    = "cut-from-nsec"     // where the range began in the other recording
	CutTo      = "cut-to-nsec"       // and where it ended
	CutRounded = "cut-rounded-times" // times that were finer than 1 µs
	CutHashed  = "cut-hashed-names"  // 1 where names are hashes
	CutStart   = "cut-start-nsec"    // the time there that is 0 here, if that is not where the range began
)

// Options of a trace that package samples made of a report's samples of main.
const (
	MainSamples = "main-samples"      // their number
	MainStep    = "main-samples-usec" // the usual time between two of them
)

// OfMain reports whether the trace was made of samples of main.
func (in *Info) OfMain() bool { return in.Receipt.Count("main-samples") > 0 }

// Kept returns the range that was cut out of another recording, in ns on this trace's axis, if the axis
// is that of the recording. Otherwise to is 0.
func (in *Info) Kept() (from, to int64) {
	start, ok := in.number(CutStart)
	if !ok {
		return 0, 0
	}
	from, _ = in.number(CutFrom)
	to, _ = in.number(CutTo)
	return max(0, from-start), max(0, to-start)
}

// Edges returns the ends of the range that was cut out of another recording, in ns on this trace's axis. A part that begins with
// the recording has no first edge: from is -1. A trace that is no part has none: both are -1.
func (in *Info) Edges() (from, to int64) {
	begin, isPart := in.number(CutFrom)
	end, ok := in.number(CutTo)
	if !isPart || !ok {
		return -1, -1
	}
	start, ok := in.number(CutStart)
	if !ok {
		start = begin
	}
	if begin == 0 {
		return -1, end - start
	}
	return begin - start, end - start
}

// noteCut adds the options of a trace that was cut out of another, or made of samples, to the receipt.
func (in *Info) noteCut() {
	for i, key := range [...]string{CutFrom, CutRounded, CutHashed} {
		if n, ok := in.number(key); ok {
			if i == 0 { // a time
				n = 1
			}
			in.Receipt.Add([...]string{"cut", "rounded-times", "hashed-names"}[i], -1, n)
		}
	}
	if n, ok := in.number(MainSamples); ok {
		in.Sampling = Sampled
		in.Receipt.Add("main-samples", -1, n)
	}
}

// A Writer writes a trace in one file, records after the text: version 3 with two clocks, version 2
// with one. It is the reverse arrow, records → bytes.
type Writer struct {
	to   *bufio.Writer
	info *Info
}

// NewWriter returns a Writer that has written everything except the records; records is their
// number. It uses these fields of info: Clocks, Start, Options (written unchanged), Threads and
// Methods. It lists those that are Listed; their ids must be unique, below 2^16 for threads and
// below 2^32 for methods. A tick is 1 µs.
func NewWriter(w io.Writer, info *Info, records int64) *Writer {
	// Characters that would end a line or a column. (As package variables every program would build
	// them.)
	inLine := strings.NewReplacer("\n", "␊", "\r", "␍")
	inColumn := strings.NewReplacer("\n", "␊", "\r", "␍", "\t", "␉")
	to := bufio.NewWriterSize(w, 1<<16)
	version := 3
	if info.Clocks != Dual {
		version = 2
	}
	fmt.Fprintf(to, "*version\n%d\n", version)
	for _, o := range info.Options {
		fmt.Fprintf(to, "%s=%s\n", o.Key, o.Value)
	}
	to.WriteString("*threads\n")
	for i := range info.Threads {
		if t := &info.Threads[i]; t.Listed {
			fmt.Fprintf(to, "%d\t%s\n", t.ID, inLine.Replace(t.Name))
		}
	}
	to.WriteString("*methods\n")
	for i := range info.Methods {
		m := &info.Methods[i]
		if !m.Listed {
			continue
		}
		fmt.Fprintf(to, "%#x", uint64(m.ID))
		for _, column := range [...]string{m.Class, m.Name, m.Signature} {
			to.WriteString("\t" + inColumn.Replace(column))
		}
		to.WriteString("\t" + inLine.Replace(m.File))
		if m.Line != 0 {
			to.WriteString("\t" + strconv.Itoa(int(m.Line)))
		}
		to.WriteByte('\n')
	}
	to.WriteString("*end\n")

	var header [headerSize]byte
	copy(header[:], magic)
	le := binary.LittleEndian
	le.PutUint16(header[versionAt:], uint16(version))
	le.PutUint16(header[dataOffsetAt:], headerSize)
	le.PutUint64(header[startAt:], uint64(info.Start))
	if version == 3 {
		le.PutUint16(header[recordSizeAt:], uint16(layoutOf(version).size))
	}
	to.Write(header[:])
	return &Writer{to, info}
}

// Write writes a record with the low 32 bits of its times, as every writer does.
func (w *Writer) Write(r Record) {
	at, b := layouts[3], [dualSize]byte{}
	if w.info.Clocks != Dual {
		at = layouts[2]
	}
	le := binary.LittleEndian
	le.PutUint16(b[:], uint16(w.info.Threads[r.Thread].ID))
	le.PutUint32(b[at.method:], uint32(w.info.Methods[r.Method].ID)|uint32(r.Action))
	if w.info.Clocks != Wall {
		le.PutUint32(b[at.cpu:], uint32(r.CPU))
	}
	if w.info.Clocks != CPU {
		le.PutUint32(b[at.wall:], uint32(r.Wall))
	}
	w.to.Write(b[:at.size])
}

// Close ends the file and returns the first error of any write.
func (w *Writer) Close() error { return w.to.Flush() }

// A Reach checks whether the times of records, in the order of writing, can be restored from their
// low 32 bits.
type Reach struct {
	Most   Ticks // the greatest time
	last   map[ThreadIndex]Record
	latest Ticks
	lost   bool
}

// Add adds a record.
func (f *Reach) Add(r *Record) {
	if f.last == nil {
		f.last = map[ThreadIndex]Record{}
	}
	was, seen := f.last[r.Thread]
	f.last[r.Thread] = *r
	switch {
	case seen:
		f.lost = f.lost || max(r.Wall-was.Wall, r.CPU-was.CPU) >= 1<<32-step
	case r.Wall >= 1<<32: // placed by the records before it, see placeLate
		f.lost = f.lost || f.latest < 1<<32-step || r.Wall-f.latest >= 1<<31
	}
	f.lost = f.lost || !seen && r.CPU >= 1<<32
	f.latest = max(f.latest, r.Wall)
	f.Most = max(f.Most, r.Wall, r.CPU)
}

// Lost reports that some cannot.
func (f *Reach) Lost() bool { return f.Most >= 1<<32 && f.lost }
