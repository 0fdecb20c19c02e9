// Package anr is the arrow exports → dumps. Stores, crash services and the system itself hand out
// many ANRs in one file: as JSON, as a table, as texts one below the other. A Reader finds each report
// in such a file and makes a dump of it, with the facts of the record in dump.Dump.About. Two reports
// never share a dump, and none is cut into two. A file that is no export is read as the text of
// thread dumps.
//
// Section numbers in comments refer to format.md in this folder.
package anr

import (
	"bytes"
	"cmp"
	"fmt"

	"traceglass/parser/dump"
)

// Limits (section 16).
const (
	undecided     = 64 << 10  // bytes that are held while the form of the file is not known
	longestRecord = 256 << 20 // bytes of one record, and of one string in it
	longestString = longestRecord
	mostThreads   = 1 << 14 // of a record
	mostFrames    = 2_000_000
	mostSamples   = 1 << 20
	mostDepth     = 64  // levels of JSON that are searched for records
	mostNested    = 2   // levels of JSON in strings of JSON
	mostIssues    = 1e5 // groups of a service that are kept
	mostIDs       = 1 << 20
	mostMarks     = 1e4
	mostDamage    = 20
)

// A Reader reads one file. It accepts the file in pieces of any size and never fails.
type Reader struct {
	Each  func(*dump.Dump) // accepts a report of an export as soon as it is complete; the caller sets it
	Limit dump.Limit       // on the text of each dump; 0 for dump.DefaultLimit
	Seen  *Seen            // reports of other files, which are not passed on again; may be nil

	Container string           // `json`, `json-lines`, `json-concatenated`, `envelope`, `csv`, `tsv` or `text`
	Skipped   []Skip           // records that are no report
	Damage    []string         // sentences on records that could not be read
	Issues    map[string]Issue // groups of a service, by name
	Marks     []Mark           // a reader's decisions about causes

	decode   dump.Decoder
	form     form
	head     []byte // decoded bytes before the form is known
	line     int    // number of the line that is being read, from 1
	json     scanner
	table    table
	text     *dump.Reader
	spare    *dump.Dump
	ids      map[string]bool // sources and ids of the reports of this file
	cut      bool            // the record being read ends early
	frames   int             // of the record being read
	recorded *dump.Recording // of main, in the record being read; nil without one
	nested   int             // levels of JSON in strings around the value being read

	header    value // an envelope's, until an item shows that it is one
	env       *envelope
	envelopes int
}

// A Skip counts records that are no report.
type Skip struct {
	What  string // the service's own word, or "duplicate"
	Count int
}

// An Issue is a service's own group of reports.
type Issue struct {
	Name, Cause, Location string
	Users, Count          int64 // 0 if not said
}

// A Mark is a reader's decision about a cause, which a file of Traceglass keeps. Note may hold any
// text. Version is the first without the cause, "" for none.
type Mark struct{ Cause, State, Version, Note string }

type form uint8

const (
	undecidedForm form = iota
	belowHead          // in the head of an HTTP answer
	jsonForm
	tableForm
	textForm
)

// NewReader returns a reader that passes the dump of each report of an export to each.
func NewReader(each func(*dump.Dump)) *Reader {
	return &Reader{Each: each, line: 1, ids: map[string]bool{}, Issues: map[string]Issue{}}
}

// Reuse lets the next dump use the memory of one that is no longer in use.
func (r *Reader) Reuse(d *dump.Dump) { r.spare = d }

// Write reads the next piece of the file. It keeps no reference to p, and its error is always nil.
func (r *Reader) Write(p []byte) (int, error) {
	r.decode.Write(p, r.decoded)
	return len(p), nil
}

// Close ends the file. For an export it returns nil. Otherwise it returns the dump of the whole text,
// which Reports splits.
func (r *Reader) Close() *dump.Dump {
	r.decode.Close(r.decoded)
	switch r.form {
	case undecidedForm, belowHead:
		r.decide(true)
	}
	switch r.form {
	case jsonForm:
		r.closeJSON()
	case tableForm:
		r.closeTable()
	}
	if r.text == nil {
		return nil
	}
	d := r.text.Close()
	r.skipInText(d)
	return d
}

// decoded accepts decoded bytes.
func (r *Reader) decoded(p []byte) {
	switch r.form {
	case undecidedForm, belowHead:
		r.head = append(r.head, p...)
		r.decide(false)
	case jsonForm:
		r.scan(p)
	case tableForm:
		r.readTable(p)
	case textForm:
		r.text.Write(p)
	}
}

// decide finds out the form of the file by its first lines (section 3). At the end of the file it
// always decides.
func (r *Reader) decide(end bool) {
	start := skipBlanks(r.head, 0)
	rest := r.head[start:]
	newline := bytes.IndexByte(rest, '\n')
	switch {
	case len(rest) > 0 && (rest[0] == '{' || rest[0] == '['):
		r.begin(jsonForm)
	case newline < 0 && !end && len(rest) < undecided:
	case bytes.HasPrefix(rest, []byte("HTTP/")):
		r.form = belowHead
		switch at := endOfHead(rest); {
		case at >= 0:
			r.line += bytes.Count(r.head[:start+at], []byte("\n"))
			r.head, r.form = r.head[start+at:], undecidedForm
			if end || len(r.head) > 0 {
				r.decide(end)
			}
		case end || len(rest) >= undecided:
			r.begin(textForm)
		}
	case len(rest) > 0 && rest[0] == '"':
		r.begin(jsonForm)
	case newline >= 0 && logged(rest[:newline]) > 0:
		r.head = rest[logged(rest[:newline]):]
		r.begin(jsonForm)
	default:
		r.begin(tableForm)
	}
}

// endOfHead returns the position after the blank line that ends the head of an HTTP answer, or -1.
func endOfHead(b []byte) int {
	for _, blank := range []string{"\r\n\r\n", "\n\n"} {
		if at := bytes.Index(b, []byte(blank)); at >= 0 {
			return at + len(blank)
		}
	}
	return -1
}

// logged returns the position of the JSON value in a log's line, or 0.
func logged(line []byte) int {
	message, ok := dump.CutLogPrefix(line)
	if ok && len(message) > 1 && (message[0] == '{' || message[0] == '[' && message[1] == '{') {
		return len(line) - len(message)
	}
	return 0
}

// begin reads the held bytes in a form.
func (r *Reader) begin(f form) {
	head := r.head
	r.form, r.head = f, nil
	switch f {
	case jsonForm:
		r.scan(head)
	case tableForm:
		r.readTable(head)
	case textForm:
		r.text = r.dump(&r.decode)
		r.Container = "text"
		r.text.Write(head)
	}
}

// dump returns a reader of a dump from bytes that decode has converted. It uses the memory of a spare
// dump, if there is one.
func (r *Reader) dump(decode *dump.Decoder) *dump.Reader {
	d := cmp.Or(r.Limit, dump.DefaultLimit).NewDecodedReader(decode)
	if r.spare != nil {
		d.Reuse(r.spare)
		r.spare = nil
	}
	return d
}

// skip counts a record that is no report.
func (r *Reader) skip(what string) {
	for i := range r.Skipped {
		if s := &r.Skipped[i]; s.What == what || i == mostDamage-1 {
			s.Count++
			return
		}
	}
	if len(r.Skipped) == mostDamage-1 {
		what = "other"
	}
	r.Skipped = append(r.Skipped, Skip{what, 1})
}

// damaged adds a sentence on a damaged record.
func (r *Reader) damaged(format string, args ...any) {
	if len(r.Damage) < mostDamage {
		r.Damage = append(r.Damage, fmt.Sprintf(format, args...))
	}
}

// Seen holds the ids of the reports of several files, which are read one after the other. A service's
// exports of two weeks can overlap.
type Seen struct {
	File int // number of the file that is being read

	first map[string]int // numbers of the first files that have them, by id
}

// again reports whether a report came before, in this file or in an earlier one, and counts it if so.
func (r *Reader) again(a *dump.About) bool {
	if a.ID == "" || a.Source == "" {
		return false
	}
	id := a.Source + " " + a.ID
	again := r.ids[id] || r.Seen != nil && r.Seen.earlier(id)
	if again {
		r.skip("duplicate")
	} else if len(r.ids) < mostIDs {
		r.ids[id] = true
	}
	return again
}

// earlier reports whether a report is in a file with a smaller number.
func (s *Seen) earlier(id string) bool {
	file, ok := s.first[id]
	if !ok && len(s.first) < mostIDs {
		if s.first == nil {
			s.first = map[string]int{}
		}
		s.first[id] = s.File
	}
	return ok && file < s.File
}

// A thread is a thread of a record: a heading, and the lines of its stack.
type thread struct {
	dump.Heading
	stack []byte
	whole bool // the stack has its own heading
}

// emit passes on a report: its facts, and its threads or the text of its dump. Either may be empty.
func (r *Reader) emit(about dump.About, threads []thread, text string) {
	recorded := r.recorded
	r.recorded = nil
	if r.again(&about) {
		return
	}
	about.Cut = about.Cut || r.cut
	about.Made = text == ""
	d := r.dump(&dump.Decoder{})
	d.Begin(about)
	if text != "" {
		d.Write([]byte(text))
		d.Write([]byte("\n"))
	}
	for i := range threads {
		t := &threads[i]
		if !t.whole {
			d.Thread(t.Heading)
		}
		d.Write(t.stack)
		d.Write([]byte("\n"))
	}
	one := d.Close()
	if len(one.Threads) == 0 && len(one.Blocks) == 0 {
		one = empty(about, text)
	}
	Complete(one)
	if about.Cut && one.Main(&one.Blocks[0]) < 0 {
		return // nothing to show
	}
	one.Recording = recorded
	r.Each(one)
}

// empty returns the dump of a report without stacks, with its text.
func empty(about dump.About, text string) *dump.Dump {
	d := dump.NewReader()
	d.Begin(about)
	d.Empty()
	d.Write([]byte(text))
	return d.Close()
}
