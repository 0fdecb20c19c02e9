package trace

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Options in which a trace that was cut out of another says so. ART writes none of these;
// whatever reads its files keeps or skips what it does not know.
const (
	CutFrom    = "cut-from-nsec"     // where the range began in the other recording
	CutTo      = "cut-to-nsec"       // and where it ended
	CutRounded = "cut-rounded-times" // times that were finer than 1 µs
	CutHashed  = "cut-hashed-names"  // 1 where names are hashes
)

// noteCut adds to the receipt what a trace that was cut out of another says of itself.
func (in *Info) noteCut() {
	for i, key := range [...]string{CutFrom, CutRounded, CutHashed} {
		if n, ok := in.number(key); ok {
			if i == 0 { // a time
				n = 1
			}
			in.Receipt.Add([...]string{"cut", "rounded-times", "hashed-names"}[i], -1, n)
		}
	}
}

// A Writer writes a trace in one file, records behind the text: of version 3 with two clocks, of
// version 2 with one. It is the arrow back, records → bytes.
type Writer struct {
	to   *bufio.Writer
	info *Info
}

// NewWriter returns a Writer that has written all but the records, of which there will be so many.
// Of info count Clocks, Start, Options, which are written as they are, and Threads and Methods: those that are Listed
// are listed, and their ids must be different, of a thread below 2^16 and of a method below 2^32. A tick is 1 µs.
func NewWriter(w io.Writer, info *Info, records int64) *Writer {
	// What would end a line, and what would end a column too. (Of the package they would be made in every program.)
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

// Write writes a record. Of its times the low 32 bits are kept, as every writer does.
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

// Close ends the file and returns the first error of all that was written.
func (w *Writer) Close() error { return w.to.Flush() }

// A Reach tells whether records, in the order in which they are written, have times that can be read
// back of their low 32 bits.
type Reach struct {
	Most   int64 // the greatest time
	last   map[ThreadIndex]Record
	latest int64
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
