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
	"slices"

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
	output
	Container string // `json`, `json-lines`, `json-concatenated`, `envelope`, `csv`, `tsv` or `text`

	decode  dump.Decoder
	form    form
	head    []byte // decoded bytes before the form is known
	line    int    // number of the line that the form begins on, from 1
	records records
	json    scanner
	table   table
	text    *dump.Reader
}

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
	r := &Reader{output: output{Each: each, ids: map[string]bool{}, Issues: map[string]Issue{}}, line: 1}
	r.records.out = &r.output
	r.json = scanner{out: &r.output, envelopes: envelopes{records: &r.records}}
	r.table.out = &r.output
	return r
}

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
		r.readJSON(p)
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
		r.json.now = r.line
		r.readJSON(head)
	case tableForm:
		r.table.line = r.line
		r.readTable(head)
	case textForm:
		r.text = r.dump(&r.decode)
		r.Container = "text"
		r.text.Write(head)
	}
}

// readJSON reads the next piece of JSON, or of a file that turns out to be none.
func (r *Reader) readJSON(p []byte) {
	if !r.json.scan(p) {
		r.head, r.line, r.Damage = slices.Concat(r.json.held, p), 1, nil
		r.json = scanner{}
		r.begin(tableForm)
	}
}

// closeJSON ends a file of JSON. If nothing in it is a record, it is read as text.
func (r *Reader) closeJSON() {
	if !r.json.end() {
		r.Damage = nil
		r.text = r.dump(&r.decode)
		r.text.Write(r.json.held)
	}
	r.Container = r.json.container()
}

// readTable reads the next piece of a table, or of a text that turns out to be none.
func (r *Reader) readTable(p []byte) {
	if n, ok := r.table.read(p); !ok {
		r.notTable(p[n:])
	}
}

// notTable reads the text from its start as text.
func (r *Reader) notTable(rest []byte) {
	r.head = append(r.table.head, rest...)
	r.table = table{}
	r.begin(textForm)
}

// closeTable ends a table.
func (r *Reader) closeTable() {
	if r.text != nil {
		return
	}
	if !r.table.end() {
		r.notTable(nil)
		return
	}
	if r.Container = "csv"; r.table.comma == '\t' {
		r.Container = "tsv"
	}
}
