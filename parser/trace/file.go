package trace

import (
	"errors"
	"fmt"
)

// A FormatError reports a file that is not a readable trace. Damage inside a trace is not an error:
// Info.Receipt counts it.
type FormatError struct {
	Offset int64  // in bytes from the start of the unwrapped file
	What   string // part being read: "header", "text part"
	Err    error  // why it could not be
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("trace: %s at byte %d: %v", e.What, e.Offset, e.Err)
}

func (e *FormatError) Unwrap() error { return e.Err }

// A part is the section of a file that the next byte belongs to.
type part uint8

const (
	atStart    part = iota // nothing read: text, a bare data part, or junk before the text
	inText                 // lines of the text part, or of a streaming file's summary
	inDoubt                // lines after an *end that no data part follows
	inHeader               // the data part's header
	inRecords              // records of versions 1 to 3
	inSample               // the first items of a streaming file, to learn their size
	inItems                // records and packets of a streaming file
	inTransfer             // a data part with added carriage returns to remove
	inPackets              // packets of a V2 file, or of a dump without a header
	inBlock                // records of one of them
	inRest                 // bytes that are counted, not read
)

// A file is the state that all parts of the reading share: the open part, and the facts found so far.
type file struct {
	info   Info
	part   part
	closed bool   // no more bytes will come
	rest   string // code of the note that counts the bytes of inRest, or ""
	err    error
	out    *output // has the record that a note is placed behind
}

// fail ends the reading at off: the file is of no kind that is read here.
func (f *file) fail(off int64, what, format string, args ...any) {
	if f.err == nil {
		f.info.Bytes = off
		f.err = &FormatError{Offset: off, What: what, Err: fmt.Errorf(format, args...)}
		f.info.Receipt.describe(&f.info)
	}
}

// skip leaves the rest of the file unread. A note of this code counts its bytes.
func (f *file) skip(code string) { f.part, f.rest = inRest, code }

var errNotTrace = errors.New("this is not a method trace")

// note counts one occurrence of code at byte off.
//
//go:noinline // seldom called, and from many places
func (f *file) note(code string, off int64) { f.add(code, off, 1) }

// add counts n occurrences of code, the first at byte off. While records are being read it also
// stores the record before the first occurrence.
//
//go:noinline // seldom called, and from many places
func (f *file) add(code string, off, n int64) {
	notes := &f.info.Receipt.Notes
	was := len(*notes)
	f.info.Receipt.Add(code, off, n)
	o := f.out
	if len(*notes) > was && f.part >= inRecords && int(o.row) < len(o.clocks) && o.clocks[o.row].seen {
		note := &(*notes)[was]
		note.Among, note.Thread, note.Time = true, o.row, o.clocks[o.row].wall.time
	}
}
